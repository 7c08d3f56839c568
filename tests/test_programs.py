"""A short run of random programs; the generator and the shrinker themselves."""

from __future__ import annotations

import pytest

import autograph
from tests.harness import REFUSED, SAME, Judgement
from tests.programs import Program, argument_sets, judge_seed, judge_source, shrink


@pytest.mark.parametrize("first", range(0, 300, 30))
def test_same_or_refused(first: int) -> None:
    for seed in range(first, first + 30):
        judgement = judge_seed(seed, autograph.function)
        assert judgement.verdict in (SAME, REFUSED), (judgement, Program(seed).source)


def test_programs_are_deterministic() -> None:
    for seed in range(200):
        assert judge_seed(seed, lambda function: function) == Judgement(SAME)


def test_shrinking_keeps_what_matters() -> None:
    source = Program(3).source.replace("return", "print('found')\n    return")
    assert shrink(source, lambda text: "found" in text).count("\n") <= 3


def test_a_difference_is_seen() -> None:
    def forgets_the_write(function):
        return lambda a, b, n, x, *rest: function(a, b, n, x.copy(), *rest)

    source = "def program(a, b, n, x, y, xs, box):\n    x[0] = 9\n"
    judgement = judge_source(source, argument_sets(0), forgets_the_write)
    assert judgement.reason.startswith("arguments 0: arguments.")
