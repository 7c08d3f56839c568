"""What Python's logging is told of first calls."""

import logging

import numpy as np
import pytest

import autograph as ag
from autograph.library.logged import LoggedPhases
from runtime.phases import WATCHERS


@pytest.fixture(autouse=True)
def watchers():
    yield
    WATCHERS[:] = [each for each in WATCHERS if not isinstance(each, LoggedPhases)]


def test_each_graph_is_logged_with_its_reason(caplog):
    double = ag.function(lambda x: x + x)
    with caplog.at_level(logging.INFO, "autograph"):
        double(np.ones(2)), double(np.ones(2)), double(np.ones(3))
    first, second = [each.getMessage() for each in caplog.records]
    assert first.startswith("<lambda>: graph 1, for the call at test_logged.py:")
    assert first.endswith(": the first call")
    assert second.endswith(": x is float64[3], not float64[2]")
    assert {each.levelname for each in caplog.records} == {"INFO"}


def test_phases_are_logged_where_somebody_listens(caplog):
    with caplog.at_level(logging.DEBUG, "autograph"):
        ag.function(lambda x: x + x)(1.0)
    told = {each.getMessage().partition(":")[0] for each in caplog.records}
    assert {"convert <lambda>", "trace <lambda>", "compile <lambda>"} <= told


def test_nothing_is_logged_unasked(caplog):
    ag.function(lambda x: x + x)(1.0)
    assert caplog.records == []
    assert not any(isinstance(each, LoggedPhases) for each in WATCHERS)
