"""Non-strict execution: work that nobody needs is not done, and cannot fail."""

import numpy as np

import autograph as ag


def unused_return_eager(x):
    np.take(x, [1])  # fails where x has one element
    return x


@ag.function
def unused_return_graph(x):
    np.take(x, [1])
    return x


@ag.function(strict=True)
def unused_return_strict(x):
    np.take(x, [1])
    return x


def attempt(function, x):
    try:
        print(function(x))
    except IndexError as error:
        print(f"{type(error).__name__}: {error}")


def main():
    x = np.array([0.0])
    print("In plain Python:")
    attempt(unused_return_eager, x)
    print("As a graph:")
    attempt(unused_return_graph, x)
    print("As a strict graph:")
    attempt(unused_return_strict, x)

    print("What the graph leaves out:")
    for dropped in unused_return_graph.get_concrete_function(x).pruned:
        print("-", dropped.operation, "of line", dropped.line)


if __name__ == "__main__":
    main()
