"""Facts only grow, so that retracing comes to an end."""

import pytest

from runtime.errors import Span
from runtime.types import FLOAT, INT, NEVER, join
from tracer.record.facts import INSTANCES, Facts


def test_a_list_s_elements_widen():
    facts = Facts()
    facts.lists["here"] = NEVER
    assert facts.widen_list("here", INT)
    assert not facts.widen_list("here", INT)
    assert facts.widen_list("here", FLOAT)
    assert facts.lists["here"] == join(INT, FLOAT)
    assert not facts.widen_list("here", INT)


@pytest.mark.parametrize("lists", [False, True])
def test_what_several_calls_make_every_call_makes(lists):
    facts = Facts()
    sites = [("code", 8, Span("model.py", line, 0, "step")) for line in range(1, 7)]
    for site in sites[:3]:
        assert not facts.makes(sites[5], lists=lists)
        facts.must_make([site], lists=lists)
    assert all(facts.makes(site, lists=lists) for site in sites)
    assert not facts.makes(("code", 9, sites[0][-1]), lists=lists)


def test_lists_of_another_call_begin_with_the_type_of_the_others():
    facts = Facts()
    sites = [("code", 8, Span("model.py", line, 0, "step")) for line in range(1, 7)]
    for site in sites[:3]:
        facts.must_make([site], lists=True)
        facts.widen_list(site, FLOAT)
    assert facts.makes(sites[4], lists=True)
    assert facts.lists[sites[4]] == FLOAT
    facts.widen_list(sites[4], INT)
    assert facts.makes(sites[5], lists=True)
    assert facts.lists[sites[5]] == NEVER


def test_instances_that_are_often_left_to_the_run_all_are():
    facts = Facts()
    for _ in range(INSTANCES):
        assert not facts.leaves_instances(Span)
        facts.leave_instance(Span)
    assert facts.leaves_instances(Span)
    assert not facts.leaves_instances(Facts)
