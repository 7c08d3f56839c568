"""Searching, sorting, graphs and dynamic programming on arrays."""

import numpy as np
import math
from heapq import heappush, heappop
from collections import deque
from functools import reduce, lru_cache
from itertools import combinations, permutations
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


IMG = wave(30).reshape(5, 6)
IMU = (np.arange(30).reshape(5, 6) * 37 % 256).astype(np.uint8)


def conv2d_pad(img, k):
    kh, kw = k.shape
    p = np.pad(img, ((kh // 2,), (kw // 2,)), mode="edge")
    out = np.zeros(img.shape, dtype=np.result_type(img, k))
    for i in range(kh):
        for j in range(kw):
            out += (
                k[kh - 1 - i, kw - 1 - j]
                * p[i : i + img.shape[0], j : j + img.shape[1]]
            )
    return out


add(
    conv2d_pad,
    (IMG, np.ones((3, 3)) / 9),
    (IMU, np.array([[1, 0, -1]] * 3)),
    (IMU, np.ones((1, 1), np.uint8)),
)


def sobel_nms(img):
    gx = np.zeros(img.shape)
    gy = np.zeros(img.shape)
    gx[1:-1, 1:-1] = img[1:-1, 2:] - img[1:-1, :-2]
    gy[1:-1, 1:-1] = img[2:, 1:-1] - img[:-2, 1:-1]
    mag, ang = np.hypot(gx, gy), np.degrees(np.arctan2(gy, gx)) % 180
    out = np.zeros_like(mag)
    for i in range(1, img.shape[0] - 1):
        for j in range(1, img.shape[1] - 1):
            a = ang[i, j]
            if a < 22.5 or a >= 157.5:
                n1, n2 = mag[i, j - 1], mag[i, j + 1]
            elif a < 67.5:
                n1, n2 = mag[i - 1, j + 1], mag[i + 1, j - 1]
            elif a < 112.5:
                n1, n2 = mag[i - 1, j], mag[i + 1, j]
            else:
                n1, n2 = mag[i - 1, j - 1], mag[i + 1, j + 1]
            if mag[i, j] >= n1 and mag[i, j] >= n2:
                out[i, j] = mag[i, j]
    return out


add(sobel_nms, IMG, IMU, np.zeros((2, 2)))


def median_filter_1d(x, w):
    h = w // 2
    y = x.copy()
    for i in range(len(x)):
        y[i] = np.median(x[max(0, i - h) : i + h + 1])
    return y


add(
    median_filter_1d,
    (floats(1, 9, 2, 8), 3),
    (ints(1, 9, 2), np.int64(3)),
    (floats(), 3),
)


def erode_dilate(m, op):
    p = np.pad(m, 1)
    r = p[1:-1, 1:-1].copy()
    for di, dj in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
        s = p[1 + di : p.shape[0] - 1 + di, 1 + dj : p.shape[1] - 1 + dj]
        if op == "erode":
            r &= s
        else:
            r |= s
    return r


add(
    erode_dilate,
    (IMG > 0, "erode"),
    (IMG > 1, "dilate"),
    (np.ones((2, 2), bool), "erode"),
)


def integral_image(img):
    s = np.zeros((img.shape[0] + 1, img.shape[1] + 1), dtype=img.dtype)
    for i in range(img.shape[0]):
        row = 0
        for j in range(img.shape[1]):
            row += img[i, j]
            s[i + 1, j + 1] = s[i, j + 1] + row
    return s


add(integral_image, IMG, IMU, grid(2, 2, np.int8))


def hist_equalize(img, levels=256):
    h = np.bincount(img.ravel(), minlength=levels)
    cdf = h.cumsum()
    m = cdf[cdf > 0].min()
    if img.size == m:
        return img
    lut = (
        np.round((cdf - m) / (img.size - m) * (levels - 1))
        .clip(0, 255)
        .astype(np.uint8)
    )
    return lut[img]


add(hist_equalize, IMU, np.full((2, 2), 7, np.uint8), ints(1, 2, 3, 3))


def floyd_steinberg(img):
    a = img.astype(float)
    h, w = a.shape
    for y in range(h):
        for x in range(w):
            old = a[y, x]
            new = 255.0 if old > 127 else 0.0
            a[y, x] = new
            e = old - new
            if x + 1 < w:
                a[y, x + 1] += e * 7 / 16
            if y + 1 < h:
                if x > 0:
                    a[y + 1, x - 1] += e * 3 / 16
                a[y + 1, x] += e * 5 / 16
                if x + 1 < w:
                    a[y + 1, x + 1] += e / 16
    return a.astype(np.uint8)


add(floyd_steinberg, IMU, IMU[:1], IMG * 100)


def bilinear_resize(img, nh, nw):
    h, w = img.shape
    out = np.empty((nh, nw))
    for i in range(nh):
        for j in range(nw):
            y = i * (h - 1) / max(nh - 1, 1)
            x = j * (w - 1) / max(nw - 1, 1)
            y0, x0 = int(np.floor(y)), int(np.floor(x))
            y1, x1 = min(y0 + 1, h - 1), min(x0 + 1, w - 1)
            dy, dx = y - y0, x - x0
            out[i, j] = (1 - dy) * ((1 - dx) * img[y0, x0] + dx * img[y0, x1]) + dy * (
                (1 - dx) * img[y1, x0] + dx * img[y1, x1]
            )
    return out


add(bilinear_resize, (IMG, 3, 4), (IMU, np.int64(2), np.int64(2)), (IMU, 1, 1))


def label_two_pass(m):
    lab = np.zeros(m.shape, int)
    parent = [0]

    def find(x):
        while parent[x] != x:
            x = parent[x]
        return x

    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if not m[i, j]:
                continue
            up = lab[i - 1, j] if i > 0 else 0
            left = lab[i, j - 1] if j > 0 else 0
            if up == 0 and left == 0:
                parent.append(len(parent))
                lab[i, j] = len(parent) - 1
            elif up and left:
                a, b = find(up), find(left)
                lab[i, j] = min(a, b)
                parent[max(a, b)] = min(a, b)
            else:
                lab[i, j] = up or left
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            lab[i, j] = find(lab[i, j])
    return lab


add(
    label_two_pass,
    IMG > 0,
    np.zeros((2, 2), bool),
    ints(1, 0, 1, 1, 1, 1).reshape(2, 3),
)


def fft_recursive(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    e, o = fft_recursive(x[::2]), fft_recursive(x[1::2])
    t = np.exp(-2j * np.pi * np.arange(n // 2) / n) * o
    return np.concatenate([e + t, e - t])


add(fft_recursive, floats(1, 2, 3, 4), ints(1, 0, 0, 0, 1, 0, 0, 0), floats(5))


def fft_iter(x):
    x = np.asarray(x, dtype=complex).copy()
    n = x.shape[0]
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j ^= bit
        if i < j:
            x[i], x[j] = x[j], x[i]
    length = 2
    while length <= n:
        w = np.exp(-2j * np.pi / length)
        for i in range(0, n, length):
            wn = 1
            for k in range(length // 2):
                u, v = x[i + k], x[i + k + length // 2] * wn
                x[i + k], x[i + k + length // 2] = u + v, u - v
                wn *= w
        length <<= 1
    return x


add(fft_iter, floats(1, 2, 3, 4), [1, 0, 0, 0], ints(5), np.array([1, 1j, -1, -1j]))


def fft_filter(x, cutoff):
    f = np.fft.fft(x)
    fr = np.fft.fftfreq(len(x))
    f[np.abs(fr) > cutoff] = 0
    y = np.fft.ifft(f).real
    return y, np.abs(np.fft.rfft(x)) ** 2


add(
    fft_filter,
    (wave(8), 0.2),
    (ints(1, 2, 3), np.float64(0.1)),
    (wave(7).astype(f32), 1),
)


def biquad(x, b, a):
    y = np.zeros(len(x))
    z1 = z2 = 0.0
    for n in range(len(x)):
        w = x[n] - a[1] * z1 - a[2] * z2
        y[n] = b[0] * w + b[1] * z1 + b[2] * z2
        z2, z1 = z1, w
    return y, (z1, z2)


add(
    biquad,
    (wave(6), (0.2, 0.3, 0.2), (1, -0.5, 0.2)),
    (ints(1, 0, 0), floats(1, 0, 0), [1, 0.5, 0]),
    (floats(), (1, 0, 0), (1, 0, 0)),
)


def lms(x, d, mu, taps):
    w = np.zeros(taps)
    e = np.zeros_like(d)
    for n in range(taps, len(x)):
        u = x[n - taps : n][::-1]
        e[n] = d[n] - w @ u
        w += mu * e[n] * u
    return w, e


add(
    lms,
    (wave(8), wave(8) * 2, 0.1, 2),
    (ints(1, 2, 3, 4), floats(1, 2, 3, 4), np.float64(0.01), np.int64(1)),
    (ints(1, 2, 3, 4), ints(1, 2, 3, 4), 0.01, 1),
)


def peaks_prom(x, h):
    out = []
    i = 1
    while i < len(x) - 1:
        if x[i - 1] < x[i]:
            k = i
            while k < len(x) - 1 and x[k] == x[k + 1]:
                k += 1
            if k < len(x) - 1 and x[k + 1] < x[i] and x[i] >= h:
                out.append((i + k) // 2)
            i = k
        i += 1
    return np.array(out, dtype=int)


add(
    peaks_prom,
    (floats(0, 2, 1, 3, 3, 0), 1),
    (ints(0, 1, 0), np.float64(2)),
    (floats(), 0),
)


def envelope(x, attack, release):
    env, out = 0.0, np.empty_like(x)
    for i, v in enumerate(np.abs(x)):
        c = attack if v > env else release
        env = c * env + (1 - c) * v
        out[i] = env
    return out


add(
    envelope,
    (wave(5), 0.1, 0.9),
    (wave(5).astype(f32), np.float32(0.5), 0.5),
    (ints(5, -3), 0.5, 0.5),
)


def haar_levels(x):
    coeffs = []
    a = x.astype(float)
    while len(a) > 1:
        d = (a[::2] - a[1::2]) / np.sqrt(2)
        a = (a[::2] + a[1::2]) / np.sqrt(2)
        coeffs.insert(0, d)
    coeffs.insert(0, a)
    return np.concatenate(coeffs)


add(haar_levels, floats(1, 2, 3, 4), ints(4, 2), floats(1))


def zero_runs(x):
    z = np.concatenate(([0], np.equal(x, 0).view(np.int8), [0]))
    d = np.abs(np.diff(z))
    return np.where(d == 1)[0].reshape(-1, 2)


add(zero_runs, ints(0, 0, 1, 0), floats(1, 2), floats(0))


def rle(x):
    if len(x) == 0:
        return [], []
    vals, counts = [x[0]], [1]
    for v in x[1:]:
        if v == vals[-1]:
            counts[-1] += 1
        else:
            vals.append(v)
            counts.append(1)
    return vals, counts


add(rle, ints(1, 1, 2), floats(1), ints(), [3, 3])


def knap01(w, v, cap):
    dp = [[0] * (cap + 1) for _ in range(len(w) + 1)]
    for i in range(1, len(w) + 1):
        for c in range(cap + 1):
            dp[i][c] = dp[i - 1][c]
            if w[i - 1] <= c:
                dp[i][c] = max(dp[i][c], dp[i - 1][c - w[i - 1]] + v[i - 1])
    return dp[-1][-1]


add(
    knap01,
    ([1, 2, 3], [6, 10, 12], 5),
    (ints(1, 2), floats(1.5, 2), 2),
    ((1,), (1,), 0),
)


def knap_arr(w, v, cap):
    best = np.zeros(cap + 1, dtype=v.dtype)
    for wi, vi in zip(w, v):
        for c in range(cap, wi - 1, -1):
            cand = best[c - wi] + vi
            if cand > best[c]:
                best[c] = cand
    c, picks = cap, []
    return best[cap], best.argmax()


add(
    knap_arr,
    (ints(1, 2, 3), ints(6, 10, 12), 5),
    (ints(1, 2), floats(1.5, 2), np.int64(2)),
    ([2], ints(5), 1),
)


def lis_patience(x):
    tails = []
    for v in x:
        k = np.searchsorted(tails, v)
        if k == len(tails):
            tails.append(v)
        else:
            tails[k] = v
    return len(tails)


add(lis_patience, ints(3, 1, 2, 5, 4), floats(), [5, 4, 3])


def edit_dist_arr(a, b):
    d = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    d[:, 0], d[0] = np.arange(len(a) + 1), np.arange(len(b) + 1)
    for i, ca in enumerate(a, start=1):
        for j, cb in enumerate(b, start=1):
            cost = 0 if ca == cb else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
            if i > 1 and j > 1 and ca == b[j - 2] and a[i - 2] == cb:
                d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
    return d[-1, -1], d


add(edit_dist_arr, (ints(1, 2, 3), ints(1, 3, 2)), ("abc", "acb"), (ints(), ints(1)))


def lcs_back(a, b):
    n, m = len(a), len(b)
    L = np.zeros((n + 1, m + 1), int)
    for i in range(n):
        for j in range(m):
            L[i + 1, j + 1] = (
                L[i, j] + 1 if a[i] == b[j] else max(L[i, j + 1], L[i + 1, j])
            )
    out = []
    i, j = n, m
    while i > 0 and j > 0:
        if a[i - 1] == b[j - 1]:
            out.append(a[i - 1])
            i -= 1
            j -= 1
        elif L[i - 1, j] >= L[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return out[::-1]


add(lcs_back, (ints(1, 2, 3, 4), ints(2, 4, 3)), ("abcd", "bdc"), (ints(1), ints(2)))


def smith_waterman(a, b, match=2, mis=-1, gap=-1):
    H = np.zeros((len(a) + 1, len(b) + 1))
    best, pos = 0, (0, 0)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            H[i, j] = max(
                0,
                H[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mis),
                H[i - 1, j] + gap,
                H[i, j - 1] + gap,
            )
            if H[i, j] > best:
                best, pos = H[i, j], (i, j)
    return best, pos


add(
    smith_waterman,
    (ints(1, 2, 3), ints(2, 3)),
    (ints(1), ints(2), 2.5),
    (ints(), ints()),
)


def optimal_bst(p):
    n = len(p)
    e = np.zeros((n + 2, n + 1))
    w = np.zeros((n + 2, n + 1))
    for l in range(1, n + 1):
        for i in range(1, n - l + 2):
            j = i + l - 1
            e[i, j] = np.inf
            w[i, j] = w[i, j - 1] + p[j - 1]
            for r in range(i, j + 1):
                t = e[i, r - 1] + e[r + 1, j] + w[i, j]
                if t < e[i, j]:
                    e[i, j] = t
    return e[1, n]


add(optimal_bst, floats(0.2, 0.3, 0.5), [0.5, 0.5], ints(1, 2))


def dijkstra_matrix(W, s):
    n = len(W)
    dist, prev, done = np.full(n, np.inf), np.full(n, -1), np.zeros(n, bool)
    dist[s] = 0
    for _ in range(n):
        u, best = -1, np.inf
        for v in range(n):
            if not done[v] and dist[v] < best:
                u, best = v, dist[v]
        if u < 0:
            break
        done[u] = True
        for v in np.nonzero(W[u])[0]:
            alt = dist[u] + W[u, v]
            if alt < dist[v]:
                dist[v], prev[v] = alt, u
    return dist, prev


_W = np.array([[0, 4, 1, 0], [4, 0, 2, 5], [1, 2, 0, 8], [0, 5, 8, 0]])
add(dijkstra_matrix, (_W, 0), (_W * 1.5, np.int64(3)), (np.zeros((2, 2)), 0))


def dijkstra_heap(adj, s):
    dist = {s: 0}
    heap = [(0, s)]
    while heap:
        d, u = heappop(heap)
        if d > dist.get(u, math.inf):
            continue
        for v, w in adj.get(u, ()):
            nd = d + w
            if nd < dist.get(v, math.inf):
                dist[v] = nd
                heappush(heap, (nd, v))
    return dist


add(
    dijkstra_heap,
    ({0: [(1, 4), (2, 1)], 2: [(1, 2)]}, 0),
    ({"a": [("b", 1.5)]}, "a"),
    ({}, 0),
)


def bfs_matrix(A, s):
    seen = np.zeros(len(A), bool)
    level = np.full(len(A), -1)
    frontier = np.array([s])
    k = 0
    while frontier.size:
        level[frontier] = k
        seen[frontier] = True
        nxt = A[frontier].any(axis=0) & ~seen
        frontier = np.flatnonzero(nxt)
        k += 1
    return level, k


add(bfs_matrix, (_W, 0), (np.eye(3), 1), (np.eye(4, k=1), np.int64(0)))


def bfs_queue(A, s, t):
    q = deque([s])
    prev = {s: None}
    while q:
        u = q.popleft()
        if u == t:
            break
        for v in range(len(A)):
            if A[u][v] and v not in prev:
                prev[v] = u
                q.append(v)
    path = []
    while t is not None:
        path.append(t)
        t = prev.get(t)
    return path[::-1]


add(bfs_queue, (_W.tolist(), 0, 3), ([[0, 1], [0, 0]], 0, 1), ([[0, 0], [0, 0]], 0, 1))


def kahn(A):
    indeg = A.sum(axis=0).astype(int)
    order = []
    ready = [i for i in range(len(A)) if indeg[i] == 0]
    while ready:
        u = ready.pop(0)
        order.append(u)
        for v in range(len(A)):
            if A[u, v]:
                indeg[v] -= 1
                if indeg[v] == 0:
                    ready.append(v)
    return order if len(order) == len(A) else None


add(kahn, np.eye(3, k=1), np.ones((2, 2)), np.triu(np.ones((3, 3), int), 1))


def prim_mst(W):
    n = len(W)
    inT = [False] * n
    key = [math.inf] * n
    key[0] = 0
    total = 0
    for _ in range(n):
        u = min((k for k in range(n) if not inT[k]), key=lambda k: key[k])
        inT[u] = True
        total += key[u]
        for v in range(n):
            if W[u][v] and not inT[v] and W[u][v] < key[v]:
                key[v] = W[u][v]
    return total


add(prim_mst, _W.tolist(), [[0, 1.5], [1.5, 0]])


def kruskal_arr(edges, n):
    parent = np.arange(n)

    def find(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    total, used = 0, []
    for k in np.argsort(edges[:, 2], kind="stable"):
        u, v, w = edges[k]
        ru, rv = find(int(u)), find(int(v))
        if ru != rv:
            parent[ru] = rv
            total += w
            used.append(k)
    return total, used


add(
    kruskal_arr,
    (ints(0, 1, 3, 1, 2, 1, 0, 2, 2).reshape(3, 3), 3),
    (floats(0, 1, 0.5).reshape(1, 3), 2),
    (np.zeros((0, 3)), np.int64(2)),
)


def tarjan_bridges(adj):
    n = len(adj)
    disc, low = [0] * n, [0] * n
    t = 0
    out = []

    def dfs(u, p):
        nonlocal t
        t += 1
        disc[u] = low[u] = t
        for v in adj[u]:
            if v == p:
                continue
            if disc[v]:
                low[u] = min(low[u], disc[v])
            else:
                dfs(v, u)
                low[u] = min(low[u], low[v])
                if low[v] > disc[u]:
                    out.append((u, v))

    for u in range(n):
        if not disc[u]:
            dfs(u, -1)
    return out


add(tarjan_bridges, [[1], [0, 2], [1]], [[1, 2], [0, 2], [0, 1]], [])


def hungarian(c):
    n, m = c.shape
    u, v, p, way = (
        np.zeros(n + 1),
        np.zeros(m + 1),
        np.zeros(m + 1, int),
        np.zeros(m + 1, int),
    )
    for i in range(1, n + 1):
        p[0] = i
        j0 = 0
        minv = np.full(m + 1, np.inf)
        used = np.zeros(m + 1, bool)
        while True:
            used[j0] = True
            i0, delta, j1 = p[j0], np.inf, 0
            for j in range(1, m + 1):
                if not used[j]:
                    cur = c[i0 - 1, j - 1] - u[i0] - v[j]
                    if cur < minv[j]:
                        minv[j], way[j] = cur, j0
                    if minv[j] < delta:
                        delta, j1 = minv[j], j
            for j in range(m + 1):
                if used[j]:
                    u[p[j]] += delta
                    v[j] -= delta
                else:
                    minv[j] -= delta
            j0 = j1
            if p[j0] == 0:
                break
        while j0:
            j1 = way[j0]
            p[j0] = p[j1]
            j0 = j1
    return -v[0], p[1:]


add(
    hungarian,
    np.array([[4, 1, 3], [2, 0, 5], [3, 2, 2]]),
    np.array([[1.5, 2.5]]),
    np.zeros((2, 2)),
)


def simplex(T):
    T = T.astype(float)
    it = 0
    while it < 20:
        j = int(np.argmin(T[-1, :-1]))
        if T[-1, j] >= -1e-12:
            break
        ratios = np.full(len(T) - 1, np.inf)
        for i in range(len(T) - 1):
            if T[i, j] > 1e-12:
                ratios[i] = T[i, -1] / T[i, j]
        i = ratios.argmin()
        if np.isinf(ratios[i]):
            return None
        T[i] /= T[i, j]
        for r in range(len(T)):
            if r != i:
                T[r] -= T[r, j] * T[i]
        it += 1
    return T[-1, -1], it


add(
    simplex,
    np.array([[1, 1, 1, 0, 4], [1, 3, 0, 1, 6], [-3, -5, 0, 0, 0]]),
    np.array([[-1.0, 1, 1], [-1, 0, 0]]),
    np.zeros((2, 3)),
)


def nelder_mead(f, s, n):
    s = sorted(s, key=f)
    for _ in range(n):
        best, worst = s[0], s[-1]
        c = np.mean(s[:-1], axis=0)
        r = c + (c - worst)
        if f(r) < f(best):
            e = c + 2 * (c - worst)
            s[-1] = e if f(e) < f(r) else r
        elif f(r) < f(s[-2]):
            s[-1] = r
        else:
            k = c + 0.5 * (worst - c)
            if f(k) < f(worst):
                s[-1] = k
            else:
                s = [best + 0.5 * (x - best) for x in s]
        s.sort(key=f)
    return s[0], f(s[0])


def _quad(v):
    return (v[0] - 1) ** 2 + 2 * v[1] ** 2


add(
    nelder_mead,
    (_quad, [floats(0, 0), floats(1, 1), floats(0, 1)], 3),
    (_quad, [floats(2, 0), floats(1, 1), floats(0, 1)], 1),
)


def bfgs(f, g, x, n):
    H = np.eye(len(x))
    gx = g(x)
    for k in range(n):
        if np.abs(gx).max() < 1e-8:
            break
        p = -H @ gx
        a = 1.0
        fx = f(x)
        while f(x + a * p) > fx + 1e-4 * a * (gx @ p):
            a *= 0.5
            if a < 1e-10:
                break
        s = a * p
        x = x + s
        gn = g(x)
        y = gn - gx
        gx = gn
        sy = s @ y
        if sy > 1e-12:
            rho = 1 / sy
            I = np.eye(len(x))
            H = (I - rho * np.outer(s, y)) @ H @ (
                I - rho * np.outer(y, s)
            ) + rho * np.outer(s, s)
    return x, k


add(
    bfgs,
    (_quad, lambda v: np.array([2 * (v[0] - 1), 4 * v[1]]), floats(3, 2), 6),
    (_quad, lambda v: np.array([2 * (v[0] - 1), 4 * v[1]]), floats(1, 0), 6),
    (_quad, lambda v: np.array([2 * (v[0] - 1), 4 * v[1]]), ints(3, 2), np.int64(2)),
)


def lev_marq(r, J, p, n, lam=1e-2):
    cost = (r(p) ** 2).sum()
    for i in range(n):
        j, res = J(p), r(p)
        A = j.T @ j
        step = np.linalg.solve(A + lam * np.diag(np.diag(A)), -j.T @ res)
        new = (r(p + step) ** 2).sum()
        if new < cost:
            p, cost, lam = p + step, new, lam / 10
        else:
            lam *= 10
    return p, cost, lam


_t = np.linspace(0, 1, 5)
add(
    lev_marq,
    (
        lambda p: p[0] * np.exp(p[1] * _t) - 2 * np.exp(-_t),
        lambda p: np.c_[np.exp(p[1] * _t), p[0] * _t * np.exp(p[1] * _t)],
        floats(1, 0),
        4,
    ),
    (lambda p: p - 1, lambda p: np.eye(2), floats(0, 3), np.int64(2)),
)


def trust_cauchy(g, B, delta):
    gBg = g @ B @ g
    ng = np.linalg.norm(g)
    if gBg <= 0:
        tau = 1.0
    else:
        tau = min(1.0, ng**3 / (delta * gBg))
    return -tau * delta / ng * g


add(
    trust_cauchy,
    (floats(1, 2), np.eye(2), 1.0),
    (floats(1, 2), -np.eye(2), np.float64(0.5)),
    (ints(3, 4), np.eye(2, dtype=int), 100),
)


def projected_gd(x, lo, hi, lr, n):
    active = 0
    for _ in range(n):
        x = x - lr * (2 * x - 3)
        c = np.clip(x, lo, hi)
        if (c != x).any():
            active += 1
        x = c
    return x, active


add(
    projected_gd,
    (floats(0, 5), 0, 1, 0.3, 3),
    (floats(0, 1), floats(0, 0), floats(2, 2), 0.3, np.int64(2)),
    (np.float64(0), 0, 1, 0.1, 2),
)


def tsp_nn(D):
    n = len(D)
    tour = [0]
    left = set(range(1, n))
    length = 0
    while left:
        cur = tour[-1]
        nxt = min(left, key=lambda j: D[cur][j])
        length += D[cur][nxt]
        tour.append(nxt)
        left.remove(nxt)
    return tour, length + D[tour[-1]][0]


add(tsp_nn, _W.tolist(), [[0]])


def tsp_brute(D):
    best = None
    for perm in permutations(range(1, len(D))):
        c = 0
        last = 0
        for p in perm:
            c += D[last, p]
            last = p
        c += D[last, 0]
        if best is None or c < best[0]:
            best = (c, perm)
    return best


add(tsp_brute, _W, _W[:3, :3] * 1.5, np.zeros((1, 1)))


def held_karp(D):
    n = len(D)
    dp = np.full((1 << n, n), np.inf)
    dp[1, 0] = 0
    for mask in range(1 << n):
        for j in range(n):
            if not mask >> j & 1 or dp[mask, j] == np.inf:
                continue
            for k in range(n):
                if mask >> k & 1:
                    continue
                nm = mask | 1 << k
                dp[nm, k] = min(dp[nm, k], dp[mask, j] + D[j, k])
    return min(dp[-1, j] + D[j, 0] for j in range(n))


add(held_karp, _W[:3, :3], _W[:2, :2] * 1.5)


def quick_partition(a, lo, hi):
    p = a[(lo + hi) // 2]
    i, j = lo - 1, hi + 1
    while True:
        i += 1
        while a[i] < p:
            i += 1
        j -= 1
        while a[j] > p:
            j -= 1
        if i >= j:
            return j
        a[i], a[j] = a[j], a[i]


add(
    quick_partition,
    (floats(3, 1, 2), 0, 2),
    (ints(1, 5, 4, 2), np.int64(0), np.int64(3)),
    ([3, 1], 0, 1),
)


def merge_inplace(a, buf):
    n = len(a)
    width = 1
    while width < n:
        for lo in range(0, n, 2 * width):
            mid, hi = min(lo + width, n), min(lo + 2 * width, n)
            i, j = lo, mid
            for k in range(lo, hi):
                if i < mid and (j >= hi or a[i] <= a[j]):
                    buf[k] = a[i]
                    i += 1
                else:
                    buf[k] = a[j]
                    j += 1
        a, buf = buf, a
        width *= 2
    return a


add(
    merge_inplace,
    (floats(3, 1, 2, 5, 4), np.zeros(5)),
    (ints(2, 1), ints(0, 0)),
    ([3, 2, 1], [0, 0, 0]),
)


def counting_inv(a):
    n = len(a)
    tree = np.zeros(max(a) + 2 if n else 1, int)
    inv = 0
    for v in a[::-1]:
        i = v
        while i > 0:
            inv += tree[i]
            i -= i & -i
        i = v + 1
        while i < len(tree):
            tree[i] += 1
            i += i & -i
    return inv


add(counting_inv, ints(3, 1, 2), [2, 1], ints())


def binary_gcd(a, b):
    if a == 0:
        return b
    if b == 0:
        return a
    k = 0
    while ((a | b) & 1) == 0:
        a >>= 1
        b >>= 1
        k += 1
    while (a & 1) == 0:
        a >>= 1
    while b != 0:
        while (b & 1) == 0:
            b >>= 1
        if a > b:
            a, b = b, a
        b -= a
    return a << k


add(
    binary_gcd,
    (12, 18),
    (np.int64(48), 36),
    (np.uint8(100), np.uint8(75)),
    (0, np.int32(5)),
)


def mod_matrix_pow(m, e, p):
    r = np.eye(len(m), dtype=m.dtype)
    while e:
        if e & 1:
            r = r @ m % p
        m = m @ m % p
        e >>= 1
    return r


add(
    mod_matrix_pow,
    (ints(1, 1, 1, 0).reshape(2, 2), 10, 1000),
    (ints(1, 1, 1, 0).reshape(2, 2), np.int64(7), np.int64(5)),
    (np.eye(2), 3, 7),
)


def primes_seg(lo, hi):
    flags = np.ones(hi - lo, bool)
    p = 2
    while p * p < hi:
        start = max(p * p, -(-lo // p) * p)
        flags[start - lo :: p] = False
        p += 1
    return np.flatnonzero(flags) + lo


add(primes_seg, (10, 30), (np.int64(5), np.int64(12)), (2, 3))


def stern_brocot(x, n):
    a, b, c, d = 0, 1, 1, 0
    for _ in range(n):
        m, k = a + c, b + d
        if m / k < x:
            a, b = m, k
        elif m / k > x:
            c, d = m, k
        else:
            break
    return m, k


add(stern_brocot, (0.4, 5), (np.float64(3.14159), 8), (np.float32(0.5), np.int64(3)))
