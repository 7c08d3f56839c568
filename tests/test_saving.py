"""The corpus through files, and files changed at random.

``python -m tests.saving_fuzz`` makes many more mutants.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import autograph
from runtime.errors import NotSavable
from tests import harness
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import REFUSED, SAME, judge_case
from tests.saving_fuzz import run
from tests.some import Some

CORE = [each for each in all_cases() if each.core]


def by_way_of_a_file(path: Path, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that saves its graph for a call, and runs what it loads."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        traced = autograph.function(function)
        concrete = traced.get_concrete_function(*args, **kwargs)
        autograph.save(path, concrete)
        (loaded,) = autograph.load(path, executor="plan").values()
        if loaded.graph.inputs == concrete.graph.inputs:  # no object was taken apart
            assert loaded.graph == concrete.graph
        return loaded(*args, **kwargs)

    return called


@pytest.mark.parametrize("case", CORE[::6], ids=lambda case: case.name)
def test_functions_by_way_of_a_file(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, some: Some
) -> None:
    # A file does not say where an error is in a source that need not be there.
    monkeypatch.setattr(harness, "lines_within", lambda *_: ())
    part = replace(case, sets=tuple(some(case.sets)))
    judgement = judge_case(part, functools.partial(by_way_of_a_file, tmp_path / "f.ag"))
    assert judgement.verdict in (SAME, REFUSED), judgement.reason
    if judgement.verdict == REFUSED:
        assert f"[{NotSavable.code}]" in judgement.reason


def test_mutants_are_graphs_or_file_errors() -> None:
    found, wrong = run(count=300, seed=0, every=150)
    assert not wrong
    assert found["read"]
    assert found["refused"]
