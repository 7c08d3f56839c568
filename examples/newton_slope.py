"""
The derivative of a solution
============================

How the root of an equation moves with its coefficients: through Newton's method. The
gradient of the steps that the solver takes is compared with the one that the theorem of
the implicit function gives, which :func:`autograph.custom_gradient` makes the solver
use.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def value_and_slope(a, x):
    """Kepler's equation: the anomaly x of an orbit with the eccentricity a[0]."""
    return x - a[0] * np.sin(x) - a[1], 1.0 - a[0] * np.cos(x)


def solve(a):
    x = a[1]
    value, slope = value_and_slope(a, x)
    while np.abs(value) > 1e-14:
        x = x - value / slope
        value, slope = value_and_slope(a, x)
    return x


@ag.custom_gradient
def solve_at_once(a):
    x = solve(a)

    def pull(g):
        # 0 = f(a, x): so 0 = df/da + df/dx dx/da
        _, slope = value_and_slope(a, x)
        return g / slope * np.array([np.sin(x), 1.0])

    return x, pull


# %%

print("eccentricity    anomaly   by the steps               by the theorem")
for eccentricity in (0.0, 0.3, 0.6, 0.9):
    a = np.array([eccentricity, 1.0])
    x, steps = ag.value_and_grad(solve)(a)
    theorem = ag.grad(solve_at_once)(a)
    print(f"{eccentricity:12} {x:10.6f}   {steps}   {theorem}")

# %%
# The same for many orbits at once: each has a loop of its own.

orbits = np.stack([np.linspace(0.0, 0.9, 50), np.ones(50)], axis=1)
slopes = ag.vmap(ag.grad(solve_at_once))(orbits)
figure, axes = plt.subplots(figsize=(6, 3.5))
axes.plot(orbits[:, 0], slopes, label=["by the eccentricity", "by the time"])
axes.set(xlabel="eccentricity", ylabel="derivative of the anomaly")
axes.legend()
plt.show()
