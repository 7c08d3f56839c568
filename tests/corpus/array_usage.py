"""Ways in which NumPy is used every day."""

import numpy as np
import math
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


G = grid(3, 4)
GI = grid(3, 4, np.int32)
E3 = np.zeros((0, 3))


def standardize(x, ddof=0):
    mu = x.mean(axis=0, keepdims=True)
    sd = x.std(axis=0, ddof=ddof, keepdims=True)
    sd[sd == 0] = 1
    return (x - mu) / sd


add(standardize, G, GI, (np.ones((3, 2)), 1), (G.astype(f32),))


def minmax_scale(x, lo=0.0, hi=1.0, axis=None):
    mn, mx = x.min(axis=axis, keepdims=True), x.max(axis=axis, keepdims=True)
    rng = np.where(mx > mn, mx - mn, 1)
    return lo + (x - mn) / rng * (hi - lo)


add(minmax_scale, G, (GI, 0, 1, 0), (G.T, -1, 1, 1), (np.ones(3),))


def softmax_rows(z):
    z = z - z.max(axis=-1, keepdims=True)
    np.exp(z, out=z)
    z /= z.sum(axis=-1, keepdims=True)
    return z


add(softmax_rows, G, G[0], GI, G.astype(f32), raises=("_UFuncOutputCastingError",))


def running_stats(x):
    n, mean, m2 = 0, 0.0, 0.0
    mins, maxs = [], []
    lo = hi = None
    for v in x:
        n += 1
        d = v - mean
        mean += d / n
        m2 += d * (v - mean)
        lo = v if lo is None or v < lo else lo
        hi = v if hi is None or v > hi else hi
        mins.append(lo)
        maxs.append(hi)
    var = m2 / (n - 1) if n > 1 else float("nan")
    return mean, var, mins, np.array(maxs)


add(running_stats, floats(3, 1, 2), ints(5, 5, 1), floats(), [1, 2.5, 3])


def ufunc_methods(a, b):
    t = np.add.outer(a, b)
    u = np.multiply.accumulate(a)
    v = np.maximum.reduce(t, axis=1)
    w = np.add.reduceat(b, [0, 1])
    x = np.subtract.reduce(a)
    return t, u, v, w, x


add(
    ufunc_methods,
    (floats(1, 2, 3), ints(4, 5, 6)),
    (ints(1, 2, dtype=np.int8), floats(0.5, 1.5)),
    (np.array([True, False]), ints(1, 2)),
    raises=("TypeError",),
)


def out_chain(a, b, buf):
    np.multiply(a, b, out=buf)
    np.add(buf, 1, out=buf)
    r = np.sqrt(buf, buf)
    return r is buf, r


add(
    out_chain,
    (floats(1, 2), floats(3, 4), np.zeros(2)),
    (ints(1, 2), ints(3, 4), np.zeros(2)),
    (floats(1, 2), 2, np.zeros((3, 2))),
)


def cond_out(a, mask):
    r = np.zeros_like(a, dtype=float)
    np.divide(1.0, a, out=r, where=mask)
    if r.sum() > 1:
        np.negative(r, out=r, where=r > 0.5)
    return r


add(
    cond_out,
    (floats(1, 2, 0), bools(True, True, False)),
    (ints(4, 0, 8), bools(True, False, True)),
)


def masked_assign_loop(x, thresholds):
    out = np.full(x.shape, -1, dtype=np.int8)
    for k, t in enumerate(thresholds):
        m = x > t
        if not m.any():
            break
        out[m] = k
    return out


add(
    masked_assign_loop, (G, floats(1, 5, 20, 3)), (GI, ints(2, 4)), (G, []), (G, [3, 7])
)


def fancy_assign(a, idx, vals):
    a[idx] = vals
    a[idx[::-1]] += 1
    return a[idx], a.take(idx), np.put(a, idx[:1], 99), a


add(
    fancy_assign,
    (np.zeros(5), ints(1, 3, 1), floats(7, 8, 9)),
    (np.zeros(5, int), ints(4, 0), 3),
    (grid(4, 2), ints(0, 2), floats(1, 2)),
)


def view_window(x, w):
    n = len(x) - w + 1
    out = np.empty(max(n, 0))
    for i in range(n):
        win = x[i : i + w]
        out[i] = win.max() - win.min()
    return out


add(view_window, (floats(1, 4, 2, 8), 2), (ints(3, 1, 2), np.int64(3)), (floats(1), 3))


def strided(x):
    ev, od = x[::2], x[1::2]
    if ev.sum() > od.sum():
        ev[:] = 0
    else:
        od *= 2
    return x[::-1], ev, od


add(strided, floats(1, 2, 3, 4), floats(5, 0, 5), ints(9, 1), np.arange(10)[::-2])


def transpose_write(a):
    t = a.T
    for i in range(t.shape[0]):
        t[i] = t[i] * i
    d = t.diagonal()
    return a, t, d.copy()


add(transpose_write, G.copy(), GI, np.zeros((2, 0)))


def concat_loop(blocks):
    out = np.empty((0, 2))
    for b in blocks:
        if b.shape[0] > 0:
            out = np.concatenate([out, b], axis=0)
    return out, len(out)


add(
    concat_loop,
    [np.ones((1, 2)), np.zeros((2, 2))],
    [np.zeros((0, 2))],
    np.ones((3, 1, 2)),
    [],
)


def append_grow(n):
    x = np.array([], dtype=int)
    for i in range(n):
        if i % 3 == 0:
            x = np.append(x, i * i)
    return x


add(append_grow, 7, np.int64(7), 0, np.int8(4))


def hstack_while(a, k):
    r = a
    while r.size < k:
        r = np.hstack((r, r[::-1]))
    return r[:k]


add(hstack_while, (floats(1, 2), 7), (ints(1, 2, 3), np.int64(5)), (ints(1), 1))


def list_then_array(x, dtype=None):
    rows = []
    for i in range(x.shape[0]):
        rows.append([x[i].sum(), x[i].max(), i])
    return np.array(rows, dtype=dtype)


add(list_then_array, G, (GI, float), (G, np.float32))


def list_of_rows(x):
    rows = []
    for r in x:
        if r.sum() > 5:
            rows.append(r * 2)
    if not rows:
        return np.zeros((0, x.shape[1]))
    return np.vstack(rows)


add(list_of_rows, G, GI, np.zeros((2, 2)), G[:1])


def stack_axes(x):
    parts = [x, x + 1, x * 2]
    return (
        np.stack(parts),
        np.stack(parts, axis=-1),
        np.concatenate(parts, axis=None),
        np.column_stack([p.ravel() for p in parts]),
        np.dstack(parts),
    )


add(stack_axes, G, GI, floats(1, 2))


def split_merge(x, k):
    parts = np.array_split(x, k)
    total = []
    for p in parts:
        total.append(p.sum())
    return np.array(total), [p.shape for p in parts]


add(split_merge, (floats(1, 2, 3, 4, 5), 2), (ints(1, 2, 3), 3), (G, 2))


def pad_modes(x):
    return np.pad(x, 1), np.pad(x, (1, 2), mode="edge"), np.pad(x, 1, constant_values=9)


add(pad_modes, floats(1, 2, 3), ints(1), G)


def clip_kinds(x, lo, hi):
    return np.clip(x, lo, hi), x.clip(lo), np.minimum(np.maximum(x, lo), hi)


add(
    clip_kinds,
    (floats(1, 5, 9), 2, 6),
    (ints(1, 5, 9), 2.5, np.float32(6)),
    (np.float64(3), 4, 5),
    (ints(1, 5, 9, dtype=np.uint8), 2, 6),
)


def dtype_reductions(x):
    return (
        x.sum(),
        x.sum(dtype=np.float32),
        x.mean(),
        x.prod(),
        x.max(),
        x.argmax(),
        x.cumsum(),
        x.any(),
        np.count_nonzero(x),
        x.ptp() if hasattr(x, "ptp") else np.ptp(x),
    )


add(
    dtype_reductions,
    ints(1, 2, 3, dtype=np.int8),
    ints(200, 100, dtype=np.uint8),
    floats(1, 2, dtype=np.float16),
    bools(True, False, True)[[0, 1]].astype(int),
    floats(1.5, 2.5, dtype=f32),
)


def axis_reductions(x):
    return (
        x.sum(0),
        x.sum(axis=(0, 1)),
        x.mean(axis=1),
        x.std(1, keepdims=True),
        np.median(x, axis=0),
        np.percentile(x, [25, 75], axis=0),
        x.argmin(axis=1),
        np.cumprod(x, axis=1),
        np.diff(x, axis=1),
        np.var(x, axis=0, ddof=1),
    )


add(axis_reductions, G, GI, G.astype(f32))


def bool_reductions(m):
    return (
        m.all(),
        m.any(axis=0),
        np.logical_and.reduce(m, axis=1),
        (~m).sum(),
        m.mean(),
        np.where(m)[0],
        np.argwhere(m),
        np.flatnonzero(m),
    )


add(bool_reductions, G > 5, G < 0, np.zeros((0, 2), bool))


def unique_counts(x):
    u, inv, c = np.unique(x, return_inverse=True, return_counts=True)
    best = u[np.argmax(c)]
    if c.max() == 1:
        best = None
    return u, inv, best


add(unique_counts, ints(1, 2, 2, 3), floats(1, 2), np.array(["b", "a", "b"]), ints(5))


def sort_family(x):
    i = np.argsort(x, kind="stable")
    r = np.empty_like(i)
    r[i] = np.arange(len(x))
    y = np.sort(x)[::-1]
    return (
        i,
        r,
        y,
        np.partition(x, 1),
        np.searchsorted(np.sort(x), x),
        np.lexsort((x, -x)),
    )


add(
    sort_family,
    floats(3, 1, 2, 1),
    ints(5, 4, 5, dtype=np.int16),
    bools(1, 0, 1).astype(int),
)


def einsum_use(a, b):
    return (
        np.einsum("ij,jk->ik", a, b),
        np.einsum("ij->j", a),
        np.einsum("ii", a @ b),
        np.tensordot(a, b, axes=1),
        np.inner(a, a),
    )


add(einsum_use, (G, G.T), (GI, GI.T))


def meshes(nx, ny):
    x, y = np.meshgrid(np.linspace(0, 1, nx), np.arange(ny), indexing="ij")
    z = np.zeros((nx, ny))
    z[x + y > 1] = 1
    return x, y, z, np.indices((nx, ny)).sum(axis=0)


add(meshes, (2, 3), (np.int64(3), 2), (1, 1))


def mgrid_use(n):
    yy, xx = np.mgrid[0:n, 0:n]
    r = np.hypot(xx - n / 2, yy - n / 2)
    out = np.zeros((n, n), dtype=np.uint8)
    out[r < n / 3] = 255
    return out


add(mgrid_use, 6, np.int64(4))


def ogrid_use(n):
    y, x = np.ogrid[:n, :n]
    return (x * x + y * y <= n * n).sum()


add(ogrid_use, 5, np.int64(4))


def broadcast_dist(p, q):
    d = p[:, None, :] - q[None, :, :]
    return np.sqrt((d**2).sum(-1)), np.abs(d).max(axis=2).argmin(axis=1)


add(broadcast_dist, (G, G[:2]), (GI, G))


def newaxis_ellipsis(x):
    return (
        x[..., None],
        x[None, ...].shape,
        x[..., 0],
        x[..., ::2],
        x[np.newaxis, ..., np.newaxis].ndim,
    )


add(newaxis_ellipsis, G, floats(1, 2, 3), grid(2, 6).reshape(2, 3, 2))


def zero_dim_ops(x):
    a = np.array(x)
    b = a + 1
    a[()] = 5
    a += 1
    return a, b, a.item(), float(a), int(a), a[()], a.ndim, a.shape


add(zero_dim_ops, 3, 2.5, np.float32(1), np.int8(4), np.array(7))


def copy_semantics(x):
    y = x
    z = x[:]
    w = x.copy()
    u = np.asarray(x)
    v = np.array(x)
    x[0] = 100
    if w[0] < 50:
        z[-1] = -1
    return y, z, w, u, v, u is x, v is x


add(copy_semantics, floats(1, 2, 3), ints(60, 1), ints(1))


def casts(x):
    a = x.astype(np.int32)
    b = x.astype(bool)
    c = x.astype("float32")
    d = x.astype(complex)
    e = x.astype(x.dtype, copy=False)
    return (
        a,
        b,
        c,
        d,
        e is x,
        np.float32(x[0]),
        np.int64(x[-1]),
        int(x[0]),
        float(x[-1]),
        complex(x[0]),
        bool(x[0]),
    )


add(
    casts,
    floats(1.7, 0, -2.2),
    ints(1, 0, 3, dtype=np.uint8),
    floats(1.5, 2, dtype=np.float16),
)


def scalar_kinds(a, b):
    return (
        a + b,
        a - b,
        a * b,
        a / b,
        a // b,
        a % b,
        a**b,
        a < b,
        divmod(a, b),
        -a,
        abs(a),
        a == b,
        a != b,
    )


add(
    scalar_kinds,
    (np.int8(7), 2),
    (np.uint8(7), np.int8(2)),
    (np.float32(7), 2.0),
    (7, np.float32(2)),
    (7, 2),
    (7.0, np.int64(2)),
    (np.int32(-7), np.uint8(2)),
    (True, 2),
    (np.float16(1.5), np.float64(2)),
)


def bit_ops(a, n):
    r = 0
    while a != 0 and n > 0:
        r = (r << 1) | (a & 1)
        a = a >> 1
        n -= 1
    return r, ~r, r ^ 5


add(bit_ops, (13, 8), (np.int64(13), 8), (np.uint8(200), 5), (np.int32(6), np.int32(2)))


def bit_arrays(a):
    return (
        a & 1,
        a | 4,
        a ^ 7,
        a << 2,
        a >> 1,
        ~a,
        np.bitwise_and.reduce(a),
        np.left_shift(a, 1),
        np.invert(a),
        np.bitwise_xor.accumulate(a),
    )


add(
    bit_arrays,
    ints(1, 2, 3),
    ints(200, 100, dtype=np.uint8),
    ints(-1, 5, dtype=np.int16),
)


def float_specials(x):
    m = np.isfinite(x)
    y = np.where(np.isnan(x), 0, x)
    y[np.isinf(y)] = np.sign(y[np.isinf(y)]) * 10
    return (
        m,
        y,
        np.nan_to_num(x),
        np.nansum(x),
        np.nanmean(x[m]) if m.any() else None,
        np.isclose(x, x, equal_nan=True),
        np.nanmax(np.where(m, x, -1)),
    )


add(float_specials, floats(1, np.nan, np.inf), floats(-np.inf, 2), floats(np.nan))


def integer_overflow_loop(x):
    s = x.dtype.type(0)
    for v in x:
        s = s + v
    return s


add(
    integer_overflow_loop,
    ints(100, 100, dtype=np.int8),
    ints(200, 100, dtype=np.uint8),
    ints(1, 2, dtype=np.int64),
)


def promote_loop(x):
    acc = 0
    for v in x:
        acc = acc * 0.5 + v
    acc2 = 0
    for v in x:
        acc2 += v
        acc2 *= 2
    return acc, acc2, type(acc).__name__


add(
    promote_loop,
    floats(1, 2, dtype=f32),
    ints(1, 2, dtype=np.int8),
    floats(),
    [1, 2],
    ints(100, 100, dtype=np.int8),
)


def inplace_dtype_error(a, b):
    a += b
    return a


add(
    inplace_dtype_error,
    (ints(1, 2), 1),
    (ints(1, 2), 0.5),
    (ints(1, 2), floats(1, 2)),
    (floats(1, 2), ints(1, 2)),
    (ints(1, 2, dtype=np.uint8), -1),
    raises=(
        "OverflowError",
        "_UFuncOutputCastingError",
    ),
)


def matrix_slices(a):
    b = a[1:, :-1].copy()
    a[:-1, 1:] -= b
    a[-1, :] = a[0]
    a[:, 0] = np.arange(a.shape[0])
    a[a < 0] = 0
    a[0], a[1] = a[1].copy(), a[0].copy()
    return a.sum(), a


add(matrix_slices, G.copy(), GI, grid(3, 2) - 2)


def overlapping_write(x):
    x[1:] = x[:-1]
    x[:-1] += x[1:]
    x[::2], x[1::2] = x[1::2], x[::2]
    return x


add(overlapping_write, floats(1, 2, 3, 4), ints(5, 6), ints(1, 2, 3, 4, 5, 6))


def roll_shift(x, k):
    y = np.roll(x, k)
    z = np.zeros_like(x)
    if k > 0:
        z[k:] = x[:-k]
    elif k < 0:
        z[:k] = x[-k:]
    else:
        z[:] = x
    return y, z


add(
    roll_shift,
    (floats(1, 2, 3), 1),
    (ints(1, 2, 3), np.int64(-1)),
    (ints(1, 2), 0),
    (floats(1, 2, 3), np.int8(2)),
)


def tri_indices(n):
    iu = np.triu_indices(n, k=1)
    a = np.zeros((n, n), int)
    a[iu] = np.arange(1, len(iu[0]) + 1)
    a += a.T
    a[np.diag_indices(n)] = -1
    return a


add(tri_indices, 3, 1, np.int64(4))


def digitize_hist(x, edges):
    k = np.digitize(x, edges)
    counts = np.zeros(len(edges) + 1, dtype=int)
    for j in k:
        counts[j] += 1
    return (
        counts,
        np.bincount(k, minlength=len(edges) + 1),
        np.histogram(x, bins=edges)[0],
    )


add(
    digitize_hist,
    (floats(0.5, 1.5, 2.5), floats(0, 1, 2)),
    (ints(1, 2, 3), ints(1, 3)),
    (floats(), floats(0, 1)),
)


def apply_rows(x, f):
    return np.apply_along_axis(f, 1, x)


add(apply_rows, (G, np.sum), (G, lambda r: r[::-1]), (GI, np.max))


def vectorize_use(x):
    f = np.vectorize(lambda t: t * 2 if t > 1 else -t)
    return f(x)


add(vectorize_use, floats(0, 1, 2), ints(0, 5))


def piecewise_select(x):
    a = np.piecewise(x, [x < 0, x >= 0], [-1, 1])
    b = np.select([x < 0, x > 2], [x * 10, x * 100], default=0)
    c = np.choose((x > 0).astype(int), [x, -x])
    return a, b, c


add(piecewise_select, floats(-1, 0, 3), ints(-1, 0, 3))


def in1d_sets(a, b):
    return (
        np.isin(a, b),
        np.intersect1d(a, b),
        np.union1d(a, b),
        np.setdiff1d(a, b),
        np.setxor1d(a, b),
    )


add(
    in1d_sets,
    (ints(1, 2, 3), ints(2, 3, 4)),
    (floats(1, 2), ints(2)),
    (ints(), ints(1)),
)


def poly_tools(c, x):
    p = np.polyval(c, x)
    d = np.polyder(c)
    q = np.polymul(c, d)
    r = np.roots(c)
    return p, d, q, np.sort(r.real), np.polyadd(c, d)


add(
    poly_tools,
    (floats(1, -3, 2), 2.0),
    (ints(1, 0, -4), np.float64(1)),
    (floats(1, -3, 2), floats(0, 1)),
)


def interp_cumsum(x, xp, fp):
    y = np.interp(x, xp, fp)
    c = np.concatenate(([0], np.cumsum(y)))
    return y, c, np.trapezoid(fp, xp), np.gradient(fp, xp)


add(
    interp_cumsum,
    (floats(0.5, 1.5), floats(0, 1, 2), floats(0, 10, 0)),
    (0.5, floats(0, 1, 2), ints(1, 2, 3)),
)


def structured_params(p):
    out = {}
    for name, arr in p.items():
        if arr.ndim > 1:
            out[name] = arr.sum(axis=0)
        else:
            out[name] = arr * 2
    return out


add(structured_params, {"w": G.copy(), "b": floats(1, 2)}, {}, {"w": ints(1)})


def tolist_sum(x):
    t = 0
    for row in x.tolist():
        for v in row:
            if v % 2 == 0:
                t += v
    return t


add(tolist_sum, GI, G, np.zeros((2, 0)))


def flat_iter(x):
    s = 0
    for i, v in enumerate(x.flat):
        s += i * v
    x.flat[0] = 50
    x.flat[::2] = -1
    return s, x


add(flat_iter, G.copy(), GI, G.T.copy())


def nditer_index(x):
    s = 0.0
    for idx in np.ndindex(x.shape):
        s += x[idx] * sum(idx)
    return s


add(nditer_index, G, GI, floats(1, 2))


def ndenumerate_use(x):
    best, pos = None, None
    for idx, v in np.ndenumerate(x):
        if best is None or v > best:
            best, pos = v, idx
    return best, pos


add(ndenumerate_use, G, -GI, floats(3, 1))


def argmax_unravel(x):
    k = np.argmax(x)
    i, j = np.unravel_index(k, x.shape)
    while x[i, j] > 5 and i > 0:
        i -= 1
    return i, j, np.ravel_multi_index((i, j), x.shape)


add(argmax_unravel, G, -G, GI)


def tile_repeat(x, n):
    return (
        np.tile(x, n),
        np.repeat(x, n),
        np.tile(x, (2, n)),
        np.repeat(x, [n] * len(x)),
        np.broadcast_to(x, (n, len(x))),
    )


add(tile_repeat, (floats(1, 2), 2), (ints(1), np.int64(3)), (ints(1, 2), 0))


def outer_triangle(n):
    a = np.fromfunction(lambda i, j: i + j, (n, n))
    b = np.tri(n)
    c = np.arange(n)[:, None] >= np.arange(n)
    return a * b, c, np.tril(a, -1).sum()


add(outer_triangle, 3, 1)


def squeeze_expand(x):
    y = np.expand_dims(x, 0)
    z = np.squeeze(y)
    w = np.moveaxis(y, 0, -1)
    v = np.swapaxes(y, 0, 1)
    return (
        y.shape,
        z,
        w.shape,
        v.shape,
        np.atleast_2d(x).shape,
        np.ravel(x),
        x.reshape(-1, 1),
        x.flatten(),
        np.rot90(np.atleast_2d(x)),
        np.flip(x),
    )


add(squeeze_expand, floats(1, 2, 3), G, ints(7))


def complex_parts(z):
    r, th = np.abs(z), np.angle(z)
    w = r * np.exp(1j * th)
    w.real[0] = 5
    w.imag = 0
    return r, th, w, z.conj(), z.real, z.imag


add(
    complex_parts,
    np.array([1 + 2j, -3j]),
    floats(1, -2),
    np.array([1 + 2j], np.complex64),
)


def fill_diag(n, v):
    a = np.empty((n, n))
    a.fill(v)
    np.fill_diagonal(a, 0)
    a[range(n), range(n)] += 1
    return a


add(fill_diag, (3, 2.5), (2, np.float32(1)), (np.int64(2), 7))


def argpartition_topk(x, k):
    idx = np.argpartition(-x, k - 1)[:k]
    idx = idx[np.argsort(-x[idx])]
    return x[idx]


add(argpartition_topk, (floats(3, 9, 1, 7), 2), (ints(5, 4, 3), np.int64(1)))


def delete_insert(x, i):
    y = np.delete(x, i)
    z = np.insert(y, 0, 42)
    while len(z) > 3:
        z = np.delete(z, -1)
    return y, z


add(
    delete_insert,
    (floats(1, 2, 3, 4, 5), 1),
    (ints(1, 2, 3), np.int64(0)),
    (floats(1, 2, 3), [0, 1]),
)


def cov_corr(x):
    c = np.cov(x, rowvar=False)
    d = np.sqrt(np.diag(c))
    return c, c / np.outer(d, d), np.corrcoef(x.T)


add(cov_corr, G**1.5, (GI**2).astype(float))


def quantiles(x):
    q = np.quantile(x, [0, 0.5, 1])
    iqr = np.subtract(*np.percentile(x, [75, 25]))
    return q, iqr, np.median(x), np.average(x, weights=np.arange(1, len(x) + 1))


add(quantiles, floats(1, 5, 2, 8), ints(4, 4, 1))


def convolve_modes(a, k):
    return (
        np.convolve(a, k),
        np.convolve(a, k, mode="same"),
        np.convolve(a, k, "valid"),
        np.correlate(a, k, "full"),
    )


add(
    convolve_modes,
    (floats(1, 2, 3), floats(1, -1)),
    (ints(1, 2, 3), ints(1, 1)),
    (ints(1), ints(2, 3)),
)


def array_equal_loop(a):
    prev = np.zeros_like(a)
    n = 0
    while not np.array_equal(prev, a):
        prev = a.copy()
        a = a // 2
        n += 1
    return n, a


add(array_equal_loop, ints(5, 9), floats(8, 3), ints(0))


def allclose_loop(x):
    k = 0
    while not np.allclose(x, 1.0, atol=1e-6):
        x = np.sqrt(x)
        k += 1
    return k


add(allclose_loop, floats(4, 9), floats(1), np.float64(2))


def mixed_index(a, rows, k):
    b = a[rows, k]
    c = a[rows][:, [0, -1]]
    a[rows, 1:] = 0
    return b, c, a


add(
    mixed_index,
    (G.copy(), ints(0, 2), 1),
    (GI, [0, 1], np.int64(2)),
    (G.copy(), np.array([True, False, True]), 0),
)


def bool_2d_index(a):
    m = a % 2 == 0
    r = a[m]
    a[m] = r[::-1]
    a[~m & (a > 5)] *= -1
    a[a.sum(axis=1) > 10] = 0
    a[:, a.sum(axis=0) < 0] = 7
    return r, a


add(bool_2d_index, G.copy(), GI, np.zeros((0, 2)))


def item_set(a):
    for i in range(a.size):
        a.flat[i] = a.item(i) + i
    return (
        a,
        a.itemsize,
        a.nbytes,
        a.size,
        a.dtype.name,
        a.dtype == np.float64,
        a.dtype.kind,
    )


add(item_set, G.copy(), ints(1, 2), floats(1, dtype=f32))


def math_on_scalars(x):
    if x > 0:
        return (
            math.sqrt(x),
            math.log(x),
            math.floor(x),
            math.ceil(x),
            round(x, 1),
            round(x),
        )
    return (
        math.exp(x),
        math.fabs(x),
        math.isnan(x),
        math.pow(x, 2),
        math.copysign(1, x),
        math.trunc(x),
    )


add(
    math_on_scalars,
    2.5,
    np.float64(2.5),
    np.float64(-0.5),
    np.float32(3.25),
    np.int64(4),
    -2,
)


def reduced_over_a_list(x, y):
    tests = [each > 1 for each in (x, y)]
    out = np.zeros(x.shape)
    written = np.add.reduce([x, y], out=out)
    return (
        np.logical_or.reduce([x > 2, y > 1]),
        np.logical_and.reduce(tests),
        np.maximum.reduce((x, y, x + 1), axis=0, keepdims=True),
        np.add.reduce([x, y], 1, np.float64),
        np.add.accumulate([x, y], axis=1),
        np.add.reduceat([x[0], y[1], x[2]], [0, 2]),
        written is out,
        out,
    )


def reduced_over_numbers(n, k):
    return np.add.reduce([n, k]), np.multiply.accumulate((n, k, 3)), np.gcd.reduce([n])


def reduced_over_items(xs):
    return np.add.reduce([each * 2 for each in xs]), np.maximum.reduce([xs[0], 2])


def reduced_over_unequal(x, y):
    return np.add.reduce([x, y[:2]])


W = np.array([1.0, 0.0, 5.0, 2.0])
add(reduced_over_a_list, (np.arange(4.0), W), (np.arange(4), W.astype(f32)))
add(reduced_over_numbers, (6, 4), (i64(6), i32(4)), (np.int8(-3), 0))
add(reduced_over_items, [1, 2, 3], W, [2.5])
add(reduced_over_unequal, (W, W), raises=ValueError)


def lists_that_are_cast(items):
    return np.bincount(items), np.bincount([2.5, True])


def repeated_as_often(x, times):
    return np.repeat(x, times)


LISTS = [1, 2.5, True], [f64(1), 2], floats(1, 2)
add(lists_that_are_cast, *LISTS, raises=TypeError)
TIMES = [], [2, 1], [2]
add(repeated_as_often, *((W[:2], each) for each in TIMES), raises=ValueError)
