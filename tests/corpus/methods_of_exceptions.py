"""Functions that classes of exceptions hold: of the class, of none, and of an object."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (f64(1), f64(3), f64(0), 1, 2, 3, 4)


class Failure(Exception):
    """Fails with something."""

    level = 1

    def __init__(self, text, about=None):
        Exception.__init__(self, text)
        self.about = about

    @classmethod
    def of(cls, x):
        return cls("large", x) if x > 1 else cls("small", x)

    @staticmethod
    def checked(x):
        if x > 2:
            raise Failure("checked")
        return x + 1

    def change(self, x):
        self.about = x if x > 1 else -x
        return self

    def distance(x):
        return x if x > 1 else 1 - x


class Third(Failure):
    """Fails with three."""

    def __init__(self, text):
        Failure.__init__(self, text, 3)

    def change(self, x):
        return Failure.change(self, x + 1)


@add(*NUMBERS)
def made_by_the_class(x):
    try:
        raise Failure.of(x)
    except Failure as error:
        return str(error), error.about


@add(*NUMBERS)
def checked_by_a_static_method(x):
    try:
        return Failure.checked(x), Failure.distance(x)
    except Failure as error:
        return str(error)


@add(*[lambda x=x: (Third("a"), x) for x in NUMBERS])
def changed_by_a_method(error, x):
    first = error.change(x).about
    return first, Failure.change(error, -x).about, error.level


@add(*[lambda x=x: (Third("a"), x) for x in NUMBERS])
def initialized_again(error, x):
    Third.__init__(error, x)
    return error.args, error.about, Exception.__str__(error)


@add(*[lambda x=x: (Failure("a"), x) for x in NUMBERS])
def initialized_by_python(error, x):
    BaseException.__init__(error, x, 2)
    return error.args, Exception.with_traceback(error, None) is error
