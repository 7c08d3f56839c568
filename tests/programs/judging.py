"""Run a program plain and decorated, and say whether anybody could tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.harness import (
    OBSCURE,
    REFUSED,
    SAME,
    Judgement,
    Outcome,
    is_ours,
    judge,
    outcome,
)
from tests.programs.program import Module, Program

CALLS = (0, 0, 1, 1, 2, 3, 3, 0)
"""The argument sets in the order of the calls: later ones find earlier traces."""


@dataclass(frozen=True)
class Trial:
    """A program, the argument texts of its calls, and how it is decorated."""

    source: str
    calls: tuple[dict[str, str], ...]
    decorate: Callable[..., Any]
    strict: bool = False
    seconds: float = 30.0
    name: str = "<program>"

    def judgement(self) -> Judgement:
        """The verdict on the first call that anybody could tell apart."""
        plain = self.plain()
        try:
            module = Module(self.source, self.name)
            decorated = self.decorate(module.function, strict=self.strict)
        except Exception as error:
            kind = REFUSED if is_ours(error) else OBSCURE
            return Judgement(kind, f"decorating: {type(error).__name__}: {error}")
        for number, (expected, texts) in enumerate(zip(plain, self.calls)):
            found = outcome(
                decorated,
                module.arguments(texts),
                seconds=self.seconds,
                state=module.state,
                file=self.name,
            )
            judgement = judge(expected, found)
            if judgement.verdict == SAME:
                continue
            if judgement.verdict != REFUSED and self.permits(expected, found, number):
                if (found.state, found.arguments) != (
                    expected.state,
                    expected.arguments,
                ):
                    break
                continue
            return replace(judgement, reason=f"call {number}: {judgement.reason}")
        return Judgement(SAME)

    def plain(self) -> list[Outcome]:
        """What the calls leave behind in plain Python, as far as they end."""
        module = Module(self.source, self.name)
        outcomes = []
        for texts in self.calls:
            arguments = module.arguments(texts)
            found = outcome(
                module.function,
                arguments,
                seconds=1,
                state=module.state,
                file=self.name,
            )
            if is_time_up(found):
                break
            outcomes.append(found)
        return outcomes

    def permits(self, plain: Outcome, decorated: Outcome, number: int) -> bool:
        """Whether the first exception of the promise permits a difference.

        Errors by value and warnings of work that nobody needs need not be raised; where
        plain Python stops at such an error, a later one may come up instead. Whether it
        was that, the same calls up to this one tell with all of their work done.
        """
        if self.strict:
            return False
        if plain.raised:
            calls = self.calls[: number + 1]
            return replace(self, strict=True, calls=calls).judgement().verdict == SAME
        fields = ("error", "value", "printed", "arguments", "state", "shared")
        alike = all(getattr(plain, f) == getattr(decorated, f) for f in fields)
        return alike and decorated.warned <= plain.warned


def is_time_up(result: Outcome) -> bool:
    return result.raised and result.error[0].endswith("TimeUp")


def trial(seed: int, decorate: Callable[..., Any], strict: bool | None = None) -> Trial:
    """The trial of one seed; every other one is strict, unless told."""
    program = Program(seed)
    return Trial(
        program.source,
        tuple(program.sets[number] for number in CALLS),
        decorate,
        seed % 2 == 1 if strict is None else strict,
        name=f"<program {seed}>",
    )
