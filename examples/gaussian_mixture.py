"""
A mixture by expectation and maximization
=========================================

Two groups of points overlap. The EM algorithm finds their centers, spreads and shares:
it weighs each point, moves the groups, and stops when the likelihood does not grow any
more.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def log_density(points, center, spread):
    """Return the logarithm of a normal density in two dimensions."""
    offsets = points - center
    solved = np.linalg.solve(spread, offsets.T).T
    distances = (offsets * solved).sum(axis=1)
    return -0.5 * (distances + np.log(np.linalg.det(spread))) - np.log(2 * np.pi)


@ag.function
def fit(points, centers, tolerance):
    count = len(centers)
    spreads = np.stack([np.eye(2)] * count)
    shares = np.full(count, 1.0 / count)
    before = -np.inf
    rounds = 0
    while True:
        logs = np.zeros((count, len(points)))
        for k in range(count):
            logs[k] = np.log(shares[k]) + log_density(points, centers[k], spreads[k])
        highest = logs.max(axis=0)
        total = highest + np.log(np.exp(logs - highest).sum(axis=0))
        likelihood = total.sum()
        weights = np.exp(logs - total)
        for k in range(count):
            weight = weights[k].sum()
            shares[k] = weight / len(points)
            centers[k] = weights[k] @ points / weight
            offsets = points - centers[k]
            spreads[k] = (weights[k] * offsets.T) @ offsets / weight
        rounds += 1
        if likelihood - before < tolerance:
            return centers, spreads, shares, weights, rounds
        before = likelihood


# %%

random = np.random.default_rng(5)
points = np.concatenate(
    [
        random.multivariate_normal([0.0, 0.0], [[1.0, 0.6], [0.6, 1.0]], 300),
        random.multivariate_normal([3.0, 0.5], [[0.4, -0.2], [-0.2, 0.8]], 150),
    ]
)
start = np.array([[-1.0, 0.0], [1.0, 0.0]])
centers, spreads, shares, weights, rounds = fit(points, start, np.float64(1e-8))
print(f"{rounds} rounds; shares {shares.round(2)}; they were [0.67 0.33]")
for center in centers:
    print("center", center.round(2))

# %%

figure, axes = plt.subplots(figsize=(6, 4))
axes.scatter(*points.T, c=weights[1], cmap="coolwarm", s=12)
circle = np.stack([np.cos(np.linspace(0, 7, 100)), np.sin(np.linspace(0, 7, 100))])
for center, spread in zip(centers, spreads):
    axes.plot(*(center[:, None] + 2 * np.linalg.cholesky(spread) @ circle), color="k")
axes.set_aspect("equal")
plt.show()
