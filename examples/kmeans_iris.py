"""k-means until it converges, on Fisher's irises."""

import csv
from pathlib import Path

import numpy as np

import autograph as ag

IRIS = Path(__file__).parent / "data" / "iris.csv"


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


def read_iris():
    with IRIS.open(newline="", encoding="utf-8") as file:
        _, *rows = csv.reader(file)
    points = np.array([row[:4] for row in rows], dtype=float)
    return points, [row[4] for row in rows]


def main():
    points, species = read_iris()
    centers, nearest, spread, rounds = k_means(points, points[[7, 77, 140]])
    print(
        f"{len(points)} flowers, converged after {rounds} rounds, spread {spread:.2f}"
    )
    names = list(dict.fromkeys(species))
    print(f"\n{'center':27}" + "".join(f"{name:>12}" for name in names))
    for k, center in enumerate(centers):
        place = " ".join(f"{value:6.3f}" for value in center)
        members = [name for name, group in zip(species, nearest) if group == k]
        print(place + "".join(f"{members.count(name):12}" for name in names))


if __name__ == "__main__":
    main()
