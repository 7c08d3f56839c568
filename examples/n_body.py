"""
Three bodies
============

Three stars of the same mass can chase each other along an eight; Moore found the orbit
in 1993, and Chenciner and Montgomery proved it in 2000. Plain loops over pairs, with
steps of the leapfrog method.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def move(places, speeds, step, count):
    """Return where the bodies were at each step; their speeds change in place."""
    bodies = len(places)
    path = np.zeros((count, bodies, 2))
    places = places.copy()
    for t in range(count):
        places += 0.5 * step * speeds
        for i in range(bodies):
            for j in range(bodies):
                if i != j:
                    x = places[j, 0] - places[i, 0]
                    y = places[j, 1] - places[i, 1]
                    pull = step / (x * x + y * y) ** 1.5
                    speeds[i, 0] += pull * x
                    speeds[i, 1] += pull * y
        places += 0.5 * step * speeds
        path[t] = places
    return path


# %%
# The initial values are those that Chenciner and Montgomery give.

places = np.array([[0.97000436, -0.24308753], [-0.97000436, 0.24308753], [0.0, 0.0]])
speed = np.array([-0.93240737, -0.86473146])
speeds = np.array([-0.5 * speed, -0.5 * speed, speed])
period, count = 6.32591398, 4000
path = move(places, speeds, period / count, np.int64(count))
print(f"after one round, off by {np.abs(path[-1] - places).max():.1e}")

# %%

figure, axes = plt.subplots(figsize=(7, 3.2))
for body in range(3):
    axes.plot(*path[: count // 3, body].T)
    axes.plot(*path[count // 3 - 1, body], "o", color=f"C{body}", markersize=9)
axes.set_aspect("equal")
plt.show()
