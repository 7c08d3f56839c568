"""Names of results are read from the stores behind a call, in every bytecode."""

# ruff: noqa: RET504, RUF059

import dis

import pytest

from tracer.record.names import _targets


def one(call):
    x = call()
    return x


def one_read_later(call, y):
    x = call()
    return y, x


def two(call):
    x, y = call()
    return y, x


def three(call, z):
    x, y, z = call()
    return x + z


def shared(call):
    x, y = call()
    return lambda: x


def none(call):
    return call()


def item(call, x):
    x[0] = call()


def many(call):
    a, b, c, d, e, f, g, h, i, j, k, m, n, o, p, q, r, s = call()
    return lambda: r


def handed_on(call):
    x = call()
    y = x
    return y


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (one, ("x",)),
        (one_read_later, ("x",)),
        (two, ("x", "y")),
        (three, ("x", "y", "z")),
        (shared, ("x", "y")),
        (none, ()),
        (item, ()),
        (many, tuple("abcdefghijkmnopqrs")),
        (handed_on, ("x",)),
    ],
)
def test_targets(function, names):
    instructions = dis.get_instructions(function)
    (call,) = [i.offset for i in instructions if i.opname == "CALL"]
    assert _targets(function.__code__, call) == names
