"""Handlers that look at the traceback of what they caught."""

import sys
import traceback

from tests.corpus.case import adding_to, f64, floats

CASES: list = []
add = adding_to(CASES)


def far_item(x, i):
    return x[10] + x[i]


@add(floats(1, 2), floats(*range(12)))
def text_of_what_a_helper_raised(x):
    try:
        return far_item(x, 1)
    except IndexError:
        return traceback.format_exc()


@add(floats(1, 2), floats(*range(12)))
def text_in_a_loop(x):
    found = []
    for i in range(3):
        try:
            found.append(
                far_item(
                    x,
                    i,
                )
                / x[i]
            )
        except IndexError as error:
            found.append("".join(traceback.format_exception(error)))
    return found


@add(floats(1, 2), floats(*range(12)))
def text_in_an_inner_function(x):
    def careful(y):
        try:
            return far_item(y, 1)
        except IndexError as error:
            kept.append(error)
            return 0

    kept = []
    total = careful(x) + careful(x * 2)
    return total, [traceback.format_exception(each) for each in kept]


@add(floats(1, 2), floats(*range(12)), raises=ValueError)
def text_of_what_is_raised_from_it(x):
    def careful(y):
        try:
            return far_item(y, 1)
        except IndexError as error:
            raise ValueError(traceback.format_exc()) from error

    return careful(x) * 2


@add(floats(1, 2), floats(*range(12)), raises=IndexError)
def text_of_what_is_raised_again(x):
    try:
        return far_item(x, 1)
    except IndexError:
        print(traceback.format_exc())
        raise


@add(floats(1, 2), floats(*range(12)))
def names_of_frames(x):
    try:
        return far_item(x, 1)
    except IndexError:
        frames = traceback.extract_tb(sys.exc_info()[2])
        return [(frame.name, frame.lineno, frame.line) for frame in frames]


@add(0, 2, f64(2), raises=IndexError)
def raised_with_another_traceback(x):
    try:
        return 1 / x
    except ZeroDivisionError:
        _, _, seen = sys.exc_info()
        raise IndexError("gone").with_traceback(seen)  # noqa: B904  # as code does


@add(f64(0), 2, f64(2), raises=KeyError)
def traceback_set_before_it_is_raised(x):
    try:
        if x < 1:
            raise IndexError(x)
    except IndexError as error:
        other = KeyError("gone")
        other.__traceback__ = error.__traceback__
        raise other from None
    return x


@add(f64(0), f64(2), 3, raises=ValueError)
def traceback_cleared_in_a_branch(x):
    if x > 1:
        raise ValueError("big").with_traceback(None)
    return x


@add(f64(0), f64(2), 3)
def traceback_cleared(x):
    made = ValueError(x)
    return made.with_traceback(None) is made, made.__traceback__


@add(3, "3", raises=ValueError)
def raised_again_by_a_function(x):
    def again():
        raise

    try:
        if x:
            raise ValueError(x)
    except ValueError:
        again()


@add(3, "3", raises=KeyError)
def raised_again_at_each_level(x):
    def inner(key):
        raise KeyError(key)

    def middle(key):
        try:
            inner(key)
        except KeyError:

            def first():
                second()

            def second():
                raise

            first()

    for _ in range(2):
        try:
            middle(x)
        except KeyError:
            if x:
                raise


@add(3, "3", raises=KeyError)
def raised_by_name_in_a_function(x):
    def inner(key):
        raise KeyError(key)

    try:
        inner(x)
    except KeyError as error:
        caught = error

        def again():
            raise caught  # noqa: B904  # in the handler, as code does

        again()


@add(3, "3", raises=ValueError)
def raised_again_in_a_loop(x):
    def again():
        raise

    try:
        try:
            if x:
                raise ValueError(x)
        except ValueError:
            again()
    except ValueError:
        while x:
            again()
