"""
A network that reads digits
===========================

The whole training is one graph, gradients included: epochs and batches are loops of it.
"""

import matplotlib.pyplot as plt
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


# %%
# A network is a tuple of arrays, and its loss a function of them. Neither is decorated:
# what a compiled function calls is compiled with it.


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


# %%

random = np.random.default_rng(0)
x, digits = draw_digits(random, 1500)
network = (
    random.normal(0.0, 0.1, (64, 32)),
    np.zeros(32),
    random.normal(0.0, 0.1, (32, 10)),
    np.zeros(10),
)
network, losses = train(network, x, np.eye(10)[digits], np.int64(40))
x, digits = draw_digits(random, 500)
found = read(network, x)
print(f"right: {(found == digits).sum()} of {len(digits)} new ones")

# %%

figure, axes = plt.subplots(2, 8, figsize=(9, 2.8))
for each, image, digit in zip(axes.flat, x, found):
    each.imshow(image.reshape(8, 8), cmap="gray_r", vmin=0, vmax=1)
    each.set(title=digit, xticks=[], yticks=[])
plt.show()

# %%

figure, axes = plt.subplots(figsize=(6, 3))
axes.semilogy(losses)
axes.set(xlabel="epoch", ylabel="loss")
figure.tight_layout()
figure.savefig("digits_loss.svg")
plt.show()
