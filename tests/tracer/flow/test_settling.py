"""Tries of a construct: each begins where the first did, and they come to an end."""

from itertools import islice

import pytest

from runtime.types import INT
from tracer.errors import Restart, TracingError
from tracer.flow.settling import WIDENING_LIMIT, Advanced, Settling, take_back
from tracer.record.builder import Builder


class Traced:
    """As much of a trace as tries are about."""

    def __init__(self):
        self.builder, self.stack, self._advanced = Builder(), self, Advanced(self)

    def span(self):
        return "line 1"

    def part(self, kind):
        assert kind is Advanced
        return self._advanced

    def restart(self):
        raise Restart


@pytest.fixture
def trace():
    return Traced()


def recorded(trace):
    return [node.results[0].name for node in trace.builder.region.nodes]


def record(trace):
    trace.builder.append(None, (), results=(trace.builder.value("t", INT),))


def test_the_last_try_counts(trace):
    for turn, _ in enumerate(Settling(trace, "loop").tries()):
        record(trace)
        if turn == 3:
            break
    assert recorded(trace) == ["t.1"]


def test_what_does_not_settle_is_a_bug_of_ours(trace):
    tries = Settling(trace, "loop").tries()
    assert len([*islice(tries, WIDENING_LIMIT)]) == WIDENING_LIMIT
    with pytest.raises(TracingError, match="the loop at line 1 do not stop changing"):
        next(tries)


def test_a_try_that_advanced_an_iterator_of_python_s_is_not_taken_back_alone(trace):
    mark = trace.builder.mark()
    record(trace)
    take_back(trace, mark)
    assert recorded(trace) == []
    trace.part(Advanced).spent = True
    with pytest.raises(Restart):
        take_back(trace, mark)
