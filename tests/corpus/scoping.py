"""Which name is which: locals, shadowing, unbound names, globals, del."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    i64,
    ints,
)

SCALE = 3
OFFSET = np.array([10.0, 20.0])
SETTINGS = {"limit": 4, "mode": "fast"}
COUNTER = 0
HISTORY = []


def reads_global_scalar(x):
    if x > SCALE:
        return x - SCALE
    return x * SCALE


def reads_global_array(x):
    if x[0] > OFFSET[0]:
        x = x - OFFSET
    return x + OFFSET


def reads_global_dict(x):
    if x > SETTINGS["limit"] and SETTINGS["mode"] == "fast":
        return SETTINGS["limit"]
    return x


def writes_global(x):
    global COUNTER
    if x > 0:
        COUNTER = COUNTER + 1
    return COUNTER


def writes_global_in_loop(x):
    global COUNTER
    for v in x:
        if v > 0:
            COUNTER += v
    return COUNTER


def deletes_global(x):
    global COUNTER
    COUNTER = COUNTER + 1
    if x > 0:
        del COUNTER
    return x


def deletes_and_reads_global(x):
    global COUNTER
    if x > 0:
        del COUNTER
    return COUNTER + x


def deletes_global_and_catches(x):
    global COUNTER
    del COUNTER
    try:
        return COUNTER
    except NameError as error:
        return str(error), x


def deletes_global_in_loop(x):
    global COUNTER
    for value in x:
        COUNTER = value
        if value > 2:
            del COUNTER
            break
    return COUNTER


def binds_global_in_branch(x):
    global FOUND
    if x > 0:
        FOUND = x
    return FOUND


def hides_builtin(x):
    global max
    if x > 0:
        max = 7
    if x > 1:
        del max
    return max == 7


def appends_to_global(x):
    for v in x:
        if v > 1:
            HISTORY.append(v)
    return len(HISTORY)


def shadows_global(x):
    SCALE = 2  # noqa: N806
    if x > 0:
        SCALE = 5  # noqa: N806
    return x * SCALE


def shadows_builtin(x):
    sum = 0
    max = x[0]
    for v in x:
        sum += v
        if v > max:
            max = v
    return sum, max


def parameter_as_loop_variable(x, i):
    for i in range(3):
        x = x + i
    return x, i


def loop_variable_shadows(x):
    v = 100
    for v in x:
        if v > 2:
            break
    return v


def comprehension_does_not_leak(x):
    v = 7
    squares = [v * v for v in x]
    return v, squares


def unbound_on_path(x):
    if x > 0:
        y = x
    return y


def unbound_on_path_unused(x):
    if x > 0:
        y = x
        x = y + 1
    return x


def unbound_after_zero_turns(x):
    for v in x:
        last = v * 2
    return last


def unbound_in_while(n):
    while n > 3:
        n -= 1
        m = n
    return m


def unbound_then_bound(x):
    if x > 0:
        y = 1
    if x > 1:
        y = 2
    if x <= 0:
        y = 3
    return y


def correlated_binding(x):
    found = x > 2
    if found:
        y = x * 2
    x = x + 1
    if found:
        x = x + y
    return x


def local_before_assignment(x):
    if x > 0:
        value = value + 1  # noqa: F821
    else:
        value = 0
    return value


def deleted_name(x):
    y = x + 1
    del y
    if x > 0:
        y = 2
    return y


def delete_in_branch(x):
    y = x * 2
    if x > 0:
        del y
        return x
    return y


def bound_only_in_loop_branch(x):
    for v in x:
        if v > 1:
            first = v
            break
    return first


def name_in_two_loops(x):
    for i in range(len(x)):
        if x[i] > 1:
            break
    for i in range(i, len(x)):
        x[i] = 0
    return i, x


def temporaries_of_branches(x):
    if x > 0:
        t = x * 2
        y = t + 1
    else:
        t = "unused"
        y = x
    return y


def reused_as_other_type(x):
    y = x
    y = y > 1
    if y:
        y = "big"
    else:
        y = [x]
    return y


def swapped_meanings(x, n):
    a, b = x, n
    for _ in range(3):
        a, b = b, a
    return a, b


def name_is_both_argument_and_result(x):
    for x in range(x):
        pass
    return x


def underscore_names(_x, __y):
    if _x > __y:
        _z = _x
    else:
        _z = __y
    return _z


def names_like_ours(x):
    if_true = x
    while_body = 0
    state = 1
    while if_true > 0:
        if_true -= 1
        while_body += state
    ag = if_true + while_body
    return ag


def keyword_like_names(x, lambda_=2, if_=1):
    if x > if_:
        return x * lambda_
    return if_


def class_in_function(x):
    class Pair:
        def __init__(self, a, b):
            self.a = a
            self.b = b

        def larger(self):
            if self.a > self.b:
                return self.a
            return self.b

    return Pair(x, 2 * x - 1).larger()


def annotated_names(x: float) -> float:
    y: float = 0.0
    z: float
    if x > 0:
        y = x
    z = y * 2
    return z


def docstring_and_constants(x):
    """Return x, doubled where it is small."""
    "a stray string"
    ...
    if x < 10:
        """another"""
        x = x * 2
    return x


def import_inside(x):
    import math

    if x > 0:
        return math.floor(x)
    return math.pi


def default_arguments(x, scale=2.0, *, offset=1):
    if x > offset:
        return x * scale
    return x + offset


def star_arguments(*values):
    s = 0
    for v in values:
        if v > 0:
            s += v
    return s


def double_star(x, **options):
    if options:
        for name, value in options.items():
            if x > value:
                return name
    return len(options)


def call_double_star(x):
    return double_star(x, low=1, high=5)


CASES = [
    case(reads_global_scalar, f64(5), i64(2)),
    case(reads_global_array, floats(1, 2), floats(11, 2)),
    case(reads_global_dict, f64(5), i64(2)),
    case(writes_global, f64(5), i64(-2), state=("COUNTER",)),
    case(writes_global_in_loop, floats(1, -1, 2), ints(), state=("COUNTER",)),
    case(
        deletes_global,
        f64(5),
        i64(-2),
        state=("COUNTER",),
    ),
    case(
        deletes_and_reads_global,
        f64(5),
        i64(-2),
        raises=NameError,
        state=("COUNTER",),
    ),
    case(deletes_global_and_catches, f64(5), state=("COUNTER",)),
    case(
        deletes_global_in_loop,
        floats(1, 2),
        floats(1, 3, 2),
        floats(),
        raises=NameError,
        state=("COUNTER",),
    ),
    case(
        binds_global_in_branch,
        f64(5),
        i64(-2),
        raises=NameError,
        state=("FOUND",),
    ),
    case(hides_builtin, i64(0), i64(1), i64(2), state=("max",)),
    case(appends_to_global, floats(1, 2, 3), ints(), state=("HISTORY",)),
    case(shadows_global, f64(5), i64(-2)),
    case(shadows_builtin, floats(1, 3, 2), ints(5), floats(), raises=IndexError),
    case(parameter_as_loop_variable, (f64(5), 9), (i64(0), f64(1))),
    case(loop_variable_shadows, floats(1, 3, 2), floats(), ints(1)),
    case(comprehension_does_not_leak, [1, 2], floats(1, 2), ints()),
    case(unbound_on_path, f64(5), i64(-2), raises=UnboundLocalError),
    case(unbound_on_path_unused, f64(5), i64(-2)),
    case(unbound_after_zero_turns, floats(1, 2), floats(), raises=UnboundLocalError),
    case(unbound_in_while, i64(9), i64(1), raises=UnboundLocalError),
    case(unbound_then_bound, f64(2), f64(0.5), f64(-1)),
    case(correlated_binding, f64(5), f64(1)),
    case(local_before_assignment, f64(1), f64(-1), raises=UnboundLocalError),
    case(deleted_name, f64(1), f64(-1), raises=UnboundLocalError),
    case(delete_in_branch, f64(1), f64(-1)),
    case(bound_only_in_loop_branch, floats(1, 2), floats(0), raises=UnboundLocalError),
    case(
        name_in_two_loops,
        floats(1, 2, 3),
        floats(0),
        floats(),
        raises=UnboundLocalError,
    ),
    case(temporaries_of_branches, f64(1), f64(-1)),
    case(reused_as_other_type, f64(1), i64(2), floats(5)),
    case(swapped_meanings, (f64(1), i64(2)), (floats(1), "n")),
    case(name_is_both_argument_and_result, i64(3), i64(0), 2),
    case(underscore_names, (f64(1), f64(2)), (i64(3), 1)),
    case(names_like_ours, i64(3), i64(0)),
    case(keyword_like_names, f64(3), i64(0), (f64(3), 4, 5)),
    case(class_in_function, f64(3), f64(0.5), floats(2)),
    case(annotated_names, f64(3), f64(-3)),
    case(docstring_and_constants, f64(3), i64(30)),
    case(import_inside, f64(3.5), i64(-1)),
    case(default_arguments, f64(3), (f64(0), 5), (i64(2), i64(3))),
    case(star_arguments, (f64(3), f64(-1), 2), (), (i64(1),)),
    case(double_star, f64(3)),
    case(call_double_star, f64(3), f64(0), i64(9)),
]
