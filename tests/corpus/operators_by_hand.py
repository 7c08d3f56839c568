"""Special methods of containers, called by their names or by their classes."""

import math
from collections import OrderedDict, UserDict, deque

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Held:
    """An object with a list."""

    def __init__(self):
        self.items = [0.5]


LISTS = (([1, 2],), ([1.5],), ([],), ([(1, 2)],))


@add(*LISTS)
def list_beside_one_that_arrives(items):
    made = [1, 2]
    return made.__add__(items), made.__eq__(items), made.__ne__(items)


@add(([1, 2],), ([0],), (["a"],), raises=TypeError)
def list_ordered_by_hand(items):
    return [1, 2].__lt__(items), [1, 2].__ge__(items)


@add(({1: 2.0},), ({},), (OrderedDict(a=1),), ([1],))
def dict_beside_one_that_arrives(table):
    made = {1: 0, 2: 5}
    return made.__or__(table), made.__ror__(table), made.__eq__(table)


@add(({1, 3},), (set(),), (frozenset([2]),), ([1],))
def set_beside_one_that_arrives(items):
    made = {1, 2}
    return made.__or__(items), made.__and__(items), made.__rsub__(items)


@add(({1, 3},), ([1, 3],), (deque([2]),), (OrderedDict(a=1),), lambda: ({1: 2}.keys(),))
def frozen_set_beside_one_that_arrives(items):
    made = frozenset([1, 2])
    return made.union(items), made.issubset(items), made.__or__(items)


@add(
    lambda: ((v for v in (1, 2)),),
    lambda: (iter([1]),),
    lambda: (deque([1, 2]),),
    lambda: (Held(),),
    raises=TypeError,
)
def item_deleted(items):
    del items[0]
    return len(items)


@add((i64(0), floats(1, 2)), (i64(1), floats()))
def changed_by_its_class(k, x):
    items, table, names = [1, 2, 3], {"a": 1}, {1}
    list.__setitem__(items, 0, x)
    list.__delitem__(items, k)
    list.__iadd__(items, x)
    dict.__setitem__(table, "b", k)
    dict.__delitem__(table, "a")
    set.__ior__(names, {2, 3})
    return items, table, names


@add((i64(3),), (i64(0),))
def changed_by_its_class_on_one_path(n):
    items, table = [1, 2], {}
    if n > 1:
        list.__setitem__(items, 0, n)
    for k in range(n):
        list.__iadd__(items, [k])
        type(table).__setitem__(table, "k", k)
    return items, table


@add((i64(3), {"b": 1}, floats(1, 2), deque([1])))
def arriving_ones_changed_by_their_classes(n, table, x, line):
    dict.__setitem__(table, "a", n)
    dict.__delitem__(table, "b")
    np.ndarray.__setitem__(x, 0, n)
    deque.__setitem__(line, 0, n)
    return x + 1


@add(([1, 2], floats(1, 5)), (["a"], ints(1)), ([], ints()))
def looked_for_by_name(items, x):
    known = range(1, 4)
    return (
        list(filter(items.__contains__, x)),
        [*map(known.__contains__, x)],
        [known.count(v) for v in x],
    )


@add((i64(2),), (2,), (i64(7),), (1.5,), raises=(IndexError, TypeError))
def places_in_a_range(k):
    return range(1, 8, 2).__getitem__(k), range(5).index(k)


@add(((3, 1, 2), i64(0)), ([3, 1, 2], i64(0)), ("cab", i64(0)), raises=TypeError)
def swapped(items, k):
    if items[k] > items[k + 1]:
        items[k], items[k + 1] = items[k + 1], items[k]
    return items


@add((math.inf,), (1.5,), (2.5,), raises=OverflowError)
def rounded_by_its_class(x):
    return type(x).__floor__(x), float.__trunc__(x)


class Pairs:
    """A mapping by its methods alone."""

    def keys(self):
        return ["a", "b"]

    def __getitem__(self, key):
        return key * 2


class Numbers(dict):
    """A dict of one's own."""


MERGED = (
    lambda: ({"c": f64(1)},),
    lambda: (OrderedDict(a=f64(2)),),
    lambda: (Numbers(a=1),),
    lambda: (UserDict({"b": 3}),),
    lambda: (Pairs(),),
    lambda: ([("a", 1), ("z", 2)],),
    lambda: (deque([("a", 1)]),),
    lambda: (zip("ab", (1, 2), strict=True),),
    lambda: ([1],),
    lambda: (3,),
)


@add(*MERGED, raises=TypeError)
def merged_into_a_dict(more):
    made = {"a": 0}
    made |= more
    return made


@add(*MERGED, raises=TypeError)
def merged_by_update(more):
    made = {"a": 0}
    made.update(more, y=1)
    return made


@add(*[lambda given=given: ({"a": 0}, *given()) for given in MERGED], raises=TypeError)
def merged_into_one_that_arrives(table, more):
    table |= more
    return len(table)


@add(*[lambda given=given: ({"a": 0}, *given()) for given in MERGED], raises=TypeError)
def updated_one_that_arrives(table, more):
    table.update(more)
    return len(table)


@add(
    lambda: (deque([1.5, f64(2)]),),
    lambda: ({1: 2}.keys(),),
    lambda: ((v for v in (1, 2)),),
    lambda: (map(abs, [1, -2]),),
    lambda: (OrderedDict(a=1),),
    lambda: (memoryview(b"ab"),),
    lambda: (3,),
    raises=TypeError,
)
def lists_that_take_what_arrives(more):
    held, made = Held(), [1]
    made += more
    held.items += [*made]
    return held.items, made


def joined(*values, **options):
    if options.get("first"):
        return values[0]
    return values[-1]


@add(([f64(1), f64(2)], [TRUE, FALSE]), ([f64(3)], [FALSE]), ([f64(3)], []))
def keywords_handed_on_in_each_branch(values, flags, **options):
    found = None
    for flag in flags:
        if flag:
            found = joined(*values, **options)
        else:
            found = max(*values, *values, **options)
    return found


@add(([1, 2],), ([],))
def put_by_name(items):
    made, table = [0], {}
    made.__setitem__(0, items)
    made[0].append(1)
    dict.__setitem__(table, "a", items)
    table["a"].append(2)
    return made[0] is items, table["a"] is items, made, table


class Counted:
    """What counts how often it is asked for an item, and may fail."""

    def __init__(self, last):
        self.last, self.asked = last, 0

    def __iter__(self):
        for k in range(3):
            if k == self.last:
                raise ValueError(k)
            self.asked += 1
            yield k, self.asked


class CountedByKey(Counted):
    """The same with keys."""

    def keys(self):
        return ["a", "b"]

    def __getitem__(self, key):
        self.asked += 1
        if key == self.last:
            raise ValueError(key)
        return self.asked


TAKEN = [
    *[lambda last=last: (Counted(last),) for last in (None, 0, 2)],
    *[lambda last=last: (CountedByKey(last),) for last in (None, "a", "b")],
]


@add(*TAKEN)
def asked_and_read_afterwards(more):
    before, made, table = more.asked, {}, {0: 0}
    try:
        made.update(more)
        table |= more
    except ValueError as error:
        return made, str(error), before, more.asked
    return made, table, before, more.asked


@add(*[lambda given=given: ({"z": 0}, *given()) for given in TAKEN])
def arriving_one_filled_and_read_afterwards(table, more):
    try:
        table.update(more)
    except ValueError:
        return table, more.asked
    return len(table), more.asked


@add(*TAKEN[:3])
def list_and_set_filled_in_turn(more):
    items, seen = [0], set()
    try:
        items += more
        seen.update(more)
    except ValueError:
        pass
    return items, sorted(seen), {1}.union(items), more.asked
