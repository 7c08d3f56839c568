"""
Down a valley by L-BFGS
=======================

The way down a curved valley by L-BFGS: Newton's method with a guessed Hessian. It
guesses from the last moves, and how the gradient changed along them. Loops end by what
they find; with the gradients they are one graph.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def valley(x):
    """Rosenbrock's function: a curved, narrow valley with its lowest point at 1."""
    return (100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2).sum()


def direction(gradient, moves, turns, count):
    """Where the moves before say that the lowest point is."""
    along = -gradient
    shares = np.zeros(len(moves))
    known = range(max(count - len(moves), 0), count)
    for number in reversed(known):
        i = number % len(moves)
        shares[i] = (moves[i] @ along) / (moves[i] @ turns[i])
        along = along - shares[i] * turns[i]
    if count > 0:
        i = (count - 1) % len(moves)
        along = along * (moves[i] @ turns[i]) / (turns[i] @ turns[i])
    for number in known:
        i = number % len(moves)
        share = shares[i] - (turns[i] @ along) / (moves[i] @ turns[i])
        along = along + share * moves[i]
    return along


def search(x, value, gradient, along):
    """How far to go: until the valley is lower, and falls less steeply."""
    low, high, step = 0.0, np.inf, 1.0
    steep = gradient @ along
    while True:
        new_value, new_gradient = ag.value_and_grad(valley)(x + step * along)
        if new_value > value + 1e-4 * step * steep:
            high = step
        elif new_gradient @ along < 0.9 * steep:
            low = step
        else:
            return step, new_value, new_gradient
        step = 0.5 * (low + high) if high < np.inf else 2.0 * step


@ag.function
def descend(x, memory, most):
    moves, turns = np.zeros((memory, len(x))), np.zeros((memory, len(x)))
    way = np.zeros((most + 1, len(x)))
    way[0] = x
    value, gradient = ag.value_and_grad(valley)(x)
    count = 0
    while np.abs(gradient).max() > 1e-10 and count < most:
        along = direction(gradient, moves, turns, count)
        step, value, new_gradient = search(x, value, gradient, along)
        moves[count % memory] = step * along
        turns[count % memory] = new_gradient - gradient
        x, gradient = x + step * along, new_gradient
        count += 1
        way[count] = x
        if count & (count - 1) == 0:
            print(f"move {count:3}: {value:12.4e}, slope {np.abs(gradient).max():8.1e}")
    return way[: count + 1]


# %%

ways = []
for size in (2, 100):
    way = descend(np.tile([-1.2, 1.0], size // 2), 6, np.int64(1000))
    print(f"{size} numbers: {len(way) - 1} moves, {valley(way[-1]):.1e} above 0")
    ways.append(way)

# %%

across, along = np.meshgrid(np.linspace(-1.6, 1.6, 200), np.linspace(-0.5, 1.6, 200))
heights = 100.0 * (along - across**2) ** 2 + (1.0 - across) ** 2
figure, axes = plt.subplots(figsize=(6, 4))
axes.contour(across, along, np.log10(heights + 1e-3), 15, cmap="Greys")
axes.plot(*ways[0].T, "o-", color="crimson", markersize=3)
axes.set_title("the way through two dimensions")
plt.show()
