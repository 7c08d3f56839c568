"""Special methods of the user's objects: operators, truth, length and the like."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NoReturn

import numpy as np

from runtime.ops.answers import QUESTIONS, answered
from tracer.errors import NotStaged, on_behalf
from tracer.policy import is_convertible, is_opaque
from tracer.record.deferred import Deferred
from tracer.record.effects import has_effects_since
from tracer.record.numpys_code import NumpysCode
from tracer.record.plain_values import refuse
from tracer.record.staged import Proxy
from tracer.record.symbols import (
    BINARY_METHODS,
    COMPARISON_METHODS,
    UNARY_METHODS,
    Symbol,
)
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.values.class_changes import stays
from tracer.values.classes import Classes
from tracer.values.identity import Identities
from tracer.values.lookup import (
    in_class,
)
from tracer.values.proxies import ObjectProxy

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
ANSWERED_IN_TURN = frozenset(
    (*COMPARISON_METHODS, *BINARY_METHODS, *(f"r{word}" for word in BINARY_METHODS))
)
"""The special methods that give NotImplemented to let Python ask the other operand."""


class SpecialMethods:
    """What operators and builtins ask of the user's objects in one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._asking: list[Hashable] = []

    def special(self, proxy: ObjectProxy, name: str, args: Any, kwargs: Any) -> Any:
        """Call a special method of an object for an operator or builtin."""
        stays(self._trace, proxy)
        kind = type(proxy._ag_real)
        function = self._trace.part(Classes).find(kind, name, proxy._ag_origin)
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
        if name == "__hash__":
            return hash(proxy)
        return self._opaque_special(proxy, name, args, kwargs)

    def _in_turn(
        self, function: Any, proxy: ObjectProxy, name: str, args: Any, kwargs: Any
    ) -> Any:
        """Ask an object that may decline, so that Python asks the other operand.

        Where only the run knows whether it does, the run asks both.
        """
        trace = self._trace
        site = "declines", trace.stack.site()
        if site in trace.facts.deferred:
            answer = self._opaque_special(proxy, name, args, kwargs)
            trace.clobber()
            return answer
        self._asking.append(site)
        try:
            return self._answer(function, proxy, args, kwargs)
        finally:
            self._asking.pop()

    def _answer(self, function: Any, proxy: ObjectProxy, args: Any, kwargs: Any) -> Any:
        """Return what a converted method answers.

        If Python asks, and asks again at the run, more than an answer is the run's.
        """
        trace = self._trace
        before = len(trace.builder.region.nodes)
        answer = trace.part(Classes).run(function, (proxy, *args), kwargs)
        if has_effects_since(trace, before):
            trace.part(Deferred).asks()
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
        if word in SPECIAL_ROWS:
            return self._trace.emit(SPECIAL_ROWS[word], proxy, *args)
        if word[:1] == "r" and word[1:] in BINARY_METHODS:
            (left,) = args
            return self._trace.asked.operate(BINARY_METHODS[word[1:]], left, proxy)
        if word[:1] == "i" and word[1:] in BINARY_METHODS:
            changed = self._trace.emit(word, proxy, *args)
            self._trace.clobber()
            return changed
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
            if in_class(kind, name) is not None:
                return self.asked(proxy, name)
        return True

    def answers(self, value: Any, name: str) -> bool:
        """Whether a value is an object that has this method from the user."""
        if not isinstance(value, ObjectProxy) or is_opaque(type(value._ag_real)):
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
        return self._trace.emit("answered", name, returned, kind)

    def as_index(self, value: Any) -> Any:
        """Return the integer that Python takes a value for as an index."""
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
