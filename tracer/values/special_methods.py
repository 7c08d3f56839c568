"""Special methods of the user's objects: operators, truth, length and the like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from runtime.ir.nodes import Node
from runtime.ops import OPS
from runtime.ops.answers import QUESTIONS, answered
from runtime.types import OBJECT, may_overlap
from tracer.errors import NotStaged, on_behalf, user_error
from tracer.policy import is_convertible, is_opaque
from tracer.record.deferred import Deferred
from tracer.record.effects import has_effects_since
from tracer.record.late_restarts import LateRestarts
from tracer.record.numpys_code import NumpysCode
from tracer.record.plain_values import refuse
from tracer.record.staged import Proxy, is_asked
from tracer.record.symbols import (
    ANSWERED_IN_TURN,
    BINARY_METHODS,
    COMPARISON_METHODS,
    UNARY_METHODS,
    Symbol,
)
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.values.class_changes import stays
from tracer.values.classes import Classes
from tracer.values.functions_and_classes import StagedBoundFunction, StagedFunction
from tracer.values.identity import Identities
from tracer.values.lookup import WRITTEN_IN_C, in_class
from tracer.values.named_tuples import NamedTuples
from tracer.values.proxies import ObjectProxy, asks_both, where_asked

SPECIAL_ROWS = {
    **BINARY_METHODS,
    **UNARY_METHODS,
    "abs": "absolute",
    "len": "len",
    "round": "round_of",
    "divmod": "divmod_of",
    "getitem": "load_item",
    "setitem": "store_item",
    "delitem": "delete_item",
}
"""Rows that record the special methods of objects that are not the user's."""
INDEX_TRICKS = type(np.r_).__module__
"""The module of `np.r_`, `np.mgrid` and their like, whose items NumPy's code makes."""


ANSWERING_ROWS = frozenset((*SPECIAL_ROWS.values(), *COMPARISON_METHODS.values()))
"""Rows that never give NotImplemented: operators that Python has asked for."""


class SpecialMethods:
    """What operators and builtins ask of the user's objects in one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._asking: list[Hashable] = []

    def special(self, proxy: Any, name: str, args: Any, kwargs: Any) -> Any:
        """Call a special method of an object for an operator or builtin."""
        if issubclass(type(proxy), tuple):
            kind = self._trace.part(NamedTuples).original(type(proxy))
            function = in_class(kind, name)
            return self._in_turn(function, proxy, name, args, kwargs)
        stays(self._trace, proxy)
        kind = type(proxy._ag_real)
        function = self._trace.part(Classes).find(kind, name, proxy._ag_origin)
        if name == "__hash__" and function is None:
            raise user_error(TypeError(f"unhashable type: {kind.__name__!r}"))
        if kind in VALUES and name == "__hash__":
            return Proxy.__hash__(proxy)
        if name == "__getitem__" and kind.__module__ == INDEX_TRICKS:
            made = self._trace.part(NumpysCode).traced(function, (proxy, *args), kwargs)
            if made is not NotImplemented:
                return made
        if is_opaque(kind) and name != "__bool__":
            return self._opaque_special(proxy, name, args, kwargs)
        if self._trace.part(NumpysCode).left(function):
            return self._opaque_special(proxy, name, args, kwargs)
        if is_convertible(function):
            word = name.strip("_")
            if word in ANSWERED_IN_TURN:
                return self._in_turn(function, proxy, name, args, kwargs)
            answer = self._answer(function, proxy, args, kwargs)
            if name == "__hash__" and self._is_id(answer, proxy):
                self._trace.part(Identities).depends_on_identity(proxy)
                return hash(proxy._ag_real)
            return answer
        if name == "__hash__" and function is object.__hash__:
            return Proxy.__hash__(proxy)
        return self._opaque_special(proxy, name, args, kwargs)

    def _in_turn(
        self, function: Any, proxy: Any, name: str, args: Any, kwargs: Any
    ) -> Any:
        """Ask an object that may decline, so that Python asks the other operand.

        Where only the run knows whether it does, the run asks both.
        """
        trace = self._trace
        if asks_both(trace):
            return self._opaque_special(proxy, name, args, kwargs)
        site = where_asked(trace)
        self._asking.append(site)
        try:
            answer = self._answer(function, proxy, args, kwargs)
        finally:
            self._asking.pop()
        if self._may_decline(answer):
            with trace.part(LateRestarts).wait(site):
                trace.learn(trace.facts.deferred, site)
        return answer

    def _may_decline(self, answer: Any) -> bool:
        """Whether the run may find that an answer is NotImplemented.

        What a method written in C or a library's function gives may be that; what an
        operator gives, or the call of a class, is not.
        """
        if type(answer) is not Symbol:
            return False
        value = answer._ag_value
        nodes = [each.node_of(value) for each in self._trace.builder.regions]
        sources = [each for each in nodes if each is not None]
        known = any(map(self._gives_answers, sources))
        return may_overlap(value.type, OBJECT) and not known

    def _gives_answers(self, node: Node) -> bool:
        """Whether a node never gives NotImplemented."""
        if node.operation.name != "call":
            return node.operation.name in ANSWERING_ROWS
        captured = self._trace.captured.values()
        return any(node.args[0] is of and isinstance(it, type) for it, of in captured)

    def _answer(self, function: Any, proxy: Any, args: Any, kwargs: Any) -> Any:
        """Return what a converted method answers.

        If Python asks, and asks again at the run, more than an answer is the run's.
        """
        trace = self._trace
        before = len(trace.builder.region.nodes)
        if issubclass(type(proxy), tuple):
            answer = trace.asked.traced(function, (proxy, *args), kwargs)
        else:
            answer = trace.part(Classes).run(function, (proxy, *args), kwargs)
        if has_effects_since(trace, before):
            trace.part(Deferred).asks()
        return answer

    def by_name(self, proxy: Any, name: str) -> Callable[..., Any] | None:
        """Return what calls an operator by its name; None if that is Python's operator.

        Nobody asks the other operand then: what declines gives NotImplemented. Nor does
        anybody take items of what ``__iter__`` gives.
        """
        if name.strip("_") not in (*ANSWERED_IN_TURN, "iter"):
            return None
        if issubclass(type(proxy), tuple):
            return self._of_tuple(proxy, name)
        kind = type(proxy._ag_real)
        found = in_class(kind, name)
        if found is None and name == "__ne__":
            found = in_class(kind, "__eq__")  # which that of `object` asks
        if type(found) is FunctionType and found.__code__.co_filename != "<string>":
            method: Callable[..., Any] = proxy._ag_attribute(name)
            return method
        if not issubclass(type(found), (FunctionType, *WRITTEN_IN_C)):
            return None
        return partial(self._whole, proxy, name)

    def _of_tuple(self, receiver: Any, name: str) -> Callable[..., Any] | None:
        """Return what calls an operator of a tuple's class by its name."""
        kind = self._trace.part(NamedTuples).original(type(receiver))
        found = in_class(kind, name)
        if not is_convertible(found):
            return None
        function = StagedFunction(found, self._trace)
        return StagedBoundFunction(function, receiver)

    def _whole(self, proxy: ObjectProxy, name: str, /, *args: Any) -> Any:
        """Leave a method that is written in C, or generated, to the run."""
        answer = self._trace.emit("call_method", proxy, name, *args)
        self._trace.clobber(replaces=False)
        return answer

    def declines(self) -> None:
        """Leave the running operator to the run: a branch has declined it."""
        if self._asking:
            self._trace.learn(self._trace.facts.deferred, self._asking[-1])

    def _is_id(self, answer: Any, proxy: ObjectProxy) -> bool:
        """Whether a method has answered with the ``id`` of its object."""
        if type(answer) is not Symbol:
            return False
        trace = self._trace
        nodes = [each.node_of(answer._ag_value) for each in trace.builder.regions]
        asked = trace.lift(id), trace.lift(proxy)
        return any(each is not None and each.args == asked for each in nodes)

    def _opaque_special(
        self, proxy: ObjectProxy, name: str, args: Any, kwargs: Any
    ) -> Any:
        """Record the call of a special method that is not converted."""
        if name == "__call__":
            return self._trace.asked.call_back(proxy, args, kwargs)
        word = name.strip("_")
        operands = 2 if word == "pow" else 1
        if kwargs or (word in ANSWERED_IN_TURN and len(args) > operands):
            # no operator: a call of the method by its name
            return self._trace.asked.call_back_method(proxy, name, args, kwargs)
        if word in COMPARISON_METHODS:
            return self._trace.asked.compare(COMPARISON_METHODS[word], proxy, *args)
        if word in BINARY_METHODS and str(self._trace.running_sign()).endswith("="):
            word = f"i{word}"  # the run finds that there is no method of that name
        if word == "getitem" and _may_insert(type(proxy._ag_real)):
            return self._trace.emit("ask_item", proxy, *args)
        if word == "pow" and len(args) == operands:
            return self._trace.emit("power_of", proxy, *args)
        if word in SPECIAL_ROWS:
            return self._trace.emit(SPECIAL_ROWS[word], proxy, *args)
        if word == "rdivmod":
            return self._trace.emit("divmod_of", *args, proxy)
        if word[:1] == "r" and word[1:] in BINARY_METHODS:
            (left,) = args
            return self._trace.asked.operate(BINARY_METHODS[word[1:]], left, proxy)
        if word[:1] == "i" and word[1:] in BINARY_METHODS:
            return self._trace.emit(word, proxy, *args)
        if name in ("__next__", "__enter__", "__exit__", "__iter__"):
            self._refuse_special(proxy, name)
        return self._trace.asked.call_back_method(proxy, name, args, kwargs)

    def _refuse_special(self, proxy: ObjectProxy, name: str) -> NoReturn:
        kind = type(proxy._ag_real).__name__
        self._trace.refuse(
            NotStaged(
                f"Python calls {name} of the {kind} {proxy._ag_origin} while tracing",
                hint="use a `for` statement, a list or an array",
            )
        )

    def plain(self, answer: Any, wanted: str, key: str) -> Any:
        """Return the answer of a special method, which must be known while tracing."""
        if type(answer) is Symbol:
            refuse(self._trace, answer, wanted, key)
        return answer

    def truth(self, proxy: ObjectProxy) -> Any:
        """Return the truth of an object: a plain one, or a symbol."""
        stays(self._trace, proxy)
        kind = type(proxy._ag_real)
        for name in ("__bool__", "__len__"):
            found = in_class(kind, name, proxy)
            if found is proxy:
                continue
            if not is_convertible(found):
                return self._trace.emit("truth", proxy)
            return self.asked(proxy, name)
        return True

    def answers(self, value: Any, name: str) -> bool:
        """Whether a value is an object that has this method from the user."""
        if not is_asked(value) or is_opaque(type(value._ag_real)):
            return False
        return is_convertible(in_class(type(value._ag_real), name))

    def asked(self, proxy: ObjectProxy, name: str) -> Any:
        """Return the answer of a special method whose result Python checks."""
        kind = type(proxy._ag_real).__name__
        returned = self.special(proxy, name, (), {})
        if type(returned) is not Symbol:
            return on_behalf(answered, name, returned, kind)
        question = QUESTIONS[name]
        if question.as_is and self._trace.type_of(returned) == question.answer:
            return returned
        lifted = tuple(map(self._trace.lift, (name, returned, kind)))
        return self._trace.record(
            OPS["answered"], lifted, of=question.answer, sure=False
        )

    def as_index(self, value: Any) -> Any:
        """Return the integer that Python takes a value for as an index."""
        if type(value) is slice:  # in this order, as Python's `PySlice_Unpack`
            step = self.as_index(value.step)
            return slice(self.as_index(value.start), self.as_index(value.stop), step)
        if not self.answers(value, "__index__"):
            return value
        return self.asked(value, "__index__")

    def is_same(self, proxy: ObjectProxy, other: object) -> Any:
        """Apply ``==`` to an object whose class leaves it to Python."""
        stays(self._trace, proxy)
        if is_opaque(type(proxy._ag_real)) or type(other) is Symbol:
            return self._trace.emit("equal", proxy, other)
        if isinstance(other, Proxy) and self._trace.part(Identities).same(other, proxy):
            return True
        return NotImplemented


def _may_insert(kind: type) -> bool:
    """Whether an object may change where it is asked for an item, as a defaultdict."""
    if kind is Counter:
        return False
    missing = in_class(kind, "__missing__") is not None
    return missing or not isinstance(in_class(kind, "__getitem__"), WRITTEN_IN_C)
