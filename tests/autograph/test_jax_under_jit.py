"""What `jax.jit` takes of functions that are exported to JAX, and what is refused."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotExportable


@pytest.fixture
def jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    return jax


def exported(function, *arguments):
    space = {}
    exec(ag.export.jax(function, *arguments), space)
    return space[function.__name__]


def stopped_by_losses(x, n):
    losses = []
    for _ in range(n):
        x = x / 2
        losses.append(x)
        if len(losses) > 1 and losses[-2] - losses[-1] < 0.1:
            break
    return losses


def partitions(x):
    stack = [(0, len(x) - 1)]
    done = 0
    while stack:
        low, high = stack.pop()
        if low < high:
            middle = low + 1 if x[low] > x[high] else high
            stack.append((low, middle - 1))
            done += 1
    return done


@pytest.mark.parametrize(
    ("function", "arguments", "line"),
    [
        (stopped_by_losses, (np.float64(4.0), 5), "for _ in range(n)"),
        (partitions, (np.arange(3.0),), "if low < high"),
    ],
)
def test_choices_by_what_a_list_holds_are_refused_by_line(function, arguments, line):
    with pytest.raises(NotExportable) as refused:
        ag.export.jax(function, *arguments)
    assert line in str(refused.value)
    assert "export with jit=False" in str(refused.value)


def test_dicts_keep_the_order_of_their_keys(jax):
    def told(x):
        return {"width": x, "area": x * x, "more": ({"b": x, "a": -x},)}

    found = jax.jit(exported(told, np.float64(2.0)))(3.0)
    assert list(found) == ["width", "area", "more"]
    assert list(found["more"][0]) == ["b", "a"]
    assert "in_order" not in ag.export.jax(lambda x: {"a": x, "b": x}, np.float64(1.0))


def test_counts_of_repeats_need_no_shape_that_is_known(jax):
    def repeated(x, counts, n):
        return np.repeat(x, counts)[: len(x)], np.repeat(x, [n]), x.repeat(2)

    x, counts = np.array([3.0, 4.0]), np.array([1, 2])
    with pytest.raises(NotExportable, match="repeat needs a shape"):
        ag.export.jax(repeated, x, counts, 2)

    def doubled(x, n):
        return np.repeat(x, [n, n + 1]), np.repeat(x, [n]), x.repeat(2)

    found = jax.jit(exported(doubled, x, np.int64(1)), static_argnames=["n"])(x, n=2)
    for one, other in zip(found, doubled(x, 2), strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_may_be_unbound_is_zero():
    def last(x):
        found = []
        for k in range(len(x)):
            found.append(k)  # noqa: PERF402  # the loop is what is exported
        return found, k

    text = ag.export.jax(last, np.ones(3))
    assert "class Unbound" not in text
