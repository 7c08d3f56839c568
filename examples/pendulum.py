"""
The friction of a pendulum
==========================

The friction and the length of a pendulum, from the times at which it was seen. The
integrator runs in a ``while`` until its time is over, with steps that it chooses
itself; the gradient goes back through all of them.
"""

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag


def slope(state, friction, length):
    angle, speed = state
    return np.array([speed, -9.81 / length * np.sin(angle) - friction * speed])


def swing(state, span, friction, length):
    """Let the pendulum swing for some time, with steps of Heun's method."""
    time = 0.0
    while time < span:
        first = slope(state, friction, length)
        # Short steps where it is fast. How long they are is no part of the gradient.
        step = ag.stop_gradient(0.01 / (0.2 + np.abs(first).max() / 10))
        step = min(step, span - time)
        second = slope(state + step * first, friction, length)
        state = state + 0.5 * step * (first + second)
        time += step
    return state


def errors(unknown, start, spans, angles):
    """The sum of the squares of how far the pendulum is from where it was seen."""
    friction, length = np.exp(unknown)
    total = 0.0
    state = start
    for i in range(len(spans)):
        state = swing(state, spans[i], friction, length)
        total += (state[0] - angles[i]) ** 2
    return total


@ag.function
def fit(unknown, start, spans, angles):
    """The method of Gauss and Newton: the Hessian of squares without second order."""

    def gaps(unknown):
        friction, length = np.exp(unknown)
        found = np.zeros(len(spans))
        state = start
        for i in range(len(spans)):
            state = swing(state, spans[i], friction, length)
            found[i] = state[0] - angles[i]
        return found

    steps = 0
    while np.abs(ag.grad(errors)(unknown, start, spans, angles)).max() > 1e-9:
        matrix = ag.jacobian(gaps)(unknown)
        move = np.linalg.solve(matrix.T @ matrix, matrix.T @ gaps(unknown))
        unknown = unknown - move
        steps += 1
        friction, length = np.exp(unknown)
        print(f"step {steps}: friction {friction:.6f}, length {length:.6f}")
        if steps == 30:
            break
    return np.exp(unknown)


# %%


@ag.function
def watch(start, spans, friction, length):
    angles = np.zeros(len(spans))
    state = start
    for i in range(len(spans)):
        state = swing(state, spans[i], friction, length)
        angles[i] = state[0]
    return angles


start, spans = np.array([1.2, 0.0]), np.full(25, 0.15)
seen = watch(start, spans, 0.3, 1.7)
guess = np.array([0.1, 1.4])
friction, length = fit(np.log(guess), start, spans, seen)
print(f"friction {friction:.4f}, length {length:.4f}: they were 0.3 and 1.7")

# %%

times = np.cumsum(spans)
figure, axes = plt.subplots(figsize=(6, 3.5))
axes.plot(times, watch(start, spans, *guess), "--", color="gray", label="first guess")
axes.plot(times, watch(start, spans, friction, length), label="found")
axes.plot(times, seen, "k.", label="seen")
axes.set(xlabel="seconds", ylabel="angle")
axes.legend()
plt.show()
