"""``text % value`` where a name holds the text."""

import numpy as np

from tests.tracer.tracing import agree

VALUE = np.float64(2.5)


def by_name(x):
    template = "%.1f"
    return template % x


def test_a_named_template_is_filled_in_by_the_run():
    agree(by_name, VALUE)


def without_field(x):
    template = "ab"
    try:
        return template % float(x)
    except TypeError as error:
        return str(error)


def test_a_template_without_a_field_takes_no_value():
    agree(without_field, VALUE)


def remainder(x, name):
    return name, np.int64(7) % np.int64(4), x % (x - 1)


def test_numbers_are_divided_as_ever():
    agree(remainder, VALUE, "a")
