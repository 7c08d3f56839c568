"""StopIteration out of generators, which is an error, and of functions of `map`."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
GIVEN = ([1, 2], 5), (floats(1, 2), 5), (floats(1, 2, 3), 2)
COUNTED = ([1, 2], i64(5)), (floats(1, 2), i64(5)), (floats(1, 2, 3), i64(1))


def take(it, n):
    for _ in range(n):
        yield next(it)


@add(*GIVEN, *COUNTED, raises=RuntimeError)
def list_of_a_generator(xs, n):
    return list(take(iter(xs), n))


@add(*GIVEN, *COUNTED, raises=RuntimeError)
def sum_of_a_generator_made_here(xs, n):
    it = iter(xs)

    def taken():
        for _ in range(n):
            yield next(it)

    return sum(taken())


@add(*GIVEN, *COUNTED, raises=RuntimeError)
def generator_expression(xs, n):
    it = iter(xs)
    return list(next(it) for _ in range(n))


@add(*GIVEN, *COUNTED, raises=StopIteration)
def comprehension(xs, n):
    it = iter(xs)
    return [next(it) for _ in range(n)]


@add(*GIVEN, *COUNTED)
def function_of_map(xs, n):
    it = iter(xs)
    return list(map(lambda k: next(it) + k, range(n)))


@add(*GIVEN, *COUNTED)
def loop_over_map(xs, n):
    it, total = iter(xs), 0
    for v in map(lambda k: next(it) + k, range(n)):
        total += v
    return total


@add(*GIVEN, *COUNTED)
def caught_in_the_generator(xs, n):
    it = iter(xs)

    def taken():
        for _ in range(n):
            try:
                yield next(it)
            except StopIteration:
                return

    return list(taken())
