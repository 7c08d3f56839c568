"""`next` of a generator expression: the first item for which something holds."""

from __future__ import annotations

from tests.corpus.case import adding_to, f64, i64

CASES: list = []
add = adding_to(CASES)

STATES = [
    ({"a": {1}, "b": {1, 2}, "c": {1, 2, 3}},),
    ({"a": {1}, "b": {2}, "c": {3}},),
    ({},),
]


def first(items, default=None):
    try:
        return items[0]
    except IndexError:
        return default
    except TypeError:
        return next(iter(items), default)


@add(*STATES)
def key_of_several(state):
    return (
        next((key for key in state if len(state[key]) > 1), None),
        next((key for key, held in state.items() if len(held) > 1), None),
        next((held for held in state.values() if len(held) > 1), None),
        first(key for key in state if len(state[key]) > 2),
        next((key for key in "abc" if len(state.get(key, ())) > 1), "d"),
    )


@add(*STATES)
def pair_of_keys(state):
    pairs = (one + two for one in state for two in state if state[one] & state[two])
    return next(pairs, None), next(pairs, None), list(pairs)


@add(*STATES[:2], *[(STATES[2][0], "b")], raises=StopIteration)
def key_of_many(state, *more):
    return next(key for key in state if len(state[key]) > len(more) + 2)


@add(*STATES)
def keys_left(state):
    keys = iter(state)
    return next((key for key in keys if len(state[key]) > 1), None), list(keys)


def divides_in_turn(pirates, coconuts):
    for _ in range(pirates):
        coconuts -= 1
        if coconuts % pirates != 0:
            return False
        coconuts -= coconuts // pirates
    return coconuts % pirates == 0


@add(5, 6, i64(5))
def coconuts_of_a_story(pirates):
    piles = range(1, 10**9, pirates)
    return next(pile for pile in piles if divides_in_turn(pirates, pile))


class Counted(dict):
    count = 0

    def __iter__(self):
        self.count += 1
        return super().__iter__()


@add((Counted(a=1, b=2), f64(1.5)), (Counted(), 2))
def iterations_counted(items, least):
    return next((key for key in items if items[key] > least), None), items.count


@add(({1, 2, 3}, f64(1.5)), (frozenset([1, 2]), f64(1.5)), (set(), 2))
def item_of_a_set(items, least):
    return next((item for item in items if item > least), None)


@add(
    (frozenset(range(40)), {number: number * 2 for number in range(50)}, 45),
    (dict.fromkeys(range(40), 1), {number: number * 0.5 for number in range(50)}, 45),
)
def sums_over_many_keys(states, areas, count):
    total = 0
    for number in range(count):
        areas[number] = number
        total += sum(areas[state] for state in states)
    return total
