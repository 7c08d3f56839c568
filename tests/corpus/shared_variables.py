"""Variables that functions of the run share with the function that made them."""

from __future__ import annotations

import sys

import numpy as np

import autograph as ag
from tests.corpus.case import case, f64, floats, i64


UNBOUND = UnboundLocalError if sys.version_info >= (3, 12) else NameError
"""What a name is found to be in a comprehension, which was a function once."""


@ag.do_not_convert
def call(f, *args):
    return f(*args)


KEPT = []


@ag.do_not_convert
def keep(f, x):
    KEPT.append(f)


@ag.do_not_convert
def replay(x, *args):
    held = KEPT[:]
    KEPT.clear()
    return [f(*args) for f in held]


def kept_then_changed(x):
    k = x
    keep(lambda: k, x)
    k = x + 1
    a = replay(x)
    return a, k


def kept_changed_in_branch(x):
    k = 0
    keep(lambda: k, x)
    if x > 0:
        k = x * 2
    else:
        k = k - 1
    return replay(x), k


def kept_changed_in_one_branch(x):
    k = 0
    keep(lambda: k, x)
    if x > 0:
        k = x * 2
        a = call(lambda: k + 1)
        k = 0
    else:
        a = None
    return replay(x), k, a


def kept_in_loop(xs):
    k = 0
    for v in xs:
        k = k + v
        keep(lambda: k, xs)
    return replay(xs), k


def kept_before_loop(xs):
    k = 0
    out = []
    keep(lambda: k, xs)
    for v in xs:
        k = k + v
        out.append(call(lambda: k))
    return replay(xs), k, out


def loop_var(xs):
    for v in xs:
        keep(lambda: v, xs)
    return replay(xs)


def loop_var_while(n):
    i = 0
    while i < n:
        keep(lambda: i, n)
        i += 1
    return replay(n)


def nonlocal_counter(xs):
    n = 0

    def bump(v):
        nonlocal n
        n += v
        return n

    out = []
    for v in xs:
        if v > 0:
            out.append(call(bump, v))
        else:
            n = n * 2
    return out, n


def nonlocal_mixed(x):
    n = 1

    def bump(v):
        nonlocal n
        n += v

    bump(x)
    call(bump, x)
    bump(1)
    if x > 0:
        call(bump, 10)
    n = n + 1
    call(bump, 0)
    return n


def nonlocal_two(x):
    a, b = 0, x

    def swap():
        nonlocal a, b
        a, b = b, a

    call(swap)
    r = (a, b)
    call(swap)
    return r, a, b


def two_share(x):
    n = x

    def get():
        return n

    def put(v):
        nonlocal n
        n = v

    call(put, x + 1)
    r = call(get), n
    n = 7
    return r, call(get)


def returned_pair(x):
    n = x

    def get():
        return n

    def put(v):
        nonlocal n
        n = v

    return get, put


def use_pair(x):
    get, put = returned_pair(x)
    call(put, 5)
    return call(get), get()


def recursive_total(n):
    total = 0

    def walk(k):
        nonlocal total
        if k > 0:
            total += k
            walk(k - 1)
            walk(k - 2)

    walk(n)
    return total


def recursive_best(xs, n):
    best = -1.0
    order = []

    def walk(i, s):
        nonlocal best
        if i >= n:
            if s > best:
                best = s
                order.append(s)
            return
        walk(i + 1, s)
        walk(i + 1, s + xs[i])

    walk(np.int64(0), 0.0)
    return best, order


def raises_after(x):
    n = 0

    def bump():
        nonlocal n
        n += 1

    call(bump)
    n += 1
    if x > 0:
        raise ValueError(n)
    return n


def try_bump(x):
    n = 0

    def bump(v):
        nonlocal n
        n += 1
        return 1 / v

    try:
        call(bump, x)
    except ZeroDivisionError:
        n += 10
    return n


def rebinds_function(x):
    f = lambda: 1
    g = lambda: f() + 1
    keep(g, x)
    f = lambda: x
    return replay(x), g()


def unbound_then_bound(x):
    def get():
        return late

    keep(get, x)
    late = x
    return replay(x)


def deleted(x):
    k = x

    def get():
        return k

    keep(get, x)
    del k
    return replay(x)


def bound_in_branch(x):
    def get():
        return late

    keep(get, x)
    if x > 0:
        late = x
    return replay(x)


def list_variable(x):
    xs = [x]

    def add(v):
        xs.append(v)
        return len(xs)

    n = call(add, 1)
    xs = xs + [n]
    m = call(add, 2)
    return xs, n, m


def augmented(x):
    xs = []

    def add(v):
        nonlocal xs
        xs += [v]

    call(add, x)
    call(add, 2)
    return xs


def array_rebound(x, n):
    y = np.zeros(2)

    def get():
        return y.sum()

    out = 0.0
    for i in range(n):
        y = y + x
        out += call(get)
    return out, y


def deep(x):
    a = x

    def f():
        def g():
            nonlocal a
            a += 1
            return a

        return g

    h = call(f)
    r = h()
    return r, a


def deep_called(x):
    a = x

    def f():
        def g():
            nonlocal a
            a += 1
            return a

        return call(g) + a

    return f(), call(f), a


def parameter(x):
    def set_x():
        nonlocal x
        x = x * 2

    call(set_x)
    return x


def parameter_changes(x, n):
    f = lambda: x
    while n > 0:
        x = x + call(f)
        n -= 1
    return x


def factory_in_loop(xs):
    def make(v):
        def get():
            nonlocal v
            v += 1
            return v

        return get

    s = 0.0
    for v in xs:
        g = make(v)
        s += call(g) + call(g)
    return s


def counter_factory(x):
    def counter():
        n = 0

        def tick():
            nonlocal n
            n += 1
            return n

        return tick

    a, b = counter(), counter()
    return call(a), call(a), call(b), a(), b()


def comprehension_var(xs, k):
    k2 = k
    fs = [lambda v, i=i: v + i + k2 for i in range(2)]
    keep(fs[0], xs)
    k2 = k2 + 1
    return replay(xs, 1)


def returned_late(x):
    k = 1
    f = lambda v: v + k
    k = x
    return f


def call_returned_late(x):
    return call(returned_late(x), 1)


def in_branch_only(x):
    n = 0
    if x > 0:

        def bump():
            nonlocal n
            n += x

        call(bump)
        call(bump)
    return n


def both_branches(x):
    n = 0

    def bump():
        nonlocal n
        n += 1

    if x > 0:
        call(bump)
        n += 10
    else:
        n += 100
        call(bump)
    call(bump)
    return n


def unbound_around(x):
    def inner():
        return n

    if x > 0:
        n = 1
    return inner()


def unbound_around_comprehension(x):
    if x > 0:
        n = 1
    return [n for _ in range(2)]


def descent_whose_reader_comes_first(x):
    tokens = f"2 * ( 3 + {x} ) - 1".split()
    place = 0

    def ahead():
        return tokens[place] if place < len(tokens) else None

    def take():
        nonlocal place
        place += 1
        return tokens[place - 1]

    def atom():
        if ahead() != "(":
            return float(take())
        take()
        value = total()
        take()
        return value

    def product():
        value = atom()
        while ahead() in ("*", "/"):
            value = value * atom() if take() == "*" else value / atom()
        return value

    def total():
        value = product()
        while ahead() in ("+", "-"):
            value = value + product() if take() == "+" else value - product()
        return value

    return total(), place


def function_reads_what_the_other_branch_binds(n, y):
    if n:
        x = y
    else:

        def deeper(k):
            return deeper(k - x) if k else 0

    return n


@ag.do_not_convert
def call_above_two(f, n):
    return f(n) if n > 2 else 0


def bound_by_the_other_function(n):
    def bind(k):
        nonlocal x
        x = k
        return k

    call_above_two(bind, n)
    if 0:
        x = 1
    return x


def bound_in_a_loop_by_the_other_function(n):
    for i in range(n):

        def bind(k):
            nonlocal x
            x = k
            return k

        if i > 1:
            call_above_two(bind, i)
    if 0:
        x = 1
    return x


def unbound_name_is_caught(n):
    def bind(k):
        nonlocal x
        x = k
        return k

    call_above_two(bind, n)
    try:
        y = x
    except NameError as error:
        y = str(error)
    if 0:
        x = 1
    return y


def added_to_before_it_is_bound(n):
    def more(k):
        nonlocal x
        x = x + k
        return x

    if n > 1:
        x = 5
    try:
        return call(more, n), x
    except NameError as error:
        return str(error)


EVENTS: list[float] = []


def setter_made_in_a_loop_of_no_turns(x, y):
    global EVENTS
    for _ in EVENTS:
        if x:

            def setter():
                nonlocal y
                y = 1

        elif setter:
            pass
    EVENTS = EVENTS
    return y < 3


def setter_called_in_a_loop(x, y):
    for i in range(3):

        def setter():
            nonlocal y
            y = y - 1

        if x > i:
            call(setter)
        else:
            y = y * 2
    return y


def counted_in_a_branch(data):
    count = 0

    def counted(items):
        nonlocal count
        for item in items:
            count += 1
            yield item

    if data.__length_hint__() > 1:
        data = counted(data)
    return list(data), count


def added_to_in_a_loop_before_it_is_bound(xs):
    for x in xs:

        def add():
            nonlocal total
            total += x

        add()
    total = 0.0
    return total


CASES = [
    case(f, f64(2), f64(-1))
    for f in (
        kept_then_changed,
        kept_changed_in_branch,
        kept_changed_in_one_branch,
        nonlocal_mixed,
        nonlocal_two,
        two_share,
        use_pair,
        rebinds_function,
        unbound_then_bound,
        list_variable,
        augmented,
        deep,
        deep_called,
        parameter,
        counter_factory,
        call_returned_late,
        in_branch_only,
        both_branches,
    )
]
CASES += [
    case(f, floats(1, -2, 3), floats())
    for f in (
        kept_in_loop,
        kept_before_loop,
        loop_var,
        nonlocal_counter,
        factory_in_loop,
    )
]
CASES += [
    case(loop_var_while, i64(3), i64(0)),
    case(recursive_total, i64(12), i64(0)),
    case(
        recursive_best,
        (floats(1, -2, 3), i64(3)),
        (floats(1, -2, 3, 5, -1, 2, 2, 7, 3), i64(9)),
    ),
    case(setter_made_in_a_loop_of_no_turns, (i64(2), i64(-3)), (0, 5)),
    case(setter_called_in_a_loop, (f64(2), f64(5)), (f64(0), 3), (3, 4.5)),
    case(raises_after, f64(1), f64(-1), raises=ValueError),
    case(try_bump, f64(1), i64(0), 0),
    case(deleted, f64(1), raises=NameError),
    case(unbound_around, f64(1), f64(-1), raises=NameError),
    case(unbound_around_comprehension, f64(1), f64(-1), raises=UNBOUND),
    case(
        added_to_in_a_loop_before_it_is_bound, floats(1, 2), floats(), raises=NameError
    ),
    case(bound_in_branch, f64(1), f64(-1), raises=NameError),
    case(array_rebound, (f64(1), i64(3)), (floats(1, 2), i64(2))),
    case(parameter_changes, (f64(1), i64(3))),
    case(comprehension_var, (floats(1), f64(1))),
    case(
        function_reads_what_the_other_branch_binds, (i64(3), i64(1)), (i64(0), i64(1))
    ),
    case(descent_whose_reader_comes_first, i64(3), f64(1.5)),
    case(bound_by_the_other_function, i64(4), i64(1), raises=UnboundLocalError),
    case(
        bound_in_a_loop_by_the_other_function, i64(5), i64(1), raises=UnboundLocalError
    ),
    case(unbound_name_is_caught, i64(4), i64(1)),
    case(added_to_before_it_is_bound, i64(4), i64(1)),
]
CASES += [
    case(counted_in_a_branch, lambda: (iter([1.0, 2.0, 3.0]),), lambda: (iter([1.0]),)),
]
