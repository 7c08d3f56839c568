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
