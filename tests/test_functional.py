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
from tests.some import Some

SAMPLE = [
    case
    for case in all_cases()
    if case.name.partition(".")[0]
    in ("in_place", "battery_arrays_in_place", "state_of_arrays", "jumps")
][::4]


@pytest.mark.parametrize("form", [FORM, reused], ids=["values", "reused"])
@pytest.mark.parametrize("first", range(0, len(SAMPLE), 11))
def test_the_functional_form_gives_the_same(
    first: int, form: Callable[[Graph], Graph], some: Some
) -> None:
    for case in some(SAMPLE[first : first + 11]):
        verdict, reason, _ = judged(case, form)
        assert verdict != DIFFERENT, (case.name, reason)


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


TOLD_AS_VALUES = (
    "array_usage_advanced.resize_fill",
    "in_place.shape_assignment",
    "state_of_arrays.set_shape",
    "state_of_arrays.dtype_and_bytes",
    "state_of_arrays.out_other_dtype",
    "array_usage.softmax_rows",
    "battery_arrays_in_place.staged_index_kinds",
    "in_place.divides_an_item_and_catches",
    "numpy_arguments.written_by_name",
    "numpy_arguments.new_output",
    "battery_control_flow.break_in_zip",
)


@pytest.mark.parametrize("form", [FORM, reused], ids=["values", "reused"])
@pytest.mark.parametrize(
    "case",
    [each for each in all_cases() if each.name in TOLD_AS_VALUES],
    ids=lambda case: case.name,
)
def test_what_has_a_functional_form(case: Case, form: Callable[[Graph], Graph]) -> None:
    verdict, reason, _ = judged(case, form)
    assert verdict == "same", reason


def functional(function, *arguments):
    return autograph.function(function).get_concrete_function(*arguments)


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_the_shape_of_an_argument_is_set_at_the_end():
    def flattened(x):
        x.shape = (-1,)
        x[:2] += 5
        return x * 2

    run = compile_graph(functional(flattened, np.ones((2, 3))).functional_graph)
    x = np.arange(6.0).reshape(2, 3)
    assert run(x).tolist() == [10, 12, 4, 6, 8, 10]
    assert x.tolist() == [5, 6, 2, 3, 4, 5]


def test_parts_of_an_array_that_changed_its_shape_are_refused():
    def before(x):
        y = x.copy()
        part = y[:1]
        y.shape = (-1,)
        return part + 1

    def around(x, n):
        y = x.copy()
        part = y[:1]
        for _ in range(n):
            part[...] = 1.0
            y.shape = (-1,)
        return y

    def in_an_arm(x, n):
        y = x.copy()
        part = y[:1]
        if n > 2:
            y.shape = (-1,)
        return part.sum()

    x = np.ones((2, 3))
    for function, arguments in ((before, (x,)), (around, (x, 3)), (in_an_arm, (x, 3))):
        given = (*arguments[:1], *map(np.int64, arguments[1:]))
        with pytest.raises(NotFunctional, match="changed its shape") as refused:
            _ = functional(function, *given).functional_graph
        assert refused.value.span is not None


@pytest.mark.filterwarnings("ignore:Setting the shape:DeprecationWarning")
def test_parts_taken_anew_have_the_new_shape():
    def turned(x, n):
        y = x.copy()
        for k in range(n):
            y.shape = (-1, 2) if k % 2 else (2, -1)
            part = y[:1]
            part += 1.0
        return y

    concrete = functional(turned, np.ones((2, 3)), np.int64(3))
    x = np.arange(6.0).reshape(2, 3)
    run = compile_graph(concrete.functional_graph)
    for n in range(4):
        assert np.array_equal(run(x, np.int64(n)), turned(x, n))


def test_what_a_block_writes_before_it_may_raise_is_refused():
    def written(x, n):
        try:
            x[0] = 1.0
            x[n] = 2.0
        except IndexError:
            return x.sum()
        return x[0]

    with pytest.raises(NotFunctional, match=r"\[AG604\]"):
        _ = functional(written, np.ones(2), np.int64(5)).functional_graph


def test_nan_to_num_without_a_copy():
    def cleaned(x):
        y = x.copy()
        np.nan_to_num(y, nan=2.0, copy=False)
        return y

    concrete = functional(cleaned, np.ones(3))
    run = compile_graph(concrete.functional_graph)
    assert run(np.array([1.0, np.nan, np.inf])).tolist() == [
        1.0,
        2.0,
        np.finfo(float).max,
    ]


class Answering:
    """Answers for an array that it is added to."""

    __array_ufunc__ = None

    def __radd__(self, other):
        return other + 1.0


def test_an_object_that_may_answer_for_an_array_is_refused():
    def added(x, y):
        z = x * 1.0
        z += y
        return z

    concrete = autograph.function(added).get_concrete_function(np.ones(2), Answering())
    with pytest.raises(NotFunctional, match=r"\+= may answer.* \[AG601\]"):
        _ = concrete.functional_graph
