"""Functions of one item, mapped over batches: results are those of a Python loop."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import AutographError

RANDOM = np.random.default_rng(7)
X = RANDOM.normal(size=(5, 3))


def settle(x, rate):
    steps = 0
    while np.abs(x).max() > 0.1:
        x = x * rate
        steps += 1
    return x, steps


def test_each_item_takes_its_own_path():
    found, steps = ag.vmap(settle, (0, None))(X, 0.7)
    expected = [settle(x, 0.7) for x in X]
    np.testing.assert_array_equal(found, [x for x, _ in expected])
    assert steps.tolist() == [n for _, n in expected]
    assert steps.dtype == np.asarray(expected[0][1]).dtype


@pytest.mark.parametrize("in_axis", [0, 1, -1])
@pytest.mark.parametrize("out_axis", [0, 1, -1])
def test_axes(in_axis, out_axis):
    def f(x):
        return np.outer(x, x)

    x = X if in_axis == 0 else X.T
    found = ag.vmap(f, in_axis, out_axis)(x)
    np.testing.assert_array_equal(found, np.stack([f(r) for r in X], out_axis))


def test_axes_nested_as_the_values_are():
    def f(pair, shift):
        found = pair["a"] * pair["b"][0] + shift
        return {"of": (found, found.sum()), "shared": shift}

    at = {"a": 1, "b": (None, 0)}
    out = {"of": (1, 0), "shared": None}
    batches = {"a": X.T.copy(), "b": (2.0, X)}
    mapped = ag.vmap(f, (at, None), out)
    found = mapped(batches, 0.5)
    one_by_one = [f({"a": x, "b": (2.0, x)}, 0.5)["of"] for x in X]
    np.testing.assert_array_equal(found["of"][0].T, [rows for rows, _ in one_by_one])
    np.testing.assert_array_equal(found["of"][1], [total for _, total in one_by_one])
    assert found["shared"] == 0.5
    slope = ag.grad(lambda batches: mapped(batches, 0.5)["of"][1].sum())(batches)
    np.testing.assert_array_equal(slope["a"], np.full((3, 5), 2.0))
    assert slope["b"][0] == pytest.approx(X.sum())
    assert ag.vmap(settle, (0, None), (1, 0))(X, 0.7)[0].shape == (3, 5)


def test_structures():
    def f(pair, *, scale):
        return {"dot": pair["a"] @ pair["b"] * scale, "largest": pair["a"].max() > 1}

    found = ag.vmap(f, (0, None))({"a": X, "b": X[::-1]}, scale=2.0)
    np.testing.assert_allclose(found["dot"], 2 * (X * X[::-1]).sum(1))
    assert found["largest"].tolist() == (X.max(1) > 1).tolist()


def test_sizes_known_at_run_time_only():
    @ag.function(input_signature=[ag.TensorSpec((None, None), float)])
    def norms(x):
        return ag.vmap(lambda r: (r * r).sum())(x)

    for rows in (1, 4):
        np.testing.assert_allclose(norms(X[:rows]), (X[:rows] ** 2).sum(1))
    with pytest.raises(ValueError, match="sizes"):
        norms(X[:0])


def test_prints_are_those_of_a_loop(capsys):
    def f(x):
        print("item", x)
        return x * 2

    ag.vmap(f)(np.array([1, 2, 3]))
    assert capsys.readouterr().out.split() == "item 1 item 2 item 3".split()


def test_with_derivatives():
    def f(x):
        y = x[0]
        while np.abs(y) < 10:
            y = y * 1.5 + x[1] ** 2
        return y

    found = ag.vmap(ag.grad(f))(X)
    np.testing.assert_allclose(found, [ag.grad(f)(x) for x in X])
    found = ag.grad(lambda x: ag.vmap(f)(x).sum())(X)
    np.testing.assert_allclose(found, [ag.grad(f)(x) for x in X])
    nested = ag.vmap(ag.vmap(lambda x, y: x * y + 1, (None, 0)), (0, None))
    np.testing.assert_allclose(nested(X[0], X[1]), np.outer(X[0], X[1]) + 1)


def test_what_cannot_be_mapped():
    with pytest.raises(ValueError, match="sizes"):
        ag.vmap(lambda x, y: x + y)(X, X[:2])
    with pytest.raises(ValueError, match="None"):
        ag.vmap(lambda x: x, None)(X)
    with pytest.raises(ValueError, match="in_axes"):
        ag.vmap(lambda x: x, (0, 0))(X)
    with pytest.raises(ValueError, match="numbers or None"):
        ag.vmap(lambda x: x, "0")(X)
    with pytest.raises(ValueError, match=r"nothing of x\['b'\]"):
        ag.vmap(lambda x: x["a"], ({"a": 0},))({"a": X, "b": X})
    with pytest.raises(ValueError, match=r"x\['b'\], which is not there"):
        ag.vmap(lambda x: x["a"], ({"a": 0, "b": 0},))({"a": X})
    with pytest.raises(ValueError, match=r"nothing of the result\[1\]"):
        ag.vmap(lambda x: (x, x), 0, (0,))(X)
    with pytest.raises(ValueError, match="another for each item"):
        ag.vmap(lambda x: x.sum(), 0, None)(X)
    with pytest.raises(AutographError, match="no axis 2"):
        ag.vmap(lambda x: x, 2)(X)
    with pytest.raises(AutographError, match="stacks numbers"):
        ag.vmap(lambda x: str(x[0]))(X)
    with pytest.raises(ValueError, match="shape"):
        ag.vmap(lambda x: x[x > 0])(np.array([[1.0, 2.0], [-1.0, 3.0]]))


def bell(x, y):
    return np.sin(x) * np.exp(-y * y) + np.where(x > 0, x, -y) * 2.0


@pytest.mark.parametrize(
    ("shapes", "axes"),
    [
        (((7,), (7,)), (0, 0)),
        (((7, 3), (7,)), (0, 0)),
        (((7, 3), (7, 2, 3)), (0, 0)),
        (((3, 7), (7, 3)), (1, 0)),
        (((7, 3), (3,)), (0, None)),
        (((7,), (3,)), (0, None)),
    ],
)
def test_elementwise_functions_are_computed_at_once(shapes, axes):
    rng = np.random.default_rng(5)
    given = [rng.normal(size=shape) for shape in shapes]
    mapped = ag.vmap(bell, axes)
    assert "for " not in mapped.get_concrete_function(*given).plan

    def item(place):
        return [
            x if axis is None else np.take(x, place, axis)
            for x, axis in zip(given, axes, strict=True)
        ]

    found = mapped(*given)
    expected = np.stack([bell(*item(place)) for place in range(7)])
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


def test_numbers_that_arrays_round_otherwise_go_item_by_item():
    half = np.random.default_rng(1).normal(size=3000).astype(np.float16) * np.float16(3)
    single = half.astype(float)
    for function, given in ((np.arctan, half), (np.cbrt, half), (bent, single)):
        found = ag.vmap(function)(given)
        expected = [function(x) for x in given]
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == given.dtype


def bent(x):
    return np.abs(x) ** 2.7


def test_what_is_not_elementwise_goes_item_by_item():
    def part(x):
        return x - x.mean()

    mapped = ag.vmap(part)
    assert "for " in mapped.get_concrete_function(np.ones((30, 3))).plan
    np.testing.assert_array_equal(mapped(X), [part(row) for row in X])


def test_an_elementwise_function_prints_and_counts_for_each_item(capsys):
    def shown(x):
        print("item", x)
        return x * 2

    np.testing.assert_array_equal(ag.vmap(shown)(np.arange(3.0)), [0.0, 2.0, 4.0])
    assert capsys.readouterr().out == "item 0.0\nitem 1.0\nitem 2.0\n"


def test_a_result_that_may_be_unbound_is_bound():
    def first_positive(x):
        for v in x:
            if v > 0:
                return v * v
        return x.sum()

    batch = np.array([[-1.0, 2.0], [-1.0, -3.0], [4.0, 1.0]])
    expected = [first_positive(row) for row in batch]
    np.testing.assert_array_equal(ag.vmap(first_positive)(batch), expected)


def test_results_are_arrays_of_their_own():
    for function in (
        lambda x: x,
        lambda x: (x, x + 0),
        lambda x: (lambda y: (y, y))(-x),
    ):
        given = X.copy()
        found = ag.vmap(function)(given)
        parts = found if isinstance(found, tuple) else (found,)
        for part in parts:
            assert not np.shares_memory(part, given)
            part[...] = 0
        np.testing.assert_array_equal(given, X)
    first, second = ag.vmap(lambda x: (lambda y: (y, y))(-x))(X)
    assert not np.shares_memory(first, second)


def test_functions_that_write_into_their_item_write_into_the_batch():
    def grown(x):
        x += 1.0
        return x

    given = X.copy()
    np.testing.assert_array_equal(ag.vmap(grown)(given), X + 1.0)
    np.testing.assert_array_equal(given, X + 1.0)


def test_axes_of_arguments_that_star_takes():
    def total(first, *rest, scale=1.0):
        return (first * rest[0] * rest[1] * scale).sum()

    mapped = ag.vmap(total, (None, 0, 1))
    expected = [total(2.0, X[i], X.T[:, i]) for i in range(len(X))]
    np.testing.assert_array_equal(mapped(2.0, X, X.T), expected)
    by_item = ag.vmap(ag.grad(total, 1), (None, 0, 1))(2.0, X, X.T)
    np.testing.assert_array_equal(by_item, 2.0 * X)
    with pytest.raises(ValueError, match="2 in_axes"):
        ag.vmap(total, (0, 0))(X, X, X)
