"""Lists and dicts that arrive and on which the run itself works.

A list is such a value if it is long, or if its length keeps changing from call to call,
or if the function changes it: one graph serves all lists with items of the same type.
A dict is one if something iterates over it, and otherwise for the same reasons.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, NoReturn

from runtime.ir.nodes import Value
from runtime.ops.row import Row
from runtime.types import Container, List, Type, members
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.record.staged import Proxy, refuse_object
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import LEAVING, compares_plainly
from tracer.serve.guards import Distinct, Guard, SameAs
from tracer.serve.origins import Origin
from tracer.values.container_items import (
    ElementsOf,
    holds_containers,
    is_long,
    items_type,
    of_plain_values,
)
from tracer.values.identity import Identities
from tracer.values.module_dicts import is_of_module, refuse_change

LONG = 64
"""The most items, nested ones included, of a list that is taken item by item."""
SOME = 3
"""After how many lists of plain values that are left to the run all are."""
_FUNCTIONS = frozenset({FunctionType, BuiltinFunctionType, MethodType, type})
NESTED = "nested"
"""The fact that a list or dict in another one changes: see `RunContainers.writes`."""


def _looks_up(value: Any) -> bool:
    """Whether a dict has keys that compare as the user says: the run does."""
    return isinstance(value, dict) and not all(map(compares_plainly, value))


class RunContainers:
    """The arriving containers of one trace that are values of the graph."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._symbols: dict[int, tuple[Origin, Symbol]] = {}
        self._arrived: dict[str, Any] = {}
        self._handed_on: dict[int, Proxy] = {}
        self._of_modules: set[str] = set()
        self._nesting = False

    def takes(self, value: Any, origin: Origin) -> bool:
        """Whether the run itself works on a container."""
        facts = self._trace.facts
        key = ("input", facts.identity_of(value))
        if key in (facts.lists if type(value) is list else facts.made):
            return True
        changing = (NESTED, type(value)) in facts.made
        varies = origin.path in facts.varying
        left = self._is_long(value) or self._is_as_others(value) or _looks_up(value)
        if changing or varies or left:
            facts.widen_input(value)
            return True
        return False

    def _is_long(self, value: Any) -> bool:
        facts = self._trace.facts
        long = type(value) is list and is_long(value, LONG) and not facts.apart
        if long and not _FUNCTIONS.isdisjoint(map(type, value)):
            return False  # which the graph knows only by themselves
        facts.whole = facts.whole or long
        return long

    def _is_as_others(self, value: Any) -> bool:
        """Whether some lists of plain values were left to the run, one at each try."""
        facts = self._trace.facts
        if facts.lists_left < SOME or facts.apart or type(value) is not list:
            return False
        plain = of_plain_values(items_type(value))
        facts.whole = facts.whole or plain
        return plain

    def iterated_over(self, proxy: Proxy) -> None:
        """Record that something iterates over a dict: a long one is left to the run."""
        facts = self._trace.facts
        if len(proxy._ag_real) > LONG and not facts.apart:
            facts.whole = True
            self.begin_again_with(proxy)

    def indexed(self, proxy: Proxy) -> None:
        """Record that the run chooses an item of a list: plain ones are left to it."""
        facts = self._trace.facts
        plain = of_plain_values(items_type(proxy._ag_real))
        if plain and proxy._ag_origin is not None and not facts.apart:
            facts.whole = True
            self.begin_again_with(proxy)

    def symbol(self, value: Any, origin: Origin) -> Symbol:
        """Return the symbol of a container on which the run itself works."""
        trace = self._trace
        identity = self._trace.facts.identity_of(value)
        key: Hashable = ("input", identity)
        known = self._symbols.get(identity)
        if known is not None:
            trace.guard(Guard(origin, SameAs(known[0])))
            return known[1]
        if isinstance(value, dict):
            symbol = trace.input_symbol(origin, Container("dict"))
        else:
            trace.facts.widen_list(key, items_type(value))
            of = trace.part(ListTypes).typed(List(trace.facts.lists[key]))
            assert isinstance(of, List)
            trace.guard(Guard(origin, ElementsOf(of.element)))
            symbol = trace.input_symbol(origin, of)
            trace.part(ListTypes).comes_from(symbol, key)
            trace.part(ListTypes).escapes(symbol)
            self._tell_apart(origin, of)
            if holds_containers(of.element):
                self._nests()
        self._symbols[identity] = origin, symbol
        self._arrived[symbol._ag_value.name] = value
        if is_of_module(value):
            self._of_modules.add(symbol._ag_value.name)
        trace.part(Identities).changed(value, origin)
        return symbol

    def behind(self, value: Value) -> Any:
        """Return the container that a value is at the first call, or None."""
        return self._arrived.get(value.name)

    def begin_again_with(self, proxy: Proxy) -> NoReturn:
        """Restart with a container as one that only the run looks into."""
        trace = self._trace
        if proxy._ag_origin is None:
            refuse_object(proxy, "changed")
        trace.facts.widen_input(proxy._ag_real)
        trace.facts.lists_left += type(proxy._ag_real) is list
        trace.restart()

    # Changed by the run ---------------------------------------------------------------

    def writes(self, row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Record that an operation changes a list or dict of the run.

        If it may come out of one that arrives, it may be one of those that are taken
        item by item. Then these are left to the run too.
        """
        if not args or type(args[0]) is not Symbol:
            return
        if args[0]._ag_value.name in self._of_modules:
            if row.writes or (row.name == "call_method" and args[1] not in LEAVING):
                refuse_change(self._trace, "a name")
        if not self._nesting or 0 not in row.writes:
            return
        kinds = set(map(_kind_of, members(args[0]._ag_value.type))) - {None}
        if not kinds or self._is_known(args[0]):
            return
        for proxy in self._trace.part(Identities).proxies():
            if type(proxy._ag_real) in kinds and proxy._ag_origin is not None:
                self._trace.facts.made.update((NESTED, kind) for kind in kinds)
                self.begin_again_with(proxy)

    def _nests(self) -> None:
        """Record that a list arrives that holds others: they may have other names."""
        self._nesting = True
        identities = self._trace.part(Identities)
        for proxy in identities.proxies():
            if type(proxy._ag_real) in (list, dict) and identities.changes(proxy):
                self.begin_again_with(proxy)

    def _tell_apart(self, origin: Origin, of: List) -> None:
        """Assume that lists with items of different types are different lists.

        Two that are empty could be one, which gets items of one type only.
        """
        for other, known in self._symbols.values():
            types = known._ag_value.type, of
            if isinstance(types[0], List) and types[0] != types[1]:
                self._trace.guard(Guard(origin, Distinct(other)))

    def _is_known(self, symbol: Symbol) -> bool:
        """Whether a symbol surely is none of the containers in those that arrive."""
        trace, name = self._trace, symbol._ag_value.name
        arrived = {known._ag_value.name for _, known in self._symbols.values()}
        own = trace.part(ListTypes).is_own(symbol)
        return own or name in arrived or name in trace.part(MadeContainers).fresh

    # Handed on ------------------------------------------------------------------------

    def handed_on(self, proxy: Proxy) -> None:
        """Record that the run iterates over the items that are there now."""
        self._handed_on[id(proxy._ag_real)] = proxy

    def changes(self, proxy: Proxy) -> None:
        """Record that a container changes which the trace takes item by item.

        The run may be iterating over it, or may have it as an item of another one.
        """
        if self._nesting or id(proxy._ag_real) in self._handed_on:
            self.begin_again_with(proxy)

    def changes_unseen(self) -> None:
        """Record that unknown code runs: it may change what the run iterates over."""
        for proxy in self._handed_on.values():
            self.begin_again_with(proxy)


def _kind_of(of: Type) -> type | None:
    """Return the class of the containers of a type that the trace may know as well."""
    if isinstance(of, List):
        return list
    return dict if of == Container("dict") else None
