"""
First steps: the Collatz problem
================================

Is a number even, halve it; else triple it and add one. How long until it is 1? Every
stage of the compiled function is text, and the answers are those of plain Python.
"""

import time

import numpy as np

import autograph as ag


@ag.function
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


# %%
# Converted code, graph and plan:

concrete = collatz.get_concrete_function(np.int64(27))
stages = {
    "Converted code": ag.to_code(collatz),
    "Graph": concrete.graph,
    "Plan": concrete.plan,
}
for title, text in stages.items():
    print(f"{title}\n{'-' * len(title)}\n{str(text).rstrip()}\n")

# %%
# The answers, and how long 2,000 of them take. A loop that takes long becomes machine
# code in the background, so we go on until it is there, for ten seconds at most.

for start in (1, 6, 27, 97, 871):
    print(f"{start:4} reaches 1 after {collatz(np.int64(start)):3} steps")


def longest():
    return max(collatz(np.int64(start)) for start in range(1, 2001))


def best_time(seconds, wanted=0.0):
    times = []
    while sum(times) < seconds and min(times, default=np.inf) > wanted:
        started = time.perf_counter()
        longest()
        times.append(time.perf_counter() - started)
    return min(times)


with ag.eager():
    plain, answer = best_time(0.2), longest()
best_time(10.0, wanted=plain / 2)
compiled, same = best_time(0.2), longest() == answer
print(f"the longest way from 1 to 2000: {answer} steps; plain Python agrees: {same}")
print(f"plain Python {1000 * plain:.0f} ms, compiled {1000 * compiled:.1f} ms")
