"""The form that is traced: names, and what Python could not unpack."""

import inspect
from textwrap import dedent

import autograph as ag
from autograph.rules import assigned_names


def f(x, y):
    d = x / y
    a, (b, c) = y
    return (d, a, b, c)


def test_the_example():
    written, traced = assigned_names.__doc__.split("as traced::\n")
    written = dedent(written.split("as written::\n")[1])
    assert written.strip() == inspect.getsource(f).strip()
    assert ag.to_code(f, traced=True) == dedent(traced).strip()


def test_the_form_to_read_has_no_names():
    assert "assigned" not in ag.to_code(f)
