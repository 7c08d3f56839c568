"""Exceptions that a function makes or catches, and changes: notes, attributes, causes."""

from __future__ import annotations

from tests.corpus.case import case, f64, i64, ints


class Bad(Exception):
    def __init__(self, code):
        super().__init__("bad")
        self.code = code


def helper(e):
    e.add_note("helped")
    return e


def note_on_what_is_raised_again(x):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.add_note("noted")
        if x > 0:
            raise
    return x


def note_on_an_error_of_the_run(x):
    try:
        if x > 0:
            raise ValueError("a")
    except ValueError as e:
        e.add_note("noted")
        raise
    return x


def note_read(x):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.add_note("noted")
        return e.__notes__, x + 1


def arguments_of_a_caught_one(x):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.args = ("b", x)
        raise


def arguments_set(x):
    e = ValueError("a")
    e.args = ("b", x)
    if x > 0:
        raise e
    return e.args


def attribute_set(x):
    e = ValueError("a")
    e.code = x
    if x > 0:
        raise e
    return e.code


def attribute_of_a_caught_one(x):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.code = 3
        raise


def caught_one_kept(x):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.code = x
        f = e
    if x > 0:
        raise f
    return f.code, f.args


def caught_one_returned(x):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.code = 3
        f = e
    if x > 0:
        raise f
    return f


def returned_with_a_note(x):
    e = ValueError("a", 1)
    e.add_note("n")
    return e


def returned_with_values(x):
    e = ValueError("a", x)
    e.add_note("n")
    return e, x + 1


def notes_set(x):
    e = ValueError("a")
    e.__notes__ = ["q"]
    if x > 0:
        raise e
    return x


def without_traceback(x):
    e = ValueError("a").with_traceback(None)
    if x > 0:
        raise e
    return x


def cause_with_a_note(x):
    try:
        raise KeyError("k")
    except KeyError as e:
        e.add_note("inner")
        if x > 0:
            raise ValueError("outer") from e
    return x


def cause_set(x):
    e = ValueError("a")
    e.__cause__ = KeyError("b")
    if x > 0:
        raise e
    return x


def note_in_a_branch_of_a_loop(x):
    e = ValueError("bad")
    for v in x:
        if v > 2:
            e.add_note("item")
    raise e


def note_in_a_loop(x):
    e = ValueError("bad")
    for v in x:
        e.add_note(f"item {v}")
    raise e


def caught_ones_in_a_list(x):
    errors = []
    for v in (1, 2):
        try:
            raise ValueError(v)
        except ValueError as e:
            e.add_note("hm")
            errors.append(e)
    if x > 0:
        raise errors[0]
    return errors[1]


def own_class_caught(x):
    try:
        raise Bad(3)
    except Bad as e:
        e.code += 1
        e.add_note("hey")
        if x > 0:
            raise
        return e.code


def own_class_changed(x):
    e = Bad(x)
    e.code += 1
    if x > 0:
        raise e
    return e.code


def note_by_a_helper(x):
    if x > 0:
        raise helper(ValueError("a"))
    return x


def note_by_a_helper_before(x):
    e = ValueError("a")
    helper(e)
    raise e


def note_of_a_value(x):
    e = ValueError("a")
    e.add_note(str(x))
    raise e


def attribute_set_by_name(x):
    e = ValueError("a")
    setattr(e, "code", 5)
    if x > 0:
        raise e
    return e.code, x


def attribute_deleted(x):
    e = ValueError("a")
    e.code = 4
    del e.code
    if x > 0:
        raise e
    return x


def note_on_a_missing_key(x):
    d = {}
    try:
        d["q"]
    except KeyError as e:
        e.add_note("lost")
        if x > 0:
            raise
    return x


def arguments_of_a_conversion(x):
    try:
        int("zz")
    except ValueError as e:
        e.args = ("other",)
        f = e
    if x > 0:
        raise f
    return x


def group_with_a_note(x):
    e = ExceptionGroup("g", [ValueError("a"), KeyError("k")])
    e.add_note("n")
    if x > 0:
        raise e
    return x


def group_of_one_with_a_note(x):
    v = ValueError("a")
    v.add_note("inner")
    if x > 0:
        raise ExceptionGroup("g", [v])
    return x


def cause_in_a_loop(x):
    for v in x:
        try:
            if v > 2:
                raise KeyError(int(v))
        except KeyError as e:
            raise ValueError("outer") from e
    return x


def note_without_values(n):
    try:
        raise ValueError("a")
    except ValueError as e:
        e.add_note("noted")
        raise


def notes_returned(x):
    e = ValueError("a")
    e.add_note("n1")
    if x > 0:
        raise e
    return e.__notes__


def returned_class_as_cause(x):
    try:
        raise ValueError("outer") from KeyError
    except ValueError as e:
        cause = type(e.__cause__)
    return x, cause.__name__


SIGNS = f64(2.0), f64(-1.0)


def changed_in_a_list_of_the_run(x, n):
    error = KeyError("a")
    errors = [error]
    for _ in range(n):
        errors.append(x)
    error.about = x
    return errors[0].about, len(errors)


def named_anew_in_a_list_of_the_run(x, n):
    error = KeyError("a")
    outer = [ValueError(error)]
    for _ in range(n):
        outer.append(x)
    error.args = (x,)
    error.add_note("changed")
    return outer[0].args[0].args, error.__notes__, outer[0].args[0].__notes__


CASES = [
    case(note_on_what_is_raised_again, *SIGNS, raises=ValueError),
    case(note_on_an_error_of_the_run, *SIGNS, raises=ValueError),
    case(note_read, *SIGNS),
    case(arguments_of_a_caught_one, *SIGNS, raises=ValueError),
    case(arguments_set, *SIGNS, raises=ValueError),
    case(attribute_set, *SIGNS, raises=ValueError),
    case(attribute_of_a_caught_one, *SIGNS, raises=ValueError),
    case(caught_one_kept, *SIGNS, raises=ValueError),
    case(caught_one_returned, *SIGNS, raises=ValueError),
    case(returned_with_a_note, *SIGNS),
    case(returned_with_values, *SIGNS),
    case(notes_set, *SIGNS, raises=ValueError),
    case(without_traceback, *SIGNS, raises=ValueError),
    case(cause_with_a_note, *SIGNS, raises=ValueError),
    case(cause_set, *SIGNS, raises=ValueError),
    case(
        note_in_a_branch_of_a_loop, (ints(1, 3, 2),), (ints(5, 6),), raises=ValueError
    ),
    case(note_in_a_loop, (ints(1, 3, 2),), (ints(5, 6),), raises=ValueError),
    case(caught_ones_in_a_list, *SIGNS, raises=ValueError),
    case(own_class_caught, *SIGNS, raises=Bad),
    case(own_class_changed, *SIGNS, raises=Bad),
    case(note_by_a_helper, *SIGNS, raises=ValueError),
    case(note_by_a_helper_before, *SIGNS, raises=ValueError),
    case(note_of_a_value, *SIGNS, raises=ValueError),
    case(attribute_set_by_name, *SIGNS, raises=ValueError),
    case(attribute_deleted, *SIGNS, raises=ValueError),
    case(note_on_a_missing_key, *SIGNS, raises=KeyError),
    case(arguments_of_a_conversion, *SIGNS, raises=ValueError),
    case(group_with_a_note, *SIGNS, raises=ExceptionGroup),
    case(group_of_one_with_a_note, *SIGNS, raises=ExceptionGroup),
    case(cause_in_a_loop, (ints(1, 3, 2),), (ints(5, 6),), raises=ValueError),
    case(note_without_values, (3,), raises=ValueError),
    case(notes_returned, *SIGNS, raises=ValueError),
    case(returned_class_as_cause, *SIGNS),
    case(changed_in_a_list_of_the_run, (f64(2), i64(2)), (2.0, 3)),
    case(named_anew_in_a_list_of_the_run, (f64(2), i64(2)), (2.0, 3)),
]
