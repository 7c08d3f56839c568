"""``match``: types decide while tracing what they can; the rest the run tests.

What a pattern looks into has to be known: a tuple, a namedtuple, an object. Python
matches a value of which nothing is known, when the graph runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.types import Array, NoneType, NumpyScalar, PythonScalar, Tuple, members
from tracer.calls.builtins import BUILTINS
from tracer.errors import NotStaged, on_behalf
from tracer.flow.branches import branch_on, is_symbolic, tested
from tracer.flow.lazy_logic import and_
from tracer.flow.made_containers import MadeContainers
from tracer.operators.logic import is_
from tracer.operators.patterns import (
    MISSING,
    Capture,
    Either,
    Found,
    Instance,
    Items,
    ItemsByKey,
    Pattern,
    attributes_of,
    fits,
    given,
    is_mapping,
    is_sequence,
    is_singleton,
    names_in,
)
from tracer.record.contents import has_symbol
from tracer.record.places import Place, Unknown
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import DictProxy, ListProxy
from tracer.values.proxies import ObjectProxy
from tracer.values.staging import Stager

Tests = list[Callable[[], Any]]
ARRAYS_ARE_SEQUENCES = is_sequence(np.empty(1))
"""Whether sequence patterns look into arrays, as they do from NumPy 2.5 on."""


def match(trace: Trace, subject: Any, pattern: Pattern) -> tuple[Any, ...]:
    """Return whether a value fits, and what each name of the pattern is bound to."""
    names = names_in(pattern)
    matched, found = _Search(trace).run(pattern, subject)
    return (matched, *[found.get(name) for name in names])


class _Search:
    """Collects the tests of a match, and the values of its names if all hold."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._tests: Tests = []
        self._found: Found = {}

    def run(self, pattern: Pattern, subject: Any) -> tuple[Any, Found]:
        """Return whether it matches, and the names."""
        possible = self._fits(pattern, subject)
        if not possible:
            return False, self._found
        if not self._tests:
            return True, self._found
        first, *others = self._tests
        return and_(self._trace, first(), *others), self._found

    def _fits(self, pattern: Pattern, subject: Any) -> bool:
        """Whether a value may fit; what remains to be tested is added to the tests."""
        match pattern:
            case Capture(name, inner):
                self._found[name] = subject
                return self._fits(inner, subject)
            case Either(options):
                return self._fits_one(options, subject)
            case Items() | ItemsByKey() if _is_open(subject):
                return self._at_run_time(pattern, subject)
            case Items():
                return self._fits_items(pattern, subject)
            case ItemsByKey():
                return self._fits_keys(pattern, subject)
            case Instance():
                return self._fits_instance(pattern, subject)
        return pattern is ... or self._fits_value(pattern, subject)

    def _fits_value(self, pattern: Pattern, subject: Any) -> bool:
        trace = self._trace
        if is_singleton(pattern):
            return self._test(lambda: is_(trace, subject, pattern))
        return self._test(lambda: on_behalf(lambda: subject == given(pattern)))

    def _test(self, test: Callable[[], Any]) -> bool:
        """Make a test: now if it is the first, else only if those before it hold."""
        if self._tests:
            self._tests.append(test)
            return True
        value = tested(test())
        if is_symbolic(value):
            self._tests.append(lambda: value)
            return True
        return bool(value)

    def _fits_one(self, options: tuple[Pattern, ...], subject: Any) -> bool:
        """Try the options in order; each binds the same names."""
        names, trace = names_in(options[0]), self._trace
        if self._tests and any(map(names_in, options)):
            self._refuse(
                "binds names in one of several alternatives, after another test"
            )
        if self._tests:
            self._tests.append(lambda: _first_of(trace, options, subject, names)[0])
            return True
        matched, *values = _first_of(trace, options, subject, names)
        self._found.update(zip(names, values, strict=True))
        return self._test(lambda: matched)

    def _fits_items(self, pattern: Items, subject: Any) -> bool:
        items = _sequence(subject)
        if items is None:
            return False
        star, length = pattern.star, len(items)
        if star is None:
            if length != len(pattern.items):
                return False
            return self._all(pattern.items, items)
        if length < len(pattern.items) - 1:
            return False
        last = length - (len(pattern.items) - star - 1)
        rest = pattern.items[star].name
        if rest is not None:
            self._found[rest] = self._trace.part(MadeContainers).mutable(
                items[star:last]
            )
        patterns = (*pattern.items[:star], *pattern.items[star + 1 :])
        return self._all(patterns, [*items[:star], *items[last:]])

    def _all(self, patterns: Any, values: Any) -> bool:
        return all(
            self._fits(each, value)
            for each, value in zip(patterns, values, strict=True)
        )

    def _fits_keys(self, pattern: ItemsByKey, subject: Any) -> bool:
        if not (isinstance(subject, DictProxy) or is_mapping(subject)):
            return False
        keys = [given(key) for key, _ in pattern.values]
        values = []
        for key in keys:
            if key not in subject:
                return False
            values.append(subject[key])
        if pattern.rest is not None:
            left = {key: subject[key] for key in subject if key not in keys}
            self._found[pattern.rest] = self._trace.part(MadeContainers).mutable(left)
        return self._all([inner for _, inner in pattern.values], values)

    def _fits_instance(self, pattern: Instance, subject: Any) -> bool:
        trace = self._trace
        kind = trace.part(Stager).original(pattern.kind())
        asked = on_behalf(attributes_of, pattern, kind)
        sure = BUILTINS[isinstance](trace, subject, kind)
        if is_symbolic(sure):
            if any(name for name, _ in asked):
                return self._at_run_time(pattern, subject)
            self._test(lambda: sure)
            sure = True
        if not sure:
            return False
        if any(self._may_lack(subject, name) for name, _ in asked if name):
            return self._at_run_time(pattern, subject)
        values = []
        for name, _ in asked:
            value = self._attribute(subject, name) if name else subject
            if value is MISSING:
                return False
            values.append(value)
        return self._all([inner for _, inner in asked], values)

    def _may_lack(self, subject: Any, name: str) -> bool:
        """Whether untraced code may have deleted an attribute."""
        if not isinstance(subject, ObjectProxy):
            return False
        place = Place(subject, "attribute", name)
        return isinstance(self._trace.knowledge.find(place), Unknown)

    def _attribute(self, subject: Any, name: str) -> Any:
        trace = self._trace
        if isinstance(subject, (Proxy, Symbol)):
            there = BUILTINS[hasattr](trace, subject, name)
            if is_symbolic(there):
                self._refuse(f"asks for the attribute {name!r}, which may be missing")
            return on_behalf(getattr, subject, name) if there else MISSING
        return on_behalf(getattr, subject, name, MISSING)

    def _at_run_time(self, pattern: Pattern, subject: Any) -> bool:
        """Let Python match a value of which nothing is known."""
        trace = self._trace
        names = names_in(pattern)
        if self._tests:
            self._refuse(
                "looks inside a value known only when the function runs, "
                "after another test"
            )
        matcher = trace.capture(_Matcher(_settled(trace, pattern), names))
        found = trace.record(OPS["call"], (matcher, trace.lift(subject)))
        for place, name in enumerate(names, 1):
            self._found[name] = found[place]
        return self._test(lambda: found[0])

    def _refuse(self, what: str) -> None:
        self._trace.refuse(
            NotStaged(
                f"a pattern {what}",
                hint="write the cases as `if` and `elif`",
            )
        )


def _first_of(
    trace: Trace, left: tuple[Pattern, ...], subject: Any, names: tuple[str, ...]
) -> tuple[Any, ...]:
    """Return whether one of some alternatives fits, and the values of its names."""
    matched, found = _Search(trace).run(left[0], subject)
    values = (matched, *[found.get(name) for name in names])
    if len(left) == 1 or matched is True:
        return values
    if not is_symbolic(matched):
        return values if matched else _first_of(trace, left[1:], subject, names)

    def then() -> tuple[Any, ...]:
        return (True, *values[1:])

    def otherwise() -> tuple[Any, ...]:
        return _first_of(trace, left[1:], subject, names)

    following: tuple[Any, ...] = branch_on(trace, matched, then, otherwise)
    return following


class _Matcher:
    """A pattern that is matched when the graph runs."""

    def __init__(self, pattern: Pattern, names: tuple[str, ...]) -> None:
        self._pattern = pattern
        self._names = names
        self.__name__ = "match"

    def __call__(self, subject: Any) -> tuple[Any, ...]:
        found: Found = {}
        matched = fits(self._pattern, subject, found)
        return (matched, *[found.get(name) for name in self._names])


def _is_open(subject: Any) -> bool:
    """Whether only the run knows what a value is, or its length."""
    if isinstance(subject, ObjectProxy):
        return is_sequence(subject._ag_real) or is_mapping(subject._ag_real)
    if type(subject) is not Symbol:
        return False
    single: tuple[type, ...] = (NumpyScalar, PythonScalar, NoneType)
    if not ARRAYS_ARE_SEQUENCES:
        single = (*single, Array)
    options = members(subject._ag_value.type)
    if len(options) == 1 and isinstance(options[0], Tuple):
        return False
    return not all(isinstance(each, single) for each in options)


def _sequence(subject: Any) -> list[Any] | None:
    """Return the items of a sequence, or None if it is not one."""
    if type(subject) is Symbol:
        of = subject._ag_value.type
        if not isinstance(of, Tuple):
            return None
        return [subject[place] for place in range(len(of.items))]
    if type(subject) is ListProxy or is_sequence(subject):
        return [*subject]
    return None


def _settled(trace: Trace, pattern: Pattern) -> Pattern:
    """Return a pattern that no longer needs the trace."""
    match pattern:
        case Capture(name, inner):
            return Capture(name, _settled(trace, inner))
        case Either(options):
            return Either(tuple(_settled(trace, each) for each in options))
        case Items(items):
            return Items(tuple(_settled(trace, each) for each in items))
        case ItemsByKey(values, rest):
            pairs = [(given(key), _settled(trace, each)) for key, each in values]
            return ItemsByKey(tuple(pairs), rest)
        case Instance(kind, positional, named):
            original = trace.part(Stager).original(kind())
            return Instance(
                lambda: original,
                tuple(_settled(trace, each) for each in positional),
                tuple((name, _settled(trace, each)) for name, each in named),
            )
    if callable(pattern):
        value = trace.part(Stager).original(pattern())
        if has_symbol(value):
            trace.refuse(
                NotStaged(
                    "a pattern inside a value of unknown structure compares with a "
                    "value known only when the function runs",
                    hint="write the cases as `if` and `elif`",
                )
            )
        return lambda: value
    return pattern
