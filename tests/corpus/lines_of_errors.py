"""Errors in expressions that stand on several lines."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Steps:
    """Takes steps, one after the other."""

    def __init__(self, count):
        self.count = count

    def step(self, by, *more, last=0):
        if by > self.count:
            raise ValueError("too far")
        return Steps(self.count - by)


@add((4, 1), (4, 3), (f64(4), f64(3)), (f64(4), f64(5)), raises=ValueError)
def in_a_chain(count, by):
    return (
        Steps(count)  # steps
        .step(by)
        .step(
            by,
            by,
            last=2,
        )
        .count
    )


@add((4, 1), (4, 3), (f64(4), f64(5)), raises=ValueError)
def in_a_chain_with_stars(count, by):
    return (
        Steps(count)  # steps
        .step(*[by])
        .step(by, **{"last": 2})
        .count
    )


@add((4, 1), (4, 3), (f64(4), f64(3)), raises=ValueError)
def in_a_chain_of_a_generator(count, by):
    def counts():
        for each in range(2):
            yield (
                Steps(count)  # steps
                .step(each)
                .step(by)
                .step(by)
                .count
            )

    return list(counts())


@add(1, 7, "a", raises=ValueError)
def in_a_search(x):
    numbers = [1, 2, 3]
    found = numbers.copy().index(  # all
        x,
    )
    return "abc".replace(  # a text
        "a", "b"
    ).index("q"[found:])


@add(floats(1, 2, 3, 4), floats(1, 2, 3), raises=ValueError)
def in_shapes(x):
    return (
        x.copy()  # of all
        .reshape(2, -1)
        .reshape(4)
    )
