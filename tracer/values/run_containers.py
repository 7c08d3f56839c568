"""Lists and dicts that arrive and on which the run itself works."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NoReturn

from runtime.types import Container, List, join_all
from tracer.flow.list_types import ListTypes
from tracer.record.staged import Proxy, refuse_object
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import Guard, SameAs
from tracer.serve.origins import Origin
from tracer.values.container_items import ElementsOf, item_type
from tracer.values.identity import Identities


class RunContainers:
    """The arriving containers of one trace that are values of the graph."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._symbols: dict[int, tuple[Origin, Symbol]] = {}
        self._handed_on: dict[int, Proxy] = {}

    def symbol(self, value: Any, origin: Origin, key: Hashable) -> Symbol:
        """Return the symbol of a container on which the run itself works."""
        trace = self._trace
        known = self._symbols.get(id(value))
        if known is not None:
            trace.guard(Guard(origin, SameAs(known[0])))
            return known[1]
        if isinstance(value, dict):
            symbol = trace.input_symbol(origin, Container("dict"))
        else:
            trace.facts.widen_list(key, join_all(map(item_type, value)))
            of = trace.part(ListTypes).typed(List(trace.facts.lists[key]))
            assert isinstance(of, List)
            trace.guard(Guard(origin, ElementsOf(of.element)))
            symbol = trace.input_symbol(origin, of)
            trace.part(ListTypes).comes_from(symbol, key)
            trace.part(ListTypes).escapes(symbol)
        self._symbols[id(value)] = origin, symbol
        trace.part(Identities).changed(value, origin)
        return symbol

    def begin_again_with(self, proxy: Proxy) -> NoReturn:
        """Restart with a container as one that only the run looks into."""
        trace = self._trace
        if proxy._ag_origin is None:
            refuse_object(proxy, "changed")
        trace.facts.widen_input(proxy._ag_real)
        trace.restart()

    # Handed on ------------------------------------------------------------------------

    def handed_on(self, proxy: Proxy) -> None:
        """Record that the run goes through the items that are there now."""
        self._handed_on[id(proxy._ag_real)] = proxy

    def changes(self, proxy: Proxy) -> None:
        """Record that a container changes: the run may be going through it."""
        if id(proxy._ag_real) in self._handed_on:
            self.begin_again_with(proxy)

    def changes_unseen(self) -> None:
        """Record that unknown code runs: it may change what the run goes through."""
        for proxy in self._handed_on.values():
            self.begin_again_with(proxy)
