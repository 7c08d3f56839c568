"""Lists, dicts and sets that branches make, under several names."""

import copy
import functools

from functools import partial

import numpy as np

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, **options):
    """Add a case for a function of one number, for both of its paths."""
    CASES.append(case(function, (np.float64(2),), (np.float64(-1),), **options))
    return function


def raising(function):
    """Add a case for a function that raises on one of its paths."""
    return add(function, raises=ValueError)


@ag.do_not_convert
def changing(*values, **named):
    """Change the containers that it is given."""
    for each in values:
        if isinstance(each, list):
            each.append(99)
        if isinstance(each, dict):
            each["new"] = 1
    return len(values)


class Box:
    pass


@add
def sorted_handed_on(x):
    return changing(sorted([x, 1.0]))


@add
def words_handed_on(x):
    return changing("a b".split()), changing("a b".split(), x)


@add
def display_handed_on(x):
    return changing([x, x], {"a": x})


@add
def keywords_handed_on(x):
    def w(*a, **kw):
        return changing(*a, **kw)

    return w(x, [x], a=x)


@add
def named_and_handed_on(x):
    a = [x]
    n = changing(a)
    return a, n


@add
def argument_handed_on(x):
    def h(v):
        changing(v, x)
        return v

    return h([x])


@add
def comprehensions_handed_on(x):
    return (
        changing({k: x for k in "ab"}),
        changing([x for _ in range(2)]),
        changing({1, 2}, x),
    )


@add
def sums_handed_on(x):
    return (
        changing(list(zip([x], [1])), x),
        changing(dict(a=x), x),
        changing([x] + [1], x),
        changing([x] * 2),
    )


@add
def lists_handed_on(x):
    return (
        changing(list((x, 1)), x),
        changing(list("ab"), x),
        changing([*(x, 1)], x),
        changing({**{"b": x}}),
    )


@add
def slice_handed_on(x):
    a = [x, 2, 3]
    return changing(a[:2], x), a


@add
def copies_handed_on(x):
    a = [x, 2, 3]
    return (
        changing(a.copy(), x),
        changing(copy.copy(a)),
        changing(copy.deepcopy(a)),
        changing(list(a)),
        a,
    )


@add
def parts_of_a_dict_handed_on(x):
    d = {"a": x}
    return changing(list(d.items()), x), changing(list(d), x), changing(dict(d), x), d


@add
def handed_on_in_a_branch(x):
    if x > 0:
        a = [x]
        changing(a)
    else:
        a = []
    return a


@add
def two_names(x):
    if x > 0:
        a = [x * 2]
        b = a
    else:
        a = [x * 3]
        b = a
    a.append(1)
    return a, b


@add
def two_names_on_one_path(x):
    if x > 0:
        a = [x * 2]
        b = a
    else:
        a = [x * 3]
        b = [x]
    a.append(1)
    return a, b


@add
def bound_append(x):
    if x > 0:
        a = [x * 2]
        ap = a.append
    else:
        a = [x * 3]
        ap = a.append
    ap(1)
    return a


@raising
def bound_append_on_the_only_path(x):
    if x > 0:
        a = [x * 2]
        ap = a.append
    else:
        raise ValueError
    ap(1)
    return a


@add
def held_by_a_closure(x):
    def helper(y):
        items = [y * 2]

        def add(v):
            items.append(v)

        return items, add

    if x > 0:
        a, add = helper(x)
    else:
        a, add = helper(x * 3)
    add(1)
    return a


@raising
def held_by_a_closure_on_the_only_path(x):
    def helper(y):
        items = [y * 2]

        def add(v):
            items.append(v)

        return items, add

    if x > 0:
        a, add = helper(x)
    else:
        raise ValueError
    add(1)
    return a


@raising
def held_by_a_generator(x):
    def gen(y):
        items = [y * 2]
        yield items
        items.append(5)
        yield items

    if x > 0:
        g = gen(x)
        a = next(g)
    else:
        raise ValueError
    next(g)
    return a


@add
def held_by_an_object(x):
    if x > 0:
        a = [x * 2]
        o = Box()
        o.items = a
    else:
        a = [x * 3]
        o = Box()
        o.items = a
    a.append(1)
    return a, o.items, a is o.items


@add
def held_by_an_older_object(x):
    o = Box()
    if x > 0:
        a = [x * 2]
        o.items = a
    else:
        a = [x * 3]
        o.items = a
    a.append(1)
    o.items.append(x)
    return a, o.items, a is o.items


@raising
def held_by_an_object_on_the_only_path(x):
    o = Box()
    if x > 0:
        a = [x * 2]
        o.items = a
    else:
        raise ValueError
    a.append(1)
    o.items.append(x)
    return a, o.items, a is o.items


@add
def held_by_a_partial(x):
    if x > 0:
        a = [x * 2]
        p = functools.partial(len, a)
    else:
        a = [x * 3]
        p = functools.partial(len, a)
    a.append(1)
    return a, p()


@add
def held_by_a_default(x):
    if x > 0:
        a = [x * 2]

        def f(v=a):
            v.append(7)
            return v
    else:
        a = [x * 3]

        def f(v=a):
            v.append(8)
            return v

    f()
    return a


@add
def held_by_a_list(x):
    if x > 0:
        a = [x * 2]
        b = [a, a]
    else:
        a = [x * 3]
        b = [a, a]
    a.append(1)
    b[0].append(2)
    return a, b


@add
def held_by_a_dict(x):
    if x > 0:
        a = [x * 2]
        b = {"a": a}
    else:
        a = [x * 3]
        b = {"a": a}
    b["a"].append(2)
    return a, b


@add
def set_with_two_names(x):
    if x > 0:
        a = {1}
        b = a
    else:
        a = {2}
        b = a
    a.add(3)
    return a, b


@raising
def set_on_the_only_path(x):
    if x > 0:
        a = {1}
        b = a
    else:
        raise ValueError
    a.add(3)
    return a, b


@add
def two_names_after_an_inner_if(x):
    if x > 0:
        a = [x * 2]
        if x > 1:
            b = a
        else:
            b = [x]
    else:
        a = [x * 3]
        b = a
    a.append(1)
    return a, b


@add
def replaced_in_an_inner_if(x):
    if x > 0:
        a = [x * 2]
        b = a
        if x > 5:
            a = [x, x]
    else:
        a = [x * 3]
        b = a
    a.append(1)
    return a, b


@add
def list_or_none_with_two_names(x):
    if x > 0:
        a = [x]
        b = a
    else:
        a = None
        b = None
    if a is not None:
        a.append(1)
    return a, b


@add
def list_or_none_within(x):
    if x > 0:
        a = [x]
        b = [a]
    else:
        a = None
        b = [None]
    return a, b


@add
def used_before_and_after(x):
    if x > 0:
        a = [x * 2, x]
        s = np.sum(a)
        b = a
    else:
        a = [x * 3, x]
        s = np.max(a)
        b = a
    a.append(s)
    return a, b, s


@add
def two_names_in_each_iteration(x):
    out = []
    for i in range(3):
        if x > i:
            a = [x * i]
            b = a
        else:
            a = [x + i]
            b = a
        a.append(i)
        out.append(b)
    return out


@add
def two_names_in_a_compiled_loop(x):
    out = []
    for v in np.arange(4.0) + x:
        if v > 1:
            a = [v * 2]
            b = a
        else:
            a = [v]
            b = a
        a.append(v)
        out.append(b)
        out.append(a)
    return out, out[0] is out[1]


@add
def held_by_an_exception(x):
    try:
        a = [x * 2]
        b = a
        if x > 0:
            raise KeyError(a)
    except KeyError as e:
        c = e.args[0]
    else:
        c = a
    a.append(1)
    return a, b, c


@add
def bound_append_in_a_finally(x):
    try:
        a = [x * 2]
        ap = a.append
        if x > 100:
            raise KeyError
    finally:
        print("f")
    ap(3)
    return a


@add
def held_by_a_shared_name(x):
    kept = None

    def keep(v):
        nonlocal kept
        kept = v

    if x > 0:
        a = [x * 2]
        keep(a)
    else:
        a = [x * 3]
        keep(a)
    a.append(1)
    return a, kept, a is kept


@add
def held_by_a_function(x):
    def k():
        pass

    k.v = None
    if x > 0:
        a = [x * 2]
        k.v = a
    else:
        a = [x * 3]
        k.v = a
    a.append(1)
    return a, k.v, a is k.v


@add
def named_in_a_comprehension(x):
    last = None
    xs = np.arange(3.0) + x
    out = [(last := [v, 1]) for v in xs]
    last.append(5)
    return out, last


@add
def older_in_a_comprehension(x):
    xs = np.arange(3.0) + x
    row = [x]
    out = [row for v in xs if v > 1]
    row.append(2)
    return out, row


@partial(add, raises=IndexError)
def made_in_a_comprehension(x):
    xs = np.arange(3.0) + x
    out = [[v, [v]] for v in xs if v > 1]
    out[0].append(1)
    out[0][1].append(7)
    return out


@add
def made_shorter_after_items_are_set(x):
    if x > 0:
        out = [x * i for i in range(5)]
        for i in range(5):
            out[i] += 1
        while len(out) > 3:
            top = out.pop()
            for i in range(3):
                out[i] -= top
    else:
        out = [x, x, x]
        out[2] = x + 1
        del out[1]
    return out


@add
def sorted_after_items_are_set(x):
    out = [x]
    if x > 0:
        other = [x, 3, 1]
        other[0] = x + 7
        other.sort()
        other.insert(0, 5)
        out = other
    return out


@add
def held_by_itself(x):
    if x > 0:
        a = [x * 2]
        a.append(a)
    else:
        a = [x]
        a.append(a)
    return len(a), a[1] is a


def add_with_array(function):
    """Add a case for a function of a number and an array."""
    numbers = np.float64(2), np.float64(-1)
    CASES.append(case(function, *[(number, np.arange(3.0)) for number in numbers]))
    return function


@add_with_array
def held_by_a_zip_of_a_branch(x, ys):
    if x > 0:
        a = [x * 2, x]
        z = zip(a, ys)
    else:
        a = [x * 3, x]
        z = zip(a, ys)
    a.append(1.0)
    return list(z)


@add_with_array
def held_by_a_zip_that_is_looped_over(x, ys):
    a = [x * 2, x]
    z = zip(a, ys)
    a.append(1.0)
    s = 0.0
    for p, q in z:
        s += p * q
    return s


@add_with_array
def held_by_an_enumerate_advanced_in_a_branch(x, ys):
    a = [x * 2, x]
    z = enumerate(zip(a, ys))
    a.append(1.0)
    if x > 1:
        next(z)
    return list(z)


@add_with_array
def held_by_an_iterator_advanced_in_a_branch(x, ys):
    a = [x * 2, x]
    z = iter(a)
    a.append(1.0)
    if x > 1:
        next(z)
    return list(z)
