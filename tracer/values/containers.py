"""Lists and dicts in a trace: those that arrive, and those made while tracing."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NoReturn

import numpy as np

from runtime.ops import BY_INFIX
from runtime.types import (
    Container,
    List,
    NumpyScalar,
    PythonScalar,
    Type,
    accepts,
    join_all,
    type_of,
)
from tracer.errors import no_attribute, on_behalf, user_error
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import has_symbol
from tracer.record.places import NOT_MET, Place, Unknown
from tracer.record.signs import MIRRORED
from tracer.record.staged import Proxy, refuse_object
from tracer.record.symbols import Symbol, adds_lists
from tracer.record.trace import Trace
from tracer.record.value_classes import never_changes
from tracer.serve.guards import Check, Guard, Keys, Length, OfClass, SameAs
from tracer.serve.origins import ItemOf, Origin
from tracer.serve.specs import Placeholder
from tracer.values.identity import Identities
from tracer.values.proxies import ObjectProxy
from tracer.values.reads import Reads


class Containers:
    """Lists and dicts that arrive: their items are places."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._dynamic: dict[int, tuple[Origin, Symbol]] = {}

    # Containers that arrive -----------------------------------------------------------

    def stage(self, value: Any, origin: Origin) -> Any:
        """Give the stand-in of a list or dict that a call reaches by `origin`."""
        trace = self._trace
        trace.guard(Guard(origin, OfClass(type(value))))
        known = trace.part(Identities).known(value, origin)
        if known is not None:
            return known
        key = ("input", id(value))
        if key in trace.facts.lists or key in trace.facts.made:
            return self._dynamic_input(value, origin, key)
        if isinstance(value, dict) and not all(map(never_changes, value)):
            # Whoever goes over the keys gets objects that only the run knows.
            trace.facts.widen_input(value)
            return self._dynamic_input(value, origin, key)
        if isinstance(value, list):
            trace.guard(Guard(origin, Length(len(value))))
            proxy: Proxy = ListProxy(value, origin, trace)
        else:
            trace.guard(Guard(origin, Keys(tuple(value))))
            proxy = DictProxy(value, origin, trace)
        trace.part(Identities).add(proxy)
        return proxy

    def _dynamic_input(self, value: Any, origin: Origin, key: Hashable) -> Symbol:
        """Give the symbol of a container on which the run itself works."""
        trace = self._trace
        known = self._dynamic.get(id(value))
        if known is not None:
            trace.guard(Guard(origin, SameAs(known[0])))
            return known[1]
        if isinstance(value, dict):
            symbol = trace.input_symbol(origin, Container("dict"))
        else:
            trace.facts.widen_list(key, join_all(map(_item_type, value)))
            of = trace.part(MadeContainers).typed(List(trace.facts.lists[key]))
            assert isinstance(of, List)
            trace.guard(Guard(origin, ElementsOf(of.element)))
            symbol = trace.input_symbol(origin, of)
            trace.part(MadeContainers).comes_from(symbol, key)
            trace.part(MadeContainers).escapes(symbol)
        self._dynamic[id(value)] = origin, symbol
        trace.part(Identities).changed(value, origin)
        return symbol

    def becomes_dynamic(self, proxy: Proxy) -> NoReturn:
        """Begin again with this container as one that only the run looks into."""
        trace = self._trace
        if proxy._ag_origin is None:
            refuse_object(proxy, "changed")
        trace.facts.widen_input(proxy._ag_real)
        trace.restart()

    def operate(
        self,
        row: str,
        function: Callable[..., Any],
        proxy: ListProxy,
        other: Any,
        reflected: bool,
    ) -> Any:
        """Do what an operator does to a list: NumPy's work if it meets an array."""
        if type(other) is ListProxy:
            other = list(other)
        operands = (other, list(proxy)) if reflected else (list(proxy), other)
        if type(other) is Symbol:
            return self._trace.emit(row, *operands)
        return on_behalf(function, *operands)

    def extend_in_place(self, proxy: ListProxy, other: Any) -> Any:
        """Do ``+=``: an array on the right gives an array, and the list stays."""
        if adds_lists(self._trace.type_of(other)):
            return self._trace.emit("add", list(proxy), other)
        return self.becomes_dynamic(proxy)

    def length(self, proxy: Proxy) -> int:
        """Give how many items a container has, if nothing unseen may change it."""
        if self._trace.knowledge.clobbered():
            self.becomes_dynamic(proxy)
        return len(proxy._ag_real)

    def _position(self, proxy: ListProxy, index: Any, use: str = "") -> int:
        """Give the position that an index means, or raise what the list raises."""
        try:
            position: int = range(self.length(proxy))[index]
        except IndexError:
            message = f"list {use}index out of range"
            raise user_error(IndexError(message)) from None
        except TypeError as error:
            message = str(error).replace("range indices", "list indices")
            raise user_error(TypeError(message)) from None
        return position

    def items(self, proxy: ListProxy) -> list[Any]:
        """Give the items of a list."""
        return [self.get(proxy, position) for position in range(self.length(proxy))]

    def keys(self, proxy: DictProxy) -> Any:
        """Give the keys of a dict, those stored in this trace included."""
        self.length(proxy)
        real: dict[Any, Any] = proxy._ag_real
        added = self._trace.builder.regions[0].known
        more = [
            place.key
            for place in added
            if isinstance(place, Place)
            and place.proxy is proxy
            and place.key not in real
        ]
        return dict.fromkeys([*real, *more]).keys()

    def get(self, proxy: Any, key: Any) -> Any:
        """Give an item of a list or dict."""
        trace = self._trace
        if has_symbol(key):
            return trace.emit("load_item", proxy, key)
        real = proxy._ag_real
        if isinstance(real, dict):
            on_behalf(hash, key)
        elif isinstance(key, slice):
            if any(type(part) is Symbol for part in (key.start, key.stop, key.step)):
                self.becomes_dynamic(proxy)
            return self.items(proxy)[key]
        if isinstance(real, list):
            key = self._position(proxy, key)
        place = Place(proxy, "item", key)
        known = trace.knowledge.find(place)
        if known is not NOT_MET and not isinstance(known, Unknown):
            return known
        if isinstance(known, Unknown):
            return trace.part(Reads).load(place, known.type)
        if isinstance(real, dict) and key not in real:
            raise user_error(KeyError(key))
        return trace.part(Reads).first_read(place, real[key], ItemOf)

    def set(self, proxy: Any, key: Any, value: Any) -> None:
        """Set an item of a list or dict."""
        trace = self._trace
        if isinstance(key, slice) or has_symbol(key):
            self.becomes_dynamic(proxy)
        if isinstance(proxy._ag_real, list):
            key = self._position(proxy, key, "assignment ")
        elif key not in self.keys(proxy) and trace.builder.staged:
            self.becomes_dynamic(proxy)
        trace.part(Reads).store(Place(proxy, "item", key), value)

    def list_method(self, proxy: ListProxy, name: str) -> Any:
        """Give a method of a list."""
        if name in ("index", "count", "copy"):
            return _Reading(proxy, list(proxy), name)
        if hasattr(list, name):
            self.becomes_dynamic(proxy)
        raise no_attribute("list", name)

    def dict_method(self, proxy: DictProxy, name: str) -> Any:
        """Give a method of a dict."""
        if name in ("get", "items", "values", "copy"):
            return _Reading(proxy, {key: proxy[key] for key in proxy}, name)
        if name == "update":
            return _Update(proxy)
        if hasattr(dict, name):
            self.becomes_dynamic(proxy)
        raise no_attribute("dict", name)

    def deep(self, proxy: Any) -> Any:
        """Give a deep copy of a list or dict.

        Items that may change may be one and the same object: those the run copies.
        """
        keys = proxy if isinstance(proxy, DictProxy) else range(len(proxy))
        items = [proxy[key] for key in keys]
        changing = [item for item in items if not _never_changes(item)]
        if len(changing) > 1 or any(isinstance(one, ObjectProxy) for one in changing):
            self.becomes_dynamic(proxy)
        copied = list(map(copy.deepcopy, items))
        if isinstance(proxy, ListProxy):
            return copied
        return dict(zip(keys, copied, strict=True))


def _item_type(item: Any) -> Type:
    """Give the type of an item, which may be known by its type only."""
    if isinstance(item, Placeholder):
        return item.type
    return item if isinstance(item, Type) else type_of(item)


class ElementsOf(Check):
    """The items of the list are all of this type."""

    def __init__(self, of: Type) -> None:
        self.of = of

    def source(self, place: str, namer: Any) -> str:
        """Give the test as a Python expression."""
        return f"{namer.name(self, 'elements')}.holds({place})"

    def expected(self) -> str:
        return f"a list of {self.of}"

    def holds(self, items: list[Any]) -> bool:
        """Say whether all items are of the type."""
        return all(accepts(self.of, type_of(item)) for item in items)


class _Reading:
    """A method that reads a container that arrived."""

    def __init__(self, proxy: Proxy, items: Any, name: str) -> None:
        self._proxy = proxy
        self._items = items
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        trace = self._proxy._ag_trace
        if has_symbol((*args, *kwargs.values())):
            trace.part(Containers).becomes_dynamic(self._proxy)
        made = on_behalf(getattr(self._items, self._name), *args, **kwargs)
        return trace.part(MadeContainers).result(made, (self._items, *args))


class _Update:
    """``d.update`` of a dict that arrived."""

    def __init__(self, proxy: DictProxy) -> None:
        self._proxy = proxy

    def __call__(self, other: Any = (), **more: Any) -> None:
        for key, value in {**dict(other), **more}.items():
            self._proxy[key] = value


def _never_changes(item: Any) -> bool:
    """Say whether an item of a container is a number or text, known or not."""
    if type(item) is Symbol:
        return isinstance(item._ag_value.type, (NumpyScalar, PythonScalar))
    if type(item) is tuple:
        return all(map(_never_changes, item))
    return never_changes(item)


class ContainerProxy(Proxy):
    """Stands for a list or dict."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        return self._ag_trace.asked.call_ufunc(ufunc, method, inputs, keywords)

    def __deepcopy__(self, memo: Any) -> Any:
        return self._ag_trace.part(Containers).deep(self)


class ListProxy(ContainerProxy):
    """Stands for a list whose length the graph may rely on."""

    __slots__ = ()

    @property
    def _ag_needs_run(self) -> bool:
        return any(map(has_symbol, list(self)))

    def _ag_length(self) -> int | None:
        return len(self)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        length: int = self._ag_trace.part(Containers).length(self)
        return length

    def __iter__(self) -> Iterator[Any]:
        return iter(self._ag_trace.part(Containers).items(self))

    def __getitem__(self, index: Any) -> Any:
        return self._ag_trace.part(Containers).get(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._ag_trace.part(Containers).set(self, index, value)

    def __delitem__(self, index: Any) -> None:
        self._ag_trace.part(Containers).becomes_dynamic(self)

    def __iadd__(self, other: Any) -> Any:
        return self._ag_trace.part(Containers).extend_in_place(self, other)

    def __imul__(self, other: Any) -> Any:
        return self._ag_trace.part(Containers).becomes_dynamic(self)

    def __getattr__(self, name: str) -> Any:
        return self._ag_trace.part(Containers).list_method(self, name)

    def __contains__(self, item: Any) -> bool:
        return item in list(self)

    def __reversed__(self) -> Iterator[Any]:
        return iter(list(self)[::-1])


LIST_OPERATORS = {
    "add": ("add", operator.add),
    "mul": ("multiply", operator.mul),
    "lt": ("less", operator.lt),
    "le": ("less_equal", operator.le),
    "gt": ("greater", operator.gt),
    "ge": ("greater_equal", operator.ge),
    "eq": ("equal", operator.eq),
    "ne": ("not_equal", operator.ne),
}
"""The operators of lists, and the rows that record them where an array is met."""
SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _list_operator(row: str, function: Callable[..., Any], reflected: bool) -> Any:
    written = MIRRORED.get(row)

    def method(self: ListProxy, other: Any) -> Any:
        trace = self._ag_trace
        if (reflected or written) and row != "multiply":
            if not isinstance(other, (list, Symbol)):
                return NotImplemented
        operate = trace.part(Containers).operate
        if written and type(other) is not ListProxy and trace.running_sign() == written:
            return operate(BY_INFIX[written].name, SIGNS[written], self, other, True)
        return operate(row, function, self, other, reflected)

    return method


for _name, (_row, _function) in LIST_OPERATORS.items():
    setattr(ListProxy, f"__{_name}__", _list_operator(_row, _function, False))
    if _name in ("add", "mul"):
        setattr(ListProxy, f"__r{_name}__", _list_operator(_row, _function, True))


class DictProxy(ContainerProxy):
    """Stands for a dict whose keys the graph may rely on."""

    __slots__ = ()

    def _ag_iterable(self) -> Any:
        return list(self)

    def _ag_has(self, kind: str, key: Any) -> bool:
        return key in self

    __hash__ = None  # type: ignore[assignment]

    def keys(self) -> Any:
        """Give the keys."""
        return self._ag_trace.part(Containers).keys(self)

    def __len__(self) -> int:
        return len(self.keys())

    def __reversed__(self) -> Iterator[Any]:
        return iter(list(self.keys())[::-1])

    def __iter__(self) -> Iterator[Any]:
        keys: Iterator[Any] = iter(self.keys())
        return keys

    def __contains__(self, key: Any) -> bool:
        return key in self.keys()

    def __ior__(self, other: Any) -> Any:
        return self._ag_trace.part(Containers).becomes_dynamic(self)

    def __getitem__(self, key: Any) -> Any:
        return self._ag_trace.part(Containers).get(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._ag_trace.part(Containers).set(self, key, value)

    def __delitem__(self, key: Any) -> None:
        self._ag_trace.part(Containers).becomes_dynamic(self)

    def __getattr__(self, name: str) -> Any:
        return self._ag_trace.part(Containers).dict_method(self, name)

    def __or__(self, other: Any) -> Any:
        if type(other) is Symbol:
            return self._ag_trace.part(Containers).becomes_dynamic(self)
        if not isinstance(other, dict):
            return NotImplemented
        return {**{key: self[key] for key in self}, **dict(other)}

    def __ror__(self, other: Any) -> Any:
        if type(other) is Symbol:
            return self._ag_trace.part(Containers).becomes_dynamic(self)
        if not isinstance(other, dict):
            return NotImplemented
        return {**dict(other), **{key: self[key] for key in self}}

    def __eq__(self, other: object) -> Any:
        mine = {key: self[key] for key in self}
        if isinstance(other, DictProxy):
            other = {key: other[key] for key in other}
        return mine == other


# Python's errors name the classes of operands.
ListProxy.__name__ = "list"
DictProxy.__name__ = "dict"


def as_list(value: Any) -> Any:
    """Give a list of the user's as a display, whose types the rules can see."""
    return list(value) if type(value) is ListProxy else value
