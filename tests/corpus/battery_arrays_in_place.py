"""Array writes of every kind, and algorithms that work in place."""

import math
import operator
import itertools
import functools
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


NAN = float("nan")
INF = float("inf")


# --- in-place numpy of every kind, in staged control flow ---
@add((grid(4, 4), i64(1)), (grid(4, 4), i64(0)), (grid(4, 4), i64(-1)))
def staged_index_kinds(m, k):
    m[k] += 1
    m[k, 1:3] = -m[k, 2:4]
    m[:, k] *= 2
    m[k::2, ::-1] = m[k::2]
    m[..., k] -= 1
    m[[k, 0], [0, k]] = 100
    m[m[:, k] > 5, 0] = 7
    m[np.array([k, 2])] += 0.5
    m[k][k] = 3
    m[np.newaxis, k, :2] = [8, 9]
    m[np.ix_([0, k], [1, 2])] += 1
    m[(k, -1)] = 4
    m[slice(None, k), 0] = 5
    if k > 0:
        m[np.arange(len(m)) % 2 == k] = 0
    return m.diagonal().copy()


@add((ints(0, 1, 1, 2, 1), 4), (ints(), 3), (ints(0, 0), 1))
def histogram(idx, n):
    a = np.zeros(n, int)
    b = np.zeros(n, int)
    c = np.zeros(n, int)
    a[idx] += 1
    np.add.at(b, idx, 1)
    for i in idx:
        c[i] += 1
    np.subtract.at(c, idx[:1], 10)
    np.maximum.at(a, idx, 3)
    return a, b, c, np.bincount(idx, minlength=n)


@add((grid(3, 4),), (grid(2, 2),))
def view_chains(m):
    v = m.reshape(-1)[1:]
    w = v[::2]
    w[0] = 50
    r = m.T[1:]
    r[:, 0] += 5
    flat = m.ravel()
    flat[-1] = -1
    d = np.diagonal(m)
    s = m.swapaxes(0, 1)
    s[0] = s[1]
    e = np.expand_dims(m, 0)
    e[0, 0, 0] = 77
    b = np.broadcast_to(m[0], (2, m.shape[1]))
    q = m.squeeze()
    q[-1] *= 2
    a, c = np.split(m, [1])
    a[:] = 9
    t = np.atleast_2d(m[0])
    t[0, -1] = 10
    return v, w, flat, d.copy(), b.copy(), np.shares_memory(a, m), c.base is m


@add((floats(5, 3, 1, 4),), (floats(),), (ints(2, 1),), (floats(NAN, 1, 0),))
def array_methods_in_place(x):
    y = x.copy()
    y.sort()
    z = x[::-1].copy()
    z.partition(len(z) // 2) if len(z) else None
    x.put([0], 9) if x.size else None
    np.put(x, [-1], 8, mode="clip") if x.size else None
    np.putmask(y, y > 3, 0)
    np.place(z, z > 2, [1, 2])
    w = np.zeros(3)
    w.fill(x.sum())
    np.fill_diagonal(g := np.zeros((2, 2)), w[0])
    w.itemset if False else None
    y.resize(len(y)) if False else None
    u = x.astype(np.float32)
    u += 1
    return (
        y,
        np.sort(z),
        w,
        g,
        u,
        x.nonzero(),
        x.argsort(kind="stable"),
        x.searchsorted(2),
        x.tolist(),
    )


@add((floats(1, 2, 3), 0.5, i64(3)), (floats(1), 2, i64(0)), (np.zeros(4), 1, 2))
def jacobi_with_out(u, h, n):
    new = np.zeros_like(u)
    for it in range(n):
        np.copyto(new, u)
        np.add(u[:-2], u[2:], out=new[1:-1])
        new[1:-1] *= h
        u, new = new, u
        if np.abs(u - new).max() < 1e-3:
            break
    return u, new


@add((floats(1, 2, 3),), (floats(),), (ints(1, 2),))
def swap_buffers(a):
    b = a * 0
    for k in range(len(a)):
        b[k] = a[-1 - k]
        a, b = b, a
    return a, b, a is b


@add(
    lambda: (lambda a: (a, a[::-1]))(np.arange(5.0)),
    lambda: (lambda a: (a[1:], a))(np.arange(4)),
    (floats(1), floats(2)),
)
def overlapping(a, b):
    n = min(len(a), len(b))
    a[:n] += b[:n]
    if n > 2:
        b[0] = 100
    a[:n] = b[:n] * 2
    np.multiply(a[:n], b[:n], out=b[:n])
    return a.sum(), b


@add((grid(3, 3), [0, 2]), (grid(2, 2), []), (grid(2, 3), [1, 1]))
def rows_by_for(m, picks):
    for row in m[picks]:
        row[:] = -1
    for i in picks:
        row = m[i]
        row -= row.mean()
        m[i, 0], m[i, -1] = m[i, -1], m[i, 0]
    for a, b in zip(m, m[1:]):
        b += a
    for i, row in enumerate(m[::-1]):
        row[0] = i
    return m


@add((floats(1, 2, 3, 4), f64(2)), (floats(), f64(0)), (floats(5), f64(9)))
def boolean_masks(x, t):
    mask = x > t
    x[mask] = np.arange(mask.sum())
    x[~mask] *= -1
    y = np.where(mask, x, t)
    if mask.any():
        first = np.flatnonzero(mask)[0]
        y[first:] += 1
    elif not mask.size:
        y = np.append(y, t)
    mask &= x != 0
    mask[:1] = False
    return y, mask, np.count_nonzero(mask), x[mask]


class Grid:
    def __init__(self, n):
        self.u = np.zeros((n, n))
        self.time = 0

    @property
    def inner(self):
        return self.u[1:-1, 1:-1]

    @inner.setter
    def inner(self, value):
        self.u[1:-1, 1:-1] = value

    def __setitem__(self, key, value):
        self.u[key] = value

    def __getitem__(self, key):
        return self.u[key]

    def __iter__(self):
        return iter(self.u)

    def step(self, k):
        lap = (
            self.u[:-2, 1:-1]
            + self.u[2:, 1:-1]
            + self.u[1:-1, :-2]
            + self.u[1:-1, 2:]
            - 4 * self.inner
        )
        self.inner += k * lap
        self.time += 1


@add((4, f64(0.1), i64(3)), (3, f64(0.25), i64(0)))
def heat(n, k, steps):
    g = Grid(n)
    g[0] = 100
    g[:, -1] += 5
    for _ in range(steps):
        g.step(k)
        if g.inner.max() > 30:
            g[1, 1] = 30
            break
    return g.u, g.time, g[0, 0], [r.sum() for r in g]


@add((Grid(4), f64(0.1), i64(3)), (Grid(3), f64(0.25), i64(0)))
def heat_argument(g, k, steps):
    g[0] = 100
    while g.time < steps:
        g.step(k)
        if g.inner.max() > 15:
            g.inner = 15
    return g.inner


@add((i64(10),), (i64(2),), (30,))
def sieve(n):
    is_prime = np.ones(n + 1, bool)
    is_prime[:2] = False
    for p in range(2, int(n**0.5) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = False
    return np.flatnonzero(is_prime), is_prime.sum()


@add((grid(3, 3),), (np.array([[2.0, 1], [1, 3]]),), (np.zeros((2, 2)),))
def lu_in_place(A):
    n = len(A)
    perm = np.arange(n)
    for k in range(n - 1):
        p = np.abs(A[k:, k]).argmax() + k
        if A[p, k] == 0:
            continue
        if p != k:
            A[[k, p]] = A[[p, k]]
            perm[k], perm[p] = perm[p], perm[k]
        A[k + 1 :, k] /= A[k, k]
        A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k, k + 1 :])
    return A, perm


@add(
    (np.array([[4.0, 1], [2, 3]]), i64(50)),
    (np.eye(2), i64(2)),
    (np.zeros((2, 2)), i64(3)),
)
def power_method(A, limit):
    v = np.ones(len(A)) / np.sqrt(len(A))
    lam = None
    for k in range(limit):
        w = A @ v
        norm = np.linalg.norm(w)
        if norm == 0:
            return None, v, k
        v = w / norm
        new = v @ A @ v
        if lam is not None and abs(new - lam) < 1e-10:
            break
        lam = new
    return lam, v, k


@add(
    (np.array([[1, 1, 0], [1, 0, 0], [0, 0, 1]]),),
    (np.zeros((2, 2), int),),
    (np.ones((0, 0), int),),
)
def flood_fill(grid_):
    labels = np.zeros_like(grid_)
    current = 0
    for i in range(grid_.shape[0]):
        for j in range(grid_.shape[1]):
            if grid_[i, j] and not labels[i, j]:
                current += 1
                stack = [(i, j)]
                while stack:
                    a, b = stack.pop()
                    if not (0 <= a < grid_.shape[0] and 0 <= b < grid_.shape[1]):
                        continue
                    if grid_[a, b] == 0 or labels[a, b]:
                        continue
                    labels[a, b] = current
                    stack += [(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)]
    return labels, current


@add((floats(3, 1, 2, 5, 4),), (floats(),), (ints(2, 2, 1),))
def merge_sort(x):
    def sort(a):
        if len(a) <= 1:
            return a
        mid = len(a) // 2
        left, right = sort(a[:mid]), sort(a[mid:])
        out, i, j = np.empty_like(a), 0, 0
        for k in range(len(a)):
            if j >= len(right) or (i < len(left) and left[i] <= right[j]):
                out[k] = left[i]
                i += 1
            else:
                out[k] = right[j]
                j += 1
        return out

    return sort(x)


@add((floats(3, 1, 2, 5, 4),), (floats(),), (ints(2, 2, 1),), ([3, 1, 2],))
def quick_sort_in_place(a):
    def sort(lo, hi):
        if lo >= hi:
            return
        pivot, i = a[hi], lo
        for j in range(lo, hi):
            if a[j] < pivot:
                a[i], a[j] = (
                    a[j],
                    a[i] if not isinstance(a, np.ndarray) else a[i].copy(),
                )
                i += 1
        a[i], a[hi] = a[hi], a[i]
        sort(lo, i - 1)
        sort(i + 1, hi)

    sort(0, len(a) - 1)
    return a


@add((floats(3, 1, 2),), (floats(1),), (ints(3, 2, 1, 0),))
def sorts_by_hand(x):
    a = x.copy()
    for i in range(1, len(a)):
        v, j = a[i], i - 1
        while j >= 0 and a[j] > v:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = v
    b = list(x)
    swapped = True
    passes = 0
    while swapped:
        swapped = False
        for i in range(len(b) - 1):
            if b[i] > b[i + 1]:
                b[i], b[i + 1] = b[i + 1], b[i]
                swapped = True
        passes += 1
    c = x.copy()
    gap = len(c) // 2
    while gap > 0:
        for i in range(gap, len(c)):
            t, j = c[i], i
            while j >= gap and c[j - gap] > t:
                c[j] = c[j - gap]
                j -= gap
            c[j] = t
        gap //= 2
    d = [int(v) for v in x]
    counts = [0] * (max(d) + 1)
    for v in d:
        counts[v] += 1
    e = [v for v, c_ in enumerate(counts) for _ in range(c_)]
    return a, b, passes, c, e


@add(
    (np.array([[0, 3, INF], [INF, 0, 1], [2, INF, 0]]),),
    (np.zeros((0, 0)),),
    (np.array([[0.0]]),),
)
def floyd(d):
    n = len(d)
    nxt = [[j if d[i, j] < np.inf else None for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
                    nxt[i][j] = nxt[i][k]
    return d, nxt


@add(
    ({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []},),
    ({"a": ["b"], "b": ["a"]},),
    ({},),
    raises=ValueError,
)
def topological(graph):
    degree = {n: 0 for n in graph}
    for n, others in graph.items():
        for o in others:
            degree[o] += 1
    ready = deque(sorted(n for n, d in degree.items() if d == 0))
    order = []
    while ready:
        n = ready.popleft()
        order.append(n)
        for o in graph[n]:
            degree[o] -= 1
            if not degree[o]:
                ready.append(o)
    if len(order) != len(graph):
        raise ValueError(f"cycle among {sorted(set(graph) - set(order))}")
    return order


@add((i64(4),), (i64(1),), (i64(3),), (5,))
def queens(n):
    count = 0
    cols, d1, d2 = set(), set(), set()

    def place(r):
        nonlocal count
        if r == n:
            count += 1
            return
        for c in range(n):
            if c in cols or r + c in d1 or r - c in d2:
                continue
            cols.add(c)
            d1.add(r + c)
            d2.add(r - c)
            place(r + 1)
            cols.remove(c)
            d1.remove(r + c)
            d2.remove(r - c)

    place(0)
    return count


@add(([1, 2, 5], i64(11)), ([2], i64(3)), ([5], i64(0)), (ints(1, 3, 4), 6))
def coins(values, amount):
    best = [0] + [None] * amount
    for a in range(1, amount + 1):
        for v in values:
            if v <= a and best[a - v] is not None:
                if best[a] is None or best[a - v] + 1 < best[a]:
                    best[a] = best[a - v] + 1
    return best[amount]


@add(("kitten", "sitting"), ("", "a"), ("x", "x"))
def levenshtein(a, b):
    prev = np.arange(len(b) + 1)
    for i, ca in enumerate(a, 1):
        cur = np.empty_like(prev)
        cur[0] = i
        for j, cb in enumerate(b, 1):
            cur[j] = min(prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + (ca != cb))
        prev = cur
    return prev[-1]


@add((ints(3, 10, 2, 1, 20),), (ints(),), (ints(3, 2, 1),))
def longest_increasing(x):
    tails, prev, idx = [], [-1] * len(x), []
    for i, v in enumerate(x):
        lo, hi = 0, len(tails)
        while lo < hi:
            mid = (lo + hi) // 2
            if tails[mid] < v:
                lo = mid + 1
            else:
                hi = mid
        if lo == len(tails):
            tails.append(v)
            idx.append(i)
        else:
            tails[lo] = v
            idx[lo] = i
        prev[i] = idx[lo - 1] if lo else -1
    out = []
    k = idx[-1] if idx else -1
    while k >= 0:
        out.append(x[k])
        k = prev[k]
    return out[::-1], tails


@add(
    (lambda x: (x[0] - 1) ** 2 + x[1] ** 2, [f64(0), f64(1)], i64(40)),
    (lambda x: abs(x[0]), [f64(3), f64(1)], i64(0)),
)
def nelder_mead(f, x0, limit):
    n = len(x0)
    simplex = [np.array(x0)] + [np.array(x0) + 0.5 * np.eye(n)[i] for i in range(n)]
    values = [f(p) for p in simplex]
    for it in range(limit):
        order = np.argsort(values)
        simplex = [simplex[i] for i in order]
        values = [values[i] for i in order]
        if values[-1] - values[0] < 1e-6:
            break
        c = sum(simplex[:-1]) / n
        r = c + (c - simplex[-1])
        fr = f(r)
        if fr < values[0]:
            e = c + 2 * (c - simplex[-1])
            fe = f(e)
            simplex[-1], values[-1] = (e, fe) if fe < fr else (r, fr)
        elif fr < values[-2]:
            simplex[-1], values[-1] = r, fr
        else:
            k = c + 0.5 * (simplex[-1] - c)
            fk = f(k)
            if fk < values[-1]:
                simplex[-1], values[-1] = k, fk
            else:
                for i in range(1, n + 1):
                    simplex[i] = simplex[0] + 0.5 * (simplex[i] - simplex[0])
                    values[i] = f(simplex[i])
    return simplex[0], values[0], it if limit else None
