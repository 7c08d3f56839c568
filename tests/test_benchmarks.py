"""Benchmarks check results before they time them; no test asserts a time."""

import numpy as np
import pytest

import autograph as ag
from benchmarks import calling, converting, gradients, report, running, scaling
from benchmarks.figures import Bar, Figure
from benchmarks.peers import comparison, costs, page, single_cost
from benchmarks.peers.workloads import workloads
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


@pytest.mark.parametrize(
    "workload", workloads(["10⁴", "10⁶"]), ids=lambda workload: workload.name
)
def test_workload_beside_peers_is_checked(workload):
    expected = workload.function(*workload.arguments)
    found = ag.function(workload.function)(*workload.arguments)
    comparison.check("AutoGraph", workload, found, expected)
    results = expected if isinstance(expected, tuple) else (expected,)
    wrong = tuple(1.001 * each + 1e-6 for each in results)
    with pytest.raises(AssertionError, match=r"JAX is .* off"):
        comparison.check("JAX", workload, wrong, expected)


def test_peers_that_are_absent_are_reported(monkeypatch, capsys):
    monkeypatch.setattr(comparison, "_WARM", 0.0)
    monkeypatch.setitem(comparison.PACKAGES, "Nobody", "nobody_has_this")
    found = comparison.compared(["Nobody"], quick=True, only="x + y")
    assert capsys.readouterr().out.startswith("Nobody is not installed, and left out")
    assert found["seconds"]["x + y, 3"].keys() == {"plain", "AutoGraph"}
    assert found["versions"]["NumPy"] == np.__version__


def test_the_best_of_each_line_is_bold():
    row = {"plain": {"median": 2e-3}, "AutoGraph": {"median": 5e-6}}
    other = {"plain": {"median": 2e-7}, "JAX": {"median": 3e-7}}
    assert page.table({"seconds": {"one": row, "other": other}}) == (
        "| | plain | AutoGraph | JAX |\n"
        "|---|---|---|---|\n"
        "| one | 2 ms | **5 µs** |  |\n"
        "| other | **200 ns** |  | 300 ns |\n"
    )


def test_costs_have_their_units():
    first, chain, memory = list(costs.COSTS)[1:]
    found = {
        "AutoGraph": {"import": 2e-3, first: 0.25, chain: 1.234, memory: 3e6},
        "PyTorch": {"import": 1.5, chain: 9e-3, memory: 240.4e6},
    }
    assert page.table_of_costs(found).splitlines()[2:] == [
        "| AutoGraph | 2 ms | 250 ms | 1.23 s | 3 MB |",
        "| PyTorch | 1.5 s |  | 9 ms | 240 MB |",
    ]


@pytest.mark.parametrize("executor", ["auto", "plan"])
def test_first_calls_include_conversion(executor):
    cost = single_cost.seconds_of_first_call("autograph", executor, "Collatz")
    assert cost is not None
    assert cost > 0.0


def test_report_says_which_bar_was_missed():
    sample = Sample((1.0, 2.0, 3.0))
    figures = [
        Figure("fast", sample, sample, Bar(1.0, 1.05, "x")),
        Figure("slow", sample, None, Bar(2e-3, 1e-3, "s", "a node")),
        Figure("first", sample, None, Bar(2e-3, 3e-3, "s", terms="1 ms + 2 ms")),
    ]
    assert report.row(figures[0]).split()[-5:] == [
        "pass:",
        "1.00x,",
        "at",
        "most",
        "1.05x",
    ]
    assert report.row(figures[1]).endswith("MISS: 2 ms a node, at most 1 ms")
    assert report.row(figures[2]).endswith("pass: 2 ms, at most 3 ms (1 ms + 2 ms)")
    assert report.summary(figures).startswith("2 of 3 bars")
    assert [each["bar"]["passed"] for each in report.as_json(figures)["figures"]] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("program", gradients.programs(), ids=lambda each: each.name)
def test_programs_with_gradients_are_checked(program):
    value = program.function(*program.arguments)
    found, slopes = ag.value_and_grad(program.function, program.by)(*program.arguments)
    np.testing.assert_allclose(found, value, 1e-12)
    place = program.by[0]
    direction = np.random.default_rng(1).standard_normal(slopes[0].shape)
    ends = []
    for step in (1e-6, -1e-6):
        moved = list(program.arguments)
        moved[place] = moved[place] + step * direction
        ends.append(program.function(*moved))
    difference = (ends[0] - ends[1]) / 2e-6
    np.testing.assert_allclose((slopes[0] * direction).sum(), difference, 1e-5, 1e-4)
