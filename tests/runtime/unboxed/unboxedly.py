"""What the tests share: functions whose loops have to run on numbers of Python."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

import autograph
from runtime import executors
from runtime.unboxed.unboxed_executable import UnboxedExecutable, UnboxedLoop
from tests.corpus.case import Case
from tests.harness import SAME, judge_case


def same(
    function: Callable[..., Any], *sets: Any, left: bool = False
) -> list[UnboxedLoop]:
    """Test that calls with some arguments do as plain Python does.

    A loop has to run on numbers of Python; if it is left, the plan does it again.
    """
    made: list[UnboxedExecutable] = []

    def compile_graph(graph: Any, *, home: Any = None) -> UnboxedExecutable:
        made.append(UnboxedExecutable(graph, home))
        return made[-1]

    decorate = functools.partial(autograph.function, executor="plan")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executors, "compile_graph", compile_graph)
        case = Case(function, sets, True, frozenset(), ())
        judgement = judge_case(case, decorate)
    assert judgement.verdict == SAME, judgement.reason
    loops = [loop for each in made for loop in each.loops]
    assert loops
    assert sum(loop.calls for loop in loops) > 0
    assert any(loop.left for loop in loops) == left
    return loops
