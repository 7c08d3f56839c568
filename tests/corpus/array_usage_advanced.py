"""Less common ways in which NumPy is used."""

import numpy as np
import math
from functools import reduce
import operator
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


G = grid(3, 4)


def view_rebind_loop(a, n):
    v = a
    for i in range(n):
        v = v[1:]
        v[0] = -i
        if v.size <= 2:
            break
    return a, v


add(
    view_rebind_loop,
    (floats(1, 2, 3, 4, 5), 3),
    (ints(1, 2, 3, 4, 5), np.int64(2)),
    (floats(1, 2, 3), np.int64(9)),
)


def maybe_copy(a, flag):
    b = a if flag else a.copy()
    b += 1
    c = b[::2]
    c *= 10
    return a, b, c


add(
    maybe_copy,
    (floats(1, 2, 3), True),
    (floats(1, 2, 3), np.False_),
    (ints(1, 2, 3), np.True_),
    (ints(1, 2, 3), 0),
)


def which_row(m, i):
    r = m[i]
    s = m[i : i + 1]
    t = m[[i]]
    r += 1
    s *= 2
    t -= 100
    return m, r, s, t


add(which_row, (G.copy(), 1), (grid(2, 2, int), np.int64(0)), (G.copy(), -1))


def row_of_best(m):
    best = m[0]
    for r in m[1:]:
        if r.sum() > best.sum():
            best = r
    best[:] = 0
    return m


add(row_of_best, G.copy(), -G, grid(2, 2, int))


def accumulate_rows(m):
    acc = m[0]
    for r in m[1:]:
        acc = acc + r
        acc[0] = 0
    return acc, m


add(accumulate_rows, G.copy(), G[:1].copy(), grid(3, 2, np.int8))


def accumulate_rows_inplace(m):
    acc = m[0]
    for r in m[1:]:
        acc += r
    return acc, m


add(
    accumulate_rows_inplace,
    G.copy(),
    G[:1].copy(),
    grid(3, 2, np.int8),
    [floats(1, 2), floats(3, 4)],
    [1, 2, 3],
    ([1], [2]),
    raises=("TypeError",),
)


def sum_aug_kinds(xs, start):
    t = start
    for x in xs:
        t += x
    return t, start


add(
    sum_aug_kinds,
    (grid(2, 2), 0),
    (grid(2, 2), np.zeros(2)),
    (floats(1, 2), np.float64(0)),
    ([[1], [2]], []),
    (floats(1, 2), np.array(0.0)),
    (["a", "b"], ""),
    (((1,), (2,)), ()),
)


def cum_view(x):
    y = np.cumsum(x)
    z = y.reshape(-1)
    z[0] = 100
    w = np.ravel(y)
    w[-1] = -1
    f = y.flatten()
    f[0] = 0
    return y, np.shares_memory(y, z)


add(cum_view, floats(1, 2, 3), grid(2, 2), ints(1))


def alias_swap_rows(m, i, j):
    tmp = m[i]
    m[i] = m[j]
    m[j] = tmp
    return m


add(alias_swap_rows, (G.copy(), 0, 1), (G.copy(), np.int64(0), np.int64(2)))


def tuple_swap_rows(m, i, j):
    m[i], m[j] = m[j], m[i]
    a, b = m[i].copy(), m[j].copy()
    m[i], m[j] = b, a
    return m


add(tuple_swap_rows, (G.copy(), 0, 1), (G.copy(), np.int64(0), np.int64(2)))


def same_array_twice(a, b):
    a[0] = b[1]
    b[1] = a[0] + 1
    if a[0] > 0:
        a += b
    return a, b


add(
    same_array_twice,
    lambda: (lambda q: (q, q))(floats(1, 2, 3)),
    lambda: (lambda q: (q, q[::-1]))(floats(1, 2, 3)),
    lambda: (lambda q: (q[:2], q[1:]))(floats(1, 2, 3)),
    (floats(1, 2), ints(3, 4)),
)


def out_param(x, out=None):
    if out is None:
        out = np.empty_like(x)
    np.multiply(x, 2, out=out)
    out[0] += 1
    return out


add(
    out_param,
    floats(1, 2),
    (floats(1, 2), np.zeros(2)),
    (ints(1, 2), np.zeros(2)),
    lambda: (lambda q: (q, q))(floats(1, 2)),
)


def at_methods(a, idx):
    np.add.at(a, idx, 1)
    np.subtract.at(a, idx[:1], 5)
    np.maximum.at(a, idx, np.arange(len(idx)))
    return a


add(
    at_methods,
    (np.zeros(4), ints(0, 0, 2)),
    (np.zeros(4, int), [1, 1]),
    (np.zeros(4), ints(3)),
)


def put_take(a, m):
    np.place(a, m, [7, 8])
    np.putmask(a, a > 7, 0)
    np.copyto(a, -1, where=~m)
    return a, np.extract(m, a), np.compress(m, a), a.repeat(2), a.nonzero()


add(
    put_take,
    (floats(1, 2, 3), bools(True, False, True)),
    (ints(1, 2), bools(False, True)),
)


def sort_methods(a):
    a.sort()
    b = a[::-1]
    b.sort()
    i = a.argsort()
    a.partition(1) if a.size > 1 else None
    return a, b, i


add(sort_methods, floats(3, 1, 2), ints(2, 1), ints(1))


def resize_fill(a):
    a.shape = (-1,)
    a.fill(3)
    return a


add(resize_fill, G.copy(), ints(1, 2))


def python_scalars_mix(n):
    x = 1
    y = 1.0
    z = np.float32(1)
    for i in range(n):
        x = x * 2 + i
        y = y / 2 + x
        z = z * 1.1
    return x, y, z, x / n if n else None, x // 3, x % 7, -x // 3, x**2, 2**-n


add(python_scalars_mix, 3, np.int64(3), 0, np.uint8(5), raises=ValueError)


def big_ints(n):
    x = 1
    for i in range(1, n + 1):
        x *= i
    return x, x.bit_length() if isinstance(x, int) else None


add(big_ints, 25, 5, np.int64(25), np.int64(0))


def wrap_vs_exact(x, n):
    for _ in range(n):
        x = x * 3
    return x


add(
    wrap_vs_exact,
    (7, 30),
    (np.int64(7), 30),
    (np.int32(7), 10),
    (7, np.int64(30)),
    (np.uint8(7), np.int64(3)),
)


def neg_index_loop(a, n):
    s = 0
    for i in range(-1, -n - 1, -1):
        s = s * 10 + a[i]
    return s


add(neg_index_loop, (ints(1, 2, 3), 2), (floats(1, 2, 3), np.int64(3)), ([1, 2, 3], 2))


def float_range(a, b, h):
    xs = []
    x = a
    while x < b - 1e-12:
        xs.append(x)
        x += h
    return xs, np.arange(a, b, h)


add(
    float_range,
    (0.0, 1.0, 0.25),
    (np.float64(0), 1, 0.5),
    (0, 1, np.float32(0.5)),
    (np.float32(0), np.float32(1), np.float32(0.3)),
)


def bool_accumulate(m):
    c = 0
    anyx = False
    allx = True
    for v in m:
        c += v
        anyx = anyx or v
        allx &= v
    return c, anyx, allx


add(
    bool_accumulate,
    bools(True, False),
    floats(1, 0) > 0,
    [True, False],
    ints(1, 0),
)


def ternary_types(x):
    a = 1 if x > 0 else 1.5
    b = np.zeros(2) if x > 0 else 0
    c = [1] if x > 0 else (1,)
    d = None if x > 0 else x
    return a, b, c, d


add(ternary_types, 1, np.float64(1), np.float64(-1), np.int8(-1))


def minmax_py(a, b):
    return (
        min(a, b),
        max(a, b),
        min(a, 0),
        max(b, 0.0),
        min([a, b]),
        max((a, b, 1)),
        abs(a),
        round(a),
        pow(b, 2),
        sum([a, b]),
        sum((a, b), 10),
    )


add(
    minmax_py,
    (1, 2.0),
    (np.float64(2), np.float64(1)),
    (np.int8(1), 2),
    (2.0, np.float32(2)),
    (np.float64(np.nan), 1.0),
    raises=("ValueError",),
)


def clamp_np(x, lo, hi):
    y = max(lo, min(hi, x))
    return y, type(y) is float, isinstance(y, float), isinstance(y, np.floating)


add(
    clamp_np,
    (np.float64(5), 0, 1),
    (5.0, 0, np.float64(1)),
    (np.float64(0.5), 0, 1),
    (np.float32(0.5), 0.0, 1.0),
)


def int_checks(x):
    if isinstance(x, (int, np.integer)):
        k = "int"
    elif isinstance(x, (float, np.floating)):
        k = "float"
    elif isinstance(x, np.ndarray):
        k = "array" + str(x.ndim)
    else:
        k = type(x).__name__
    return k, np.isscalar(x), np.ndim(x), np.shape(x), np.size(x), np.asarray(x).dtype


add(
    int_checks,
    1,
    1.5,
    np.int8(1),
    np.float32(1),
    floats(1),
    G,
    [1, 2],
    np.array(1),
    True,
    (1,),
)


def dispatch_ndim(x):
    x = np.asarray(x, dtype=float)
    if x.ndim == 0:
        return x * 2
    if x.ndim == 1:
        s = 0.0
        for v in x:
            s += v
        return s
    return [dispatch_ndim(r) for r in x]


add(dispatch_ndim, 3, floats(1, 2), grid(2, 2), [1, 2], [[1, 2], [3, 4]], np.float32(2))


def atleast(x):
    scalar = np.isscalar(x)
    a = np.atleast_1d(x).astype(float)
    out = np.where(a > 0, np.sqrt(np.abs(a)), 0)
    return out[0] if scalar else out


add(atleast, 4, np.float64(-1), floats(1, 4), 4.0, ints(9))


def ufunc_scalar_out(x):
    return (
        np.sqrt(x),
        np.exp(x),
        np.sign(x),
        np.floor(x),
        np.abs(x),
        np.square(x),
        np.add(x, 1),
        np.maximum(x, 0),
        np.isnan(x),
        np.power(x, 2),
    )


add(
    ufunc_scalar_out,
    4,
    4.0,
    np.float32(4),
    np.int8(4),
    floats(4)[0],
    np.array(4.0),
    True,
    raises=("_UFuncNoLoopError",),
)


def zero_dim_index(a):
    s = a[0, 0]
    z = a[0, 0, ...]
    z += 5
    s += 1
    return a, s, z, a.sum(keepdims=True), np.array(a.sum())


add(zero_dim_index, G.copy(), grid(1, 1, int))


def mean_empty(xs):
    if len(xs) == 0:
        return 0.0, None
    m = sum(xs) / len(xs)
    return m, math.sqrt(sum((x - m) ** 2 for x in xs) / len(xs))


add(
    mean_empty,
    floats(1, 2, 3),
    [1, 2],
    [],
    floats(),
    (np.float64(1),),
    raises=("TypeError",),
)


def genexp_any(x, t):
    return (
        any(v > t for v in x),
        all(v > t for v in x),
        sum(1 for v in x if v > t),
        next((i for i, v in enumerate(x) if v > t), -1),
    )


add(
    genexp_any,
    (floats(1, 2, 3), 2),
    ([1, 2], 5),
    (ints(), 0),
    (ints(1, 5), np.int64(2)),
)


def reduce_ops(x):
    return (
        reduce(operator.add, x, 0),
        reduce(lambda a, b: a * b, x, 1),
        reduce(max, x) if len(x) else None,
    )


add(reduce_ops, floats(1, 2, 3), [1, 2], ints(), ints(3, 4, dtype=np.int8))


def map_filter(x):
    y = list(map(lambda v: v * 2, x))
    z = list(filter(lambda v: v > 2, y))
    return y, z


add(map_filter, [1, 2], floats(1, 2), (), raises=("TypeError",))


def zip_star(pairs):
    xs, ys = zip(*pairs)
    return np.array(xs) @ np.array(ys)


add(zip_star, [(1.0, 2.0), (3.0, 4.0)], grid(3, 2), [(np.float64(1), 2)])


def unpack_rows(m):
    (a, b), (c, d) = m
    first, *rest = m[0]
    x, y = m.T
    return a * d - b * c, first, rest, x, y


add(unpack_rows, grid(2, 2), grid(2, 2, int))


def shape_unpack(m):
    h, w = m.shape
    n = m.shape[0] * m.shape[1]
    out = np.zeros((h + 2, w + 2), m.dtype)
    out[1 : h + 1, 1 : w + 1] = m
    for k in range(min(h, w)):
        out[k, k] = n
    return out, len(m.shape), m.shape == (h, w), m.shape[-1]


add(shape_unpack, G, grid(1, 2, np.uint8), np.zeros((0, 2)))


def dtype_branch(x):
    if x.dtype == np.float64:
        y = x / 2
    elif np.issubdtype(x.dtype, np.integer):
        y = x // 2
    elif x.dtype.kind == "b":
        y = ~x
    else:
        y = x.astype(float)
    return (
        y,
        y.dtype,
        np.iinfo(x.dtype).max
        if x.dtype.kind == "i"
        else np.finfo(y.dtype).eps
        if y.dtype.kind == "f"
        else None,
    )


add(
    dtype_branch,
    floats(1, 2),
    ints(3, 4),
    bools(True, False),
    floats(1, dtype=f32),
    np.array([1j]),
)


def empty_cases(x):
    r = [
        x.sum(),
        x.prod(),
        x.size,
        x.any(),
        x.all(),
        x.cumsum(),
        np.concatenate([x, x]),
        x.reshape(0, -1) if x.size == 0 else x.reshape(1, -1),
    ]
    for v in x:
        r.append(v)
    return r


add(empty_cases, floats(), ints(1), np.zeros((0,), bool), raises=ValueError)


def nan_logic(x):
    c = 0
    for v in x:
        if v != v:
            continue
        if not v > 0:
            c -= 1
        elif v == np.inf:
            break
        else:
            c += 1
    return c, np.nanmin(x) if np.any(~np.isnan(x)) else None


add(nan_logic, floats(1, np.nan, -1, np.inf, 1), floats(np.nan), ints(1, -1))


def print_report(x, names=("mean", "max")):
    stats = {"mean": x.mean(), "max": x.max(), "n": len(x)}
    for k in names:
        if stats[k] > 1:
            print(k, stats[k])
    print("n =", stats["n"], end="\n\n")
    return stats


add(
    print_report,
    floats(1, 2),
    (ints(0, 1), ("mean",)),
    (floats(5, dtype=f32), ["n", "max"]),
)


def percent_fmt(x):
    for i, v in enumerate(x):
        if v > 1:
            print("%d: %.3f" % (i, v))
        else:
            print("{:>4}".format(i), f"{v:.2e}", sep="|")
    return None


add(percent_fmt, floats(1, 2), [0.5, 2], ints(1, 2))


def try_solve(a, b):
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(a, b, rcond=None)[0]


add(try_solve, (np.eye(2), floats(1, 2)), (np.ones((2, 2)), floats(1, 2)))


def safe_div(a, b):
    with np.errstate(all="ignore"):
        r = a / b
    r[~np.isfinite(r)] = 0
    return r


add(safe_div, (floats(1, 2), floats(0, 1)), (ints(1, 0), ints(0, 0)))


def assert_shapes(a, b):
    assert a.shape == b.shape, "shapes differ: %s %s" % (a.shape, b.shape)
    assert (a >= 0).all(), "negative"
    return a - b


add(
    assert_shapes,
    (floats(1, 2), floats(1, 1)),
    (floats(1), floats(1, 2)),
    (floats(-1), floats(1)),
    raises=AssertionError,
)


def arg_errors(x, mode):
    if mode == "a":
        return x[10]
    if mode == "b":
        return x.reshape(7)
    if mode == "c":
        return x + np.ones(99)
    if mode == "d":
        return np.linalg.inv(x)
    return x.nope


add(
    arg_errors,
    (floats(1, 2), "a"),
    (floats(1, 2), "b"),
    (floats(1, 2), "c"),
    (floats(1, 2), "d"),
    (floats(1, 2), "e"),
    raises=(
        "AttributeError",
        "IndexError",
        "LinAlgError",
        "ValueError",
    ),
)


def loop_errors(x, n):
    s = 0
    for i in range(n):
        s += x[i]
        x[i] = -1
    return s


add(
    loop_errors,
    (floats(1, 2), 3),
    (floats(1, 2), np.int64(3)),
    ([1, 2], 3),
    (floats(1, 2), 2),
    raises=IndexError,
)


def shape_error_in_loop(a, b, n):
    for i in range(n):
        a = a[1:]
        if i == 2:
            a = a + b
    return a


add(
    shape_error_in_loop,
    (floats(1, 2, 3, 4, 5), floats(1, 2), 3),
    (floats(1, 2, 3, 4, 5), floats(1, 2, 3), np.int64(3)),
    (floats(1, 2, 3, 4, 5), np.zeros(7), 2),
    raises=ValueError,
)


def grow_rank(x, n):
    for _ in range(n):
        x = x[None]
    return x, x.ndim


add(
    grow_rank,
    (floats(1, 2), 2),
    (floats(1), np.int64(3)),
    (np.float64(1), 1),
)


def shrink(x):
    while x.ndim > 0:
        x = x.sum(axis=0)
    return x


add(shrink, G, floats(1, 2), grid(2, 6, int).reshape(2, 3, 2))


def halve(x):
    out = []
    while len(x) > 1:
        if len(x) % 2:
            x = x[:-1]
        x = x[::2] + x[1::2]
        out.append(x.copy())
    return out


add(halve, floats(1, 2, 3, 4, 5), ints(1, 2), ints(1))


def type_drift(x, n):
    for i in range(n):
        if i % 3 == 0:
            x = x * 1.5
        elif i % 3 == 1:
            x = np.float32(x)
        else:
            x = int(x)
    return x


add(
    type_drift,
    (1, 5),
    (np.int64(7), np.int64(4)),
    (np.float32(2), np.int64(3)),
    (2.5, np.int64(0)),
)


def list_or_float(xs):
    acc = None
    for x in xs:
        if acc is None:
            acc = x
        elif isinstance(acc, list):
            acc.append(x)
        else:
            acc = [acc, x]
    return acc


add(list_or_float, floats(1), floats(1, 2, 3), [], [1, 2])


def str_building(xs):
    s = ""
    for x in xs:
        s += "+" if x > 0 else "-"
    return s, s.count("+"), len(s)


add(str_building, floats(1, -1), ints(), [1])


def nested_lists(n):
    t = []
    for i in range(n):
        row = []
        for j in range(i + 1):
            row.append(1 if j in (0, i) else t[i - 1][j - 1] + t[i - 1][j])
        t.append(row)
    return t


add(nested_lists, 4, 0, np.int64(3))


def dict_groups(keys, vals):
    g = {}
    for k, v in zip(keys, vals):
        g.setdefault(k, []).append(v)
    return {k: np.mean(v) for k, v in g.items()}


add(dict_groups, (["a", "b", "a"], [1, 2, 3]), ([1, 2, 1], [1.0, 2, 3]), ([], []))


def group_by_sorted(keys, vals):
    o = np.argsort(keys, kind="stable")
    k, v = keys[o], vals[o]
    b = np.flatnonzero(np.diff(k)) + 1
    out = []
    for part in np.split(v, b):
        out.append(part.mean())
    return np.unique(k), np.array(out), np.add.reduceat(v, np.r_[0, b])


add(
    group_by_sorted,
    (ints(1, 0, 1), floats(1, 2, 3)),
    (ints(5, 5), ints(1, 2)),
    (np.array(["b", "a", "b"]), floats(1, 2, 3)),
    raises=("_UFuncNoLoopError",),
)


def impute(m):
    m = m.copy()
    for j in range(m.shape[1]):
        c = m[:, j]
        bad = np.isnan(c)
        if bad.all():
            c[:] = 0
        elif bad.any():
            c[bad] = c[~bad].mean()
    return m


add(impute, np.array([[1, np.nan], [3, np.nan]]), np.array([[1.0, 2], [np.nan, 4]]), G)


def outliers_mad(x, k=3.0):
    while True:
        med = np.median(x)
        mad = np.median(np.abs(x - med))
        keep = np.abs(x - med) <= k * mad * 1.4826
        if mad == 0 or keep.all():
            return x
        x = x[keep]


add(
    outliers_mad,
    floats(1, 2, 3, 100),
    ints(1, 1, 1, 5),
    (floats(1, 2, 30, 100, 1000), 1),
)


def sliding(x, w):
    v = np.lib.stride_tricks.sliding_window_view(x, w)
    return v.max(axis=1), v.shape


add(sliding, (floats(1, 3, 2, 5), 2), (ints(1, 2, 3), 3))


def timeseries_fill(t, v, step):
    out_t, out_v = [], []
    for i in range(len(t) - 1):
        out_t.append(t[i])
        out_v.append(v[i])
        gap = t[i + 1] - t[i]
        k = 1
        while k * step < gap:
            out_t.append(t[i] + k * step)
            out_v.append(v[i] + (v[i + 1] - v[i]) * k * step / gap)
            k += 1
    return np.array(out_t), np.array(out_v)


add(
    timeseries_fill,
    (ints(0, 1, 4), floats(0, 1, 4), 1),
    (floats(0, 2), floats(0, 1), 0.5),
    ([0, 1], [5, 6], 1),
)


def table_lookup(x, xs, ys):
    if x <= xs[0]:
        return ys[0]
    if x >= xs[-1]:
        return ys[-1]
    lo, hi = 0, len(xs) - 1
    while hi - lo > 1:
        mid = (lo + hi) >> 1
        if xs[mid] > x:
            hi = mid
        else:
            lo = mid
    w = (x - xs[lo]) / (xs[hi] - xs[lo])
    return (1 - w) * ys[lo] + w * ys[hi]


add(
    table_lookup,
    (1.5, [0, 1, 2], [0, 10, 30]),
    (np.float64(0.5), floats(0, 1, 2), floats(0, 10, 30)),
    (5, (0, 1), ints(3, 4)),
    (np.int64(-1), ints(0, 1), ints(3, 4)),
)
