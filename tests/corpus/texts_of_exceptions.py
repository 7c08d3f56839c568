"""What the text of an exception is that was made, caught or kept, but not raised."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
VALUES = (i64(3), f64(0), 2, "text", floats(1, 2), [1, 2])


class Coded(Exception):
    def __init__(self, code):
        super().__init__("coded")
        self.code = code

    def __str__(self):
        return f"code {self.code}"


@add(*VALUES)
def texts_of_one_not_raised(x):
    error = ValueError("bad", x)
    return str(error), repr(error), ascii(error), error.args


@add(*VALUES)
def texts_by_formats(x):
    error = KeyError(x)
    return f"{error} {error!r}", "%s %r" % (error, error), "{:>20}".format(str(error))


@add(*VALUES)
def texts_within_containers(x):
    errors = [ValueError(x), KeyError(x), OSError(2, "no")]
    return [str(e) for e in errors], " ".join(map(repr, errors)), str(errors)


@add(*VALUES)
def text_of_ones_own_class(x):
    return str(Coded(x)), f"{Coded(3)}", repr(Coded(x))


@add(i64(3), f64(0), floats(1, 2))
def printed(x):
    print(ValueError(x), KeyError("a", x), sep="|")


@add(*VALUES)
def text_of_one_that_holds_itself(x):
    error = ValueError("a")
    error.args = (error, x)
    error.own = error
    return len(error.args), str(error.args[1])


@add(*VALUES)
def text_before_and_after_a_change(x):
    error = ValueError("a", x)
    before = str(error)
    error.args = (1,)
    return before, str(error)


@add((1, 0), (6, 4), raises=TypeError)
def caused_by_no_exception(a, b):
    try:
        try:
            return a // b
        except ZeroDivisionError:
            raise KeyError from True
    except KeyError:
        return -1


@add((1, 0), (6, 4), raises=ValueError)
def caused_by_a_class(a, b):
    try:
        if b == 0:
            raise KeyError("b") from OverflowError
    except KeyError as error:
        raise ValueError(type(error.__cause__).__name__) from error
    return a


@add(i64(3), f64(0), raises=RuntimeError)
def parent_of_no_argument(x):
    class Local(Exception):
        def __init__(self, value):
            def initialize():
                super().__init__(value)

            initialize()

    raise Local(x)
