"""Functions that call themselves, where Python or only the run knows the end."""

from __future__ import annotations

import functools

import numpy as np

from autograph import do_not_convert
from tests.corpus.case import case, f64, floats, i64, ints


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    if n % 2:
        return half * half * x
    return half * half


def quick_sort(x):
    if len(x) <= 1:
        return x
    p = x[0]
    rest = x[1:]
    return np.concatenate(
        [quick_sort(rest[rest < p]), x[:1], quick_sort(rest[rest >= p])]
    )


def merge(a, b):
    if len(a) == 0:
        return b
    if len(b) == 0:
        return a
    if a[0] <= b[0]:
        return np.concatenate([a[:1], merge(a[1:], b)])
    return np.concatenate([b[:1], merge(a, b[1:])])


def merge_sort(x):
    if len(x) < 2:
        return x
    m = len(x) // 2
    return merge(merge_sort(x[:m]), merge_sort(x[m:]))


def binary_search(x, v, lo, hi):
    if lo >= hi:
        return -1
    mid = (lo + hi) // 2
    if x[mid] == v:
        return mid
    if x[mid] < v:
        return binary_search(x, v, mid + 1, hi)
    return binary_search(x, v, lo, mid)


def hanoi(n, a, b, c, out):
    if n == 0:
        return
    hanoi(n - 1, a, c, b, out)
    out.append((a, c))
    hanoi(n - 1, b, a, c, out)


def hanoi_print(n, a="A", b="B", c="C"):
    if n > 0:
        hanoi_print(n - 1, a, c, b)
        print("move", n, a, c)
        hanoi_print(n - 1, b, a, c)


def count_down(n):
    print("at", n)
    if n > 0:
        count_down(n - 1)
    print("back", n)


def sum_to(n, acc=0):
    if n == 0:
        return acc
    return sum_to(n - 1, acc + n)


def sum_kw(n, *, acc=0.0, step=1):
    if n <= 0:
        return acc
    return sum_kw(n - step, acc=acc + n, step=step)


def divmod_rec(a, b):
    if a < b:
        return 0, a
    q, r = divmod_rec(a - b, b)
    return q + 1, r


def fill(x, i):
    if i >= len(x):
        return
    x[i] = i * 2
    fill(x, i + 1)


def fill_all(n):
    x = np.zeros(n, int)
    fill(x, np.int64(0))
    return x


def flood(g, i, j):
    if i < 0 or j < 0 or i >= g.shape[0] or j >= g.shape[1]:
        return 0
    if g[i, j] != 1:
        return 0
    g[i, j] = 2
    return (
        1
        + flood(g, i + 1, j)
        + flood(g, i - 1, j)
        + flood(g, i, j + 1)
        + flood(g, i, j - 1)
    )


def runaway_plain(x):
    return runaway_plain(x + 1)


def runaway_of_plain_values(x):
    def descend(low, high):
        if low == high:
            return x
        return descend(low, low - 1) * x

    return descend(0, -1)


def raises_deep(n):
    if n == 0:
        raise ValueError("bottom", n)
    return raises_deep(n - 1) + 1


def catches_deep(n):
    if n == 0:
        return 1 // n
    return n + catches_deep(n - 1)


def collatz(n, steps=0):
    if n == 1:
        return steps
    return collatz(n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1)


def power_set_count(x, i, total):
    if i == len(x):
        return 1 if total == 0 else 0
    return power_set_count(x, i + 1, total) + power_set_count(x, i + 1, total - x[i])


def mc91(n):
    if n > 100:
        return n - 10
    return mc91(mc91(n + 11))


def digits(n):
    if n < 10:
        return [n]
    return digits(n // 10) + [n % 10]


def to_binary(n):
    if n < 2:
        return str(n)
    return to_binary(n // 2) + str(n % 2)


def reverse_text(n, s=""):
    if n == 0:
        return s
    return reverse_text(n // 10, s + str(n % 10))


def max_rec(x):
    if len(x) == 1:
        return x[0]
    m = max_rec(x[1:])
    return x[0] if x[0] > m else m


def bisect_root(lo, hi, tol):
    mid = (lo + hi) / 2
    if hi - lo < tol:
        return mid
    if mid * mid > 2:
        return bisect_root(lo, mid, tol)
    return bisect_root(mid, hi, tol)


def simpson(f, a, b, eps, whole):
    c = (a + b) / 2
    l = (c - a) / 6 * (f(a) + 4 * f((a + c) / 2) + f(c))
    r = (b - c) / 6 * (f(c) + 4 * f((c + b) / 2) + f(b))
    if abs(l + r - whole) <= 15 * eps:
        return l + r + (l + r - whole) / 15
    return simpson(f, a, c, eps / 2, l) + simpson(f, c, b, eps / 2, r)


def adaptive(a, b, eps):
    return simpson(
        np.exp,
        a,
        b,
        eps,
        (b - a) / 6 * (np.exp(a) + 4 * np.exp((a + b) / 2) + np.exp(b)),
    )


class Tree:
    def __init__(self, scale):
        self.scale = scale
        self.calls = 0

    def total(self, n):
        self.calls += 1
        if n <= 0:
            return 0
        return self.scale * n + self.total(n - 1)

    @staticmethod
    def stat(n):
        return 0 if n == 0 else 1 + Tree.stat(n - 1)

    @classmethod
    def cls(cls, n):
        return 0 if n == 0 else 1 + cls.cls(n - 1)

    def __call__(self, n):
        return n if n < 1 else self(n - 2) + 1


def method(t, n):
    return t.total(n), t.calls


def static_method(t, n):
    return t.stat(n)


def class_method(t, n):
    return t.cls(n)


def called_object(t, n):
    return t(n)


OPS = {}


def op_double(n):
    return n if n > 100 else OPS["inc"](n * 2)


def op_inc(n):
    return n if n > 100 else OPS["double"](n + 1)


OPS["double"] = op_double
OPS["inc"] = op_inc


def by_table(n):
    return OPS["double"](n)


def in_loop(xs):
    return [fact(v) for v in xs]


def in_loop2(xs):
    s = 0
    for v in xs:
        s += fib(v)
    return s


def nested_args(n, pair):
    if n == 0:
        return pair
    a, b = pair
    return nested_args(n - 1, (b, a + b))


def dict_arg(n, opts):
    if n == 0:
        return opts["base"]
    return opts["k"] + dict_arg(n - 1, opts)


def star(*args):
    if args[0] == 0:
        return args
    return star(args[0] - 1, args[1] + args[0])


def star_kw(n, **kw):
    if n == 0:
        return kw["a"]
    return star_kw(n - 1, a=kw["a"] * 2)


def none_result(n, x):
    if n > 0:
        x[0] += n
        none_result(n - 1, x)


def calls_none(n, x):
    r = none_result(n, x)
    return r, x


def early(n):
    while n > 0:
        if n % 3 == 0:
            return early(n - 2) + 1
        n -= 1
    return n


def tree_depth(t):
    if t is None:
        return 0
    return 1 + max(tree_depth(t[0]), tree_depth(t[1]))


def bst_find(t, k):
    if t is None:
        return False
    if t[0] == k:
        return True
    if k < t[0]:
        return bst_find(t[1], k)
    return bst_find(t[2], k)


def flatten(x):
    out = []
    for v in x:
        if isinstance(v, list):
            out.extend(flatten(v))
        else:
            out.append(v)
    return out


def permutations(xs):
    if len(xs) <= 1:
        return [xs]
    out = []
    for i in range(len(xs)):
        for p in permutations(xs[:i] + xs[i + 1 :]):
            out.append([xs[i]] + p)
    return out


def queens(n, row, cols):
    if row == n:
        return 1
    count = 0
    for c in range(n):
        ok = True
        for r in range(row):
            if cols[r] == c or abs(cols[r] - c) == row - r:
                ok = False
        if ok:
            cols[row] = c
            count += queens(n, row + 1, cols)
    return count


def start_queens(n):
    return queens(n, 0, np.zeros(8, int))


def knap(w, v, i, cap):
    if i == len(w) or cap == 0:
        return 0
    skip = knap(w, v, i + 1, cap)
    if w[i] > cap:
        return skip
    take = v[i] + knap(w, v, i + 1, cap - w[i])
    return max(skip, take)


def edit(a, b, i, j):
    if i == 0:
        return j
    if j == 0:
        return i
    if a[i - 1] == b[j - 1]:
        return edit(a, b, i - 1, j - 1)
    return 1 + min(edit(a, b, i - 1, j), edit(a, b, i, j - 1), edit(a, b, i - 1, j - 1))


def float_depth(x):
    if x < 1:
        return 0
    return 1 + float_depth(x / 2)


def array_rec(x):
    if np.all(x < 1):
        return x
    return array_rec(x / 2)


def grow(x):
    if x.sum() > 50:
        return x
    return grow(np.append(x, x.sum()))


def types_move(n, x):
    if n == 0:
        return x
    return types_move(n - 1, x + 0.5)


def mixed(n):
    if n == 0:
        return None
    if n == 1:
        return "one"
    return mixed(n - 2)


def default_array(n, x=np.ones(3)):
    if n == 0:
        return x
    return default_array(n - 1, x * 2)


def two_defaults(n, a=1, b=2.5):
    if n == 0:
        return a, b
    return two_defaults(n - 1, b=b + a)


def deep_sum(n):
    if n == 0:
        return 0
    return 1 + deep_sum(n - 1)


def asserting(n):
    assert n >= 0, "negative"
    return 0 if n == 0 else asserting(n - 3)


def warns(x, n):
    if n == 0:
        return np.log(x)
    return warns(x - 1.0, n - 1)


def helper(n):
    return apply_helper(n - 1) + 1


def apply_helper(n):
    if n <= 0:
        return 0
    return helper(n)


def deco(f):
    @functools.wraps(f)
    def g(*a):
        return f(*a) + 0

    return g


@deco
def wrapped(n):
    return 0 if n == 0 else n + wrapped(n - 1)


def wrapped_call(n):
    return wrapped(n)


@functools.lru_cache(None)
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)


def cached_call(n):
    return cached(n)


def wrong_args(n):
    if n > 0:
        return wrong_args(n - 1, 2)
    return n


def slices(x):
    if len(x) == 0:
        return 0.0
    k = len(x) // 2
    return x[k] + slices(x[:k]) + slices(x[k + 1 :])


def dyn_total(x):
    return slices(x[x > 0])


def strings(s):
    if len(s) == 0:
        return ""
    return strings(s[1:]) + s[0]


calls = 0


def hanoi_new(n):
    out = []
    hanoi(n, 0, 1, 2, out)
    return out


def made_object(n):
    t = Tree(2)
    return t.total(n), t.calls


def counted(n):
    global calls
    calls += 1
    if n > 0:
        counted(n - 1)
    return calls


def counted_reads(n):
    global calls
    before = calls
    if n > 0:
        counted_reads(n - 1)
    calls = calls + 1
    return before, calls


MEMO = {}


def memo_fib(n):
    if n in MEMO:
        return MEMO[n]
    r = n if n < 2 else memo_fib(n - 1) + memo_fib(n - 2)
    MEMO[n] = r
    return r


@do_not_convert
def bump(x):
    global calls
    calls += 1


def global_bound_by_a_call_back(x, n):
    before = calls
    for i in range(n):
        if x > i:
            bump(x)
    return calls - before


def counter():
    total = 0

    @do_not_convert
    def add(x):
        nonlocal total
        total += 1

    def count(x, n):
        before = total
        for i in range(n):
            if x > i:
                add(x)
        return total - before

    return count


def inner(n):
    def down(k):
        if k <= 0:
            return 0
        return k + down(k - 1)

    return down(n)


def inner_outer(n, scale):
    def down(k):
        if k <= 0:
            return 0
        return k * scale + down(k - 1)

    return down(n) + scale


def inner_writes(n):
    total = 0

    def down(k):
        nonlocal total
        if k > 0:
            total += k
            down(k - 1)

    down(n)
    return total


def inner_array(x, n):
    def mark(i):
        if i < len(x) and i < n:
            x[i] = -1
            mark(2 * i + 1)

    mark(np.int64(0))
    return x


def inner_lambda(n):
    f = lambda k: 1 if k == 0 else k * f(k - 1)
    return f(n)


def inner_mutual(n):
    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(n)


def inner_with_list(n):
    out = []

    def down(k):
        out.append(k)
        if k > 0:
            down(k - 1)

    down(n)
    return out


def adaptive_lambda(a, b, eps):
    g = lambda t: np.sin(t) * t
    return simpson(g, a, b, eps, 0.0)


def edit_distance(source, target):
    if len(source) == 0:
        return len(target)
    if len(target) == 0:
        return len(source)
    changed = int(source[-1] != target[-1])
    return min(
        edit_distance(source[:-1], target[:-1]) + changed,
        edit_distance(source, target[:-1]) + 1,
        edit_distance(source[:-1], target) + 1,
    )


def merged_sort(xs):
    if len(xs) <= 1:
        return xs
    left, right = merged_sort(xs[: len(xs) // 2]), merged_sort(xs[len(xs) // 2 :])
    found = []
    while left and right:
        found.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return found + left + right


def halved_until_none(n, step):
    if n is None:
        return step
    return halved_until_none(n // 2 if n > 1 else None, step + 1)


SHIFT = 1


def shifted_by_name(n):
    if n == 0:
        return 0
    globals()["SHIFT"] = n
    return SHIFT + shifted_by_name(n - 1)


def moves(n, start, spare, end, made):
    if n == 0:
        return made
    moves(n - 1, start, end, spare, made)
    made.append((start, end))
    moves(n - 1, spare, start, end, made)
    return made


def towers(n, x):
    made = moves(n, "a", "b", "c", [])
    return len(made), made[-1], made[len(x)]


def words_of(n, letters="ab"):
    if n == 0:
        return [""]
    found = []
    for letter in letters:
        for rest in words_of(n - 1, letters):
            found.append(letter + rest)
    return found


def words_counted(n, x):
    names = words_of(n)
    return names[int(x[0])], len(names), [name.count("a") for name in names][:3]


def ways(n, coins):
    if n < 0 or not coins:
        return 0
    if n == 0:
        return 1
    return ways(n - coins[0], coins) + ways(n, coins[1:])


def too_deep_in_the_end(n):
    if n > 12:
        return too_deep_in_the_end(n)
    return too_deep_in_the_end(n + 1) + too_deep_in_the_end(n + 1)


def remembered_choices(n, k, known):
    if k in (0, n):
        return 1
    if (n, k) not in known:
        known[n, k] = remembered_choices(n - 1, k - 1, known) + remembered_choices(
            n - 1, k, known
        )
    return known[n, k]


CASES = [
    case(
        edit_distance,
        ("ab", "b"),
        ("kitten", "sit"),
        ("", "abc"),
        ("abcd", "bcde"),
        ("intent", "execut"),
    ),
    case(
        merged_sort,
        ([3.5, 1.0, 2.5],),
        ([2, 1.5, True, 0],),
        (["b", "a", "c"],),
        ([3, "a"],),
        raises=TypeError,
    ),
    case(halved_until_none, (i64(100), 0), (100, 0), (77, 0.5), (3, 1)),
    case(shifted_by_name, i64(12), i64(3), state=("SHIFT",)),
    case(towers, (9, floats(1, 2)), (3, floats(1, 2)), (10, floats(1))),
    case(words_counted, (8, ints(5)), (9, ints(300)), (2, ints(3))),
    case(ways, (60, (1, 2, 5, 10)), (70, (1, 2, 5, 10)), (5, (5, 2))),
    case(too_deep_in_the_end, 0, raises=RecursionError),
    case(remembered_choices, (10, 4, {}), (i64(12), i64(3), {}), (11, 5, {})),
    case(
        adaptive_lambda,
        (f64(0), f64(1), 1e-9),
    ),
    case(inner, i64(12), i64(3)),
    case(inner_outer, (i64(12), f64(1.5)), (i64(3), i64(2))),
    case(inner_writes, i64(12), i64(2)),
    case(inner_array, (np.zeros(40), i64(30)), (np.zeros(3000), i64(3000))),
    case(inner_lambda, i64(12)),
    case(inner_mutual, i64(12), i64(21)),
    case(inner_with_list, i64(12)),
    case(hanoi_new, i64(3), i64(5)),
    case(made_object, i64(12)),
    case(counted, i64(3), i64(15), state=("calls",)),
    case(counted_reads, i64(3), i64(15), state=("calls",)),
    case(memo_fib, i64(12), state=("MEMO",)),
    case(global_bound_by_a_call_back, (f64(3), i64(6)), state=("calls",)),
    case(counter(), (f64(3), i64(6))),
    case(fact, i64(10), i64(15), i64(1), 10, f64(8)),
    case(fib, i64(12), i64(3), 9, i64(15), 16),
    case(gcd, (i64(48), i64(36)), (i64(1071), i64(462)), (i64(832040), i64(514229))),
    case(is_even, i64(10), i64(31), i64(200)),
    case(ackermann, (i64(2), i64(3)), (i64(1), i64(9)), (2, i64(4)), (2, 7), (2, 9)),
    case(power, (f64(2), i64(10)), (f64(1.5), i64(33)), (i64(3), 7)),
    case(
        quick_sort,
        floats(3, 1, 2, 9, 5, 4, 7),
        floats(),
        ints(5, 4, 3, 2, 1, 1, 9, 8, 7, 0, 3, 12, 15),
    ),
    case(merge_sort, floats(3, 1, 2, 9, 5, 4, 7), ints(5, 4, 3, 2, 1)),
    case(
        binary_search,
        (floats(1, 3, 5, 7, 9), f64(7), i64(0), i64(5)),
        (np.arange(1000), i64(333), 0, 1000),
        (np.arange(1000), i64(-333), i64(0), i64(1000)),
    ),
    case(hanoi, (i64(3), 0, 1, 2, []), (i64(5), "a", "b", "c", [])),
    case(hanoi_print, i64(3), i64(4), 2),
    case(count_down, i64(3), i64(12)),
    case(sum_to, i64(10), i64(100), (i64(30), 1.5)),
    case(sum_kw, i64(10), f64(50), raises=()),
    case(divmod_rec, (i64(17), i64(5)), (f64(99.5), 2)),
    case(fill, (np.zeros(20), i64(0)), (np.zeros(3), i64(1))),
    case(fill_all, 20, 4),
    case(
        flood,
        (np.ones((4, 4), int), i64(0), i64(0)),
        (np.eye(4, dtype=int), i64(1), i64(1)),
    ),
    case(runaway_plain, f64(0), raises=RecursionError),
    case(runaway_of_plain_values, f64(0), raises=RecursionError),
    case(raises_deep, i64(20), i64(0), raises=ValueError),
    case(catches_deep, i64(20), 15, raises=ZeroDivisionError),
    case(collatz, i64(27), i64(1), i64(97)),
    case(
        power_set_count,
        (ints(1, 2, -3, 4, -4, 5, -1), i64(0), i64(0)),
    ),
    case(mc91, i64(99), i64(50), i64(101)),
    case(digits, i64(123456), i64(3), i64(12345678901)),
    case(to_binary, i64(10), i64(12345)),
    case(reverse_text, i64(123), i64(12345678912)),
    case(max_rec, floats(1, 5, 2, 8, 3), floats(3)),
    case(bisect_root, (f64(1), f64(2), 1e-9), (f64(0), f64(2), f64(1e-3))),
    case(adaptive, (f64(0), f64(1), 1e-9), (f64(0), f64(3), 1e-6)),
    case(method, (Tree(2), i64(12)), (Tree(f64(1.5)), i64(3))),
    case(static_method, (Tree(2), i64(12))),
    case(class_method, (Tree(2), i64(12))),
    case(called_object, (Tree(2), i64(22))),
    case(by_table, i64(1), i64(40)),
    case(in_loop, ints(1, 2, 12)),
    case(in_loop2, ints(1, 2, 12)),
    case(nested_args, (i64(20), (i64(0), i64(1))), (i64(9), (0, 1))),
    case(dict_arg, (i64(20), {"base": 1, "k": 2.5})),
    case(star, (i64(12), i64(0))),
    case(star_kw, i64(0), raises=KeyError),
    case(calls_none, (i64(12), np.zeros(2))),
    case(early, i64(40)),
    case(tree_depth, ((None, (None, None)),)),
    case(bst_find, ((i64(5), (i64(2), None, None), (i64(8), None, None)), i64(8))),
    case(flatten, ([1, [2, [3, f64(4)]], 5],)),
    case(permutations, ([i64(1), i64(2), i64(3)],), ([1, 2, 3],)),
    case(start_queens, 4, 5, i64(5)),
    case(
        knap,
        (ints(1, 3, 4, 5), ints(1, 4, 5, 7), i64(0), i64(7)),
        (ints(1, 3, 4, 5, 2, 2, 6, 7, 1), ints(1, 4, 5, 7, 2, 3, 4, 1, 5), 0, i64(12)),
    ),
    case(
        edit,
        (ints(1, 2, 3), ints(2, 3), i64(3), i64(2)),
        (ints(1, 2, 3), ints(2, 3), 3, 2),
    ),
    case(float_depth, f64(1000), f64(1e20), 1e30),
    case(array_rec, floats(1, 1000), floats(1e9)),
    case(grow, floats(1, 2)),
    case(types_move, (i64(12), 0), (i64(12), f64(1)), (i64(9), i64(1))),
    case(mixed, i64(12), i64(19)),
    case(default_array, i64(12)),
    case(two_defaults, i64(12), (i64(8), 2)),
    case(deep_sum, i64(900), i64(850), i64(10)),
    case(asserting, i64(30), i64(31), raises=AssertionError),
    case(warns, (f64(2), i64(12))),
    case(apply_helper, i64(20)),
    case(wrapped_call, i64(20)),
    case(cached_call, i64(20), 20),
    case(wrong_args, i64(20), i64(0), raises=TypeError),
    case(dyn_total, floats(1, -2, 3, 4, 5, 6), np.arange(100.0)),
    case(strings, "abc", "abcdefghijklmnop"),
]
