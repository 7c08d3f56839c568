"""The four functions of TensorFlow's guide "Introduction to graphs and tf.function"."""

import numpy as np

import autograph as ag


@ag.function
def simple_relu(x):
    if np.greater(x, 0):
        return x
    else:
        return 0


@ag.function
def my_relu(x):
    print("Tracing!")  # once for each signature, as the guide shows
    return np.maximum(0.0, x)


@ag.function
def power(x, y):
    result = np.eye(10, dtype=np.int32)
    for _ in range(y):
        result = np.matmul(x, result)
    return result


@ag.function
def unused_return(x):
    np.take(x, [1])  # fails where x has one element, but nobody needs the result
    return x


@ag.function(strict=True)
def unused_return_strict(x):
    np.take(x, [1])
    return x


def main():
    print("simple_relu:", simple_relu(np.float64(3.5)), simple_relu(np.float64(-3.5)))
    print(ag.to_code(simple_relu))

    for x in (np.float64(5.5), np.array([1.0, -1.0]), np.array([3.0, -3.0])):
        print("my_relu:", my_relu(x))

    matrix = np.random.default_rng(7).integers(-1, 2, (10, 10), dtype=np.int32)
    cubed = power(matrix, np.int64(3))
    print("power:", np.array_equal(cubed, matrix @ matrix @ matrix))

    print("unused_return:", unused_return(np.array([0.0])))
    try:
        unused_return_strict(np.array([0.0]))
    except IndexError as error:
        print("unused_return, strict:", error)


if __name__ == "__main__":
    main()
