"""Lists, tuples and dicts that change or are rebuilt in loops and branches."""

from __future__ import annotations

from collections import defaultdict, deque, namedtuple

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)

Point = namedtuple("Point", "x y")


def append_in_loop(x):
    out = []
    for v in x:
        out.append(v * 2)
    return out


def append_if(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v)
    return out


def append_to_array(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v)
    return np.array(out)


def append_and_stack(m):
    rows = []
    for row in m:
        if row.sum() > 1:
            rows.append(row / row.sum())
    if not rows:
        return np.zeros((0, m.shape[1]))
    return np.stack(rows)


def append_tuples(x):
    out = []
    for i, v in enumerate(x):
        if v > 1:
            out.append((i, v))
    return out


def append_to_argument(xs, x):
    for v in x:
        if v > 0:
            xs.append(v)
    return xs


def append_while(n):
    out = []
    while n > 0:
        out.append(n % 2)
        n //= 2
    return out


def append_then_reverse(n):
    out = []
    while n > 0:
        out.append(n % 10)
        n //= 10
    out.reverse()
    return out


def extend_and_concatenate(x):
    out = [0]
    for v in x:
        if v > 1:
            out.extend([v, -v])
        else:
            out += [v]
    return out + [1]


def insert_sorted(x):
    out = []
    for v in x:
        i = 0
        while i < len(out) and out[i] < v:
            i += 1
        out.insert(i, v)
    return out


def pop_until(xs, limit):
    total = 0
    while xs and total < limit:
        total += xs.pop()
    return total, xs


def pop_front_in_loop(xs, x):
    while len(xs) > 1 and xs[0] < x:
        x = x - xs.pop(0)
    return xs, x


def remove_if_present(xs, x):
    if x in xs:
        xs.remove(x)
    else:
        xs.insert(0, x)
    return xs


def set_items_in_loop(n):
    out = [0] * 5
    for i in range(n):
        out[i % 5] += i
    return out


def list_of_lists(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(i * j)
        rows.append(row)
    return rows


def shared_rows_pitfall(n):
    rows = [[0] * 2] * 3
    for i in range(n):
        rows[i][0] += i + 1
    return rows


def sort_list(x):
    out = []
    for v in x:
        out.append(-v)
    out.sort()
    return out


def clear_when_full(x):
    batch = []
    sums = []
    for v in x:
        batch.append(v)
        if len(batch) == 2:
            sums.append(sum(batch))
            batch.clear()
    return sums, batch


def replaced_when_full(x):
    batch = []
    batches = []
    for v in x:
        batch.append(v)
        if len(batch) == 2:
            batches.append(batch)
            batch = []
    batches.append(batch)
    return batches


def alias_of_list(x):
    a = []
    b = a
    for v in x:
        if v > 1:
            a.append(v)
        else:
            b.append(0)
    return a, b


def list_copied_before_append(xs, x):
    ys = list(xs)
    zs = xs[:]
    if x > 0:
        ys.append(x)
        xs.append(-x)
    return xs, ys, zs


def slice_of_list(x):
    out = []
    for v in x:
        out.append(v)
        if len(out) > 3:
            out = out[-2:]
    return out


def length_in_condition(x, n):
    out = []
    i = 0
    while len(out) < n:
        if x[i % len(x)] > 0:
            out.append(x[i % len(x)])
        else:
            out.append(0)
        i += 1
    return out


def iterate_built_list(x):
    out = []
    for v in x:
        out.append(v + 1)
    s = 0
    for w in out:
        if w > 2:
            s += w
    return s


def list_returned_from_branch(x):
    if x > 0:
        out = [x]
    else:
        out = []
    out.append(1)
    return out


def list_max_min(x):
    out = [0.0]
    for v in x:
        out.append(v)
    return max(out), min(out), sum(out), len(out)


def stack_machine(codes, values):
    stack = []
    for code, value in zip(codes, values):
        if code == 0:
            stack.append(value)
        elif code == 1:
            stack.append(stack.pop() + stack.pop())
        else:
            stack.append(stack.pop() * stack.pop())
    return stack


def tuple_state(x):
    state = (0, 1)
    for v in x:
        state = (state[1], state[0] + v)
    return state


def tuple_swap(a, b, n):
    for _ in range(n):
        a, b = b, a + b
    return a, b


def tuple_grows(x):
    out = ()
    for v in x:
        if v > 0:
            out = out + (v,)
    return out


def tuple_unpacked_in_loop(pairs):
    s = 0
    for a, (b, c) in pairs:
        if a > b:
            s += c
    return s


def nested_tuple_state(x):
    state = (0, (1, 2))
    for v in x:
        a, (b, c) = state
        state = (b, (c, a + v))
    return state


def star_assignment(x):
    first, *middle, last = x
    if first > last:
        return middle
    return first, last


def rotate_three(a, b, c, n):
    while n > 0:
        a, b, c = c, a, b
        n -= 1
    return a, b, c


def namedtuple_state(x):
    p = Point(0, 1)
    for v in x:
        if v > 0:
            p = Point(p.x + v, p.y)
        else:
            p = p._replace(y=p.y * 2)
    return p


def namedtuple_argument(p, k):
    if p.x > p.y:
        return Point(p.y, p.x * k)
    return p


def dict_updates(d, x):
    for v in x:
        if v > 0:
            d["sum"] += v
            d["count"] = d["count"] + 1
    return d


def dict_new_key(d, x):
    if x > 0:
        d["new"] = x
    else:
        d["other"] = x
    return d


def dict_counts(x):
    counts = {}
    for v in x:
        counts[v] = counts.get(v, 0) + 1
    return counts


def dict_of_symbolic_keys(keys, values):
    out = {}
    for k, v in zip(keys, values):
        out[int(k)] = v
    return out


def dict_setdefault(x):
    groups = {}
    for v in x:
        groups.setdefault(int(v) % 3, []).append(v)
    return groups


def dict_default(x):
    groups = defaultdict(int)
    for v in x:
        groups["even" if v % 2 == 0 else "odd"] += 1
    return dict(groups)


def dict_pop(d, x):
    if x > 0:
        d.pop("a")
    return d.pop("b", None)


def dict_rebuilt(x, n):
    state = {"value": x, "turns": 0}
    while state["turns"] < n:
        state = {"value": state["value"] * 2, "turns": state["turns"] + 1}
    return state


def dict_merged(d, x):
    extra = {"x": x}
    if x > 0:
        extra = {**d, **extra}
    return d | extra


def dict_merged_with_made(d, n):
    made = {}
    for i in range(n):
        made[str(i)] = i
    return d | made, made | d, {**made, **d}, d == made


def dict_with_entries_of_made(n):
    made = {}
    for i in range(n):
        made[i * 2] = [i]
    more = {"first": 1, **made, 2: n, **{"last": n}}
    more["first"] = len(made)
    return more, n == 0 or more[0] is made[0], {**made}


def entries_of_a_list(n):
    made = []
    for i in range(n):
        made.append((i, i))
    return {"first": 1, **made}


def dict_comprehension(x):
    d = {f"k{i}": v for i, v in enumerate(x)}
    if len(d) > 1:
        return d["k1"]
    return d


def set_collects(x):
    seen = set()
    for v in x:
        seen.add(int(v))
    return seen


def set_first_repeat(x):
    seen = set()
    for v in x:
        if v in seen:
            return v
        seen.add(v)
    return None


def deque_window(x, n):
    window = deque(maxlen=3)
    best = 0
    for v in x:
        window.append(v)
        if len(window) == 3 and sum(window) > best:
            best = sum(window)
    return best, n


def queue_flood(start, limit):
    queue = [start]
    seen = []
    while queue:
        v = queue.pop(0)
        if v > limit or v in seen:
            continue
        seen.append(v)
        queue.append(v * 2)
        queue.append(v * 3)
    return seen


def comprehension_over_array(x):
    return [v * 2 for v in x]


def comprehension_with_filter(x):
    return [v for v in x if v > 1]


def comprehension_nested(m):
    return [[v + 1 for v in row if v > 1] for row in m]


def comprehension_range(n):
    return [i * i for i in range(n) if i % 2]


def comprehension_conditional(x):
    return [v if v > 0 else -v for v in x]


def generator_sum(x):
    return sum(v * v for v in x if v > 0)


def array_from_comprehension(x):
    return np.array([np.sqrt(v) if v > 0 else 0.0 for v in x])


def joined_strings(x):
    parts = []
    for v in x:
        if v > 0:
            parts.append("+")
        else:
            parts.append("-")
    return "".join(parts)


def string_grows(x):
    text = ""
    for v in x:
        text += "a" if v > 0 else "b"
    return text


def list_times_symbol(n):
    xs = [0] * n
    if len(xs) > 2:
        xs[0] = 1
    return xs


def list_index_from_array(names, x):
    i = np.argmax(x)
    return names[i]


def list_indexed_in_loop(table, x):
    s = 0
    for v in x:
        s += table[v]
    return s


def delete_items(xs, x):
    if x > 0:
        del xs[0]
    else:
        del xs[1:]
    return xs


def slice_assignment(xs, x):
    if x > 0:
        xs[1:2] = [x, x]
    return xs


def list_comparison(xs, x):
    ys = [x, x + 1]
    return ys == xs, ys < xs


def zip_to_dict(names, x):
    d = dict(zip(names, x))
    if d["a"] > 1:
        d["a"] = 1
    return d


def enumerate_to_list(x):
    return list(enumerate(x))


def unzip(pairs):
    a, b = zip(*pairs)
    return list(a), b


def matrix_as_lists(rows, x):
    out = []
    for row in rows:
        s = 0
        for v in row:
            s += v * x
        out.append(s)
    return out


def size_of_a_container(x, y):
    total = len(x) * y
    for k in range(len(x)):
        total = total + k
    return total, len(x) if x else None, [0] * len(x)


def membership_in_a_container(x, y):
    found = y in x
    x.add(y)
    if y in x:
        y = y + 1
    return found, y not in x, len(x), sorted(x)


LETTERS = ["a", "b", "c"]
PRICES = {"a": 1.0, "b": 2.0}


def slice_of_a_global(x):
    left = LETTERS[1:]
    copied = LETTERS.copy()
    for v in x:
        if v > 1:
            left.append("x")
            copied.insert(0, "y")
    return left, copied, LETTERS


def dict_made_by_an_operator(x):
    prices = PRICES | {"c": 3.0}
    copied = PRICES.copy()
    if x[0] > 1:
        prices["d"] = x[0]
        copied.update({"a": x[0]})
    return prices, copied, PRICES


def set_made_by_an_operator(x):
    seen = {0.0, 1.0} - {1.0}
    both = seen | {4.0}
    for v in x:
        seen.add(float(v))
        both.discard(v)
    return sorted(seen), sorted(both)


def list_made_by_a_special_method(x):
    made = [1].__add__([2])
    for v in x:
        if v > 1:
            made.append(v)
    return made


def namespace_copied(x):
    class Point:
        def __init__(self, a):
            self.a = a

    held = vars(Point(x[0])).copy()
    if x[0] > 1:
        held["b"] = 2
    return held


CASES = [
    case(slice_of_a_global, floats(1, 2, 3), floats(0)),
    case(dict_made_by_an_operator, floats(2), floats(1)),
    case(set_made_by_an_operator, floats(2, 4), floats(0)),
    case(list_made_by_a_special_method, floats(2, 1), floats(0)),
    case(namespace_copied, floats(2), floats(1)),
    case(append_in_loop, floats(1, 2), ints(), core=True),
    case(append_if, floats(1, -2, 3), ints(), core=True),
    case(append_to_array, floats(1, -2, 3), ints(-1), ints(1, 2)),
    case(append_and_stack, grid(3, 2), np.zeros((2, 2)), grid(0, 3)),
    case(append_tuples, floats(1, 2, 3), ints()),
    case(append_to_argument, ([], floats(1, -2)), ([1, "a"], ints(1)), ([], ints())),
    case(append_while, i64(10), i64(0), 6),
    case(append_then_reverse, i64(123), i64(0)),
    case(extend_and_concatenate, floats(1, 2), ints()),
    case(insert_sorted, floats(3, 1, 2), ints(1, 1), ints()),
    case(pop_until, ([1, 2, 3], f64(4)), ([], i64(1)), ([f64(1)], i64(5))),
    case(pop_front_in_loop, ([1, 2, 3], f64(4)), ([], i64(1)), ([5, 1], i64(3))),
    case(remove_if_present, ([1, 2, 3], i64(2)), ([1], f64(4)), ([], i64(1))),
    case(set_items_in_loop, i64(7), i64(0), 12),
    case(list_of_lists, i64(4), i64(0)),
    case(shared_rows_pitfall, i64(2), i64(0), i64(4), raises=IndexError),
    case(sort_list, floats(1, 3, 2), ints()),
    case(clear_when_full, floats(1, 2, 3), ints()),
    case(replaced_when_full, floats(1, 2, 3), ints()),
    case(alias_of_list, floats(1, 2, 3), ints()),
    case(list_copied_before_append, ([1], f64(2)), ([], f64(-2))),
    case(slice_of_list, floats(1, 2, 3, 4, 5), ints()),
    case(length_in_condition, (floats(1, -2), i64(3)), (ints(5), 0), (ints(0), 2)),
    case(iterate_built_list, floats(1, 2), ints()),
    case(list_returned_from_branch, f64(1), f64(-1)),
    case(list_max_min, floats(1, -2), ints()),
    case(
        stack_machine,
        (ints(0, 0, 1), floats(3, 4, 0)),
        ([0, 0, 2], ints(3, 4, 0)),
        (ints(1), ints(1)),
        raises=IndexError,
    ),
    case(tuple_state, floats(1, 2), ints()),
    case(
        tuple_swap, (i64(0), i64(1), i64(7)), (0, 1, i64(0)), (f64(1), 2, 3), core=True
    ),
    case(tuple_grows, floats(1, -2, 3), ints()),
    case(tuple_unpacked_in_loop, [(f64(2), (1, 5)), (0, (f64(1), 7))], []),
    case(nested_tuple_state, floats(1, 2), ints()),
    case(
        star_assignment, floats(1, 2, 3), [3, f64(2), 1], floats(1), raises=ValueError
    ),
    case(rotate_three, (1, f64(2), "c", i64(2)), (i64(1), i64(2), i64(3), i64(0))),
    case(namedtuple_state, floats(1, -2, 3), ints()),
    case(namedtuple_argument, (Point(f64(2), f64(1)), 2), (Point(i64(0), 1), i64(3))),
    case(
        dict_updates,
        ({"sum": 0, "count": 0}, floats(1, -2)),
        ({"sum": f64(0), "count": 1}, ints()),
        core=True,
    ),
    case(dict_new_key, ({}, f64(1)), ({"other": 1}, f64(-1))),
    case(dict_counts, ints(1, 2, 1), [1.5, 1.5], ints()),
    case(dict_of_symbolic_keys, (ints(1, 2, 1), floats(1, 2, 3)), (ints(), ints())),
    case(dict_setdefault, ints(1, 2, 4), floats(3), ints()),
    case(dict_default, ints(1, 2, 4), ints()),
    case(
        dict_pop,
        ({"a": 1, "b": 2}, f64(1)),
        ({"b": f64(1)}, f64(-1)),
        ({}, f64(1)),
        raises=KeyError,
    ),
    case(dict_rebuilt, (f64(1), i64(3)), (i64(1), 0)),
    case(dict_merged, ({"a": 1}, f64(1)), ({"x": 0}, f64(-1))),
    case(dict_merged_with_made, lambda: ({"q": 1}, i64(3)), lambda: ({"0": 5}, 2)),
    case(dict_comprehension, floats(1, 2), ints(5), ints()),
    case(set_collects, ints(1, 2, 1), ints()),
    case(set_first_repeat, ints(1, 2, 1), floats(1, 2), ints()),
    case(deque_window, (floats(1, 2, 3, 1), f64(1)), (ints(), 1)),
    case(queue_flood, (i64(1), i64(10)), (i64(5), 1), (2, i64(20))),
    case(comprehension_over_array, floats(1, 2), ints()),
    case(comprehension_with_filter, floats(1, 2), ints(), ints(0, 5)),
    case(comprehension_nested, grid(2, 2), grid(0, 2)),
    case(comprehension_range, i64(5), i64(0), 4),
    case(comprehension_conditional, floats(1, -2), ints()),
    case(generator_sum, floats(1, -2, 3), ints()),
    case(array_from_comprehension, floats(4, -2), ints()),
    case(joined_strings, floats(1, -2, 3), ints()),
    case(string_grows, floats(1, -2, 3), ints()),
    case(list_times_symbol, i64(4), i64(0), 3),
    case(
        list_index_from_array,
        (["a", "b"], floats(1, 2)),
        ([f64(1), None], ints(5, 2)),
        (["a"], ints(1, 2)),
        raises=IndexError,
    ),
    case(
        list_indexed_in_loop,
        ([10, 20, 30], ints(0, 2)),
        ((1.5, 2), ints(-1)),
        ([1], ints(3)),
        raises=IndexError,
    ),
    case(
        delete_items,
        ([1, 2, 3], f64(1)),
        ([1, 2, 3], f64(-1)),
        ([], f64(1)),
        raises=IndexError,
    ),
    case(slice_assignment, ([1, 2, 3], f64(1)), ([1, 2, 3], f64(-1))),
    case(list_comparison, ([1, 2], i64(1)), ([f64(5)], i64(1)), ([], f64(1))),
    case(
        zip_to_dict,
        (["a", "b"], floats(1, 2)),
        ("ab", ints(3, 4)),
        ("b", ints(1)),
        raises=KeyError,
    ),
    case(enumerate_to_list, floats(1, 2), ints()),
    case(unzip, [(1, f64(2)), (f64(3), 4)], [(1,)], raises=ValueError),
    case(matrix_as_lists, ([[1, 2], [3]], f64(2)), ([], f64(2)), ([[]], i64(1))),
    case(
        size_of_a_container,
        ({1, 2}, f64(2)),
        (frozenset(), i64(2)),
        (deque([1, 2]), 1),
        (defaultdict(int, a=1), f64(2)),
        (range(3), 1),
        (b"abc", 2.0),
    ),
    case(membership_in_a_container, ({1, 2}, 2), ({1, 2}, i64(5)), (set(), f64(1))),
    case(dict_with_entries_of_made, i64(3), i64(0), 2),
    case(entries_of_a_list, i64(2), 0, raises=TypeError),
]
