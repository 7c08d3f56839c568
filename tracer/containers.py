"""Lists and dicts in a trace: those that arrive, and those made while tracing."""

from __future__ import annotations

import operator
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

from runtime.ops import OPS
from runtime.ops.flow import element_type
from runtime.ops.row import TypeFailure
from runtime.types import (
    NEVER,
    AnyType,
    Array,
    List,
    NumpyScalar,
    Object,
    Type,
    accepts,
    join,
    join_all,
    members,
    type_of,
)
from tracer.errors import UnstagedWrite, on_behalf, user_error
from tracer.places import NOT_MET, Place, Unknown
from tracer.proxies import DictProxy, ListProxy, Proxy
from tracer.signature import (
    Check,
    Distinct,
    Guard,
    ItemOf,
    Keys,
    Length,
    OfClass,
    Origin,
    SameAs,
)
from tracer.structure import containers_in, value_type
from tracer.symbols import Symbol

if TYPE_CHECKING:
    from tracer.trace import Trace


class Containers:
    """Lists and dicts: those that arrive, and those made while tracing."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._proxies: dict[int, Proxy] = {}
        self._made: dict[int, tuple[Any, int, Hashable]] = {}
        self._frozen: dict[int, tuple[Any, Any]] = {}
        self._symbols: dict[str, Hashable] = {}
        self._copies = False
        self._written: dict[int, Proxy] = {}
        self._existing: dict[int, Symbol] = {}

    # Containers that arrive -----------------------------------------------------------

    def stage(self, value: Any, origin: Origin) -> Any:
        """Give the stand-in of a list or dict that a call reaches by `origin`."""
        trace = self._trace
        trace.guard(Guard(origin, OfClass(type(value))))
        known = self._proxies.get(id(value))
        if known is not None:
            other = known._ag_origin
            if other is not None and str(other) != str(origin):
                trace.guard(Guard(origin, SameAs(other)))
            return known
        if isinstance(value, list):
            key = ("input", str(origin))
            if key in trace.facts.lists:
                return self._dynamic_input(value, origin, key)
            trace.guard(Guard(origin, Length(len(value))))
            proxy: Proxy = ListProxy(value, origin, trace)
        else:
            trace.guard(Guard(origin, Keys(tuple(value))))
            proxy = DictProxy(value, origin, trace)
        self._proxies[id(value)] = proxy
        return proxy

    def _dynamic_input(self, value: list[Any], origin: Origin, key: Hashable) -> Symbol:
        trace = self._trace
        trace.facts.widen_list(key, join_all(map(type_of, value)))
        of = trace.facts.lists[key]
        trace.guard(Guard(origin, ElementsOf(of)))
        symbol = trace.input_symbol(origin, List(of))
        self._symbols[symbol._ag_value.name] = key
        return symbol

    def written(self, proxy: Proxy) -> None:
        """Note that the graph stores to a container that arrived."""
        self._written[id(proxy)] = proxy

    def guard_names(self) -> None:
        """Assume that containers told apart here are told apart at every call.

        A store to one would be a store to the other.
        """
        for proxy in self._written.values():
            for other in self._proxies.values():
                if other is proxy or type(other) is not type(proxy):
                    continue
                place, elsewhere = proxy._ag_origin, other._ag_origin
                if place is not None and elsewhere is not None:
                    self._trace.guard(Guard(place, Distinct(elsewhere)))

    def becomes_dynamic(self, proxy: Proxy) -> NoReturn:
        """Begin again with this list as one whose length the graph does not know."""
        trace = self._trace
        self._trace.facts.lists.setdefault(("input", str(proxy._ag_origin)), NEVER)
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
        if type(other) is Symbol:
            if isinstance(other._ag_value.type, (Array, NumpyScalar)):
                return self._trace.emit("add", list(proxy), other)
        return self.becomes_dynamic(proxy)

    def items(self, proxy: ListProxy) -> list[Any]:
        """Give the items of a list."""
        real: list[Any] = proxy._ag_real
        return [self.get(proxy, position) for position in range(len(real))]

    def keys(self, proxy: DictProxy) -> Any:
        """Give the keys of a dict, those stored in this trace included."""
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
        if type(key) is Symbol:
            return trace.emit("load_item", proxy, key)
        real = proxy._ag_real
        if isinstance(key, slice):
            return self.items(proxy)[key]
        if isinstance(real, list):
            key = _position(real, key)
        place = Place(proxy, "item", key)
        known = trace.knowledge.find(place)
        if known is not NOT_MET and not isinstance(known, Unknown):
            return known
        if isinstance(known, Unknown):
            return trace.objects.load(place, known.type)
        if isinstance(real, dict) and key not in real:
            raise user_error(KeyError(key))
        return trace.objects.first_read(place, real[key], ItemOf)

    def set(self, proxy: Any, key: Any, value: Any) -> None:
        """Set an item of a list or dict."""
        trace = self._trace
        if type(key) is Symbol:
            if isinstance(proxy._ag_real, dict):
                trace.refuse(
                    UnstagedWrite(
                        f"the dict {proxy._ag_origin} is written at a key known only "
                        "when the graph runs",
                        hint="use an array indexed by the value",
                    )
                )
            self.becomes_dynamic(proxy)
        if isinstance(key, slice):
            self.becomes_dynamic(proxy)
        if isinstance(proxy._ag_real, list):
            key = _position(proxy._ag_real, key)
        elif key not in self.keys(proxy) and trace.builder.staged:
            trace.refuse(
                UnstagedWrite(
                    f"the dict {proxy._ag_origin} gets the new key {key!r} in a branch "
                    "or loop of the graph",
                    hint="set the key before, then change its value",
                )
            )
        trace.objects.store(Place(proxy, "item", key), value)

    def delete(self, proxy: Any, key: Any) -> None:
        """Refuse to delete an item."""
        self._trace.refuse(
            UnstagedWrite(
                f"an item of {proxy._ag_origin} is deleted",
                hint="make a new container with what is to stay",
            )
        )

    def list_method(self, proxy: ListProxy, name: str) -> Any:
        """Give a method of a list."""
        if name in ("index", "count", "copy"):
            return getattr(list(proxy), name)
        if hasattr(list, name):
            self.becomes_dynamic(proxy)
        raise user_error(AttributeError(f"'list' object has no attribute {name!r}"))

    def dict_method(self, proxy: DictProxy, name: str) -> Any:
        """Give a method of a dict."""
        if name in ("get", "items", "values", "copy"):
            return getattr({key: proxy[key] for key in proxy}, name)
        if name == "update":
            return _Update(proxy)
        if not hasattr(dict, name):
            raise user_error(AttributeError(f"'dict' object has no attribute {name!r}"))
        self._trace.refuse(
            UnstagedWrite(
                f"the method {name!r} of the dict {proxy._ag_origin} is called",
                hint="read and write its items one by one",
            )
        )

    def owned(self, value: Any) -> bool:
        """Say whether nothing else holds the containers within a fresh container."""
        inner = [item for item in _flat(value) if type(item) in (list, dict)]
        if len({id(item) for item in inner}) < len(inner):
            return False
        del value
        while inner:
            item = inner.pop()
            if sys.getrefcount(item) > OWNED_REFERENCES or not self.owned(item):
                return False
        return True

    def deep(self, proxy: ListProxy) -> Any:
        """Give a deep copy of a list."""
        return [_deep(item, self._trace) for item in proxy]

    # Containers made while tracing ----------------------------------------------------

    def mutable(self, container: Any) -> Any:
        """Take note of a fresh container that the function changes."""
        trace = self._trace
        if type(container) is Symbol:
            return container
        span = trace.span()
        key = ("made", span.file, span.line, id(span.caller) and str(span.caller))
        if type(container) is list and key in trace.facts.lists:
            element = join_all([trace.type_of(item) for item in container])
            trace.facts.widen_list(key, element)
            of = List(trace.facts.lists[key])
            lifted = trace.lift(list(container))
            symbol = trace.record(OPS["list_new"], (lifted,), of=of, base="items")
            self._symbols[symbol._ag_value.name] = key
            return symbol
        self._made[id(container)] = (container, len(trace.builder.regions), key)
        return container

    def widen(self, symbol: Symbol, element: Type) -> None:
        """See that a run-time list may hold elements of this type."""
        of = symbol._ag_value.type
        assert isinstance(of, List)
        if accepts(of.element, element):
            return
        trace = self._trace
        changed = False
        for key in self._keys_of(symbol):
            known = trace.facts.lists[key]
            changed |= trace.facts.widen_list(
                key, join(known, join(of.element, element))
            )
        if not changed:
            trace.refuse(
                UnstagedWrite(
                    "a list that the graph knows to hold "
                    f"{of.element} gets an element of type {element}",
                    hint="make the list in the same function, with ag.mutable around "
                    "its display",
                )
            )
        trace.restart()

    def _keys_of(self, symbol: Symbol) -> list[Hashable]:
        key = self._symbols.get(symbol._ag_value.name)
        return [key] if key is not None else list(self._symbols.values())

    def extension(self, symbol: Symbol, items: Any) -> Any:
        """Give what `extend` is given, the list widened to take it."""
        trace = self._trace
        if type(items) is Symbol:
            with suppress(TypeFailure):  # the run raises
                self.widen(symbol, element_type(items._ag_value.type))
            return items
        held = list(items)
        self.widen(symbol, join_all([trace.type_of(item) for item in held]))
        return held

    def changing(self, container: Any, what: str) -> None:
        """See that a plain container may be changed here, in this way.

        In a branch or loop of the graph only those made within it may: any other has
        to exist at run time.
        """
        trace = self._trace
        if id(container) in self._frozen:
            self._refuse_change(container, what, "after it was handed on")
        if not trace.builder.staged:
            return
        made = self._made.get(id(container))
        if made is None:
            self._refuse_change(container, what, "in a branch or loop of the graph")
        if made[1] >= len(trace.builder.regions):
            return
        if type(container) is not list:
            self._refuse_change(container, what, "in a branch or loop of the graph")
        trace.facts.lists.setdefault(made[2], NEVER)
        trace.restart()

    def must_exist(self, container: Any) -> NoReturn:
        """Begin again with a list as one that exists at run time; refuse any other."""
        made = self._made.get(id(container))
        if made is None or type(container) is not list:
            self._refuse_change(container, "or chosen", "by a value of the graph")
        self._trace.facts.lists.setdefault(made[2], NEVER)
        self._trace.restart()

    @contextmanager
    def unchanged(self, state: tuple[Any, ...]) -> Iterator[None]:
        """See that plain containers are not changed in place, as ``+=`` does."""
        before = [(each, _flat(each)) for each in containers_in(state)]
        try:
            yield
        finally:
            for container, items in before:
                now = _flat(container)
                if len(now) != len(items) or any(map(operator.is_not, now, items)):
                    self.must_exist(container)

    def copied(self, container: Any) -> None:
        """Note that the graph goes on with a copy of a list, which must not change."""
        if id(container) in self._made or type(container) is not list:
            self.must_exist(container)
        self._frozen.setdefault(id(container), (container, list(container)))
        self._copies = True

    def check_identity(self, left: Any, right: Any) -> None:
        """Refuse to ask which list it is where the graph may hold a copy of one."""
        for value, other in ((left, right), (right, left)):
            if type(value) is not Symbol or not _may_be_list(value._ag_value.type):
                continue
            if type(other) in (list, dict):
                self._refuse_change(
                    other, "or compared by `is`", "with a run-time value"
                )
            if other is not None:
                self.check_change("compared by `is`")

    def check_change(self, what: str) -> None:
        """Refuse to change a list of the graph where it may be a copy of another."""
        if self._copies:
            self._trace.refuse(
                UnstagedWrite(
                    f"a list is changed ({what}) that may also go by another name",
                    hint="make the list in the same function with `name = []`, and "
                    "change it by append or by its items",
                )
            )

    def _refuse_change(self, container: Any, what: str, when: str) -> NoReturn:
        self._trace.refuse(
            UnstagedWrite(
                f"a {type(container).__name__} is changed ({what}) {when}",
                hint="use an array, or a list made and changed in the same function",
            )
        )

    def freeze(self, container: Any) -> None:
        """Note that the graph holds a copy of a container: it must not change later."""
        if type(container) not in (list, dict):
            return
        if sys.getrefcount(container) <= INLINE_REFERENCES:
            return
        copied = dict(container) if type(container) is dict else list(container)
        self._frozen.setdefault(id(container), (container, copied))

    def exists(self, container: list[Any]) -> bool:
        """Say whether a list has already been made at run time."""
        return id(container) in self._existing

    def materialized(self, container: list[Any]) -> Symbol:
        """Give the one run-time list that stands for a list wherever it is met.

        The list must not change any more; the trace would not see it.
        """
        known = self._existing.get(id(container))
        if known is None:
            trace = self._trace
            items = trace.lift(list(container))
            of = value_type(trace, container)
            made = trace.record(OPS["list_new"], (items,), of=of, base="items")
            known = self._existing[id(container)] = made
            self._frozen.setdefault(id(container), (container, list(container)))
        return known

    def shared(self, result: Any) -> None:
        """Make lists that a result holds more than once, so that it is one list."""
        counts = Counter(id(each) for each in _all_containers(result))
        for container in _all_containers(result):
            if counts[id(container)] < 2 or self.exists(container):
                continue
            if type(container) is not list:
                kind = type(container).__name__
                self._refuse_change(container, f"one {kind} returned twice", "here")
            self.materialized(container)

    def hand_over(self, values: tuple[Any, ...]) -> None:
        """Refuse to hand a container that the trace still holds to unknown code."""
        for value in values:
            if type(value) in (list, dict, set) and (
                sys.getrefcount(value) > HANDED_REFERENCES
            ):
                made = self._made.get(id(value))
                if made is not None and type(value) is list:
                    self._trace.facts.lists.setdefault(made[2], NEVER)
                    self._trace.restart()
                self._refuse_change(
                    value, "perhaps", "by a function that is not converted"
                )

    def check_frozen(self) -> None:
        """Refuse if a container changed after the graph took a copy of it."""
        for container, copied in self._frozen.values():
            same = len(container) == len(copied) and all(
                a is b for a, b in zip(_flat(container), _flat(copied), strict=False)
            )
            if not same:
                self._refuse_change(container, "in place", "after it was handed on")


INLINE_REFERENCES = 6
HANDED_REFERENCES = 6
OWNED_REFERENCES = 3


class ElementsOf(Check):
    """The items of the list are all of this type."""

    def __init__(self, of: Type) -> None:
        self.of = of

    def source(self, place: str, namer: Any) -> str:
        """Give the test as a Python expression."""
        return f"{namer.name(self, 'elements')}.holds({place})"

    def holds(self, items: list[Any]) -> bool:
        """Say whether all items are of the type."""
        return all(accepts(self.of, type_of(item)) for item in items)


class _Update:
    """``d.update`` of a dict that arrived."""

    def __init__(self, proxy: DictProxy) -> None:
        self._proxy = proxy

    def __call__(self, other: Any = (), **more: Any) -> None:
        for key, value in {**dict(other), **more}.items():
            self._proxy[key] = value


def _may_be_list(of: Type) -> bool:
    """Say whether a value of a type may be a Python container."""
    return any(isinstance(member, (List, Object, AnyType)) for member in members(of))


def _all_containers(value: Any) -> Iterator[Any]:
    """Yield the plain lists and dicts in a value, inner ones first."""
    if type(value) in (list, tuple, dict):
        for item in value.values() if type(value) is dict else value:
            yield from _all_containers(item)
        if type(value) is not tuple:
            yield value


def _flat(container: Any) -> list[Any]:
    if isinstance(container, dict):
        return [part for pair in container.items() for part in pair]
    return list(container)


def _deep(item: Any, trace: Trace) -> Any:
    if type(item) is ListProxy:
        return trace.containers.deep(item)
    if type(item) is Symbol:
        return trace.copy(item)
    return item


def _position(items: list[Any], index: Any) -> int:
    """Give the position that an index means, or raise what the list raises."""
    try:
        position: int = range(len(items))[index]
    except IndexError:
        raise user_error(IndexError("list index out of range")) from None
    return position
