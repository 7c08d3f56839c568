"""Dicts, sets, deques and lists of lists that staged code makes, changes and returns."""

from array import array
from collections import Counter, OrderedDict, defaultdict, deque

import functools

import numpy as np

from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


def counts(x):
    found = {}
    for v in x:
        if v in found:
            found[v] += 1
        else:
            found[v] = 1
    return found


add(counts, ints(1, 2, 1), ints(), floats(0.5, 0.5), floats(np.nan, np.nan))


def counts_with_get(x):
    found = {}
    for v in x:
        found[int(v)] = found.get(int(v), 0) + 1
    return sorted(found.items())


add(counts_with_get, ints(3, 1, 3), ints())


def groups(x):
    found = {}
    for v in x:
        found.setdefault(int(v) % 3, []).append(v)
    return found


add(groups, ints(1, 4, 2, 5, 3), ints())


def groups_default(x):
    found = defaultdict(list)
    for v in x:
        found[v > 0].append(v)
    return found, len(found), dict(found)


add(groups_default, floats(1, -1, 2), floats())


def default_read_inserts(x):
    found = defaultdict(int)
    for v in x:
        if found[v] == 0 and v > 0:
            found[v] += 2
    return list(found), sum(found.values())


add(default_read_inserts, ints(1, -1, 1), ints())


def counter(x):
    found = Counter()
    for v in x:
        found[v] += 1
    return found.most_common(1), found["none"], len(found)


add(counter, ints(1, 2, 2), ints(5))


def counter_of_array(x):
    return Counter(x.tolist())


add(counter_of_array, ints(1, 2, 2), ints())


def ordered(x):
    found = OrderedDict()
    for v in x:
        found[v] = v * 2
        found.move_to_end(v, last=False)
    return found, list(found)


add(ordered, ints(1, 2, 1, 3), ints())


def seen_before(x):
    seen = set()
    for i, v in enumerate(x):
        if v in seen:
            return i
        seen.add(v)
    return -1


add(seen_before, ints(1, 2, 1), ints(1, 2), ints())


def unique_set(x):
    return {v for v in x if v > 0}


add(unique_set, ints(1, 2, 1, -1), ints())


def set_operations(x, y):
    a, b = set(), set()
    for v in x:
        a.add(v)
    for v in y:
        b.add(v)
    return a & b, a | b, a - b, a ^ b, a <= b, len(a), 3 in a


add(set_operations, (ints(1, 2), ints(2, 3)), (ints(), ints(1)))


def set_discards(x):
    left = {1, 2, 3, 4}
    for v in x:
        left.discard(int(v))
        if len(left) == 1:
            break
    return left


add(set_discards, ints(1, 2), ints(1, 2, 3, 4), ints())


def set_remove_missing(x):
    left = {1, 2}
    for v in x:
        left.remove(v)
    return left


add(set_remove_missing, ints(1), ints(3), raises=KeyError)


def queue(x):
    waiting = deque()
    total = 0.0
    for v in x:
        waiting.append(v)
        if len(waiting) > 2:
            total += waiting.popleft()
    return total, list(waiting), waiting


add(queue, floats(1, 2, 3, 4), floats())


def queue_bounded(x):
    last = deque(maxlen=3)
    for v in x:
        last.append(v)
    return np.mean(last) if len(last) else None


add(queue_bounded, floats(1, 2, 3, 4, 5), floats())


def breadth_first(adjacency):
    n = adjacency.shape[0]
    distance = np.full(n, -1)
    distance[0] = 0
    waiting = deque([0])
    while waiting:
        u = waiting.popleft()
        for v in range(n):
            if adjacency[u, v] and distance[v] < 0:
                distance[v] = distance[u] + 1
                waiting.append(v)
    return distance


add(breadth_first, np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]]), np.zeros((2, 2), int))


def rotate_queue(x, n):
    d = deque(x)
    for _ in range(n):
        d.rotate(1)
        d.appendleft(d.pop() * 2)
    return list(d)


add(rotate_queue, (floats(1, 2, 3), i64(4)), (floats(1), 2))


def dict_pop(x):
    d = {"a": 1, "b": 2}
    if x > 0:
        v = d.pop("a")
    else:
        v = d.pop("c", None)
    return d, v


add(dict_pop, f64(1), f64(-1))


def dict_pop_missing(x):
    d = {"a": 1}
    if x > 0:
        d.pop("z")
    return d


add(dict_pop_missing, f64(1), f64(-1), raises=KeyError)


def dict_popitem(x):
    d = {i: i * i for i in range(4)}
    while len(d) > x:
        d.popitem()
    return d


add(dict_popitem, i64(2), i64(9))


def dict_update(x):
    d = {"a": 1}
    if x > 0:
        d.update(b=x, a=2)
    return d


add(dict_update, f64(1), f64(-1))


def dict_clear(x):
    d = {"a": 1}
    e = d
    if x > 0:
        d.clear()
    return d, e, d is e


add(dict_clear, f64(1), f64(-1))


def dict_of_arrays(x):
    d = {}
    for i, row in enumerate(x):
        d[i] = row
        d[i][0] = -1.0
    return d, x


add(dict_of_arrays, grid(3, 2), grid(1, 2))


def dict_of_lists(keys, values):
    d = {}
    for k, v in zip(keys, values):
        if k not in d:
            d[k] = []
        d[k].append(v)
    return d


add(dict_of_lists, (ints(1, 2, 1), floats(1, 2, 3)), (ints(), floats()))


def nested_dicts(x):
    d = {}
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > 1:
                d.setdefault(i, {})[j] = x[i, j]
    return d


add(nested_dicts, grid(2, 2), grid(1, 1))


def memo(n):
    known = {0: 0, 1: 1}
    for i in range(2, n + 1):
        known[i] = known[i - 1] + known[i - 2]
    return known[n]


add(memo, i64(10), 5, i64(1))


def dict_iterated(x):
    d = {}
    for i in range(len(x)):
        d[i] = x[i]
    total = 0
    for k, v in d.items():
        total += k * v
    for k in d:
        total += k
    for v in d.values():
        total += v
    return total, list(d), list(d.values()), list(d.keys())


add(dict_iterated, floats(1, 2, 3), floats())


def dict_changed_while_iterated(x):
    d = {0: 1}
    for k in d:
        if x > 0:
            d[k + 1] = x
    return d


add(dict_changed_while_iterated, f64(1), f64(-1), raises=RuntimeError)


def dict_argument_new_key(d, x):
    if x > 0:
        d["new"] = x
    return len(d), "new" in d, sorted(d)


add(dict_argument_new_key, ({"a": 1}, f64(1)), ({}, f64(-1)), ({"new": 2}, f64(1)))


def dict_argument_symbolic(d, keys):
    for k in keys:
        d[k] = d.get(k, 0) + 1
    return d


add(dict_argument_symbolic, ({}, ints(1, 2, 1)), ({1: 5.0}, ints(1)))


def dict_argument_methods(d, x):
    if x > 0:
        a = d.pop("a")
        d.setdefault("s", []).append(x)
        d.update(u=1)
        del d["b"]
    else:
        a = None
        d.clear()
    return a, d


add(
    dict_argument_methods,
    ({"a": 1, "b": 2}, f64(1)),
    ({"a": 1}, f64(-1)),
    ({"a": 1}, f64(1)),
    raises=KeyError,
)


def one_dict_by_two_names(a, b, x):
    if x > 0:
        a["k"] = x
    return len(b), b.get("k")


def same_dict():
    d = {}
    return d, d, f64(2)


add(one_dict_by_two_names, same_dict, ({}, {}, f64(2)), ({"k": 1}, {}, f64(-2)))


def one_list_by_two_names(a, b, x):
    for v in x:
        a.append(v)
    return len(b), b[-1]


def same_list():
    items = [1.0]
    return items, items, floats(2, 3)


add(one_list_by_two_names, same_list, ([1.0], [2.0], floats(2)))


def inner_dict_by_two_names(outer, inner, k):
    outer[k]["new"] = 5
    return len(inner), sorted(inner)


def nested_dict():
    inner = {"a": 1}
    return {"x": inner}, inner, np.str_("x")


add(inner_dict_by_two_names, nested_dict, ({"x": {}}, {"b": 1}, np.str_("x")))


def lists_in_list(x):
    rows = [[], [], []]
    for v in x:
        rows[int(v) % 3].append(v)
    return rows


add(lists_in_list, floats(1, 2, 4), floats())


def lists_in_comprehension(x):
    rows = [[] for _ in range(3)]
    for v in x:
        rows[int(v) % 3].append(v)
    return rows


add(lists_in_comprehension, floats(1, 2, 4), floats())


def table(n):
    t = [[0] * 4 for _ in range(3)]
    for i in range(n):
        t[i % 3][i % 4] += i
    return t


add(table, i64(20), i64(0))


def shared_rows(n):
    t = [[0] * 3] * 2
    for i in range(n):
        t[i % 2][i % 3] += 1
    return t, t[0] is t[1]


add(shared_rows, i64(5), i64(0))


def row_appended(x):
    rows = []
    for v in x:
        row = []
        for k in range(3):
            row.append(v * k)
        rows.append(row)
    return rows


add(row_appended, floats(1, 2), floats())


def row_changed_after(x):
    rows = []
    row = [0.0]
    for v in x:
        rows.append(row)
        row[0] += v
        if v > 1:
            row = [v]
    return rows, row


add(row_changed_after, floats(1, 2, 0.5), floats())


def swapped_lists(x):
    a, b = [], []
    for v in x:
        a.append(v)
        a, b = b, a
    return a, b


add(swapped_lists, floats(1, 2, 3), floats())


def alias(x):
    a = []
    b = a
    for v in x:
        a.append(v)
    b.append(0.0)
    return a, b, a is b


add(alias, floats(1, 2), floats())


def chosen_list(x, c):
    a, b = [], []
    for v in x:
        target = a if v > c else b
        target.append(v)
    return a, b


add(chosen_list, (floats(1, 2, 3), f64(2)), (floats(), f64(1)))


def pascal_rows(n):
    row = [1]
    for _ in range(n):
        new = [1]
        for i in range(len(row) - 1):
            new.append(row[i] + row[i + 1])
        new.append(1)
        row = new
    return row


add(pascal_rows, i64(4), 3, i64(0))


def types_change(x):
    out = [0]
    for v in x:
        out.append(v)
        out.append(str(v))
        out.append(None)
    return out, [type(o).__name__ for o in out]


add(types_change, floats(1.5), floats())


def copy_then_widen(x):
    first = [1.0]
    second = list(first)
    third = first[:]
    for v in x:
        second.append(int(v))
        third.append("a")
    return first, second, third


add(copy_then_widen, floats(1, 2), floats())


def collect(out, v):
    out.append(v)


def callee_appends(x):
    out = []
    for v in x:
        collect(out, v)
    return out


add(callee_appends, floats(1, 2), floats())


def make_list():
    return [0.0]


def callee_makes(x):
    out = make_list()
    for v in x:
        out.append(v)
    return out


add(callee_makes, floats(1, 2), floats())


def matrix_by_lists(x):
    n = len(x)
    m = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            m[i][j] = x[i] * x[j]
    return np.array(m)


add(matrix_by_lists, floats(1, 2, 3))


def sorted_buckets(x):
    buckets = [[] for _ in range(4)]
    for v in x:
        buckets[min(3, int(v * 4))].append(v)
    out = []
    for bucket in buckets:
        bucket.sort()
        out.extend(bucket)
    return out


add(sorted_buckets, floats(0.9, 0.1, 0.5, 0.05), floats())


def adjacency(edges, n):
    near = [[] for _ in range(n)]
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    return near, [len(a) for a in near]


add(adjacency, (ints(0, 1, 1, 2).reshape(2, 2), 3), (np.zeros((0, 2), int), i64(2)))


def set_of_tuples(x):
    seen = set()
    for i in range(len(x) - 1):
        seen.add((x[i], x[i + 1]))
    return len(seen), (1, 2) in seen


add(set_of_tuples, ints(1, 2, 1, 2), ints())


def table_by_value(x):
    names = {0: "zero", 1: "one"}
    return [names.get(int(v), "many") for v in x], names[int(x[0])]


add(table_by_value, ints(0, 1, 5), ints(1))


def set_display(a, b):
    return {a, b}, len({a, b})


add(set_display, (f64(1), f64(1)), (f64(1), f64(2)), (1, i64(1)))


def dict_display(k, v):
    d = {k: v, "x": 1}
    return d, d[k]


add(dict_display, (i64(1), f64(2)), ("x", f64(2)))


def frozen(x):
    found = frozenset(x.tolist())
    return found, 1 in found, len(found)


add(frozen, ints(1, 2, 1), floats())


def stack_of_pairs(n):
    stack = [(0, n)]
    total = 0
    while stack:
        lo, hi = stack.pop()
        if hi - lo <= 1:
            total += lo
            continue
        middle = (lo + hi) // 2
        stack.append((lo, middle))
        stack.append((middle, hi))
    return total


add(stack_of_pairs, i64(9), i64(0))


def deleted_in_loop(x):
    d = {i: i for i in range(5)}
    for v in x:
        if v in d:
            del d[v]
    return d


add(deleted_in_loop, ints(1, 3, 1), ints())


def inner_kept_then_changed(x):
    inner = [1]
    outer = [inner]
    d = {"k": outer}
    inner.append(x)
    return d, outer, inner, d["k"][0] is inner


add(inner_kept_then_changed, f64(2))


def escaping_then_changed(o, x):
    inner = [1]
    o.append([inner])
    inner.append(x)
    return o


add(escaping_then_changed, ([], f64(2)), ([1], f64(2)))


def string_keys(x):
    d = {}
    for v in x:
        d[f"{v:.1f}"] = v
    return d


add(string_keys, floats(1, 2, 1), floats())


def dict_equality(x):
    a, b = {}, {}
    for v in x:
        a[v] = 1
        b[v] = 1
    return a == b, a is b, a != b, bool(a), not b


add(dict_equality, ints(1, 2), ints())


def conditional_container(x):
    d = None
    for v in x:
        if d is None:
            d = {}
        d[v] = 1
    return d


add(conditional_container, ints(1, 2), ints())


def list_pop_at(x):
    left = [10, 20, 30, 40]
    for v in x:
        if left:
            left.pop(int(v) % len(left))
    return left


add(list_pop_at, ints(3, 3, 0), ints())


def list_remove_values(x):
    left = [1.0, 2.0, 3.0]
    for v in x:
        if v in left:
            left.remove(v)
    return left


add(list_remove_values, floats(2, 9, 2), floats())


def list_index_of(x):
    known = [1.0, 2.0, 3.0]
    return known.index(x), known.count(x)


add(list_index_of, f64(2), f64(9), raises=ValueError)


def list_sort_symbols(x):
    parts = [x[2], x[0], x[1]]
    parts.sort()
    return parts


add(list_sort_symbols, floats(3, 1, 2))


def list_slice_assigned(x):
    items = [0.0] * 4
    for i in range(len(x)):
        items[i : i + 1] = [x[i], 9.0]
    return items


add(list_slice_assigned, floats(1, 2), floats())


def list_in_dict_in_loop(x):
    state = {"history": [], "best": None}
    for v in x:
        state["history"].append(v)
        if state["best"] is None or v > state["best"]:
            state["best"] = v
    return state


add(list_in_dict_in_loop, floats(1, 3, 2), floats())


def comprehension_dict(x):
    return {int(v): v * 2 for v in x}


add(comprehension_dict, floats(1, 2), floats())


def popped_until_empty(x):
    d = {}
    for i in range(len(x)):
        d[i] = x[i]
    total = 0.0
    while d:
        k, v = d.popitem()
        total = total * 2 + v
    return total


add(popped_until_empty, floats(1, 2, 3), floats())


def tuple_of_lists(x):
    parts = ([], [])
    for v in x:
        parts[int(v > 0)].append(v)
    return parts


add(tuple_of_lists, floats(1, -1), floats())


def one_list_kept_twice(a, b, x):
    inner = [x]
    a.append(inner)
    b["k"] = inner
    b["pair"] = (inner, [inner])
    return a, b, inner


add(one_list_kept_twice, ([], {}, f64(1)), ([1], {"k": 2}, f64(1)))


class Holder:
    def __init__(self):
        self.items = [0.0]

    def get(self):
        return self.items


def list_of_object(x):
    h = Holder()
    out = h.get()
    for v in x:
        out.append(v)
    return out, h.items, out is h.items


add(list_of_object, floats(1, 2), floats())


def global_list():
    return MODULE_LIST


MODULE_LIST = [1]


def list_of_module(x):
    out = global_list()
    for v in x:
        out.append(v)
    return len(out), len(MODULE_LIST)


add(list_of_module, floats(1, 2), floats(), state=("MODULE_LIST",))


def default_argument(x, seen=[]):  # noqa: B006 - that is what is tested
    for v in x:
        seen.append(v)
    return len(seen)


add(default_argument, (floats(1, 2), []), (floats(), [1]))


def memo_dict(n, known={}):  # noqa: B006 - that is what is tested
    if n not in known:
        known[n] = n * 2
    return known[n], len(known)


add(memo_dict, (i64(1), {}), (i64(1), {1: 5}))


def closure_dict(x):
    known = {}

    def square(v):
        if v not in known:
            known[v] = v * v
        return known[v]

    total = 0
    for v in x:
        total += square(v)
    return total, known


add(closure_dict, ints(1, 2, 1), ints())


def nonlocal_list(x):
    order = []

    def visit(v):
        nonlocal order
        order = [*order, v] if v > 1 else order
        order.append(v)

    for v in x:
        visit(v)
    return order


add(nonlocal_list, ints(1, 2), ints())


def appended_in_both(x):
    a = []
    for v in x:
        if v > 0:
            a.append(v)
        else:
            a = [v]
    return a


add(appended_in_both, floats(1, -1, 2), floats())


def list_or_none(x):
    a = None
    for v in x:
        if v > 0:
            a = (a or []) + [v]
        elif a is not None:
            a.append(v)
    return a


add(list_or_none, floats(1, -1, 2), floats(-1), floats())


GLOBAL_LIST = None


def global_rebound(x):
    global GLOBAL_LIST
    GLOBAL_LIST = [1]
    GLOBAL_LIST.append(x)
    return len(GLOBAL_LIST)


add(global_rebound, f64(1), state=("GLOBAL_LIST",))


def reading_methods(x):
    pair = (1.0, 2.0)
    known = {1.0, 2.0}
    table = {1.0: "a"}
    items = [x, 1.0]
    return (
        pair.index(x),
        pair.count(x),
        known.union([x]),
        known.issubset({x, 2.0}),
        table.get(x, "none"),
        table.get(x),
        items.index(x),
        items.count(x),
        x in known,
        x in table,
    )


add(reading_methods, f64(1), f64(2), f64(5), raises=ValueError)


def argument_loses_items(found, gone):
    found -= gone
    return found


def argument_gains_items(found, more):
    found |= more
    return found


def argument_is_extended(found, more):
    found += more
    return found


def argument_is_extended_in_a_loop(found, x):
    for v in x:
        if v > 1:
            found += [v]
    return len(found)


def set_in_an_attribute_gains_items(held, x):
    for v in x:
        held.names |= {v}
    return len(held.names)


class Held:
    def __init__(self, names):
        self.names = names


add(argument_loses_items, ({1, 2}, {2}), (Counter("aab"), Counter("a")))
add(argument_gains_items, ({1, 2}, {3}), (OrderedDict(a=1), {"b": 2}))
add(
    argument_is_extended,
    (deque([1]), [2]),
    (array("d", [1]), array("d", [2])),
    (bytearray(b"a"), b"b"),
)
add(argument_is_extended_in_a_loop, (deque([1]), ints(1, 2, 3)))
add(set_in_an_attribute_gains_items, (Held({1}), ints(1, 2, 3)))


def dict_in_a_list_gains_items_in_a_loop(held, n):
    for _ in range(n):
        held[0] |= {"z": n}
    return held


add(dict_in_a_list_gains_items_in_a_loop, ([{"a": 1}], i64(2)), ([{"a": 1}], i64(0)))


def order_of_a_copied_set(n):
    some = {1, 4, 6, 7, 8, 20}
    copied = some.copy()
    for _ in range(n):
        copied.discard(99)
    return list(copied), copied


add(order_of_a_copied_set, np.int64(1), np.int64(0))


def order_of_a_set_of_mixed_numbers(n):
    s = {8, 0.5, 16.0}
    s.add(64)
    s.add(0)
    s.add(32.0)
    return list(s), s, n


add(order_of_a_set_of_mixed_numbers, np.int64(1))


def order_of_a_set_of_steps(n):
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-2, 0)}
    found = []
    for row, column in steps:
        if n > row:
            found.append((row, column))
    return found, list({-1, 2, -3, 14, 15, 16, -10} | {n})


add(order_of_a_set_of_steps, np.int64(1), np.int64(0))


def read_by_a_remembering_function(days, cost):
    known = set(days)

    @functools.cache
    def total(day):
        if day > 12:
            return 0
        if day not in known:
            return total(day + 1)
        return cost + total(day + 3)

    return total(1)


add(read_by_a_remembering_function, ([1, 4, 6, 7, 8, 20], 2), ([2], 3))


def order_of_sets_of_tables(table, n):
    some, more = set(table), {*table}
    some.discard(n)
    more.update(table)
    for _ in range(n):
        some.discard(99)
    return list(some), list(more), list({0, *table}), list(frozenset(table))


add(
    order_of_sets_of_tables,
    lambda: (dict.fromkeys([20, 4, 36, 8, 1]), np.int64(4)),
    lambda: ({1, 20, 4, 8, 36}, np.int64(1)),
    lambda: (frozenset([1, 20, 4, 8, 36]), np.int64(0)),
)


def all_items_of_sets(sets):
    found = set()
    for each in sets:
        found.update(each)
    return found, found.union(*sets), {1}.issubset(sets[0]), found.isdisjoint(sets[1])


add(all_items_of_sets, lambda: ([{1, 20, 4}, frozenset([3, 4])],))


def slices_set_to_what_the_run_has(sets, numbers):
    numbers.append(numbers[0])
    found = [0] * 6
    found[0:2] = sets[0]
    found[3:] = numbers[1:]
    found.extend(sets[1])
    found += sets[0]
    return found


add(slices_set_to_what_the_run_has, lambda: ([{1, 20}, {3, 4}], [1, 2.5, i64(3)]))
