"""The caller's lists and dicts, changed while something goes through them."""

import itertools
from functools import partial

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = partial(adding_to(CASES), core=True)
NUMBERS = ([1, 2, 3, 4], f64(2)), ([1.5, 2.0, 3.0], 7), ([f64(1), f64(2), 3], 0)
COUNTS = ({"a": 1, "b": 2, "c": 3}, f64(2)), ({"a": 1.5, "c": 2}, 20)


class Net:
    def __init__(self):
        self.layers = [1.0, 2.0, 3.0, 4.0]
        self.sizes = {"a": 1.0, "b": 2.0}


@add(*NUMBERS)
def running_sums(xs, x):
    for i, v in enumerate(xs):
        if i + 1 < len(xs):
            xs[i + 1] += v
    return xs


@add(*NUMBERS)
def item_ahead(xs, x):
    total = 0
    for v in xs:
        xs[2] = xs[2] + v
        total = total + v
    return total


@add(*NUMBERS)
def item_ahead_in_a_branch(xs, x):
    total = 0
    for v in xs:
        if x > 1:
            xs[2] = xs[2] + v
        total = total + v
    return total


@add(([1, 2, 3], i64(3)), ([1, 2, 3], 9))
def item_ahead_in_a_loop(xs, n):
    total = 0
    for _ in range(n):
        for v in xs:
            xs[2] = xs[2] + v
            total = total + v
    return total, xs


@add(*NUMBERS)
def until_enough(xs, x):
    total = 0
    for v in xs:
        xs[2] = xs[2] + 5
        total = total + v
        if total > x:
            break
    return total


@add(*NUMBERS)
def numbered_until_enough(xs, x):
    total = 0
    for i, v in enumerate(xs):
        xs[2] = xs[2] + 5
        total = total + i * v
        if total > x:
            break
    return total


@add(*NUMBERS)
def in_pairs(xs, x):
    pairs = []
    for pair in zip(xs, xs):
        xs[1] = xs[1] + 1
        pairs.append(pair)
    return pairs


@add(*NUMBERS)
def backwards(xs, x):
    seen = []
    for v in reversed(xs):
        xs[1] = xs[1] + v
        seen.append(v)
    return seen


@add(*NUMBERS)
def by_map(xs, x):
    def changing(v):
        xs[2] = xs[2] + v
        return v

    return list(map(changing, xs)), [changing(v) for v in xs]


@add(*NUMBERS)
def by_filter_and_chain(xs, x):
    seen = []
    for v in filter(None, xs):
        xs[2] = 0
        seen.append(v)
    for v in itertools.chain(xs, [x]):
        xs[-1] = xs[-1] + v
        seen.append(v)
    return seen


@add(*NUMBERS)
def by_next(xs, x):
    items = iter(xs)
    first = next(items)
    xs[1] = 10 + first
    return first, next(items), list(items)


@add(*NUMBERS)
def lazily(xs, x):
    doubled = (v * x for v in xs)
    xs[1] = 50 + x
    return sum(doubled)


@add(*NUMBERS)
def grows(xs, x):
    for v in xs:
        if len(xs) < 9:
            xs.append(v)
    return xs


@add(*NUMBERS)
def moves_on(xs, x):
    seen = []
    for v in xs:
        seen.append(v)
        if len(seen) < 3:
            xs.insert(0, v + 1)
        else:
            xs.remove(v)
    return seen


@add(([[1.0, 2.0, 3.0], [3.0, 4.0], [1.0]],))
def nested(rows):
    for row in rows:
        for j, v in enumerate(row):
            if j + 1 < len(row):
                row[j + 1] += v
        rows[-1] = row
    return rows, rows[-1] is rows[-2]


@add((Net(), f64(2)), (Net(), 2.5))
def of_attributes(net, x):
    total = 0.0
    for v in net.layers:
        net.layers[2] += x
        total += v
    for v in net.sizes.values():
        net.sizes["b"] += x
        total += v
    return total


@add(*COUNTS)
def values(d, x):
    total = 0
    for v in d.values():
        d["c"] = d["c"] + v
        total += v
    return total


@add(*COUNTS)
def pairs_until_enough(d, x):
    total = 0
    for k, v in d.items():
        d["c"] = d["c"] + 5
        total = total + v
        if total > x:
            break
    return total


@add(*COUNTS)
def views(d, x):
    held, names, pairs = d.values(), d.keys(), d.items()
    d["a"] = x
    d["z"] = 4
    return list(held), list(names), list(pairs), len(held), "z" in names


@add(*COUNTS)
def views_compared(d, x):
    names = d.keys()
    return names & {"a", "q"}, names == {"a", "c"}, names | ["z"] == d.keys()


@add(*COUNTS)
def views_backwards(d, x):
    return list(reversed(d)), list(reversed(d.values())), list(reversed(d.items()))


@add(*COUNTS, raises=RuntimeError)
def another_key(d, x):
    for k in d:
        d[k + "x"] = x
    return d


@add(*COUNTS, raises=RuntimeError)
def another_key_by_items(d, x):
    for k, v in d.items():
        d[k + "x"] = v
    return d


@add(*COUNTS)
def another_key_caught(d, x):
    seen = []
    try:
        for k in d:
            seen.append(k)
            d[k + "x"] = x
    except RuntimeError as error:
        seen.append(str(error))
    return seen


@add(*COUNTS)
def looked_up(d, x):
    find = d.get
    d["a"] = x
    return find("a"), find("q"), find("q", 5), d.get("c", None)
