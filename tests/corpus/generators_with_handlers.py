"""Generators that yield in a `try`, whose handlers see nothing of the consumer."""

from __future__ import annotations

from tests.corpus.case import case, f64, floats


class Odd(Exception):
    pass


def of_keys(xs, kept):
    try:
        for v in xs:
            if v in kept:
                yield v
    except TypeError as error:
        raise Odd(f"no key: {error}") from error


def with_else(xs, notes):
    try:
        for v in xs:
            yield v * 2
            if v > 3:
                raise KeyError(v)
    except (KeyError, Odd) as error:
        notes.append(type(error).__name__)
    else:
        notes.append("else")
        yield -1.0
    notes.append("end")


def within_each_other(xs, notes):
    try:
        for v in xs:
            try:
                yield v
                if v > 2:
                    raise Odd("inner")
            except Odd as error:
                notes.append(str(error))
                if v > 3:
                    raise ValueError("outer") from None
        yield from with_else(xs, notes)
    except ValueError as error:
        notes.append(str(error))


def that_raises(xs, notes):
    try:
        for v in xs:
            yield 1 // int(v)
    except ZeroDivisionError as error:
        notes.append(str(error))
        raise


def that_is_closed(xs, notes):
    try:
        for v in xs:
            yield v
    except BaseException as error:
        notes.append(type(error).__name__)
        raise


GENERATORS = with_else, within_each_other, that_raises, that_is_closed


def gone_through(made, xs):
    notes, total = [], 0.5
    for v in made(xs, notes):
        total = total + v
        notes.append("turn")
    return total, notes


def left_by_break(made, xs, limit):
    notes, total = [], 0.5
    for v in made(xs, notes):
        total = total + v
        if total > limit:
            break
    else:
        notes.append("all")
    return total, notes


def left_by_an_error(made, xs, limit, kind):
    notes, total = [], 0.5
    try:
        for v in made(xs, notes):
            total = total + v
            if total > limit:
                raise kind("consumer")
    except kind as error:
        notes.append(str(error))
    return total, notes


def left_by_an_uncaught_error(made, xs, limit, kind):
    total = 0.5
    for v in made(xs, []):
        total = total + v
        if total > limit:
            raise kind("consumer")
    return total


def with_handlers_of_its_own(made, xs, limit):
    notes, total = [], 0.5
    for v in made(xs, notes):
        try:
            total = total + 1 // int(v - limit)
        except ZeroDivisionError:
            notes.append("zero")
            total = total * 2
    return total, notes


def used_again(made, xs, limit):
    notes, total = [], 0.5
    items = made(xs, notes)
    try:
        for v in items:
            total = total + v
            if total > limit:
                raise KeyError(1)
    except KeyError:
        notes.append("error")
    for v in items:
        total = total * 2 + v
    return total, next(items, -1.0), notes


def kept_ones(xs, kept):
    total = 0.5
    for v in of_keys(xs, kept):
        total = total * 2 + v
    return total


def two_at_once(made, xs, limit):
    notes, total = [], 0.5
    for v in made(xs, notes):
        for w in made(xs, notes):
            total = total + v * w
            if total > limit:
                raise Odd("deep")
    return total, notes


def raised_in_a_handler(made, xs, limit):
    total = 0.5
    try:
        total = total + 1 // 0
    except ZeroDivisionError:
        for v in made(xs, []):
            total = total + v
            if total > limit:
                raise KeyError("within") from None
    return total


class Counted:
    def __init__(self, xs):
        self.xs = xs
        self.count = 0

    def items(self):
        try:
            for v in self.xs:
                self.count += 1
                yield v
        except TypeError as error:
            self.count = -1
            raise Odd("not iterable") from error


def counted(made, limit):
    notes = []
    for v in made.items():
        try:
            for w in made.items():
                if w > limit:
                    raise Odd("inner")
        except Odd:
            notes.append(v)
    return made.count, notes


def counted_without_generators(made, limit):
    for v in made.xs:
        made.count += 1
        try:
            try:
                for w in made.xs:
                    made.count += 1
                    if w > limit:
                        raise KeyError(v)
            except KeyError:
                raise
        except KeyError:
            made.count += 100
    return made.count


VALUES = (
    lambda: floats(1, 2, 3, 4, 5),
    lambda: [1.0, 2.0, 3.0],
    lambda: [1.0, 2.0, 0.5] * 40,
    lambda: floats(2, 3),
)

EACH = [(made, values) for made in GENERATORS for values in VALUES]

CASES = [
    case(
        gone_through,
        *[lambda m=m, v=v: (m, v()) for m, v in EACH],
        raises=ZeroDivisionError,
    ),
    *[
        case(
            function,
            *[lambda m=m, v=v: (m, v(), f64(4)) for m, v in EACH],
            raises=(*more, ZeroDivisionError),
        )
        for function, *more in (
            (left_by_break,),
            (with_handlers_of_its_own,),
            (used_again,),
            (two_at_once, Odd),
            (raised_in_a_handler, KeyError),
        )
    ],
    *[
        case(
            function,
            *[
                lambda m=m, v=v, kind=kind: (m, v(), f64(4), kind)
                for m, v in EACH
                for kind in (KeyError, ValueError, ZeroDivisionError)
            ],
            raises=(*more, ZeroDivisionError),
        )
        for function, *more in (
            (left_by_an_error,),
            (left_by_an_uncaught_error, KeyError, ValueError),
        )
    ],
    *[
        case(
            function,
            *[
                lambda v=v, limit=limit: (Counted(v()), limit)
                for v in VALUES
                for limit in (2, f64(2), f64(9))
            ],
            lambda: (Counted(7), 2),
            raises=error,
        )
        for function, error in ((counted, Odd), (counted_without_generators, TypeError))
    ],
    case(
        kept_ones,
        lambda: ([1.0, 2.0, 3.0], {1.0: 2, 3.0: 4}),
        lambda: (5, {1.0: 2, 3.0: 4}),
        lambda: ([1.0, [2.0]], {1.0: 2}),
        raises=Odd,
    ),
]
