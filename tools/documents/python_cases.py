"""Python, construct by construct, in examples: what becomes of each is computed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One construct.

    Parameters
    ----------
    name
        What people call it.
    code
        Functions, and a last line: the call of one of them.
    construct
        Which row of `ag.explain` says what became of it; empty if none does.
    """

    name: str
    code: str
    construct: str = ""


X = "np.array([1.0, -2.0, 3.0])"

GROUPS: dict[str, tuple[Case, ...]] = {
    "Branches": (
        Case(
            "`if`, `elif`, `else` on a value",
            """\
@ag.function
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0

sign(np.float64(3))""",
            "if",
        ),
        Case(
            "`if` on a Python value",
            """\
@ag.function
def scaled(x, double):
    if double:
        x = x * 2
    return x

scaled(np.float64(3), True)""",
            "if",
        ),
        Case(
            "conditional expression",
            """\
@ag.function
def relu(x):
    return x if x > 0 else 0.0

relu(np.float64(-3))""",
            "conditional expression",
        ),
        Case(
            "`and`, `or`, `not`",
            """\
@ag.function
def inside(x):
    return not (x < 0 or x > 1) and x != 0.5

inside(np.float64(0.3))""",
        ),
        Case(
            "chain of comparisons",
            """\
@ag.function
def inside(x):
    return 0 < x < 1

inside(np.float64(0.3))""",
        ),
        Case(
            "`is`, `is not`, `in`, `not in`",
            """\
@ag.function
def known(x, limit=None):
    if limit is not None and x not in range(limit):
        return False
    return limit is None or x in (1, 2, 3)

known(np.int64(2))""",
        ),
        Case(
            "walrus",
            """\
@ag.function
def clipped(x):
    if (y := x * 2) > 3:
        return y
    return x

clipped(np.float64(2))""",
        ),
        Case(
            "`match` on a value",
            """\
@ag.function
def named(x):
    match x:
        case 1:
            return "one"
        case 2 | 3:
            return "some"
        case _:
            return "many"

named(np.int64(2))""",
            "match",
        ),
        Case(
            "`match` with captures and guards",
            """\
@ag.function
def size(pair):
    match pair:
        case (x, 0):
            return x
        case (x, y) if x > y:
            return x - y
        case _:
            return 0

size((np.int64(5), np.int64(2)))""",
            "match",
        ),
        Case(
            "`match` on a class",
            """\
from typing import NamedTuple

class Circle(NamedTuple):
    radius: float

@ag.function
def area(shape):
    match shape:
        case Circle(radius=r):
            return r * r * 3
        case _:
            return 0.0

area(Circle(np.float64(2)))""",
            "match",
        ),
    ),
    "Loops": (
        Case(
            "`while`",
            """\
@ag.function
def halvings(x):
    count = 0
    while x > 1:
        x = x / 2
        count += 1
    return count

halvings(np.float64(100))""",
            "while",
        ),
        Case(
            "`for` over an array",
            f"""\
@ag.function
def total(x):
    result = 0.0
    for value in x:
        result += value
    return result

total({X})""",
            "for",
        ),
        Case(
            "`for` over a `range` of a value",
            """\
@ag.function
def factorial(n):
    result = 1
    for i in range(1, n + 1):
        result = result * i
    return result

factorial(np.int64(5))""",
            "for",
        ),
        Case(
            "`for` over a short list or `range`",
            """\
@ag.function
def powers(x):
    result = x
    for k in (2, 3):
        result = result + x**k
    return result

powers(np.float64(2))""",
            "for",
        ),
        Case(
            "`enumerate`, `zip`, `reversed`",
            f"""\
@ag.function
def weighted(x):
    result = 0.0
    for i, (a, b) in enumerate(zip(x, reversed(x))):
        result += i * a * b
    return result

weighted({X})""",
            "for",
        ),
        Case(
            "`break`, `continue`, `else` of a loop",
            f"""\
@ag.function
def first_above(x, limit):
    for value in x:
        if value < 0:
            continue
        if value > limit:
            break
    else:
        value = -1.0
    return value

first_above({X}, 2)""",
            "for",
        ),
        Case(
            "`return` in a loop",
            f"""\
@ag.function
def position(x, wanted):
    for i, value in enumerate(x):
        if value == wanted:
            return i
    return -1

position({X}, 3.0)""",
            "for",
        ),
        Case(
            "`while True` with a `break`",
            """\
@ag.function
def root(x):
    guess = x
    while True:
        following = (guess + x / guess) / 2
        if abs(following - guess) < 1e-9:
            break
        guess = following
    return guess

root(np.float64(2))""",
            "while",
        ),
        Case(
            "`iter`, `next`",
            """\
@ag.function
def pairs(x):
    items = iter([x, x + 1])
    return next(items) * next(items)

pairs(np.float64(2))""",
        ),
    ),
    "Comprehensions and generators": (
        Case(
            "list comprehension over an array",
            f"""\
@ag.function
def doubled(x):
    return [2 * value for value in x]

doubled({X})""",
            "comprehension",
        ),
        Case(
            "comprehension with a condition on values",
            f"""\
@ag.function
def positive(x):
    return [value for value in x if value > 0]

positive({X})""",
            "comprehension",
        ),
        Case(
            "comprehension over a `range` of a value",
            """\
@ag.function
def squares(n):
    return [i * i for i in range(n)]

squares(np.int64(4))""",
            "comprehension",
        ),
        Case(
            "set and dict comprehension",
            """\
@ag.function
def table(x):
    return {name: x + i for i, name in enumerate("ab")}, {i for i in range(3)}

table(np.float64(1))""",
            "comprehension",
        ),
        Case(
            "generator expression in `sum`, `any`, `all`",
            f"""\
@ag.function
def norms(x):
    return sum(v * v for v in x), any(v > 2 for v in x), all(v > -3 for v in x)

norms({X})""",
            "comprehension",
        ),
        Case(
            "generator that a `for` iterates over",
            f"""\
def squares(x):
    for value in x:
        yield value * value

@ag.function
def total(x):
    result = 0.0
    for square in squares(x):
        result += square
    return result

total({X})""",
            "for",
        ),
        Case(
            "generator as the decorated function",
            f"""\
@ag.function
def squares(x):
    for value in x:
        yield value * value

list(squares({X}))""",
            "function",
        ),
        Case(
            "`yield from`",
            f"""\
def values(x):
    yield from x
    yield 0.0

@ag.function
def total(x):
    result = 0.0
    for value in values(x):
        result += value
    return result

total({X})""",
            "for",
        ),
        Case(
            "asynchronous function",
            """\
import asyncio

@ag.function
async def double(x):
    return x + x

asyncio.run(double(np.float64(1)))""",
        ),
        Case(
            "`await`, `async for` and `async with`, in a function that is called",
            """\
import asyncio

async def noted(x, lock, source):
    async with lock:
        async for value in source:
            x = x + await value
    return x

@ag.function
def started(x):
    return noted(x, None, None)

asyncio.run(started(np.float64(1)))""",
        ),
    ),
    "Names and functions": (
        Case(
            "names bound on one path only",
            """\
@ag.function
def late(x):
    if x > 0:
        y = x
    return y

late(np.float64(1))""",
            "if",
        ),
        Case(
            "unpacking, starred too",
            """\
@ag.function
def ends(x):
    first, *_, last = x, x + 1, x + 2
    (a, b), c = (first, last), x
    return a, b, c

ends(np.float64(1))""",
        ),
        Case(
            "`lambda`, closures, `nonlocal`",
            """\
@ag.function
def counted(x):
    calls = 0

    def twice(f, value):
        nonlocal calls
        calls += 1
        return f(f(value))

    return twice(lambda v: v * x, x), calls

counted(np.float64(2))""",
        ),
        Case(
            "`global`",
            """\
count = 0

@ag.function
def counted(x):
    global count
    if x > 0:
        count += 1
    return count

counted(np.float64(1)), count""",
        ),
        Case(
            "`del`",
            """\
@ag.function
def last(x):
    items = [x, x + 1]
    del items[0]
    first, *rest = items
    del items
    return first, rest

last(np.float64(1))""",
        ),
        Case(
            "default, keyword-only, `*args`, `**kwargs`",
            """\
def helper(x, /, y=2, *args, scale=1, **others):
    return (x + y + sum(args)) * scale + len(others)

@ag.function
def called(x):
    return helper(x, 3, 4, scale=x, other=None)

called(np.float64(1))""",
        ),
        Case(
            "recursion that ends while tracing",
            """\
@ag.function
def power(x, n):
    return x if n == 1 else x * power(x, n - 1)

power(np.float64(2), 5)""",
            "conditional expression",
        ),
        Case(
            "recursion on values",
            """\
@ag.function
def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)

gcd(np.int64(12), np.int64(18))""",
            "if",
        ),
        Case(
            "`locals()`, `vars()` and `dir()`",
            """\
@ag.function
def total(x, y=2):
    z = x + y
    return sum(locals().values())

total(np.float64(1))""",
        ),
        Case(
            "`eval()` and the like",
            """\
@ag.function
def total(x):
    y = x + 1
    return eval("x + y")

total(np.float64(1))""",
        ),
    ),
    "Errors and contexts": (
        Case(
            "`raise` under a condition",
            """\
@ag.function
def root(x):
    if x < 0:
        raise ValueError("negative", x)
    return np.sqrt(x)

root(np.float64(4))""",
        ),
        Case(
            "`assert`",
            """\
@ag.function
def root(x):
    assert x >= 0, f"negative: {x}"
    return np.sqrt(x)

root(np.float64(4))""",
        ),
        Case(
            "`try`, `except`, `else`",
            """\
@ag.function
def safe(x):
    try:
        if x < 0:
            raise ValueError(x)
        y = x + 1
    except ValueError:
        y = 0.0
    else:
        y = y * 2
    return y

safe(np.float64(-4))""",
            "try",
        ),
        Case(
            "`finally`",
            """\
@ag.function
def noted(x):
    count = 0
    try:
        if x > 0:
            count = 1
    finally:
        count += 1
    return count

noted(np.float64(4))""",
            "try",
        ),
        Case(
            "`except*`",
            """\
@ag.function
def safe(x):
    try:
        if x < 0:
            raise ExceptionGroup("several", [ValueError(1)])
    except* ValueError:
        x = -x
    return x

safe(np.float64(-4))""",
            "try",
        ),
        Case(
            "`with np.errstate`",
            """\
@ag.function
def divided(x):
    with np.errstate(divide="ignore"):
        return 1 / x

divided(np.float64(0))""",
            "with",
        ),
        Case(
            "`with` a manager of your own",
            """\
class Noted:
    def __enter__(self):
        print("in")
        return self

    def __exit__(self, *error):
        print("out")

@ag.function
def noted(x):
    with Noted():
        print(x)
    return x

noted(np.float64(1))""",
            "with",
        ),
        Case(
            "jump out of a `finally`",
            f"""\
@ag.function
def last(x):
    found = 0.0
    for value in x:
        try:
            found = found + value
        finally:
            if found > 0:
                break
    return found

last({X})""",
            "try",
        ),
    ),
    "State": (
        Case(
            "items of arrays, written too",
            """\
@ag.function
def clipped(x):
    for i in range(len(x)):
        if x[i] < 0:
            x[i] = 0.0
    x[1:] += 1
    return x

clipped(np.linspace(-1, 1, 20))""",
            "for",
        ),
        Case(
            "`ag.Variable`, read and assigned",
            """\
total = ag.Variable(0.0)

@ag.function
def running_mean(x, count):
    total.assign_add(x)
    if total > 100:
        total.assign(100.0)
    return total / count

running_mean(np.float64(3), np.float64(2))""",
            "if",
        ),
        Case(
            "shape of an array, set as an attribute",
            """\
@ag.function
def halves(x):
    x.shape = (2, -1)
    return x

halves(np.arange(4.0))""",
        ),
        Case(
            "dtype of an array, set as an attribute",
            """\
@ag.function
def bits(x):
    x.dtype = np.int64
    return x

bits(np.arange(4.0))""",
        ),
        Case(
            "attributes of objects",
            f"""\
class Counter:
    def __init__(self):
        self.count = 0

    @ag.function
    def add(self, x):
        for value in x:
            if value > 0:
                self.count += 1
        return self.count

Counter().add({X})""",
            "for",
        ),
        Case(
            "lists that grow",
            f"""\
@ag.function
def positive(x):
    found = []
    for value in x:
        if value > 0:
            found.append(value)
    return found

positive({X})""",
            "for",
        ),
        Case(
            "dicts with keys known while tracing",
            f"""\
@ag.function
def counted(x):
    counts = {{"positive": 0, "negative": 0}}
    for value in x:
        if value > 0:
            counts["positive"] += 1
        else:
            counts["negative"] += 1
    return counts

counted({X})""",
            "for",
        ),
        Case(
            "dicts with keys known at run time",
            """\
@ag.function
def counted(x):
    counts = {}
    for value in x:
        counts[value] = counts.get(value, 0) + 1
    return counts

counted(np.array([1, 2, 1]))""",
            "for",
        ),
        Case(
            "sets",
            """\
@ag.function
def distinct(x):
    seen = set()
    for value in x:
        seen.add(int(value))
    return len(seen)

distinct(np.array([1, 2, 1]))""",
            "for",
        ),
        Case(
            "other containers of Python's own: `bytearray`, `UserList`, "
            "`SimpleNamespace`",
            """\
@ag.function
def flags(x):
    found = bytearray(2)
    if x[0] > 0:
        found[0] = 1
    return found[0]

flags(np.array([1.0, 2.0]))""",
            "if",
        ),
    ),
    "Text and calls": (
        Case(
            "f-strings, `format`, `str`, `%`",
            """\
@ag.function
def told(x):
    return f"{x:.2f}", str(x), "%d" % x, "{}".format(x)

told(np.float64(1.5))""",
        ),
        Case(
            "`print`",
            f"""\
@ag.function
def shown(x):
    for value in x:
        print(value, end=" ")
    return None

shown({X})""",
            "for",
        ),
        Case(
            "`ag.print`, which prints at each run",
            """\
@ag.function
def shown(x):
    ag.print("of shape", x.shape)
    return x

shown(np.ones((2, 3)))""",
            "call",
        ),
        Case(
            "arrays of strings",
            """\
@ag.function
def shouted(x):
    return np.strings.upper(x) + "!"

shouted(np.array(["ab", "c"], np.dtypes.StringDType()))""",
            "call",
        ),
        Case(
            "methods of arrays and numbers",
            f"""\
@ag.function
def summed(x):
    return x.sum() + x.max()

summed({X})""",
            "call",
        ),
        Case(
            "your own functions",
            """\
def double(x):
    return x + x

@ag.function
def twice(x):
    return double(double(x))

twice(np.float64(1))""",
            "call",
        ),
        Case(
            "functions marked `do_not_convert`, and those of libraries",
            """\
@ag.do_not_convert
def double(x):
    return x + x

@ag.function
def twice(x):
    return double(x)

twice(np.float64(1))""",
            "call",
        ),
        Case(
            "`ag.py_function`, which declares its result",
            f"""\
@ag.function
def ordered(x):
    vector = ag.TensorSpec((None,), np.float64)
    return ag.py_function(np.partition, x, 1, result=vector)

ordered({X})""",
            "call",
        ),
        Case(
            "`sorted`, `min`, `max` with a key",
            f"""\
@ag.function
def nearest(x):
    return sorted(x, key=abs), min(x, key=lambda v: abs(v - 2))

nearest({X})""",
            "call",
        ),
        Case(
            "`map`, `filter`",
            f"""\
@ag.function
def kept(x):
    return list(map(abs, filter(lambda v: v > 0, x)))

kept({X})""",
            "call",
        ),
        Case(
            "`hash`",
            """\
@ag.function
def slot(x):
    return hash(x) % 8

slot(np.int64(19))""",
            "call",
        ),
        Case(
            "classes and imports within a function",
            """\
@ag.function
def made(x):
    from math import sqrt

    class Point:
        def __init__(self, x):
            self.x = x

    return sqrt(Point(x).x)

made(np.float64(4))""",
        ),
    ),
    "Random numbers and checks": (
        Case(
            "draws from a generator of NumPy's, an argument or your own",
            """\
@ag.function
def walk(rng, steps):
    place = 0.0
    for _ in range(steps):
        place += rng.normal()
    return place

walk(np.random.default_rng(1), np.int64(10))""",
            "call",
        ),
        Case(
            "draws from `np.random`",
            """\
@ag.function
def rolled(count):
    np.random.seed(1)
    return np.random.randint(1, 7, count)

rolled(np.int64(3))""",
            "call",
        ),
        Case(
            "`ag.random`, without state",
            """\
@ag.function
def noisy(x, key):
    return x + ag.random.normal(key, x.shape)

noisy(np.zeros(3), ag.random.key(1))""",
            "call",
        ),
        Case(
            "`ag.debugging`",
            f"""\
@ag.function
def weights(x):
    ag.debugging.assert_shapes([(x, ("N",))])
    ag.debugging.check_numerics(x)
    return x / x.sum()

weights({X})""",
            "call",
        ),
    ),
}
