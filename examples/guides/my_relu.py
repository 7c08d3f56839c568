"""Polymorphism: a graph for each signature, and the signatures in a list."""

import numpy as np

import autograph as ag


@ag.function
def my_relu(x):
    print("Tracing!")
    return np.maximum(0.0, x)


def main():
    print(my_relu(np.float32(5.5)))
    print(my_relu([1, -1]))
    print(my_relu(np.array([3.0, -3.0], np.float32)))

    print("These two fit graphs that exist:")
    print(my_relu(np.float32(-2.5)))
    print(my_relu(np.array([-1.0, 1.0], np.float32)))

    print(f"The {my_relu.trace_count} signatures:")
    print(my_relu.pretty_printed_concrete_signatures())


if __name__ == "__main__":
    main()
