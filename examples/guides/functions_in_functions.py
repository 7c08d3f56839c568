"""A decorated function is used like an operation, also within another one."""

import numpy as np

import autograph as ag


@ag.function
def add(a, b):
    return a + b


@ag.function
def dense_layer(x, w, b):
    return add(np.matmul(x, w), b)


def main():
    print(add(np.ones((2, 2)), np.ones((2, 2))))
    print(dense_layer(np.ones((3, 2)), np.ones((2, 2)), np.ones(2)))

    print("One graph holds both functions:")
    arguments = np.ones((3, 2)), np.ones((2, 2)), np.ones(2)
    print(dense_layer.get_concrete_function(*arguments).graph)


if __name__ == "__main__":
    main()
