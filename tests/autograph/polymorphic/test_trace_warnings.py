"""The warnings of a trace: what they list, where they point, when they are given."""

import contextlib
import csv
import datetime
import functools
import hashlib
import importlib
import io
import json
import logging
import pickle
import re
import sys
import time
import types
import warnings
from collections import Counter

import numpy as np
import pytest

import autograph as ag

X = np.array([1.0, 2.0, 3.0])
HERE = __name__


@ag.do_not_convert
def foreign(x):
    return x.sum()


@ag.do_not_convert
def strange(x):
    return x.max()


ENDS = [np.min, np.max] * 5


def several(x):
    low = foreign(x)
    high = ENDS[int(x[0])](x)
    return low + strange(x), high


def line_of(function, number):
    return function.__code__.co_firstlineno + number


def test_one_warning_lists_each_line_with_why_and_what_instead():
    with pytest.warns(ag.CallbackWarning) as caught:
        ag.function(several)(X)
    (warned,) = caught
    head, *lines, last = str(warned.message).splitlines()
    assert head == "several runs these calls in Python, at each run of its graph:"
    name = __file__.rpartition("/")[2]
    for line, place, call, reason, remedy in zip(
        lines,
        (1, 2, 3),
        ("foreign(x)", "ENDS[int(x[0])](x)", "strange(x)"),
        ("marked with ag.do_not_convert", "only the run knows", "marked with"),
        ("ag.py_function", "a branch of its own", "remove the mark"),
        strict=True,
    ):
        assert line.startswith(f"  {name}:{line_of(several, place)}: {call} ")
        assert reason in line.partition("; instead, ")[0]
        assert remedy in line.partition("; instead, ")[2]
    assert "callbacks='allow'" in last
    assert (warned.filename, warned.lineno) == (__file__, line_of(several, 1))


def test_a_line_is_listed_once_whichever_graph_has_it():
    def helper(x):
        return foreign(x)

    def one(x):
        return helper(x) + 1

    def two(x, more):
        return helper(x) + (strange(x) if more else 2)

    with pytest.warns(ag.CallbackWarning, match=r"^one runs this call") as caught:
        ag.function(one)(X)
    assert len(caught) == 1
    decorated = ag.function(two)
    decorated(X, False)
    decorated(X[:2], False)
    ag.function(one)(X)
    with pytest.warns(ag.CallbackWarning, match=r"two runs this .*\n.*strange\(x\)"):
        decorated(X, True)


def test_what_is_tried_and_taken_back_does_not_count():
    def tried(x):
        total = 0
        for value in x:
            total = total + foreign(value)
        return total

    with pytest.warns(ag.CallbackWarning) as caught:
        ag.function(tried)(X)
    (warned,) = caught
    assert str(warned.message).count("foreign(value)") == 1


def test_a_warning_that_is_made_an_error_leaves_the_function_as_it_was():
    @ag.function
    def function(x):
        return foreign(x) + 1

    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(ag.CallbackWarning, match=r"foreign\(x\) calls a"):
                function(X)
        assert function.cache_info() == (0, 64, 0)
    with pytest.warns(ag.CallbackWarning):
        assert function(X) == 7
    assert function(X) == 7
    assert function.trace_count == 1


@pytest.mark.parametrize("by", ["module", "line", "message"])
def test_filters_find_it_by_module_line_and_message(by):
    @ag.function
    def function(x, name):
        return foreign(x), by

    line = line_of(function.python_function, 2)
    found = {
        "module": {"module": HERE.replace(".", r"\.") + "$"},
        "line": {"lineno": line},
        "message": {"message": r"function runs this call in Python"},
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", **found[by])
        function(X, by)
        ag.function(function.python_function)(X[:2], by)


def test_long_lists_are_cut():
    calls = "\n".join(f"    x = x + foreign(x + {place})" for place in range(30))
    space = {"foreign": foreign}
    text = f"def long(x):\n{calls}\n    return x\n"
    exec(text, space)
    with pytest.warns(ag.CallbackWarning, match="and 10 more"):
        ag.function(space["long"], source=text)(X)


# --- where nobody is warned -------------------------------------------------------

LOG = logging.getLogger(HERE)
STREAM = io.StringIO()


def logs(x, path):
    LOG.info("the sum is %s", x.sum())
    if x[0] > 0:
        LOG.warning("positive: %s", x)
    logging.getLogger("other").debug("%s", x)


def writes_a_file(x, path):
    with open(path, "w") as file:  # noqa: PTH123 - as most people write it
        for value in x:
            file.write(f"{value}\n")
    with path.open() as file:
        return [line.split() for line in file]


def writes_into_a_stream(x, path):
    print("the sum:", x.sum(), file=STREAM)
    STREAM.write(f"{x}")
    sys.stdout.write(f"{x}\n")
    sys.stdout.flush()


def writes_rows(x, path):
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["value"])
        for value in x:
            writer.writerow([value])


def writes_other_forms(x, path):
    with path.open("wb") as file:
        pickle.dump({"x": x}, file)
    with path.open("w") as file:
        json.dump(x.tolist(), file)
    with path.open() as file:
        found = json.load(file)
    np.save(str(path) + ".npy", x)
    return found, np.load(str(path) + ".npy")


def waits(x, path):
    if x[0] > 0:
        time.sleep(0)


def warns(x, path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn(f"{x}", UserWarning, stacklevel=1)


def asks_objects_of_pythons_library(x, path, first=datetime.date(2026, 11, 27)):
    last = first
    while last.weekday() != int(x[0]):
        last += datetime.timedelta(days=1)
    common = Counter(x.tolist()).most_common(1)
    return last.isoformat(), common, hashlib.md5(x.tobytes()).hexdigest()


@pytest.mark.parametrize(
    "function",
    [
        asks_objects_of_pythons_library,
        logs,
        writes_a_file,
        writes_into_a_stream,
        writes_rows,
        writes_other_forms,
        waits,
        warns,
    ],
)
def test_nobody_is_warned_of_what_is_meant_to_happen_in_python(function, tmp_path):
    decorated = ag.function(function)
    path = tmp_path / "file"
    plain = repr(function(X, path))
    for _ in range(2):
        assert repr(decorated(X, path)) == plain


LIBRARY = """
class Axes:
    def __init__(self):
        self.lines = []

    def plot(self, x, y=None):
        self.lines.append(x)
        return self.lines


def subplots():
    axes = Axes()
    return axes, axes


def plot(x):
    return [helper(x)]


def helper(x):
    return [v * 2 for v in x.tolist()]
"""


@pytest.fixture
def library(request):
    """A module of an installed package; its name is the parameter."""
    made = types.ModuleType(request.param)
    file = f"/lib/site-packages/{request.param}.py"
    exec(compile(LIBRARY, file, "exec"), vars(made))
    sys.modules[request.param] = made
    yield made
    del sys.modules[request.param]


@pytest.mark.parametrize("library", ["matplotlib.pyplot", "tqdm.auto"], indirect=True)
def test_plots_and_progress_are_meant_to_happen_in_python(library):
    kept = library.Axes()

    @ag.function
    def draws(x):
        figure, axes = library.subplots()
        axes.plot(x)
        library.plot(x + 1)
        kept.plot(x)
        made = library.Axes()
        for value in x:
            made.plot(value)
        return figure.lines

    assert len(draws(X)) == 1


@pytest.mark.parametrize("library", ["anything"], indirect=True)
def test_other_libraries_are_named(library):
    @ag.function
    def asks(x):
        first = library.plot(x)
        made = library.Axes()
        return made.plot(x), first

    with pytest.warns(ag.CallbackWarning) as caught:
        asks(X)
    (warned,) = caught
    _, function, kind, method, _ = str(warned.message).splitlines()
    assert "library.plot(x) calls a function of anything, which is not" in function
    assert "ag.convert_module('anything')" in function
    assert "library.Axes() makes an object of anything" in kind
    line = line_of(asks.python_function, 3)
    assert f"made.plot(x) uses what line {line} gives" in method
    assert f"change line {line}" in method


def test_nobody_is_warned_of_what_a_library_calls(tmp_path, monkeypatch):
    home = tmp_path / "site-packages"
    home.mkdir()
    text = "def plot(x):\n    return helper(x) + helper(x + 1)\n"
    (home / "of_a_library.py").write_text(text + LIBRARY[LIBRARY.index("def helper") :])
    monkeypatch.syspath_prepend(home)
    library = importlib.import_module("of_a_library")

    @ag.function
    def calls(x):
        return library.plot(x)

    assert ag.function(library.plot)(X) == library.plot(X)
    with pytest.warns(ag.CallbackWarning, match=r"library\.plot\(x\) calls") as caught:
        assert calls(X) == library.plot(X)
    assert len(caught) == 1
    ag.convert_module(library)
    assert ag.function(calls.python_function)(X) == library.plot(X)


# --- the reasons -------------------------------------------------------------------


def chosen(x):
    calls = {0: np.sin, 1: np.cos, 2: "none"}
    return calls[int(x[0]) % 2](x)


BY_NUMBER = {k: np.less if k < 2 else np.greater for k in range(9)}


def looked_up(x):
    return BY_NUMBER[int(x[0])](x, 2)


def remembered_here(x):
    @functools.lru_cache(maxsize=8)
    def down(k):
        return k if k < 1 else down(k - 1)

    return down(2) + x


def recursive_inside(x):
    def down(k):
        return k if k < 1 else down(k - 1)

    return down(x[2])


@functools.lru_cache
def cached(n):
    return n + 1


def remembered(x):
    total = 0
    for _ in range(int(x[0])):
        total = total + cached(2)
    return total


class Late:
    @functools.cached_property
    def twice(self):
        return 2


def late(x, late):
    if x[0] > 0:
        return late.twice + late.twice
    return 0


def test_a_memory_of_pythons_is_wanted(recwarn):
    assert ag.function(remembered)(np.array([2.0])) == 6
    assert ag.function(late)(np.array([2.0]), Late()) == 4
    assert not recwarn.list


BY_NAME = {"less": np.less, "greater": np.greater, "sum": lambda x, y: x.sum() + y}


def of_a_table(x, names):
    return [BY_NAME[name](x, 2) for name in names], [np.sin, np.cos][int(x[0]) % 2](x)


def test_functions_of_a_table_are_compiled(recwarn):
    decorated = ag.function(of_a_table)
    for names in (["less", "sum"] * 20, ["greater"] * 30, ["sum", "less"]):
        for x in (X, X + 1):
            assert repr(decorated(x, names)) == repr(of_a_table(x, names))
    assert not recwarn.list


NUMBERS = re.compile("[0-9]+")


def found_by_a_pattern(text):
    found = NUMBERS.search(text)
    return text if found is None else (found.group(), found.end())


def test_methods_of_what_values_of_the_library_give_are_wanted(recwarn):
    decorated = ag.function(found_by_a_pattern)
    for text in ("a12", "7", "none", "a3 b4"):
        assert decorated(text) == found_by_a_pattern(text)
    assert not recwarn.list


@contextlib.contextmanager
def doubled(x):
    yield 2 * x


def managed(x):
    with doubled(x) as y:
        return y


def defines(x):
    class Pair:
        def __init__(self, left, right):
            self.sum = left + right

    return max([Pair(value, value) for value in x], key=lambda pair: pair.sum).sum


def seeds(x):
    return np.random.SeedSequence(int(x[0])).generate_state(2)


def elementwise(x):
    larger = np.frompyfunc(max, 2, 1)
    return larger(x, 2)


@pytest.mark.parametrize(
    ("function", "arguments", "text", "reason", "remedy"),
    [
        (chosen, (), "calls[int(x[0]) % 2](x)", "only the run knows", "branch"),
        (looked_up, (), "BY_NUMBER[int(x[0])](x, 2)", "only the run knows", "branch"),
        (recursive_inside, (), "down(k - 1)", "calls itself", "top of the module"),
        (remembered_here, (), "down(2)", "functools.cache or", "pass it a dict"),
        (defines, (), "Pair(value, value)", "defined in the compiled", "top of the"),
        (seeds, (), "generate_state", "method of a SeedSequence", "outside"),
        (elementwise, (), "larger", "what frompyfunc of NumPy gives", "your own"),
        (managed, (), "doubled(x)", "context manager of a generator", "__enter__"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_reason_is_found_and_a_remedy_told(
    function, arguments, text, reason, remedy
):
    with pytest.warns(ag.CallbackWarning) as caught:
        ag.function(function)(X, *arguments)
    (warned,) = caught
    (line,) = [each for each in str(warned.message).splitlines() if text in each]
    why, _, instead = line.partition("; instead, ")
    assert reason in why
    assert remedy in instead
