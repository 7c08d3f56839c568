"""Tracing, counted by a side effect of Python's."""

import numpy as np

import autograph as ag


@ag.function
def a_function_with_python_side_effect(x):
    print("Tracing!")  # runs while tracing, and only then
    return x * x + 2


def main():
    print("NumPy numbers of one type share a graph:")
    print(a_function_with_python_side_effect(np.int64(2)))
    print(a_function_with_python_side_effect(np.int64(3)))

    print("Python numbers are part of the graph, each value of its own:")
    print(a_function_with_python_side_effect(2))
    print(a_function_with_python_side_effect(3))

    print("until a third value shows that the number changes:")
    for x in (4, 5, 6):
        print(a_function_with_python_side_effect(x))


if __name__ == "__main__":
    main()
