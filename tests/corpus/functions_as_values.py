"""Functions made, chosen, kept and handed on as values."""

from __future__ import annotations

import functools
import operator

import numpy as np

import autograph as ag
from tests.corpus.case import case, f64, floats, i64


class Probe:
    """Calls functions it is given, keeps the last."""

    def __init__(self):
        self.kept = None
        self.log = []


@ag.do_not_convert
def apply_plain(f, *args, **kwargs):
    return f(*args, **kwargs)


@ag.do_not_convert
def twice_plain(f, v):
    return f(f(v))


@ag.do_not_convert
def described(f):
    return (
        f.__name__,
        f.__qualname__,
        f.__doc__,
        f.__defaults__,
        f.__kwdefaults__,
        f.__module__,
        dict(f.__annotations__),
        f.__code__.co_varnames,
        f.__code__.co_freevars,
        [type(c.cell_contents).__name__ for c in f.__closure__ or ()],
    )


@ag.do_not_convert
def call_all(fs, v):
    return [f(v) for f in fs]


def adder(x):
    def add(v):
        return v + x

    return add


def made_add(x):
    return apply_plain(adder(x), 3)


def lambda_to_callback(x):
    return apply_plain(lambda v: v * x, x + 1)


def two_to_callback(x):
    return call_all([lambda v: v + x, lambda v: v - x, np.sqrt], x * 4)


def with_default(x):
    def f(v, w=x * 2, *, k=x - 1):
        return v + w + k

    return apply_plain(f, 1), apply_plain(f, 1, 2), apply_plain(f, 1, k=0)


def doc(x):
    def f(v: int, *rest: float, k: "str" = "a") -> float:
        """Documented."""
        if v > 0:
            return v + x
        return x

    return described(f)


def doc_lambda(x):
    return described(lambda v, w=2: v + w + x)


def branchy_inner(x):
    def f(v):
        if v > 0:
            return v + x
        for i in range(3):
            v -= i
        return v or x

    return apply_plain(f, x), apply_plain(f, -x)


def chosen_lambda(x, y):
    f = (lambda v: v + 1) if x > 0 else (lambda v: v - 1)
    return f(y)


def chosen_def(x, y):
    if x > 0:

        def f(v):
            return v * y
    else:

        def f(v):
            return v / y

    return f(x)


def chosen_global(x):
    f = np.sqrt if x > 0 else np.negative
    return f(x)


def chosen_helper(x):
    f = helper_a if x > 0 else helper_b
    return f(x, 1) + f(x, k=2)


def helper_a(x, k=0):
    return x + k


def helper_b(x, k=0):
    return x - k


def vectorized(x):
    g = np.vectorize(lambda v: v * 2 if v > 1 else 0.0)
    return g(x)


def vectorized_capture(x, k):
    def f(v):
        return v * k

    return np.vectorize(f)(x)


def fromfunction(n):
    return np.fromfunction(lambda i, j: i + j * 2, (3, 4)) * n


def along_axis(x):
    return np.apply_along_axis(lambda r: r.max() - r.min(), 1, x.reshape(2, -1))


def along_axis_capture(x, k):
    return np.apply_along_axis(lambda r: r.sum() * k, 0, x.reshape(2, -1))


def piecewise(x):
    return np.piecewise(x, [x < 0, x >= 0], [lambda v: -v, lambda v: v * 2])


def sort_key(xs, k):
    return sorted(xs, key=lambda v: abs(v - k))


def sort_method(x, k):
    ys = [v for v in x]
    ys.sort(key=lambda v: abs(v - k))
    return ys


def max_key(x, k):
    return max(x, key=lambda v: -abs(v - k))


def changes_after(x):
    k = x
    f = lambda v: v + k
    r = apply_plain(f, 1)
    k = k + 1
    return r, apply_plain(f, 1)


def changes_before(x):
    k = 1
    f = lambda v: v + k
    k = x
    return apply_plain(f, 1)


def changes_in_branch(x):
    k = x
    f = lambda v: v + k
    if x > 0:
        k = x * 2
    return apply_plain(f, 1)


def late_binding(x):
    fs = []
    for i in range(3):
        fs.append(lambda v: v + i)
    return call_all(fs, x)


def late_binding_default(x):
    fs = []
    for i in range(3):
        fs.append(lambda v, i=i: v + i)
    return call_all(fs, x)


def late_binding_staged(x):
    fs = []
    for v in x:
        fs.append(lambda w: w + v)
    return call_all(fs, 1)


def in_staged_loop(x):
    s = 0.0
    for v in x:
        s += apply_plain(lambda w: w * v, 2)
    return s


def in_staged_loop2(x, k):
    f = lambda w: w * k
    s = 0.0
    for v in x:
        s += apply_plain(f, v)
    return s + apply_plain(f, 1)


def in_branches(x, k):
    f = lambda w: w * k
    if x > 0:
        a = apply_plain(f, x)
    else:
        a = twice_plain(f, x)
    return a + apply_plain(f, x)


def same_object(x):
    f = lambda v: v
    g = f if x > 0 else None
    return g is f, g is None


def same_object2(x, xs):
    f = lambda v: v
    g = lambda v: v
    best = g
    for v in xs:
        if v > x:
            best = f
    return best is f, best is g, best(3)


def nonlocal_writer(x):
    n = 0

    def f(v):
        nonlocal n
        n += v
        return n

    return apply_plain(f, x), n


def list_capturer(x):
    out = []

    def f(v):
        out.append(v)
        return v

    apply_plain(f, x)
    return out


def array_capturer(x, i):
    y = np.zeros(4)

    def f(j):
        y[j] = x

    apply_plain(f, i)
    apply_plain(f, 0)
    return y


def nested_factories(x):
    def outer(a):
        def inner(b):
            return a * b + x

        return inner

    f = outer(2)
    return apply_plain(f, 3), apply_plain(outer, 4)(5)


def inner_calls_inner(x):
    def g(v):
        return v * x

    def h(v):
        return g(v) + 1

    return apply_plain(h, 2)


def inner_rec_callback(x, n):
    def down(k):
        return x if k == 0 else down(k - 1) + 1

    return apply_plain(down, n)


def inner_mutual_callback(n):
    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    return apply_plain(even, n)


def partial_callback(x):
    f = functools.partial(helper_a, k=x)
    return apply_plain(f, 2)


def partial_chosen(x):
    f = functools.partial(helper_a, k=x) if x > 0 else functools.partial(helper_b, k=2)
    return f(x)


def partial_inner(x):
    def g(a, b):
        return a * b + x

    return apply_plain(functools.partial(g, 2), 3)


def bound_method(x, xs):
    return apply_plain(xs.append, x), xs


class Thing:
    def __init__(self, k):
        self.k = k
        self.f = helper_a
        self.g = lambda v: v + 1

    def scaled(self, v):
        if v > 0:
            return v * self.k
        return v

    def __call__(self, v):
        return v - self.k

    def each(self, f, xs):
        return [f(v) for v in xs]

    def get(self):
        return lambda v: v + self.k


def method_callback(t, x):
    return apply_plain(t.scaled, x)


def method_value(t, x):
    f = t.scaled
    return f(x) + f(-x)


def method_chosen(t, x):
    f = t.scaled if x > 0 else t
    return f(x)


def made_method_callback(x):
    t = Thing(x)
    return apply_plain(t.scaled, x)


def made_called(x):
    t = Thing(x)
    return t(x), t.scaled(x), t.get()(x), t.f(x, 2), t.g(x)


def attribute_function(t, x):
    return t.f(x, k=2), t.g(x)


def passes_to_method(t, x):
    return t.each(lambda v: v * x, [1, 2, x])


def method_gets_function(t, x):
    return apply_plain(t.get(), x)


def attrgetter(t, x):
    return operator.attrgetter("k")(t) + x


def itemgetter(x):
    return operator.itemgetter(0, 2)(x), operator.itemgetter(1)([x, x])


def methodcaller(x):
    return operator.methodcaller("sum")(x), operator.methodcaller("clip", 0, 2)(x)


def methodcaller_obj(t, x):
    return operator.methodcaller("scaled", x)(t)


TABLE = {"a": helper_a, "b": lambda v, k=1: v * k, "sqrt": np.sqrt}


def table(name, x):
    return TABLE[name](x)


def table_dynamic(x):
    fs = [helper_a, helper_b]
    i = 0
    if x > 0:
        i = 1
    return fs[i](x, 1)


def table_dynamic_lambda(x):
    fs = [lambda v: v + x, lambda v: v - x]
    i = 0
    if x > 0:
        i = 1
    return fs[i](x)


def local_table(x):
    t = {"pos": lambda v: v + 1, "neg": lambda v: v - 1}
    key = "pos" if x > 0 else "neg"
    return t[key](x)


def function_argument(f, x):
    if x > 0:
        return f(x)
    return f(-x)


def compose(x):
    def compose2(f, g):
        return lambda v: f(g(v))

    h = compose2(lambda v: v + 1, lambda v: v * 2)
    return h(x), apply_plain(h, x)


def deco_args(k):
    def deco(f):
        @functools.wraps(f)
        def g(*a, **kw):
            return f(*a, **kw) * k

        return g

    return deco


@deco_args(3)
def decorated(x):
    """Doc."""
    return x + 1 if x > 0 else x


def calls_decorated(x):
    return decorated(x), decorated.__name__, decorated.__doc__


def local_decorated(x):
    @deco_args(x)
    def f(v):
        return v + 1

    return f(2), f.__name__, apply_plain(f, 2)


@functools.lru_cache(maxsize=None)
def cached(v):
    return v * 2 if v > 1 else v


def lru_plain(x):
    return cached(3) + x


def lru_symbol(x):
    return cached(x) + cached(x)


@functools.lru_cache
def cached_array(n, k=1):
    return np.arange(n) * k


def lru_array(x):
    return cached_array(3).sum() + x, cached_array(3, k=2)


@functools.singledispatch
def single(v):
    return "other"


@single.register
def _(v: int):
    return "int"


def single_dispatch(x):
    return single(3), single(x)


def reduce_lambda(x):
    return functools.reduce(lambda a, b: a * b if b > 0 else a, x, 1.0)


def map_inner(x, k):
    def f(v):
        if v > k:
            return v - k
        return v

    return list(map(f, x))


def filter_inner(x, k):
    return list(filter(lambda v: v > k, x))


def iter_callable(x):
    it = iter(lambda: x, 0)
    return next(it)


def returned(x):
    return lambda v: v + x


def call_returned(x):
    return returned(x)(2)


def store_function(p, x):
    p.kept = lambda v: v + x
    return p.kept(2)


def list_of_functions(x):
    fs = [lambda v, k=k: v * k + x for k in range(3)]
    return [f(2) for f in fs], call_all(fs, 2)


def dict_of_functions(x):
    d = {"a": lambda v: v + x}
    d["b"] = lambda v: d["a"](v) * 2
    return d["b"](3), apply_plain(d["a"], 1)


def generator_leaves(x):
    def g():
        yield x
        yield x + 1

    return apply_plain(lambda h: list(h()), g)


def gen_callback(x):
    def g():
        yield x
        yield x + 1

    return apply_plain(list, g())


def class_inside(x):
    class K:
        k = 2

        def m(self, v):
            return v + self.k

    return K().m(x)


def ifexp_callback(x):
    return apply_plain((lambda v: v + x) if x > 0 else (lambda v: v - x), 3)


def kwargs_function(x):
    def f(**kw):
        return sorted(kw.items())

    return apply_plain(f, a=x, b=2)


def star_function(x):
    def f(*a):
        return sum(a)

    return apply_plain(f, x, 2, x), f(*[x, 1])


def two_lambdas_line(x):
    a, b = (lambda v: v + 1), (lambda v: v + 1)
    return apply_plain(a, x), apply_plain(b, x), a is b


def or_lambda(x):
    return apply_plain(lambda v: v or 3, x), apply_plain(lambda: x or 5)


def if_lambda(x):
    return apply_plain(lambda: 1 if x > 0 else 2), apply_plain(
        lambda v: v if v > 1 else x, x
    )


def nested_lambda(x):
    return apply_plain(lambda a: lambda b: a + b + x, 1)(2)


def comprehension_lambda(x):
    return [f(x) for f in [lambda v, i=i: v + i for i in range(3)]]


def raises_in_callback(x):
    def f(v):
        raise ValueError("no", v)

    return apply_plain(f, x)


def try_callback(x):
    def f(v):
        try:
            return 1 / v
        except ZeroDivisionError:
            return 0.0

    return apply_plain(f, 0), apply_plain(f, x)


def func_attr(x):
    def f(v):
        return v + x

    f.tag = "t"
    return f.tag, f(1)


def func_attr_callback(x):
    def f(v):
        return v + x

    f.tag = x
    return apply_plain(lambda g: g.tag, f)


def default_mutable(x):
    def f(v, acc=[]):
        acc.append(v)
        return acc

    f(1)
    return f(x)


def callable_check(x):
    f = lambda v: v
    return callable(f), callable(x), callable(np.sin), f.__name__


def type_check(x):
    f = lambda v: v
    return type(f).__name__, isinstance(f, type(helper_a))


def recursive_lambda_cb(x, n):
    fact = lambda k: 1 if k <= 1 else k * fact(k - 1)
    return apply_plain(fact, n) + x


def capture_many(x, y):
    a, b, c = x + y, x - y, [x, y]

    def f(v):
        return a * v + b, c[0], c

    return apply_plain(f, 2)


def capture_loop_var_after(x):
    for v in x:
        pass
    return apply_plain(lambda w: w + v, 1)


def capture_unbound(x):
    def f():
        return late

    try:
        r = apply_plain(f)
    except NameError:
        r = "unbound"
    late = x
    return r


def capture_later(x):
    def f():
        return late

    late = x
    return apply_plain(f)


def capture_conditional(x):
    if x > 0:
        y = x

    def f():
        return y

    return apply_plain(f)


def global_reader(x):
    return apply_plain(lambda: helper_a(x, 2) + len(TABLE))


def builtin_shadow(x):
    max = lambda *a: a[0]
    return max(1, x), apply_plain(max, x)


def newton(f, x0):
    x = x0
    for _ in range(50):
        d = (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
        step = f(x) / d
        x = x - step
        if abs(step) < 1e-12:
            break
    return x


def newton_lambda(a):
    return newton(lambda v: v * v - a, a)


def integrate(f, a, b, n):
    h = (b - a) / n
    s = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        s += f(a + i * h)
    return s * h


def integrate_inner(k, n):
    def f(t):
        return np.sin(k * t) if t > 0 else 0.0

    return integrate(f, 0.0, 1.0, n)


def pipeline(x, fs):
    for f in fs:
        x = f(x)
    return x


def functions_and_items(x, fs):
    total = 0.0
    for f, v in zip(fs, x):
        total = total + f(v)
    return total


def items_until_a_function_is_large(x, fs):
    left = zip(x, [np.sin, *fs])
    total = 0.0
    for v, f in left:
        total = total + f(v)
        if total > 1:
            break
    for v, f in left:
        total = total * f(v)
    return total


def functions_and_items_again(x, n):
    total = 0.0
    for i in range(n):
        for f, v in zip([np.sin, abs, lambda t: t * i], x):
            total = total + f(v) * i
    return total


def by_pieces(x):
    return np.piecewise(x, [x < 0, x > 1], [lambda v: v**2, np.sqrt, -1.0])


def memoize(f):
    cache = {}

    def g(n):
        if n not in cache:
            cache[n] = f(n)
        return cache[n]

    return g


@memoize
def slow(n):
    return n * n


def memoized_call(x):
    return slow(3) + x


def memoized_symbol(x):
    return slow(x) + slow(x)


def memo_local(x):
    g = memoize(lambda n: n * 2)
    return g(2) + g(2) + x


def once(x):
    log = []

    def f():
        log.append(x)
        return len(log)

    return f() + f(), log


def isfunction(x):
    import inspect

    f = lambda v: v
    return inspect.isfunction(f), inspect.isbuiltin(len)


def signature(x):
    import inspect

    def f(a, b=2, *c, d, **e):
        return x

    return str(inspect.signature(f))


NOTES = []


@ag.do_not_convert
def note(x):
    NOTES.append(1)


@ag.do_not_convert
def noted():
    return len(NOTES)


def asks_after_noting(x):
    note(x)
    note(x)
    return noted()


CASES = [
    case(asks_after_noting, f64(1), state=("NOTES",)),
    case(made_add, f64(2)),
    case(lambda_to_callback, f64(2)),
    case(two_to_callback, f64(2)),
    case(with_default, f64(2), i64(3)),
    case(doc, f64(2)),
    case(doc_lambda, f64(2)),
    case(branchy_inner, f64(2), f64(0)),
    case(chosen_lambda, (f64(1), f64(2)), (f64(-1), i64(2))),
    case(chosen_def, (f64(1), f64(2)), (f64(-1), i64(2))),
    case(chosen_global, f64(4), f64(-4)),
    case(chosen_helper, f64(4), f64(-4)),
    case(vectorized, floats(1, 2, 3)),
    case(vectorized_capture, (floats(1, 2), f64(3))),
    case(fromfunction, f64(2)),
    case(along_axis, floats(1, 2, 3, 7)),
    case(along_axis_capture, (floats(1, 2, 3, 7), f64(2))),
    case(piecewise, floats(-1, 2)),
    case(sort_key, ([3, 1, 2], f64(2.4)), ([f64(3), f64(1)], f64(1))),
    case(sort_method, (floats(3, 1, 2), f64(2.4))),
    case(max_key, (floats(3, 1, 2), f64(2.4))),
    case(changes_after, f64(1)),
    case(changes_before, f64(1)),
    case(changes_in_branch, f64(1), f64(-1)),
    case(late_binding, f64(1)),
    case(late_binding_default, f64(1)),
    case(late_binding_staged, floats(1, 2)),
    case(in_staged_loop, floats(1, 2)),
    case(in_staged_loop2, (floats(1, 2), f64(3))),
    case(in_branches, (f64(1), f64(3)), (f64(-1), f64(3))),
    case(same_object, f64(1), f64(-1)),
    case(same_object2, (f64(1), floats(0, 3)), (f64(1), floats(0))),
    case(nonlocal_writer, f64(1)),
    case(list_capturer, f64(1)),
    case(array_capturer, (f64(1), i64(2))),
    case(nested_factories, f64(1)),
    case(inner_calls_inner, f64(2)),
    case(inner_rec_callback, (f64(2), i64(5)), (f64(2), 5)),
    case(inner_mutual_callback, i64(5)),
    case(partial_callback, f64(1)),
    case(partial_chosen, f64(1), f64(-1)),
    case(partial_inner, f64(1)),
    case(bound_method, (f64(1), [1])),
    case(method_callback, (Thing(2), f64(1))),
    case(method_value, (Thing(2), f64(1))),
    case(method_chosen, (Thing(2), f64(1)), (Thing(2), f64(-1))),
    case(made_method_callback, f64(2)),
    case(made_called, f64(2)),
    case(attribute_function, (Thing(2), f64(1))),
    case(passes_to_method, (Thing(2), f64(1))),
    case(method_gets_function, (Thing(2), f64(1))),
    case(attrgetter, (Thing(2), f64(1))),
    case(itemgetter, floats(1, 2, 3)),
    case(methodcaller, floats(1, 2, 3)),
    case(methodcaller_obj, (Thing(2), f64(1))),
    case(table, ("a", f64(1)), ("b", f64(1)), ("sqrt", f64(4))),
    case(table_dynamic, f64(1), f64(-1)),
    case(table_dynamic_lambda, f64(1), f64(-1)),
    case(local_table, f64(1), f64(-1)),
    case(function_argument, (np.sqrt, f64(4)), (helper_a, f64(-4)), (abs, i64(3))),
    case(compose, f64(1)),
    case(calls_decorated, f64(1), f64(-1)),
    case(local_decorated, f64(2)),
    case(lru_plain, f64(1)),
    case(lru_symbol, f64(1), f64(3)),
    case(lru_array, f64(1)),
    case(single_dispatch, f64(1), i64(2)),
    case(reduce_lambda, floats(1, 2, -3, 4)),
    case(map_inner, (floats(1, 5), f64(2))),
    case(filter_inner, (floats(1, 5), f64(2)), ([1, 5], f64(2))),
    case(iter_callable, f64(1)),
    case(call_returned, f64(1)),
    case(store_function, (Probe(), f64(1))),
    case(list_of_functions, f64(1)),
    case(dict_of_functions, f64(1)),
    case(generator_leaves, f64(1)),
    case(gen_callback, f64(1)),
    case(class_inside, f64(1)),
    case(ifexp_callback, f64(1), f64(-1)),
    case(kwargs_function, f64(1)),
    case(star_function, f64(1)),
    case(two_lambdas_line, f64(1)),
    case(or_lambda, f64(1), f64(0)),
    case(if_lambda, f64(1), f64(-1)),
    case(nested_lambda, f64(1)),
    case(comprehension_lambda, f64(1)),
    case(raises_in_callback, f64(1), raises=ValueError),
    case(try_callback, f64(2)),
    case(func_attr, f64(1)),
    case(func_attr_callback, f64(1)),
    case(default_mutable, f64(1)),
    case(callable_check, f64(1)),
    case(type_check, f64(1)),
    case(recursive_lambda_cb, (f64(1), i64(5))),
    case(capture_many, (f64(1), f64(2))),
    case(capture_loop_var_after, floats(1, 2)),
    case(capture_unbound, f64(1)),
    case(capture_later, f64(1)),
    case(capture_conditional, f64(1), f64(-1), raises=NameError),
    case(global_reader, f64(1)),
    case(builtin_shadow, f64(1)),
    case(newton_lambda, f64(2)),
    case(integrate_inner, (f64(2), i64(10)), (f64(2), 5)),
    case(pipeline, (f64(2), [np.sqrt, helper_a, abs])),
    case(functions_and_items, (floats(1, 2), [np.sin, abs]), (floats(3), [np.exp])),
    case(
        items_until_a_function_is_large,
        (floats(1, 2, 3), [abs, np.exp]),
        (floats(-1, 0, 3), [np.cos, helper_a]),
    ),
    case(functions_and_items_again, (floats(1, -2, 3), i64(3)), (floats(1, 2), 4)),
    case(by_pieces, floats(-1, 0.5, 2), floats(3, 4)),
    case(memoized_call, f64(1)),
    case(memoized_symbol, f64(1)),
    case(memo_local, f64(1)),
    case(once, f64(1)),
    case(isfunction, f64(1)),
    case(signature, f64(1)),
]
