"""Algorithms that mix objects, lists and arrays."""

import numpy as np
import math
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


G = grid(3, 4)


def state_space(A, B, C, us, x=None):
    x = np.zeros(A.shape[0]) if x is None else x
    ys = []
    for u in us:
        ys.append(C @ x)
        x = A @ x + B * u
    return np.array(ys), x


add(
    state_space,
    (np.eye(2) * 0.5, floats(1, 0), floats(1, 1), floats(1, 2, 3)),
    (np.eye(2), floats(1, 0), np.ones((1, 2)), [1, 0], floats(1, 1)),
)


def particle_filter(ps, w, z, u):
    w = w * np.exp(-0.5 * (z - ps) ** 2)
    w /= w.sum()
    neff = 1 / (w**2).sum()
    if neff < len(ps) / 2:
        c = np.cumsum(w)
        idx = np.zeros(len(ps), dtype=int)
        i, j = 0, 0
        pos = (np.arange(len(ps)) + u) / len(ps)
        while i < len(ps):
            if pos[i] < c[j]:
                idx[i] = j
                i += 1
            else:
                j += 1
        ps, w = ps[idx], np.full(len(ps), 1 / len(ps))
    return ps, w, neff


add(
    particle_filter,
    (floats(0, 1, 2, 3), np.full(4, 0.25), 2.9, 0.5),
    (floats(0, 5, 9), np.full(3, 1 / 3), np.float64(0), np.float64(0.1)),
    (floats(1, 1), floats(0.5, 0.5), 1, 0),
)


def mcmc(logp, x, steps, us):
    chain, acc = np.empty(len(steps)), 0
    lp = logp(x)
    for i, (s, u) in enumerate(zip(steps, us)):
        y = x + s
        lq = logp(y)
        if np.log(u) < lq - lp:
            x, lp = y, lq
            acc += 1
        chain[i] = x
    return chain, acc / len(steps)


add(
    mcmc,
    (lambda x: -x * x / 2, 0.0, floats(1, -2, 0.5), floats(0.5, 0.9, 0.1)),
    (lambda x: -abs(x), np.float64(1), [1, 2], [0.1, 0.9]),
)


def gillespie(k1, k2, x, us, tmax):
    t = 0.0
    traj = [(t, x)]
    i = 0
    while t < tmax and i + 1 < len(us):
        a1, a2 = k1, k2 * x
        a0 = a1 + a2
        t += -math.log(us[i]) / a0
        if us[i + 1] * a0 < a1:
            x += 1
        else:
            x -= 1
        i += 2
        traj.append((t, x))
    return traj


add(
    gillespie,
    (1.0, 0.1, 5, floats(0.5, 0.5, 0.2, 0.9), 10),
    (np.float64(1), 1, np.int64(3), floats(0.1, 0.9, 0.3, 0.9, 0.4, 0.4), 2.0),
)


def queue_sim(arr, srv, servers):
    free = [0.0] * servers
    waits = []
    for a, s in zip(arr, srv):
        k = free.index(min(free))
        start = max(a, free[k])
        waits.append(start - a)
        free[k] = start + s
    return waits, max(free)


add(
    queue_sim,
    ([0, 1, 2], [3, 3, 1], 2),
    (floats(0, 1, 2), floats(2, 2, 2), 1),
    ([], [], 1),
)


def queue_sim_arr(arr, srv, servers):
    free = np.zeros(servers)
    wait = 0.0
    for i in range(len(arr)):
        k = free.argmin()
        start = arr[i] if arr[i] > free[k] else free[k]
        wait += start - arr[i]
        free[k] = start + srv[i]
    return wait, free


add(
    queue_sim_arr,
    (floats(0, 1, 2), floats(2, 2, 2), 1),
    (ints(0, 1), ints(2, 5), np.int64(2)),
)


def percolation(g):
    n = g.shape[0]
    full = np.zeros_like(g)
    full[0] = g[0]
    changed = True
    while changed:
        nb = np.zeros_like(g)
        nb[1:] |= full[:-1]
        nb[:-1] |= full[1:]
        nb[:, 1:] |= full[:, :-1]
        nb[:, :-1] |= full[:, 1:]
        new = full | (nb & g)
        changed = (new != full).any()
        full = new
    return full[-1].any(), full.sum()


add(
    percolation,
    wave(16).reshape(4, 4) > -0.5,
    np.eye(3, dtype=bool),
    np.ones((2, 2), bool),
)


def ising_step(s, idx, us, beta):
    n = s.shape[0]
    for (i, j), u in zip(idx, us):
        nb = s[(i + 1) % n, j] + s[i - 1, j] + s[i, (j + 1) % n] + s[i, j - 1]
        dE = 2 * s[i, j] * nb
        if dE <= 0 or u < math.exp(-beta * dE):
            s[i, j] *= -1
    return s.sum(), s


add(
    ising_step,
    (np.ones((3, 3), int), [(0, 0), (1, 2)], [0.9, 0.0001], 0.4),
    (
        np.where(wave(9).reshape(3, 3) > 0, 1, -1),
        ints(0, 0, 2, 2).reshape(2, 2),
        floats(0.1, 0.2),
        np.float64(1),
    ),
)


def sir(beta, gamma, s, i, r, days):
    hist = np.zeros((days + 1, 3))
    hist[0] = s, i, r
    peak, day = i, 0
    for t in range(1, days + 1):
        new = min(s, beta * s * i)
        rec = gamma * i
        s, i, r = s - new, i + new - rec, r + rec
        hist[t] = [s, i, r]
        if i > peak:
            peak, day = i, t
    return hist, peak, day


add(
    sir,
    (0.5, 0.1, 0.9, 0.1, 0.0, 4),
    (np.float64(2), 0.1, 0.9, 0.1, 0, 3),
    (1, 1, 1, 1, 0, np.int64(2)),
)


def random_forest_vote(preds):
    out = np.empty(preds.shape[1], dtype=preds.dtype)
    for j in range(preds.shape[1]):
        vals, counts = np.unique(preds[:, j], return_counts=True)
        out[j] = vals[counts.argmax()]
    return out


add(
    random_forest_vote,
    ints(0, 1, 1, 1, 0, 1).reshape(3, 2),
    np.array([["a", "b"], ["a", "a"]]),
    G,
)


def moving_sum_deque(xs, w):
    s, out = 0, []
    for i in range(len(xs)):
        s += xs[i]
        if i >= w:
            s -= xs[i - w]
        if i >= w - 1:
            out.append(s / w)
    return out


add(
    moving_sum_deque,
    (floats(1, 2, 3, 4), 2),
    ([1, 2, 3], np.int64(2)),
    (ints(1, 2, 3, dtype=np.int8), 2),
)


def exp_smooth_holt(y, a, b):
    level, trend = y[0], y[1] - y[0]
    f = [level]
    for t in range(1, len(y)):
        last = level
        level = a * y[t] + (1 - a) * (level + trend)
        trend = b * (level - last) + (1 - b) * trend
        f.append(level + trend)
    return np.array(f)


add(
    exp_smooth_holt,
    (floats(1, 2, 4, 7), 0.5, 0.3),
    (ints(1, 2, 4), np.float64(0.5), 1),
    ([1, 2, 4], 0.5, 0.5),
)


def cusum(x, mu, k, h):
    hi = lo = 0
    alarms = []
    for i, v in enumerate(x):
        hi = max(0, hi + v - mu - k)
        lo = max(0, lo + mu - k - v)
        if hi > h or lo > h:
            alarms.append((i, "up" if hi > h else "down"))
            hi = lo = 0
    return alarms, hi, lo


add(
    cusum,
    (floats(0, 3, 3, -5, 0), 0, 0.5, 2),
    (ints(1, 1, 9), np.float64(1), 0.5, 3),
    ([], 0, 1, 1),
)


def drawdown(p):
    peak, worst, at = p[0], 0.0, None
    for i, v in enumerate(p):
        if v > peak:
            peak = v
        dd = (peak - v) / peak
        if dd > worst:
            worst, at = dd, i
    return worst, at


add(drawdown, floats(1, 3, 2, 4, 1), ints(5, 4), [1.0])


def portfolio(prices, w, fee=0.0):
    cash, shares = 1.0, np.zeros(prices.shape[1])
    values = []
    for t in range(prices.shape[0]):
        v = cash + shares @ prices[t]
        target = v * w / prices[t]
        trade = np.abs(target - shares) @ prices[t]
        if trade > 0.1 * v or t == 0:
            cash = v - target @ prices[t] - fee * trade
            shares = target
        values.append(v)
    return np.array(values), shares


add(
    portfolio,
    (grid(3, 2) + 1, floats(0.5, 0.5)),
    (grid(2, 2, int) + 1, floats(1, 0), np.float64(0.01)),
)


def option_tree(S, K, r, sigma, T, n, american=True):
    dt = T / n
    u = np.exp(sigma * np.sqrt(dt))
    d = 1 / u
    q = (np.exp(r * dt) - d) / (u - d)
    v = np.maximum(K - S * u ** np.arange(n, -n - 1, -2), 0)
    for i in range(n - 1, -1, -1):
        v = np.exp(-r * dt) * (q * v[:-1] + (1 - q) * v[1:])
        if american:
            ex = K - S * u ** np.arange(i, -i - 1, -2)
            v = np.where(ex > v, ex, v)
    return v[0]


add(
    option_tree,
    (100.0, 100.0, 0.05, 0.2, 1.0, 4),
    (np.float64(100), 90, 0.05, 0.2, 1, 3, False),
    (100, 110, np.float64(0.01), 0.3, 1, np.int64(3)),
)


def page_rank_sparse(links, d=0.85, n=20):
    N = len(links)
    r = np.full(N, 1 / N)
    for _ in range(n):
        new = np.full(N, (1 - d) / N)
        for i, out in enumerate(links):
            if len(out) == 0:
                new += d * r[i] / N
            else:
                for j in out:
                    new[j] += d * r[i] / len(out)
        if np.abs(new - r).sum() < 1e-6:
            break
        r = new
    return r


add(
    page_rank_sparse, [[1], [0, 2], []], ([[1], [0]], np.float64(0.5)), ([[0]], 0.85, 1)
)


def color_greedy(adj):
    n = len(adj)
    color = -np.ones(n, int)
    for i in range(n):
        used = np.zeros(n, bool)
        for j in range(n):
            if adj[i, j] and color[j] >= 0:
                used[color[j]] = True
        c = 0
        while used[c]:
            c += 1
        color[i] = c
    return color, color.max() + 1


add(
    color_greedy,
    np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
    np.zeros((2, 2)),
    np.eye(3, k=1) > 0,
)


def ray_sphere(o, d, cs, rs):
    best, hit = np.inf, -1
    for k, (c, r) in enumerate(zip(cs, rs)):
        oc = o - c
        b = oc @ d
        disc = b * b - oc @ oc + r * r
        if disc < 0:
            continue
        t = -b - np.sqrt(disc)
        if t < 1e-9:
            t = -b + np.sqrt(disc)
        if 1e-9 < t < best:
            best, hit = t, k
    return best, hit


add(
    ray_sphere,
    (
        floats(0, 0, -5),
        floats(0, 0, 1),
        np.array([[0, 0, 0], [0, 0, 3.0]]),
        floats(1, 1),
    ),
    (floats(0, 0, 0), floats(1, 0, 0), np.array([[0, 0, 0.0]]), [2]),
    (ints(0, 0, 0), ints(0, 1, 0), np.zeros((0, 3)), floats()),
)


def clip_polygon(poly, axis, val):
    out = []
    for i in range(len(poly)):
        a, b = poly[i - 1], poly[i]
        ina, inb = a[axis] >= val, b[axis] >= val
        if ina != inb:
            t = (val - a[axis]) / (b[axis] - a[axis])
            out.append(a + t * (b - a))
        if inb:
            out.append(b)
    return np.array(out) if out else np.empty((0, 2))


add(
    clip_polygon,
    (floats(0, 0, 2, 0, 2, 2, 0, 2).reshape(4, 2), 0, 1.0),
    (floats(0, 0, 2, 0, 1, 2).reshape(3, 2), 1, np.float64(5)),
    (floats(0, 0, 2, 0, 1, 2).reshape(3, 2), np.int64(0), -1),
)


def convex_hull(pts):
    pts = pts[np.lexsort((pts[:, 1], pts[:, 0]))]

    def half(points):
        h = []
        for p in points:
            while len(h) >= 2:
                u, v = h[-1] - h[-2], p - h[-1]
                if u[0] * v[1] - u[1] * v[0] > 0:
                    break
                h.pop()
            h.append(p)
        return h

    lower, upper = half(pts), half(pts[::-1])
    return np.array(lower[:-1] + upper[:-1])


add(
    convex_hull,
    floats(0, 0, 2, 0, 1, 1, 2, 2, 0, 2).reshape(5, 2),
    ints(0, 0, 1, 0, 0, 1).reshape(3, 2),
)


def barycentric(p, t):
    v0, v1, v2 = t[1] - t[0], t[2] - t[0], p - t[0]
    den = v0[0] * v1[1] - v1[0] * v0[1]
    if den == 0:
        return None
    v = (v2[0] * v1[1] - v1[0] * v2[1]) / den
    w = (v0[0] * v2[1] - v2[0] * v0[1]) / den
    inside = v >= 0 and w >= 0 and v + w <= 1
    return (1 - v - w, v, w), inside


add(
    barycentric,
    (floats(0.2, 0.2), floats(0, 0, 1, 0, 0, 1).reshape(3, 2)),
    (floats(2, 2), floats(0, 0, 1, 0, 0, 1).reshape(3, 2)),
    (ints(0, 0), ints(0, 0, 1, 1, 2, 2).reshape(3, 2)),
)


def marching_squares_case(f, level):
    out = np.zeros((f.shape[0] - 1, f.shape[1] - 1), dtype=np.uint8)
    for bit, sl in enumerate([f[:-1, :-1], f[:-1, 1:], f[1:, 1:], f[1:, :-1]]):
        out |= ((sl > level) << bit).astype(np.uint8)
    counts = {}
    for c in range(16):
        k = (out == c).sum()
        if k:
            counts[c] = int(k)
    return out, counts


add(marching_squares_case, (wave(12).reshape(3, 4), 0), (grid(2, 2), 1.5))


def schelling(g, thr):
    h, w = g.shape
    unhappy = []
    for i in range(h):
        for j in range(w):
            if g[i, j] == 0:
                continue
            nb = g[max(0, i - 1) : i + 2, max(0, j - 1) : j + 2]
            same = np.sum(nb == g[i, j]) - 1
            total = np.sum(nb != 0) - 1
            if total > 0 and same / total < thr:
                unhappy.append((i, j))
    return unhappy


add(
    schelling,
    (ints(1, 2, 0, 1).reshape(2, 2), 0.5),
    (ints(1, 2, 2, 1, 0, 1).reshape(2, 3), np.float64(0.6)),
)


def token_bucket(times, rate, cap):
    tokens, last, ok = cap, 0.0, []
    for t in times:
        tokens = min(cap, tokens + (t - last) * rate)
        last = t
        if tokens >= 1:
            tokens -= 1
            ok.append(True)
        else:
            ok.append(False)
    return np.array(ok), tokens


add(
    token_bucket,
    (floats(0, 0.1, 0.2, 3), 1.0, 2),
    ([0, 0, 0], 1, 1),
    (ints(1, 1), np.float64(0.5), np.int64(1)),
)


def normalize_cols(m):
    for j, c in enumerate(m.T):
        n = np.sqrt(c @ c)
        if n > 0:
            m[:, j] /= n
    return m


add(normalize_cols, G.copy(), np.zeros((2, 2)), grid(2, 2, np.float32))


def lyapunov(r, x, n):
    s = 0.0
    for i in range(n):
        x = r * x * (1 - x)
        dx = abs(r * (1 - 2 * x))
        if dx == 0:
            return -math.inf
        s += math.log(dx)
    return s / n


add(
    lyapunov,
    (3.5, 0.4, 5),
    (np.float64(4), np.float64(0.3), 5),
    (2.0, 0.5, 3),
    (np.float32(3.9), 0.5, np.int64(2)),
)
