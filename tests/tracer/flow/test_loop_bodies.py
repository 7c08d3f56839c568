"""A loop as its operator is given it."""

import pytest

from tracer.flow.loop_bodies import Loop, LoopName, names_in


def body(item, total, *rest):
    return total


def loop(state, breaks):
    return Loop(body, state, breaks, LoopName("here", ("item", "total")))


@pytest.mark.parametrize(
    ("state", "breaks", "out", "taken"),
    [
        ((), False, None, (False, ())),
        ((), True, "flag", ("flag", ())),
        ((1,), False, (2,), (False, (2,))),
        ((1, 2), True, ("flag", 3, 4), ("flag", (3, 4))),
    ],
)
def test_what_a_body_returns_is_taken_apart_and_put_together(state, breaks, out, taken):
    assert loop(state, breaks).split(out) == taken
    assert loop(state, breaks).ended(*taken) == out


def test_names_are_those_of_the_body_as_far_as_it_has_any():
    assert names_in(body, 2) == ("item", "total")
    assert names_in(len, 2) == ()
    assert LoopName("here", ("item",)).named(3) == ["item", "t", "t"]
