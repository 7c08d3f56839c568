"""Mappings and sets by classes of `collections.abc`, made in the function and arriving."""

from collections.abc import Mapping, MutableMapping, Set

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class View(Mapping, Set):
    """Shows a dict; its other methods are those of the base classes."""

    __slots__ = ("_shown",)

    def __init__(self, shown):
        self._shown = shown

    def __len__(self):
        return len(self._shown)

    def __iter__(self):
        return iter(self._shown)

    def __getitem__(self, key):
        return self._shown[key]

    def __contains__(self, key):
        return key in self._shown

    @classmethod
    def _from_iterable(cls, items):
        return set(items)


class Store(MutableMapping):
    """Keeps its items in a dict, and counts its changes."""

    def __new__(cls, *values):
        return super().__new__(cls)

    def __init__(self, items=()):
        self.items_kept = dict(items)
        self.changes = 0

    def __len__(self):
        return len(self.items_kept)

    def __iter__(self):
        return iter(self.items_kept)

    def __getitem__(self, key):
        return self.items_kept[key]

    def __setitem__(self, key, value):
        self.changes += 1
        self.items_kept[key] = value

    def __delitem__(self, key):
        self.changes += 1
        del self.items_kept[key]


DICTS = [lambda x=x: ({1: 2, 3: x, "a": x}, x) for x in (f64(2), i64(3), 4)]


@add(*DICTS)
def asked_as_a_mapping(shown, x):
    view, total = View(shown), x * 0
    for key in view:
        total = total + view[key]
    found = view.get("a"), view.get("b", x), view.get("c")
    return total, found, list(view.items()), list(view.keys()), list(view.values())


@add(*DICTS)
def asked_as_a_set(shown, x):
    view = View(shown)
    both = view & {1, "a", 7}, view | {7}, view - {1}
    return both, view.isdisjoint({5}), set(view), frozenset(view), len(view), 1 in view


@add(*DICTS)
def returned_and_asked(shown, x):
    view = View(shown)
    shown[x] = 5
    return sorted(map(str, view)), set(view), len(view), view == View(dict(shown))


@add(*DICTS)
def arriving(shown, x):
    return views_of(View(shown), x), views_of(Store(shown), x)


def views_of(view, x):
    total = x * 0
    for key, value in view.items():
        total = total + value
    return total, view.get("missing", x), set(view), dict(view)


@add(*DICTS)
def changed_by_its_methods(shown, x):
    store = Store(shown)
    store["b"] = x
    first = store.setdefault("c", x + 1), store.setdefault("a", 0)
    store.update({"d": x}, e=1)
    if x > 2:
        store.pop("a")
    return (
        first,
        store.pop("zz", None),
        store.changes,
        dict(store.items_kept),
        len(store),
    )


@add(*DICTS, raises=KeyError)
def without_the_key(shown, x):
    store = Store(shown)
    if x > 3:
        return store["missing"]
    del store["a"]
    return store["a"]
