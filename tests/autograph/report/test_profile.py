import linecache
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

import autograph as ag
from runtime.execute import MEASURING
from runtime.executors import why_not_native
from runtime.phases import WATCHERS


@ag.do_not_convert
def wait(seconds):
    """Work in Python, so that samples see it."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return seconds


@ag.function(executor="plan")
def sorted_often(x, n):
    total = 0.0
    for _ in range(n):
        y = np.sort(x)
        if y[0] > 2.0:
            total = total - 1.0
        total = total + y[-1]
    return total


@ag.function(executor="native")
def summed(x):
    total = 0.0
    for value in x:
        total = total + value
    return total


def line(function, text):
    """The place of the line of a function that has a text."""
    code = function.python_function.__code__
    lines = linecache.getlines(code.co_filename)
    number = next(
        n for n, each in enumerate(lines, 1) if n > code.co_firstlineno and text in each
    )
    return code.co_filename, number


@pytest.fixture
def numbers():
    return np.arange(300.0)[::-1].copy()


def test_calls_and_bytes_of_a_line(numbers):
    found = ag.profile(sorted_often, numbers, np.int64(25))
    sort = found.lines[line(sorted_often, "np.sort")]
    assert (sort.calls, sort.bytes) == (25, 25 * numbers.nbytes)
    assert sort.kind == "plan"
    assert found.lines[line(sorted_often, "total + y")].calls == 25
    assert found.result == 25 * 299.0


def test_an_arm_that_does_not_run(numbers):
    found = ag.profile(sorted_often, numbers, np.int64(3))
    assert found.lines[line(sorted_often, "total - 1")].calls == 0


def test_the_first_call_is_apart(numbers):
    fresh = ag.function(sorted_often.python_function, executor="plan")
    names = [each.name for each in ag.profile(fresh, numbers, np.int64(3)).phases]
    names = [name for name in names if name != "convert"]  # it may be known already
    assert names[-3:] == ["trace", "optimize", "compile"]
    again = ag.profile(fresh, numbers, np.int64(3))
    assert again.phases == ()
    assert [each.calls for each in again.regions if each.kind == "plan"] == [1]


def test_machine_code_is_a_region(numbers):
    if why_not_native() is not None:
        pytest.skip("no machine code here")
    summed(numbers)
    found = ag.profile(lambda: [summed(numbers) for _ in range(4)])
    (region,) = [each for each in found.regions if each.kind == "native"]
    assert (region.name, region.calls) == ("summed", 4)


def test_time_goes_to_the_line_where_it_is_spent():
    def script():
        wait(0.2)
        return 1

    found = ag.profile(script)
    (file, number), spent = max(found.lines.items(), key=lambda each: each[1].seconds)
    first = wait.__code__.co_firstlineno
    assert file == __file__
    assert first < number <= first + 6
    assert spent.kind == "Python"
    assert spent.seconds <= found.seconds * 1.001  # rounded


def test_samples_share_all_of_the_time(numbers):
    sorted_often(numbers, np.int64(3))
    found = ag.profile(lambda: (sorted_often(numbers, np.int64(900)), wait(0.1)))
    spent = sum(each.seconds for each in found.regions)
    assert spent == pytest.approx(found.seconds)
    assert sum(found.stacks.values()) == pytest.approx(found.seconds)


def test_a_call_too_short_for_samples(numbers):
    sorted_often(numbers, np.int64(1))
    found = ag.profile(sorted_often, numbers, np.int64(1))
    empty = replace(found, stacks={}, regions=(replace(found.regions[0], seconds=0.0),))
    assert "too short to say where" in str(empty)


def test_errors_keep_their_lines_and_nothing_stays(numbers):
    @ag.function(executor="plan")
    def broken(x):
        total = 0.0
        for value in x:
            total = total + value
        raise ValueError(total)

    switching, watchers = sys.getswitchinterval(), WATCHERS[:]
    with pytest.raises(ValueError, match="44850") as caught:
        ag.profile(broken, numbers)
    assert caught.traceback[-1].name == "broken"
    assert "raise ValueError" in str(caught.traceback[-1].statement)
    assert MEASURING.made is None
    assert watchers == WATCHERS
    assert sys.getswitchinterval() == switching
    with pytest.raises(ValueError, match="44850"):
        broken(numbers)


def test_a_file_for_speedscope(numbers, tmp_path):
    found = ag.profile(lambda: wait(0.05))
    file = found.speedscope()
    (sampled,) = file["profiles"]
    assert sampled["type"] == "sampled"
    assert len(sampled["samples"]) == len(sampled["weights"]) > 0
    assert sampled["endValue"] == pytest.approx(sum(sampled["weights"]))
    count = len(file["shared"]["frames"])
    assert all(0 <= each < count for one in sampled["samples"] for each in one)
    names = [each["name"] for each in file["shared"]["frames"]]
    assert "wait [Python]" in names
    found.save_speedscope(tmp_path / "wait.json")
    assert (tmp_path / "wait.json").read_text() == found.speedscope_text()


def test_text_and_page(numbers, tmp_path):
    found = ag.profile(sorted_often, numbers, np.int64(25))
    assert "y = np.sort(x)" in str(found)
    assert found._repr_html_().count('class="heads"') == 1
    found.save(tmp_path / "sorted.html")
    assert "<h2>regions</h2>" in (tmp_path / "sorted.html").read_text()


def test_one_profile_at_a_time(numbers):
    with pytest.raises(RuntimeError, match="profiled already"):
        ag.profile(lambda: ag.profile(sorted_often, numbers, np.int64(1)))
    assert ag.profile(sorted_often, numbers, np.int64(1)).seconds > 0


def test_a_second_profile_counts_anew(numbers):
    for _ in range(2):
        found = ag.profile(sorted_often, numbers, np.int64(7))
        assert found.lines[line(sorted_often, "np.sort")].calls == 7
