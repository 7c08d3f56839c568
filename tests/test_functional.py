"""The functional form of some of the corpus; `python -m tests.functional` for all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import autograph
from runtime.errors import ArgumentsOverlap, NotFunctional
from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.functional import DIFFERENT, FORM, judged, reused

SAMPLE = [
    case
    for case in all_cases()
    if case.name.partition(".")[0]
    in ("in_place", "battery_arrays_in_place", "state_of_arrays", "jumps")
][::4]


@pytest.mark.parametrize("form", [FORM, reused], ids=["values", "reused"])
@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.name)
def test_the_functional_form_gives_the_same(
    case: Case, form: Callable[[Graph], Graph]
) -> None:
    verdict, reason, _ = judged(case, form)
    assert verdict != DIFFERENT, reason


def doubled(x, y):
    for i in range(len(x)):
        x[i] = x[i] * 2 + y[0]
    return x.sum()


def test_arguments_that_overlap_are_refused_at_the_call():
    concrete = autograph.function(doubled).get_concrete_function(np.ones(3), np.ones(2))
    run = compile_graph(concrete.functional_graph)
    x = np.ones(4)
    assert run(x[:3], np.ones(2)) == 9.0
    assert x.tolist() == [3.0, 3.0, 3.0, 1.0]
    with pytest.raises(ArgumentsOverlap):
        run(x[:3], x[2:])


def test_a_refusal_names_the_line_of_the_user():
    def either(x, y):
        z = x if x[0] < y[0] else y
        z[0] = 1.0
        return x + y

    concrete = autograph.function(either).get_concrete_function(np.ones(2), np.ones(2))
    with pytest.raises(NotFunctional, match=r"'x'.* \[AG601\]") as refused:
        _ = concrete.functional_graph
    assert refused.value.span is not None
    assert refused.value.span.excerpt().strip().startswith("return x + y")


def test_a_list_added_to_a_variable_is_refused():
    weights = autograph.Variable(np.zeros(2), name="weights")

    def moved(x):
        weights.assign_add([3.0, 4.0])
        return weights + x

    concrete = autograph.function(moved).get_concrete_function(np.ones(2))
    with pytest.raises(NotFunctional, match=r"\[AG605\]") as refused:
        _ = concrete.functional_graph
    assert refused.value.span is not None
    assert "assign_add" in refused.value.span.excerpt()


def test_a_refusal_names_what_is_called():
    def summed_along(x):
        return np.apply_along_axis(np.sum, 0, x)

    function = autograph.function(summed_along, callbacks="allow")
    concrete = function.get_concrete_function(np.ones(2))
    with pytest.raises(
        NotFunctional, match=r"'apply_along_axis', is called"
    ) as refused:
        _ = concrete.functional_graph
    assert refused.value.span is not None
