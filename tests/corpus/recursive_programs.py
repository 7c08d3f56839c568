"""Programs that call themselves: trees, sorting, searching, state, searches."""

from __future__ import annotations

import functools

import numpy as np

import autograph as ag
from tests.corpus.case import case, f32, f64, floats, i8, i64, ints


class Node:
    def __init__(self, v, left=None, right=None):
        self.v = v
        self.left = left
        self.right = right

    def find(self, k):
        if self.v == k:
            return True
        nxt = self.left if k < self.v else self.right
        return nxt is not None and nxt.find(k)

    def total(self):
        return (
            self.v
            + (self.left.total() if self.left else 0)
            + (self.right.total() if self.right else 0)
        )

    def insert(self, k):
        if k < self.v:
            if self.left is None:
                self.left = Node(k)
            else:
                self.left.insert(k)
        elif self.right is None:
            self.right = Node(k)
        else:
            self.right.insert(k)


def tree(vs):
    n = None
    for v in vs:
        if n is None:
            n = Node(v)
        else:
            n.insert(v)
    return n


def find(node, k):
    if node is None:
        return False
    if node.v == k:
        return True
    return find(node.left if k < node.v else node.right, k)


def total(node):
    return 0 if node is None else node.v + total(node.left) + total(node.right)


def node_method(node, k):
    return node.find(k), node.total()


def node_insert(node, k):
    node.insert(k)
    return node.total()


class Link:
    def __init__(self, v, nxt):
        self.v = v
        self.nxt = nxt


def chain(n):
    l = None
    for i in range(n):
        l = Link(float(i), l)
    return l


def link_sum(l, lim):
    if l is None:
        return 0
    if l.v < lim:
        return 0
    return l.v + link_sum(l.nxt, lim)


def build_tree(n):
    t = None
    for i in range(n):
        t = tree_insert(t, (i * 7) % n)
    return tree_list(t)


def tree_insert(t, v):
    if t is None:
        return (v, None, None)
    if v < t[0]:
        return (t[0], tree_insert(t[1], v), t[2])
    return (t[0], t[1], tree_insert(t[2], v))


def tree_list(t):
    return [] if t is None else tree_list(t[1]) + [t[0]] + tree_list(t[2])


def rec_try(n):
    try:
        if n == 0:
            return 1 // n
        return rec_try(n - 1) + 1
    except ZeroDivisionError:
        return -100


def rec_try_py(x, n):
    try:
        if n == 0:
            raise ValueError("x")
        return rec_try_py(x, n - 1)
    except ValueError as e:
        if n > 2:
            return x
        raise


def rec_finally(n, log):
    try:
        if n > 0:
            rec_finally(n - 1, log)
    finally:
        log.append(n)
    return log


def rec_while(n):
    s = 0
    while n > 0:
        n //= 2
        s += rec_while(n - 1) + 1
    return s


def rec_for(n):
    s = 1
    for i in range(n):
        s += rec_for(i)
    return s


def rec_comp(n):
    if n <= 0:
        return [0]
    return [v + 1 for v in rec_comp(n - 1)] + [0]


def rec_map(n):
    return 0 if n <= 0 else sum(map(rec_map, [n - 1, n - 2])) + 1


def rec_gen(n):
    if n > 0:
        yield n
        yield from rec_gen(n - 1)


def uses_gen(n):
    return list(rec_gen(n))


def ret_func(n):
    if n == 0:
        return lambda v: v
    f = ret_func(n - 1)
    return lambda v: f(v) + 1


def call_ret_func(x, n):
    return ret_func(n)(x)


def default_memo(n, memo={}):
    if n in memo:
        return memo[n]
    if n < 2:
        return n
    memo[n] = default_memo(n - 1) + default_memo(n - 2)
    return memo[n]


def memo_arg(n, memo):
    if n < 2:
        return n
    if memo[n] != 0:
        return memo[n]
    memo[n] = memo_arg(n - 1, memo) + memo_arg(n - 2, memo)
    return memo[n]


def memo_array(n):
    return memo_arg(n, np.zeros(60, int))


def memo_dict(n, memo=None):
    if memo is None:
        memo = {}
    if n in memo:
        return memo[n]
    r = n if n < 2 else memo_dict(n - 1, memo) + memo_dict(n - 2, memo)
    memo[n] = r
    return r


@ag.function
def d_even(n):
    return True if n == 0 else d_odd(n - 1)


@ag.function
def d_odd(n):
    return False if n == 0 else d_even(n - 1)


def decorated_mutual(n):
    return d_even(n), d_odd(n)


def prints(n):
    if n == 0:
        print("zero")
        return
    print("down", n)
    prints(n - 1)
    print("up", n)


def loop_calls(xs):
    out = np.zeros(len(xs))
    for i in range(len(xs)):
        out[i] = fact(xs[i])
    return out


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def dtype_rec(n, x):
    if n == 0:
        return x
    return dtype_rec(n - 1, x * x)


def out_rec(n, x):
    if n > 0:
        np.add(x, n, out=x)
        out_rec(n - 1, x[1:])
    return x


G = np.zeros(3)


def global_array(n):
    if n > 0:
        G[n % 3] += n
        global_array(n - 1)
    return G.sum()


def rec_views(x, lo, hi):
    if hi - lo < 2:
        return
    mid = (lo + hi) // 2
    x[lo:mid] += 1
    rec_views(x, lo, mid)
    rec_views(x, mid, hi)


def quick_inplace(a, lo, hi):
    if lo < hi:
        p = a[hi]
        i = lo
        for j in range(lo, hi):
            if a[j] < p:
                a[i], a[j] = a[j], a[i]
                i += 1
        a[i], a[hi] = a[hi], a[i]
        quick_inplace(a, lo, i - 1)
        quick_inplace(a, i + 1, hi)


def quick_start(a):
    quick_inplace(a, 0, len(a) - 1)
    return a


def quick_list(xs):
    if len(xs) <= 1:
        return xs
    p = xs[0]
    return (
        quick_list([v for v in xs[1:] if v < p])
        + [p]
        + quick_list([v for v in xs[1:] if v >= p])
    )


def merge_lists(a, b):
    if not a:
        return b
    if not b:
        return a
    if a[0] < b[0]:
        return [a[0]] + merge_lists(a[1:], b)
    return [b[0]] + merge_lists(a, b[1:])


def merge_sort_list(xs):
    if len(xs) < 2:
        return xs
    m = len(xs) // 2
    return merge_lists(merge_sort_list(xs[:m]), merge_sort_list(xs[m:]))


def subsets(xs, i=0):
    if i == len(xs):
        return [[]]
    rest = subsets(xs, i + 1)
    return rest + [[xs[i]] + r for r in rest]


def combos(n, k):
    if k == 0 or k == n:
        return 1
    return combos(n - 1, k - 1) + combos(n - 1, k)


def hanoi_count(n):
    return 0 if n == 0 else 2 * hanoi_count(n - 1) + 1


def gray(n):
    return (
        [0, 1]
        if n == 1
        else gray(n - 1) + [v + 2 ** (n - 1) for v in reversed(gray(n - 1))]
    )


def palindrome(s):
    return len(s) < 2 or (s[0] == s[-1] and palindrome(s[1:-1]))


def palindrome_n(x, i, j):
    return i >= j or (x[i] == x[j] and palindrome_n(x, i + 1, j - 1))


def koch(n, l):
    return l if n == 0 else 4 * koch(n - 1, l / 3)


def sierp(n):
    return 1 if n == 0 else 3 * sierp(n - 1)


def det(a):
    if len(a) == 1:
        return a[0, 0]
    s = 0
    for j in range(len(a)):
        s += (-1) ** j * a[0, j] * det(np.delete(a[1:], j, 1))
    return s


def strassen(a, b):
    n = len(a)
    if n == 1:
        return a * b
    h = n // 2
    return np.block(
        [
            [
                strassen(a[:h, :h], b[:h, :h]) + strassen(a[:h, h:], b[h:, :h]),
                strassen(a[:h, :h], b[:h, h:]) + strassen(a[:h, h:], b[h:, h:]),
            ],
            [
                strassen(a[h:, :h], b[:h, :h]) + strassen(a[h:, h:], b[h:, :h]),
                strassen(a[h:, :h], b[:h, h:]) + strassen(a[h:, h:], b[h:, h:]),
            ],
        ]
    )


def maxsub(x, lo, hi):
    if lo == hi:
        return x[lo]
    m = (lo + hi) // 2
    l = s = x[m]
    for i in range(m - 1, lo - 1, -1):
        s += x[i]
        l = max(l, s)
    r = s = x[m + 1]
    for i in range(m + 2, hi + 1):
        s += x[i]
        r = max(r, s)
    return max(maxsub(x, lo, m), maxsub(x, m + 1, hi), l + r)


def root(f, a, b, n=0):
    m = (a + b) / 2
    if n > 60 or b - a < 1e-9:
        return m, n
    return root(f, a, m, n + 1) if f(a) * f(m) <= 0 else root(f, m, b, n + 1)


def root_call(c):
    return root(lambda v: v * v - c, 0.0, c)


def root_named(c):
    def g(v):
        return v * v * v - c

    return root(g, 0.0, c)


def newton(f, df, x, n):
    if abs(f(x)) < 1e-10 or n == 0:
        return x
    return newton(f, df, x - f(x) / df(x), n - 1)


def newton_call(x):
    return newton(np.sin, np.cos, x, 50)


def alpha_beta(x, d, a, b, mx):
    if d == 0:
        return x * 1.0
    if mx:
        for m in (1, 2):
            a = max(a, alpha_beta(x * m - d, d - 1, a, b, False))
            if a >= b:
                break
        return a
    for m in (1, 3):
        b = min(b, alpha_beta(x + m, d - 1, a, b, True))
        if a >= b:
            break
    return b


def stair(n, memo):
    if n in memo:
        return memo[n]
    memo[n] = stair(n - 1, memo) + stair(n - 2, memo)
    return memo[n]


def stairs(n):
    return stair(n, {0: 1, 1: 1})


def dfs(g, v, seen):
    seen[v] = True
    for w in range(len(g)):
        if g[v, w] and not seen[w]:
            dfs(g, w, seen)


def components(g):
    seen = np.zeros(len(g), bool)
    c = 0
    for v in range(len(g)):
        if not seen[v]:
            dfs(g, v, seen)
            c += 1
    return c


def dfs_list(g, v, seen, order):
    seen[v] = True
    order.append(v)
    for w in g[v]:
        if not seen[w]:
            dfs_list(g, w, seen, order)


def dfs_order(x):
    g = {0: [1, 2], 1: [3], 2: [3], 3: []}
    order = []
    dfs_list(g, 0, [False] * 4, order)
    return order, x


def pow_mod(b, e, m):
    return 1 if e == 0 else (pow_mod(b * b % m, e // 2, m) * (b if e % 2 else 1)) % m


def ext_gcd(a, b):
    if b == 0:
        return a, 1, 0
    g, x, y = ext_gcd(b, a % b)
    return g, y, x - (a // b) * y


def digit_sum(n):
    return n if n < 10 else digit_sum(sum(int(c) for c in str(n)))


def countdown_list(n):
    return [n] + countdown_list(n - 1) if n > 0 else []


def nested_tuple(n):
    return () if n == 0 else (n, nested_tuple(n - 1))


def fib_pair(n):
    if n == 0:
        return (0, 1)
    a, b = fib_pair(n // 2)
    c, d = a * (2 * b - a), a * a + b * b
    return (d, c + d) if n % 2 else (c, d)


def two_types(n):
    return "end" if n == 0 else (n, two_types(n - 1))


def float_int(x):
    return 0 if x <= 0 else 1 + float_int(x - 0.5 if x > 2 else x - 1)


def error_type(n):
    return n + "a" if n == 0 else error_type(n - 1)


def index_error(x, i):
    return x[i] + index_error(x, i + 1)


def key_error(d, n):
    return d["missing"] if n == 0 else key_error(d, n - 1)


def kw_only(n, *, base=2, **extra):
    return base + len(extra) if n == 0 else kw_only(n - 1, base=base + 1, **extra)


def kw_call(n):
    return kw_only(n, base=n, a=1, b=2)


def walrus(n):
    return 0 if (m := n - 1) < 0 else m + walrus(m)


def matching(n):
    match n:
        case 0:
            return "zero"
        case 1:
            return "one"
        case _:
            return matching(n - 2)


def cond_chain(n):
    return 0 if n <= 0 else (cond_chain(n - 2) if n % 2 == 0 else cond_chain(n - 1) + 1)


def and_or(n):
    return n <= 0 or (n % 7 != 0 and and_or(n - 2))


def vec(x):
    return np.vectorize(fact)(x)


def sort_rec(xs):
    return sorted(xs, key=fact)


def partial_rec(n):
    return functools.partial(sum_from, 3)(n)


def sum_from(a, n):
    return a if n <= 0 else functools.partial(sum_from, a + n)(n - 1)


def reduce_rec(xs):
    return functools.reduce(lambda a, b: a + fact(b), xs, 0)


def list_arg_grow(n, acc):
    if n == 0:
        return acc
    return list_arg_grow(n - 1, acc + [n])


def list_start(n):
    return list_arg_grow(n, [])


def dict_build(n, d):
    if n == 0:
        return d
    d[n] = n * n
    return dict_build(n - 1, d)


def dict_start(n):
    return dict_build(n, {})


def set_build(n, s):
    if n == 0:
        return s
    s.add(n % 3)
    return set_build(n - 1, s)


def set_start(n):
    return sorted(set_build(n, set()))


def str_build(n, s=""):
    return s if n == 0 else str_build(n - 1, f"{s}{n},")


class Acc:
    def __init__(self):
        self.items = []
        self.depth = 0
        self.best = 0.0

    def walk(self, n):
        self.depth += 1
        self.best = max(self.best, n * 1.5)
        if n > 0:
            self.walk(n - 1)
        self.items.append(n)
        return self.depth


def acc_arg(a, n):
    return a.walk(n), a.items, a.best


def acc_made(n):
    a = Acc()
    return a.walk(n), a.items, a.best


class Fact:
    def __call__(self, n):
        return 1 if n <= 1 else n * self(n - 1)

    @property
    def p(self):
        return self(5)

    @classmethod
    def c(cls, n):
        return 0 if n == 0 else 1 + cls.c(n - 1)


def fact_obj(n):
    return Fact()(n)


def fact_prop(n):
    return Fact().p + n


def fact_cls(n):
    return Fact.c(n)


class Base:
    def f(self, n):
        return 0 if n == 0 else self.g(n - 1) + 1

    def g(self, n):
        return self.f(n)


class Derived(Base):
    def g(self, n):
        return super().g(n) * 2


def virtual(o, n):
    return o.f(n)


Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))


def y_comb(n):
    return Y(lambda me: lambda n: 1 if n <= 1 else n * me(n - 1))(n)


def trampolined(n):
    def step(n, acc):
        return (lambda: step(n - 1, acc + n)) if n > 0 else acc

    r = step(n, 0)
    while callable(r):
        r = r()
    return r


C = [
    (
        find,
        (tree([5, 2, 8, 1, 9, 3]), i64(3)),
        (tree([5, 2, 8]), f64(7)),
        (tree(range(30)), i64(25)),
    ),
    (total, (tree([5, 2, 8, 1]),)),
    (node_method, (tree([5, 2, 8]), i64(8)), (tree(range(20)), i64(15))),
    (node_insert, (tree([5, 2, 8]), i64(4))),
    (link_sum, (chain(12), f64(3)), (chain(40), f64(3.5))),
    (build_tree, 6, i64(6)),
    (rec_try, i64(5), 3),
    (rec_try_py, (f64(1), i64(5)), (f64(1), 4)),
    (rec_finally, (i64(9), []), (i64(2), [])),
    (rec_while, i64(9)),
    (rec_for, i64(4), i64(7)),
    (rec_comp, i64(9), i64(2)),
    (rec_map, i64(9), i64(4)),
    (uses_gen, 4, i64(4)),
    (call_ret_func, (f64(1), 3), (f64(1), i64(3)), (f64(1), i64(12))),
    (default_memo, 9, i64(12)),
    (memo_array, i64(30)),
    (memo_dict, i64(20)),
    (decorated_mutual, i64(9), 4),
    (prints, i64(12), i64(2)),
    (loop_calls, floats(1, 2, 12), ints(3, 20)),
    (dtype_rec, (i64(12), f32(1.01)), (i64(10), i8(3)), (i64(3), floats(1, 2))),
    (
        out_rec,
        (i64(12), np.zeros(20)),
    ),
    (rec_views, (np.zeros(64), i64(0), i64(64)), (np.zeros(64), 0, 64)),
    (quick_start, floats(3, 1, 2, 9, 4, 7, 8, 5, 6, 0, 11, 10), ints(2, 1)),
    (quick_list, [3, 1, 2], [f64(3), f64(1), f64(2), f64(7), f64(5)]),
    (merge_sort_list, [3, 1, 2, 5], [f64(3), f64(1), f64(2)]),
    (subsets, [1, 2, 3], [f64(1), f64(2)]),
    (combos, (i64(10), i64(4)), (7, 3)),
    (hanoi_count, i64(20)),
    (gray, i64(4), 3, i64(9)),
    (palindrome, "abcba", "abca"),
    (
        palindrome_n,
        (floats(1, 2, 3, 2, 1), i64(0), i64(4)),
        (np.ones(40), i64(0), i64(39)),
    ),
    (koch, (i64(12), f64(1))),
    (sierp, i64(30)),
    (det, floats(1, 2, 3, 4).reshape(2, 2)),
    (strassen, (np.eye(4), np.arange(16.0).reshape(4, 4))),
    (
        maxsub,
        (floats(1, -2, 3, 4, -1, 2, -5), i64(0), i64(6)),
        (floats(1, -2, 3, 4, -1, 2, -5), 0, 6),
    ),
    (root_call, f64(2)),
    (root_named, f64(8)),
    (newton_call, f64(3), 3.0),
    (
        alpha_beta,
        (f64(1), 4, -np.inf, np.inf, True),
        (f64(2), i64(5), -np.inf, np.inf, True),
    ),
    (stairs, i64(20), 9),
    (components, np.eye(5, dtype=int), np.ones((3, 3), int)),
    (dfs_order, f64(1)),
    (pow_mod, (i64(3), i64(200), i64(1000007))),
    (ext_gcd, (i64(240), i64(46)), (i64(10**9), i64(998244353))),
    (digit_sum, i64(987654321), 12345),
    (countdown_list, i64(12)),
    (nested_tuple, i64(3), i64(10)),
    (fib_pair, i64(60), i64(1000)),
    (two_types, i64(9)),
    (float_int, f64(9)),
    (error_type, i64(9)),
    (index_error, (floats(1, 2, 3), i64(0))),
    (key_error, ({"a": 1}, i64(9))),
    (kw_call, i64(9)),
    (walrus, i64(12)),
    (matching, i64(21)),
    (cond_chain, i64(21)),
    (and_or, i64(21), i64(20)),
    (vec, ints(1, 5)),
    (sort_rec, [i64(3), i64(1)], [3, 1, 2]),
    (partial_rec, i64(12)),
    (reduce_rec, ints(1, 2, 12)),
    (list_start, i64(12)),
    (dict_start, i64(12)),
    (set_start, i64(12)),
    (str_build, i64(12)),
    (acc_arg, (Acc(), i64(12))),
    (acc_made, i64(12)),
    (fact_obj, i64(12)),
    (fact_prop, i64(1)),
    (fact_cls, i64(12)),
    (virtual, (Base(), i64(12)), (Derived(), i64(12))),
    (y_comb, i64(12), 5),
    (trampolined, i64(12), 5),
]
RAISES = {error_type: "_UFuncNoLoopError", index_error: IndexError, key_error: KeyError}
CASES = [case(f, *sets, raises=RAISES.get(f, ())) for f, *sets in C] + [
    case(global_array, i64(12), state=("G",))
]
