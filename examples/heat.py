"""Heat spreads over a plate with one hot edge, until nothing changes any more."""

import numpy as np

import autograph as ag

SHADES = " .:-=+*#%@"


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


def draw(plate):
    shades = (plate / 100 * (len(SHADES) - 1)).round().astype(int)
    for row in shades:
        print("".join(2 * SHADES[shade] for shade in row))


def main():
    plate = np.zeros((25, 25))
    plate[0, :] = 100.0
    steps = spread_heat(plate, np.float64(0.25), np.float64(1e-6))
    draw(plate)
    print(f"steady after {steps} steps; {plate[12, 12]:.2f} degrees in the middle")


if __name__ == "__main__":
    main()
