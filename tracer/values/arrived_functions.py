"""Functions that a graph knows by their code: closures and lambdas that arrive.

Each evaluation of a ``lambda`` makes another function of the same code. A graph serves
them all: what they close over, and their defaults, are read from the function that the
call has. A partial function is one of any function and arguments, and a method one of
any function and object: those are read too.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from dataclasses import dataclass
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.record.value_classes import CHANGING
from tracer.serve.guards import (
    Check,
    Distinct,
    Exactly,
    Guard,
    Identical,
    OfClass,
    SameAs,
    class_test,
)
from tracer.serve.origins import AttributeOf, Fixed, ItemOf, Namer, Origin

Arrived = FunctionType | MethodType | BuiltinFunctionType | functools.partial[Any]


def is_known_by_code(value: Any) -> bool:
    """Whether other functions of the same code are likely to follow this one."""
    if type(value) is BuiltinFunctionType:  # such as `items` of a dict
        return type(value.__self__) in CHANGING
    if type(value) is MethodType:  # each look at one makes another
        return type(value.__func__) is FunctionType
    return type(value) is functools.partial or (
        type(value) is FunctionType
        and type(value.__globals__) is not TracedGlobals
        and (value.__name__ == "<lambda>" or "<locals>" in value.__qualname__)
    )


@dataclass(frozen=True)
class OfCode(Check):
    """The value is a function of this code, with as many defaults."""

    code: CodeType
    namespace: dict[str, Any]
    defaults: int
    keywords: tuple[str, ...]

    def source(self, place: str, namer: Namer) -> str:
        tests = [
            class_test(place, FunctionType, namer),
            f"{place}.__code__ is {namer.name(self.code, 'code')}",
            f"{place}.__globals__ is {namer.name(self.namespace, 'globals')}",
        ]
        for name, of, wanted in (
            ("__defaults__", len, self.defaults),
            ("__kwdefaults__", tuple, self.keywords),
        ):
            known = f"{namer.name(of, of.__name__)}({place}.{name} or ()) == {wanted!r}"
            tests.append(known if wanted else f"not {place}.{name}")
        return " and ".join(tests)

    def expected(self) -> str:
        return f"the function {self.code.co_qualname.replace('.<locals>', '')}"

    def found(self, value: object) -> str:
        if type(value) is FunctionType:
            name = value.__qualname__.replace(".<locals>", "")
            line = value.__code__.co_firstlineno
            return f"the function {name} of line {line}"
        return super().found(value)


class ArrivedFunctions:
    """The functions that one trace knows by their code."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._origins: dict[int, tuple[Arrived, Origin]] = {}
        self._identical: set[int] = set()
        self._looked_at: set[Hashable] = set()

    def add(self, function: Arrived, origin: Origin) -> None:
        """Record a function, and assume that a call brings one of its code."""
        known = self._origins.get(id(function))
        if known is not None:
            if known[1].path != origin.path:
                self._trace.guard(Guard(origin, SameAs(known[1])))
            return
        self._origins[id(function)] = function, origin
        if type(function) is not FunctionType:
            self._trace.guard(Guard(origin, OfClass(type(function))))
            if type(function) is BuiltinFunctionType:
                named = AttributeOf(origin, "__name__")
                self._trace.guard(Guard(named, Exactly(function.__name__)))
            return
        check = OfCode(
            function.__code__,
            function.__globals__,
            len(function.__defaults__ or ()),
            tuple(function.__kwdefaults__ or ()),
        )
        self._trace.guard(Guard(origin, check))

    def origin(self, function: Any) -> Origin:
        """Return how a call reaches a function."""
        known = self._origins.get(id(function))
        name = getattr(function, "__name__", "partial")
        return Fixed(function, name) if known is None else known[1]

    def cell_origin(self, function: FunctionType, name: str) -> Origin:
        """Return how a call reaches the cell of a closure variable."""
        index = function.__code__.co_freevars.index(name)
        if id(function) not in self._origins:
            assert function.__closure__ is not None
            return Fixed(function.__closure__[index], name)
        return ItemOf(AttributeOf(self.origin(function), "__closure__"), index)

    def is_first_look(self, place: Origin) -> bool:
        """Whether this trace reads a default for the first time."""
        first = place.path not in self._looked_at
        self._looked_at.add(place.path)
        return first

    def has_arrived(self, function: Any) -> bool:
        """Whether a function is known by its code."""
        return id(function) in self._origins

    def depends_on_identity(self, function: Any) -> None:
        """Assume that a call brings this very function."""
        known = self._origins.get(id(function))
        if known is not None and id(function) not in self._identical:
            self._identical.add(id(function))
            self._trace.guard(Guard(known[1], Identical(function)))

    def same(self, one: FunctionType, other: FunctionType) -> bool:
        """Whether two functions are one; guard that this stays so."""
        if one is not other:
            first, second = self.origin(one), self.origin(other)
            self._trace.guard(Guard(first, Distinct(second)))
        return one is other
