"""Checks of files, explanations of functions and conversions say the same."""

from __future__ import annotations

import importlib.util

import pytest

import autograph as ag
from autograph.conversion import findings
from autograph.report.explaining import explain_source

SOURCE = """\
import asyncio, inspect, math, os
import numpy as np
import autograph as ag
from elsewhere_unknown import thing

@ag.do_not_convert
def logged(x):
    return eval("x")

async def waits(x):
    return x

def pairs(n):
    for i in range(n):
        yield i, math.gcd(i, 4)

def helper(x):
    return np.sin(x) + logged(x)

@ag.function
def calls(x):
    y = helper(x) + logged(x)
    for i, divisor in pairs(3):
        if y > divisor:
            y = y - os.getpid()
    return waits(y)

@ag.function
def yields(x):
    yield x

@ag.function
def looks(x):
    return [eval("x") for _ in range(3)]

@ag.function
def frames(x):
    return inspect.stack()[0].function, x

def unused(x):
    return eval("x")

(lambda x: print(x))(1)

def by_text(x):
    return eval("x + 1")

@ag.function
def reaches(x):
    return by_text(x) * 2
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory):
    path = tmp_path_factory.mktemp("agreement") / "agreeing.py"
    path.write_text(SOURCE.replace("from elsewhere_unknown import thing\n", "\n"))
    spec = importlib.util.spec_from_file_location("agreeing", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def told(rows):
    return {(row.line, row.column, row.text, row.stance, row.code) for row in rows}


@pytest.mark.parametrize("name", ["calls", "yields", "looks", "frames", "reaches"])
def test_a_file_and_a_function_are_told_alike(module, name):
    text = module.__loader__.get_data(module.__file__).decode()
    checked = told(explain_source(text, module.__file__, whole=False))
    explained = told(ag.explain(getattr(module, name)))
    assert explained
    assert explained <= checked


def test_what_is_refused_is_what_conversion_finds(module):
    found = {(each.line, each.code) for each in findings(SOURCE, "m.py")}
    rows = explain_source(SOURCE, "m.py").rows
    refused = {(row.line, row.code) for row in rows if row.code}
    calls = {(26, "AG211"), (38, "AG212")}  # conversion leaves calls as they are
    assert refused - calls == found


@pytest.mark.parametrize(
    "name", ["calls", "looks", "frames"]
)  # a generator runs in Python
def test_what_is_refused_before_the_run_is_refused_by_it(module, name):
    code = ag.explain(getattr(module, name)).refused[0].code
    function = getattr(module, name)
    with pytest.raises(ag.AutographError, match=code):
        ag.function(function.python_function, callbacks="allow")(2.0)


def test_what_a_function_calls_and_cannot_be_compiled_runs_in_python(module):
    rows = ag.explain(module.reaches).rows
    told = [(row.text, row.stance, row.code) for row in rows if row.code]
    assert told == [('eval("x + 1")', "called back", "AG212")]
    function = ag.function(module.reaches.python_function, callbacks="allow")
    assert function(2.0) == 6.0
