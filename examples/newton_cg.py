"""
A valley in 30 dimensions
=========================

The lowest point of a curved valley, without its Hessian. Newton's method needs the
solution of a linear system with the Hessian. Conjugate gradients solve it by products
of the Hessian with vectors alone, and :func:`autograph.hvp` gives these: each costs a
few times what the function does.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def valley(x):
    """Rosenbrock's function: a curved, narrow valley with its lowest point at 1."""
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


def conjugate_gradients(place, right, tolerance):
    """Solve hessian @ x = right, as far as the valley curves upwards."""
    x = np.zeros(len(right))
    rest = right
    along = right
    size = rest @ rest
    for i in range(2 * len(right)):
        turned = ag.hvp(valley)(place, along)
        curve = along @ turned
        if curve <= 1e-12 * (along @ along):
            if i == 0:
                x = right
            break
        far = size / curve
        x = x + far * along
        rest = rest - far * turned
        before, size = size, rest @ rest
        if size < tolerance**2:
            break
        along = rest + size / before * along
    return x


@ag.function
def descend(x):
    values = np.zeros(500)
    for step in range(500):
        value, gradient = ag.value_and_grad(valley)(x)
        values[step] = value
        length = np.sqrt(gradient @ gradient)
        if length < 1e-8:
            break
        tolerance = min(0.5, np.sqrt(length)) * length
        move = conjugate_gradients(x, -gradient, tolerance)
        part = 1.0
        while valley(x + part * move) > value + 1e-4 * part * (gradient @ move):
            part *= 0.5
            if part < 1e-10:
                break
        x = x + part * move
    return x, step, values[:step]


# %%

x, steps, values = descend(np.full(30, -1.2))
print(f"after {steps} steps: {valley(x):.1e}, off by {np.abs(x - 1).max():.1e}")

# %%

figure, axes = plt.subplots(figsize=(6, 3.5))
axes.semilogy(values)
axes.set(xlabel="step", ylabel="height")
plt.show()
