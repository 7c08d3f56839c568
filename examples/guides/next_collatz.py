"""A signature traces once, and says clearly what does not fit."""

import numpy as np

import autograph as ag


@ag.function(input_signature=(ag.TensorSpec((None,), np.int64),))
def next_collatz(x):
    print("Tracing with", ag.spec_of(x))
    return np.where(x % 2 == 0, x // 2, 3 * x + 1)


def main():
    print(next_collatz(np.array([1, 2])))
    print(next_collatz(np.array([3, 4, 5])))
    try:
        next_collatz(np.array([[1, 2], [3, 4]]))
    except ValueError as error:
        print(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
