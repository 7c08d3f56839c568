"""Objects without a namespace whose ``__getattr__`` looks into what they hold."""

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Table:
    """Gives its items as attributes."""

    __slots__ = ("items",)

    def __init__(self, **items):
        self.items = items

    @ag.function
    def __getitem__(self, name):
        for each, item in self.items.items():
            if each == name:
                return item
        raise KeyError(name)

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error

    def names(self):
        yield from self.items

    def __iter__(self):
        return self.names()


class Around:
    """Holds a table."""

    def __init__(self, table):
        self.table = table

    def __iter__(self):
        return iter(self.table)


TABLES = [
    lambda items=items: (Around(Table(**items)),)
    for items in ({"a": 1}, {"a": f64(2), "b": 3}, {"b": 1, "a": 2.5})
]


@add(*TABLES)
def names_of_what_is_held(around):
    return list(around), list(iter(around)), sum(around.table[each] for each in around)


@add(*TABLES)
def items_by_attribute(around):
    table = around.table
    return table.a, getattr(table, "b", None), hasattr(table, "c"), table["a"]


@add(*TABLES, raises=AttributeError)
def not_there(around):
    return around.table.a + around.table.c


class Named:
    """An object whose text is a name."""

    def __str__(self):
        return "math"


@add(lambda: (Named(),), lambda: (Named(),))
def module_of_a_name_that_the_run_knows(named):
    return __import__(str(named)).pi, __import__(str(named), level=0).e


@add([1], {1: 2}, (lambda: (Named(),)))
def documents_found_by_getattr(value):
    return getattr(value, "__doc__", None), getattr(value, "__module__", "none")


class Ranked:
    def __init__(self, rank):
        self.rank = rank

    def __getattr__(self, name):
        if name.startswith(("no", "_")):
            raise AttributeError(name)
        return name, self.rank


class Renamed(Ranked):
    def __getattr__(self, name):
        return Ranked.__getattr__(self, "first" if name == "one" else name)


@add(Renamed(1), Renamed(f64(2.5)))
def asked_of_the_parent_by_name(ranked):
    found = ranked.one, ranked.two, Ranked.__getattr__(ranked, "three")
    try:
        Renamed.__getattr__(ranked, "none")
    except AttributeError as error:
        return found, str(error), getattr(ranked, "nothing", None)
    return found
