"""Derivatives of what is exported to JAX: those of ours, or a refusal before."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotExportable


def cube_root(v):
    x = v
    for _ in range(60):
        step = (x * x * x - v) / (3 * x * x)
        x = x - step
        if abs(step) < 1e-14:
            break
    return x


def pairs(x):
    total = 0.0
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            total += np.sin(x[i] * x[j])
    return total


def thinned(x, limit):
    total = 0.0
    for k in range(limit, -1, -2):
        if x[k] < 0:
            break
        for j in range(k - 2, k):
            total += x[j] * x[k]
    return total


def filtered(z):
    out = []
    x, p = 0.0, 1.0
    for m in z:
        k = p / (p + 0.5)
        x, p = x + k * (m - x), (1 - k) * p + 0.1
        out.append(x)
    return np.array(out) @ np.cos(z)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (cube_root, (np.float64(9.0),)),
        (pairs, (np.linspace(0.1, 2.0, 7),)),
        (thinned, (np.linspace(-0.3, 2.0, 8), 7)),
        (filtered, (np.linspace(0.1, 2.0, 7),)),
    ],
)
def test_derivatives_are_ours(jax, function, arguments):
    text = ag.export.jax(function, *arguments, reverse=True)
    space = {}
    exec(text, space)
    run, wanted = space[function.__name__], ag.grad(function)(*arguments)
    np.testing.assert_allclose(run(*arguments), function(*arguments), rtol=1e-12)
    found = jax.grad(run)(*arguments)
    np.testing.assert_allclose(found, wanted, rtol=1e-10)
    found = jax.jit(jax.grad(lambda first: run(first, *arguments[1:])))(arguments[0])
    np.testing.assert_allclose(found, wanted, rtol=1e-10)


def halved(x):
    while x > 1.0:
        x = x / 2
    return x


def drained(x, n):
    for k in range(n):
        for _ in range(int(x[k])):
            x = x * 0.5
    return x.sum()


@pytest.mark.parametrize(
    ("function", "arguments", "line"),
    [
        (halved, (np.float64(9.0),), "while x > 1.0"),
        (drained, (np.ones(3), 3), "range(int(x[k]))"),
    ],
)
def test_loops_that_are_not_counted_before(jax, function, arguments, line):
    with pytest.raises(NotExportable) as refused:
        ag.export.jax(function, *arguments, reverse=True)
    assert line in str(refused.value)
    assert "number of turns" in str(refused.value)
    text = ag.export.jax(function, *arguments)
    head = text[: text.index("import jax")]
    assert "`jax.grad` does not take these loops" in head
    assert line in head
    space = {}
    exec(text, space)
    run = space[function.__name__]
    moved = np.ones_like(arguments[0])
    _, found = jax.jvp(lambda x: run(x, *arguments[1:]), (arguments[0],), (moved,))
    wanted = np.sum(ag.grad(function)(*arguments))
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
