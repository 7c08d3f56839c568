"""What the tests of machine code share: functions that have to run as machine code."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import autograph
from runtime.native import executable
from tests.corpus.case import Case
from tests.harness import SAME, judge_case

native = functools.partial(autograph.function, executor="native")


def same(function: Callable[..., Any], *sets: Any, regions: int = 1) -> None:
    """Test that calls with some arguments do as plain Python does.

    At least one of its graphs has to have some regions of machine code.
    """
    made: list[Any] = []

    def decorate(each: Callable[..., Any]) -> Any:
        made.append(native(each))
        return made[-1]

    judgement = judge_case(Case(function, sets, True, frozenset(), ()), decorate)
    assert judgement.verdict == SAME, judgement.reason
    graphs = made[0].concrete_functions
    assert max(len(each.executable.natives) for each in graphs) >= regions


def natives(function: Any) -> list[executable.Native]:
    """Return the regions of the graph of a function that was used last."""
    return function.concrete_functions[0].executable.natives


def inline(function: Callable[..., Any], *arguments: Any) -> None:
    """Test a function, all of whose loops have to run without a fault."""
    same(function, arguments)
    made = native(function)
    made(*copy.deepcopy(arguments))
    found = natives(made)
    assert found
    assert not any(each.faults for each in found)
