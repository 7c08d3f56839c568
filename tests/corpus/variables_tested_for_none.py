"""Variables that inner functions assign where a test has found that they are not None."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
VALUES = (
    (floats(3, 1, 2, 5, 0.5, 4), f64(0.7)),
    (floats(3, 1, 2, 5, 0.5, 4), f64(2.5)),
    (floats(1, 2), f64(9)),
    (floats(), f64(1)),
)


class Node:
    def __init__(self, value, rest):
        self.value = value
        self.rest = rest


@add(*VALUES)
def walked(x, k):
    node = None
    for v in x:
        if v > k:
            node = Node(v, node)
    count, total = 0, 0.0

    def step():
        nonlocal node, total
        total += node.value
        node = node.rest

    while node is not None:
        count += 1
        step()
    return count, total


@add(*VALUES)
def walked_by_one_made_in_the_loop(x, k):
    node = None
    for v in x:
        if v > k:
            node = Node(v, node)
    count = 0
    while node is not None:
        count += 1

        def step():
            nonlocal node
            node = node.rest

        step()
    return count


@add(*VALUES)
def stepped_twice(x, k):
    node = None
    for v in x:
        if v > k:
            node = Node(v, node)
    n = 0

    def step():
        nonlocal node, n
        n += node.value
        node = node.rest

    if node is not None:
        step()
    if node is not None:
        step()
        n += 100
    else:
        n -= 1
    return n, node is None


@add(*VALUES)
def greatest(x, k):
    best = None

    def keep(v):
        nonlocal best
        best = v if best is None else max(best, v)

    for v in x:
        if v > k:
            keep(v)
    return best


@add(*VALUES)
def differences(x, k):
    last, found = None, []

    def put(v):
        nonlocal last
        if last is not None:
            found.append(v - last)
            last = v * 2
        else:
            last = v

    for v in x:
        if v > k:
            put(v)
    return found, last


@add(*VALUES)
def shrunk(x, k):
    current, n = None, 0
    for v in x:
        if current is None:
            current = v
        else:

            def shrink():
                nonlocal current
                current = current - k
                if current < 0:
                    current = None

            shrink()
            n += 1
    return current, n


@add(*VALUES)
def reset(x, k):
    held, seen = None, 0

    def forget():
        nonlocal held
        held = None

    for v in x:
        if held is not None:
            seen += 1
            if held > v * k:
                forget()
        else:
            held = v
    return held, seen
