"""Run a driver plain and decorated, and say whether anybody could tell."""

from __future__ import annotations

import io
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from inspect import isgeneratorfunction
from statistics import median
from types import FunctionType
from typing import Any

import autograph
from tests.harness import SAME, VERDICTS, Judgement, Outcome, compare, judge, outcome
from tests.world.drivers import Driver

ENDLESS, UNFIT, ABSENT = "endless", "unfit", "absent"
ALL_VERDICTS = (*VERDICTS, ENDLESS, UNFIT, ABSENT)
"""The verdicts of the harness, and those of drivers that plain Python cannot judge."""
ROUNDS = 3
TENTH = 10
WORTH_TIMING = 200e-6


@dataclass(frozen=True)
class Found:
    """What became of one driver."""

    name: str
    judgement: Judgement
    told: tuple[str, ...] = ()
    """Warnings of ours."""
    plain: float = 0.0
    ratio: float | None = None
    """How many times slower the tenth call is, where plain Python needs a while."""


def found(driver: Driver, *, whole: bool = False, seconds: float = 20.0) -> Found:
    """Run one driver for three rounds.

    Parameters
    ----------
    driver
        The function and its argument sets.
    whole
        Whether the whole package is converted, not the module of the function alone.
    seconds
        The limit of one decorated call; plain ones have a tenth of it.
    """
    sets = range(len(driver.sets))
    try:
        function = runnable(driver.function)
        plain = [run(driver, function, number, seconds / 10) for number in sets]
        again = [run(driver, function, number, seconds / 10) for number in sets]
    except (ImportError, AttributeError) as error:
        return Found(driver.name, Judgement(ABSENT, str(error)))
    except Exception as error:
        return Found(driver.name, Judgement(UNFIT, f"{type(error).__name__}: {error}"))
    unfit = why_unfit(plain, again)
    if unfit:
        return Found(driver.name, Judgement(UNFIT, unfit))
    with converting(driver.function.__module__, whole):
        return judged(driver, function, plain, seconds)


def runnable(function: Any) -> Any:
    """Return a function, or what collects all that a generator gives."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"a {type(function).__name__}, not a Python function")
    if not isgeneratorfunction(function):
        return function

    def collect(*values: Any, **named: Any) -> list[Any]:
        return list(function(*values, **named))

    return collect


def why_unfit(plain: list[Outcome], again: list[Outcome]) -> str | None:
    """Return why plain Python does not tell what is right."""
    for number, (one, other) in enumerate(zip(plain, again)):
        if is_time_up(one) or is_time_up(other):
            return f"set {number} takes too long in plain Python"
        difference = compare(one, other)
        if difference:
            return f"set {number} differs from plain to plain: {difference}"
    if all(each.raised for each in plain):
        return f"every set raises: {plain[0].error[:2]}"
    return None


def judged(
    driver: Driver, function: Callable[..., Any], plain: list[Outcome], seconds: float
) -> Found:
    """Judge the worst of the decorated calls; time the tenth if they are all right."""
    decorated = autograph.function(function)
    worst, told = Judgement(SAME), set[str]()
    for turn in range(ROUNDS):
        for number, expected in enumerate(plain):
            after = run(driver, decorated, number, seconds)
            told |= set(after.told)
            judgement = judge(expected, after)
            if is_time_up(after):
                judgement = Judgement(ENDLESS, judgement.reason)
            if severity(judgement) > severity(worst):
                where = f"set {number}, round {turn}: "
                worst = replace(judgement, reason=where + judgement.reason)
        if worst.verdict == ENDLESS:
            break
    result = Found(driver.name, worst, tuple(sorted(told)))
    if worst.verdict != SAME:
        return result
    first = next(number for number, each in enumerate(plain) if not each.raised)
    calls = [elapsed(driver, function, first) for _ in range(3)]
    result = replace(result, plain=min(calls))
    if result.plain < WORTH_TIMING:
        return result
    for _ in range(TENTH - ROUNDS - 1):
        run(driver, decorated, first, seconds)
    calls = [elapsed(driver, decorated, first) for _ in range(3)]
    return replace(result, ratio=median(calls) / result.plain)


def severity(judgement: Judgement) -> int:
    return ALL_VERDICTS.index(judgement.verdict)


def call(function: Callable[..., Any], names: tuple[str, ...], *values: Any) -> Any:
    """Call a function with its last arguments given by name."""
    count = len(values) - len(names)
    return function(*values[:count], **dict(zip(names, values[count:])))


def run(
    driver: Driver, function: Callable[..., Any], number: int, seconds: float
) -> Outcome:
    """One call on new objects."""
    values, named = driver.arguments(number)
    return outcome(
        partial(call, function, tuple(named)),
        (*values, *named.values()),
        seconds=seconds,
        file=driver.function.__code__.co_filename,
    )


def elapsed(driver: Driver, function: Callable[..., Any], number: int) -> float:
    """Return the processor time of one call: other processes run meanwhile."""
    values, named = driver.arguments(number)
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        started = time.process_time()
        function(*values, **named)
        return time.process_time() - started


def is_time_up(result: Outcome) -> bool:
    return result.raised and result.error[0].endswith("TimeUp")


@contextmanager
def converting(module: str, whole: bool) -> Iterator[None]:
    """Convert a module, or its package, for a while."""
    name = module.partition(".")[0] if whole else module
    autograph.convert_module(name)
    try:
        yield
    finally:
        autograph.do_not_convert_module(name)
