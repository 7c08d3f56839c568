"""The items of lists and dicts that arrive: their types, and whether they change."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from runtime.types import (
    ANY,
    NEVER,
    NONE,
    OBJECT,
    PYTHON_SCALARS,
    Container,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    accepts,
    join_all,
    members,
    scalar,
    supported,
    type_of,
)
from tracer.record.staged import Proxy
from tracer.record.symbols import PYTHON_KINDS, Symbol
from tracer.record.value_classes import never_changes
from tracer.serve.guards import Check
from tracer.serve.origins import Namer
from tracer.serve.specs import Placeholder

DEEPEST = 2
"""How deep lists and tuples within the items of a list have a type of their own."""
LENGTHS = 3
"""The most lengths of the tuples in a list that get a type each."""


def items_type(items: Collection[Any], depth: int = 0) -> Type:
    """Return the type of the items of a list, as the join of their types.

    Python looks at the classes of all the items at once: that is faster by far than
    iterating over them here.

    Examples
    --------
    >>> str(items_type([1, 2.5])), str(items_type([[1], [2, None]]))
    ('{float | int}', 'list<{None | int}>')
    """
    kinds = set(map(type, items))
    single = len(kinds) == 1
    found = []
    for kind in kinds:
        known = _type_of_kind(kind)
        if known is None:
            alike = items if single else [one for one in items if type(one) is kind]
            known = _type_by_items(kind, alike, depth)
        found.append(known)
    return join_all(sorted(found, key=str))


def of_plain_values(of: Type) -> bool:
    """Whether a type is one of numbers, text, and lists and tuples of such.

    Examples
    --------
    >>> of_plain_values(items_type([1, None])), of_plain_values(items_type([len]))
    (True, False)
    """
    if isinstance(of, List):
        return of_plain_values(of.element)
    if isinstance(of, Tuple):
        return all(map(of_plain_values, of.items))
    plain = PythonScalar | NumpyScalar | NoneType | List | Tuple
    return all(isinstance(one, plain) for one in members(of))


@cache
def _type_of_kind(kind: type) -> Type | None:
    """Return the type of all instances of a class; None if they have several."""
    if kind in PYTHON_SCALARS:
        return PYTHON_SCALARS[kind]
    if kind is type(None):
        return NONE
    if kind is dict:
        return Container("dict")
    varying = (list, tuple, np.ndarray, np.flexible, np.datetime64, np.timedelta64)
    if issubclass(kind, (*varying, Type, Placeholder)):
        return None
    if kind.__module__ == "numpy" and issubclass(kind, np.generic):
        dtype = np.dtype(kind)
        return scalar(dtype) if supported(dtype) else OBJECT
    return None if issubclass(kind, np.generic) else OBJECT


def _type_by_items(kind: type, items: Collection[Any], depth: int) -> Type:
    """Return the type of the items of a list that are of one class."""
    if kind in (list, tuple) and depth == DEEPEST:
        return ANY
    if kind is list:
        return List(items_type(list(chain.from_iterable(items)), depth + 1))
    if kind is tuple:
        return _tuples_type(items, depth)
    if kind is np.ndarray:
        several = {(each.dtype, each.shape): each for each in items}
        return join_all([type_of(each) for each in several.values()])
    return join_all(map(item_type, items))


def _tuples_type(items: Collection[Any], depth: int) -> Type:
    lengths = set(map(len, items))
    if len(lengths) > LENGTHS:
        return ANY
    found: list[Type] = []
    for length in sorted(lengths):
        alike = [each for each in items if len(each) == length]
        columns = [list(map(itemgetter(place), alike)) for place in range(length)]
        found.append(Tuple(tuple([items_type(each, depth + 1) for each in columns])))
    return join_all(found)


def item_type(item: Any) -> Type:
    """Return the type of an item, a placeholder or a type."""
    if isinstance(item, Placeholder):
        return item.type
    return item if isinstance(item, Type) else type_of(item)


def whole_type(value: Any) -> Type:
    """Return the type of a value that the run works on: a list by its items."""
    if isinstance(value, Proxy):
        value = value._ag_real
    if type(value) is list:
        return List(items_type(value))
    return Container("dict") if type(value) is dict else type_of(value)


class ElementsOf(Check):
    """The items of the list are all of this type."""

    def __init__(self, of: Type) -> None:
        self.of = of

    def __repr__(self) -> str:
        return f"ElementsOf({self.of})"

    def source(self, place: str, namer: Namer) -> str:
        """Return the test as a Python expression."""
        if self.of == ANY:
            return "True"
        kinds = classes_of(self.of)
        if kinds is None:
            return f"{namer.name(self, 'elements')}.holds({place})"
        classes = f"{namer.name(map, 'map')}({namer.name(type, 'type')}, {place})"
        if len(kinds) > 1:
            return f"{namer.name(frozenset(kinds), 'kinds')}.issuperset({classes})"
        (kind,) = kinds or (None,)
        count = f"[*{classes}].count({namer.name(kind, 'kind')})"
        return f"{count} == {namer.name(len, 'len')}({place})"

    def expected(self) -> str:
        return f"a list of {self.of}"

    def found(self, value: object) -> str:
        if isinstance(value, list):
            return f"a list of {items_type(value)}"
        return super().found(value)

    def holds(self, items: list[Any]) -> bool:
        """Whether all items are of the type."""
        return _all_are(self.of, items)


def _all_are(of: Type, items: Iterable[Any]) -> bool:
    """Whether all items are of a type: asked of all at once, as in `items_type`."""
    if isinstance(of, List):
        lists = list(items)
        if list(map(type, lists)).count(list) < len(lists):
            return False
        return of.element == ANY or _all_are(of.element, chain.from_iterable(lists))
    if isinstance(of, Tuple):
        return _all_are_tuples(of, list(items))
    kinds = classes_of(of)
    if kinds is None:
        return accepts(of, items_type(list(items)))
    if len(kinds) > 1:
        return kinds.issuperset(map(type, items))
    (kind,) = kinds or (None,)
    found: list[Any] = list(map(type, items))
    return found.count(kind) == len(found)


def _all_are_tuples(of: Tuple, items: list[Any]) -> bool:
    """Whether all items are plain tuples of a type."""
    if list(map(type, items)).count(tuple) < len(items):
        return accepts(of, items_type(items))
    if list(map(len, items)).count(len(of.items)) < len(items):
        return False
    return all(
        _all_are(each, map(itemgetter(place), items))
        for place, each in enumerate(of.items)
    )


def classes_of(of: Type) -> set[Any] | None:
    """Return the classes of the values of a type; None if that is not all it tells."""
    found: set[Any] = set()
    for each in members(of):
        if isinstance(each, PythonScalar):
            found.add(PYTHON_KINDS[each.kind])
        elif isinstance(each, NumpyScalar) and each.dtype.kind in "biufc":
            found.add(each.dtype.type)
        elif each == NONE:
            found.add(type(None))
        elif each != NEVER:
            return None
    return found


def is_long(value: Any, limit: int) -> bool:
    """Whether a list or dict has more items than a limit, nested ones included."""
    left = limit
    rest = [value]
    while rest:
        each = rest.pop()
        left -= len(each)
        if left < 0:
            return True
        inner = each.values() if isinstance(each, dict) else each
        rest += [one for one in inner if type(one) in (list, tuple, dict)]
    return False


def holds_containers(of: Type) -> bool:
    """Whether items of this type may be or hold lists and dicts."""
    for each in members(of):
        if isinstance(each, Tuple):
            if any(map(holds_containers, each.items)):
                return True
        elif isinstance(each, (List, Container)):
            return True
    return False


def _never_changes(item: Any) -> bool:
    """Whether an item is a number or text, known or symbolic."""
    if type(item) is Symbol:
        return isinstance(item._ag_value.type, (NumpyScalar, PythonScalar))
    if type(item) is tuple:
        return all(map(_never_changes, item))
    return never_changes(item)
