"""What becomes of one function: the worst of its cases."""

from __future__ import annotations

import ast
import inspect
import linecache
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import autograph
from runtime.ir.nodes import argument_type
from runtime.ops.row import copied
from runtime.types import AnyType, List, Tuple, Type, members
from tests.harness import SAME, Outcome, compare, judge, outcome
from tests.interface import tables
from tests.interface.names import is_method, named

TYPED, UNTYPED, CALLED_BACK, UNDRIVEN = "typed", "any", "called back", "undriven"
VERDICTS = (UNDRIVEN, TYPED, UNTYPED, CALLED_BACK, "refused", "obscure", "different")
"""From best to worst."""


@dataclass(frozen=True)
class Found:
    """What became of one case."""

    verdict: str
    text: str = ""
    reason: str = ""


@cache
def values() -> dict[str, Any]:
    """Return what the texts may name."""
    names: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(tables.SETUP, names)
    return names


@dataclass(frozen=True)
class Case:
    """A call as text: what it names are the arguments of the function that makes it."""

    text: str

    @property
    def names(self) -> list[str]:
        tree = ast.parse(self.text, mode="eval")
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        return sorted(used & set(values()) - {"np", "ma", "polynomial", "random"})

    def function(self) -> Callable[..., Any]:
        """Return a function that makes the call."""
        text = f"def call({', '.join(self.names)}):\n    return {self.text}\n"
        file = f"<{self.text}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        names = {**values(), "__name__": "interface"}
        exec(compile(text, file, "exec", dont_inherit=True), names)
        made: Callable[..., Any] = names["call"]
        return made

    def run(self, function: Callable[..., Any], seconds: float) -> Outcome:
        given = copied(tuple(values()[name] for name in self.names))
        return outcome(function, given, seconds=seconds, file=f"<{self.text}>")

    def is_fit(self) -> bool:
        """Whether plain Python says what is right."""
        function = self.function()
        first = self.run(function, 2)
        return not first.raised and not compare(first, self.run(function, 2))

    def found(self) -> Found:
        """Run it plain, and decorated twice."""
        plain = self.run(self.function(), 2)
        decorated = autograph.function(self.function())
        for _ in range(2):
            judgement = judge(plain, self.run(decorated, 20))
            if judgement.verdict != SAME:
                return Found(judgement.verdict, self.text, judgement.reason)
        verdict, reason = TYPED, ""
        for concrete in decorated.concrete_functions:
            result = concrete.graph.result
            if concrete.called_back:
                verdict, reason = CALLED_BACK, concrete.called_back[0].text
            elif result is not None and is_unknown(argument_type(result)):
                verdict = max(verdict, UNTYPED, key=VERDICTS.index)
        return Found(verdict, self.text, reason)


def is_unknown(of: Type) -> bool:
    """Whether a type is, or holds, one that only the run knows."""
    return any(
        isinstance(each, AnyType)
        or (isinstance(each, Tuple) and any(map(is_unknown, each.items)))
        or (isinstance(each, List) and is_unknown(each.element))
        for each in members(of)
    )


def cases(path: str) -> list[Case]:
    """Return the cases of a function: its own, or common ones that work."""
    fit = [case for case in map(Case, texts(path)) if case.is_fit()]
    base = fit if tables.own(path) else fit[: tables.COUNT]
    if not base:
        return []
    start = base[0].text[:-1]
    start += "" if start.endswith("(") else ", "
    more = [Case(f"{start}{each})") for each in options(path)]
    return [*base, *(case for case in more if case.is_fit())]


def texts(path: str) -> Iterator[str]:
    """Yield the calls that may suit a function."""
    owner, _, name = path.rpartition(".")
    own = tables.own(path)
    if own is not None:
        sets = own.split("|")
    else:
        first = [sets for start, sets in tables.FIRST.items() if path.startswith(start)]
        sets = "|".join([*first, tables.COMMON.replace("\n", "|")]).split("|")
    receivers = tables.RECEIVERS.get(owner, "").split()
    if not receivers or not is_method(path):
        receivers = [owner.replace("numpy", "np", 1)]
        sets = [*filter(None, sets), ""]
    for text in dict.fromkeys(sets):
        for receiver in receivers:
            yield f"{receiver}.{name}({text})"


def options(path: str) -> Iterator[str]:
    """Yield the options that the signature of a function names."""
    if "=" in (tables.own(path) or ""):
        return
    try:
        parameters = inspect.signature(named(path)).parameters
    except (TypeError, ValueError):
        return
    for name, parameter in parameters.items():
        if parameter.kind is not parameter.POSITIONAL_ONLY and name in tables.OPTIONS:
            for value in tables.OPTIONS[name].split("|"):
                yield f"{name}={value}"


def found(path: str) -> list[Found]:
    """Judge each case of a function."""
    return [case.found() for case in cases(path)] or [Found(UNDRIVEN)]
