"""The corpus, plain against decorated; and the corpus itself."""

from __future__ import annotations

from collections import Counter

import pytest

import autograph
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import REFUSED, SAME, judge_case, run

ALL = all_cases()


def by_name(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", [c for c in ALL if c.core], ids=by_name)
def test_core(case: Case) -> None:
    judgement = judge_case(case, autograph.function)
    assert judgement.verdict == SAME, judgement.reason


@pytest.mark.parametrize("case", [c for c in ALL if not c.core], ids=by_name)
def test_same_or_refused(case: Case) -> None:
    judgement = judge_case(case, autograph.function)
    assert judgement.verdict in (SAME, REFUSED), judgement.reason


def test_names_are_unique() -> None:
    assert [n for n, k in Counter(c.name for c in ALL).items() if k > 1] == []


def test_corpus_is_deterministic_and_its_exceptions_deliberate() -> None:
    for case in ALL:
        judgement = judge_case(case, lambda function: function)
        assert judgement.verdict == SAME, (case.name, judgement.reason)
        outcomes = [run(case, case.function, i, 10) for i in range(case.count)]
        raised = {o.error[0].rpartition(".")[2] for o in outcomes if o.raised}
        assert raised == set(case.raises), case.name
