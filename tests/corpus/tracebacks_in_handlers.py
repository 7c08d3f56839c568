"""Handlers that look at the traceback of what they caught."""

import sys
import traceback

from tests.corpus.case import adding_to, floats

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
