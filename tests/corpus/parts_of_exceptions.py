"""What exceptions of Python's own hold beside their arguments: names, files, codes."""

from __future__ import annotations

from tests.corpus.case import case, f64, floats, i64


class MissingFile(FileNotFoundError):
    pass


class Failed(Exception):
    """An exception that is among its own arguments."""

    def __init__(self, turns, *more):
        start = super().__init__
        start(self, f"failed after {turns} turns", *more)


def name_of_variable(x):
    try:
        y = x + 1
        return undefined_name + y
    except NameError as error:
        return str(error), error.name


def name_of_attribute(x):
    try:
        y = x + 1
        return y.nothing
    except AttributeError as error:
        return str(error), error.name


def name_given(x):
    try:
        y = x + 1
        if y > 0:
            raise AttributeError("none", name="q")
        return y
    except AttributeError as error:
        return str(error), error.name


def name_of_module(x):
    try:
        y = x + 1
        import nothing_there

        return nothing_there, y
    except ImportError as error:
        return str(error), error.name, error.path


def file_missing(x):
    try:
        if x + 1 > 0:
            raise OSError(2, "missing", "file")
        return x
    except OSError as error:
        return error.errno, error.strerror, error.filename, type(error)


def file_changed(x):
    error = FileNotFoundError(2, "missing", "one")
    error.filename = "other"
    if x > 1:
        raise error
    return error.filename


def file_of_own_class(x):
    if x > 1:
        raise MissingFile(2, "missing", "file")
    raise MissingFile("missing")


def code_of_exit(x):
    try:
        if x + 1 > 0:
            raise SystemExit(3)
        return x
    except SystemExit as error:
        return error.code


def place_of_character(x):
    try:
        y = x + 1
        return y, "ä".encode("ascii")
    except UnicodeEncodeError as error:
        return error.start, error.reason, error.object, error.args


def holds_itself_after_turns(x, n):
    for _ in range(n):
        x = x / 2
        if x < 0.1:
            return x
    raise Failed(n)


def holds_itself_in_a_branch(x):
    error = Failed(2)
    try:
        if x > 0:
            raise error
        return x, len(error.args), error.args[0] is error
    except Failed as caught:
        return caught is error, caught.args[0] is error, caught.args[1]


def each_holds_the_other(x):
    one, other = ValueError("one", x), KeyError("other")
    one.args += (other,)
    other.about = {"it": [one]}
    if x > 0:
        error = one
    else:
        error = other
    try:
        raise error
    except ValueError as caught:
        return caught.args[1], caught.args[2].about["it"][0] is caught
    except KeyError as caught:
        return caught.about["it"][0].args[2] is caught, caught.args


CASES = [
    *[
        case(function, f64(2), i64(-3), 2)
        for function in (name_of_variable, name_given, name_of_module, file_missing)
    ],
    case(name_of_attribute, f64(2), floats(1, 2)),
    case(file_changed, f64(2), i64(-3), raises=FileNotFoundError),
    case(file_of_own_class, f64(2), i64(-3), raises=MissingFile),
    case(code_of_exit, f64(2), i64(-3)),
    case(place_of_character, f64(2), 2),
    case(
        holds_itself_after_turns,
        (1.0, 40),
        (1.0, 2),
        (f64(1), i64(6)),
        (f64(1), i64(2)),
        raises=Failed,
    ),
    case(holds_itself_in_a_branch, f64(2), i64(-3), 2.0),
    case(each_holds_the_other, f64(2), i64(-3), 2.0),
]
