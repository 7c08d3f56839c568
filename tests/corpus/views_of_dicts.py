"""Views of dicts that leave the function that makes them."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

COUNTS = [(1,), (0,), (3,), (4,), (2,)]


def shown(view):
    """Return what a view is and holds; two views are not compared by themselves."""
    return type(view).__name__, list(view)


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


class Holder:
    pass


@add(*COUNTS)
def view_as_an_attribute(n):
    holder = Holder()
    holder.items = {"a": n}.items()
    return shown(holder.items)
