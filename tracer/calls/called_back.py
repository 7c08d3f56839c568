"""The calls of one trace that go back into Python: where, why, and what they give."""

from __future__ import annotations

import builtins
from collections import deque
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from runtime.constructs import FOR, WHILE
from runtime.errors import Span
from runtime.ir.nodes import Argument, Constant, Node, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from tracer.calls.reasons import why_method_called_back, why_result_used
from tracer.calls.stances import is_outside
from tracer.policy import attribute_of, is_user_file
from tracer.record import causes
from tracer.record.causes import Cause
from tracer.record.decisions import place_at, written
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy

KEPT_IN_CONTAINERS = (list, dict, set, int, str, bytes, deque)
"""What the run alone knows most often, besides arrays."""
OF_EXCEPTIONS = frozenset(("add_note", "with_traceback"))
"""Methods that exceptions alone have."""
MAKING = (OPS["call"], OPS["call_pure"], OPS["instance_new"])
"""Rows that call their first operand."""
PARTS = frozenset(
    "add array_item ask_attribute attribute_or call_method getitem iadd isubtract iter "
    "load_attribute load_item multiply next starred_unpack subtract true_divide "
    "unpack".split()
)
"""Rows whose result is a part of their first operand, or of its class most often."""


@dataclass(frozen=True)
class CalledBack:
    """A call that goes back into Python at each run.

    Attributes
    ----------
    span : Span
        The position of the call.
    text : str
        What is called, as the source has it.
    cause : Cause
        Why, and what to write instead.
    code : CodeType
        The converted code that makes the call.
    home : dict
        The globals of that code.
    """

    span: Span
    text: str
    cause: Cause
    code: CodeType = field(repr=False)
    home: dict[str, Any] = field(repr=False)

    @property
    def is_told(self) -> bool:
        """Whether users are warned of it: not where they want it, nor in a library."""
        return not self.cause.wanted and is_user_file(self.span.file)


@dataclass(frozen=True)
class Told:
    """A warning of a trace, with the position that it is about."""

    warning: Warning
    span: Span
    home: dict[str, Any] = field(repr=False)


_LOOKS = (OPS["load_attribute"], OPS["ask_attribute"])
"""The operations that read an attribute."""


class CallsBack:
    """The calls back into Python of one trace; what is taken back is forgotten.

    Attributes
    ----------
    made : list of CalledBack
        The calls, in order.
    told : list of Told
        Other warnings of the trace, in order.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._results: dict[str, CalledBack] = {}
        self.made: list[CalledBack] = []
        self.told: list[Told] = []

    def add(self, what: str, cause: Cause) -> CalledBack:
        """Note the running call."""
        trace, frame = self._trace, self._trace.stack.frame()
        place = place_at(frame.f_code, frame.f_lasti)
        text = what if place is None else written(frame.f_code.co_filename, place)
        home = frame.f_globals.real  # type: ignore[attr-defined]  # of converted code
        wanted = cause.wanted or (cause.wanted_once and not trace.in_loop)
        code = trace.options.home(frame.f_code)
        cause = cause._replace(wanted=wanted)
        call = CalledBack(trace.stack.span(), text or what, cause, code, home)
        self.made.append(call)
        trace.builder.on_rollback(self.made.pop)
        return call

    def tell(self, warning: Warning) -> None:
        """Note a warning about the running position."""
        span, home = self._trace.stack.span(), self._trace.stack.frame().f_globals
        self.told.append(Told(warning, span, home.real))  # type: ignore[attr-defined]
        self._trace.builder.on_rollback(self.told.pop)

    def gives(self, call: CalledBack, result: Any) -> None:
        """Note what a call gives."""
        if type(result) is Symbol:
            name = result._ag_value.name
            self._results[name] = call
            # What is taken back gives its name to another value.
            self._trace.builder.on_rollback(lambda: self._results.pop(name, None))

    def why_method(self, receiver: Any, name: str) -> Cause:
        """Return why the call of a method goes back into Python."""
        if isinstance(receiver, ObjectProxy):
            return why_method_called_back(type(receiver._ag_real), name)
        if name in OF_EXCEPTIONS:
            return causes.ITEM
        if any(hasattr(kind, name) for kind in KEPT_IN_CONTAINERS):
            return causes.ITEM
        made = self._of_maker(receiver, name, causes.METHOD_OF_RESULT)
        return self._of_result(receiver) or made or causes.METHOD_OF_UNKNOWN

    def why_function(self, function: Symbol) -> Cause:
        """Return why the call of a function of the run goes back into Python."""
        node = self._node_of(function._ag_value)
        made = None
        if node is not None and node.operation in _LOOKS:
            made = self._replaced(node)
        if made is None:
            made = self._of_maker(function, "__call__", causes.RESULT_OF_LIBRARY)
        return self._of_result(function) or made or causes.CHOSEN

    def _of_maker(self, value: Symbol, method: str, cause: Cause) -> Cause | None:
        """Return why what a library made is called back.

        Parameters
        ----------
        value, method
            What is called, or is a part of it, and the name of its method.
        cause : Cause
            Why, where the library's function does not tell the class.
        """
        source: object = self._source(value._ag_value)
        while isinstance(source, Value):
            node = self._node_of(source)
            if node is None:
                kind = type(self._real(source))
                known = kind is not type(None)
                return why_result_used(kind, method, cause) if known else None
            if node.operation in MAKING:
                source = node.args[0]
                maker = self._real(source)
            else:
                source, maker = None, self._function_of(node)
            if _remembers(maker):
                return causes.REMEMBERED_HERE
            if maker is builtins.__build_class__:
                return causes.CLASS_OF_THE_RUN
            if maker is not None:
                return why_result_used(maker, method, cause)
        return None

    def _function_of(self, node: Node) -> Any:
        """Return the class or function that a node calls."""
        row = node.operation
        if row == OPS["pure_method"]:
            receiver, name = node.args[:2]
            real = self._real(receiver)
            if real is None or not isinstance(name, Constant):
                return None
            return getattr(type(real), str(name.value), None)
        if not isinstance(row, Row):
            return None
        kernel = row.kernel
        return kernel if isinstance(kernel, type) else next(iter(row.functions), None)

    def _real(self, argument: object) -> Any:
        """Return the user's object for an argument; None for a value of the run."""
        if isinstance(argument, Constant):
            return argument.value
        if not isinstance(argument, Value):
            return None
        behind = self._trace.part(Objects).behind(argument)
        if behind is not None:
            return behind
        captured = self._trace.captured.values()
        return next((real for real, value in captured if value == argument), None)

    def _replaced(self, node: Node) -> Cause | None:
        """Return why a method or function of an object, read again, is called back."""
        owner, name = node.args
        if not isinstance(owner, Value) or not isinstance(name, Constant):
            return None
        real = self._trace.part(Objects).behind(owner)
        held = attribute_of(real, str(name.value))
        return causes.REPLACEABLE if callable(held) else None

    def _of_result(self, value: Any) -> Cause | None:
        """Return why a part of what another call gave is called back."""
        source = self._source(value._ag_value) if type(value) is Symbol else None
        if not isinstance(source, CalledBack):
            real = None if source is None else self._trace.part(Objects).behind(source)
            outside = real is not None and is_outside(type(real))
            return causes.OUTSIDE if outside else None
        if source.cause.wanted:
            return source.cause
        return causes.OF_A_RESULT.of(line=source.span.line)

    def _source(self, value: Value) -> CalledBack | Value | None:
        """Return the call, or the input of the graph, that a value is a part of."""
        while True:
            if value.name in self._results:
                return self._results[value.name]
            source = self._taken_from(value)
            if source is None:
                return value
            if not isinstance(source, Value):
                return None
            value = source

    def _taken_from(self, value: Value) -> Argument | None:
        """Return what a value is a part of; None if it is a whole."""
        for region in reversed(self._trace.builder.regions):
            if value.name in region.given:
                return region.given[value.name]
        node = self._node_of(value)
        return None if node is None else _whole(node, value)

    def _node_of(self, value: Value) -> Node | None:
        """Return the node of an open region that gives a value."""
        for region in reversed(self._trace.builder.regions):
            node = region.node_of(value)
            if node is not None:
                return node
        return None


def _remembers(function: object) -> bool:
    """Whether a function is `functools.cache` or `lru_cache`, or made by them."""
    if getattr(function, "__module__", None) != "functools":
        return False
    name = str(getattr(function, "__qualname__", "")).partition(".")[0]
    return name in ("cache", "lru_cache")


def _whole(node: Node, value: Value) -> Argument | None:
    """Return what a result of a node is a part of, or was before a loop."""
    row = node.operation
    if row in (FOR, WHILE):
        return node.args[node.results.index(value) - len(node.results)]
    if not isinstance(row, Row) or row.name not in PARTS or not node.args:
        return None
    return node.args[0]
