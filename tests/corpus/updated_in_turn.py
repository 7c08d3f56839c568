"""Dicts and sets updated by generators, whose items may look at them."""

import itertools

from tests.corpus.case import adding_to, f64, floats

CASES = []
add = adding_to(CASES)

X = floats(1, 5, 3, 2)
SETS = ((X, f64(1.5)), ([1.0, 5.0, 3.0, 2.0], f64(1.5)), (floats(), f64(1)), (X, 9.0))


@add(*SETS)
def while_its_set_is_small(x, t):
    found = set()
    found.update(v for v in x if len(found) < 2 and v > t)
    return sorted(found)


@add(*SETS)
def with_keys_that_are_new(x, t):
    found = {1.0: 0}
    found.update((v, len(found)) for v in x for v in (v, v % 2) if v not in found)
    return found, t


@add(*SETS)
def updates_of_each_turn(x, t):
    found, last = set(), {}
    for k, low in enumerate(x):
        found.update((k, v) for v in x if v > low)
        last.update((v, k) for v in x if v > t)
    return sorted(found), last


@add(*SETS)
def update_that_fails_in_between(x, t):
    found, numbers = {}, set()
    try:
        found.update((v, [0, 1, 2, 3][int(v)]) for v in x if v > t)
    except IndexError as error:
        found[-1.0] = str(error)
    try:
        numbers.update(10 / (v - 3) if v == 3 else v for v in map(float, x))
    except ZeroDivisionError:
        numbers.add(-1.0)
    return found, sorted(numbers)


@add(*SETS)
def update_by_what_is_no_pair(x, t):
    found = {}
    try:
        found.update((v, t, v) if v > 3 else (v, t) for v in x)
    except ValueError as error:
        return found, str(error)
    return found


@add(*SETS)
def update_without_hash(x, t):
    found = set()
    try:
        found.update([v] if v > 2 else v for v in x if v > t)
    except TypeError as error:
        return sorted(found), str(error)
    return sorted(found)


@add(*SETS)
def updates_that_tell(x, t):
    found, log = {}, []

    def told(v):
        log.append((v, len(found)))
        return v

    given = found.update(((told(v), told(-v)) for v in x if v > t), last=t)
    return found, log, given


def pairs_above(x, t):
    print("begin", t)
    for v in x:
        if v > t:
            yield v, t
    print("end", t)


@add(*SETS[:3])
def updates_by_generators(x, t):
    print(t + 1)
    found, several = {}, set()
    found.update(pairs_above(x, t))
    several.update(pairs_above(x, t), [(0.0, t)], pairs_above(x, t + 1))
    return found, sorted(several)


@add(*SETS)
def update_that_goes_on_behind(x, t):
    above = (v for v in x if v > t)
    found = set()
    found.update(itertools.takewhile(lambda v: v > 4, above))
    return sorted(found), list(above)


@add(
    ({}, [1.0, 5.0, 3.0], f64(2)),
    ({1.0: 2.0}, X, f64(2)),
    ({float(k): 1 for k in range(99)}, X, f64(2)),
)
def update_of_the_callers(given, x, t):
    given.update((v, v * t) for v in x if v > t)
    return len(given)


@add(*SETS)
def sets_of_sets(x, t):
    found, log = set(), []
    for v in x:
        found.add(v)

    def told(v):
        log.append((v, len(found)))
        return v

    both = found.union((told(v + 1) for v in x if v > t), [t])
    common = found.intersection(told(v) for v in x if v > t)
    rest = found.difference((v for v in x if v > t), (v for v in x if v < 2))
    one = found.symmetric_difference(told(v) + 1 for v in x)
    try:
        found.union([told(v)] if v > 2 else told(v) for v in x)
    except TypeError as error:
        log.append(str(error))
    within = found.issubset(v for v in x if v > t)
    return sorted(both), sorted(common), sorted(rest), sorted(one), within, log


@add(*SETS, raises=TypeError)
def update_with_too_many_arguments(x, t):
    found = {}
    for v in x:
        found[v] = t
    found.update(((v, v) for v in x if v > t), found)
    return found


def while_many(held):
    for v in (1.0, 2.0, 3.0):
        if len(held) > 2:
            yield v


def above_and_below(x, t):
    yield t
    for v in x:
        yield v + t
    yield 1.0


@add(*SETS)
def taken_out_in_turn(x, t):
    known, made = {1.0, 2.0, 3.0, 4.0}, set()
    known.difference_update(v for v in (1.0, 2.0, 3.0) if len(known) > 2)
    other = {1.0, 2.0, 3.0, 4.0}
    other.difference_update(while_many(other), [4.0])
    for v in x:
        made.add(v)
    made.difference_update(v for v in x if len(made) > 2)
    return sorted(known), sorted(other), sorted(made), t


@add(*SETS)
def sets_and_what_generators_give(x, t):
    put, taken = {1.0, 2.0}, {1.0, 2.0, 3.0, 4.0}
    put.update(above_and_below(x, t), [3.0])
    taken.difference_update(above_and_below(x[:1], t), above_and_below(x, t + 1))
    try:
        taken.difference_update({v} for v in x)
    except TypeError as error:
        return sorted(put), sorted(taken), str(error)
    return sorted(put), sorted(taken)


@add(*SETS)
def updates_that_take_no_such_arguments(x, t):
    found, log = set(), []
    try:
        found.update((log.append(v) for v in x if v > t), last=t)
    except TypeError as error:
        log.append(str(error))
    try:
        {}.update(((v, log.append(v)) for v in x if v > t), t)
    except TypeError as error:
        log.append(str(error))
    return sorted(found), log
