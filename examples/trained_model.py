"""A curve learnt by a small network, saved with its training, and used elsewhere.

The file holds the graphs of the network and of its training, gradients and all. The
command line runs the first, and a process that has the runtime alone trains on.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import autograph as ag

random = np.random.default_rng(1)
weights = ag.Variable(random.normal(0.0, 1.0, (2, 16)), name="weights")
last = ag.Variable(np.zeros(17), name="last")


def network(x):
    hidden = np.tanh(np.stack([x, np.ones(len(x))], axis=1) @ weights)
    return hidden @ last[1:] + last[0]


@ag.function
def predict(x):
    return network(x)


@ag.function
def train(x, y, steps):
    loss = 0.0
    for _ in range(steps):
        with ag.GradientTape() as tape:
            loss = ((network(x) - y) ** 2).mean()
        by_weights, by_last = tape.gradient(loss, [weights, last])
        weights.assign_sub(0.1 * by_weights)
        last.assign_sub(0.1 * by_last)
    return loss


ELSEWHERE = """
import sys
import numpy as np
from runtime.saving import load

model = load(sys.argv[1])
x, y = np.load(sys.argv[2]), np.load(sys.argv[3])
print("loss there, after more training:", round(model.train(x, y, np.int64(4000)), 6))
print("imported there:", "autograph" in sys.modules, "tracer" in sys.modules)
"""


def draw(x, y, found):
    """Print the points of a curve, o, and of what was found, *."""
    rows = [[" "] * len(x) for _ in range(9)]
    for column, (one, other) in enumerate(zip(y, found)):
        rows[round(4 - 3 * other)][column] = "*"
        rows[round(4 - 3 * one)][column] = "o"
    print("\n".join("".join(row).rstrip() for row in rows))


def main():
    x = np.linspace(-3.0, 3.0, 60)
    y = np.sin(2.0 * x) * np.exp(-0.1 * x * x)
    print("loss here:", round(train(x, y, np.int64(4000)), 6))
    found = predict(x)
    draw(x, y, found)
    with tempfile.TemporaryDirectory() as folder:
        model, given, wanted, output = (
            Path(folder, name) for name in ("curve.ag", "x.npy", "y.npy", "out.npz")
        )
        ag.save(model, predict, train)
        np.save(given, x)
        np.save(wanted, y)
        command = ["run", model, "--function", "predict", "--input", f"x={given}"]
        subprocess.run(
            [sys.executable, "-m", "autograph", *command, "--output", output],
            check=True,
        )
        same = np.array_equal(np.load(output)["result"], found)
        print("the same by the command line:", same)
        command = [sys.executable, "-c", ELSEWHERE, model, given, wanted]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
        print(told.stdout, end="")
    print("loss here, after more training:", round(train(x, y, np.int64(4000)), 6))


if __name__ == "__main__":
    main()
