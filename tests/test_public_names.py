"""The names of the package: those of other libraries lead to ours."""

import operator

import pytest

import autograph as ag


@pytest.mark.parametrize(
    ("there", "here"), [("jit", "function"), ("jacfwd", "jacobian")]
)
def test_names_of_other_libraries_lead_to_ours(there, here):
    with pytest.raises(AttributeError, match=f"'{there}'; it is ag.{here} here"):
        getattr(ag, there)
    assert not hasattr(ag, "nothing_of_the_kind")


def test_each_of_those_names_is_there():
    for there, here in ag._ELSEWHERE.items():
        assert there not in ag.__all__
        assert operator.attrgetter(here)(ag)
