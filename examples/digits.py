"""A network learns to read digits: the whole training is one graph, gradients included.

The last argument of the command names a file for the curve of the losses, as SVG.
"""

import sys
from pathlib import Path

import numpy as np

import autograph as ag

# Seven rows of five pixels for each digit.
FONT = [
    (14, 17, 19, 21, 25, 17, 14),
    (4, 12, 4, 4, 4, 4, 14),
    (14, 17, 1, 2, 4, 8, 31),
    (31, 2, 4, 2, 1, 17, 14),
    (2, 6, 10, 18, 31, 2, 2),
    (31, 16, 30, 1, 1, 17, 14),
    (6, 8, 16, 30, 17, 17, 14),
    (31, 1, 2, 4, 8, 8, 8),
    (14, 17, 17, 14, 17, 17, 14),
    (14, 17, 17, 15, 1, 2, 12),
]
SHADES = " .:-=+*#%@"


def draw_digits(random, count):
    """Digits at other places of 8 by 8 pixels, some darker, all with noise."""
    images = random.normal(0.0, 0.2, (count, 8, 8))
    digits = random.integers(0, 10, count)
    for image, digit in zip(images, digits):
        row, column = random.integers(0, 2), random.integers(0, 4)
        pixels = [[bits >> (4 - i) & 1 for i in range(5)] for bits in FONT[digit]]
        strength = random.uniform(0.7, 1.2)
        image[row : row + 7, column : column + 5] += strength * np.array(pixels)
    return images.reshape(count, 64), digits


def scores(network, x):
    weights, bias, last_weights, last_bias = network
    return np.tanh(x @ weights + bias) @ last_weights + last_bias


def loss(network, x, wanted):
    found = scores(network, x)
    found = found - found.max(axis=1, keepdims=True)
    chances = found - np.log(np.exp(found).sum(axis=1, keepdims=True))
    return -(chances * wanted).sum() / len(x)


@ag.function
def train(network, x, wanted, epochs, rate=0.5, batch=50):
    losses = np.zeros(epochs)
    for epoch in range(epochs):
        for start in range(0, len(x), batch):
            part = slice(start, start + batch)
            value, (w, b, last_w, last_b) = ag.value_and_grad(loss)(
                network, x[part], wanted[part]
            )
            weights, bias, last_weights, last_bias = network
            network = (
                weights - rate * w,
                bias - rate * b,
                last_weights - rate * last_w,
                last_bias - rate * last_b,
            )
            losses[epoch] += value * batch / len(x)
        if epoch % 10 == 9:
            print("epoch", epoch + 1, "loss", round(losses[epoch], 4))
    return network, losses


@ag.function
def read(network, x):
    return scores(network, x).argmax(axis=1)


def new_network(random, hidden=32):
    return (
        random.normal(0.0, 0.1, (64, hidden)),
        np.zeros(hidden),
        random.normal(0.0, 0.1, (hidden, 10)),
        np.zeros(10),
    )


def curve(path, losses):
    """Write a curve as a picture."""
    across = np.linspace(20, 380, len(losses))
    down = 180 - 160 * losses / losses.max()
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, down))
    Path(path).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">'
        '<path d="M20 20V180H380" fill="none" stroke="gray"/>'
        f'<polyline points="{points}" fill="none" stroke="crimson"/>'
        f'<text x="30" y="30" font-size="12">loss {losses[0]:.2f} to {losses[-1]:.3f}'
        "</text></svg>\n",
        encoding="utf-8",
    )


def main(path=None):
    random = np.random.default_rng(0)
    x, digits = draw_digits(random, 1500)
    wanted = np.eye(10)[digits]
    network, losses = train(new_network(random), x, wanted, np.int64(40))
    x, digits = draw_digits(random, 500)
    found = read(network, x)
    for row in x[:6].reshape(6, 8, 8).transpose(1, 0, 2):
        shades = (row.clip(0, 1) * (len(SHADES) - 1)).astype(int)
        print("  ".join("".join(SHADES[one] for one in part) for part in shades))
    print("      ".join(f"    {one}" for one in found[:6]))
    print(f"right: {(found == digits).sum()} of {len(digits)} new ones")
    if path is not None:
        curve(path, losses)
        print("the losses are in", path)


if __name__ == "__main__":
    main(*sys.argv[1:])
