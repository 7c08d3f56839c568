"""Whole small programs: searching, tables, solvers, simulations, parsers."""

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


# realistic programs
@add((floats(4, 1, 3, 2),), (floats(),), (ints(2, 2, 1),), ([3, 1, 2],))
def heap_sort(a):
    a = a.copy() if isinstance(a, np.ndarray) else list(a)

    def sift(start, end):
        root = start
        while (child := 2 * root + 1) <= end:
            if child + 1 <= end and a[child] < a[child + 1]:
                child += 1
            if a[root] < a[child]:
                a[root], a[child] = a[child], a[root]
                root = child
            else:
                return

    n = len(a)
    for start in range((n - 2) // 2, -1, -1):
        sift(start, n - 1)
    for end in range(n - 1, 0, -1):
        a[end], a[0] = a[0], a[end]
        sift(0, end - 1)
    return a


class MinHeap:
    def __init__(self, key=lambda v: v):
        self.items = []
        self.key = key

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return bool(self.items)

    def push(self, v):
        self.items.append(v)
        i = len(self.items) - 1
        while i > 0:
            p = (i - 1) >> 1
            if self.key(self.items[i]) < self.key(self.items[p]):
                self.items[i], self.items[p] = self.items[p], self.items[i]
                i = p
            else:
                break

    def pop(self):
        if not self.items:
            raise IndexError("pop from empty heap")
        top, last = self.items[0], self.items.pop()
        if self.items:
            self.items[0] = last
            i = 0
            while True:
                c = min(
                    (j for j in (2 * i + 1, 2 * i + 2) if j < len(self.items)),
                    key=lambda j: self.key(self.items[j]),
                    default=None,
                )
                if c is None or not self.key(self.items[c]) < self.key(self.items[i]):
                    break
                self.items[i], self.items[c] = self.items[c], self.items[i]
                i = c
        return top


@add((floats(4, 1, 3, 2),), (floats(),), ([3, 1, 2],))
def heap_class(x):
    h = MinHeap()
    for v in x:
        h.push(v)
    out = []
    while h.items:
        out.append(h.pop())
    return out


@add((floats(4, 1, 3, 2),), (floats(),), raises=IndexError)
def heap_too_often(x):
    h = MinHeap(key=lambda p: p[0])
    for i, v in enumerate(x):
        h.push((v, i))
    a = h.pop()
    b = h.pop()
    return a, b, len(h.items)


import heapq, bisect


@add((floats(4, 1, 3, 2),), (floats(),))
def heapq_use(x):
    h = []
    for v in x:
        heapq.heappush(h, v)
    out = []
    while h:
        out.append(heapq.heappop(h))
    s = []
    for v in x:
        bisect.insort(s, v)
    return out, s, bisect.bisect_left(s, 2.0), heapq.nsmallest(2, x)


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.size = [1] * n
        self.count = n

    def find(self, i):
        while self.parent[i] != i:
            self.parent[i] = self.parent[self.parent[i]]
            i = self.parent[i]
        return i

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.size[a] < self.size[b]:
            a, b = b, a
        self.parent[b] = a
        self.size[a] += self.size[b]
        self.count -= 1
        return True


@add(
    (4, np.array([[0, 1], [2, 3], [1, 0]])),
    (3, np.zeros((0, 2), int)),
    (5, np.array([[0, 1], [1, 2], [3, 4], [4, 0]])),
)
def components(n, edges):
    uf = UnionFind(n)
    merged = [uf.union(a, b) for a, b in edges]
    return uf.count, [uf.find(i) for i in range(n)], merged


@add((4, [(3.0, 0, 1), (1.0, 1, 2), (2.0, 0, 2), (5.0, 2, 3)]), (2, []))
def kruskal(n, edges):
    uf = UnionFind(n)
    total = 0.0
    chosen = []
    for w, a, b in sorted(edges):
        if uf.union(a, b):
            total += w
            chosen.append((a, b))
    return total, chosen


def fft(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    if n % 2:
        raise ValueError(f"length {n} is no power of two")
    even, odd = fft(x[::2]), fft(x[1::2])
    t = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + t, even - t])


@add(
    (floats(1, 2, 3, 4),),
    (floats(1),),
    (floats(1, 2, 3),),
    (floats(1, 2, 3, 4, 5, 6, 7, 8),),
    raises=ValueError,
)
def fft_by_recursion(x):
    y = fft(x)
    return y, np.allclose(y, np.fft.fft(x))


@add(
    (ints(1, 3, 4), ints(15, 20, 30), i64(4)),
    (ints(), ints(), i64(3)),
    ([2, 2], [3, 4], 3),
)
def knapsack(w, v, cap):
    best = [0] * (cap + 1)
    for wi, vi in zip(w, v):
        for c in range(cap, wi - 1, -1):
            best[c] = max(best[c], best[c - wi] + vi)
    return best[cap]


@add(
    (ints(1, 3, 4), ints(15, 20, 30), i64(4)),
    (ints(), ints(), i64(3)),
    ([2, 2], [3, 4], 3),
)
def knapsack_table(w, v, cap):
    n = len(w)
    K = np.zeros((n + 1, cap + 1), dtype=int)
    for i in range(1, n + 1):
        for c in range(cap + 1):
            K[i, c] = K[i - 1, c]
            if w[i - 1] <= c:
                K[i, c] = max(K[i, c], v[i - 1] + K[i - 1, c - w[i - 1]])
    picked, c = [], cap
    for i in range(n, 0, -1):
        if K[i, c] != K[i - 1, c]:
            picked.append(i - 1)
            c -= w[i - 1]
    return K[n, cap], picked[::-1]


@add(("GATTACA", "GCATGCU"), ("", "A"), ("AB", "AB"))
def needleman(a, b, gap=-1):
    F = np.zeros((len(a) + 1, len(b) + 1))
    F[:, 0] = gap * np.arange(len(a) + 1)
    F[0] = gap * np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            s = 1 if a[i - 1] == b[j - 1] else -1
            F[i, j] = max(F[i - 1, j - 1] + s, F[i - 1, j] + gap, F[i, j - 1] + gap)
    i, j = len(a), len(b)
    x = y = ""
    while i > 0 or j > 0:
        if (
            i > 0
            and j > 0
            and F[i, j] == F[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1)
        ):
            x, y = a[i - 1] + x, b[j - 1] + y
            i, j = i - 1, j - 1
        elif i > 0 and F[i, j] == F[i - 1, j] + gap:
            x, y = a[i - 1] + x, "-" + y
            i -= 1
        else:
            x, y = "-" + x, b[j - 1] + y
            j -= 1
    return F[-1, -1], x, y


@add((grid(6, 2) % 5, 2), (grid(3, 2), 3), (np.zeros((4, 2)), 2))
def kmeans(points, k, limit=20):
    centers = points[:k].copy()
    labels = None
    for it in range(limit):
        d = ((points[:, None] - centers[None]) ** 2).sum(-1)
        new = d.argmin(1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for j in range(k):
            mine = points[labels == j]
            if len(mine):
                centers[j] = mine.mean(axis=0)
    return centers, labels, it


@add(
    (np.array([[2.0, 1, 1, 0, 8], [1, 3, 0, 1, 9], [-3, -2, 0, 0, 0]]),),
    (np.array([[-1.0, 1, 5], [-1, 0, 0]]),),
    raises=ValueError,
)
def simplex(T):
    T = T.copy()
    pivots = []
    while True:
        col = T[-1, :-1].argmin()
        if T[-1, col] >= 0:
            break
        ratios = [
            (T[i, -1] / T[i, col], i) for i in range(len(T) - 1) if T[i, col] > 1e-12
        ]
        if not ratios:
            raise ValueError("unbounded")
        _, row = min(ratios)
        pivots.append((int(row), int(col)))
        T[row] /= T[row, col]
        for i in range(len(T)):
            if i != row:
                T[i] -= T[i, col] * T[row]
    return T[-1, -1], pivots


@add(
    (np.array([[0.0, 2], [1, 3]]), floats(2, 5)),
    (np.array([[1.0, 2], [2, 4]]), floats(1, 1)),
    (np.eye(3), floats(1, 2, 3)),
    raises="LinAlgError",
)
def gauss_pivot(A, b):
    A, b = A.astype(float), b.astype(float)
    n = len(b)
    for k in range(n):
        p = k + int(np.argmax(np.abs(A[k:, k])))
        if abs(A[p, k]) < 1e-12:
            raise np.linalg.LinAlgError(f"singular at column {k}")
        if p != k:
            A[[k, p]] = A[[p, k]]
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]
            b[i] -= f * b[k]
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (b[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return x


@add(
    (np.array([[4.0, 2], [2, 3]]),),
    (np.array([[1.0, 2], [2, 1]]),),
    (np.zeros((0, 0)),),
)
def cholesky_or_none(A):
    n = A.shape[0]
    L = np.zeros_like(A)
    for i in range(n):
        for j in range(i + 1):
            s = sum(L[i, k] * L[j, k] for k in range(j))
            if i == j:
                d = A[i, i] - s
                if d <= 0:
                    return None
                L[i, i] = d**0.5
            else:
                L[i, j] = (A[i, j] - s) / L[j, j]
    return L


@add((np.array([[1.0, 2], [3, 4], [5, 6]]),), (np.eye(2),), (np.zeros((2, 2)),))
def gram_schmidt(A):
    Q, R = [], {}
    for j, a in enumerate(A.T):
        v = a.copy()
        for i, q in enumerate(Q):
            R[i, j] = q @ a
            v -= R[i, j] * q
        norm = np.sqrt(v @ v)
        if norm < 1e-10:
            print("dependent column", j)
            continue
        R[len(Q), j] = norm
        Q.append(v / norm)
    return np.array(Q).T, R


@add(
    (lambda t, y: -y, 0.0, f64(1), 1.0, 4),
    (lambda t, y: floats(y[1], -y[0]), 0.0, floats(0, 1), 0.5, 2),
    (lambda t, y: t, 0.0, 1, 0.0, 0),
)
def rk4(f, t, y, end, n):
    h = (end - t) / n if n else 0
    ts, ys = [t], [y]
    while t < end - 1e-12:
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
        ts.append(t)
        ys.append(y)
    return np.array(ts), ys[-1], len(ys)


@add((f64(1.0), f64(1.0), f64(1e-4)), (1.0, 0.0, 1e-3), (f64(5), f64(1), f64(1e-9)))
def adaptive_step(y, end, tol):
    t, h = 0.0, 0.1
    accepted = rejected = 0
    while t < end:
        h = min(h, end - t)
        k1 = -2 * y
        k2 = -2 * (y + h * k1)
        err = abs(k2 - k1) * h / 2
        if err <= tol:
            t += h
            y += h * (k1 + k2) / 2
            accepted += 1
        else:
            rejected += 1
        h *= max(0.2, min(2.0, 0.9 * (tol / err) ** 0.5)) if err > 0 else 2.0
        if accepted + rejected > 300:
            break
    return y, t, accepted, rejected


@add((1, 100), (np.int64(7), i64(0)), (3, i64(10)))
def monte_carlo_pi(seed, n):
    rng = np.random.default_rng(seed)
    inside = 0
    for _ in range(n):
        x, y = rng.random(2)
        if x * x + y * y <= 1:
            inside += 1
    return 4 * inside / n if n else None


@add((1, f64(0.4), i64(8)), (2, f64(0.9), i64(3)))
def random_walk(seed, p, n):
    rng = np.random.default_rng(seed)
    pos, path = 0, [0]
    while abs(pos) < n and len(path) < 50:
        pos += 1 if rng.random() < p else -1
        path.append(pos)
    return path, pos


@add((np.random.default_rng(3), i64(5)), (np.random.default_rng(3), i64(0)))
def shuffled(rng, n):
    a = np.arange(n)
    for i in range(n - 1, 0, -1):
        j = rng.integers(0, i + 1)
        a[i], a[j] = a[j], a[i]
    return a, rng.normal(), rng.choice(["a", "b"])


@add((2, i64(12), f64(0.5)), (5, i64(0), f64(2)))
def queue_simulation(seed, n, rate):
    rng = np.random.default_rng(seed)
    queue = deque()
    t = free_at = 0.0
    waits = []
    for k in range(n):
        t += rng.exponential(1 / rate)
        queue.append((k, t))
        while queue and free_at <= t:
            who, arrived = queue.popleft()
            free_at = max(free_at, arrived) + rng.exponential(1.0)
            waits.append(max(0.0, free_at - arrived))
    return len(queue), waits, sum(waits) / len(waits) if waits else None


@add(
    (np.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]]), 2),
    (np.zeros((3, 3), int), 1),
    (np.ones((2, 3), int), i64(3)),
)
def life(board, turns):
    for t in range(turns):
        n = sum(
            np.roll(board, (i, j), (0, 1))
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if (i, j) != (0, 0)
        )
        board = ((n == 3) | ((board == 1) & (n == 2))).astype(int)
        if not board.any():
            print("dead after", t)
            break
    return "\n".join("".join("#" if c else "." for c in row) for row in board)


@add(({0: [1, 2], 1: [3], 2: [3], 3: []}, 0, 3), ({0: []}, 0, 1), ({0: [0]}, 0, 0))
def bfs(graph, start, goal):
    parent = {start: None}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node == goal:
            path = []
            while node is not None:
                path.append(node)
                node = parent[node]
            return path[::-1]
        for other in graph[node]:
            if other not in parent:
                parent[other] = node
                queue.append(other)
    return None


@add(
    (np.array([[0, 1, 9], [1, 0, 2], [9, 2, 0.0]]), i64(0)),
    (np.array([[0.0, INF], [INF, 0]]), i64(1)),
)
def dijkstra(W, s):
    n = len(W)
    dist = np.full(n, np.inf)
    dist[s] = 0
    done = set()
    while len(done) < n:
        u, best = None, np.inf
        for v in range(n):
            if v not in done and dist[v] < best:
                u, best = v, dist[v]
        if u is None:
            break
        done.add(u)
        for v in range(n):
            if (alt := dist[u] + W[u, v]) < dist[v]:
                dist[v] = alt
    return dist, len(done)


@add(("12 + 3.5e1 - x4",), ("",), ("-7",), ("1..2",))
def tokenizer(text):
    tokens, i = [], 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            j = i
            while j < len(text) and (text[j].isdigit() or text[j] in ".e"):
                j += 1
            try:
                tokens.append(float(text[i:j]))
            except ValueError:
                tokens.append(None)
            i = j
        else:
            tokens.append(c)
            i += 1
    return tokens


class Parser:
    def __init__(self, text):
        self.text, self.i = text.replace(" ", ""), 0

    def peek(self):
        return self.text[self.i] if self.i < len(self.text) else ""

    def take(self):
        c = self.peek()
        self.i += 1
        return c

    def expr(self, x):
        v = self.term(x)
        while self.peek() in ("+", "-"):
            v = v + self.term(x) if self.take() == "+" else v - self.term(x)
        return v

    def term(self, x):
        v = self.atom(x)
        while self.peek() and self.peek() in "*/":
            if self.take() == "*":
                v *= self.atom(x)
            else:
                d = self.atom(x)
                if d == 0:
                    raise ZeroDivisionError(f"at {self.i}")
                v /= d
        return v

    def atom(self, x):
        c = self.take()
        if c == "(":
            v = self.expr(x)
            if self.take() != ")":
                raise SyntaxError("no )")
            return v
        if c == "x":
            return x
        if c.isdigit():
            return float(c)
        raise SyntaxError(f"unexpected {c!r}")


@add(
    ("(1+x)*3-x/2", f64(2)),
    ("1/x", f64(0)),
    ("1/x", f64(4)),
    ("(1", f64(0)),
    ("?", 1),
    raises=(SyntaxError, ZeroDivisionError),
)
def evaluate(text, x):
    return Parser(text).expr(x)


@add((i64(10), {}), (i64(0), {}), (30, {}))
def memo_fib(n, memo):
    def fib(k):
        if k in memo:
            return memo[k]
        memo[k] = k if k < 2 else fib(k - 1) + fib(k - 2)
        return memo[k]

    return fib(n), len(memo)


@functools.lru_cache(maxsize=None)
def binom(n, k):
    if k == 0 or k == n:
        return 1
    return binom(n - 1, k - 1) + binom(n - 1, k)


@add((5, 2), (4, 4))
def binomials(n, k):
    return binom(n, k), [binom(n, j) for j in range(n + 1)]


@add((i64(5),), (i64(0),))
def pascal(n):
    rows = [[1]]
    for _ in range(n):
        r = rows[-1]
        rows.append([1] + [a + b for a, b in zip(r, r[1:])] + [1])
    return rows


@add(("abcabcbb",), ("",), ("aaa",))
def longest_unique(s):
    seen, start, best = {}, 0, 0
    for i, c in enumerate(s):
        if c in seen and seen[c] >= start:
            start = seen[c] + 1
        seen[c] = i
        best = max(best, i - start + 1)
    return best, seen


@add((floats(1, 5, 2, 8, 3), f64(4)), (floats(), f64(1)))
def state_machine(x, t):
    state, events, since = "idle", [], None
    for i, v in enumerate(x):
        match state:
            case "idle" if v > t:
                state, since = "high", i
            case "high" if v <= t:
                events.append((since, i))
                state = "idle"
            case "high" if v > 2 * t:
                state = "alarm"
            case _:
                pass
    return state, events, since
