"""Functions in functions, deeper than Python reads indentation."""

import traceback

import numpy as np
import pytest

import autograph as ag
from runtime.errors import GraphError


def chain(tmp_path, first, *each, count):
    """Define functions that call each other, the last one named ``f``."""
    lines = ["def f0(n):", f"    {first}"]
    for k in range(1, count):
        lines += [f"def f{k}(n):"]
        lines += ["    " + line.replace("CALL", f"f{k - 1}") for line in each]
    path = tmp_path / "deep.py"
    path.write_text("\n".join([*lines, f"f = f{count - 1}", ""]))
    space = {"__name__": "deep"}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["f"]


def test_150_functions_that_call_each_other_in_branches(tmp_path):
    each = ["if n > 3:", "    return CALL(n - 1) + 2", "return n * 7"]
    f = chain(tmp_path, "return -n", *each, count=150)
    decorated = ag.function(f)
    for n in (np.int64(1), np.int64(100), np.int64(1000)):
        assert decorated(n) == f(n)


def test_error_shows_the_line_of_the_innermost_one(tmp_path):
    each = ["if n > 3:", "    return CALL(n) + 2", "return n * 7"]
    f = chain(tmp_path, "return [1, 2][n]", *each, count=120)
    with pytest.raises(IndexError) as plain:
        f(np.int64(10))
    with pytest.raises(IndexError) as caught:
        ag.function(f)(np.int64(10))
    expected = [place.lineno for place in traceback.extract_tb(plain.tb)[1:]]
    lines = [place.lineno for place in traceback.extract_tb(caught.tb)]
    assert lines[-len(expected) :] == expected


def test_loops_that_python_cannot_nest_are_refused_with_their_line(tmp_path):
    each = ["for _ in range(n):", "    n = CALL(n)", "return n"]
    f = chain(tmp_path, "return n + 1", *each, count=25)
    with pytest.raises(GraphError, match=r"nested too deeply(?s:.*)line \d+, in f"):
        ag.function(f)(np.int64(2))
