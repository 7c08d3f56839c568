"""A few functions of the standard library; the tables of drivers and the runner."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import autograph
from tests.harness import DIFFERENT, REFUSED, SAME
from tests.world import judging
from tests.world.drivers import Driver, drivers, table_names
from tests.world.judging import ABSENT, ENDLESS, UNFIT, found


@pytest.mark.parametrize("driver", drivers("quick"), ids=lambda each: each.name)
def test_same_or_refused(driver):
    judgement = found(driver).judgement
    assert judgement.verdict in (SAME, REFUSED), judgement.reason


def test_every_driver_has_arguments_that_can_be_compiled():
    every = [driver for table in table_names() for driver in drivers(table)]
    assert len(every) > 1000
    for driver in every:
        assert len(driver.codes) > 0, driver.name


def test_names_on_a_line_share_their_sets(monkeypatch):
    table = SimpleNamespace(DRIVERS="a. b c\nd.e\n    1, x=2\n    [3]\na.b\n    4\n")
    monkeypatch.setattr("importlib.import_module", lambda _: table)
    assert drivers("any") == [
        Driver("any", "a.b", ("1, x=2", "[3]", "4")),
        Driver("any", "a.c", ("1, x=2", "[3]")),
        Driver("any", "d.e", ("1, x=2", "[3]")),
    ]


MODE = Driver("quick", "statistics.mode", ("[1, 1, 2]", "'aab'", "[]"))


def forgetful(function):
    """Decorate as one who keeps the first answer."""
    answers = []

    def call(values):
        answers.append(function(values))
        return answers[0]

    return call


def waits(function):
    def call(values):
        while True:
            pass

    return call


@pytest.mark.parametrize(
    ("decorate", "seconds", "verdict", "where"),
    [
        (autograph.function, 60, SAME, ""),
        (forgetful, 60, DIFFERENT, "set 1, round 0: value"),
        (waits, 1, ENDLESS, "set 0, round 0"),
    ],
)
def test_the_worst_call_counts(monkeypatch, decorate, seconds, verdict, where):
    monkeypatch.setattr(judging.autograph, "function", decorate)
    judgement = found(MODE, seconds=seconds).judgement
    assert judgement.verdict == verdict
    assert judgement.reason.startswith(where)


@pytest.mark.parametrize(
    ("name", "arguments", "verdict"),
    [
        ("no_such_package.f", "1", ABSENT),
        ("statistics.no_such_function", "1", ABSENT),
        ("statistics.mean", "[]", UNFIT),
        ("statistics.mean", "no_such_name", UNFIT),
        ("math.floor", "1.5", UNFIT),
        ("tempfile.mktemp", "", UNFIT),
    ],
)
def test_what_plain_python_cannot_judge(name, arguments, verdict):
    driver = Driver("quick", name, (arguments,))
    assert found(driver).judgement.verdict == verdict


def test_a_call_that_takes_a_while_is_timed():
    driver = Driver("quick", "statistics.fmean", ("[0.5] * 50_000",))
    each = found(driver)
    assert each.plain > 0
    assert (each.ratio is not None) == (each.plain >= judging.WORTH_TIMING)
