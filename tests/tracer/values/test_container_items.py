"""The types of the items of lists that arrive."""

from collections import namedtuple

import numpy as np
import pytest

from runtime.types import accepts, parse_type
from tracer.values.container_items import ElementsOf, is_long, items_type

Point = namedtuple("Point", "x y")
TYPES = {
    "never": [],
    "int": [1, 2],
    "{bool | float | int}": [1, 2.5, True],
    "{None | str}": ["a", None],
    "np.float64": [np.float64(1)],
    "np.str": [np.str_("a"), np.str_("bc")],
    "float64[?]": [np.ones(2), np.ones(3)],
    "list<int>": [[1], [], [2, 3]],
    "list<{float | int}>": [[1], [2.5]],
    "{list<int> | None}": [[1], None],
    "(int; float)": [(1, 2.5), (3, 4.5)],
    "{(int) | (int; int)}": [(1,), (1, 2)],
    "dict": [{"a": 1}, {}],
    "obj": [Point(1, 2), object(), len],
    "list<list<any>>": [[[[1]]]],
}


@pytest.mark.parametrize("text", TYPES)
def test_the_type_of_items(text):
    of = items_type(TYPES[text])
    assert of == parse_type(text)
    assert ElementsOf(of).holds(TYPES[text])


@pytest.mark.parametrize("text", TYPES)
def test_a_check_passes_lists_of_the_same_items_alone(text):
    check = ElementsOf(parse_type(text))
    for other, items in TYPES.items():
        assert check.holds(items) == accepts(check.of, parse_type(other)), other


def test_a_list_in_itself():
    items = [1]
    items.append(items)
    assert str(items_type(items)).startswith("{int | list<")
    assert is_long(items, 64)


def test_what_is_long():
    assert not is_long([1] * 64, 64)
    assert is_long([1] * 65, 64)
    assert is_long([[1] * 10] * 10, 64)
    assert not is_long([{"a": (1, 2)}] * 10, 64)
