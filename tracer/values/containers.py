"""Lists and dicts that a call passes to a trace."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from tracer.errors import no_attribute, on_behalf, user_error
from tracer.flow.alternatives import Alternatives
from tracer.record.contents import for_the_run, has_symbol
from tracer.record.late_restarts import LateRestarts
from tracer.record.places import NOT_MET, Place, Unknown
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol, adds_lists
from tracer.record.trace import Trace
from tracer.record.value_classes import never_changes
from tracer.serve.guards import Guard, OfClass
from tracer.serve.origins import ItemOf, Origin
from tracer.serve.presence import HasKey, Keys, LacksKey, Length
from tracer.values import module_dicts
from tracer.values.container_iteration import DictIterator, ListIterator
from tracer.values.container_methods import (
    deep_copy,
    getting,
    reading,
    updating,
    viewing,
)
from tracer.values.identity import Identities
from tracer.values.list_operators import give_operators
from tracer.values.list_positions import position_in
from tracer.values.lookup import ABSENT
from tracer.values.proxies import ObjectProxy
from tracer.values.reads import Reads
from tracer.values.run_containers import RunContainers
from tracer.values.tables_of_functions import functions_in


class Containers:
    """Arriving lists and dicts; their items are places."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._iterated: set[int] = set()
        self._own_keys: dict[int, dict[Any, Any]] = {}

    # Containers that arrive -----------------------------------------------------------

    def stage(self, value: Any, origin: Origin) -> Any:
        """Return the stand-in for a list or dict that a call reaches by `origin`."""
        trace = self._trace
        trace.guard(Guard(origin, OfClass(type(value))))
        known = trace.part(Identities).known(value, origin)
        if known is not None:
            return known
        if trace.part(RunContainers).takes(value, origin):
            return trace.part(RunContainers).symbol(value, origin)
        if isinstance(value, list):
            trace.guard(Guard(origin, Length(len(value))))
            proxy: Proxy = ListProxy(value, origin, trace)
        else:
            proxy = DictProxy(value, origin, trace)
        trace.part(Identities).add(proxy)
        return proxy

    def becomes_dynamic(self, proxy: Proxy) -> NoReturn:
        """Restart with this container as one that only the run looks into."""
        self._trace.part(RunContainers).begin_again_with(proxy)

    def extend_in_place(self, proxy: ListProxy, other: Any) -> Any:
        """Apply ``+=``: with an array the result is an array, and the list stays."""
        if adds_lists(self._trace.type_of(other)):
            return self._trace.emit("add", list(proxy), other)
        return self.becomes_dynamic(proxy)

    def length(self, proxy: Proxy) -> int:
        """Return the length of a container, unless unseen code may have changed it."""
        if self._trace.knowledge.clobbered():
            with self._trace.part(LateRestarts).wait(id(proxy)):
                self.becomes_dynamic(proxy)
        return len(proxy._ag_real)

    def items(self, proxy: ListProxy) -> list[Any]:
        """Return the items of a list."""
        return [self.get(proxy, position) for position in range(self.length(proxy))]

    def keys(self, proxy: DictProxy) -> list[Any]:
        """Return the keys of a dict, including those stored in this trace."""
        self.length(proxy)
        real: dict[Any, Any] = proxy._ag_real
        if module_dicts.is_of_module(real):
            self.becomes_dynamic(proxy)  # warnings and imports add names to it
        self._go_through(proxy)
        added = self._trace.builder.regions[0].known
        more = [
            place.key
            for place in added
            if isinstance(place, Place)
            and place.proxy is proxy
            and place.key not in real
        ]
        return [*real, *more]

    def _go_through(self, proxy: DictProxy) -> None:
        """Rely on all the keys of a dict."""
        real, origin = proxy._ag_real, proxy._ag_origin
        if origin is None or id(real) in self._iterated:
            return
        if not all(map(never_changes, real)):
            # Whoever goes over the keys gets objects that only the run knows.
            self.becomes_dynamic(proxy)
        self._trace.part(RunContainers).iterated_over(proxy)
        self._trace.guard(Guard(origin, Keys(tuple(real))))
        self._iterated.add(id(real))

    def _own_key(self, proxy: DictProxy, key: Any) -> Any:
        """Return the equal key that a dict has, such as 1 for 1.0, else the key."""
        if type(key) is str:
            return key
        parts = key if isinstance(key, tuple) else (key,)
        if any(isinstance(part, ObjectProxy) for part in parts):
            self.becomes_dynamic(proxy)  # it compares as the user says
        on_behalf(hash, key)
        keys = self._own_keys.setdefault(id(proxy._ag_real), {})
        if not keys:
            keys.update({each: each for each in proxy._ag_real})
        return keys.setdefault(key, key)

    def has(self, proxy: DictProxy, key: Any) -> Any:
        """Whether a dict has a key."""
        trace, origin = self._trace, proxy._ag_origin
        self.length(proxy)
        if for_the_run(trace, key) or not never_changes(key):
            self.becomes_dynamic(proxy)
        named = module_dicts.has(trace, proxy, key)
        if named is not None:
            return named
        place = Place(proxy, "item", self._own_key(proxy, key))
        if trace.knowledge.find(place) is not NOT_MET:
            return True
        there = on_behalf(operator.contains, proxy._ag_real, key)
        if origin is not None and id(proxy._ag_real) not in self._iterated:
            trace.guard(Guard(origin, HasKey(key) if there else LacksKey(key)))
        return there

    def get(self, proxy: Any, key: Any) -> Any:
        """Return an item of a list or dict."""
        trace = self._trace
        real = proxy._ag_real
        if for_the_run(trace, key):
            if type(real) is list:
                trace.part(RunContainers).indexed(proxy)
            found = trace.emit("load_item", proxy, key)
            trace.part(Alternatives).note_item(found, functions_in(trace, proxy, found))
            return found
        if isinstance(real, dict):
            key = self._own_key(proxy, key)
        elif isinstance(key, slice):
            if any(type(part) is Symbol for part in (key.start, key.stop, key.step)):
                self.becomes_dynamic(proxy)
            return self.items(proxy)[key]
        if isinstance(real, list):
            key = position_in(self.length(proxy), key)
        named = module_dicts.item(trace, proxy, key)
        if named is not ABSENT:
            return named
        place = Place(proxy, "item", key)
        known = trace.knowledge.find(place)
        if known is not NOT_MET and not isinstance(known, Unknown):
            return known
        if isinstance(known, Unknown):
            return trace.part(Reads).load(place, known.type)
        if isinstance(real, dict) and not self.has(proxy, key):
            raise user_error(KeyError(key))
        return trace.part(Reads).first_read(place, real[key], ItemOf)

    def set(self, proxy: Any, key: Any, value: Any) -> None:
        """Set an item of a list or dict."""
        trace = self._trace
        if isinstance(key, slice) or for_the_run(trace, key):
            self.becomes_dynamic(proxy)
        if isinstance(proxy._ag_real, list):
            key = position_in(self.length(proxy), key, "assignment ")
        else:
            key = self._own_key(proxy, key)
            own = trace.builder.staged and not module_dicts.is_of_module(proxy._ag_real)
            if own and key not in proxy:
                self.becomes_dynamic(proxy)
        trace.part(RunContainers).changes(proxy)
        if module_dicts.is_of_module(proxy._ag_real):
            module_dicts.set_item(trace, proxy._ag_real, key, value)
            return
        trace.part(Reads).store(Place(proxy, "item", key), value)

    def list_method(self, proxy: ListProxy, name: str) -> Any:
        """Return a method of a list."""
        if name in ("index", "count", "copy"):
            return reading(proxy, list, name)
        if hasattr(list, name):
            self.becomes_dynamic(proxy)
        raise no_attribute("list", name)

    def dict_method(self, proxy: DictProxy, name: str) -> Any:
        """Return a method of a dict."""
        if name in ("items", "keys", "values"):
            return viewing(proxy, name)
        if name == "get":
            return getting(proxy)
        if name == "copy":
            return reading(proxy, dict, name)
        if name == "update":
            return updating(proxy)
        if hasattr(dict, name):
            self.becomes_dynamic(proxy)
        raise no_attribute("dict", name)


class ContainerProxy(Proxy):
    """Stand-in for a list or dict."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        return self._ag_trace.asked.call_ufunc(ufunc, method, inputs, keywords)

    def _ag_becomes_dynamic(self) -> NoReturn:
        """Restart with a container that only the run reads."""
        self._ag_trace.part(Containers).becomes_dynamic(self)

    def _ag_handed_on(self) -> None:
        """Record that the run iterates over the items that are there now."""
        self._ag_trace.part(RunContainers).handed_on(self)

    def __deepcopy__(self, memo: Any) -> Any:
        return deep_copy(self)


class ListProxy(ContainerProxy):
    """Stand-in for a list whose length the graph may rely on."""

    __slots__ = ()

    @property
    def _ag_needs_run(self) -> bool:
        return any(map(has_symbol, list(self)))

    def _ag_length(self) -> int | None:
        return len(self)

    def _ag_for_the_run(self) -> Any:
        self._ag_handed_on()
        return list(self)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        length: int = self._ag_trace.part(Containers).length(self)
        return length

    def __iter__(self) -> Iterator[Any]:
        return ListIterator(self)

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

    def __reversed__(self) -> Iterator[Any]:
        return ListIterator(self, len(self) - 1, -1)


give_operators(ListProxy)


class DictProxy(ContainerProxy):
    """Stand-in for a dict whose keys the graph may rely on."""

    __slots__ = ()

    def _ag_length(self) -> int | None:
        return len(self)

    def _ag_for_the_run(self) -> Any:
        return list(self)

    def _ag_has(self, kind: str, key: Any) -> bool:
        return key in self

    __hash__ = None  # type: ignore[assignment]

    def _ag_keys(self) -> list[Any]:
        """Return the keys that it has now."""
        return self._ag_trace.part(Containers).keys(self)

    def __len__(self) -> int:
        return len(self._ag_keys())

    def __reversed__(self) -> Iterator[Any]:
        return DictIterator(self, lambda key: key, -1)

    def __iter__(self) -> Iterator[Any]:
        return DictIterator(self, lambda key: key)

    def __contains__(self, key: Any) -> bool:
        found: bool = self._ag_trace.part(Containers).has(self, key)
        return found

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
        if isinstance(other, ObjectProxy):
            return NotImplemented
        mine = {key: self[key] for key in self}
        if isinstance(other, DictProxy):
            other = {key: other[key] for key in other}
        return mine == other

    def __ne__(self, other: object) -> Any:
        if isinstance(other, (ObjectProxy, Symbol)):
            return NotImplemented
        return not self == other


# Python's errors name the classes of operands.
ListProxy.__name__ = "list"
DictProxy.__name__ = "dict"


def as_list(value: Any) -> Any:
    """Return an arriving list as a display, whose types the rules can see."""
    if type(value) is ListProxy:
        return [as_list(item) for item in value]
    if type(value) is tuple:
        return tuple([as_list(item) for item in value])
    return value


def as_run_list(value: Any) -> Any:
    """Return an arriving list as a display that the run iterates over step by step."""
    return value._ag_for_the_run() if type(value) is ListProxy else value


def dict_of_keys(value: Any) -> Any:
    """Return a dict for one that arrives: Python has its items ahead, in a table.

    What it adds to a set from a table stands in another order.
    """
    return dict.fromkeys(value) if isinstance(value, DictProxy) else value
