"""
Waves in a pond
===============

Two drops fall into a pond with a wall, which has one gap. Each turn of the loop
computes the height of the water from the two heights before it: arrays are written in
place and change their roles.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def let_run(before, now, water, speed, steps):
    """Return the heights after some steps; `water` is False where the wall is."""
    for _ in range(steps):
        around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
        after = np.zeros_like(now)
        after[1:-1, 1:-1] = (
            2 * now[1:-1, 1:-1]
            - before[1:-1, 1:-1]
            + speed**2 * (around - 4 * now[1:-1, 1:-1])
        )
        after[~water] = 0.0
        before, now = now, after
    return before, now


# %%
# The pond: a wall across, with a gap.

size = 120
rows, columns = np.mgrid[:size, :size]
water = np.ones((size, size), dtype=bool)
water[:, 70:73] = False
water[52:66, 70:73] = True
now = sum(
    np.exp(-((rows - row) ** 2 + (columns - column) ** 2) / 8)
    for row, column in ((40, 25), (85, 40))
)
before = now.copy()

# %%
# The function is traced once: the number of steps is a NumPy integer, and not part of
# what the graph is for.

figure, axes = plt.subplots(1, 4, figsize=(10, 2.8))
for moment, each in enumerate(axes):
    each.imshow(np.where(water, now, np.nan), cmap="RdBu", vmin=-0.3, vmax=0.3)
    each.set(title=f"step {40 * moment}", xticks=[], yticks=[], facecolor="gray")
    before, now = let_run(before, now, water, 0.5, np.int64(40))
print("graphs:", let_run.trace_count)
print(f"behind the wall: {np.abs(now[:, 73:]).max():.3f}")
plt.show()
