"""Dataclasses whose fields make their defaults."""

import dataclasses
from collections import defaultdict, deque
from dataclasses import dataclass, field

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (i64(3), f64(0), np.int8(3), 0)
ARRAYS = (ints(1, 3, 2), floats(0), [1, 3, 2])


class In:
    def __init__(self):
        self.v = 1


@dataclass
class DD:
    a: float
    arr: np.ndarray = field(default_factory=lambda: np.zeros(2))
    q: deque = field(default_factory=deque)
    inn: In = field(default_factory=In)
    d: dict = field(default_factory=lambda: {"k": 0})
    l: list = field(default_factory=list)
    dd: dict = field(default_factory=lambda: defaultdict(int))
    t: tuple = (1, 2)

    def bump(self, x):
        if x > 1:
            self.arr[0] += x
            self.q.append(x)
            self.inn.v += 1
            self.d["k"] += x
            self.l.append(x)
            self.dd["z"] += 1
        return self


@add(*NUMBERS)
def two_of_them(x):
    a, b = DD(x), DD(2)
    a.bump(x).bump(2)
    return (
        a.arr,
        b.arr,
        a.q,
        b.q,
        a.inn.v,
        b.inn.v,
        a.d,
        b.d,
        a.l,
        b.l,
        a.dd,
        len(b.dd),
        a.t,
    )


@add(*NUMBERS)
def one_given(x):
    a = DD(x, arr=np.ones(3))
    return a.bump(x), a.arr.sum()


@dataclass
class Sub(DD):
    z: list = field(default_factory=lambda: [1, 2])

    def __post_init__(self):
        self.z.append(self.a)


@add(*ARRAYS)
def derived(xs):
    out = []
    for x in xs:
        s = Sub(x)
        if x > 1:
            s.z.append(9)
        out.append(s.z)
    return out


@add(*NUMBERS)
def made_here(x):
    @dataclass
    class Q:
        a: float
        arr: np.ndarray = field(default_factory=lambda: np.full(2, 7.0))

    q = Q(x)
    q.arr[0] = x
    return q.arr.sum() + q.a, Q(1).arr
