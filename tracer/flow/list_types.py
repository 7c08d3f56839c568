"""The types of the items that lists of the graph hold."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from runtime.ops.flow import element_type
from runtime.ops.row import TypeFailure
from runtime.types import (
    ANY,
    Array,
    ClassArray,
    List,
    Tuple,
    Type,
    Union,
    accepts,
    join,
    join_all,
)
from tracer.errors import on_behalf
from tracer.flow.structure import value_type
from tracer.record.contents import held
from tracer.record.late_restarts import LateRestarts
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class ListTypes:
    """What the lists of one trace hold."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._sites: dict[str, Hashable] = {}
        self._escaped = False
        self.unseen = False

    def comes_from(self, symbol: Symbol, site: Hashable) -> None:
        """Record the site whose fact has the element type of a list of the graph."""
        self._trace.builder.note(self._sites, symbol._ag_value, site)

    def is_own(self, symbol: Symbol) -> bool:
        """Whether a list of the graph is made in this trace, or arrives as it is."""
        return symbol._ag_value.name in self._sites

    def widen(self, symbol: Symbol, element: Type) -> None:
        """Ensure that a run-time list may hold elements of this type."""
        of = symbol._ag_value.type
        assert isinstance(of, List)
        if accepts(of.element, element):
            return
        facts = self._trace.facts
        own = self._sites.get(symbol._ag_value.name)
        wide = List(join(of.element, element))
        changed = []
        for each in self._sites.values():
            known = List(facts.lists[each])
            if own is None or each == own:
                widened = _with_lists(known, of, wide)
            else:  # another list, which may hold this one
                widened = List(_with_lists(known.element, of, wide))
            assert isinstance(widened, List)
            changed.append(facts.widen_list(each, widened.element))
        if not any(changed):
            facts.lists_hold_anything = True
        self._trace.restart()

    def typed(self, of: Type) -> Type:
        """Return the type of a value, its lists and shapes as the facts have it."""
        facts = self._trace.facts
        changes = facts.shapes_change or facts.dtypes_change
        if not (facts.lists_hold_anything or changes):
            return of
        match of:
            case Array(dtype, _) if facts.shapes_change:
                return Array(dtype, None)
            case ClassArray(kind, dtype, shape) if changes:
                shape = None if facts.shapes_change else shape
                return ClassArray(kind, None if facts.dtypes_change else dtype, shape)
            case List(element):
                return List(ANY if facts.lists_hold_anything else self.typed(element))
            case Tuple(items):
                return Tuple(tuple(map(self.typed, items)))
            case Union(options):
                return join_all(map(self.typed, options))
        return of

    def escapes(self, value: Any) -> None:
        """Record that something only the run sees gets hold of a value."""
        if not self._escaped and _holds_typed_list(value):
            self._escaped = True
            self._see_changes()

    def changes_unseen(self) -> None:
        """Record that unknown code runs: it may change lists."""
        self.unseen = True
        self._see_changes()

    def _see_changes(self) -> None:
        """Restart with untyped list elements if unseen code may change a list."""
        facts = self._trace.facts
        if self._escaped and self.unseen and not facts.lists_hold_anything:
            facts.lists_hold_anything = True
            with self._trace.part(LateRestarts).wait("elements"):
                self._trace.restart()

    def extension(self, symbol: Symbol, items: Any) -> Any:
        """Return the argument for `extend`, the list widened to take it."""
        trace = self._trace
        if type(items) is Symbol:
            with suppress(TypeFailure):  # the run raises
                self.widen(symbol, element_type(items._ag_value.type))
            return items
        held = on_behalf(list, items)
        self.widen(symbol, join_all([value_type(trace, item) for item in held]))
        return held


def _with_lists(of: Type, narrow: List, wide: List) -> Type:
    """Return a type whose lists of one type, nested ones too, are widened."""
    match of:
        case List(element):
            inner = List(_with_lists(element, narrow, wide))
            return wide if of == narrow else inner
        case Tuple(items):
            return Tuple(tuple([_with_lists(each, narrow, wide) for each in items]))
        case Union(options):
            return join_all([_with_lists(each, narrow, wide) for each in options])
    return of


def _holds_typed_list(value: Any) -> bool:
    """Whether a value is or holds a list of the graph whose items are typed."""
    return any(
        type(one) is Symbol and _is_typed_list(one._ag_value.type)
        for one in held(value)
    )


def _is_typed_list(of: Type) -> bool:
    match of:
        case List(element):
            return element != ANY
        case Tuple(items):
            return any(map(_is_typed_list, items))
        case Union(options):
            return any(map(_is_typed_list, options))
    return False
