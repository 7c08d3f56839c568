"""Converted functions give what their originals give, from the places they had."""

import contextlib
import gc
import importlib.util
import sys
import threading
import traceback
from pathlib import Path

import pytest

import autograph
from autograph.conversion import (
    ConversionError,
    SourceError,
    conversion_of,
    convert_source,
    findings,
    is_converted,
    to_code,
    twin,
)
from autograph.source.registry import code_objects
from tests.autograph import programs
from tests.corpus import closures, containers, generators, shared_variables
from tests.harness import REFUSED, SAME, judge_case


def outcome(function, arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    ("function", "arguments"),
    programs.PROGRAMS,
    ids=[f"{f.__name__}-{n}" for n, (f, _) in enumerate(programs.PROGRAMS)],
)
def test_twin_gives_the_same(function, arguments):
    expected = outcome(function, arguments)
    assert outcome(twin(function), arguments) == expected


@pytest.mark.parametrize("function", list(dict(programs.PROGRAMS)))
def test_text_runs_and_converts_to_itself(function):
    text = "import autograph as ag\n" + to_code(function)
    compile(text, "text", "exec")
    if "ag_1" not in text:
        assert convert_source(text, "text") == text


@pytest.mark.parametrize(
    "module",
    [closures, containers, generators, shared_variables],
    ids=lambda module: module.__name__,
)
def test_converted_text_is_traced_as_well(module, tmp_path, monkeypatch, some):
    file = tmp_path / "converted.py"
    file.write_text(convert_source(Path(module.__file__).read_text(), module.__name__))
    spec = importlib.util.spec_from_file_location("converted", file)
    made = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "converted", made)
    spec.loader.exec_module(made)
    for case in some(some(made.CASES)):
        judgement = judge_case(case, autograph.function)
        assert judgement.verdict in (SAME, REFUSED), (case.name, judgement.reason)
        assert judgement.verdict == SAME or not case.core, case.name


def closes(k):
    def inner(x):
        if x > k:
            return x
        return k

    return inner


def test_twin_keeps_what_belongs_to_the_function():
    inner = closes(3)
    made = twin(inner)
    assert made(5) == 5
    assert made(1) == 3
    assert made.__qualname__ == inner.__qualname__ == made.__code__.co_qualname
    assert made.__code__.co_firstlineno == inner.__code__.co_firstlineno
    assert made.__code__.co_filename == __file__


def test_conversion_is_remembered_and_its_code_known():
    first = conversion_of(closes(1))
    assert conversion_of(closes(2)) is first
    assert all(is_converted(code) for code in code_objects(first.code))
    assert not is_converted(closes.__code__)


def test_many_threads_get_one_conversion():
    def fresh(x):
        return x if x else 1

    found = []
    threads = [
        threading.Thread(target=lambda: found.append(conversion_of(fresh)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(conversion) for conversion in found}) == 1


def test_two_lambdas_on_a_line():
    one, two = (lambda x: x if x else 1), (lambda x: 2 if x else x)
    assert twin(one)(0) == 1
    assert twin(two)(5) == 2


def test_no_source():
    space = {}
    exec("def f(x):\n    return x", space)
    with pytest.raises(SourceError, match=r"source of 'f' cannot be read"):
        conversion_of(space["f"])


def test_no_function():
    with pytest.raises(ConversionError, match="type int is not a Python function"):
        to_code(3)


def branchy(x):
    total = 0
    if x > 3:
        total = x * 2
    elif x > 1:
        total = 5
    else:
        total = (x +
                 1)  # fmt: skip
    for i in range(3):
        if i == x:
            break
        total += i
    else:
        total = -total
    while total > 3:
        total -= 3
        if total == 4:
            return "four"
    assert total < 10, "big"
    return 1 / (x - 7) + total


def lines_run(function, *arguments):
    seen = set()

    def trace(frame, event, _):
        if frame.f_code.co_filename != __file__:
            return None
        if event == "line":
            seen.add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        outcome(function, arguments)
    finally:
        sys.settrace(None)
    return seen


@pytest.mark.parametrize("x", [0, 1, 2, 5, 7])
def test_the_same_lines_are_run(x):
    assert lines_run(twin(branchy), x) == lines_run(branchy, x)


def test_the_same_lines_can_be_run():
    def lines(code):
        return {
            line
            for inner in code_objects(code)
            for _, _, line in inner.co_lines()
            if line is not None
        }

    assert lines(twin(branchy).__code__) == lines(branchy.__code__)


def test_traceback_shows_the_users_line():
    with pytest.raises(ZeroDivisionError) as caught:
        twin(branchy)(7)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert frames[-1].line == "return 1 / (x - 7) + total"
    assert frames[-1].filename == __file__


MODULE = '''\
#!/usr/bin/env python
"""A module."""
from __future__ import annotations

import sys  # kept


# a comment before
@staticmethod  # marked
def f(x):  # kept as well
    if x:
        return """two
lines"""
    return x


class C:
  # odd indentation
  def plain(self):
    return 1  # kept

  def m(self, x):
    """Say.

       More.
    """
    return not x


# the end
'''


def test_module_keeps_what_it_need_not_change():
    made = convert_source(MODULE, "module.py")
    assert "from __future__ import annotations\nimport autograph as ag\n" in made
    for kept in (
        "import sys  # kept",
        "# a comment before\n@staticmethod  # marked\ndef f(x):  # kept as well\n",
        "    return 1  # kept",
        "  # odd indentation",
        "# the end\n",
        "lines",
    ):
        assert kept in made
    space = {}
    exec(compile(made, "made", "exec"), space)
    assert space["f"](1) == "two\nlines"
    assert space["C"]().m(0) is True
    original = {}
    exec(compile(MODULE, "module", "exec"), original)
    assert space["C"].m.__doc__ == original["C"].m.__doc__
    assert convert_source(made, "made") == made


def test_module_with_a_slice_of_its_own():
    text = "def slice(x):\n    return x\n\ndef cut(x, n):\n    del x[n:]\n"
    made = convert_source(text, "m.py")
    assert "ag.del_item(x, ag.slice_(n, None))" in made
    names = {}
    exec(made, names)
    x = [1, 2, 3]
    names["cut"](x, 1)
    assert x == [1]
    assert convert_source(made, "m.py") == made


def test_module_without_need_is_untouched():
    text = "# only\nx = 1\ndef f(): return x # same\n"
    assert convert_source(text, "m.py") == text


def test_findings():
    text = "from autograph import function\n@function\ndef f():\n    yield 1\n\n"
    text += "def g():\n    yield 2  # a helper\n    return eval('x')\n\n"
    text += "async def h(): pass\n"
    found = findings(text, "m.py")
    assert [(f.line, f.column, f.code) for f in found] == [
        (8, 11, "AG212"),
        (10, 0, "AG211"),
    ]


@pytest.mark.parametrize("collects", [True, False])
@pytest.mark.parametrize("text", ["def f(x):\n    return not x\n", "def f(:"])
def test_the_collector_is_left_as_it_was(text, collects):
    was = gc.isenabled()
    (gc.enable if collects else gc.disable)()
    try:
        with contextlib.suppress(SyntaxError):
            convert_source(text, "m.py")
        assert gc.isenabled() == collects
    finally:
        (gc.enable if was else gc.disable)()


FRAMES = """
import inspect, sys

def own_names(x):
    if x > 0:
        return sorted(inspect.currentframe().f_locals)
    return sys._getframe().f_code.co_name
"""


def test_a_function_that_looks_at_its_frame_is_left_alone():
    space = {}
    exec(compile(convert_source(FRAMES, "frames.py"), "frames.py", "exec"), space)
    assert space["own_names"](1) == ["x"]
    assert space["own_names"](-1) == "own_names"
    assert [found.code for found in findings(FRAMES, "frames.py")] == ["AG212"] * 2
