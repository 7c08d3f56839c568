"""What becomes of a construct: an example of it, traced and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MethodType, ModuleType
from typing import Any

import autograph
from autograph.report.explanation import Row
from runtime.errors import AutographError
from tools.documents import snippets
from tools.documents.python_cases import Case

CONVERTED = "converted"
PYTHON = "stays Python"
CALLED_BACK = "called back"
REFUSED = "refused"
LEFT_TO_PYTHON = frozenset(
    {"Python", "unrolled", "pure", "frozen while tracing", "called first"}
)


@dataclass(frozen=True)
class Verdict:
    """What becomes of it; where it is refused, the code and the way out."""

    stance: str
    code: str = ""
    hint: str = ""


def verdict(case: Case) -> Verdict:
    """Run an example plain and decorated, and say what became of its construct.

    Raises
    ------
    ValueError
        If the answers differ.
    """
    answer = snippets.run(case.code)
    if isinstance(answer.error, AutographError):
        return Verdict(REFUSED, answer.error.code, answer.error.hint or "")
    if answer.seen != snippets.run(case.code, eagerly=True).seen:
        raise ValueError(f"{case.name}: not what plain Python gives: {answer.seen}")
    asked = _Asked()
    snippets.run(case.code, library=asked)
    stances = {row.stance for row in asked.rows if row.construct == case.construct}
    if case.construct and not stances:
        raise ValueError(f"{case.name}: no {case.construct} in it")
    if "called back" in stances:
        return Verdict(CALLED_BACK)
    left = stances and stances <= LEFT_TO_PYTHON
    return Verdict(PYTHON if left else CONVERTED)


class _Asked(ModuleType):
    """Stands for the library in a snippet: its functions explain themselves."""

    def __init__(self) -> None:
        super().__init__(autograph.__name__)
        self.rows: list[Row] = []

    def function(self, plain: Callable[..., Any]) -> _Explained:
        return _Explained(plain, self.rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(autograph, name)


@dataclass
class _Explained:
    """A function that says what becomes of it before it runs."""

    plain: Callable[..., Any]
    rows: list[Row]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.rows += autograph.explain(self.plain, *args, **kwargs)
        return self.plain(*args, **kwargs)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)
