"""print, f-strings and str of values, in branches and loops."""

from __future__ import annotations

import io
import sys

import numpy as np

from tests.corpus.case import (
    case,
    f32,
    f64,
    floats,
    grid,
    i8,
    i64,
    ints,
    u8,
    wave,
)


def print_value(x):
    print(x)
    if x > 0:
        print("positive", x)
    return x


def print_in_loop(x):
    for i, v in enumerate(x):
        print(i, v)


def print_in_branch(x):
    if x > 0:
        print("yes")
    else:
        print("no")


def print_constant_in_loop(n):
    for i in range(n):
        print("tick", i)
    return n


def print_options(x):
    print(x, x + 1, sep=", ", end=";\n")
    if x > 0:
        print(x, end="")
    else:
        print()


def print_in_while(n):
    while n > 0:
        print("n =", n)
        n = n // 2
    print("done", n)


def print_before_break(x):
    for v in x:
        print("at", v)
        if v > 1:
            print("stop")
            break
    else:
        print("ran out")


def print_before_return(x):
    for v in x:
        if v > 1:
            print("found", v)
            return v
        print("not", v)
    return None


def print_before_raise(x):
    if x > 0:
        print("raising", x)
        raise ValueError(x)
    print("fine")


def print_in_helper(x):
    def show(v):
        if v > 1:
            print("big", v)

    for v in x:
        show(v)
    return len(x)


def print_order_across_branches(x, y):
    if x > 0:
        print("x")
    if y > 0:
        print("y")
    if x > y:
        print("x > y", x - y)


def print_array(m):
    if m.sum() > 3:
        print(m)
        print(m.T)
    return m.shape


def print_after_write(x):
    print(x)
    x[0] = 9
    print(x)
    if x[1] > 0:
        x[1] = -1
        print("now", x)


def print_formatted(x):
    if x > 0:
        print(f"{x:.3f}|{x:10.2e}|{x!r}|{x}")
    else:
        print("%.2f and %s" % (x, x))
    return "{:+.1f}".format(x)


def print_containers(x):
    print([x, 1], (x,), {"x": x})
    if x > 0:
        print([x] * 2)


def fstring_result(x):
    if x > 0:
        return f"x = {x}"
    return f"minus {-x:.2f}"


def fstring_of_array(x):
    label = f"{x}"
    if x.size > 1:
        label = label + f" of {x.size}"
    return label


def str_and_repr(x):
    if x > 0:
        return str(x) + repr(x)
    return repr([x])


def literal_with_a_chosen_precision(n):
    return f"{3.14159:.{n}f}|{'a':>{n}}|{2:{'d'}}"


def format_in_loop(x):
    lines = []
    for v in x:
        lines.append(f"{v:5.1f}")
    return "\n".join(lines)


def string_test(x):
    if str(x).startswith("-"):
        return "minus"
    return "plus"


def print_to_stderr_not(x):
    if x > 0:
        print("out", file=sys.stdout)
    return x


def print_flush(x):
    if x > 0:
        print("flushed", flush=True)
    return -x


def write_stdout(x):
    for v in x:
        sys.stdout.write(f"{v}\n")


def print_nothing_special(x):
    for _ in range(x.size):
        print()
    if x > 0:
        print("", x, "")


def print_types(x, y):
    z = x + y
    if z > 0:
        print(type(z).__name__, z)
    print(x, y)


def print_bool_none(x):
    print(x > 0, None if x > 0 else x)


def print_progress(x, every):
    for i in range(len(x)):
        if i % every == 0:
            print(f"step {i}: {x[i]:.2f}")
        x[i] = 0


def print_in_conditional(x):
    return print("side effect") or 1 if x > 0 else 2


def print_while_zero_turns(n):
    while n > 100:
        print("never")
        n -= 1
    print(n)


def printed_to_the_callers_file(file, items):
    print("known", "text", file=file, sep="-")
    for item in items:
        print(item, file=file)
    return file.getvalue()


CASES = [
    case(
        printed_to_the_callers_file,
        *[lambda x=x: (io.StringIO(), x) for x in ([1, 2], [], [i64(3)], [1])],
    ),
    case(print_value, f64(1.5), f64(-1), i64(3), floats(2), core=True),
    case(print_in_loop, floats(1, 2), ints(), ints(3)),
    case(print_in_branch, f64(1), f64(-1), core=True),
    case(print_constant_in_loop, i64(3), i64(0), 2),
    case(print_options, f64(1), i64(-1)),
    case(print_in_while, i64(5), i64(0)),
    case(print_before_break, floats(1, 2, 3), floats(0), ints()),
    case(print_before_return, floats(1, 2, 3), floats(0)),
    case(print_before_raise, f64(1), f64(-1), raises=ValueError),
    case(print_in_helper, floats(1, 2, 3), ints()),
    case(
        print_order_across_branches,
        (f64(1), f64(-1)),
        (i64(1), i64(2)),
        (f64(-1), f64(-2)),
    ),
    case(print_array, grid(2, 3), grid(1, 1), grid(2, 2, np.int64)),
    case(print_after_write, floats(1, 2), ints(1, -2)),
    case(print_formatted, f64(1.23456), f64(-2), i64(3), f32(0.1)),
    case(print_containers, f64(1), i64(-1), f32(2)),
    case(fstring_result, f64(1.5), i64(-2), f32(0.1), 7),
    case(fstring_of_array, floats(1, 2), ints(3), floats()),
    case(str_and_repr, f64(1.5), i64(-2), f32(0.1)),
    case(literal_with_a_chosen_precision, i64(2), i64(3), 4),
    case(format_in_loop, floats(1, 2.25), ints(3), floats()),
    case(string_test, f64(1), f64(-0.0), i64(-3)),
    case(print_to_stderr_not, f64(1), f64(-1)),
    case(print_flush, f64(1), f64(-1)),
    case(write_stdout, floats(1, 2), ints()),
    case(print_nothing_special, f64(1), f64(-1)),
    case(print_types, (i64(1), f32(2)), (u8(1), i8(-2)), (1, f64(2))),
    case(print_bool_none, f64(1), f64(-1), floats(1, 2), raises=ValueError),
    case(print_progress, (wave(5), 2), (floats(1), i64(3)), (floats(), 1)),
    case(print_in_conditional, f64(1), f64(-1)),
    case(print_while_zero_turns, i64(5), i64(101)),
]
