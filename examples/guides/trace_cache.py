"""The rules of the trace cache, one by one: which calls share a graph."""

from typing import NamedTuple

import numpy as np

import autograph as ag


class Point(NamedTuple):
    """Two values that go together."""

    x: float
    y: float


class Model:
    """An object with a setting that its method reads."""

    def __init__(self, rate):
        self.rate = rate

    @ag.function
    def scale(self, x):
        """Multiply by the setting."""
        return x * self.rate


def rule(title, function, *calls):
    """Call a function anew, and say how many graphs its calls took."""
    decorated = ag.function(function)
    for arguments in calls:
        decorated(*arguments)
    print(f"{title}: {len(calls)} calls, {decorated.trace_count} traced")


def first(x, *more):
    return x


def branch(x, flag):
    return x if flag else -x


def total(xs):
    return sum(xs)


def main():
    x = np.ones(3)
    print("Arrays count by dtype and shape, not by value.")
    rule("two values", first, (x,), (x + 1,))
    rule("two shapes", first, (x,), (np.ones(4),))
    rule("two dtypes", first, (x,), (x.astype(int),))
    rule("an array and a scalar", first, (np.array(1.0),), (np.float64(1.0),))

    print("Containers count by their structure, and by what is in them.")
    rule("lists of one length", total, ([x, x],), ([x, x + 1],))
    rule("lists of two lengths", total, ([x, x],), ([x, x, x],))
    rule("a tuple and a named tuple", total, ((x, x),), (Point(x, x),))

    print("Python values count by type and value.")
    rule("1 and 2", branch, (x, 1), (x, 2))
    rule("1, 1.0 and True", branch, (x, 1), (x, 1.0), (x, True))
    rule("0.0 and -0.0", branch, (x, 0.0), (x, -0.0))
    rule("five numbers", branch, (x, 1), (x, 2), (x, 3), (x, 4), (x, 5))

    print("Objects count by their class, and by what is read of them.")
    slow, fast = Model(1.0), Model(2.0)
    print(slow.scale(x), fast.scale(x))
    print("traced:", slow.scale.trace_count, "and", fast.scale.trace_count)

    print("Two functions never share.")
    left, right = ag.function(first), ag.function(first)
    left(x)
    right(x)
    print("traced:", left.trace_count, "and", right.trace_count)


if __name__ == "__main__":
    main()
