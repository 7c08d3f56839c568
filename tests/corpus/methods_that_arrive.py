"""Bound methods as arguments: which object and method they are, and which they stay."""

from __future__ import annotations

from tests.corpus.case import adding_to, f64

CASES = []
add = adding_to(CASES)


class Gauge:
    def __init__(self, value):
        self.value = value

    def read(self):
        return self.value

    def tenfold(self):
        return self.value * 10


class Panel:
    def __init__(self, one, other):
        self.one = one
        self.other = other


GAUGE = Gauge(1)
READ = GAUGE.read
ITEMS = [1.0, 2.0]
SETS = [
    (READ, READ, f64(3)),
    (READ, GAUGE.tenfold, f64(3)),
    (READ, Gauge(2).read, f64(3)),
    (GAUGE.tenfold, READ, f64(3)),
    (READ, GAUGE.read, f64(3)),
    (Gauge(4).read, Gauge(4).read, f64(3)),
    (ITEMS.copy, ITEMS.copy, f64(3)),
    (READ, READ, f64(4)),
]


@add(*SETS)
def read_both(one, other, x):
    return one(), other(), x


@add(*SETS)
def methods_asked_for_identity(one, other, x):
    return one is other, one == other, one is one, x


@add(*SETS)
def methods_kept(one, other, x):
    panel = Panel(one, other)
    panel.third = panel.one
    known = {"one": one, "list": [other, one]}
    return panel.third is one, panel.other is other, known["list"][1] is one, x


@add(*[(Panel(one, other), x) for one, other, x in SETS if one is not ITEMS.copy])
def methods_of_a_panel(panel, x):
    panel.third = panel.one
    return panel.one() is panel.other(), panel.third is panel.one, x


@add(*SETS)
def methods_returned(one, other, x):
    return [one, other] if x > 2 else other


@add(
    (Gauge(2).read, Gauge(2).read, f64(3)),
    (READ, READ, f64(3)),
    (READ, GAUGE.read, f64(3)),
    ([1.0].copy, [1.0].copy, f64(3)),
    (ITEMS.copy, ITEMS.copy, f64(3)),
    (Gauge(2).read, Gauge(2).read, f64(3)),
)
def methods_as_keys(one, other, x):
    known = {one: x}
    return known.get(other), len({one, other}), other in [one]


@add(
    ({"a": 1.0}.items, [2.0, 1.0].copy, f64(3)),
    ({"b": 2.0, "c": 3.0}.items, [5.0].copy, f64(3)),
    ({"b": 2.0, "c": 3.0}.keys, [5.0].copy, f64(3)),
    ({}.items, {"a": 1.0}.copy, f64(1)),
    (lambda: ([1.0].copy, {3.0}.pop, f64(1))),
)
def methods_of_containers(one, other, x):
    return list(one()), other(), one.__name__, one is other, x


@add(
    (lambda: ([].append, [1.0].append, f64(3))),
    (lambda: ([2.0].append, [1.0].append, f64(3))),
    (lambda: (*[[2.0].append] * 2, f64(3))),
    (lambda: ([2.0].insert, [1.0].append, f64(3))),
)
def methods_that_change_containers(one, other, x):
    if one.__name__ == "append":
        one(x)
    if x > 2:
        other(x + 1)
    return one.__self__, other.__self__
