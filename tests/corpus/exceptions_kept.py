"""Exceptions that a handler keeps, and that the program meets again."""

from __future__ import annotations

import sys

from tests.corpus.case import adding_to, f64

CASES: list = []
add = adding_to(CASES)


class Coded(Exception):
    __slots__ = ("code",)


class Keeping:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, place):
        self.error = error
        return True


@add(f64(2), f64(-2))
def raised_by_name_and_kept(x):
    error, kept = KeyError("a"), []
    try:
        raise error
    except KeyError as met:
        kept.append(met)
    return x + 1, error, kept, error is kept[0]


@add(f64(2), f64(-2))
def raised_by_name_in_a_branch_and_kept(x):
    error, kept = KeyError("a"), []
    try:
        if x > 0:
            raise error
    except KeyError as met:
        kept.append(met)
    return error, kept, error in kept


@add(f64(2), f64(-2))
def cause_met_again(x):
    error = KeyError("a")
    try:
        if x > 0:
            raise ValueError(1) from error
    except ValueError as met:
        return error, met.__cause__, met.__cause__ is error
    return error, error, True


@add(f64(2), f64(-2))
def kept_and_never_returned(x):
    kept = []
    try:
        {}["a"]
    except KeyError as met:
        kept.append(met)
    return x + 1, len(kept), kept[0].args


@add(f64(2), f64(-2))
def kept_with_a_place(x):
    try:
        {}["a"]
    except KeyError as met:
        kept = met
    return x, kept.__traceback__.tb_lineno, kept


@add(f64(2), f64(-2))
def changed_later_in_a_branch(x):
    try:
        {}["a"]
    except KeyError as met:
        kept = met
    if x > 0:
        kept.add_note("late")
    return kept, getattr(kept, "__notes__", None)


@add(f64(2), f64(-2), raises=KeyError)
def raised_later_in_a_branch(x):
    try:
        {}["a"]
    except KeyError as met:
        kept = met
    if x > 0:
        raise kept
    return x


@add(f64(2), f64(-2))
def kept_by_a_manager(x):
    manager = Keeping()
    with manager:
        {}["a"]
    return x, vars(manager.error), manager.error.args


@add(f64(2), f64(-2))
def asked_for_its_attributes(x):
    try:
        {}["a"]
    except KeyError as met:
        return vars(met), x


@add(f64(2), f64(-2))
def asked_for_in_a_handler(x):
    try:
        {}["a"]
    except KeyError:
        known = sys.exception() is None, sys.exc_info()[0]
    return x, known, sys.exception()


@add(f64(2), f64(-2))
def kept_of_a_class_with_slots(x):
    kept = []
    try:
        raise Coded(1)
    except Coded as met:
        met.code = 3
        kept.append(met)
    return x, kept, kept[0].code


def told_of(kind, error):
    """Return an exception that holds a text of another, made within a handler."""
    try:
        raise TypeError
    except TypeError:
        return kind(repr(error))


@add(f64(2), f64(-2), raises=ValueError)
def made_within_a_handler_of_another_text(x):
    try:
        if x < 0:
            raise KeyError(x)
    except KeyError as error:
        raise told_of(ValueError, error) from told_of(IndexError, error)
    return x


@add(f64(2), f64(-2))
def made_within_a_handler_and_kept(x):
    kept, keeping = [], Keeping()
    try:
        if x < 0:
            raise KeyError(x)
        keeping.error = ValueError(x)
    except KeyError as error:
        keeping.error = told_of(IndexError, error)
        kept.append((told_of(ValueError, error), keeping.error))
    return kept, keeping.error, kept and kept[0][1] is keeping.error
