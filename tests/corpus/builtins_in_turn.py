"""Builtins whose order, laziness, identity and types are easily lost."""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import math
import operator
import random
import statistics

import numpy as np

from tests.corpus.case import bools, case, f32, f64, floats, grid, i8, i64, ints, u8


def loud(name):
    def call(v):
        print(name, v)
        return v

    return call


def lazy_pipeline(x):
    first = map(loud("a"), x[x > 0])
    second = filter(lambda v: loud("b")(v) > 1, first)
    for v in second:
        print("got", v)


def lazy_any(x):
    found = any(loud("t")(v) > 2 for v in x[x > 0])
    print(found)
    return found


def lazy_any_map(x):
    return any(map(lambda v: loud("t")(v) > 2, x[x > 0]))


def lazy_all_filter(x):
    return all(filter(loud("t"), x))


def lazy_next(x):
    return next(filter(lambda v: loud("t")(v) > 2, x), "none")


def lazy_takewhile(x):
    for v in itertools.takewhile(lambda w: loud("t")(w) > 0, x):
        print("got", v)


def lazy_zip_strict(x, y):
    for a, b in zip(x[x > 0], y, strict=True):
        print(a, b)


def lazy_accumulate(x):
    for v in itertools.accumulate(x[x > 0], lambda a, b: loud("f")(a + b)):
        print("got", v)
        if v > 3:
            break


def lazy_enumerate_filter(x):
    for i, v in enumerate(filter(loud("t"), x)):
        print(i, v)


def lazy_reduce_map(x):
    return functools.reduce(
        lambda a, b: loud("add")(a + b), map(loud("item"), x[x > 0]), 0
    )


def lazy_sum_map(x):
    return sum(map(loud("item"), x[x > 0]))


def lazy_min_map(x):
    return min(map(loud("item"), x[x > 0]))


def lazy_sorted_key(x):
    return sorted(map(loud("item"), x[x > 0]), key=loud("key"))


def lazy_groupby(x):
    for k, g in itertools.groupby(x, key=lambda v: v > 1):
        print(k, list(g))


def map_raises_midway(x):
    def check(v):
        print(v)
        if v < 0:
            raise ValueError(f"negative: {v}")
        return math.sqrt(v)

    return list(map(check, x))


def filter_raises_midway(x):
    return list(filter(lambda v: 1 / int(v), x))


def sum_raises_midway(x):
    return sum(map(lambda v: [v] if v > 2 else v, x))


def min_of_mixed(x):
    return min(map(lambda v: "a" if v > 2 else v, x))


def map_over_itself_written(x):
    for v in map(lambda w: w + 1, x):
        x[0] = v
        x[-1] += 1
    return x


def filter_over_written(x):
    for v in filter(lambda w: w > 0, x):
        x[-1] = -1
        x[0] = v
    return x


def sorted_of_views(m):
    rows = sorted(m, key=lambda r: r[0])
    m[0, 0] = 99
    return rows


def max_gives_view(m):
    row = max(m, key=lambda r: r.sum())
    row[0] = -5
    return m


def list_of_map_views(m):
    rows = list(map(lambda r: r[1:], m[:]))
    m[0, 1] = 77
    return rows


def map_same_object(x):
    rows = list(map(lambda v: x, x[x > 0]))
    return rows, len(rows)


def collected_then_changed(x):
    xs = list(filter(lambda v: v > 1, x))
    xs.append(9)
    xs.insert(0, 8)
    xs[1] = 7
    return xs, len(xs)


def collected_two_names(x):
    xs = list(map(lambda v: v, x[x > 0]))
    ys = xs
    ys.append(1.5)
    return xs, ys is xs


def collected_returned_twice(x):
    xs = sorted(x, key=lambda v: -v)
    return xs, xs


def sorted_changed(x):
    xs = sorted(x, key=lambda v: -v)
    xs.pop()
    xs += [1]
    return xs


def closure_counts_calls(x):
    count = 0

    def key(v):
        nonlocal count
        count += 1
        return -v

    best = min(x[x > 0], key=key)
    return best, count


def key_appends(x):
    seen = []

    def key(v):
        seen.append(v)
        return v % 2

    out = sorted(x[x > 0], key=key)
    return out, seen


def key_writes_array(x):
    hits = np.zeros(3)

    def key(v):
        hits[int(v) % 3] += 1
        return v

    return max(x[x > 0], key=key), hits


def key_attribute(x):
    class Counter:
        calls = 0

    c = Counter()

    def key(v):
        c.calls += 1
        return v

    return sorted(x, key=key), c.calls


def int_of_bool_sum(b):
    return sum(b), sum(b.tolist()), sum(map(bool, b)), max(b), min(b)


def wrap_in_sum(x):
    return sum(x), sum(x, x[0]), sum(map(lambda v: v, x)), sum([x[0], x[1]])


def wrap_in_reduce(x):
    return functools.reduce(operator.add, x), functools.reduce(operator.mul, x, 1)


def wrap_in_accumulate(x):
    return list(itertools.accumulate(x)), list(itertools.accumulate(x[x > 0]))


def types_in_list(x, n):
    xs = [x, n, 1.5, True]
    return sorted(xs), max(xs), min(xs), sum(xs), [type(v).__name__ for v in sorted(xs)]


def max_keeps_type(a, b):
    return max(a, b), min(a, b), type(max(a, b)).__name__


def max_first_of_equal(a, b):
    return type(max(a, b)).__name__, type(min(a, b)).__name__, max(a, b) is a


def zero_signs(a):
    return max(a, 0.0), min(0.0, a), max(-a, a), sorted([a, -a, 0.0])


def nan_order(x):
    return min(x), max(x), sorted(x), min(x[0], x[1]), x[0] in list(x)


def nan_identity(x):
    v = x[0]
    return v in [v], [v] == [v], (v,) == (v,), [v].index(v), [v].count(v)


def sort_reverse_stable(x):
    pairs = list(enumerate(x))
    pairs.sort(key=lambda p: p[1], reverse=True)
    return pairs


def sort_two_keys(x, y):
    return sorted(zip(x, y), key=lambda p: (p[0], -p[1]))


def sort_key_list(x):
    return sorted(x, key=lambda v: [v > 1, v])


def sort_key_none_when(x):
    return sorted(x, key=lambda v: None if v > 100 else 0)


def sort_key_uncomparable(x):
    return sorted(x, key=lambda v: None if v > 1 else v)


def compare_reversed(a, b):
    return (a, 1) > (b, 1), [1, a] >= [1, b], (1, 2) < (1, a)


def compare_then_branch(a, b, c):
    best = None
    for cand in [(a, 1), (b, 2), (c, 3)]:
        if best is None or cand < best:
            best = cand
    return best


def compare_result_type(a, b):
    return type((a, 1) < (b, 1)).__name__, type((a, 1) == (b, 1)).__name__


def slices_of_result(x, n):
    xs = sorted(x)
    return xs[:n], xs[n:], xs[-n:], xs[::-1]


def text_slice_loop(n):
    out = []
    for i in range(n):
        out.append("abcdef"[i : i + 2])
    return out


def range_object(n):
    r = range(n)
    return list(r), len(r), sum(r), max(r, default=None), 3 in r, list(reversed(r))


def range_twice(n):
    r = range(n)
    s = 0
    for i in r:
        for j in r:
            s += i * j
    return s


def zip_exhausts(x, y):
    it = iter(x)
    pairs = list(zip(it, y))
    return pairs, list(it)


def iter_shared(x):
    it = iter(x)
    out = []
    for a in it:
        b = next(it, None)
        out.append((a, b))
    return out


def iter_of_list_in_loop(x, n):
    it = iter([1, 2, 3])
    s = 0
    for i in range(n):
        s += next(it, 0) * x
    return s


def cycle_in_loop(x):
    signs = itertools.cycle([1, -1])
    s = 0
    for v in x:
        s += v * next(signs)
    return s


def count_in_loop(x):
    ids = itertools.count(10)
    out = []
    for v in x:
        if v > 0:
            out.append((next(ids), v))
    return out


def dict_from_pairs(x):
    d = dict(enumerate(map(lambda v: v * 2, x)))
    return d[0], len(d)


def dict_values_reduced(a, b):
    d = {"a": a, "b": b}
    return sum(d.values()), max(d.items(), key=lambda p: p[1]), sorted(d.values())


def set_sizes(x):
    return len(set(x)), sorted(set(x)), len({int(v) for v in x})


def unpack_results(x):
    low, *middle, high = sorted(x)
    return low, middle, high


def unpack_map(x):
    a, b, c = map(lambda v: v * 2, x)
    (d, e), f = (a, b), c
    return a + d, e, f


def star_arguments(x):
    return max(*x), sum([*x, 1]), list(zip(*[x, x]))


def zip_transpose(m):
    return list(zip(*m)), [list(c) for c in zip(*m)]


def nested_comprehension_of_map(m):
    return [list(map(lambda v: v + 1, row)) for row in m]


def map_of_map_rows(m):
    return list(map(lambda row: list(map(float, row)), m))


def sum_of_sums(m):
    return sum(map(sum, m)), sum(sum(row) for row in m), max(map(max, m))


def any_of_all(m):
    return any(all(v > 1 for v in row) for row in m)


def min_key_of_min_key(m):
    return min(m, key=lambda row: min(row, key=lambda v: -v)).tolist()


def reduce_in_loop(m):
    out = []
    for row in m:
        out.append(functools.reduce(lambda a, b: a * 2 + b, row, 0))
    return out


def filter_in_branch_in_loop(x):
    out = []
    for i in range(len(x)):
        if x[i] > 1:
            out.extend(filter(lambda v: v < x[i], x))
    return out


def map_stateful_generator(x):
    seen = []
    for v in map(lambda w: len(seen) + w, x):
        seen.append(v)
    return seen


def round_trip_types(x):
    return [type(v).__name__ for v in map(int, x)], [type(v).__name__ for v in x]


def enumerate_float_start(x):
    return list(enumerate(x, 1.5))


def range_of_float(x):
    return list(range(x))


def sorted_bad_keyword(x):
    return sorted(x, cmp=None)


def min_too_few(x):
    return min()


def min_of_number(x):
    return min(x)


def sum_of_number(x):
    return sum(x)


def zip_of_number(x):
    return list(zip(x, [1]))


def map_not_callable(x):
    return list(map(3, x))


def reduce_empty_list(x):
    return functools.reduce(operator.add, [])


def next_of_list(x):
    return next(list(x))


def len_of_map(x):
    return len(map(abs, x))


def index_of_map(x):
    return map(abs, x)[0]


def bool_of_map(x):
    return bool(map(abs, x)), bool(filter(None, x))


def str_of_range(n):
    return str(range(n)), repr(range(1, n))


def print_collected(x):
    xs = list(map(lambda v: v * 2, x[x > 0]))
    print(xs, len(xs), sorted(xs), *xs[:1])
    print(f"{xs} {max(xs, default=None)}")


def bisect_in_loop(x):
    marks = sorted(x)
    out = []
    for v in x:
        out.append(bisect.bisect_left(marks, v))
    return out


def heap_of_tuples(x):
    h = [(f64(5), "five")]
    for i, v in enumerate(x):
        heapq.heappush(h, (v, str(i)))
    return [heapq.heappop(h) for _ in range(len(x))]


def heap_pushpop(x):
    h = []
    for v in x:
        if len(h) < 2:
            heapq.heappush(h, v)
        else:
            heapq.heappushpop(h, v)
    return h


def statistics_on_lists(x):
    xs = [float(v) for v in x]
    return statistics.mean(xs), statistics.median_low(xs), statistics.quantiles(xs)


def random_in_staged_branch(x):
    random.seed(3)
    if x > 0:
        return random.random(), random.randint(1, 9)
    return None


def product_repeat(x):
    return list(itertools.product(x, repeat=2))


def combinations_of_list(a, b, c):
    return [p + q for p, q in itertools.combinations([a, b, c], 2)]


def chain_lists(a, xs):
    return list(itertools.chain([a], xs, (1, 2)))


def islice_of_map(x):
    return list(itertools.islice(map(lambda v: v * 2, x), 2))


def zip_longest_static(x, y):
    return list(itertools.zip_longest(x, y, fillvalue=x[0]))


def starmap_pow(x):
    return list(itertools.starmap(pow, [(x, 2), (2, x), (x, x)]))


def operator_on_lists(x):
    xs = [x, 1]
    operator.setitem(xs, 0, 5)
    return xs, operator.concat([x], [2]), operator.contains([x, 2], 2)


def attrgetter_sort(x):
    class Item:
        def __init__(self, weight):
            self.weight = weight

    items = [Item(v) for v in x]
    best = max(items, key=operator.attrgetter("weight"))
    ordered = sorted(items, key=lambda item: -item.weight)
    return best.weight, [item.weight for item in ordered]


def methods_as_keys(words, x):
    return sorted(words, key=len), max(words, key=str.lower), x


def partial_key(x, centre):
    def distance(c, v):
        return abs(v - c)

    return min(x, key=functools.partial(distance, centre))


def key_by_index_array(x, order):
    return sorted(range(len(x)), key=lambda i: order[i]), [x[i] for i in order]


def clamp(v, low, high):
    return max(low, min(v, high))


def clamp_all(x, low, high):
    return [clamp(v, low, high) for v in x], list(map(clamp, x, [low] * 9, [high] * 9))


VALUES = floats(3, -1, 2.5, 4, 1)
NEGATIVE = floats(-1, -2)
NAN = floats("nan", 1, "nan", 0)


def asks_for_items_at_once(x):
    kept = filter(lambda value: value > 1, x)
    size = len(x)
    return list(kept), size


def maps_what_has_no_items(x):
    moved = map(lambda value: value + 1, x)
    size = len(x)
    return list(moved), size


def bytes_of_what_errs(n):
    def numbers():
        for i in range(n):
            yield i
        raise TypeError("of its own")

    try:
        return bytes(numbers())
    except TypeError as error:
        return str(error)


def bytes_of_what_prints(n):
    return bytes(loud("item")(i) for i in range(n)), bytearray(i for i in range(n))


CASES = [
    case(lazy_pipeline, VALUES, NEGATIVE),
    case(lazy_any, VALUES, NEGATIVE, floats(1, 2)),
    case(lazy_any_map, VALUES, NEGATIVE, floats(1, 2)),
    case(lazy_all_filter, VALUES, floats(0, 1)),
    case(lazy_next, VALUES, NEGATIVE),
    case(lazy_takewhile, VALUES, NEGATIVE),
    case(
        lazy_zip_strict,
        (VALUES, floats(1, 2)),
        (VALUES, floats(1, 2, 3, 4)),
        raises=ValueError,
    ),
    case(lazy_accumulate, VALUES, NEGATIVE),
    case(lazy_enumerate_filter, VALUES, floats(0, 1)),
    case(lazy_reduce_map, VALUES, NEGATIVE),
    case(lazy_sum_map, VALUES, NEGATIVE),
    case(lazy_min_map, VALUES, NEGATIVE, raises=ValueError),
    case(lazy_sorted_key, VALUES, NEGATIVE),
    case(lazy_groupby, VALUES, floats()),
    case(map_raises_midway, VALUES, floats(1, 4), raises=ValueError),
    case(filter_raises_midway, VALUES, floats(1, 0), raises=ZeroDivisionError),
    case(sum_raises_midway, VALUES, floats(1, 2), raises=TypeError),
    case(min_of_mixed, VALUES, floats(1, 2), raises="_UFuncNoLoopError"),
    case(map_over_itself_written, VALUES, ints(1, 2)),
    case(filter_over_written, VALUES, ints(1, 2)),
    case(sorted_of_views, -grid(2, 2), grid(3, 2)),
    case(max_gives_view, -grid(2, 2), grid(3, 2)),
    case(list_of_map_views, grid(2, 3), grid(3, 2)),
    case(map_same_object, VALUES, NEGATIVE),
    case(collected_then_changed, VALUES, ints(2, 3), NEGATIVE, raises=()),
    case(collected_two_names, VALUES, ints(2, 3), NEGATIVE),
    case(collected_returned_twice, VALUES, ints(2, 3)),
    case(sorted_changed, VALUES, ints(2, 3)),
    case(closure_counts_calls, VALUES, ints(2, 3)),
    case(key_appends, VALUES, NEGATIVE),
    case(key_writes_array, VALUES, ints(2, 3)),
    case(key_attribute, VALUES, ints(2, 3)),
    case(int_of_bool_sum, bools(1, 0, 1), bools(0, 0)),
    case(wrap_in_sum, ints(100, 100, dtype=np.int8), ints(200, 99, dtype=np.uint8)),
    case(wrap_in_reduce, ints(100, 100, dtype=np.int8), floats(1, 2, dtype=np.float32)),
    case(wrap_in_accumulate, ints(100, 100, dtype=np.int8), VALUES),
    case(types_in_list, (f64(2), i64(3)), (i8(1), 1), (f32(1.5), u8(1))),
    case(max_keeps_type, (f64(2), i64(3)), (i8(1), 1), (f32(1.5), 2)),
    case(max_first_of_equal, (f64(2), i64(2)), (2, f64(2)), (i64(2), 2.0)),
    case(zero_signs, f64(-0.0), f64(0.0), i64(0), -0.0),
    case(nan_order, NAN, floats(1, "nan")),
    case(nan_identity, NAN, floats(1, "nan")),
    case(sort_reverse_stable, ints(1, 0, 1, 0), VALUES),
    case(sort_two_keys, (ints(1, 0, 1), floats(1, 2, 3))),
    case(sort_key_list, VALUES, ints(1, 2)),
    case(sort_key_none_when, floats(1), floats(1, 2)),
    case(sort_key_uncomparable, floats(1), floats(1, 2), raises=TypeError),
    case(compare_reversed, (f64(1), f64(2)), (i64(1), 1)),
    case(compare_then_branch, (f64(1), f64(2), f64(0)), (i64(1), 1, 1.0)),
    case(compare_result_type, (f64(1), f64(2)), (i64(1), i64(1)), (1, 2)),
    case(slices_of_result, (VALUES, i64(2)), (ints(1, 2), 1)),
    case(text_slice_loop, i64(4), i64(0)),
    case(range_object, i64(4), i64(0), 3),
    case(range_twice, i64(4), i64(0)),
    case(zip_exhausts, (VALUES, ints(1, 2)), (ints(1), ints(1, 2))),
    case(iter_shared, VALUES, ints(1, 2)),
    case(iter_of_list_in_loop, (f64(2), i64(5)), (i64(1), i64(0))),
    case(cycle_in_loop, VALUES, ints(1, 2)),
    case(count_in_loop, VALUES, ints(1, 2)),
    case(dict_from_pairs, VALUES, ints(1, 2)),
    case(dict_values_reduced, (f64(1), f64(2)), (i64(1), 1)),
    case(set_sizes, VALUES, ints(1, 1)),
    case(unpack_results, VALUES, ints(1, 2)),
    case(unpack_map, floats(1, 2, 3), ints(1, 2), raises=ValueError),
    case(star_arguments, VALUES, ints(1, 2)),
    case(zip_transpose, grid(2, 3), grid(1, 2)),
    case(nested_comprehension_of_map, grid(2, 3), grid(0, 2)),
    case(map_of_map_rows, grid(2, 3), grid(0, 2)),
    case(sum_of_sums, grid(2, 3), grid(1, 2)),
    case(any_of_all, grid(2, 3), grid(1, 2), grid(0, 2)),
    case(min_key_of_min_key, grid(2, 3), -grid(3, 2)),
    case(reduce_in_loop, grid(2, 3), grid(0, 2)),
    case(filter_in_branch_in_loop, VALUES, ints(1, 2)),
    case(map_stateful_generator, VALUES, ints(1, 2), floats()),
    case(round_trip_types, VALUES, ints(1, 2)),
    case(enumerate_float_start, VALUES, raises=TypeError),
    case(range_of_float, f64(2), i64(2), raises=TypeError),
    case(sorted_bad_keyword, VALUES, raises=TypeError),
    case(min_too_few, f64(1), raises=TypeError),
    case(min_of_number, f64(1), i64(2), raises=TypeError),
    case(sum_of_number, f64(1), i64(2), raises=TypeError),
    case(zip_of_number, f64(1), i64(2), raises=TypeError),
    case(map_not_callable, VALUES, raises=TypeError),
    case(reduce_empty_list, f64(1), raises=TypeError),
    case(next_of_list, VALUES, raises=TypeError),
    case(len_of_map, VALUES, raises=TypeError),
    case(index_of_map, VALUES, raises=TypeError),
    case(bool_of_map, VALUES, floats()),
    case(str_of_range, i64(3), 4),
    case(print_collected, VALUES, NEGATIVE),
    case(bisect_in_loop, VALUES, ints(1, 2)),
    case(heap_of_tuples, VALUES, ints(1, 2)),
    case(heap_pushpop, VALUES, ints(1, 2)),
    case(statistics_on_lists, VALUES, ints(1, 2)),
    case(random_in_staged_branch, f64(1), f64(-1)),
    case(product_repeat, floats(1, 2), ints(1)),
    case(combinations_of_list, (f64(1), f64(2), 3), (i64(1), 1, 1.0)),
    case(chain_lists, (f64(1), [f64(2), 3]), (i64(1), [])),
    case(islice_of_map, VALUES, ints(1)),
    case(zip_longest_static, (floats(1, 2), ints(1)), (ints(1), ints())),
    case(starmap_pow, f64(2), i64(3)),
    case(operator_on_lists, f64(2), i64(3)),
    case(attrgetter_sort, VALUES, ints(1, 2)),
    case(methods_as_keys, (["bb", "a", "C"], f64(1))),
    case(partial_key, (VALUES, f64(2)), (ints(1, 9), i64(3))),
    case(key_by_index_array, (VALUES, ints(4, 3, 2, 1, 0)), (ints(5, 6), ints(1, 0))),
    case(clamp_all, (VALUES, f64(0), f64(2)), (ints(1, 9), 2, i64(5))),
    case(asks_for_items_at_once, np.array(3), floats(1, 3), raises=TypeError),
    case(maps_what_has_no_items, np.array(3), floats(1, 3), f64(2), raises=TypeError),
    case(bytes_of_what_errs, i64(3), 2, i64(0)),
    case(bytes_of_what_prints, i64(3), 2, i64(0)),
]
