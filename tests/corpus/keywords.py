"""Keywords that only the run knows: calls with two stars before a dict."""

from __future__ import annotations

import functools

import numpy as np

from tests.corpus.case import case, f64, floats, i64


def errors_restored_finally(x):
    old = np.seterr(divide="ignore")
    try:
        y = 1 / x
    finally:
        np.seterr(**old)
    return y


def errors_changed_in_one(x):
    old = np.geterr()
    with np.errstate(**{**old, "divide": "ignore"}):
        y = 1 / x
    return y


def affine(x, scale=1.0, shift=0):
    return x * scale + shift


def an_argument(x, options):
    return affine(x, **options)


def an_argument_changed(x, options):
    options = dict(options)
    if x > 0:
        options["scale"] = 7.0
    return affine(x, **options)


def made_in_a_branch(x):
    if x > 0:
        d = {"scale": 2.0}
    else:
        d = {"scale": 3.0}
    return affine(x, **d)


def other_keys_in_a_branch(x):
    if x > 0:
        d = {"scale": 2.0}
    else:
        d = {"shift": 3}
    return affine(x, **d)


def built_in_turn(x):
    d = {}
    if x > 0:
        d["scale"] = x
    d["shift"] = 2
    return affine(x, **d)


def unexpected(x):
    d = {"scale": x}
    if x > 0:
        d["nothing"] = 1
    return affine(x, **d)


def built_in_a_loop(n):
    d = {}
    for i in range(n):
        d["shift"] = i
    return affine(2, **d)


def takes_all(x, *args, **kw):
    return x + len(args) + len(kw), kw, args


def gathered_again(x):
    d = {"a": x, "b": 2}
    if x > 0:
        d["c"] = 3
    return takes_all(x, 1, **d)


def to_numpy(x):
    d = {"axis": 0}
    if x > 0:
        d["keepdims"] = True
    return np.sum(np.ones((2, 3)) * x, **d)


def given_twice(x):
    d = {"scale": x}
    if x > 0:
        d["shift"] = 3
    return affine(x, shift=1, **d)


def to_dict(x):
    d = {"scale": x}
    if x > 0:
        d["shift"] = 3
    return dict(a=1, **d)


def merged(x):
    d = {"scale": x}
    if x > 0:
        d["shift"] = 3
    return {**d, "z": 1}


def to_a_text(x):
    d = {"scale": x}
    if x > 0:
        d["shift"] = 3
    return "{scale}".format(**d)


class Box:
    def __init__(self, w=1, h=2):
        self.w = w
        self.h = h

    def area(self, k=1):
        return self.w * self.h * k


def to_a_class(x):
    d = {"w": x}
    if x > 0:
        d["h"] = 3
    return Box(**d).area()


def to_a_method(x):
    d = {}
    if x > 0:
        d["k"] = 3
    return Box(x).area(**d)


def all_of(*args, **kw):
    return args, sorted(kw.items())


def noisy(v):
    print("noisy", v)
    return v


def stars_and_keywords(n):
    d = {"a": 1}
    e = {}
    xs = [1, n]
    if n > 4:
        d["b"] = n
        e["c"] = 2
        xs.append(7)
    return all_of(0, *xs, noisy(3), k=noisy(1), **d, m=noisy(n), **e)


def made_function(n):
    d = {}
    if n > 4:
        d["k"] = n

    def g(x, k=2):
        return x * k + n

    return g(n, **d)


def in_while(n):
    d = {"k": 1}

    def g(x, k=2):
        return x * k

    i = 0
    s = 0
    while i < n:
        s += g(i, **d)
        d["k"] = i
        i += 1
    return s, d


def best(row, name, function, trace=0, operation=0, receiver=0, args=()):
    if row == 0:
        return name + function + trace + operation + receiver
    return max(
        best(row=row - 1, name=name, function=function, trace=1, receiver=row),
        best(row - 1, operation=name, name=1, function=function, args=(row,)),
    )


def keywords_named_as_anything(n, *, self=1, call=2):
    return best(row=n, name=self, function=call, args=(n,))


def not_a_mapping(n):
    d = {"a": 1}
    if n > 4:
        d = None
    try:
        return all_of(**d)
    except TypeError as e:
        return str(e)


def keys_not_text(n):
    d = {}
    d[n] = 1
    try:
        return all_of(**d)
    except TypeError as e:
        return str(e)


def twice(n):
    d = {"a": 1}
    e = {"b": 2}
    if n > 4:
        e["a"] = n
    try:
        return all_of(**d, **e)
    except TypeError as e:
        return str(e)


def mutates(n):
    d = {"a": 1}
    out = []
    if n > 4:
        d["out"] = out

    def g(a, out=None):
        if out is not None:
            out.append(a)
        return a

    g(**d)
    return out, d


def dict_copies(n):
    d = {"a": 1}
    if n > 4:
        d["b"] = n
    e = dict(d, z=3)
    f = dict(**d)
    d["c"] = 1
    return e, f, d, len(f)


def prints(n):
    d = {"sep": "-"}
    if n > 4:
        d["end"] = "!\n"
    print(1, n, **d)
    return d


def sorts(n):
    d = {}
    if n > 4:
        d["reverse"] = True
    return sorted([1, n, 2], **d), np.zeros(2, **({"dtype": int} if n > 4 else {}))


def to_a_partial(n):
    import functools

    d = {}
    if n > 4:
        d["k"] = n

    def g(x, k=2):
        return x * k

    return functools.partial(g, **d)(3)


def nested(n):
    def outer(x, **kw):
        return inner(x, **kw)

    def inner(x, scale=1, shift=0):
        return x * scale + shift

    kw = {"scale": 2}
    if n > 4:
        kw["shift"] = n
    return outer(n, **kw) + outer(n, scale=n, **{"shift": n})


def lambda_kw(n):
    d = {"k": n} if n > 4 else {}
    return (lambda k=3, **r: k + len(r))(**d)


def restores_errors(x):
    old = np.seterr(all="ignore")
    y = 1 / x
    np.seterr(**old)
    z = np.log(x)
    return y, z, np.geterr()


def changed_by_what_follows(n):
    d = {"a": 1}
    if n > 4:
        d["b"] = n
    try:
        return all_of(**d, k=d.popitem()), d
    except TypeError as error:
        return str(error)


NUMBERS = (3, i64(5), 6.0)

CASES = [
    case(errors_restored_finally, (floats(1, 0),)),
    case(errors_changed_in_one, (floats(1, 0),)),
    case(an_argument, (3.0, {"scale": 4.0}), (floats(1, 2), {"shift": 2, "scale": 3})),
    case(
        an_argument_changed,
        (3.0, {"scale": 4.0}),
        (f64(-1.0), {"shift": 2, "scale": 3}),
    ),
    case(made_in_a_branch, (3.0,), (f64(-1.0),)),
    case(other_keys_in_a_branch, (3.0,), (f64(-1.0),)),
    case(built_in_turn, (3.0,), (f64(-1.0),)),
    case(unexpected, (3.0,), (f64(-1.0),), raises=TypeError),
    case(built_in_a_loop, (3,), (i64(2),)),
    case(gathered_again, (3.0,), (f64(-1.0),)),
    case(to_numpy, (3.0,), (f64(-1.0),)),
    case(given_twice, (3.0,), (f64(-1.0),), raises=TypeError),
    case(to_dict, (3.0,), (f64(-1.0),)),
    case(merged, (3.0,), (f64(-1.0),)),
    case(to_a_text, (3.0,), (f64(-1.0),)),
    case(to_a_class, (3.0,), (f64(-1.0),)),
    case(to_a_method, (3.0,), (f64(-1.0),)),
    case(stars_and_keywords, i64(3), f64(6.0)),
    case(made_function, *NUMBERS),
    case(in_while, *NUMBERS),
    case(keywords_named_as_anything, 3, i64(3)),
    case(not_a_mapping, *NUMBERS),
    case(keys_not_text, *NUMBERS),
    case(twice, *NUMBERS),
    case(mutates, *NUMBERS),
    case(dict_copies, *NUMBERS),
    case(prints, i64(3), f64(6.0)),
    case(sorts, *NUMBERS),
    case(to_a_partial, *NUMBERS),
    case(nested, *NUMBERS),
    case(lambda_kw, *NUMBERS),
    case(restores_errors, (np.array([1.0, 0.0]),)),
    case(changed_by_what_follows, *NUMBERS),
]
