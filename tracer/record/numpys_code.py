"""Functions of NumPy that are Python code: traced as the user's functions are.

Where that comes to nothing, because the code needs a plain value or calls back into
Python, the trace begins again with the whole call recorded, or called back.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import FunctionType
from typing import Any

from runtime.ir.constants import has_text
from runtime.ir.nodes import Argument, Constant, Display, Value, values_in
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import ANY, OBJECT, AnyType, List, Object, members
from tracer.errors import NotStaged, RegionEnd, Restart
from tracer.policy import numpys_code
from tracer.record.code_memory import identity
from tracer.record.contents import LISTS, held
from tracer.record.decisions import OPERATION
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class NumpysCode:
    """The calls of NumPy's Python code in one trace.

    Attributes
    ----------
    running : list
        The outermost of those that are running, if any.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.running: list[Any] = []

    def traced(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Return what a function gives; NotImplemented if its code is not traced."""
        trace = self._trace
        code = numpys_code(function)
        if code is None or not trace.options.has_source(code) or self.left(code):
            return NotImplemented
        if self.running:
            return trace.asked.traced(code, args, kwargs)
        given = (*args, *kwargs.values())
        if code is not function and any(map(_takes_over, given)):
            return NotImplemented
        trace.decide("call", OPERATION)
        self.running.append(self._key(code))
        try:
            result = trace.asked.traced(code, args, kwargs)
            if _is_unknown(trace, result):
                self.leave()
            return result
        except Restart:
            raise
        except (Exception, RegionEnd):
            if trace.restarting:
                raise
            self.leave()
        finally:
            self.running.clear()

    def left(self, code: Any) -> bool:
        """Whether the running call of a function was traced in vain."""
        untraced = self._trace.facts.untraced
        if self.running or not untraced or type(code) is not FunctionType:
            return False
        return self._key(code) in untraced

    def _key(self, code: FunctionType) -> Hashable:
        return identity(code.__code__), self._trace.stack.site()

    def leave(self, *reason: Any) -> None:
        """Begin again without the running call traced, if one is."""
        if self.running and self._trace.tentative:  # there is another way yet
            raise NotStaged("a function of NumPy needs a plain value")
        if self.running:
            self._trace.refusal = None
            self._trace.learn(self._trace.facts.untraced, *self.running)


def _takes_over(value: Any) -> bool:
    """Whether an argument's class may say what NumPy's functions do with it."""
    return any(map(_says_what_to_do, held(value, LISTS)))


def _says_what_to_do(value: Any) -> bool:
    if type(value) is Symbol:
        of = value._ag_value.type
        kinds = members(of.element if isinstance(of, List) else of)
        return any(isinstance(each, (AnyType, Object)) for each in kinds)
    return isinstance(value, Proxy) and value._ag_takes_over()


def is_unsure(trace: Trace, row: Row, args: Any, kwargs: Any) -> bool:
    """Whether a row does not know what it gives, although its operands are known."""
    given = tuple([_argument(trace, value) for value in args])
    named = tuple([(name, _argument(trace, value)) for name, value in kwargs.items()])
    arguments = (*given, *(value for _, value in named))
    if any(one.type == ANY for each in arguments for one in values_in(each)):
        return False
    return infer(row, given, named)[0] == ANY


def _argument(trace: Trace, value: Any) -> Argument:
    """Return an argument for a rule, without a trace of it in the graph."""
    kind = type(value)
    if kind is Symbol:
        return value._ag_value  # type: ignore[no-any-return]  # a Value
    if kind in (tuple, list):
        items = tuple([_argument(trace, each) for each in value])
        return Display("tuple" if kind is tuple else "list", items)
    if kind is slice:
        parts = (value.start, value.stop, value.step)
        return Display("slice", tuple([_argument(trace, each) for each in parts]))
    original = trace.asked.original(value, by_identity=False)
    if is_staged(original) or (original is not value and not has_text(original)):
        return Value("object", OBJECT)
    return Constant(original)  # of a class, such as a dtype, the class


def _is_unknown(trace: Trace, result: Any) -> bool:
    """Whether the run alone knows what kind of value a call gives."""
    of = trace.type_of(result)
    return any(isinstance(each, AnyType) for each in members(of))
