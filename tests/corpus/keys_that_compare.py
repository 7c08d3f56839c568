"""Keys of dicts whose comparison does more than compare."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Noting:
    """A key that notes when it is compared."""

    def __init__(self, number, seen):
        self.number = number
        self.seen = seen

    def __hash__(self):
        return 7

    def __eq__(self, other):
        self.seen.append(self.number)
        return self.number == other.number


def table():
    seen = []
    return {Noting(1, seen): 1.5, Noting(2, seen): 2.5}, Noting(2, seen), seen


ARGUMENTS = (
    lambda: (*table(), floats(1, 2, 3)),
    lambda: (*table(), ints(1, 5)),
    lambda: (*table(), [0.5, 3.5]),
)


@add(*ARGUMENTS)
def read_in_a_branch(d, key, seen, xs):
    total = 0.0
    for x in xs:
        if x > 1.5:
            total = total + d[key]
    return total, seen


@add(*ARGUMENTS)
def written_in_a_branch(d, key, seen, xs):
    total = 0.0
    for x in xs:
        total = total + x
        if x > 1.5:
            d[key] = total
    return total, len(d), seen


@add(*ARGUMENTS)
def looked_for(d, key, seen, xs):
    if key in d:
        d[key, 1] = xs[0]
    return d[key, 1], seen


@add(*ARGUMENTS)
def found_by_get(d, key, seen, xs):
    return d.get(key, 0.0) * xs[1], d.get((key, key)), seen


@add(*ARGUMENTS)
def keys_of_dicts_made_here(d, key, seen, xs):
    made = {}
    for each in list(d):
        made[each] = xs[0]
    return made[key], Noting(3, seen) in made, len({key, *d}), seen


EQUAL = ({1: 2, 0.0: 3}, {1.0: 2, 0: 3}, {True: 2, -0.0: 3}, {i64(1): 2, False: 3})


@add(*EQUAL, {(1, 2): 3}, {(1.0, 2): 3}, core=True)
def classes_of_equal_keys(d):
    return list(d), [type(key) for key in d], {key: item + 1 for key, item in d.items()}


@add(
    *(frozenset(d) for d in EQUAL),
    *(range(0), range(5, 5), range(0, 3, 2), range(0, 4, 2)),
    core=True,
)
def equal_values_that_never_change(values):
    return [type(one) for one in values], repr(values), len(values)


@add(slice(1, 2), slice(1.0, 2), slice(True, 2), core=True)
def equal_slices(given):
    return given.start, given.stop, type(given.start), given


@add((i64(3), 1), (i64(4), 2), (3.0, 1), (f64(1), 1), (5, 5), (7, 1))
def number_among_pairs(number, one):
    pairs = set()
    for pair in [(1, 2), (3, 4)]:
        pairs.add(pair)
    names = {(one, 1): "pair", 4: "number"}
    return number in pairs, number in names, names.get(number), number not in {(1, 2)}
