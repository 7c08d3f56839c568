"""Generators that hand out values at tests known only at run time, and their consumers."""

from __future__ import annotations

import itertools

from tests.corpus.case import case, f64, floats, i64, ints

X = floats(1, 2, 3, 4)


def kept_above(x, t):
    for v in x:
        if v > t:
            yield (v * 2)
        elif v < 0:
            return


def sum_until(x, t):
    s = 0
    for v in kept_above(x, t):
        s += v
        if s > 20:
            break
    else:
        s = -s
    return s


def several_consumers(x):

    def g():
        k = 0
        for v in x:
            k += 1
            if v > 1:
                yield v
                yield k
        yield from x[:2]

    return (sum(g()), list(g()), [a + 1 for a in g() if a > 2], max(g()))


def generator_in_generator_loop(n):

    def count():
        i = 0
        while i < n:
            if i % 2:
                yield i
            i += 1

    out = []
    for a in count():
        for b in count():
            if a == b:
                continue
            out.append(a * b)
    return out


def generator_of_generator(x):

    def a():
        for v in x:
            if v > 0:
                yield v

    def b():
        for v in a():
            if v < 3:
                yield (v + 10)

    s = 0
    for v in b():
        s += v
    return (s, any((v > 11 for v in b())))


def order_of_effects(x):

    def g():
        print("start")
        for v in x:
            print("before", v)
            if v > 1:
                yield v
            print("after", v)
        print("end")

    for v in g():
        print("got", v)
        if v > 2:
            break
    print("done")


def returns_from_the_loop(x):
    for v in kept_above(x, 0.5):
        if v > 5:
            return v
    return None


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def even_fibonacci(limit):
    out = []
    for f in fibonacci():
        if f > limit:
            break
        if f % 2 == 0:
            out.append(f)
    return out, next(f for f in fibonacci() if f > limit)


def every_other(x):
    for i, v in enumerate(x):
        if i % 2:
            continue
        yield v


def scaled(items, factor):
    for v in items:
        yield v * factor


def limited(items, limit):
    for v in items:
        if v > limit:
            return
        yield v


def pipeline(x, limit):
    total = 0.0
    for v in limited(scaled(every_other(x), 2), limit):
        total += v
    return total, sum(limited(scaled(every_other(x), 2), limit))


def place_in_generator(x, limit):
    for i, v in enumerate(scaled(every_other(x), 2)):
        if v > limit:
            return i, v
    return None


def mapped_generator(x, limit):
    total = 0
    for v in map(abs, scaled(x, -1)):
        if v > limit:
            break
        total += v
    return total, any(v > limit for v in fibonacci())


def any_of_generator(limit):

    def beyond():
        for f in fibonacci():
            print("looked at", f)
            yield f > limit

    return any(beyond())


def walked(tree):
    if tree is None:
        return
    left, value, right = tree
    yield from walked(left)
    yield value
    yield from walked(right)


def walked_until(x, limit):
    total = 0
    for v in walked((((None, x, None), x + 1, None), x * 3, (None, x * 9, None))):
        if v > limit:
            break
        total += v
    return total


def noted(x):
    for v in x:
        print("looks at", v)
        if v > 1:
            yield v


def in_step(x, limit):
    out = []
    for i, (a, b) in enumerate(zip(fibonacci(), x)):
        if a > limit:
            break
        out.append((i, a, b))
    short = list(zip(noted(x), "ab")), list(zip([10, 20], noted(x)))
    return out, short, list(zip(noted(x), x))


def sliced_generator(x, limit):
    beyond = next(f for f in fibonacci() if f > limit)
    first = list(itertools.islice(fibonacci(), 5))
    some = list(itertools.islice(fibonacci(), 2, 9, 3))
    return beyond, first, some, [v for v in itertools.islice(noted(x), 2)]


def tidy(x):
    try:
        yield 1
        yield 2
    finally:
        print("tidied", x)


def tidied_after_break(x):
    for v in tidy(x):
        if v == 1:
            break
    print("after", v)
    return x


def tidied_when_dropped(x):
    values = tidy(x)
    first = next(tidy(x + 1)), next(values)
    values = None
    print("dropped", first)
    return [i for i in range(x) if next(tidy(i)) > i]


def tidied_at_return(x):
    for v in tidy(x):
        return v


def numbers_without_end():
    n = 0
    while True:
        yield n
        n += 1


def endless_behind_array(x):
    return [a * i for a, i in zip(x, (k * k for k in numbers_without_end()))]


def endless_count_behind_array(x):
    total = 0
    for a, i in zip(x, (k * k for k in itertools.count())):
        total += a * i
    return total


def endless_behind_some(x):
    return [a * i for a, i in zip(x[x > 1], (k * k for k in itertools.count()))]


def guarded_quotients(xs):
    for x in xs:
        try:
            v = 1 / x
        except ZeroDivisionError:
            v = 0.0
        else:
            v += 1
        finally:
            x = x + 1
        yield v + x


def yields_behind_a_try(x):
    total = 0
    for v in guarded_quotients(x):
        total += v
    return total, list(guarded_quotients(x))


def unseen(x):
    seen = set()
    for v in itertools.filterfalse(seen.__contains__, x):
        seen.add(v)
        yield v


def rising(x):
    last = [-1]
    for v in (v for v in x if v > last[0]):
        last[0] = v
        yield v


def limited(x, t):
    left = [2]
    for v in itertools.takewhile(lambda v: left[0] > 0, x):
        left[0] -= v > t
        yield v


def filters_of_what_the_loop_changes(x, t):
    risen = []
    for v in rising(x):
        risen.append(v * 2)
    return list(unseen(x)), risen, sum(limited(x, t)), [v for v in unseen(x)]


def filters_changed_between_steps(x):
    steps = unseen(x)
    first = next(steps)
    return first, next(steps), next(steps, None), list(steps)


def places(x):
    for i in itertools.compress(itertools.count(), map(bool, x)):
        yield i


def compressed_endless_iterators(x):
    numbers = itertools.count()
    return (
        list(places(x)),
        list(itertools.compress(numbers, x)),
        next(numbers),
        list(itertools.compress(x, itertools.cycle([1, 0]))),
        list(itertools.compress(x, itertools.repeat(True))),
        [key for key, _ in itertools.groupby(itertools.repeat(3, 2))],
    )


CASES = [
    case(compressed_endless_iterators, (lambda: ([1, 0, 2],)), (lambda: ([],))),
    case(
        filters_of_what_the_loop_changes,
        (lambda: ([1, 2, 2, 3, 1], 1)),
        (lambda: ([3, 1, 4, 4], 0)),
        (lambda: (ints(1, 2, 2, 3), i64(1))),
        (lambda: ([f64(1), 1, f64(3)], f64(2))),
    ),
    case(
        filters_changed_between_steps,
        (lambda: ([1, 2, 2, 3, 1],)),
        (lambda: (ints(1, 2, 2, 3),)),
        (lambda: ([f64(1), 1, f64(3)],)),
    ),
    case(sum_until, (X, f64(1)), (X * 3, f64(1)), (-X, f64(1)), (X[:0], f64(0))),
    case(several_consumers, X, X[:1]),
    case(generator_in_generator_loop, i64(6), 6, i64(0)),
    case(generator_of_generator, X, -X),
    case(order_of_effects, X, X[:2]),
    case(returns_from_the_loop, X, X[:2]),
    case(even_fibonacci, i64(30), 30, i64(0), f64(1)),
    case(pipeline, (X, f64(5)), (X[:0], f64(5)), (X, f64(99))),
    case(place_in_generator, (X, f64(5)), (X[:0], f64(5)), (X, f64(99))),
    case(mapped_generator, (X, f64(2)), (X[:0], f64(2)), (X, f64(99))),
    case(any_of_generator, i64(4), i64(0), f64(-1)),
    case(in_step, (X, f64(1)), (X[:0], f64(1)), (X * 3, f64(99))),
    case(sliced_generator, (X, f64(7)), (X[:0], f64(-1)), (X[:1], i64(3))),
    case(walked_until, (f64(1), f64(2)), (f64(1), f64(99)), (i64(2), i64(1))),
    case(tidied_after_break, f64(3), i64(2)),
    case(tidied_when_dropped, i64(3), i64(0)),
    case(tidied_at_return, f64(3), i64(2)),
    case(endless_behind_array, ints(1, 2, 3), ints()),
    case(endless_count_behind_array, ints(1, 2, 3), ints()),
    case(endless_behind_some, ints(1, 2, 3), ints()),
    case(yields_behind_a_try, floats(1, 0, 2), ints(0, 2)),
]


def larger(n):
    for i in range(n):
        if i > 1:
            yield i


def stepping_until_found(xs, wanted):
    r = 2
    while r < wanted:
        for x in xs:
            for found in larger(x):
                if found == wanted:
                    r += 1
                    break
        r += 1
    return r


def returned_from_nested_generators(xs, wanted):
    turns = 0
    while turns < 3:
        for x in xs:
            for found in larger(x + turns):
                if found == wanted:
                    return turns, found
        turns += 1
    return -1


CASES += [
    case(stepping_until_found, (ints(2, 3), i64(4)), (ints(3, 4), 3)),
    case(returned_from_nested_generators, (ints(1, 2), i64(3)), (ints(3), i64(9))),
]
