"""Objects whose special methods change them: what is read behind a builtin."""

import bisect
import heapq
import itertools
import math
import operator

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Meter:
    """Counts whatever is asked of it, and says the count among its answers."""

    def __init__(self, value, log):
        self.value = value
        self.count = 0
        self.log = log

    def note(self, name):
        self.count += 1
        self.log.append((name, self.count))
        if self.value < 0 and self.count == 3:
            raise ArithmeticError(name)

    def __getattr__(self, name):
        if name not in ("first", "second"):
            raise AttributeError(name)
        self.note(name)
        return self.count

    def __float__(self):
        self.note("float")
        return self.value + self.count

    def __index__(self):
        self.note("index")
        return self.count

    def __bool__(self):
        self.note("bool")
        return self.count % 2 == 1

    def __hash__(self):
        self.note("hash")
        return 7

    def __eq__(self, other):
        self.note("eq")
        return self.value == getattr(other, "value", other)

    def __lt__(self, other):
        self.note("lt")
        return self.value < getattr(other, "value", other)

    def __radd__(self, other):
        self.note("radd")
        return other + self.value * self.count

    def __mod__(self, other):
        self.note("mod")
        return self.count

    def __format__(self, spec):
        self.note("format")
        return f"<{self.count}>"

    def __iter__(self):
        self.note("iter")
        yield self.value
        self.note("next")
        yield self.count


def meters(*values):
    """Return sets of a meter, a list of it and another, their log, and a number."""
    return [
        lambda value=value, k=k: given(value, k)
        for value in values
        for k in (np.int64(1), np.int64(0), 2)
    ]


def given(value, k):
    log = []
    one, other = Meter(value, log), Meter(value + 1, log)
    return one, [one, other], log, k


METERS = meters(2.0, -1.5)


def chosen(meter, log, k):
    return Meter(3.0, log) if k > 0 else meter


@add(*METERS, raises="ArithmeticError")
def numbers_of_one(meter, items, log, k):
    first = float(meter), meter.count, len(log)
    return first, meter % 3, meter.count, math.sqrt(abs(float(meter))), meter.count


@add(*METERS, raises="ArithmeticError")
def numbers_of_a_chosen_one(meter, items, log, k):
    one = chosen(meter, log, k)
    float(one)
    before = one.count
    total = float(one) + one % 2
    return total, before, one.count, f"{one} {one}", one.count, len(log)


@add(*METERS)
def truth_of_a_chosen_one(meter, items, log, k):
    one = chosen(meter, log, k)
    seen = [one.count]
    if one:
        seen.append(one.count)
    seen.append(not one)
    return seen, one.count


@add(*METERS, raises="ArithmeticError")
def places_of_a_slice(meter, items, log, k):
    numbers = [1, 2, 3, 4, 5]
    array = np.arange(6)
    rest = numbers[meter:], array[meter:]
    before = meter.count
    numbers[meter:] = [k]
    return rest, before, numbers, meter.count, list(itertools.islice("abc", meter))


@add(*METERS)
def least_of_a_list(meter, items, log, k):
    before = meter.count, items[1].count
    least = min(items)
    between = meter.count, items[1].count
    items.sort()
    return before, between, least.value, meter.count, items[1].count, len(log)


@add(*METERS)
def sums_of_a_list(meter, items, log, k):
    total = sum(items, 1)
    return total, meter.count, math.fsum(items), meter.count, items[1].count


@add(*METERS)
def quantified(meter, items, log, k):
    if k > 0:
        return any(items), meter.count, all(items), items[1].count
    return all([meter, *items]), meter.count


@add(*METERS, raises="ArithmeticError")
def looked_for(meter, items, log, k):
    found = 3.0 in items, meter.count
    try:
        place = items.index(k)
    except ValueError:
        place = -1
    return found, place, meter.count, (meter, k).count(9), meter.count, len(log)


@add(*METERS, raises="ArithmeticError")
def compared_by_functions(meter, items, log, k):
    same = operator.eq([meter, k], [items[1], k])
    return same, meter.count, operator.lt((meter, 1), (items[1], 0)), meter.count


@add(*METERS, raises="ArithmeticError")
def kept_as_keys(meter, items, log, k):
    table = {meter: k}
    first = meter.count
    table.pop(meter, None)
    names = {*items}
    return first, meter.count, len(names), items[1].count, len(log)


@add(*METERS, raises="ArithmeticError")
def items_of_one(meter, items, log, k):
    array = np.fromiter(meter, float)
    before = meter.count
    first, second = meter
    return array, before, first, second, meter.count


@add(*METERS, raises="ArithmeticError")
def asked_for_names(meter, items, log, k):
    first = meter.first, meter.count
    float(meter)
    return first, meter.first, meter.count, hasattr(meter, "second"), meter.count


@add(*METERS)
def ordered_in_c(meter, items, log, k):
    heapq.heapify(items)
    before = meter.count
    bisect.insort(items, Meter(k, log))
    return before, meter.count, [each.value for each in items], len(log)


@add(*METERS)
def in_a_loop(meter, items, log, k):
    total = 0.0
    for turn in range(2):
        if turn <= k:
            total = total + float(meter) + meter.count
        total += min(items).count
    return total, meter.count, len(log)


class Truth:
    """Says what Python does not take for a truth."""

    def __init__(self, value):
        self.value = value

    def __bool__(self):
        return self.value


@add(lambda: (Truth(np.True_),), lambda: (Truth(3),), raises="TypeError")
def truth_that_is_none(one):
    bool(one)
    return 1
