"""
Filters for pictures
====================

A median filter takes away specks without blurring edges; a blur does not. Both are
written as one would explain them, window by window.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def median(picture, radius):
    rows, columns = picture.shape
    cleaned = np.zeros_like(picture)
    for i in range(rows):
        for j in range(columns):
            window = picture[
                max(i - radius, 0) : i + radius + 1, max(j - radius, 0) : j + radius + 1
            ]
            cleaned[i, j] = np.median(window)
    return cleaned


@ag.function
def blur(picture, radius):
    rows, columns = picture.shape
    blurred = np.zeros_like(picture)
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            count = 0
            for r in range(max(i - radius, 0), min(i + radius + 1, rows)):
                for c in range(max(j - radius, 0), min(j + radius + 1, columns)):
                    total += picture[r, c]
                    count += 1
            blurred[i, j] = total / count
    return blurred


# %%
# A picture with specks on one pixel of ten:

rows, columns = np.mgrid[:96, :96]
picture = 0.2 + 0.3 * (np.hypot(rows - 60, columns - 36) < 24) + columns / 300
picture[12:30, 50:86] = 0.9
random = np.random.default_rng(0)
specked = picture.copy()
specks = random.random(picture.shape) < 0.1
specked[specks] = random.choice([0.0, 1.0], specks.sum())

results = {
    "true": picture,
    "with specks": specked,
    "blur": blur(specked, 1),
    "median": median(specked, 1),
}
for name, each in results.items():
    print(f"{name:12} off by {np.abs(each - picture).mean():.4f}")

# %%

figure, axes = plt.subplots(1, 4, figsize=(10, 2.8))
for each, (name, shown) in zip(axes, results.items()):
    each.imshow(shown, cmap="gray", vmin=0, vmax=1)
    each.set(title=name, xticks=[], yticks=[])
plt.show()
