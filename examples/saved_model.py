"""
A classifier in a file
======================

A classifier of irises: trained here, saved, and run where its source is not.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import autograph as ag

weights = ag.Variable(np.zeros((5, 3)), name="weights")


def chances(x):
    scores = x @ weights
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


@ag.function
def classify(x):
    return chances(x).argmax(axis=1)


@ag.function
def train(x, wanted, steps, rate=0.1):
    loss = 0.0
    for step in range(steps):
        found = chances(x)
        loss = -np.log((found * wanted).sum(axis=1)).mean()
        weights.assign_sub(rate * (x.T @ (found - wanted)) / len(x))
        if step % 500 == 0:
            print("step", step, "loss", loss)
    return loss


# %%

table = np.genfromtxt(
    Path(sys.argv[0]).with_name("data") / "iris.csv",
    delimiter=",",
    skip_header=1,
    dtype=str,
)
lengths = table[:, :4].astype(float)
x = np.column_stack([lengths, np.ones(len(lengths))])
wanted = (table[:, 4, None] == sorted(set(table[:, 4]))).astype(float)
print("last loss", train(x, wanted, np.int64(2001)))
here = classify(x)
print("right:", int((here == wanted.argmax(axis=1)).sum()), "of", len(x))

# %%
# Another process has neither the source nor the compiler:

ELSEWHERE = """
import sys
import numpy as np
from runtime.saving import load

model = load(sys.argv[1])
np.save(sys.argv[3], model.classify(np.load(sys.argv[2])))
print("imported there:", "autograph" in sys.modules, "tracer" in sys.modules)
print(model.classify.plan)
"""
folder = tempfile.TemporaryDirectory()
model, given, found = (Path(folder.name, n) for n in ("iris.ag", "x.npy", "y.npy"))
ag.save(model, classify, train)
np.save(given, x)
command = [sys.executable, "-c", ELSEWHERE, model, given, found]
print(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
print("the same there:", np.array_equal(np.load(found), here))

# %%
# Training goes on from the file, in its own weights.

again = ag.load(model)
again.train(x, wanted, np.int64(2001))
better = (again.classify(x) == wanted.argmax(axis=1)).sum()
print("right after more training:", int(better), "of", len(x))
folder.cleanup()

# %%

right = here == wanted.argmax(axis=1)
figure, axes = plt.subplots(figsize=(6, 4))
axes.scatter(lengths[right, 2], lengths[right, 3], c=here[right], s=18)
axes.plot(lengths[~right, 2], lengths[~right, 3], "rx", label="wrong")
axes.set(xlabel="length of the petals, cm", ylabel="width of the petals, cm")
axes.legend()
plt.show()
