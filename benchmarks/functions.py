"""The functions that are timed, as a user would write them."""

import numpy as np


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


def weighted(x, y):
    return x * y + x


def weighted_five(a, b, c, d, e):
    return a * b + c * d - e


def weighted_dict(table):
    return table["x"] * table["y"] + table["x"]


def greatest_common_divisor(a, b):
    while b:
        a, b = b, a % b
    return a


def product_by_loops(a, b):
    c = np.zeros((a.shape[0], b.shape[1]))
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total
    return c


def place_of(x, value):
    low, high = 0, len(x)
    while low < high:
        middle = (low + high) // 2
        if x[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


def common_length(a, b):
    length = np.zeros((len(a) + 1, len(b) + 1), dtype=np.int64)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                length[i, j] = length[i - 1, j - 1] + 1
            else:
                length[i, j] = max(length[i - 1, j], length[i, j - 1])
    return length[-1, -1]


def mandelbrot(width, height, limit):
    counts = np.zeros((height, width), dtype=np.int64)
    for j in range(height):
        for i in range(width):
            re, im = -2.0 + 3.0 * i / width, -1.0 + 2.0 * j / height
            x, y, k = 0.0, 0.0, 0
            while k < limit and x * x + y * y < 4.0:
                x, y = x * x - y * y + re, 2.0 * x * y + im
                k += 1
            counts[j, i] = k
    return counts


def mandelbrot_of_arrays(re, im, limit):
    x, y = np.zeros_like(re), np.zeros_like(im)
    counts = np.zeros(re.shape, dtype=np.int64)
    for _ in range(limit):
        inside = x * x + y * y < 4.0
        new_x, new_y = x * x - y * y + re, 2.0 * x * y + im
        x, y = np.where(inside, new_x, x), np.where(inside, new_y, y)
        counts += inside
    return counts


def shortest_paths(distances):
    found = distances.copy()
    count = len(found)
    for k in range(count):
        for i in range(count):
            for j in range(count):
                way = found[i, k] + found[k, j]
                if way < found[i, j]:
                    found[i, j] = way
    return found


def appended(count):
    halves = []
    for i in range(count):
        halves.append(i * 0.5)  # noqa: PERF401 - the subject
    total = 0.0
    for value in halves:
        total += value
    return total


def gelu(x):
    return 0.5 * x * (1.0 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def option_price(price, strike, years, rate, volatility):
    spread = volatility * np.sqrt(years)
    first = (
        np.log(price / strike) + (rate + volatility * volatility / 2) * years
    ) / spread
    second = first - spread
    likely = 1 / (1 + np.exp(-1.702 * first))
    certain = 1 / (1 + np.exp(-1.702 * second))
    return price * likely - strike * np.exp(-rate * years) * certain


def exponential(x):
    return np.exp(x) * 0.5


def logarithm(x):
    return np.log(x) * 0.5


def sine(x):
    return np.sin(x) * 0.5


def cosine(x):
    return np.cos(x) * 0.5


def tangent(x):
    return np.tanh(x) * 0.5


ELEMENTARY = (exponential, logarithm, sine, cosine, tangent)
