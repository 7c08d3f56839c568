"""The tests of a function's arguments, as the user's colleague reads them.

A graph is right for the types that it was traced for: what else comes is an error, not
another answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.exporting.python.definitions import NotPlain
from runtime.saving.patterns import GROUPS, Group, Known, OfType, Pattern, spelled
from runtime.saving.signature import Signature
from runtime.types import (
    CONTAINERS,
    AnyType,
    Array,
    Container,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)
from runtime.value_texts import literal

_SCALARS: dict[str, type] = {
    each.__name__: each for each in (int, float, complex, bool, str, bytes)
}


@dataclass(frozen=True)
class _Test:
    """What holds of a value, and the same negated."""

    holds: str
    fails: str


class ArgumentTests:
    """Writes the tests.

    Parameters
    ----------
    name : callable
        Returns the text that names a function, class or constant.
    """

    def __init__(self, name: Callable[[Any], str]) -> None:
        self._name = name

    def lines(self, signature: Signature) -> Iterator[tuple[str, str]]:
        """Yield conditions under which a call is refused, with what they tell."""
        for each in signature.parameters:
            yield from self._pattern(
                signature.patterns[each.name], each.name, each.name
            )
        yield from identity_tests(signature)

    def _pattern(
        self, pattern: Pattern, text: str, place: str
    ) -> Iterator[tuple[str, str]]:
        tests: Sequence[_Test] = ()
        if isinstance(pattern, OfType):
            tests = self._of(pattern.type, text, 0)
        elif isinstance(pattern, Known):
            tests = self._known(pattern.value, text)
        elif isinstance(pattern, Group):
            kind = self._name(GROUPS[pattern.kind])
            tests = [
                self._class(text, kind),
                _equal(f"{self._name(len)}({text})", str(len(pattern.keys))),
            ]
            if pattern.kind == "dict":
                tests += [
                    _Test(f"{literal(key)} in {text}", f"{literal(key)} not in {text}")
                    for key in pattern.keys
                ]
        if tests:
            told = "be" if not isinstance(pattern, Known) else "be the value traced:"
            shown = _shown(pattern)
            yield _any(tests), f"{place} has to {told} {shown}"
        if isinstance(pattern, Group):
            for key, item in zip(pattern.keys, pattern.items, strict=True):
                inner = f"{text}[{literal(key)}]"
                yield from self._pattern(item, inner, inner)

    def _known(self, value: Any, text: str) -> list[_Test]:
        if value is None or value is ...:
            return [_Test(f"{text} is {value}", f"{text} is not {value}")]
        kind = type(value)
        if kind in (int, bool, str, bytes):
            equal = _equal(text, literal(value))
        elif kind in (float, complex) or isinstance(value, np.generic):
            equal = _equal(f"{self._name(repr)}({text})", repr(repr(value)))
        elif isinstance(value, np.dtype):
            equal = _equal(text, self._name(value))
        elif isinstance(value, type):
            return [
                _Test(
                    f"{text} is {self._name(value)}",
                    f"{text} is not {self._name(value)}",
                )
            ]
        else:
            raise NotPlain(value)
        return [self._class(text, self._name(kind)), equal]

    def _of(self, of: Type, text: str, depth: int) -> list[_Test]:
        """Return what holds of a value of a type; nothing if any value is of it."""
        found = members(of)
        if len(found) == 1:
            return self._one(found[0], text, depth)
        ways = [self._one(each, text, depth) for each in found]
        if not all(ways):
            return []
        classes = [self._class_of(each) for each in found]
        if all(classes) and all(len(tests) == 1 for tests in ways):
            kinds = f"({', '.join(filter(None, classes))})"
            type_text = f"{self._name(type)}({text})"
            return [_Test(f"{type_text} in {kinds}", f"{type_text} not in {kinds}")]
        either = " or ".join(
            f"({_all(tests)})" if len(tests) > 1 else _all(tests) for tests in ways
        )
        return [_Test(f"({either})", f"not ({either})")]

    def _one(self, of: Type, text: str, depth: int) -> list[_Test]:
        if isinstance(of, AnyType):
            return []
        if isinstance(of, NoneType):
            return [_Test(f"{text} is None", f"{text} is not None")]
        kind = self._class_of(of)
        if kind is None:
            raise NotPlain(of)
        tests = [self._class(text, kind)]
        length = f"{self._name(len)}({text})"
        if isinstance(of, Array):
            tests += self._array(of, text)
        elif isinstance(of, Tuple):
            tests.append(_equal(length, str(len(of.items))))
            for position, item in enumerate(of.items):
                tests += self._of(item, f"{text}[{position}]", depth)
        elif isinstance(of, List):
            each = f"each_{depth + 1}" if depth else "each"
            inner = self._of(of.element, each, depth + 1)
            if inner:
                every = f"{self._name(all)}({_all(inner)} for {each} in {text})"
                tests.append(_Test(every, f"not {every}"))
        return tests

    def _class_of(self, of: Type) -> str | None:
        """Return the class of the values of a type; None if it is none of data."""
        match of:
            case PythonScalar(kind):
                return self._name(_SCALARS[kind])
            case NumpyScalar(dtype):
                return self._name(dtype.type)
            case Array():
                return self._name(np.ndarray)
            case Tuple():
                return self._name(tuple)
            case List():
                return self._name(list)
            case Container(kind):
                return self._name(CONTAINERS[kind])
            case Iterable():
                return self._name(range)
        return None

    def _array(self, of: Array, text: str) -> list[_Test]:
        known = of.dtype.type if of.dtype.kind in "biufc" else of.dtype
        tests = [_equal(f"{text}.dtype", self._name(known))]
        if of.shape is None:
            return tests
        if None not in of.shape:
            return [*tests, _equal(f"{text}.shape", str(of.shape))]
        tests.append(_equal(f"{text}.ndim", str(len(of.shape))))
        for axis, length in enumerate(of.shape):
            if length is not None:
                tests.append(_equal(f"{text}.shape[{axis}]", str(length)))
        return tests

    def _class(self, text: str, kind: str) -> _Test:
        of = f"{self._name(type)}({text})"
        return _Test(f"{of} is {kind}", f"{of} is not {kind}")


def identity_tests(signature: Signature) -> Iterator[tuple[str, str]]:
    """Yield the conditions under which arguments are other objects, or the same."""
    for relation in dict.fromkeys(signature.relations):
        left, right = spelled(relation.left), spelled(relation.right)
        sign = "is not" if relation.same else "is"
        told = "the same object as" if relation.same else "another object than"
        yield f"{left} {sign} {right}", f"{left} has to be {told} {right}"


def _equal(left: str, right: str) -> _Test:
    return _Test(f"{left} == {right}", f"{left} != {right}")


def _any(tests: Sequence[_Test]) -> str:
    """Return the condition that one of some tests fails."""
    return " or ".join(each.fails for each in tests)


def _all(tests: Sequence[_Test]) -> str:
    return " and ".join(each.holds for each in tests)


def _shown(pattern: Pattern) -> str:
    if isinstance(pattern, Group):
        count = len(pattern.keys)
        return f"a {pattern.kind} of {count} item{'s' * (count != 1)}"
    return str(pattern)
