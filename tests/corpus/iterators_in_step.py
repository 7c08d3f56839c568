"""`zip` and the like over several lazy iterations, and what happens between items."""

import itertools

import numpy as np

from tests.corpus.case import adding_to, floats

CASES = []
add = adding_to(CASES)

SOME = (floats(0, 1, 2, 3), floats(1, -1, 2), floats(*range(100)), floats())
WITH_ITEMS = (floats(0, 1, 2, 3), floats(1, 1, 2), floats(*range(100)))


@add(*WITH_ITEMS)
def what_they_read_changes_in_the_loop(x):
    total = 0.0
    for a, b in zip((v * 2 for v in x), (w + 1 for w in x)):
        x[1] = x[1] + 10
        total = total + a * b
    return total


@add(3, 5)
def the_list_that_they_read_grows(n):
    items = [float(i) for i in range(n)]
    total = 0.0
    for a, b in zip((v * 2 for v in items), (w + 1 for w in items)):
        if len(items) < 10:
            items.append(5.0)
        items[2] = items[2] + 10
        total = total + a * b
    return total


@add(*WITH_ITEMS)
def what_they_read_changes_before_the_loop(x):
    pairs = zip((v * 2 for v in x), (w + 1 for w in x))
    chained = itertools.chain((v for v in x), (v * 2 for v in x))
    x[2] = 50.0
    return [a * b for a, b in pairs], list(chained)


@add(*SOME)
def a_variable_that_they_read_changes(x):
    k, total = 1.0, 0.0
    for a, b in zip((v * k for v in x), (w + k for w in x)):
        k = k + 1
        total = total + a * b
    return total, k


@add(*WITH_ITEMS)
def one_writes_what_the_other_reads(x):
    def counted():
        for i in range(len(x)):
            x[i] = x[i] + 1
            yield x[i]

    return [a * b for a, b in zip(counted(), (v for v in x))], x


@add(lambda: (floats(1, 2, 3),) * 2, lambda: (floats(1, 2, 3), floats(0, 0, 0)))
def an_argument_may_be_the_other(x, y):
    for i, (a, b) in enumerate(zip((v for v in x), (v * 2 for v in x))):
        y[len(x) - 1 - i] = a * b
    return y


@add(*SOME)
def those_that_print(x):
    def told(name):
        print("begins", name, x.sum())
        for v in x:
            yield v
        print("ends", name, x.sum())

    print("before", x.sum())
    pairs = zip(told("a"), (v for v in x))
    print("behind", x.sum())
    return (
        list(pairs),
        list(zip((v for v in x), told("b"))),
        [*zip(told("c"), told("d"))],
    )


@add(*SOME)
def taken_up_to_the_shorter(x):
    first, second = (v * 1 for v in x[:2]), (v * 2 for v in x)
    pairs = list(zip(first, second))
    shared = (v * 3 for v in x)
    again = iter([1.0, 2.0, 3.0, 4.0])
    return (
        pairs,
        list(second),
        list(zip(shared, shared)),
        list(zip((v for v in again), (w + x.sum() for w in again))),
    )


@add(floats(0, 1, 2), floats(3, 4, 1))
def one_without_an_end(x):
    def upwards():
        n = x[0]
        while True:
            yield n
            n = n + 1

    return list(zip((v for v in x), upwards())), list(zip(upwards(), (v for v in x)))


@add(*SOME)
def taken_in_every_way(x):
    def positive():
        for v in x:
            if v > 0:
                yield v

    def scaled(k):
        for v in x:
            yield v * k

    left = zip((v for v in x), scaled(2))
    total = 0.0
    for a, _ in left:
        total = total + a
        if total > 1:
            break
    for _, b in left:
        total = total * 2 + b
    ahead = zip(scaled(3), positive())
    try:
        alike = list(zip((v for v in x), positive(), strict=True))
    except ValueError as error:
        alike = str(error)
    return (
        total,
        next(ahead, None),
        list(ahead),
        alike,
        dict(zip(positive(), scaled(2))),
        list(map(max, positive(), scaled(2))),
        list(itertools.zip_longest(positive(), scaled(2))),
        [v for pair in itertools.pairwise(scaled(2)) for v in pair],
        np.array([a * b for a, b in zip(scaled(1), (v for v in x))]),
    )


@add(*SOME)
def groups_of_what_is_used_again(x):
    groups = [
        (key, len(list(each))) for key, each in itertools.groupby(v > 1 for v in x)
    ]
    return groups, x.sum()


@add(floats(*range(7)), floats(*range(100)))
def groups_of_what_changes(x):
    k, found = 3.0, []
    for key, each in itertools.groupby(x, key=lambda v: v > 3):
        x[5] = 100.0
        found.append((key, list(each)))
    later = itertools.groupby(x, key=lambda v: v > k)
    k, x[1] = 1.0, x[0]
    return found, [(key, len(list(each))) for key, each in later]


@add([1, 1, 2, 3], [5])
def groups_of_a_list_that_changes(items):
    found = []
    for key, each in itertools.groupby(items):
        items[-1] = 9
        found.append((key, len(list(each))))
    return found


@add(floats(*range(7)), floats(*range(100)))
def split_before_a_change(x):
    some, others = itertools.tee(v * 2 for v in x)
    x[2] = 50.0
    return list(some), list(others)


@add(floats(*range(7)), floats(*range(100)), floats(3, 4))
def making_one_changes_the_one_before(x):
    items = [1.0, 2.0, 3.0, 4.0]

    def added(v):
        items[3] = items[3] + v
        return v

    def stepwise():
        items[0] = x[0]
        yield x[1]
        items[1] = 7.0
        yield x[0] * 2
        if x[0] > 0:
            items[2] = 8.0
        yield 3.0

    return list(zip(items, map(added, x))), list(zip(items, stepwise())), items


class Holder:
    pass


@add(floats(*range(4)), floats(*range(100)))
def what_they_read_is_set_again(x):
    k = 1.0
    k = x[0] + 2
    holder = Holder()
    holder.k = 1.0
    holder.k = 2.0

    def next_one():
        nonlocal k
        k = k + 1
        return k

    total = 0.0
    for a, b in zip((v * k for v in x), (w + holder.k for w in x)):
        holder.k = holder.k + 1
        total = total + a * b + next_one()
    return total, k, holder.k


@add(*WITH_ITEMS)
def one_writes_behind_its_item(x):
    def counted():
        for i in range(len(x)):
            yield i
            x[i] = -1

    total = 0.0
    for i, v in zip(counted(), (v for v in x)):
        total += x[i] * v + x[0]
    return total, x


@add(*WITH_ITEMS)
def one_writes_and_gives_the_whole(x):
    def counted():
        for i in range(len(x)):
            yield x
            x[i] = 1

    return [v for _, v in zip(counted(), (v for v in x))], x
