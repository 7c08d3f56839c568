"""Quick start: the Collatz problem, its answers, and every stage as text."""

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


def main():
    for start in (1, 6, 27, 97, 871):
        print(f"{start:4} reaches 1 after {collatz(np.int64(start)):3} steps")

    concrete = collatz.get_concrete_function(np.int64(27))
    stages = {
        "Converted code": ag.to_code(collatz),
        "Graph": concrete.graph,
        "Plan": concrete.plan,
    }
    for title, text in stages.items():
        print(f"\n{title}\n{'-' * len(title)}\n{str(text).rstrip()}")


if __name__ == "__main__":
    main()
