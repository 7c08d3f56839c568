"""What `ag.explain` says, against what a trace does."""

import inspect
import math
import os
import re
import time
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from autograph.report.explaining import explain_source
from autograph.report.explanation import Row
from tests.corpus import all_cases
from tests.harness import run

LIMIT = 3
STANCES = {
    *("compiled", "Python", "unrolled", "refused", "not reached"),
    *("operation", "converted", "called back", "pure", "effect"),
    *("called first", "frozen while tracing"),
    *(
        "compiled or Python",
        "compiled or unrolled",
        "depends on the object",
        "depends on the function",
    ),
}


def table(explanation):
    """Each row as its text, what becomes of it and its code."""
    return [(row.text, row.stance + row.code) for row in explanation]


def row(explanation, text):
    (found,) = [each for each in explanation if each.text == text]
    return found


def scale(x, k):
    if k > 2:
        return x * 2
    return x + math.sin(k)


def mixed(x, n):
    total = 0.0
    for value in x:
        if value < 0:
            total -= 1
        elif value > 3:
            break
        else:
            total += value if value > 1 else 2
    for i in range(n):
        if total > LIMIT:
            total += scale(total, i)
    while total < 100:
        total = total * 2 + 1
    squares = [i * i for i in range(n)]
    if n > 2:
        return total + x.sum() + len(squares)
    return np.sqrt(total)


def test_a_trace_says_what_happened():
    assert table(ag.explain(mixed, np.array([1.0, 2.0]), 3)) == [
        ("x: float64[2]", "compiled"),
        ("n = 3", "Python"),
        ("LIMIT = 3", "Python"),
        ("for value in x", "compiled"),
        ("if value < 0", "compiled"),
        ("elif value > 3", "compiled"),
        ("value if value > 1 else 2", "compiled"),
        ("for i in range(n)", "unrolled"),
        ("range(n)", "pure"),
        ("if total > LIMIT", "compiled"),
        ("scale(total, i)", "converted"),
        ("while total < 100", "compiled"),
        ("[i * i for i in range(n)]", "unrolled"),
        ("range(n)", "pure"),
        ("if n > 2", "Python"),
        ("x.sum()", "operation"),
        ("len(squares)", "pure"),
        ("np.sqrt(total)", "operation"),
        ("if k > 2", "Python"),
        ("math.sin(k)", "pure"),
    ]


def test_what_would_trace_again():
    explained = ag.explain(mixed, np.array([1.0, 2.0]), 3)
    assert row(explained, "if n > 2").risk == "for each new value of n"
    assert row(explained, "for i in range(n)").risk == "for each new value of n"
    assert "a third one is tried as a value" in row(explained, "n = 3").risk
    assert "np.int64(n)" in row(explained, "n = 3").remedy
    assert row(explained, "LIMIT = 3").construct == "captured value"
    assert "shape" in row(explained, "x: float64[2]").risk
    assert row(explained, "if value < 0").risk == ""


def test_nothing_runs_and_nothing_is_kept():
    seen = []

    @ag.do_not_convert
    def note(x):
        seen.append(x)
        return x

    @ag.function(callbacks="error")
    def noting(x):
        return note(x)

    explained = ag.explain(noting, np.float64(1))
    assert table(explained)[-1] == ("note(x)", "refusedAG306")
    allowed = ag.explain(noting.python_function, np.float64(1))
    assert table(allowed)[-1] == ("note(x)", "called back")
    assert seen == []
    assert noting.trace_count == 0


def test_without_arguments_the_source_alone_tells():
    found = {each.text: each.stance for each in ag.explain(mixed)}
    assert found["for value in x"] == "compiled or unrolled"
    assert found["elif value > 3"] == "compiled or Python"
    assert found["x.sum()"] == "depends on the object"
    assert found["np.sqrt(total)"] == "operation"
    assert found["scale(total, i)"] == "converted"
    assert found["if k > 2"] == "compiled or Python"  # in the function it calls


def refused_within(x):
    if x > 0:
        names = "ab" * [0, 1].__getitem__(x)
        while x > len(names):
            x -= 1
    return scale(x, 2)


def test_a_refusal_is_a_row_and_the_rest_is_told_from_the_source():
    explained = ag.explain(refused_within, np.int64(3))
    assert table(explained) == [
        ("if x > 0", "compiled"),
        ("[0, 1].__getitem__(x)", "refusedAG301"),
        ("while x > len(names)", "compiled or unrolled"),
        ("len(names)", "operation"),
        ("scale(x, 2)", "converted"),
    ]
    (refused,) = explained.refused
    assert (refused.line, refused.construct) == (
        refused_within.__code__.co_firstlineno + 2,
        "call",
    )
    assert "a plain int" in refused.reason
    assert refused.remedy


def not_reached(x, n):
    if n > 2:
        for value in x:
            if value > 1:
                n += len(x)
    return n


def test_what_no_path_leads_to():
    found = dict(table(ag.explain(not_reached, np.ones(2), 1)))
    assert found["for value in x"] == "not reached"
    assert found["if value > 1"] == "not reached"
    assert found["len(x)"] == "not reached"


def test_a_generator_that_is_called_is_no_refusal():
    def total(x):
        result = 0.0
        for value in generates(x):
            result += value
        return result

    assert not ag.explain(total).refused
    found = ag.explain(total, np.ones(2))
    assert not found.refused
    assert row(found, "generates(x)").stance == "converted"


def protected(x):
    try:
        if x < 0:
            raise ValueError(x)
    except ValueError:
        x = -x
    with np.errstate(divide="ignore"):
        return 1 / x


def comprehended(x, n):
    few = [2 * i for i in range(n)]
    kept = [value for value in x if value > 0]
    return few, kept, sum(value * value for value in x[x > 0])


def test_comprehensions():
    found = dict(table(ag.explain(comprehended, np.ones(2), 2)))
    assert found["[2 * i for i in range(n)]"] == "unrolled"
    assert found["[value for value in x if value > 0]"] == "compiled"
    assert found["(value * value for value in x[x > 0])"] == "compiled"
    static = dict(table(ag.explain(comprehended)))
    assert static["[2 * i for i in range(n)]"] == "compiled or unrolled"


def test_try_and_with():
    found = dict(table(ag.explain(protected, np.float64(0))))
    assert found["try"] == "compiled"
    assert found["if x < 0"] == "compiled"
    assert found['with np.errstate(divide="ignore")'] == "compiled"


def staged_later(x):
    count = 0
    while count < 3:
        if count == x:
            count = count + x
        count += 1
    return count


def test_of_what_a_trace_took_back_nothing_is_told():
    found = ag.explain(staged_later, np.int64(1))
    assert row(found, "while count < 3").stance == "compiled"
    assert row(found, "if count == x").reason == (
        "its test is known only when the function runs"
    )


def both(x):
    total = x
    for limit in (1, x):
        if limit == 1:
            total += 1
    return total


def test_of_several_outcomes_the_strongest_is_told_first():
    found = row(ag.explain(both, np.int64(5)), "if limit == 1")
    assert found.stance == "compiled"
    assert found.reason.endswith("; elsewhere in the trace: Python")


def timed(x):
    return x + time.time()


def counted(x):
    return x + os.cpu_count()


def test_a_call_of_a_clock():
    found = row(ag.explain(timed, np.float64(1)), "time.time()")
    assert found.stance == "effect"
    assert row(ag.explain(timed), "time.time()").stance == "effect"


def test_a_call_that_is_made_first():
    found = row(ag.explain(counted, np.float64(1)), "os.cpu_count()")
    assert found.stance == "called first"
    assert found.reason.startswith("is called in Python at each call of the function")


class Counter:
    def __init__(self, step):
        self.step = step

    def count(self, x):
        if x > self.step:
            return x
        return self.step


def test_a_method():
    found = ag.explain(Counter(2).count, np.int64(1))
    assert ("if x > self.step", "compiled") in table(found)
    assert row(found, "self.step = 2").construct == "argument"
    assert table(ag.explain(Counter.count)) == [
        ("if x > self.step", "compiled or Python")
    ]


def test_a_lambda_and_a_closure():
    def outer(x):
        def inner(y):
            return y if y > 0 else -y

        return inner(x)

    assert table(ag.explain(outer, np.int64(1)))[-2:] == [
        ("inner(x)", "converted"),
        ("y if y > 0 else -y", "compiled"),
    ]
    double = ag.explain(lambda x: 2 * abs(x), np.int64(1))
    assert ("abs(x)", "operation") in table(double)


async def waits(x):
    return x


def generates(x):
    for value in x:
        yield value if value > 0 else 0


def looks(x):
    if x > 0:
        return eval("x")
    return x


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (waits, [("async def waits(x)", "refusedAG211")]),
        (
            generates,
            [
                ("def generates(x)", "Python"),
                ("for value in x", "Python"),
                ("value if value > 0 else 0", "Python"),
            ],
        ),
        (looks, [("if x > 0", "compiled or Python"), ('eval("x")', "refusedAG212")]),
    ],
)
def test_what_the_fence_refuses(function, expected):
    assert table(ag.explain(function)) == expected


class Asked:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


def asks(x):
    asked = Asked(x)
    return asked.x + 1


def test_an_attribute_that_the_run_asks_for_has_a_row():
    (found,) = [each for each in ag.explain(asks, 2.0) if each.stance == "called back"]
    assert (found.construct, found.text, found.function) == (
        "expression",
        "asked.x",
        "asks",
    )
    assert "attribute that the class computes" in found.reason
    assert found.remedy.startswith("set the attribute in __init__")


def takes_the_first(x, n):
    doubled = (v * 2 for v in x)
    if n > 2:
        next(doubled)
    return sum(doubled), sum(v for v in x if v > n)


def test_a_generator_that_the_run_makes_has_its_reason():
    rows = ag.explain(takes_the_first, np.ones(3), np.int64(3))
    generators = [each for each in rows if each.construct == "comprehension"]
    assert [each.stance for each in generators] == ["called back", "compiled"]
    assert generators[0].reason.endswith("that is not iterated over in one place")
    assert "list(...)" in generators[0].remedy


def lists_its_names(x, scale=2):
    total = x * scale
    return sorted(locals()), total


def calls_what_lists(x):
    return lists_its_names(x + 1)


def lists_what_may_be_bound(x):
    if x > 0:
        y = x
    return sorted(locals())


def test_names_that_are_written_out_are_not_refused():
    for function in (lists_its_names, calls_what_lists):
        assert not ag.explain(function).refused
        assert not ag.explain(function, np.float64(2)).refused
    text = inspect.getsource(lists_its_names)
    assert not explain_source(text, "names.py").refused
    assert ag.explain(lists_what_may_be_bound).refused


WARNED_OF = re.compile(r"^  (\w+\.py):(\d+): ", re.MULTILINE)
SOME = [case for case in all_cases() if not case.raises][::15]


@pytest.mark.parametrize("first", range(0, len(SOME), 15))
def test_it_tells_what_a_call_refuses_and_warns_of(first, some):
    for case in some(some(SOME[first : first + 15])):
        explained = ag.explain(case.function, *case.arguments(0))
        outcome = run(case, ag.function(case.function), 0, 10)
        assert bool(explained.refused) == (outcome.refusal is not None), case.name
        rows = {(Path(each.file).name, str(each.line)) for each in explained}
        assert {*WARNED_OF.findall("".join(outcome.told))} <= rows, case.name
        assert {each.stance for each in explained} <= STANCES, case.name
        assert {each.stance for each in ag.explain(case.function)} <= STANCES, case.name


def test_it_prints_as_a_table():
    explained = ag.explain(refused_within, np.int64(3))
    lines = str(explained).splitlines()
    assert lines[0] == f"refused_within ({__file__})"
    assert lines[1].split("  ")[-1] == "its test is known only when the function runs"
    assert any("refused [AG301]" in line for line in lines)
    assert any(line.strip().startswith("instead: ") for line in lines)
    assert len(explained) == 5
    assert ">if x &gt; 0</td>" in explained._repr_html_()
    assert all(isinstance(each, Row) for each in explained)


def test_a_function_with_nothing_to_decide():
    assert str(ag.explain(lambda x: x)) == "nothing to explain: no branch, loop or call"


def test_source_that_is_handed_over_and_source_that_is_missing():
    text = "def double(x):\n    return x if x > 0 else abs(x)\n"
    scope = {}
    exec(text, scope)
    given = ag.function(scope["double"], source=text)
    found = dict(table(ag.explain(given, np.int64(1))))
    assert found["x if x > 0 else abs(x)"] == "compiled"
    assert dict(table(ag.explain(given)))["abs(x)"] == "operation"
    exec(text, scope)
    for arguments in ((), (1,)):
        (missing,) = ag.explain(scope["double"], *arguments)
        assert (missing.stance, missing.code) == ("refused", "AG201")


def test_what_is_no_function():
    with pytest.raises(ag.AutographError, match="is not a Python function"):
        ag.explain(len)


def asks_for_much(x):
    key = ag.random.key(3)
    ag.debugging.check_numerics(x)
    y = x + ag.random.normal(key) + RNG.normal()
    return ag.py_function(np.negative, y, result=ag.TensorSpec((3,), float))


RNG = np.random.default_rng(1)


def test_functions_of_ours_are_operations_unless_they_call_back():
    expected = {
        "ag.random.key(3)": "operation",
        "ag.debugging.check_numerics(x)": "operation",
        "ag.random.normal(key)": "operation",
        "RNG.normal()": "operation",
        "ag.py_function": "called back",
        "ag.TensorSpec": "pure",
    }
    for rows in (ag.explain(asks_for_much, np.ones(3)), ag.explain(asks_for_much)):
        for row in rows:
            for text, stance in expected.items():
                if row.text.startswith(text) and row.stance != "depends on the object":
                    assert row.stance == stance, row


NUMPYS_OWN = [
    "np.hanning(4)",
    "np.histogram2d(x, x)",
    "np.polyadd(x, x)",
    "np.poly1d(x)",
    "np.random.normal(size=3)",
    "np.random.permutation(x)",
    "np.random.rand(3)",
]


@pytest.mark.parametrize("call", NUMPYS_OWN)
def test_of_numpys_functions_a_file_tells_what_a_trace_does(call):
    text = (
        "import numpy as np\nimport autograph as ag\n\n@ag.function\n"
        f"def f(x):\n    total = x.sum()\n    return total, {call}\n"
    )
    found = explain_source(text, "told.py")
    space = {}
    exec(text.replace("@ag.function\n", ""), space)
    function = ag.function(space["f"], source=text.partition("\n\n")[2])
    traced = ag.explain(function, np.ones(3))
    for rows in (found, traced):
        assert [each.stance for each in rows if each.text == call] == ["operation"]


def test_an_exception_of_a_library_is_no_call_back():
    def inverse(x):
        if x == 0:
            raise np.linalg.LinAlgError("singular")
        return 1 / x

    for told in (ag.explain(inverse), ag.explain(inverse, np.float64(1.0))):
        rows = [each for each in told if each.text.startswith("np.linalg")]
        assert rows[0].stance in ("pure", "operation")


def test_what_an_object_holds_is_told_once():
    class Bucket:
        def __init__(self):
            self.level, self.rate = 0.0, 2

        def fill(self, rain):
            for each in rain:
                self.level = self.level * self.rate + each

    told = ag.explain(Bucket().fill, np.ones(3))
    texts = [each.text for each in told if each.construct == "argument"]
    assert {"self.level: float", "self.rate = 2"} <= set(texts)
    (rate,) = [each for each in told if each.text == "self.rate = 2"]
    assert rate.remedy.startswith("set it to np.int64(self.rate)")


def test_what_machine_code_leaves_to_numpy_is_told():
    pytest.importorskip("llvmlite")

    def medians(x):
        total = 0.0
        for i in range(3, len(x)):
            total = total + np.median(x[i - 3 : i]) + x[i : i + 2].sum()
        return total

    told = {each.text: each.reason for each in ag.explain(medians, np.ones(99))}
    assert told["np.median(x[i - 3 : i])"].endswith("machine code calls NumPy for it")
    assert "NumPy" not in told["x[i : i + 2].sum()"]
