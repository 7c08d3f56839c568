"""Facts only grow, so that retracing comes to an end."""

from runtime.types import FLOAT, INT, NEVER, join
from tracer.record.facts import Facts


def test_a_list_s_elements_widen():
    facts = Facts()
    facts.lists["here"] = NEVER
    assert facts.widen_list("here", INT)
    assert not facts.widen_list("here", INT)
    assert facts.widen_list("here", FLOAT)
    assert facts.lists["here"] == join(INT, FLOAT)
    assert not facts.widen_list("here", INT)


def test_what_several_calls_make_every_call_makes():
    facts = Facts()
    callers = [("code", 8, caller) for caller in range(6)]
    for caller in callers[:4]:
        assert not facts.makes(callers[5], lists=False)
        facts.must_make([caller], lists=False)
    assert all(facts.makes(caller, lists=False) for caller in callers)
    assert not facts.makes(("code", 9, 0), lists=False)
