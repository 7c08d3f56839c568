"""`match` on symbols: values, structure, classes, guards."""

import dataclasses
import enum
from typing import NamedTuple

import numpy as np

from tests.corpus.case import *
from tests.corpus.case import case


CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


f = np.float64
i = np.int64


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class P(NamedTuple):
    x: float
    y: float


@dataclasses.dataclass
class D:
    x: float
    y: float = 0.0


@dataclasses.dataclass(frozen=True)
class Z:
    x: float


class K:
    LIMIT = 3


def literals(x):
    match x:
        case 0:
            return "zero"
        case 1 | 2:
            return "small"
        case n if n < 0:
            return "neg"
        case _:
            return "many"


add(literals, i(0), i(2), i(-3), i(9), f(1.0), 0, 2, -1, "a" if False else 7)


def of_int(x):
    match int(x):
        case 0:
            r = 10
        case 1:
            r = x * 2
        case _:
            r = None
    return r


add(of_int, i(0), i(1), i(5), f(1.5))


def pairs(x, y):
    match (x, y):
        case (0, 0):
            return "origin"
        case (0, b):
            return b
        case (a, 0):
            return a * 2
        case (a, b) if a == b:
            return a - b
        case (a, b):
            return a + b


add(
    pairs,
    (i(0), i(0)),
    (i(0), i(3)),
    (i(3), i(0)),
    (i(3), i(3)),
    (i(3), i(4)),
    (0, 3),
    (f(0), 1),
)


def sequences(x):
    match x:
        case [a, b]:
            return a + b
        case [a, *rest]:
            return a, rest
        case _:
            return x


add(
    sequences,
    ints(1, 2),
    ([1, 2],),
    ((1, 2),),
    ([i(1), i(2), i(3)],),
    ((i(1),),),
    ([],),
    "ab",
)


def namedtuple_patterns(p):
    match p:
        case P(x=0, y=0):
            return "o"
        case P(x=0, y=y):
            return y
        case P(x, 0):
            return x
        case P(x, y):
            return x * y


add(
    namedtuple_patterns,
    (P(f(0), f(0)),),
    (P(f(0), f(2)),),
    (P(f(2), f(0)),),
    (P(f(2), f(3)),),
)


def dataclass_patterns(d):
    match d:
        case D(x=0):
            return "zero"
        case D(x, y) if x > y:
            return x
        case D(y=y):
            return y


add(dataclass_patterns, D(f(0), f(1)), D(f(2), f(1)), D(f(1), f(2)), D(1, 2))


def frozen_dataclass(z):
    match z:
        case Z(0):
            return 0
        case Z(v):
            return v


add(frozen_dataclass, Z(f(0)), Z(f(3)))


def builtin_classes(x):
    match x:
        case int():
            return "int"
        case float(v):
            return v
        case np.ndarray():
            return "arr"
        case str() | None:
            return "none"
        case _:
            return "other"


add(builtin_classes, 1, 1.5, f(2), i(3), ints(1), "s", None, (1,))


def enum_members(c, x):
    match c:
        case Color.RED:
            return x
        case Color.BLUE:
            return -x


add(enum_members, (Color.RED, f(1)), (Color.BLUE, f(1)))


def dotted_values(x):
    match x:
        case K.LIMIT:
            return "limit"
        case 4:
            return "four"
    return "no"


add(dotted_values, i(3), i(4), i(5), 3)


def mappings(d, x):
    match d:
        case {"op": "add", "v": v}:
            return x + v
        case {"op": "mul", "v": v, **rest}:
            return x * v, rest
        case {}:
            return x


add(
    mappings,
    ({"op": "add", "v": f(2)}, f(1)),
    ({"op": "mul", "v": f(2), "z": 1}, f(1)),
    ({}, f(1)),
    ({"op": "no"}, f(2)),
)


def binds_in_cases(x):
    y = 0
    match x:
        case 1:
            y = 1
        case 2:
            y = x
    return y


add(binds_in_cases, i(1), i(2), i(3))


def jumps_in_cases(x):
    s = 0
    for v in x:
        match v:
            case 0:
                continue
            case 9:
                break
            case n if n > 5:
                s += n
            case _:
                s -= 1
    return s


add(jumps_in_cases, ints(0, 7, 3, 9, 8), ints(), ints(0, 0))


def in_endless_loop(x):
    while True:
        match x % 3:
            case 0:
                return x
            case 1:
                x = x + 5
            case r:
                x = x + r * 2


add(in_endless_loop, i(1), i(2), i(3), i(5))


def alternatives_with_names(x):
    match x:
        case [0, _] | [_, 0]:
            return "edge"
        case [a, b] | (a, b, _):
            return a * b


add(
    alternatives_with_names,
    ((i(0), i(1)),),
    ((i(1), i(0)),),
    ((i(2), i(3)),),
    ((i(2), i(3), i(4)),),
    ((i(1),),),
)


def alternatives_by_value(x):
    match x:
        case (1, v) | (v, 1):
            return v
        case _:
            return None


add(alternatives_by_value, ((i(1), i(5)),), ((i(6), i(1)),), ((i(6), i(7)),))


def classes_in_sequences(x):
    match x:
        case [P(a, b), P(c, d)]:
            return a * d - b * c
        case [P(a, _)]:
            return a


add(classes_in_sequences, ((P(f(1), f(2)), P(f(3), f(4))),), ((P(f(1), f(2)),),))


def singletons(x):
    match x:
        case None:
            return "none"
        case True:
            return "true"
        case False:
            return "false"
        case 1.0:
            return "one"
        case _:
            return x


add(singletons, None, True, False, f(1), np.True_, np.False_, 1, i(0))


def as_pattern(x):
    match x:
        case (a, b) as pair:
            return pair, a
        case n:
            return n


add(as_pattern, ((f(1), f(2)),), f(1))


def star_in_the_middle(x):
    match x:
        case [a, *m, z]:
            return a, m, z
        case [a]:
            return a
        case []:
            return "empty"


add(star_in_the_middle, ((f(1), f(2), f(3)),), ((f(1),),), ((),), ([f(1), f(2)],))


def subject_of_two_tests(x):
    match x > 0, x < 10:
        case (True, True):
            return "in"
        case (False, _):
            return "low"
        case _:
            return "high"


add(subject_of_two_tests, f(1), f(-1), f(20), 5)


def shapes(x):
    match x.shape:
        case (n,):
            return n * x
        case (_, m):
            return m + x


add(shapes, ints(1, 2), grid(2, 3))


def words(s, x):
    match s.split():
        case ["go", d]:
            return d
        case ["stop"]:
            return x
        case [*_]:
            return -x


add(words, ("go n", f(1)), ("stop", f(1)), ("a b c", f(1)))


def name_kept_after_guard(x):
    match x:
        case n if n > 3:
            pass
        case n:
            n = n + 1
    return n


add(name_kept_after_guard, i(1), i(5))


def unbound_after_match(x):
    match x:
        case 1:
            y = 2
    return y


add(unbound_after_match, i(1), i(2), raises=UnboundLocalError)


def raising_cases(x):
    match x:
        case 1:
            raise ValueError("one")
        case 2:
            raise KeyError(x)
    return x


add(raising_cases, i(1), i(2), i(3), raises=(ValueError, KeyError))


def classes_or(x):
    match x:
        case float(v) | int(v):
            return v * 2
        case _:
            return x


add(classes_or, 1.5, 2, f(2), i(2))


def optional(x):
    v = x if x > 2 else None
    match v:
        case None:
            return 0
        case w:
            return w


add(optional, i(1), i(5))


def list_or_tuple(x):
    v = [x, x] if x > 2 else (x,)
    match v:
        case [a]:
            return a
        case [a, b]:
            return a + b


add(list_or_tuple, i(1), i(5))


def list_of_the_run(x):
    v = [u for u in x if u > 0]
    match v:
        case []:
            return "none"
        case [a]:
            return a
        case [a, *r]:
            return a, r, len(r)


add(list_of_the_run, ints(1, 2, 3), ints(-1), ints(4, -1))


def printing_cases(x):
    match x:
        case 0:
            print("zero")
        case n if n > 2:
            print("big", n)
        case _:
            print("else")
    match x:
        case 5:
            return
    return x


add(printing_cases, i(0), i(5), i(1))


def object_made_here(x):
    d = D(x, x * 2)
    match d:
        case D(x=a, y=b) if a > 0:
            return a, b
        case D():
            return d.x


add(object_made_here, f(1), f(-1))


def kinds_of_literals(x):
    match x:
        case 300:
            return "a"
        case -1:
            return "b"
        case 2.5:
            return "c"
        case 1j:
            return "d"
        case "t":
            return "e"
        case b"u":
            return "f"
        case -1 + 2j:
            return "g"
    return "no"


add(
    kinds_of_literals,
    np.int8(-1),
    np.uint8(255),
    f(2.5),
    "t",
    b"u",
    np.complex128(-1 + 2j),
    ints(2, 3) if False else 3,
)


def array_as_subject(x):
    match x:
        case 1:
            return "a"


add(array_as_subject, ints(1, 2), ints(1), floats(), raises=ValueError)


def in_range_loop(n):
    t = 0
    for k in range(n):
        match k % 3, k % 2:
            case 0, 0:
                t += 1
            case 0, _:
                t += 10
            case _, 1:
                t += 100
    return t


add(in_range_loop, i(10), 10, i(0))


def dict_made_here(x):
    match {"k": x}:
        case {"k": v} if v > 0:
            return v
        case {"k": 1}:
            return 1
        case _:
            return 0


add(dict_made_here, i(2), i(-2))


class Node:
    __match_args__ = ("value", "next")

    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def match_args(n):
    match n:
        case Node(v, None):
            return v
        case Node(v, Node(w, _)):
            return v + w


add(match_args, Node(f(1)), Node(f(1), Node(f(2))))


def complex_parts(x):
    match x:
        case complex(real=r, imag=0):
            return r
        case complex():
            return "c"
        case _:
            return "n"


add(complex_parts, 1j, complex(2, 0), np.complex128(2), f(1))


def walrus_in_guard(x, y):
    match x, y:
        case (a, b) if (c := a - b) > 0:
            return c
        case (a, b):
            return b


add(walrus_in_guard, (f(1), f(2)), (f(2), f(1)))


def nested_lists(x):
    match x:
        case [[a, b], [c, d]]:
            return a * d - b * c
        case [v]:
            return v


add(nested_lists, ([[f(1), f(2)], [f(3), f(4)]],), ([f(1)],))


def appends_by_case(x):
    r = []
    for v in x:
        match v:
            case 0:
                r.append("z")
            case _ if v < 0:
                r.append("n")
            case _:
                r.append("p")
    return r


add(appends_by_case, ints(0, -1, 5), ints())


def nested_match(x, y):
    match x:
        case 0:
            match y:
                case 0:
                    return "00"
                case n:
                    return n
        case m:
            match y:
                case 0:
                    return m
    return "end"


add(nested_match, (i(0), i(0)), (i(0), i(1)), (i(1), i(0)), (i(1), i(1)))


def attributes_after_a_call(m, xs, pr):
    table = [1, 2, 3]
    for v in xs:
        match pr:
            case D(x=0):
                m *= np.abs(table).astype(int)
            case D(a, b):
                pass
    return m


add(
    attributes_after_a_call,
    (ints(1, 2, 3), [True, False], D(i(-3), True)),
    (ints(1, 2, 3), [2, 3], D(i(0), 2)),
    (ints(1, 2, 3), ints(-1, 2), D(1.0, i(2))),
)


def attributes_set_in_turn(m, xs, pr):
    out = []
    for v in xs:
        match pr:
            case D(x=0):
                pr.x = 1
            case D(a, b):
                out.append(a)
                pr.x = v
    return out, pr


add(
    attributes_set_in_turn,
    (ints(1, 2, 3), [True, False], D(i(-3), True)),
    (ints(1, 2, 3), [2, 3], D(i(0), 2)),
    (ints(1, 2, 3), ints(-1, 2), D(1.0, i(2))),
)


def attributes_behind_tests(m, xs, pr):
    s = 0
    for v in xs:
        match pr:
            case D(x=0, y=b):
                m *= np.abs([1, 2, 3]).astype(int)
                s += b
            case D(a, b) if a > v:
                s -= 1
            case _:
                pr.x = 0
    return m, s


add(
    attributes_behind_tests,
    (ints(1, 2, 3), [True, False], D(i(-3), True)),
    (ints(1, 2, 3), [2, 3], D(i(0), 2)),
    (ints(1, 2, 3), ints(-1, 2), D(1.0, i(2))),
)


def subject_that_may_be_unbound(n):
    if n > 1:
        y = 2
    match y:
        case _:
            return 1


def subject_that_is_missing(n):
    match missing:  # noqa: F821
        case []:
            return n
        case [first]:
            return first


def bare_names(n):
    if n > 1:
        n
    n
    return n


add(subject_that_may_be_unbound, np.int64(2), np.int64(1), raises=UnboundLocalError)
add(subject_that_is_missing, np.int64(2), raises=NameError)
add(bare_names, np.int64(2))
