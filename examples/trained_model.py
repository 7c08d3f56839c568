"""
A curve learnt, saved, and learnt on
====================================

A curve learnt by a small network, saved with its training, and used elsewhere. The file
holds the graphs of the network and of its training, gradients and all. The command line
runs the first, and a process that has the runtime alone trains on.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
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


# %%

x = np.linspace(-3.0, 3.0, 60)
y = np.sin(2.0 * x) * np.exp(-0.1 * x * x)
print("loss here:", round(train(x, y, np.int64(4000)), 6))
found = predict(x)

# %%
# The file, run by the command line, and trained on by another process:

ELSEWHERE = """
import sys
import numpy as np
from runtime.saving import load

model = load(sys.argv[1])
x, y = np.load(sys.argv[2]), np.load(sys.argv[3])
print("loss there, after more training:", round(model.train(x, y, np.int64(4000)), 6))
print("imported there:", "autograph" in sys.modules, "tracer" in sys.modules)
"""
folder = tempfile.TemporaryDirectory()
model, given, wanted, output = (
    Path(folder.name, name) for name in ("curve.ag", "x.npy", "y.npy", "out.npz")
)
ag.save(model, predict, train)
np.save(given, x)
np.save(wanted, y)
run = ["run", model, "--function", "predict", "--input", f"x={given}"]
command = [sys.executable, "-m", "autograph", *run, "--output", output]
subprocess.run(command, capture_output=True, check=True)
same = np.array_equal(np.load(output)["result"], found)
print("the same by the command line:", same)
command = [sys.executable, "-c", ELSEWHERE, model, given, wanted]
told = subprocess.run(command, capture_output=True, text=True, check=True)
print(told.stdout, end="")
print("loss here, after more training:", round(train(x, y, np.int64(4000)), 6))
folder.cleanup()

# %%

figure, axes = plt.subplots(figsize=(6, 3.5))
axes.plot(x, y, "k.", label="seen")
axes.plot(x, found, label="after 4,000 steps")
axes.plot(x, predict(x), label="after 8,000 steps")
axes.legend()
plt.show()
