"""Tests of the classes of Python's containers, called in a trace."""

import collections

import pytest

import autograph as ag


def pairs_and_one_number(made):
    for item in ((1, 2), 5, (3, 4)):
        made.append(item)
        yield item


def dict_of_pairs(made):
    return dict(pairs_and_one_number(made))


def ordered_dict_of_pairs(made):
    return collections.OrderedDict(pairs_and_one_number(made))


@pytest.mark.parametrize("function", [dict_of_pairs, ordered_dict_of_pairs])
def test_a_generator_ends_at_the_item_that_is_no_pair(function):
    expected, made = [], []
    with pytest.raises(TypeError) as of_python:
        function(expected)
    with pytest.raises(TypeError) as ours:
        ag.function(function)(made)
    assert made == expected == [(1, 2), 5]
    assert str(ours.value) == str(of_python.value)
