"""What decorators and iterators of Python's library make of the user's own code."""

import itertools
from collections import defaultdict
from functools import total_ordering, wraps

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
COUNTS = 2, i64(3), i64(0)
Row = list[int]


@total_ordering
class Version:
    def __init__(self, major, minor):
        self.major, self.minor = major, minor

    def _key(self):
        return self.major, self.minor

    def __eq__(self, other):
        return isinstance(other, Version) and self._key() == other._key()

    def __lt__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self._key() < other._key()


def versions(n):
    return [Version(k * n % 3, k) for k in range(4)]


@add(*[lambda n=n: (versions(n), n) for n in COUNTS])
def ordered_by_one_method(found, n):
    best = found[0]
    for each in found:
        if each >= best:
            best = each
    one = Version(n, 1)
    return best._key(), max(found)._key(), one > found[0], one <= best


@add(*[lambda n=n: (versions(n), n) for n in COUNTS])
def ordered_beside_sums(found, n):
    sums = [sum(o.minor for o in found if o is not each) for each in found]
    return sums, max(found).minor, sum(each.major for each in found)


@add(*COUNTS)
def not_ordered_with_numbers(n):
    try:
        return Version(n, 1) > n
    except TypeError as error:
        return str(error)


def logged(function):
    @wraps(function)
    def inner(*arguments):
        return function(*arguments)

    return inner


class Adder:
    def __init__(self, by):
        self.by = by

    def add(self, x: float) -> float:
        """Adds."""
        return x + self.by


@add(*COUNTS)
def methods_wrapped(n):
    method = logged(Adder(n).add)
    return method(2), method.__name__, method.__doc__, method.__annotations__


@add(*COUNTS)
def products_of_views(n):
    counts = defaultdict(int)
    for k in range(n):
        counts[k % 2] += k
    known = {1: n, 2: n + 1}
    return [
        a * x + y for (a, x), y in itertools.product(known.items(), counts.values())
    ]


@add(*COUNTS)
def types_of_types(n):
    return list[Row], dict[str, Row], Row((n, 1))


class Results(dict):
    """A dict that is made of whatever a dict is made of."""

    def __init__(self, *given, **named):
        super().__init__(*given, **named)


class Bare(list):
    pass


@add(*COUNTS)
def of_generator_expressions(n):
    results = Results((name, np.zeros(3) + n) for name in ("first", "total"))
    for k in range(n):
        results["first"][k] = k
    return results, type(results), Bare(k * n for k in (1, 2))


class Shared:
    def __new__(cls, *given):
        made = object.__new__(cls)
        made.registry = "shared"
        return made


class Quantity(Shared):
    def __new__(cls, value):
        made = Shared().__new__(cls)
        made.value = value
        return made


@add(*COUNTS)
def made_by_the_method_of_an_instance(n):
    quantity = Quantity(n)
    return quantity.value, quantity.registry, type(quantity)
