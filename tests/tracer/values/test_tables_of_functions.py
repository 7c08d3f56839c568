"""Functions of lists and dicts of the caller's, taken by what only the run knows."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import MethodReplaced
from tests.tracer.tracing import agree

X = np.float64(2.0)


def halve(x):
    return x / 2


def third(x):
    return x / 3


class Key:
    """A key that changes a table when it is looked up."""

    def __init__(self, table=None):
        self.table = table

    def __hash__(self):
        if self.table is not None:
            self.table[0] = abs
        return 1

    def __eq__(self, other):
        return False


def behind_a_key(table, key, known, place, x):
    x = x + (key in known)
    return table[place](x)


@pytest.mark.parametrize("make", [list, lambda held: dict(enumerate(held))])
def test_functions_behind_special_methods_are_compiled(make, recwarn):
    for held in ([halve, third], [halve, third, np.sin], [third, third]):
        decorated = ag.function(behind_a_key)
        for place in (np.int64(0), np.int64(1), np.int64(0)):
            arguments = make(held), Key(), {1: 2}, place, X
            assert decorated(*arguments) == behind_a_key(*arguments)
    assert not recwarn.list


@pytest.mark.parametrize("make", [list, lambda held: dict(enumerate(held))])
def test_the_run_notices_what_a_special_method_puts_there(make):
    decorated = ag.function(behind_a_key)
    for now in (False, True, False):
        table = make([halve, third])
        arguments = table, Key(table if now else None), {1: 2}, np.int64(0), X
        if now:
            with pytest.raises(MethodReplaced, match="put 'abs' into a list or dict"):
                decorated(*arguments)
        else:
            assert decorated(*arguments) == behind_a_key(*arguments)


@ag.do_not_convert
def put(table):
    table[0] = abs


class Holder:
    def __init__(self, table):
        self.table = table


@pytest.mark.filterwarnings("ignore::autograph.CallbackWarning")
def test_what_is_given_the_table_may_change_it():
    def given(table, place, x):
        put(table)
        return table[place](x)

    def known_by_another_name(holder, table, key, known, place, x):
        x = x + (key in known)
        holder.table[0] = abs
        return table[place](x)

    for place in (np.int64(0), np.int64(1)):
        agree(given, [halve, third], place, X)
        agree(given, {0: halve, 1: third}, place, X)
        for make in (list, lambda held: dict(enumerate(held))):
            found = []
            for called in (known_by_another_name, ag.function(known_by_another_name)):
                table = make([halve, third])
                found.append(called(Holder(table), table, Key(), {}, place, X))
            assert found[0] == found[1]


@pytest.mark.filterwarnings("ignore::autograph.CallbackWarning")
def test_tables_that_change_between_calls():
    table = {"half": halve, "third": third}

    @ag.function
    def applied(names, x):
        return [table[name](x) for name in names]

    for change in ({}, {"half": np.sin}, {"more": halve}, {"third": halve}):
        table.update(change)
        for names in (["half", "third"], ["third"] * 3, [*table]):
            assert applied(names, X) == [table[name](X) for name in names]
    del table["half"]
    with pytest.raises(KeyError, match="half"):
        applied(["half", "third"], X)
