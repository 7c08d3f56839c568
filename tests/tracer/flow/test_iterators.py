"""Iterators of a trace: what happens to those that end after it."""

import sys

from autograph.conversion import twin
from autograph.source import instructions
from autograph.source.originals import home_code, original_code
from tracer.flow.iterators import TracedIterator
from tracer.record.facts import Facts
from tracer.record.options import Options
from tracer.tracing import new_trace


def test_one_may_end_while_a_generator_ends(monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append)
    options = Options(twin, original_code, home_code, instructions, None, None)
    trace = new_trace(Facts(), options)
    kept = [TracedIterator(iter([1]), trace)]
    trace.end()

    def holding():
        try:
            yield
        finally:
            kept.clear()

    holder = holding()
    next(holder)
    holder.close()
    assert not kept
    assert seen == []
