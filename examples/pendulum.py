"""The friction and the length of a pendulum, from the times at which it was seen.

The integrator runs in a `while` until its time is over, with steps that it chooses
itself; the gradient goes back through all of them. The last argument of the command
names a file for a picture of the swing, as SVG.
"""

import sys
from pathlib import Path

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


def picture(path, times, seen, found):
    """Write what was seen as dots, and what was found as a line."""
    across = 20 + 360 * times / times[-1]

    def down(angles):
        return 100 - 80 * angles / np.abs(seen).max()

    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in zip(across, down(seen))
    )
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, down(found)))
    Path(path).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">'
        f'<polyline points="{line}" fill="none" stroke="crimson"/>{dots}</svg>\n',
        encoding="utf-8",
    )


def watch(start, spans, friction, length):
    angles, state = [], start
    for span in spans:
        state = swing(state, span, friction, length)
        angles.append(state[0])
    return np.array(angles)


def main(path=None):
    start, spans = np.array([1.2, 0.0]), np.full(25, 0.15)
    seen = watch(start, spans, 0.3, 1.7)
    friction, length = fit(np.log([0.1, 1.4]), start, spans, seen)
    print(f"friction {friction:.4f}, length {length:.4f}: they were 0.3 and 1.7")
    if path is not None:
        found = watch(start, spans, friction, length)
        picture(path, np.cumsum(spans), seen, found)
        print("the swing is in", path)


if __name__ == "__main__":
    main(*sys.argv[1:])
