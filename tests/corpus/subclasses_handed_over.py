"""Objects of classes derived from Python's, where Python's and NumPy's take them."""

import operator
import types
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Text(str):
    """A text that says where it stands."""

    def __new__(cls, value, line=0):
        made = super().__new__(cls, value)
        made.line = line
        return made


class Count(int):
    pass


class Amount(float):
    pass


class Row(tuple):
    def first(self):
        return self[0]


class Place(NamedTuple):
    x: float
    y: float

    def sum(self):
        return self.x + self.y


class Stack(list):
    pass


class Table(dict):
    pass


class Pair(Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


TUPLES = (lambda: (Row([(1, 2), (3, 4)]),), lambda: (Row([(f64(1), "a")]),))
MAPPINGS = [
    lambda: (Table(a=1),),
    lambda: (Table(a=1, c=3),),
    lambda: (OrderedDict(b=2.5, a=1),),
    lambda: (defaultdict(int, a=4),),
    lambda: (Counter("abb"),),
    lambda: (ChainMap({"a": 1}, {"b": 3}),),
    lambda: (UserDict(b=2),),
    lambda: (types.MappingProxyType({"a": f64(2)}),),
]
SUBJECTS = [
    lambda: (Stack(),),
    lambda: (Stack([1, 2, 3]),),
    lambda: (deque([4]),),
    lambda: (Pair(2, 1),),
    lambda: (Row([1, f64(2)]),),
    lambda: (Table(),),
    lambda: (Table(k=Stack([1, 2]), z=3),),
    lambda: (defaultdict(int, k=[1, 2]),),
    lambda: (OrderedDict(a=5),),
    lambda: (Text("ab"),),
    lambda: (Count(3),),
]


@add(*TUPLES)
def containers_of_a_tuple(row):
    return set(row), dict(row), Counter(row), deque(row), row.first()


@add(*TUPLES, (Place(1.0, 2.5),), (Stack([1]),), (Text("a"),), (Table(a=1),))
def asked_for_their_kinds(value):
    kinds = Iterable, Iterator, Sequence, Mapping
    found = [isinstance(value, kind) for kind in kinds]
    return found, value.__class__.__name__, value.__class__ is type(value)


@add((Place(1.0, 2.5),), (Place(f64(3), 1),))
def documents_of_a_tuple(place):
    return place.__doc__, place.sum()


@add(*SUBJECTS)
def taken_apart_by_match(value):
    match value:
        case []:
            return "empty"
        case [one]:
            return "one", one
        case [1, *rest]:
            return "first", rest
        case [x, y]:
            return "two", x, y
        case {"k": [a, b], **rest}:
            return "k", a, b, rest
        case {"a": int(number)}:
            return "a", number
        case {}:
            return "mapping"
        case str() | int():
            return "value", value


@add(*MAPPINGS)
def merged_into_a_dict(mapping):
    return {**mapping}, {"z": 0, **mapping, "a": 9}


def with_defaults(a=1, b=2, **more):
    return a, b, sorted(more.items())


@add(*MAPPINGS)
def handed_on_as_keywords(mapping):
    return with_defaults(**mapping), dict(**mapping)


@add((Count(2),), (Count(5),), (Amount(2.5),))
def reduced_by_numpy(number):
    return (
        np.sum(number),
        np.max(number),
        np.add.reduce(number),
        np.multiply.outer(number, number),
        np.logical_or.reduce(number),
    )


@add((Text("ab"),), (Text("cd", 3),), (Text(""),))
def joined_by_its_characters(text):
    return "-".join(text), "".join([text, text])


@add((Count(2),), (Count(5),))
def as_an_index(count):
    return operator.index(count), [0, 1, 2, 3, 4, 5][count]


class Named:
    ab = 1
    cd = 2.5


@add((None, Text("ab")), (Named(), Text("ab")), (Named(), Text("x")))
def found_by_a_text(value, name):
    return getattr(value, name, "none"), hasattr(value, name)
