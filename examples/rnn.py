"""
A network that remembers
========================

A recurrent network learns to remember whether the last signal was up or down. The
sequences have different lengths, so how often the ``while`` of the network turns is
known at run time only. The whole training is one graph, with the way back through it.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def draw(random, count, longest):
    """Sequences of +1, -1 and long silences of 0, their lengths, and the last signals.

    After its end a sequence is filled with noise, which nobody should hear.
    """
    signals = random.choice([-1.0, 0.0, 1.0], (count, longest), p=[0.1, 0.8, 0.1])
    signals[:, 0] = random.choice([-1.0, 1.0], count)
    lengths = random.integers(1, longest + 1, count)
    last = np.zeros(count)
    for i, length in enumerate(lengths):
        heard = signals[i, :length]
        last[i] = heard[heard != 0][-1]
        signals[i, length:] = random.normal(size=longest - length)
    return signals, lengths, last


def listen(network, signals, lengths):
    """What the network says at the end of each sequence: above 0 is up."""
    inward, across, bias, outward = network
    state = np.zeros((len(signals), len(bias)))
    time = 0
    while time < lengths.max():
        new = np.tanh(signals[:, time, None] * inward + state @ across + bias)
        state = np.where((time < lengths)[:, None], new, state)
        time += 1
    return state @ outward


def loss(network, signals, lengths, last):
    return ((listen(network, signals, lengths) - last) ** 2).mean()


@ag.function
def train(network, signals, lengths, last, steps):
    """Adam's method, for all arrays of the network."""
    first = second = tuple(0.0 * part for part in network)
    for step in range(1, steps + 1):
        value, slopes = ag.value_and_grad(loss)(network, signals, lengths, last)
        first = tuple(0.9 * m + 0.1 * g for m, g in zip(first, slopes))
        second = tuple(0.99 * v + 0.01 * g * g for v, g in zip(second, slopes))
        rate = 0.02 * np.sqrt(1 - 0.99**step) / (1 - 0.9**step)
        network = tuple(
            part - rate * m / (np.sqrt(v) + 1e-8)
            for part, m, v in zip(network, first, second)
        )
        if step % 50 == 0:
            print("step", step, "loss", round(value, 4))
    return network


# %%

random = np.random.default_rng(3)
shapes = (8,), (8, 8), (8,), (8,)
network = tuple(random.normal(0.0, 0.3, shape) for shape in shapes)
network = train(network, *draw(random, 300, 12), np.int64(300))

# %%
# It has heard no more than 12 signals at a time. It remembers for longer:

say = ag.function(listen)
for longest in (12, 25, 50, 100):
    signals, lengths, last = draw(random, 300, longest)
    share = (say(network, signals, lengths) * last > 0).mean()
    print(f"up to {longest:3} long: {share:4.0%} right")

# %%

heard = random.choice([-1.0, 0.0, 1.0], 60, p=[0.1, 0.8, 0.1])
heard[0] = 1.0
said = say(network, np.tile(heard, (60, 1)), np.arange(1, 61))
figure, axes = plt.subplots(figsize=(6, 2.5))
axes.step(range(60), said, where="mid", label="said")
axes.plot(range(60), heard, "k.", label="heard")
axes.set(xlabel="time", yticks=[-1, 0, 1], yticklabels=["down", "", "up"])
axes.legend()
plt.show()
