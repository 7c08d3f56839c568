"""The same code as a graph and eagerly: what a `print` tells of it."""

import numpy as np

import autograph as ag


@ag.function
def get_mse(y_true, y_pred):
    print("Calculating MSE!")
    squares = np.power(y_true - y_pred, 2)
    return np.mean(squares)


def main():
    y_true = np.array([2, 0, 7, 2, 3])
    y_pred = np.array([9, 9, 1, 1, 5])

    print("As a graph, three times:")
    for _ in range(3):
        error = get_mse(y_true, y_pred)
    print(error)

    print("Eagerly, three times:")
    ag.run_functions_eagerly(True)
    for _ in range(3):
        error = get_mse(y_true, y_pred)
    ag.run_functions_eagerly(False)
    print(error)

    print("Eagerly for one block:")
    with ag.eager():
        error = get_mse(y_true, y_pred)
    print(error)


if __name__ == "__main__":
    main()
