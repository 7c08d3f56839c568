"""`except E as name` where others see the name: it is bound, and unbound again."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import case, i64, ints

LAST = "nothing"


def name_bound_before(a, b):
    error = 5
    try:
        r = a // b
    except ZeroDivisionError as error:
        print(error)
        r = 0
    return r, error


def name_in_lambda(a, b):
    texts = []
    try:
        r = a // b
    except (ZeroDivisionError, TypeError) as error:
        texts.append(lambda: str(error))
        r = texts[0]()
    return r


def lambda_outlives_handler(a, b):
    def show():
        return 3

    try:
        r = a // b
    except (ZeroDivisionError, TypeError) as error:
        show = lambda: error  # noqa: E731
        r = 0
    return r, show()


def name_in_function_in_loop(xs):
    out = []
    for x in xs:
        try:
            out.append(10 // x)
        except ZeroDivisionError as error:

            def text():
                return str(error)

            out.append(len(text()))
            if x > 100:
                continue
            out.append(1)
    return out


def returned_by_lambda(a, b):
    try:
        return a // b
    except ZeroDivisionError as error:
        return (lambda: error.args)()


def unbound_turn_by_turn(xs):
    error = None
    for x in xs:
        try:
            1 // x
        except ZeroDivisionError as error:
            pass
    return error is None


def deleted_in_handler(a, b):
    try:
        r = a // b
    except ZeroDivisionError as error:
        r = len(str(error))
        del error
    return r


def name_of_both_handlers(a, b):
    try:
        r = a // b
    except (ZeroDivisionError, TypeError) as error:
        try:
            r = b[3]
        except (IndexError, TypeError) as error:
            print("inner", error)
            r = 5
        try:
            print(error)
        except NameError as problem:
            print(problem)
    return r


def unbound_for_outer_handler(a, b):
    error = 7
    try:
        try:
            r = a // b
        except ZeroDivisionError as error:
            raise KeyError(str(error)) from None
    except KeyError:
        try:
            r = error
        except UnboundLocalError as problem:
            r = str(problem)
    return r


def name_of_module(a, b):
    global LAST
    try:
        r = a // b
    except ZeroDivisionError as LAST:
        r = str(LAST)
    try:
        r = r, LAST
    except NameError as problem:
        r = r, str(problem)
    LAST = "nothing"
    return r


def cause_raised_by_inner(x, y):
    try:
        z = x // y
    except ZeroDivisionError as error:

        def fail():
            raise ValueError("bad") from error

        z = 0
        if x > 2:
            fail()
    return z


def break_in_handler(xs):
    count = 0
    for x in xs:
        try:
            count += 1 // x
        except ZeroDivisionError as error:
            message = (lambda: str(error))()
            if x == 0 and count > 3:
                break
            count += len(message)
    return count


def deleted_under_lambda(x):
    value = x + 1
    read = lambda: value  # noqa: E731
    if x > 2:
        del value
    try:
        return read()
    except NameError as problem:
        return str(problem), type(problem).__name__


def read_by_inner_before_bound(x):
    def read():
        return value

    if x > 2:
        value = x + 1
    return read()


def chain_of(error):
    found = []
    while error is not None:
        found.append((type(error).__name__, str(error), error.__suppress_context__))
        error = error.__context__
    return found


def in_handler_of_known(x, n):
    try:
        raise ValueError("first")
    except ValueError:
        return x[n] + 1


def raises_in_handler_of_known(x, n):
    try:
        raise ValueError("first")
    except ValueError:
        if x[0] > n:
            raise KeyError("second")  # noqa: B904
    return x


def raises_in_final_of_known(x, n):
    try:
        raise ValueError("first")
    finally:
        x[n] = 1


def contexts(x, n):
    found = []
    for function in (
        in_handler_of_known,
        raises_in_handler_of_known,
        raises_in_final_of_known,
    ):
        try:
            found.append(function(x, n))
        except (IndexError, KeyError, ValueError) as error:
            found.append(chain_of(error))
    return found


STOP = ValueError("stop")
ENDED = ValueError("ended")


class Refusal(Exception):
    def __init__(self, code):
        self.code = code


REFUSAL = Refusal(3)


def exceptions_of_module(x, n):
    found = []
    for limit in (0, n):
        try:
            if x[0] > limit:
                raise STOP
            if x[1] > limit:
                raise REFUSAL
        except ValueError as error:
            found.append((error is STOP, error.args))
        except Refusal as error:
            found.append((error is REFUSAL, error.code))
    return found


def raises_that_of_module(x, n):
    if x[0] > n:
        raise ENDED
    return x


def raises_named(x, n):
    error = ValueError("kept")
    if x[0] > n:
        raise error
    if x[1] > n:
        raise error
    return x


NUMBERS = (ints(1, 2, 0, 3, 0, 1),), ([1, 0, 2],), ((0, 0),)
PAIRS = (7, 2), (7, 0), (np.array([1, 2]), 1), (i64(7), 0)

CASES = [
    case(name_bound_before, *PAIRS, raises=UnboundLocalError),
    case(name_in_lambda, *PAIRS),
    case(lambda_outlives_handler, *PAIRS, raises=NameError),
    case(name_in_function_in_loop, *NUMBERS),
    case(returned_by_lambda, *PAIRS),
    case(unbound_turn_by_turn, *NUMBERS, raises=UnboundLocalError),
    case(deleted_in_handler, *PAIRS),
    case(name_of_both_handlers, *PAIRS),
    case(unbound_for_outer_handler, *PAIRS),
    case(name_of_module, *PAIRS, state=("LAST",)),
    case(cause_raised_by_inner, *PAIRS, raises=ValueError),
    case(break_in_handler, *NUMBERS),
    case(contexts, (ints(3, 1), 1), (ints(3, 1), 5), (ints(3, 1), i64(2))),
    case(exceptions_of_module, (ints(3, 1), 1), (ints(-3, 1), 5), (ints(-1, -1), 2)),
    case(raises_that_of_module, (ints(3, 1), 1), (ints(3, 1), 5), raises=ValueError),
    case(
        raises_named,
        (ints(3, 1), 1),
        (ints(0, 3), 2),
        (ints(3, 1), 5),
        raises=ValueError,
    ),
    case(deleted_under_lambda, (3.0,), (i64(1),), (np.float64(3.0),)),
    case(read_by_inner_before_bound, (3.0,), (i64(1),), raises=NameError),
]
