"""
Roots by Newton's method
========================

The loop is left by ``break`` as soon as the root is good enough, and a ``raise`` in it
raises what it would in plain Python.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def horner(coefficients, x):
    """The value and the slope of a polynomial, highest power first."""
    value = 0.0
    slope = 0.0
    for coefficient in coefficients:
        slope = slope * x + value
        value = value * x + coefficient
    return value, slope


@ag.function
def find_root(coefficients, x):
    for step in range(100):
        value, slope = horner(coefficients, x)
        if slope == 0:
            raise ValueError("the curve is flat here: start elsewhere")
        move = value / slope
        x = x - move
        if abs(move) <= 1e-14 * abs(x):
            break
    return x, step + 1


# %%

problems = {
    "x^3 - 2x - 5, Newton's own example": ([1, 0, -2, -5], 2.0),
    "x^2 - 2": ([1, 0, -2], 1.0),
    "x^5 - x - 1, beyond any formula": ([1, 0, 0, 0, -1, -1], 1.0),
}
for name, (coefficients, start) in problems.items():
    coefficients = np.array(coefficients, dtype=float)
    root, steps = find_root(coefficients, np.float64(start))
    print(f"{name:36} root {root:.15f} after {steps} steps")
try:
    find_root(np.array([1.0, 0.0, 1.0]), np.float64(0.0))
except ValueError as error:
    print(f"{'x^2 + 1 from 0':36} {error}")

# %%
# In the plane of complex numbers, which of the three roots of x^3 - 1 is found depends
# on the start, in a strange way:

side = np.linspace(-1.5, 1.5, 160)
cubic = np.array([1.0, 0.0, 0.0, -1.0])


@ag.function
def which_root(side):
    angles = np.zeros((len(side), len(side)))
    for i in range(len(side)):
        for j in range(len(side)):
            x = complex(side[j], side[i])
            for _ in range(40):
                value, slope = horner(cubic, x)
                if slope == 0 or abs(value) < 1e-9:
                    break
                x = x - value / slope
            angles[i, j] = np.angle(x)
    return angles


figure, axes = plt.subplots(figsize=(5, 5))
axes.imshow(which_root(side), cmap="twilight", vmin=-np.pi, vmax=np.pi)
axes.set(xticks=[], yticks=[])
plt.show()
