"""A short run of random programs; the generator and the shrinker themselves."""

from __future__ import annotations

import ast
import gc
import queue
import subprocess
import sys
from dataclasses import replace

import pytest

import autograph
from tests.harness import OBSCURE, REFUSED, SAME, Judgement, TimeUp, time_limit
from tests.programs import Module, Program, Trial, shrink, shrink_trial, trial
from tests.programs.mutants import mutant, sources
from tests.some import Some

CALL = {"x": "np.array([1, 2, 3])"}


def untouched(function, **_):
    return function


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_same_or_refused(first: int, some: Some) -> None:
    for seed in some(range(first, first + 20)):
        each = trial(seed, autograph.function)
        judgement = each.judgement()
        assert judgement.verdict in (SAME, REFUSED), (judgement, each.source)


def test_programs_are_deterministic(some: Some) -> None:
    for seed in some(range(30)):
        assert Program(seed).source == Program(seed).source
        assert trial(seed, untouched).judgement() == Judgement(SAME)


def test_mutants_are_same_or_refused(some: Some) -> None:
    seeds, judged = some(range(40)), 0
    for seed in seeds:
        changed = mutant(seed)
        judgement = changed.judgement(autograph.function) if changed else None
        if judgement is not None:
            judged += 1
            assert judgement.verdict in (SAME, REFUSED), (judgement, changed)
    assert judged > len(seeds) / 2


def test_mutants_are_deterministic_and_changed() -> None:
    for seed in range(20):
        changed = mutant(seed)
        assert changed == mutant(seed)
        if changed is not None and changed.dtype is None:
            assert changed.source != sources()[changed.case.name][1]


def test_a_difference_of_a_mutant_is_seen_and_shrunk() -> None:
    seen = next(each for each in map(mutant, range(40)) if each is not None)

    def adds_a_print(function, **_):
        def call(*arguments):
            print("found")
            return function(*arguments)

        return call

    judgement = seen.judgement(adds_a_print)
    assert judgement is not None
    assert judgement.reason.startswith("arguments 0, call 1: printed")
    small = seen.shrunk(adds_a_print, judgement)
    assert small.source.count("\n") <= 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_time_is_up_though_a_finalizer_hides_it_once() -> None:
    class Hides:
        def __del__(self):
            while True:
                pass

    @time_limit(0.01)
    def go_on():
        Hides()
        while True:
            pass

    with pytest.raises(TimeUp):
        go_on()


def test_no_callback_of_the_collector_hides_that_time_is_up() -> None:
    seen = []
    gc.callbacks.append(lambda phase, info: seen.append(phase))
    with time_limit(10):
        gc.collect()
    assert not seen
    gc.collect()
    gc.callbacks.pop()
    assert seen


def test_time_is_up_for_what_waits_as_well() -> None:
    with pytest.raises(TimeUp), time_limit(0.01):
        queue.Queue().get()  # which takes no time of the processor


def test_most_programs_end_without_an_error() -> None:
    outcomes = [o for seed in range(25) for o in trial(seed, untouched).plain()]
    raised = sum(outcome.raised for outcome in outcomes)
    assert 0.1 < raised / len(outcomes) < 0.5


def test_programs_are_of_the_whole_language() -> None:
    nodes = {
        type(node)
        for seed in range(50)
        for node in ast.walk(ast.parse(Program(seed).source))
    }
    statements = "If For While Try With Match Raise Assert Delete Global Nonlocal"
    expressions = "NamedExpr Lambda ListComp DictComp GeneratorExp IfExp Starred Yield"
    assert {getattr(ast, n) for n in (statements + " " + expressions).split()} <= nodes


def test_shrinking_keeps_what_matters() -> None:
    source = Program(3).source + "    print('found')\n"
    assert shrink(source, lambda text: "found" in text).count("\n") <= 3


def forgets_the_write(function, **_):
    return lambda x: function(x.copy())


def fails(function, **_):
    return lambda x: function(x).nothing


SOURCE = """
def program(x):
    for i in range(3):
        if x[i] > 1:
            x[0] = 9
    return x.sum() * 2
"""


def test_a_difference_is_seen() -> None:
    judgement = Trial(SOURCE, (CALL, CALL), forgets_the_write).judgement()
    assert judgement.reason.startswith("call 0: arguments.")


def test_an_obscure_error_is_seen_and_shrunk() -> None:
    seen = Trial(SOURCE, (CALL, CALL), fails)
    small = shrink_trial(seen, seen.judgement())
    assert small.judgement().verdict == OBSCURE
    assert len(small.calls) == 1
    assert small.source.count("\n") <= 2


def test_an_error_may_be_missed_only_where_doing_all_work_raises_it() -> None:
    source = "def program(x):\n    x[7]\n    return 1\n"

    def skips_what_nobody_needs(function, strict):
        return function if strict else lambda x: 1

    def goes_on(function, strict):
        return lambda x: 1

    seen = Trial(source, (CALL,), skips_what_nobody_needs)
    assert seen.judgement() == Judgement(SAME)
    wrong = replace(seen, decorate=goes_on)
    assert wrong.judgement().reason.startswith("call 0: error")


def test_arguments_may_share_memory() -> None:
    module = Module("def program(x, y):\n    pass\n", "<shared>")
    x, y = module.arguments({"x": "np.zeros(3)", "y": "x[1:]"})
    assert y.base is x


WITHOUT_GAST = """
import runpy, sys
sys.modules["gast"] = None
runpy.run_module("tests.programs", run_name="__main__")
"""


def test_the_command_stops_where_a_package_is_missing() -> None:
    command = [sys.executable, "-c", WITHOUT_GAST]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "gast" in done.stderr.splitlines()[-1]
