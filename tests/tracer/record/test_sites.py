"""Places that are told apart by the calls that reach them, until there are many."""

from runtime.errors import Span
from tracer.record.sites import Sites, position_of

CALLERS = [Span("model.py", line, 0, "step") for line in range(1, 7)]


def test_a_chain_of_calls_is_what_a_place_ends_with():
    assert position_of(("code", 8, CALLERS[0])) == ("code", 8)
    assert position_of(("stops", ("code", 8, CALLERS[0]))) == ("stops", ("code", 8))
    assert position_of(("code", 8, None)) is None
    assert position_of("code") is None


def test_few_chains_are_told_apart_and_many_are_not():
    sites = Sites()
    for caller in CALLERS[:2]:
        sites.add(("code", 8, caller))
    assert ("code", 8, CALLERS[5]) not in sites
    sites.update([("code", 8, CALLERS[2])])
    assert sites.issuperset([("code", 8, CALLERS[5]), ("code", 8, CALLERS[0])])
    assert ("code", 9, CALLERS[5]) not in sites


def test_what_is_no_place_is_found_by_itself():
    sites = Sites()
    sites.update([("input", 1), ("input", 2), ("input", 3), ("input", 4), "rest"])
    assert ("input", 5) not in sites
    assert "rest" in sites
