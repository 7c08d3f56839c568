"""Generator expressions whose elements hold their names: generators and lambdas."""

from itertools import chain

from tests.corpus.case import adding_to, floats, ints

CASES = []
add = adding_to(CASES)

SOME = ([1, 2, 3], [2, 1], [3], [], ints(1, 2, 3), ints(2, 1), ints(5))


class Held:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


@add(*SOME, ((3, 1),))
def chained(x):
    return list(chain.from_iterable(((u, k) for k in range(u)) for u in x))


@add(ints(0, 2, 1, 0), ints(3, 0), floats(1), ints())
def chained_over_what_the_run_finds(x):
    found = [(i, int(v)) for i, v in enumerate(x) if v > 0]
    return [*chain.from_iterable(((i, v) for _ in range(v)) for i, v in found)]


@add(*SOME)
def taken_in_turn(x):
    return [list(inner) for inner in ((u * k for k in range(2)) for u in x)]


@add(*SOME)
def taken_when_all_are_there(x):
    return [list(inner) for inner in list((u * k for k in range(2)) for u in x)]


@add(*SOME)
def functions_taken_when_all_are_there(x):
    return [function(2) for function in list((lambda k: u * k) for u in x)]


@add(*SOME)
def with_tests_of_both(x):
    return [sum(inner) for inner in ((u + w for w in x if w > u) for u in x if u > 1)]


@add(*SOME)
def that_ends_early(x):
    for inner in ((k for k in range(int(u))) for u in x):
        for k in inner:
            if k > 1:
                return k
    return None


@add(*SOME)
def whose_end_moves(x):
    end, found = 0, []
    for inner in ((u for _ in range(end)) for u in x):
        end += 1
        found.append(list(inner))
    return found


@add(*((Held(items),) for items in SOME))
def over_an_object(held):
    return [sum(inner) for inner in ((u * k for k in range(3)) for u in held)]


@add([1, 2], ints(1, 2, 3), [])
def handed_on(x):
    return [list(inner) for inner in given(((u * k for k in range(2)) for u in x))]


def given(generators):
    yield from generators
