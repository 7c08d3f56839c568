"""Bare objects as marks for what is missing, and views of dicts that leave."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

COUNTS = [(1,), (0,), (3,), (4,), (2,)]


def shown(view):
    """Return what a view is and holds; two views are not compared by themselves."""
    return type(view).__name__, list(view)


@add(*[(x,) for x in ([1, 1, 2], [1.0, 1, 3], (2, 2))], floats(1, 1, 2), ints(3, 3))
def without_repeats(x):
    last = object()
    kept = []
    for v in x:
        if v != last:
            kept.append(v)
        last = v
    return kept


@add(floats(0, 2, 1), ([3, 1],), ([],), ([0.5, 2, 3],))
def mark_in_a_list(x):
    missing = object()
    found = [missing if v > 1 else v for v in x]
    return [None if v is missing else v for v in found], missing in found


@add(*COUNTS)
def marks_told_apart(n):
    first, second = object(), object()
    either = first if n > 0 else second
    return (
        first is second,
        first == second,
        first != second,
        either is first,
        either == second,
        isinstance(either, object),
        type(first).__name__,
        hash(first) == hash(first),
        bool(first),
    )


@add(*COUNTS, raises="IndexError")
def marks_in_a_comprehension(n):
    marks = [object() for _ in range(3)]
    one = marks[n]
    return one is marks[0], marks.index(one), {marks[0]: 1, marks[1]: 2}.get(one, 3)


@add(*COUNTS)
def mark_as_a_key(n):
    counts, key = {}, object()
    counts[key] = n
    for i in range(n):
        counts[key] += i
    return counts[key], len(counts), key in counts


@add(*COUNTS)
def mark_made_in_a_branch(n):
    marks = []
    for i in range(n):
        if i % 2:
            marks.append(object())
    return len(marks), len(set(marks)), marks[:1] == marks[1:2]


class Holder:
    pass


@add(*COUNTS)
def mark_as_an_attribute(n):
    holder = Holder()
    holder.mark = object()
    holder.items = {"a": n}.items()
    return holder.mark is holder.mark, shown(holder.items)


@add((1,), raises="TypeError")
def object_with_an_argument(n):
    return object(n)


@add(*COUNTS)
def views_returned(n):
    counts = {}
    for i in range(n):
        counts[i % 3] = counts.get(i % 3, 0) + 1
    return [shown(view) for view in views_of(counts)]


def views_of(counts):
    return counts.keys(), counts.values(), counts.items()


@add(*COUNTS)
def views_see_what_comes_later(n):
    counts = {"a": n, "b": 2}
    views = [*views_of(counts)]
    counts["c"] = 3
    for i in range(n):
        counts[i] = i
    return sum(views[1]), len(views[0]), [*views[2]], "c" in views[0]


@add(*COUNTS)
def views_in_a_container(n):
    kept = {"keys": {1: n}.keys(), "values": ({2: n}.values(),)}
    return shown(kept["keys"]), shown(kept["values"][0])
