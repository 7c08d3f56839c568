"""Classes that an `except` clause names, which Python looks up where they are needed."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
FOUND, MISSED = (floats(1, 2), i64(1)), (floats(1, 2), i64(7))


@add(FOUND, core=True)
def gone_from_numpy(x, i):
    try:
        y = x[i]
    except np.ComplexWarning:  # as in NumPy 1
        y = 0.0
    return y


@add(MISSED, core=True, raises=AttributeError)
def gone_and_needed(x, i):
    try:
        y = x[i]
    except np.ComplexWarning:
        y = 0.0
    return y


@add(FOUND, MISSED, core=True, raises=NameError)
def one_of_several(x, i):
    try:
        y = x[i]
    except (missing, IndexError):  # noqa: F821
        y = 0.0
    return y


@add(FOUND, MISSED, core=True)
def behind_the_one_that_handles(x, i):
    try:
        return x[i]
    except IndexError:
        return 0.0
    except missing:  # noqa: F821
        return 1.0


@add(FOUND, MISSED, core=True)
def error_of_the_clause_handled(x, i):
    try:
        try:
            return x[i]
        except missing:  # noqa: F821
            return 0.0
    except NameError as error:
        return str(error), type(error.__context__).__name__


def asked():
    print("asked")
    return IndexError


@add(FOUND, MISSED)
def computed(x, i):
    try:
        return x[i]
    except asked():
        return 0.0
