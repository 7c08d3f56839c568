"""Objects of Python's own library that a function makes: contexts, queues, addresses."""

from __future__ import annotations

import csv
import decimal
import io
import ipaddress
import queue
import statistics
import threading
from decimal import Decimal

from tests.corpus.case import Case, adding_to, f32, f64, floats, i64, ints

CASES: list[Case] = []
add = adding_to(CASES)


@add(i64(2), 3, f64(1.5))
def decimals_after_the_context_changes(n):
    context = decimal.getcontext()
    before, context.prec = context.prec, 4
    root, log = Decimal(2).sqrt(), Decimal(int(n)).ln()
    context.prec = before
    return root, log, Decimal("1.23456789").normalize()


@add(i64(2), 3)
def decimals_within_a_local_context(n):
    with decimal.localcontext() as context:
        context.prec = 6
        inside = Decimal(1) / Decimal(int(n) * 7 + 3), Decimal(3).sqrt()
    return inside, Decimal(3).sqrt()


@add(i64(2), i64(5), 3)
def precision_set_in_a_branch(n):
    with decimal.localcontext(prec=4) as context:
        first = Decimal(int(n)) / 7
        if n > 2:
            context.prec = 8
        second = Decimal(int(n)) / 7
    return first, second


@add(i64(2), 5)
def divided_by_a_context(n):
    context = decimal.Context(prec=5, rounding=decimal.ROUND_DOWN)
    third = context.divide(Decimal(int(n)), Decimal(3))
    return third, third.quantize(Decimal("0.01")), third.is_zero(), f"{third:.2f}"


@add(floats(3, -1, 2), ints(4), floats())
def first_in_first_out(x):
    waiting = queue.Queue()
    for v in x:
        waiting.put(v)
    found = []
    while not waiting.empty():
        found.append(waiting.get())
    return found


@add(i64(1), i64(2), 0)
def breadth_first_by_a_queue(depth):
    waiting = queue.Queue()
    waiting.put((0, 0))
    order = []
    while not waiting.empty():
        node, level = waiting.get()
        order.append((node, level))
        for following in (2 * node + 1, 2 * node + 2):
            if following < 7 and level < depth:
                waiting.put((following, level + 1))
    return order


@add(floats(1, 2), ints())
def summed_under_a_lock(x):
    lock = threading.Lock()
    total = 0
    with lock:
        for v in x:
            total += v
    return total, lock.locked()


@add(floats(1, 2), ints())
def rows_written(x):
    file = io.StringIO()
    writer = csv.writer(file)
    for i, v in enumerate(x):
        writer.writerow([i, v])
    return file.getvalue()


@add(f64(2.5), f32(0), 1.5, i64(3))
def normal_distribution(x):
    known = statistics.NormalDist(2.0, 1.5)
    return known.cdf(x), known.zscore(x), known.mean, known + 1, (known * 2).stdev


@add(f64(2.5), -1.0)
def normal_distribution_moved(x):
    moved = statistics.NormalDist(x, 2.0) + x
    return moved, moved.mean, moved.variance


@add(i64(3), 250, 300)
def addresses_counted_on(n):
    found = ipaddress.ip_address("10.0.0.1") + int(n)
    return str(found), found.is_private, found in ipaddress.ip_network("10.0.0.0/24")


@add(i64(2), f64(2.0), ints(2), floats(1, 2), raises=TypeError)
def looked_for_in_a_set(x):
    return x in {1, 2, 3}


@add(i64(2), f64(2.0), ints(2), floats(1, 2), raises=TypeError)
def looked_for_in_a_dict(x):
    return x in {1: "a", 2: "b"}


@add((i64(1), 2), (ints(1), 2), raises=TypeError)
def pair_looked_for_in_a_set(x, y):
    return (x, y) in {(1, 2), (3, 4)}
