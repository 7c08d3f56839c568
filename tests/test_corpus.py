"""The corpus, plain against decorated; and the corpus itself."""

from __future__ import annotations

import functools
import json
import re
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import autograph
from runtime.native import executable
from runtime.native.loading.library import library
from runtime.native.nodes import control
from runtime.operations import read_graph, read_graph_def
from tests.corpus import all_cases
from tests.corpus.case import Case, case
from tests.harness import (
    DIFFERENT,
    OBSCURE,
    REFUSED,
    SAME,
    Outcome,
    judge,
    judge_case,
    run,
)
from tests.opened import opened
from tests.placed import behind_unknown_code, calling_python, in_a_loop, on_one_path
from tests.some import Some

ALL = all_cases()
NAMES = [each.name for each in ALL]
WELL_SAID = re.compile(r" \[AG\d+\] File '.*', line \d+, in [\w<>]+ .*\bHint: \w")
"""A refusal: what, under a code, where, and what to write instead."""


PLACES = (behind_unknown_code, on_one_path, in_a_loop, calling_python)
LOOPS = (
    "dicts_of_numbers dynamic_programming early_return for_loops in_place jumps "
    "lists_of_the_run nested number_theory roots_and_quadrature simulation "
    "sorting_and_searching textbook_algorithms textbook_linear_algebra while_loops"
).split()
"""The files whose functions have most of their loops over numbers."""


def by_name(case: Case) -> str:
    return case.name


def part_of(case: Case, some: Some) -> Case:
    """Return a case with a third of its arguments, and some in any case."""
    return replace(case, sets=tuple(some(case.sets)))


def of_loops(case: Case) -> bool:
    return case.name.partition(".")[0] in LOOPS


@pytest.mark.parametrize("case", [c for c in ALL if c.core], ids=by_name)
def test_core(case: Case) -> None:
    judgement = judge_case(case, autograph.function)
    assert judgement.verdict == SAME, judgement.reason


@pytest.mark.parametrize("case", [c for c in ALL if c.core], ids=by_name)
def test_core_for_open_shapes(case: Case, some: Some) -> None:
    judgement = judge_case(part_of(case, some), opened)
    assert judgement.verdict in (SAME, REFUSED), judgement.reason


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("case", [c for c in ALL if c.core][2::8], ids=by_name)
def test_in_another_place(case: Case, place: Callable[..., Any], some: Some) -> None:
    judgement = judge_case(part_of(case, some), place)
    assert judgement.verdict in (SAME, REFUSED), judgement.reason


@pytest.mark.parametrize("case", [c for c in ALL if of_loops(c)][::7], ids=by_name)
def test_in_machine_code(case: Case, some: Some) -> None:
    pytest.importorskip("llvmlite")
    native = functools.partial(autograph.function, executor="native")
    judgement = judge_case(part_of(case, some), native)
    assert judgement.verdict in (SAME, REFUSED), judgement.reason


@pytest.mark.parametrize("every", [2, 7])
@pytest.mark.parametrize("case", [c for c in ALL if of_loops(c)][::23], ids=by_name)
def test_under_forced_faults(
    case: Case, every: int, monkeypatch: pytest.MonkeyPatch, some: Some
) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(control, "TURNS", 1)
    monkeypatch.setattr(executable, "FEW", 10**9)
    native = functools.partial(autograph.function, executor="native")
    library().force_faults(every)
    try:
        judgement = judge_case(part_of(case, some), native)
    finally:
        library().force_faults(0)
    assert judgement.verdict in (SAME, REFUSED), judgement.reason


@pytest.mark.parametrize("case", [c for c in ALL if not c.core], ids=by_name)
def test_same_or_refused(case: Case, some: Some) -> None:
    # Where all arguments are given, later calls find the graphs of earlier ones.
    given = case if case.name in some(some(NAMES)) else part_of(case, some)
    judgement = judge_case(given, autograph.function)
    assert judgement.verdict in (SAME, REFUSED), judgement.reason
    if judgement.verdict == REFUSED:
        assert WELL_SAID.search(judgement.reason), judgement.reason


@pytest.mark.parametrize("case", [c for c in ALL if c.core][::4], ids=by_name)
def test_graphs_can_be_read_back(case: Case, some: Some) -> None:
    made: list[Any] = []

    def decorated(function: Callable[..., Any], **options: Any) -> Any:
        made.append(autograph.function(function, **options))
        return made[-1]

    judge_case(part_of(case, some), decorated)
    for concrete in [each for one in made for each in one.concrete_functions]:
        for graph in (concrete.graph, concrete.optimized_graph):
            assert read_graph(str(graph)) == graph
            definition = json.loads(json.dumps(graph.as_graph_def(), allow_nan=False))
            assert read_graph_def(definition) == graph


def test_names_are_unique() -> None:
    assert [n for n, k in Counter(c.name for c in ALL).items() if k > 1] == []


def outcomes_of(case: Case) -> list[Outcome]:
    return [run(case, case.function, i, 10) for i in range(case.count)]


def test_corpus_is_deterministic_and_its_exceptions_deliberate(some: Some) -> None:
    twice = set(some(NAMES))
    for example in ALL:
        outcomes = outcomes_of(example)
        again = outcomes_of(example) if example.name in twice else outcomes
        for one, other in zip(outcomes, again, strict=True):
            assert judge(one, other).verdict == SAME, example.name
        raised = {o.error[0].rpartition(".")[2] for o in outcomes if o.raised}
        assert raised == set(example.raises), example.name


# --- the harness sees what a user could see -------------------------------------


def plain(x: np.ndarray) -> Any:
    x[0] = 3
    print(x)
    warnings.warn("careful", UserWarning, stacklevel=1)
    return x


def raises(x: np.ndarray) -> Any:
    raise ValueError("text", x.size)


def raises_with(x: np.ndarray, **attributes: Any) -> Any:
    try:
        return raises(x)
    except ValueError as error:
        vars(error).update(attributes)
        raise


def number(x: np.ndarray) -> Any:
    return 0.0


def long_number(x: np.ndarray) -> Any:
    return [10**5000]


def refuses(x: np.ndarray) -> Any:
    class AutographError(Exception):
        pass

    raise AutographError("not staged yet")


MUTANTS: list[tuple[Callable[..., Any], Callable[..., Any], str]] = [
    (plain, lambda x: plain(x), SAME),
    (plain, lambda x: plain(x).copy(), DIFFERENT),
    (plain, lambda x: plain(x)[:], DIFFERENT),
    (plain, lambda x: plain(x.copy()), DIFFERENT),
    (plain, lambda x: plain(x).astype(np.float32), DIFFERENT),
    (plain, lambda x: plain(x) and None, OBSCURE),
    (plain, lambda x: (plain(x), print())[0], DIFFERENT),
    (plain, lambda x: (plain(x), warnings.warn("again", stacklevel=1))[0], DIFFERENT),
    (number, lambda x: -0.0, DIFFERENT),
    (number, lambda x: 0, DIFFERENT),
    (number, lambda x: np.float64(0), DIFFERENT),
    (number, lambda x: np.array(0.0), DIFFERENT),
    (number, lambda x: x[9], OBSCURE),
    (number, refuses, REFUSED),
    (long_number, long_number, SAME),
    (long_number, lambda x: [10**5000 + 1], DIFFERENT),
    (raises, raises, SAME),
    (raises, number, DIFFERENT),
    (raises, lambda x: raises(x[1:]), DIFFERENT),
    (raises, lambda x: x[9], DIFFERENT),
    (raises, refuses, REFUSED),
    (raises, lambda x: raises_with(x, __notes__=["noted"]), DIFFERENT),
    (raises, lambda x: raises_with(x, code=1), DIFFERENT),
]


@pytest.mark.parametrize(("original", "mutant", "verdict"), MUTANTS)
def test_harness(
    original: Callable[..., Any], mutant: Callable[..., Any], verdict: str
) -> None:
    example = case(original, np.array([1.0, 2.0]))
    assert judge_case(example, lambda _: mutant).verdict == verdict
