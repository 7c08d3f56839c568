"""Mutants: functions of the corpus with one or two small changes.

A mutant need not do anything sensible. It has to do the same decorated as plain.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import random
import textwrap
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import DIFFERENT, SAME, Judgement, compare, judge_case, run
from tests.programs.judging import is_time_up
from tests.programs.mutations import mutated
from tests.programs.shrinking import fingerprint, shrink

DTYPES = (np.float64, np.int64, np.float32, np.int8, np.uint8, np.bool_, np.complex128)
RECAST = 0.15
"""How often the arguments get other types, instead of a second change."""
LATER = ("error", "warned", "lines")
"""What differs where plain Python stops at an error that may be missed."""
KEPT_RAISING = 0.25
"""How often a mutant is judged of which every call raises."""


@dataclass(frozen=True)
class Mutant:
    """A case of the corpus, and the changed source of its function."""

    case: Case
    source: str
    dtype: Any = None
    """What arrays and NumPy scalars of the arguments become, if anything."""

    @property
    def title(self) -> str:
        of = "" if self.dtype is None else f", arguments of {self.dtype.__name__}"
        return self.case.name + of

    def judgement(
        self, decorate: Callable[..., Any], seconds: float = 20.0
    ) -> Judgement | None:
        """The worst verdict over the calls; None if plain Python cannot judge."""
        changed = self.changed_case()
        if changed is None or not is_fit(changed):
            return None
        found = judge_case(changed, decorate, seconds)
        part = found.reason.partition(": ")[2]
        if found.verdict == DIFFERENT and part.startswith(LATER):
            # Work that nobody needs may be left out, but for `strict=True`.
            strict = judge_case(
                changed, lambda function: decorate(function, strict=True), seconds
            )
            return strict if strict.verdict == SAME else found
        return found

    def changed_case(self) -> Case | None:
        """The case with the changed function and arguments."""
        name = f"<mutant of {self.case.name}>"
        lines = self.source.splitlines(keepends=True)
        linecache.cache[name] = (len(self.source), None, lines, name)
        names = dict(self.case.function.__globals__)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                code = compile(self.source, name, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return None
        exec(code, names)
        function = names[self.case.function.__name__]
        sets = self.case.sets
        if self.dtype is not None:
            sets = tuple(self.recast_set(number) for number in range(self.case.count))
        return replace(self.case, function=function, sets=sets)

    def recast_set(self, number: int) -> Callable[[], tuple[Any, ...]]:
        def arguments() -> tuple[Any, ...]:
            return tuple(recast(a, self.dtype) for a in self.case.arguments(number))

        return arguments

    def shrunk(self, decorate: Callable[..., Any], judgement: Judgement) -> Mutant:
        """The smallest mutant found that is judged like this one."""

        def alike(source: str) -> bool:
            found = replace(self, source=source).judgement(decorate, 3.0)
            return found is not None and mark(found) == mark(judgement)

        return replace(self, source=shrink(self.source, alike, tries=300))


def mark(judgement: Judgement) -> tuple[str, ...]:
    reason = judgement.reason.partition(": ")[2]
    return fingerprint(replace(judgement, reason=reason))


def recast(value: Any, dtype: Any) -> Any:
    """An array or NumPy scalar of another dtype; other values as they are."""
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biufc":
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return value.astype(dtype)
    return value


def is_fit(case: Case) -> bool:
    """Whether plain Python ends, and does the same twice."""
    for number in range(case.count):
        try:
            one, two = (run(case, case.function, number, 1.0) for _ in range(2))
        except MemoryError:
            return False
        if is_time_up(one) or is_time_up(two) or compare(one, two):
            return False
    return True


@cache
def sources() -> dict[str, tuple[Case, str]]:
    """Return the functions of the corpus whose source is all that they are."""
    found = {}
    for case in all_cases():
        function = case.function
        if not isinstance(function, FunctionType) or function.__closure__:
            continue
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, SyntaxError):
            continue
        (definition,) = tree.body
        if not isinstance(definition, ast.FunctionDef):
            continue
        definition.decorator_list.clear()
        found[case.name] = case, ast.unparse(tree) + "\n"
    return found


def mutant(seed: int) -> Mutant | None:
    """The mutant of a seed; None if it is as it was, or, most often, if it raises."""
    choose = random.Random(seed)
    case, source = sources()[choose.choice(sorted(sources()))]
    before = source
    dtype = choose.choice(DTYPES) if choose.random() < RECAST else None
    for _ in range(1 if dtype or choose.random() < 0.6 else 2):
        source = mutated(source, choose)
    if dtype is None and source == before:
        return None
    made = Mutant(case, source, dtype)
    changed = made.changed_case()
    if changed is None:
        return None
    first = run(changed, changed.function, 0, 1.0)
    if first.raised and choose.random() > KEPT_RAISING:
        return None
    return made
