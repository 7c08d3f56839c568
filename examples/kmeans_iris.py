"""
Clusters of irises
==================

k-means on Fisher's irises, until it converges. The loop ends by ``break``; how many
flowers a cluster has is known only when it runs, and a cluster without any stays where
it is.
"""

import csv
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def k_means(points, centers):
    rounds = 0
    while True:
        offsets = points[:, np.newaxis, :] - centers[np.newaxis, :, :]
        distances = (offsets**2).sum(axis=2)
        nearest = distances.argmin(axis=1)
        moved = centers.copy()
        for k in range(len(centers)):
            members = points[nearest == k]
            if len(members) > 0:
                moved[k] = members.mean(axis=0)
        rounds += 1
        if np.all(moved == centers):
            break
        centers = moved
    return centers, nearest, distances.min(axis=1).sum(), rounds


# %%
# The flowers: four lengths each, and the species, which k-means does not see.

path = Path(sys.argv[0]).with_name("data") / "iris.csv"
with path.open(newline="", encoding="utf-8") as file:
    _, *rows = csv.reader(file)
points = np.array([row[:4] for row in rows], dtype=float)
species = [row[4] for row in rows]

start = points[[7, 77, 140]]
centers, nearest, spread, rounds = k_means(points, start)
print(f"{len(points)} flowers, converged after {rounds} rounds, spread {spread:.2f}")
names = list(dict.fromkeys(species))
print(f"\n{'center':27}" + "".join(f"{name:>12}" for name in names))
for k, center in enumerate(centers):
    place = " ".join(f"{value:6.3f}" for value in center)
    members = [name for name, group in zip(species, nearest) if group == k]
    print(place + "".join(f"{members.count(name):12}" for name in names))

# %%

figure, axes = plt.subplots(figsize=(6, 4))
axes.scatter(points[:, 2], points[:, 3], c=nearest, cmap="viridis", s=18)
axes.plot(centers[:, 2], centers[:, 3], "rX", markersize=11)
axes.set(xlabel="length of the petals, cm", ylabel="width of the petals, cm")
plt.show()
