"""
Heat in a plate
===============

Heat spreads over a plate with one hot edge, until nothing changes any more. How many
steps that takes is known only at the end, so the loop is a ``while``. It writes into
the array of its caller, as plain Python does.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


@ag.function
def spread_heat(plate, rate, tolerance):
    """Let heat flow in the caller's own array; give the number of steps."""
    steps = 0
    change = np.inf
    while change > tolerance:
        middle = plate[1:-1, 1:-1]
        around = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]
        flow = rate * (around - 4 * middle)
        middle += flow
        change = np.abs(flow).max()
        steps += 1
    return steps


# %%
# A cold plate, 100 degrees along its upper edge:

plate = np.zeros((25, 25))
plate[0, :] = 100.0
steps = spread_heat(plate, np.float64(0.25), np.float64(1e-6))
print(f"steady after {steps} steps; {plate[12, 12]:.2f} degrees in the middle")

# %%

figure, axes = plt.subplots(figsize=(5, 4))
picture = axes.imshow(plate, cmap="inferno")
axes.contour(plate, levels=[5, 10, 25, 50, 75], colors="white", linewidths=0.7)
figure.colorbar(picture, label="degrees")
plt.show()
