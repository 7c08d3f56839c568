"""Benchmarks check results before they time them; no test asserts a time."""

import pytest

from benchmarks import calling, converting, report, running, scaling
from benchmarks.figures import Bar, Figure
from benchmarks.programs import programs
from benchmarks.timing import Sample, interleave


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_program_is_checked(program):
    running.check(program)


@pytest.mark.parametrize("source", converting.SOURCES.values(), ids=converting.SOURCES)
def test_source_is_checked(source):
    converting.check(source)


@pytest.mark.parametrize("name", scaling.CONSTRUCTS)
def test_construct_can_be_traced(name):
    source, _ = scaling.CONSTRUCTS[name]
    assert scaling.times(source(3)).seconds.keys() == set(scaling.PHASES)


def test_calls_are_checked():
    assert [each.name for each in calling.calls() if each.at_most] == ["two arrays"]


def test_candidates_are_timed_in_turns():
    calls = []
    candidates = {"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}
    times = interleave(candidates, rounds=4, seconds=0.0)
    assert {name: len(sample.seconds) for name, sample in times.items()} == {
        "a": 4,
        "b": 4,
    }
    assert "".join(calls).endswith("abbaabba")


def test_report_says_which_bar_was_missed():
    sample = Sample((1.0, 2.0, 3.0))
    figures = [
        Figure("fast", sample, sample, Bar(1.0, 1.05, "x")),
        Figure("slow", sample, None, Bar(2e-3, 1e-3, "s", "a node")),
    ]
    assert report.row(figures[0]).split()[-5:] == [
        "pass:",
        "1.00x,",
        "at",
        "most",
        "1.05x",
    ]
    assert report.row(figures[1]).endswith("MISS: 2 ms a node, at most 1 ms")
    assert report.summary(figures).startswith("1 of 2 bars")
    assert [each["bar"]["passed"] for each in report.as_json(figures)["figures"]] == [
        True,
        False,
    ]
