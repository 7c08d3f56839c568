"""The functions that are timed, as a user would write them."""

import numpy as np

import autograph as ag


def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def newton(a, tolerance):
    x = np.ones_like(a)
    for _ in range(100):
        move = (x * x * x - a) / (3 * x * x)
        x = x - move
        if np.abs(move).max() < tolerance:
            break
    return x


def heat(plate, rate, steps):
    plate = plate.copy()
    for _ in range(steps):
        around = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]
        plate[1:-1, 1:-1] += rate * (around - 4 * plate[1:-1, 1:-1])
    return plate


def chain_of_12(x, y):
    a = x * y
    b = a + x
    c = b - y
    d = c * 0.5
    e = d * d
    f = e + a
    g = np.sqrt(f * f + 1.0)
    h = g - x
    i = h / 3.0
    return np.abs(i)


def chain_of_24(x, y):
    a = x * y
    b = a + x
    c = b - y
    d = c * 0.5
    e = d * d
    f = e + a
    g = np.sqrt(f * f + 1.0)
    h = g - x
    i = np.abs(h / 3.0)
    j = i * x
    k = j + y
    m = k * 0.25
    n = m - i
    p = n * n
    q = p + 2.0
    r = q / (i + 1.0)
    s = r - x
    t = s * 1.5
    u = np.maximum(t, y)
    return u + a


def item_writes(b):
    a = np.zeros_like(b)
    for i in range(1, len(b)):
        a[i] = a[i - 1] * 0.5 + b[i]
    return a


def matrix_power(matrix, exponent):
    result = np.eye(len(matrix))
    for _ in range(exponent):
        result = result @ matrix
    return result


scale = 2.0


def add_two(x, y):
    return x + y


def scaled(x, y):
    return x + y + scale


def scaled_by(x, y, by):
    return x + y + by


def first_of_five(a, b, c, d, e):
    return a + e


def from_dict(table):
    return table["x"] + table["y"]


class Model:
    """An object whose method reads two attributes."""

    def __init__(self) -> None:
        self.weight = np.ones(3)
        self.bias = 1.0

    def plain(self, x):
        """Weigh an array."""
        return x * self.weight + self.bias

    decorated = ag.function(plain)
