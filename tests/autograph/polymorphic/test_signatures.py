"""Signatures: one graph for all arguments that fit, and a clear error for others."""

from __future__ import annotations

import dataclasses
from collections import namedtuple

import numpy as np
import pytest

import autograph as ag

Spec = ag.TensorSpec
FLOATS = Spec((None,), np.float64)
Point = namedtuple("Point", "x y")


def test_one_graph_serves_all_sizes():
    @ag.function(input_signature=(FLOATS,))
    def total(x):
        return x.sum()

    assert [total(np.ones(size)) for size in (0, 1, 5)] == [0, 1, 5]
    assert total.trace_count == 1


def test_a_list_of_numbers_becomes_an_array():
    total = ag.function(lambda x: x.sum(), input_signature=(FLOATS,))
    assert (total([1.0, 2.0]), total([1, 2, 3])) == (3, 6)
    assert total.trace_count == 1


def test_an_unknown_rank_takes_all_ranks():
    @ag.function(input_signature=(Spec(None, np.float64),))
    def double(x):
        return x + x

    for shape in ((), (3,), (2, 2)):
        np.testing.assert_array_equal(double(np.ones(shape)), np.full(shape, 2.0))
    assert double(np.float64(2.0)) == 4.0
    assert double.trace_count == 1


def test_known_dimensions_are_known_while_tracing():
    shapes = []

    @ag.function(input_signature=(Spec((None, 3), np.float64),))
    def note(x):
        shapes.append(x.shape[1])
        return x + x.shape[1]

    np.testing.assert_array_equal(note(np.zeros((2, 3))), np.full((2, 3), 3.0))
    assert shapes == [3]


def test_unknown_dimensions_are_values_of_the_run():
    @ag.function(input_signature=(FLOATS,))
    def mean(x):
        return x.sum() / x.shape[0], len(x)

    assert mean(np.ones(4)) == (1.0, 4)
    assert mean(np.ones(2)) == (1.0, 2)
    assert mean.trace_count == 1


@pytest.mark.parametrize(
    "argument",
    [
        np.ones((2, 2)),
        np.float64(1.0),
        np.ones(3, np.float32),
        np.ones(3, int),
        "text",
        None,
        [1.0, 2j],
    ],
    ids=["rank", "scalar", "precision", "kind", "text", "None", "list"],
)
def test_what_does_not_fit_raises_and_is_shown_beside_the_signature(argument):
    @ag.function(input_signature=(FLOATS,))
    def total(x):
        return x.sum()

    with pytest.raises(ValueError, match="signature") as caught:
        total(argument)
    assert isinstance(caught.value, ag.AutographError)
    assert "TensorSpec(shape=(None,), dtype=np.float64" in str(caught.value)
    assert "x" in str(caught.value)
    assert total.trace_count <= 1


def test_the_first_difference_is_pointed_at():
    @ag.function(input_signature=(FLOATS, {"a": FLOATS, "b": (FLOATS, FLOATS)}))
    def total(x, more):
        return x.sum() + more["a"].sum() + more["b"][1].sum()

    good = np.ones(2)
    with pytest.raises(ValueError, match=r"more\['b'\]\[1\]"):
        total(good, {"a": good, "b": (good, good.astype(int))})


def test_a_wider_signature_never_casts():
    @ag.function(input_signature=(Spec((), np.float64),))
    def half(x):
        return x / 2

    with pytest.raises(ValueError, match="signature"):
        half(np.float32(1.0))
    with pytest.raises(ValueError, match="signature"):
        half(np.complex128(1.0))


def test_a_python_number_becomes_a_symbolic_scalar():
    @ag.function(input_signature=(Spec((), np.float64),))
    def half(x):
        return x / 2

    assert half(3.0) == 1.5
    assert half(np.float64(5.0)) == 2.5
    for number in (0.25, 8.0, -1.0):
        assert half(number) == number / 2
    assert half.trace_count == 1


def test_a_python_integer_becomes_an_integer_of_the_signature():
    @ag.function(input_signature=(Spec((), np.int64),))
    def successor(n):
        return n + 1

    assert [successor(n) for n in (1, 2, 3)] == [2, 3, 4]
    assert successor.trace_count == 1


@pytest.mark.parametrize("number", [1.5, 2**70, 1j, "1"])
def test_a_number_that_would_be_changed_is_refused(number):
    @ag.function(input_signature=(Spec((), np.int32),))
    def successor(n):
        return n + 1

    with pytest.raises(ValueError, match="signature"):
        successor(number)


def test_a_signature_may_be_a_list():
    total = ag.function(lambda x: x.sum(), input_signature=[FLOATS])
    assert total(np.ones(3)) == 3


def test_a_signature_of_nested_structures():
    @ag.function(input_signature=({"a": FLOATS, "b": [FLOATS, FLOATS]},))
    def total(tree):
        return tree["a"].sum() + tree["b"][0].sum() + tree["b"][1].sum()

    for size in (1, 2, 3):
        x = np.ones(size)
        assert total({"a": x, "b": [x, x]}) == 3 * size
    assert total.trace_count == 1


def test_a_signature_with_a_namedtuple():
    @ag.function(input_signature=(Point(FLOATS, FLOATS),))
    def total(point):
        return (point.x + point.y).sum()

    assert total(Point(np.ones(2), np.ones(2))) == 4
    assert total(Point(np.ones(3), np.ones(3))) == 6
    assert total.trace_count == 1


@pytest.mark.parametrize(
    "tree",
    [
        {"a": np.ones(2)},
        {"a": np.ones(2), "b": [np.ones(2)]},
        {"a": np.ones(2), "b": [np.ones(2)] * 3},
        {"a": np.ones(2), "b": [np.ones(2)] * 2, "c": np.ones(2)},
        [np.ones(2), [np.ones(2)] * 2],
        np.ones(2),
    ],
    ids=["a key misses", "short", "long", "a key more", "a list", "an array"],
)
def test_another_structure_does_not_fit(tree):
    @ag.function(input_signature=({"a": FLOATS, "b": [FLOATS, FLOATS]},))
    def total(tree):
        return tree["a"].sum() + tree["b"][0].sum()

    with pytest.raises(ValueError, match="signature"):
        total(tree)


def test_the_order_of_keys_in_a_dict_does_not_matter():
    @ag.function(input_signature=({"a": FLOATS, "b": FLOATS},))
    def first(tree):
        return tree["a"] - tree["b"]

    assert first({"b": np.ones(1), "a": np.zeros(1)}) == -1
    assert first({"a": np.ones(1), "b": np.zeros(1)}) == 1


@pytest.mark.parametrize("wrong", [FLOATS, 1, "float64", (1,), (np.ones(2),)])
def test_what_is_no_signature_is_refused_when_decorating(wrong):
    with pytest.raises((TypeError, ValueError), match="input_signature"):
        ag.function(lambda x: x, input_signature=wrong)


def test_a_concrete_function_needs_no_arguments_under_a_signature():
    total = ag.function(lambda x: x.sum(), input_signature=(FLOATS,))
    concrete = total.get_concrete_function()
    assert concrete(np.ones(4)) == 4
    assert total(np.ones(5)) == 5
    assert total.trace_count == 1


def test_an_array_of_unknown_size_flows_through_branches_and_loops():
    @ag.function(input_signature=(FLOATS,))
    def positive(x):
        total = 0.0
        for value in x:
            if value > 0:
                total += value
        return total

    assert positive(np.array([1.0, -1.0, 2.0])) == 3.0
    assert positive(np.array([])) == 0.0
    assert positive.trace_count == 1


def test_strings_under_a_signature():
    double = ag.function(lambda a: a + a, input_signature=(Spec((), "U"),))
    assert double("a") == "aa"
    assert double("bc") == "bcbc"
    assert double.trace_count == 1


def test_booleans_under_a_signature():
    @ag.function(input_signature=(Spec((), bool),))
    def choose(flag):
        return 1 if flag else 2

    assert [choose(flag) for flag in (True, False, np.True_, np.False_)] == [1, 2, 1, 2]
    assert choose.trace_count == 1


def test_the_signature_can_be_read():
    total = ag.function(lambda x: x.sum(), input_signature=(FLOATS,))
    assert tuple(total.input_signature) == (FLOATS,)
    assert ag.function(lambda x: x).input_signature is None


def test_a_signature_holds_eagerly_too():
    inner = ag.function(lambda x: x.sum(), input_signature=(FLOATS,))
    with ag.eager():
        assert inner(np.ones(3)) == 3


# The specs themselves -------------------------------------------------------------


def test_specs_are_equal_by_what_they_say():
    assert Spec((None, 2), np.float64) == Spec([None, 2], "float64")
    assert Spec((2,), np.float64) != Spec((None,), np.float64)
    assert Spec((2,), np.float64) != Spec((2,), np.float32)
    assert len({Spec((2,), int), Spec((2,), int)}) == 1


def test_a_spec_says_what_fits():
    spec = Spec((None, 3), np.float64)
    assert spec.is_compatible_with(np.ones((2, 3)))
    assert not spec.is_compatible_with(np.ones((3, 2)))
    assert not spec.is_compatible_with(np.ones((2, 3), int))
    assert not spec.is_compatible_with(np.ones(3))
    assert spec.is_compatible_with(Spec((2, 3), np.float64))
    assert not spec.is_compatible_with(Spec(None, np.float64))


def test_a_spec_stands_where_an_array_would():
    add = ag.function(lambda x, y: x + y)
    concrete = add.get_concrete_function(FLOATS, FLOATS)
    np.testing.assert_array_equal(concrete(np.ones(3), np.ones(3)), np.full(3, 2.0))
    np.testing.assert_array_equal(concrete(np.ones(1), np.ones(3)), np.full(3, 2.0))


@pytest.mark.parametrize("shape", [(-1,), (2.5,), "ab"])
def test_a_shape_that_is_none_is_refused(shape):
    with pytest.raises((TypeError, ValueError)):
        Spec(shape, np.float64)


# Shapes that meet others -----------------------------------------------------------


def test_a_narrow_shape_flows_through_a_function_with_a_wide_signature():
    rows = ag.function(
        lambda a: a.reshape(-1, 3), input_signature=[ag.TensorSpec(None, np.float64)]
    )
    assert rows(np.zeros((10, 10, 3))).shape == (100, 3)


def test_a_concrete_function_for_what_does_not_fit_the_signature_is_refused():
    total = ag.function(lambda x: x.sum(), input_signature=[FLOATS])
    with pytest.raises((TypeError, ValueError), match="signature"):
        total.get_concrete_function(ag.TensorSpec((None, None), np.float64))
    with pytest.raises((TypeError, ValueError), match="signature"):
        total.get_concrete_function(np.ones(3, int))


def test_a_concrete_function_for_what_fits_the_signature_is_the_one():
    total = ag.function(lambda x: x.sum(), input_signature=[FLOATS])
    concrete = total.get_concrete_function()
    assert total.get_concrete_function(FLOATS) is concrete
    assert total.get_concrete_function(np.ones(3)) is concrete
    assert total.trace_count == 1


def test_shapes_made_of_arguments_are_known_where_the_arguments_are():
    @ag.function(
        input_signature=[
            ag.TensorSpec((None, None), np.int64),
            ag.TensorSpec((), np.int64),
        ]
    )
    def ones(x, s):
        return np.ones((x.shape[0], s), np.int64)

    assert ones(np.zeros((3, 6), np.int64), 5).shape == (3, 5)


# What is passed stays what it is --------------------------------------------------


def test_writes_reach_the_caller_s_list():
    @ag.function(input_signature=([Spec((), np.float64)],))
    def add(items):
        items[0] = items[0] + 5

    exact, plain = [np.float64(1.0)], [1.0]
    add(exact)
    add(plain)
    assert exact == plain == [6.0]


def test_numbers_of_an_index_an_axis_and_a_shape():
    integer = Spec((), np.int64)
    take = ag.function(lambda x, n: x[:n], input_signature=(FLOATS, integer))
    x = np.arange(5.0)
    for n in (2, 0, -1, np.int64(9)):
        np.testing.assert_array_equal(take(x, n), x[:n])
    total = ag.function(
        lambda x, axis: x.sum(axis=axis),
        input_signature=(Spec((None, None), np.float64), integer),
    )
    for axis in (0, 1, -1):
        np.testing.assert_array_equal(
            total(np.ones((2, 3)), axis), np.ones((2, 3)).sum(axis=axis)
        )
    with pytest.raises(ValueError, match="out of bounds"):
        total(np.ones((2, 3)), 2)


def test_a_name_in_a_spec_names_the_input():
    total = ag.function(
        lambda x: x.sum(), input_signature=(Spec((None,), np.float64, name="weights"),)
    )
    assert total.get_concrete_function().inputs[0].name == "weights"


def test_a_signature_holds_when_called_within_another_function():
    inner = ag.function(lambda x: x.sum(), input_signature=(FLOATS,))
    outer = ag.function(lambda x: inner(x) + 1)
    assert outer(np.ones(3)) == 4
    with pytest.raises(ValueError, match="signature"):
        outer(np.ones((2, 2)))


def test_a_function_with_a_wide_signature_calls_one_with_a_narrow_one():
    narrow = ag.function(
        lambda x: x + 1, input_signature=[ag.TensorSpec((1,), np.float64)]
    )
    wide = ag.function(
        lambda x: narrow(x), input_signature=[ag.TensorSpec((None,), np.float64)]
    )
    np.testing.assert_array_equal(wide(np.array([1.0])), [2.0])
    with pytest.raises(ValueError, match="signature"):
        wide(np.ones(2))


@pytest.mark.parametrize("number", [2**53 + 1, 10**400, 1j], ids=str)
def test_no_number_loses_anything_on_its_way_to_a_float(number):
    double = ag.function(lambda x: x + x, input_signature=(Spec((), np.float64),))
    with pytest.raises(ValueError, match="signature"):
        double(number)


def test_a_mask_is_not_dropped():
    double = ag.function(lambda x: x + x, input_signature=(FLOATS,))
    with pytest.raises(ValueError, match="MaskedArray"):
        double(np.ma.array([1.0, 2.0], mask=[0, 1]))


def test_a_subclass_is_not_taken_for_an_array():
    class Sub(np.ndarray):
        pass

    double = ag.function(lambda x: x + x, input_signature=(FLOATS,))
    with pytest.raises(ValueError, match="Sub"):
        double(np.ones(2).view(Sub))


def test_a_list_that_grows_is_the_caller_s_list():
    @ag.function(input_signature=([Spec((), np.float64)],))
    def grow(items):
        items.append(items[0])
        return items

    given = [np.float64(1.0)]
    assert grow(given) is given
    assert given == [1.0, 1.0]


def test_writes_reach_the_caller_s_dict():
    @ag.function(input_signature=({"a": Spec((), np.float64)},))
    def put(table):
        table["b"] = table["a"] + 1

    given = {"a": np.float64(1.0)}
    put(given)
    assert given == {"a": 1.0, "b": 2.0}


def test_nothing_is_converted_in_a_container_of_the_caller_s():
    first = ag.function(lambda items: items[0], input_signature=([Spec((), float)],))
    with pytest.raises(ValueError, match=r"items\[0\]"):
        first([1.0])


@dataclasses.dataclass
class Pair:
    scale: object
    values: object


def test_a_signature_with_a_dataclass():
    @ag.function(input_signature=(Pair(Spec((), np.float64), FLOATS),))
    def scaled(pair):
        return pair.scale * pair.values

    for size in (1, 2):
        pair = Pair(np.float64(2.0), np.ones(size))
        np.testing.assert_array_equal(scaled(pair), np.full(size, 2.0))
    assert scaled.trace_count == 1


@pytest.mark.parametrize("number", [0, 200, 255])
def test_a_python_integer_becomes_an_unsigned_one(number):
    same = ag.function(
        lambda x: x, input_signature=[ag.TensorSpec((), np.dtype(np.uint8))]
    )
    assert repr(same(number)) == repr(np.uint8(number))
    rows = ag.function(lambda x: x, input_signature=[ag.TensorSpec((2,), np.uint64)])
    assert rows([number, 3]).tolist() == [number, 3]


@pytest.mark.parametrize("number", [256, -1, 2**64])
def test_an_integer_that_is_no_unsigned_one_is_refused(number):
    same = ag.function(lambda x: x, input_signature=[ag.TensorSpec((), np.uint8)])
    with pytest.raises(ValueError, match=f"{number} is not exactly uint8"):
        same(number)


def test_a_number_too_large_for_its_spec_is_refused_without_a_warning():
    same = ag.function(lambda x: x, input_signature=[ag.TensorSpec((), np.float32)])
    with pytest.raises(ValueError, match="is not exactly float32"):
        same(1e300)


def test_names_that_are_no_parameters_are_those_of_the_keyword_arguments():
    spec = ag.TensorSpec((None,), np.float64)

    @ag.function(input_signature={"x": spec, "rate": spec, "decay": spec})
    def step(x, **options):
        return x - options["rate"] * options["decay"]

    x = np.ones(2)
    assert step(x, rate=x, decay=2 * x).tolist() == [-1, -1]
    with pytest.raises(ValueError, match=r"options does not fit .* no key 'decay'"):
        step(x, rate=x)
    with pytest.raises(ValueError, match=r"options .* has the key 'more' as well"):
        step(x, rate=x, decay=x, more=x)
    with pytest.raises(ValueError, match=r"options\['rate'\] .* its dtype is int64"):
        step(x, rate=np.arange(2), decay=x)


def test_only_the_parameter_that_differs_is_marked():
    spec = ag.TensorSpec((None,), np.float64)

    @ag.function(input_signature=[{"a": spec}, spec, spec])
    def total(rates, rate, ra):
        return rates["a"] + rate + ra

    x = np.ones(2)
    with pytest.raises(ValueError, match="it is a list, not a dict") as raised:
        total([x], x, x)
    marked = [line for line in str(raised.value).splitlines() if "<--" in line]
    assert len(marked) == 1
    assert marked[0].startswith("  rates: [float64[2]], wanted {'a': ")


def test_a_method_s_object_is_not_part_of_the_signature_that_is_shown():
    class Model:
        @ag.function(input_signature=[ag.TensorSpec((None,), np.float64)])
        def step(self, x):
            return x

    with pytest.raises(ValueError, match="x does not fit") as raised:
        Model().step(1)
    assert "self" not in str(raised.value)


def test_a_variable_under_a_signature_is_refused_with_what_to_pass():
    total = ag.function(
        lambda x: x.sum(), input_signature=[ag.TensorSpec((None,), np.float64)]
    )
    held = ag.Variable([1.0, 2.0])
    with pytest.raises(ValueError, match=r"it is a Variable; pass x\.value"):
        total(held)
    assert total(held.value) == 3


def test_the_actual_types_within_a_trace_are_shown():
    inner = ag.function(
        lambda x: x, input_signature=[ag.TensorSpec((None,), np.float64)]
    )
    outer = ag.function(lambda x: inner(x))
    with pytest.raises(ValueError, match=r"  x: float64\[2,2\], wanted TensorSpec"):
        outer(np.ones((2, 2)))


class Checked:
    @ag.function(input_signature=[ag.TensorSpec((None,), np.float64)])
    def inner(self, x):
        return x + 1


class Derived(Checked):
    def by_name(self, x):
        return self.inner(x)

    def by_class(self, x):
        return Checked.inner(self, x)

    def by_super(self, x):
        return super().inner(x)

    def by_getattr(self, x):
        return getattr(self, "inner")(x)  # noqa: B009 - that is the case


@pytest.mark.parametrize("name", ["by_name", "by_class", "by_super", "by_getattr"])
def test_a_signature_of_a_method_holds_in_a_trace_too(name):
    call = ag.function(getattr(Derived(), name))
    assert call(np.ones(2)).tolist() == [2, 2]
    with pytest.raises(ValueError, match="x does not fit the signature of inner"):
        call(np.ones(2, int))
