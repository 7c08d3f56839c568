"""Tracebacks: the calls of the user's functions as in Python, and no others."""

import functools
import inspect
import operator
import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph as ag
from tests.harness import COMPREHENSIONS

ENTRIES = np.array([4, 2, 0])


def local_functions(x):
    def inverse(value):
        if value > 3:
            return 1
        return 12 // int(value)

    scaled = lambda value: inverse(value) * 2  # noqa: E731 - a frame of its own
    total = 0
    for value in x:
        total += scaled(value)
    return total


def helper(function, value):
    return function(value) + 1


def handed_to_a_helper(x):
    def inverse(value):
        return 12 // int(value)

    return [helper(inverse, value) for value in x]


def plain_error(x):
    def pick(items, index):
        return items[index]

    if x[0] > 0:
        return pick([1, 2], 5)
    return x


def generated(x):
    def inverses():
        for value in x:
            yield 12 // int(value)

    total = 0
    for inverse in inverses():
        total += inverse
    return total


def calls_to(function, *arguments):
    """The lines of the functions that were running when it failed."""
    with pytest.raises((ZeroDivisionError, IndexError)) as caught:
        function(*arguments)
    return [
        (frame.name, frame.line)
        for frame in traceback.extract_tb(caught.value.__traceback__)
        if frame.filename == __file__ and frame.name not in COMPREHENSIONS
    ]


@pytest.mark.parametrize(
    "function", [local_functions, handed_to_a_helper, plain_error, generated]
)
def test_each_call_of_the_users_has_its_line(function):
    plain = calls_to(function, ENTRIES)
    assert len(plain) > 2
    assert calls_to(ag.function(function), ENTRIES) == plain


def line_of_itself(x):
    return x + sys._getframe().f_lineno


def name_of_itself(x):
    return inspect.currentframe().f_code.co_name if x > 1 else ""


def caller(x):
    if x > 1:
        return inspect.stack()[0].function
    return ""


def callers(x):
    return traceback.extract_stack()[-1].name, x


@pytest.mark.parametrize("look", [line_of_itself, name_of_itself, caller, callers])
def test_a_look_at_frames_is_refused(look):
    with pytest.raises(ag.AutographError, match="AG212"):
        ag.function(look)(np.float64(2))


@ag.do_not_convert
def asked():
    frame = sys._getframe(1)
    around = frame.f_back
    names = frame.f_code.co_name, around.f_code.co_name, around.f_globals["__name__"]
    return names, frame.f_lineno


def asking(x):
    return asked(), x + 1


def asks_in_a_branch(x):
    if x > 1:
        return asking(x)
    return asking(-x)


def asks_first(x):
    return asking(x)


def asks_through_two(x):
    return asks_in_a_branch(x) if x > 1 else None


def asks_in_turn(x):
    found = []
    for turn in range(3):
        found += [asking(turn)]
    return found, x


ASKS = [asks_in_a_branch, asks_first, asks_through_two, asks_in_turn]


@pytest.mark.parametrize("ask", ASKS)
def test_what_is_called_back_sees_the_users_functions(ask):
    decorated = ag.function(ask, callbacks="allow")
    for x in (2.0, 2.0, 3.0):
        assert decorated(np.float64(x)) == ask(np.float64(x))


def fails_in_a_helper(x):
    def helper(x):
        return operator.attrgetter("missing")(given(x))

    return helper(x) if x > 1 else x


@ag.do_not_convert
def given(x):
    if x > 2:
        raise LookupError("none")
    return x


def test_errors_from_inlined_functions_show_each_function_once():
    decorated = ag.function(fails_in_a_helper, callbacks="allow")
    for x in (2.0, 3.0):
        with pytest.raises((AttributeError, LookupError)) as plain:
            fails_in_a_helper(np.float64(x))
        with pytest.raises((AttributeError, LookupError)) as ours:
            decorated(np.float64(x))
        assert lines_of(ours.value) == lines_of(plain.value)


def lines_of(error):
    found = traceback.extract_tb(error.__traceback__)[1:]
    return [(frame.name, frame.lineno) for frame in found]


def shown(x):
    try:
        return [][3] + x
    except IndexError:
        return traceback.format_exc()


def test_a_handler_shows_the_users_frames_alone():
    text = ag.function(shown, callbacks="allow")(1.5)
    frames = [line for line in text.splitlines() if line.startswith("  File")]
    assert frames == [
        line for line in shown(1.5).splitlines() if line.startswith("  File")
    ]


class Scales:
    def __init__(self):
        self.sizes = [1.0, 2.0]

    @ag.function
    def pick(self, x):
        size = self.sizes[0] * x
        return size // 0 if x > 9 else x[5]


def recursive(n):
    if n == 0:
        return 1 // n
    return recursive(n - 1) * n


def called_back(x):
    return ag.py_function(lambda: 1 // 0, result=int) + x


def first_refusal(x):
    np.first = x  # no called function may set it either
    return x


def refused_in_a_loop(x):
    total = 0
    for value in x:
        if value > 0:
            total = total + helper(lambda v: first_refusal(v), value)
    return total


typed = ag.function(lambda x: x, input_signature=[ag.TensorSpec((3,), int)])
inverse = ag.function(local_functions)
refused = ag.function(refused_in_a_loop)
NOTHING: Any = object()
CHOICES: dict[str, Any] = {"captures": "never"}
FAILING = {
    "a first call": lambda: ag.function(local_functions)(ENTRIES),
    "a later call": lambda: (inverse(ENTRIES[:1]), inverse(ENTRIES[1:])),
    "a method": lambda: Scales().pick(ENTRIES),
    "a partial function": lambda: ag.function(functools.partial(plain_error))(ENTRIES),
    "a recursive function": lambda: ag.function(recursive)(np.int64(3)),
    "a call back": lambda: ag.function(called_back)(np.float64(1.0)),
    "a concrete function": lambda: inverse.get_concrete_function(ENTRIES)(ENTRIES),
    "a refusal": lambda: refused(ENTRIES),
    "a refused graph": lambda: refused.get_concrete_function(ENTRIES),
    "a refused text": lambda: ag.to_code(len),
    "arguments that do not fit": lambda: typed(ENTRIES[:2]),
    "a converted function": lambda: ag.convert(plain_error)(ENTRIES),
    "a check": lambda: ag.debugging.assert_less(2, 1),
    "a bad choice": lambda: ag.function(plain_error, **CHOICES),
    "no function": lambda: ag.function(NOTHING),
    "random numbers": lambda: ag.random.normal(3, NOTHING),
    "a print": lambda: ag.print(1, sep=3),
}


def frames_of(function):
    """The files and names of the frames, and the error itself."""
    try:
        function()
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        return [(frame.filename, frame.name) for frame in frames], error
    raise AssertionError("it does not fail")


@pytest.mark.parametrize("function", FAILING.values(), ids=list(FAILING))
def test_no_frame_of_the_library_stands_between(function):
    frames, _ = frames_of(function)
    assert {file for file, _ in frames} == {__file__}
    assert [name for _, name in frames[:2]] == ["frames_of", "<lambda>"]


def test_a_refusal_shows_a_frame_for_each_function_of_the_users():
    frames, error = frames_of(lambda: refused(ENTRIES))
    names = [name for _, name in frames[2:]]
    assert names == ["refused_in_a_loop", "helper", "<lambda>", "first_refusal"]
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__)]
    assert lines[2] == "total = total + helper(lambda v: first_refusal(v), value)"


def test_full_tracebacks_show_the_frames_of_the_library():
    ag.full_tracebacks(True)
    try:
        frames, _ = frames_of(lambda: inverse(ENTRIES))
    finally:
        ag.full_tracebacks(False)
    assert any(file.startswith("<entry of ") for file, _ in frames)


def run(*command, **variables):
    root = Path(ag.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": str(root), **variables}
    return subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True
    )


def test_a_variable_of_the_environment_shows_them_too(tmp_path):
    file = tmp_path / "inverse.py"
    file.write_text(
        "import autograph as ag\n@ag.function\ndef f(x):\n    return 1 // x\nf(0)\n"
    )
    assert "<entry of " not in run(file).stderr
    assert "<entry of " in run(file, AUTOGRAPH_TRACEBACKS="full").stderr


def test_pytest_shows_the_users_lines_alone(tmp_path):
    file = tmp_path / "test_inverse.py"
    file.write_text(
        "import autograph as ag\n"
        "@ag.function\ndef inverse(x):\n    y = x + 1\n    return 1 // x\n"
        "def test_it():\n    inverse(0)\n"
    )
    shown = run("-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, file).stdout
    assert ">       inverse(0)" in shown
    assert ">   return 1 // x" in shown.replace("      return", "  return")
    assert "polymorphic" not in shown
    assert "<entry of " not in shown


def test_an_error_of_the_library_itself_shows_where_it_is(monkeypatch):
    broken = functools.partial(operator.getitem, {})
    monkeypatch.setattr("autograph.polymorphic.concrete.as_it_runs", broken)
    frames, _ = frames_of(lambda: ag.function(lambda x: x + 1)(ENTRIES))
    assert any("polymorphic" in file for file, _ in frames)


def quotient(v, size):
    y = v * size
    if y > 0:
        z = y + v
        return 12 // int(z - z)
    return y


def names_twice(x, size):
    y = x.sum() + 1
    for i in range(size):
        y = y + i
        y = quotient(y, size) + y
    return y


def test_a_debugger_finds_the_users_names_after_an_error():
    _, error = frames_of(lambda: ag.function(names_twice)(ENTRIES, np.int64(3)))
    walked = traceback.walk_tb(error.__traceback__)
    frames = {frame.f_code.co_name: frame.f_locals for frame, _ in walked}
    assert frames["names_twice"] == {"x": ENTRIES, "size": 3, "i": 0, "y": 7}
    assert frames["quotient"] == {"y": 21, "z": 28}


def test_a_frame_knows_where_its_function_begins():
    _, error = frames_of(lambda: inverse(ENTRIES))
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_name == "local_functions":
            lines, first = inspect.getsourcelines(frame)
            assert lines[0] == "def local_functions(x):\n"
            assert first == local_functions.__code__.co_firstlineno
