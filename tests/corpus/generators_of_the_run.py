"""Generators with a `try` or a `with` around their `yield`, sent to, thrown into, held."""

import contextlib

import numpy as np

import autograph as ag
from tests.corpus.case import adding_to, f32, f64, floats, i8, i64, ints

CASES = []
add = adding_to(CASES)

SOME = (ints(1, -2, 3, 4), floats(1, 1), ints(5, 2, dtype=i8), [1, -2, 3])


def positive(x, log):
    try:
        for v in x:
            if v > 0:
                yield v
    finally:
        log.append("closed")


@add(*SOME, floats())
def left_by_break(x):
    log = []
    for v in positive(x, log):
        if v > 1:
            break
        log.append("got")
    log.append("after")
    return log


@add(*SOME, floats())
def left_by_return(x):
    log = []
    for v in positive(x, log):
        if v > 1:
            return log
    log.append("after")
    return log, 1


@add(*SOME)
def left_by_an_error(x):
    log = []
    try:
        for v in positive(x, log):
            if v > 1:
                raise ValueError("large")
    except ValueError as error:
        log.append(str(error))
    return log


@add(([1, 2], []), ([1, 1], []), (ints(1, 2), []), raises=KeyError)
def left_by_an_error_for_good(x, log):
    for v in positive(x, log):
        if v > 1:
            raise KeyError("large")
    return log


@add(([1, 2], []), ([1, 1], []), (ints(1, 2), []))
def left_by_a_suppressed_error(x, log):
    with contextlib.suppress(ValueError):
        for v in positive(x, log):
            if v > 1:
                raise ValueError
    log.append("after")
    return log


@add(*SOME)
def left_again_and_again(x):
    log = []
    for turn in range(2):
        for v in positive(x, log):
            if v > 1:
                break
            log.append(v)
        log.append(turn)
    return log


@add(*SOME)
def left_by_one_of_two(x):
    log = []
    for v, _ in zip(positive(x, log), x):
        if v > 1:
            break
    log.append("after")
    return log


@add(*SOME)
def first_alone(x):
    log = []
    first = next(positive(x, log))
    log.append("after")
    if first > 1:
        log.append("large")
    return log


@add(*SOME)
def gone_through_by_functions(x):
    log = []
    total = sum(positive(x, log)) + len(list(positive(x, log)))
    if any(v > 2 for v in positive(x, log)):
        log.append("any")
    log.append(max(positive(x, log), default=0))
    first, *others = positive(x, log)
    return log, total, first, others


def safe_quotients(x):
    for v in x:
        try:
            yield 12 / v
        except ZeroDivisionError:
            yield None


@add([1, 0, 3], ((2, 0),), ints(4, 3))
def handler_in_a_generator(x):
    out = []
    for v in safe_quotients(x):
        if v is None:
            out.append("none")
        else:
            out.append(v)
    return out


def quiet(x):
    with np.errstate(divide="ignore"):
        for v in x:
            yield 1.0 / v


@add(floats(1, 0, -3), ints(4, 2))
def manager_in_a_generator(x):
    out = []
    for v in quiet(x):
        if v > 0:
            out.append(v)
    return out


def averages():
    total, count, average = 0.0, 0, None
    while True:
        value = yield average
        total += value
        count += 1
        average = total / count


@add(floats(1, -2, 3), ints(5, 2))
def sent_values(x):
    running = averages()
    next(running)
    return [running.send(v) for v in x]


def counted(log):
    n = 0
    while True:
        try:
            yield n
            n += 1
        except ValueError as error:
            log.append(str(error))
            n = 100


@add(([1, -2, 3],), ((5, 2),))
def thrown_into(x):
    log = []
    numbers = counted(log)
    out = [next(numbers)]
    for v in x:
        if v < 0:
            out.append(numbers.throw(ValueError("negative")))
        else:
            out.append(next(numbers))
    numbers.close()
    return out, log


def inner(x):
    count = 0
    for v in x:
        if v > 0:
            yield v
            count += 1
    return count


def outer(x):
    count = yield from inner(x)
    yield count


@add(floats(1, -2, 3), ints(-5))
def value_of_yield_from(x):
    return [v + 1 for v in outer(x)]


@add(floats(1, -2, 3), ints(-5))
def value_of_a_generator(x):
    items = inner(x)
    try:
        while True:
            next(items)
    except StopIteration as stop:
        return stop.value


@add(floats(1, -2, 3), ints(-5, 2))
def local_and_sharing(x):
    seen = 0

    def shared():
        nonlocal seen
        for v in x:
            try:
                if v > 0:
                    seen += 1
                    yield v
            finally:
                seen += 10

    total = 0
    for v in shared():
        total += v
    return total, seen


@add(f64(2), i64(3), f32(0))
def advanced_before_a_branch(x):
    numbers = iter_from(x)
    first = next(numbers)
    if x > 1:
        return first, next(numbers)
    return first, list(numbers)


def iter_from(x):
    while x < 5:
        yield x
        x = x + 1


class Box:
    def __init__(self, n=0):
        self.n = n


@ag.do_not_convert
def counting(box, x):
    for v in x:
        box.n += 1
        yield v
    box.n += 100


@add((Box(), floats(1, 2)), (Box(3), floats()))
def state_behind_a_loop_over_one_held(box, x):
    items = counting(box, x)
    before = box.n
    total = 0
    for _ in items:
        total += box.n
    return before, total, box.n


@add((Box(), floats(1, 2)))
def state_behind_functions_of_one_held(box, x):
    items = counting(box, x)
    before = box.n
    total = sum(items)
    between = box.n
    pairs = zip(counting(box, x), counting(box, x))
    then = box.n
    pairs = list(pairs)
    return box.n, pairs, then, between, total, before


@add((Box(), floats(1, 2)), (Box(), floats(1)))
def state_behind_next(box, x):
    items = counting(box, x)
    before = box.n
    first = next(items)
    between = box.n
    second = next(items, None)
    return before, between, box.n, first, second


def gone_through_by_the_caller():
    box = Box()
    return counting(box, floats(1, 2, 3)), box


@add(gone_through_by_the_caller)
def state_behind_one_that_arrives(items, box):
    total = box.n
    for _ in items:
        total += box.n
    return total, box.n


@ag.do_not_convert
def unconverted(x):
    yield x
    yield x * 2


@add(3)
def unconverted_of_plain_values(x):
    return [v + 1 for v in unconverted(x)]


def closing(x, log):
    try:
        for v in x:
            yield v * 2
    finally:
        log.append("closed")


@add([1, 0, 3], floats(4, 0.5, 2), ints(4, 3))
def named_with_a_handler(x):
    items = safe_quotients(x)
    first = next(items)
    return first, [v for v in items]


@add([1, 0, 3], floats(4, 0.5, 2), ints(4, 3))
def named_and_left_early(x):
    log = []
    items = closing(x, log)
    for v in items:
        if v > 3:
            break
    log.append("broke")
    total = sum(items)
    log.append("summed")
    return total, log


@add([1, 0, 3], floats(4, 0.5, 2))
def named_in_an_inner_function(x):
    log = []

    def first():
        items = closing(x, log)
        return next(items)

    a = first()
    log.append("between")
    return a + first(), log


@add([1, 0, 3], floats(4, 0.5, 2))
def named_twice(x):
    log = []
    items = closing(x, log)
    same = items
    next(items)
    items = None
    log.append("one name")
    next(same, None)
    del same
    log.append("no name")
    other = closing(x, log)
    next(other)
    other.close()
    log.append("closed by hand")
    return log
