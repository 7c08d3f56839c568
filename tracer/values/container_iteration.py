"""Going through lists and dicts that arrive: each item is read when it is reached."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from runtime.ir.nodes import Argument, Constant
from runtime.ops import OPS
from tracer.errors import on_behalf, user_error
from tracer.flow.unrolling import PlaceIterator
from tracer.record.asked import Recording
from tracer.record.staged import Proxy, Staged, class_called

VIEWS = {name: type(getattr({}, name)()) for name in ("keys", "values", "items")}
"""The classes of the views of dicts, by the method that returns them."""


class ListIterator(PlaceIterator):
    """What ``iter`` returns for a list: its place is all that it keeps.

    Parameters
    ----------
    items : ListProxy
        The list.
    place, step : int
        The index of the first item, and what leads to the next one.
    """

    def __init__(self, items: Any, place: int = 0, step: int = 1) -> None:
        self._items = items
        self._place = place
        self._step = step

    def __length_hint__(self) -> int:
        left = len(self._items) - self._place if self._step > 0 else self._place + 1
        return max(left, 0)

    def __next__(self) -> Any:
        if not 0 <= self._place < len(self._items):
            raise StopIteration
        item = self._items[self._place]
        self._place += self._step
        return item


class DictIterator(PlaceIterator):
    """What ``iter`` returns for a dict or a view of it.

    Parameters
    ----------
    items : DictProxy
        The dict.
    read : callable
        Returns what belongs to a key.
    step : int
        -1 to begin with the last key.
    """

    def __init__(self, items: Any, read: Callable[[Any], Any], step: int = 1) -> None:
        self._items = items
        self._read = read
        self._size = len(items)
        self._place = 0
        self._step = step

    def __length_hint__(self) -> int:
        return self._size - self._place

    def __next__(self) -> Any:
        if self._place > self._size:
            raise StopIteration
        keys = self._items._ag_keys()[:: self._step]
        if len(keys) != self._size:
            message = "dictionary changed size during iteration"
            raise user_error(RuntimeError(message))
        self._place += 1
        if self._place > self._size:
            raise StopIteration
        return self._read(keys[self._place - 1])


# Python's errors name the classes of iterators.
ListIterator.__name__ = "list_iterator"
DictIterator.__name__ = "dict_keyiterator"


class DictView(Staged):
    """Stand-in for ``d.keys()``, ``d.values()`` or ``d.items()``."""

    __slots__ = ("_ag_dict", "_ag_name")
    _ag_is_known = False

    def __new__(cls, of: Proxy, name: str) -> DictView:
        kind: type[DictView] = class_called(VIEWS[name].__name__, DictView)
        return object.__new__(kind)

    def __init__(self, of: Proxy, name: str) -> None:
        self._ag_dict: Any = of
        self._ag_name = name

    @property  # type: ignore[misc]  # that of `object` can be set
    def __class__(self) -> type:
        return VIEWS[self._ag_name]

    def _ag_lift(self, trace: Recording) -> Argument:
        owner = trace.asked.reference(self._ag_dict)
        method = Constant(self._ag_name)
        return trace.lift(trace.record(OPS["call_method"], (owner, method)))

    def _ag_length(self) -> int:
        return len(self)

    def _ag_for_the_run(self) -> Any:
        if self._ag_name != "keys":
            self._ag_dict._ag_handed_on()
        return list(self)

    def _ag_now(self) -> Any:
        """Return the view of a dict of Python's that holds the same now."""
        return getattr(dict(self._ag_dict), self._ag_name)()

    def _ag_read(self, key: Any) -> Any:
        if self._ag_name == "keys":
            return key
        value = self._ag_dict[key]
        return value if self._ag_name == "values" else (key, value)

    def __len__(self) -> int:
        return len(self._ag_dict)

    def __iter__(self) -> Iterator[Any]:
        return DictIterator(self._ag_dict, self._ag_read)

    def __reversed__(self) -> Iterator[Any]:
        return DictIterator(self._ag_dict, self._ag_read, -1)

    def __contains__(self, item: Any) -> bool:
        return item in self._ag_now()

    def __repr__(self) -> str:
        return repr(self._ag_now())

    def __getattr__(self, name: str) -> Any:
        return on_behalf(getattr, self._ag_now(), name)

    __hash__ = None  # type: ignore[assignment]


def _operator(name: str, reflected: bool) -> Any:
    function = getattr(operator, f"__{name}__")

    def method(self: DictView, other: Any) -> Any:
        operands = self._ag_now(), plain_view(other)
        return function(*(operands[::-1] if reflected else operands))

    return method


for _name in ("and", "or", "sub", "xor"):
    setattr(DictView, f"__{_name}__", _operator(_name, False))
    setattr(DictView, f"__r{_name}__", _operator(_name, True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(DictView, f"__{_name}__", _operator(_name, False))


def plain_view(value: Any) -> Any:
    """Return a view of an arriving dict as one of Python's; else the value."""
    return value._ag_now() if issubclass(type(value), DictView) else value
