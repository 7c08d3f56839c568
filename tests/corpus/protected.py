"""`try` and `with` around staged code: handlers, final blocks, managers of all kinds."""

from __future__ import annotations

import contextlib
import io
import threading
import warnings

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints

LOCK = threading.Lock()


class Counted:
    def __init__(self):
        self.n = 0
        self.log = []

    def __enter__(self):
        self.n += 1
        return self

    def __exit__(self, kind, error, trace):
        self.log.append(None if kind is None else kind.__name__)
        return kind is ValueError


@contextlib.contextmanager
def managed(name):
    print("in", name)
    try:
        yield name + "!"
    except KeyError:
        print("key")
    finally:
        print("out", name)


def text_of_error(x, y):
    try:
        r = x / y
    except ZeroDivisionError as e:
        r = str(e)
    return r


def progress_in_loop(xs):
    total = 0
    try:
        for x in xs:
            total += 1 // x
    except ZeroDivisionError:
        return (total, "zero")
    finally:
        print("done", total)
    return total


def errstate_and_handler(x):
    with np.errstate(all="raise"):
        try:
            y = np.log(x)
        except FloatingPointError as e:
            y = -1.0
    return y


def loop_with_all_clauses(x, n):
    count = 0
    for i in range(n):
        try:
            if x[i] < 0:
                raise ValueError(i, x[i])
            count += 1
        except ValueError as e:
            print(e.args)
            continue
        else:
            count += 10
        finally:
            count += 100
    return count


def suppress_in_loop(x, n):
    s = 0
    with contextlib.suppress(IndexError):
        for i in range(n):
            s += x[i]
    return s


def prints_and_reraises(x, i):
    try:
        return x[i]
    except IndexError:
        print("bad")
        raise


def raises_from_handler(x):
    try:
        if x > 0:
            raise KeyError("a")
        return 1
    except LookupError as e:
        raise ValueError("b") from e


def missing_key(d, k):
    try:
        return d[k]
    except KeyError:
        return None


def own_manager(x):
    t = Counted()
    with t as u:
        y = x + u.n
        if x > 1:
            raise ValueError("v")
        y += 10
    return (y, t.n)


def generator_manager(x):
    with managed("a") as s:
        print(s)
        if x > 1:
            raise KeyError("z")
        x = x + 1
    return x


def lock(x):
    with LOCK:
        if x > 0:
            return x * 2
    return -x


def manager_of_the_module(x, counted):
    with counted as t:
        y = x * t.n
        if x > 1:
            raise ValueError
    return y if x <= 1 else None


def break_and_continue_in_with(x):
    for i in range(3):
        with contextlib.suppress(ZeroDivisionError, IndexError):
            if x[i] == 0:
                continue
            x[i] = 1 / x[i]
            if x[i] > 0.9:
                break
    return (x, i)


def two_managers(x):
    with np.errstate(divide="ignore"), np.printoptions(precision=2):
        print(x)
        return 1 / x


def redirected_print(x):
    with contextlib.redirect_stdout(io.StringIO()) as f:
        print("hello", x)
    return f.getvalue()


def warnings_as_errors(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return np.log(x)
        except RuntimeWarning as e:
            return str(e)


def finally_in_try(x):
    try:
        try:
            y = x[5]
        finally:
            print("f")
    except (IndexError, KeyError) as e:
        y = type(e).__name__
    return y


def append_in_try(x, n):
    out = []
    for i in range(n):
        try:
            out.append(x[i] / (i - 1))
        except (ZeroDivisionError, IndexError) as e:
            out.append(type(e).__name__)
    return out


def callee_with_finally(x):

    def inner(i):
        try:
            return x[i]
        except IndexError:
            return None
        finally:
            print("i", i)

    s = 0
    for i in range(5):
        v = inner(i)
        if v is not None:
            s += v
    return s


def assertion_caught(x):
    try:
        assert x > 0, "neg"
        return np.sqrt(x)
    except AssertionError as e:
        return e.args[0]


def search_by_error(x):
    i = 0
    while True:
        try:
            if x[i] > 2:
                break
            i += 1
        except IndexError:
            i = -1
            break
    return i


def keys_that_may_miss(x, fs):
    s = 0
    for k in ("a", "b"):
        try:
            s = s + fs[k] * x
        except KeyError as e:
            s = s - 1
            print(e)
    return s


def conversion_or_default(n):
    try:
        m = int(n)
    except (TypeError, ValueError):
        return -1
    else:
        m += 1
    return m


def suppressed_lookup(x):
    found = []
    for value in x:
        with contextlib.suppress(KeyError):
            if value > 2:
                {}[value]
            found.append(value)
    return found


def suppressed_division(x, n):
    with contextlib.suppress(ZeroDivisionError):
        n // int(x[0])
        x[0] = 5
    return x


def nested_tries_that_share_what_they_write(x, d):
    s, t = x[0], 0
    try:
        s = s + 1
        try:
            if s > 2:
                s = s * 2
            for v in x:
                t = t + v
                s = s + 10 // v
            try:
                s = s - 7 // d
            finally:
                t = t + s
            s = s + x[d]
        except ZeroDivisionError:
            s = s + 100
            t = t + x[int(s)]
        s = s + 1000 // (d - 2)
    except (IndexError, ZeroDivisionError):
        s = -s
    return s, t


def nested_tries_of_another_type(x, d):
    s = None
    try:
        s = x[0]
        try:
            s = s + 0.5
            s = s // x[d]
            s = "all"
        except IndexError:
            s = [s, s]
        t = x[d - 1] / s
    except (TypeError, IndexError) as error:
        t = str(error)
    return s, t


def try_in_a_loop_in_a_try(x):
    best, tries = 0, 0
    try:
        for v in x:
            tries += 1
            try:
                best = max(best, 12 % int(v))
            except ZeroDivisionError:
                best += 1
                x[tries] = 0
            if tries > 5:
                break
    except IndexError:
        tries = -tries
    return best, tries


CASES = [
    case(
        nested_tries_that_share_what_they_write,
        (ints(1, 2, 5), 1),
        (ints(1, 0, 5), 1),
        (ints(4, 3), 0),
        (ints(1, 2, 3), 2),
        (ints(9, 2, 3), 7),
    ),
    case(
        nested_tries_of_another_type,
        (floats(1, 2), 1),
        (floats(1, 2), 2),
        (floats(1, 2), 3),
        (ints(0, 3), 0),
    ),
    case(try_in_a_loop_in_a_try, ints(5, 0, 7, 1), ints(5, 7, 0), ([1, 0, 0, 3],)),
    case(text_of_error, (1, 2), (1, 0), (np.float64(1), np.float64(0)), (i64(1), 0)),
    case(progress_in_loop, (ints(1, 2, 0),), ([1, 2, 0],), ([1, 2, 3],)),
    case(errstate_and_handler, (f64(-1.0),), (floats(1, 2),)),
    case(
        loop_with_all_clauses,
        (ints(1, -1, 2), 3),
        (ints(1, -1, 2), 4),
        raises=IndexError,
    ),
    case(suppress_in_loop, (floats(0, 1, 2), 5), (floats(0, 1, 2), 2)),
    case(
        prints_and_reraises,
        (ints(0, 1, 2), i64(5)),
        (ints(0, 1, 2), 1),
        raises=IndexError,
    ),
    case(raises_from_handler, (f64(1.0),), (f64(-1.0),), raises=ValueError),
    case(missing_key, ({"a": 1}, "a"), ({"a": 1}, "b")),
    case(own_manager, (f64(0.0),), (f64(3.0),)),
    case(generator_manager, (f64(0.0),), (f64(3.0),)),
    case(lock, (f64(1.0),), (f64(-1.0),)),
    case(manager_of_the_module, (f64(1.0), Counted()), (f64(3.0), Counted())),
    case(break_and_continue_in_with, (floats(0, 2, 1),), (floats(3, 2),)),
    case(two_managers, (floats(0.123456, 1),)),
    case(redirected_print, (f64(1.5),)),
    case(warnings_as_errors, (f64(1.5),), (f64(-1.0),)),
    case(finally_in_try, (ints(0, 1, 2),), (ints(0, 1, 2, 3, 4, 5, 6),)),
    case(append_in_try, (floats(0, 1, 2), 4), ([1, 2, 3], 4)),
    case(callee_with_finally, (floats(0, 1, 2),), (floats(0, 1, 2, 3, 4, 5),)),
    case(assertion_caught, (f64(2.0),), (f64(-2.0),)),
    case(search_by_error, (ints(1, 2, 3),), (ints(1, 2),)),
    case(keys_that_may_miss, (f64(2.0), {"a": 3.0}), (f64(2.0), {"a": 3.0, "b": 1})),
    case(conversion_or_default, ("7",), ("x",), (f64(3.7),), (None,)),
    case(suppressed_lookup, ints(0, 1, 5, 2, 3), floats(3.5, 1)),
    case(suppressed_division, (ints(0, 1), 3), (ints(2, 1), 3)),
]
