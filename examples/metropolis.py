"""
Samples by Metropolis
=====================

The Metropolis algorithm walks at random, and takes a step uphill always, downhill
sometimes. A generator that is passed to a function stays NumPy's own: the samples are
those of plain Python, one by one.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def log_density(x, y):
    """Return the height of a banana: not a normal distribution at all."""
    return -0.5 * (x * x / 4.0 + (y - 0.5 * x * x + 1.0) ** 2 / 0.25)


@ag.function
def walk(generator, count, width):
    samples = np.zeros((count, 2))
    x, y = 0.0, 0.0
    height = log_density(x, y)
    taken = 0
    for i in range(count):
        next_x = x + width * generator.normal()
        next_y = y + width * generator.normal()
        next_height = log_density(next_x, next_y)
        if np.log(generator.random()) < next_height - height:
            x, y, height = next_x, next_y, next_height
            taken += 1
        samples[i, 0] = x
        samples[i, 1] = y
    return samples, taken


# %%

samples, taken = walk(np.random.default_rng(1), np.int64(200_000), 1.5)
print(f"taken: {taken / len(samples):.0%} of the steps")
print("mean ", samples.mean(axis=0).round(2), "where the true one is [0. 1.]")

# %%
# Plain Python draws the same, for a tenth of the samples:

with ag.eager():
    plain, _ = walk(np.random.default_rng(1), np.int64(20_000), 1.5)
print("the same in plain Python:", np.array_equal(samples[:20_000], plain))

# %%

figure, axes = plt.subplots(figsize=(6, 4))
axes.plot(*samples[:150].T, color="gray", linewidth=0.7)
axes.scatter(*samples[::40].T, s=3, alpha=0.4)
plt.show()
