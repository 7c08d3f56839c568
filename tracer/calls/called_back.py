"""The calls of one trace that go back into Python: where, why, and what they give."""

from __future__ import annotations

import builtins
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from runtime.errors import Span
from runtime.ir.nodes import Constant, Node, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from tracer.calls.reasons import why_method_called_back, why_result_used
from tracer.calls.stances import is_outside
from tracer.calls.wholes import MAKING, Wholes
from tracer.flow.known_classes import KnownClasses
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

    def add(self, what: str, cause: Cause, loops: Callable[[], bool]) -> CalledBack:
        """Note the running call; `loops` returns whether it may run a loop."""
        trace, frame = self._trace, self._trace.stack.frame()
        place = place_at(frame.f_code, frame.f_lasti)
        text = what if place is None else written(frame.f_code.co_filename, place)
        home = frame.f_globals.real  # type: ignore[attr-defined]  # of converted code
        code = trace.options.home(frame.f_code)
        once = cause.wanted_once or (cause.for_loops and not loops())
        if once and not trace.in_loop:
            cause = cause._replace(wanted=True)
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
        made = self._why(receiver, name, causes.METHOD_OF_RESULT)
        return made or self._replaced(receiver, name) or causes.METHOD_OF_UNKNOWN

    def why_function(self, function: Symbol) -> Cause:
        """Return why the call of a function of the run goes back into Python."""
        made = self._replaced(function, "__call__")
        made = made or self._why(function, "__call__", causes.RESULT_OF_LIBRARY)
        return made or causes.CHOSEN

    def _why(self, value: Any, method: str, cause: Cause) -> Cause | None:
        """Return why what other calls gave, or a part of it, is called back.

        None if something else may have given it. What the user does not want counts.

        Parameters
        ----------
        value, method
            What is called, and the name of its method.
        cause : Cause
            Why, where a library's function does not tell the class.
        """
        if type(value) is not Symbol:
            return None
        wholes = self._trace.part(Wholes)
        found = [
            None if whole is None else self._of_whole(whole, node, method, cause)
            for whole, node in wholes.find(value._ag_value, self._results)
        ]
        told = [each for each in found if each is not None and not each.wanted]
        if told:
            return told[0]
        return None if None in found or not found else found[0]

    def _of_whole(
        self, value: Value, node: Node | None, method: str, cause: Cause
    ) -> Cause | None:
        """Return why a part of a value is called back."""
        call = self._results.get(value.name)
        if call is not None:
            if not call.cause.wanted:
                return causes.OF_A_RESULT.of(line=call.span.line)
            # One that is wanted as it runs no loops says nothing of what it gives.
            return causes.METHOD_OF_UNKNOWN if call.cause.for_loops else call.cause
        real = self._trace.part(Objects).behind(value)
        if real is not None and is_outside(type(real)):
            return causes.OUTSIDE
        return self._of_maker(value, node, method, cause)

    def _of_maker(
        self, source: object, node: Node | None, method: str, cause: Cause
    ) -> Cause | None:
        """Return why what a library made is called back."""
        while isinstance(source, Value):
            if node is None:
                kind = type(self._real(source))
                known = kind is not type(None)
                return why_result_used(kind, method, cause) if known else None
            if node.operation in MAKING:
                source = node.args[0]
                maker = self._real(source)
                if maker is object.__new__:  # the class comes first
                    maker = self._real(node.args[1])
            else:
                source, maker = None, self._function_of(node)
            if _remembers(maker):
                return causes.REMEMBERED_HERE
            if maker is builtins.__build_class__:
                return causes.CLASS_OF_THE_RUN
            if maker is not None:
                return why_result_used(maker, method, cause)
            if isinstance(source, Value):
                node = self._trace.part(Wholes).node_of(source)
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

    def _replaced(self, value: Any, method: str) -> Cause | None:
        """Return why what an object held is called back, if it is read again."""
        look = self._look(value._ag_value) if type(value) is Symbol else None
        if look is not None and look[1] == method:  # the method of what was read
            look = self._look(look[0])
        if look is None:
            return None
        real = self._real(look[0])
        held = attribute_of(real, look[1])
        if not callable(getattr(type(held), method, None)):
            return None
        # An object that the function itself has put there, it can keep in a variable.
        is_set = self._trace.part(KnownClasses).is_set(type(real), look[1])
        return None if is_set and not callable(held) else causes.REPLACEABLE

    def _look(self, value: Value) -> tuple[Value, str] | None:
        """Return of what a value is an attribute, and the name; None of any other."""
        node = self._trace.part(Wholes).node_of(value)
        if node is None or node.operation not in _LOOKS:
            return None
        owner, name = node.args
        if not isinstance(owner, Value) or not isinstance(name, Constant):
            return None
        return owner, str(name.value)


def _remembers(function: object) -> bool:
    """Whether a function is `functools.cache` or `lru_cache`, or made by them."""
    if getattr(function, "__module__", None) != "functools":
        return False
    name = str(getattr(function, "__qualname__", "")).partition(".")[0]
    return name in ("cache", "lru_cache")
