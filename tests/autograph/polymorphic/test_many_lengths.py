"""Lists and dicts of many lengths: one graph serves them, by the types of the items."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.polymorphic.generalization import Generalization
from tracer.errors import SignatureError


def total(xs):
    found = 0
    for v in xs:
        found = found + v
    return found


def test_lists_of_many_lengths_share_a_graph():
    decorated = ag.function(total)
    for length in range(3, 60, 7):
        xs = [k / 2 for k in range(length)]
        assert decorated(xs) == total(xs)
    assert decorated.trace_count == 2


def test_a_long_list_shares_its_graph_from_the_first_call():
    decorated = ag.function(total)
    assert decorated([0.5] * 100) == 50.0
    assert decorated([0.5] * 70) == 35.0
    assert decorated([0.25] * 10_000) == 2500.0
    assert decorated([]) == 0
    assert decorated.trace_count == 1


def test_a_long_text_shares_its_graph_from_the_first_call():
    @ag.function
    def counted(text):
        found = {}
        for word in text.split():
            found[word] = found.get(word, 0) + 1
        return found

    for text in ("the cat " * 200, "on the mat " * 300, "a" * 1001):
        assert counted(text) == counted.python_function(text)
    assert counted.trace_count == 1


def test_a_long_text_that_is_needed_while_tracing_has_a_graph_of_its_own():
    ours = "float32" + " " * 1000
    decorated = ag.function(lambda text: np.zeros(3, text.strip()))
    assert decorated(ours).dtype == np.float32


def test_items_of_another_type_have_another_graph():
    decorated = ag.function(total)
    assert decorated([1] * 70) == 70
    assert decorated([0.5] * 70) == 35.0
    assert decorated([1, 0.5] * 70) == 105.0
    assert decorated.trace_count == 3
    reasons = [row.reason for row in decorated.explain_retraces()]
    assert reasons[1] == "xs is a list of float, not a list of int"


def test_so_do_rows_of_another_type():
    decorated = ag.function(lambda rows: rows[-1][-1])
    assert decorated([[1, 2]] * 50) == 2
    assert decorated([[1], [3, 4]] * 50) == 4
    assert decorated([[1.5, 2.5]] * 50) == 2.5
    assert decorated.trace_count == 2


def test_dicts_with_many_keys_share_a_graph():
    @ag.function
    def largest(d):
        return max(d.values())

    for count in range(2, 90, 9):
        assert largest({str(k): k for k in range(count)}) == count - 1
    assert largest.trace_count == 2


def test_keys_that_are_not_read_do_not_matter():
    @ag.function
    def rate(options):
        return options["rate"] * options.get("steps", 1)

    for count in range(5):
        assert rate({"rate": 0.5, **dict.fromkeys(range(count))}) == 0.5
    assert rate.trace_count == 1


def test_a_captured_list_that_grows():
    held = [1, 2]
    decorated = ag.function(lambda: total(held))
    for k in range(10):
        held.append(k)
        assert decorated() == total(held)
    assert decorated.trace_count == 2


def test_an_item_of_a_captured_list_that_keeps_changing():
    held = [0.5, 1]
    decorated = ag.function(lambda: held[0] * 2)
    for k in range(10):
        held[0] = k / 4
        assert decorated() == k / 2
    assert decorated.trace_count == 3


def test_functions_in_a_list_are_known_by_themselves():
    @ag.function
    def applied(x, functions):
        return functions[0](x)

    assert applied(0.5, [lambda v: v + 1] * 70) == 1.5


def test_a_long_list_is_taken_apart_where_nothing_else_works():
    known = Generalization(("xs",))
    whole = known.first(([0.5] * 70,))
    apart = known.after(whole, whole=True)
    assert apart is not None
    assert apart.apart
    assert known.after(apart, whole=False) is None
    assert known.after(whole, whole=False) is None
    assert known.first(([0.5] * 70,)).apart


def test_a_concrete_function_takes_lists_of_any_length():
    concrete = ag.function(total).get_concrete_function([0.5] * 70)
    assert concrete([1.5, 2.5]) == 4.0
    assert "xs (POSITIONAL_OR_KEYWORD): list<float>" in (
        concrete.pretty_printed_signature()
    )
    with pytest.raises(SignatureError, match="xs"):
        concrete([1, 2])
