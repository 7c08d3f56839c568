"""`hasattr` and `getattr` with a default, where the class has code for the attribute."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Counting:
    """Counts how often it is asked for what it does not have."""

    def __init__(self, limit):
        self.limit = limit
        self.asked = 0

    def __getattr__(self, name):
        if name in ("asked", "limit") or name.startswith("__"):
            raise AttributeError(name)
        self.asked += 1
        if self.asked > self.limit:
            raise AttributeError(f"no {name}")
        return name

    @property
    def size(self):
        self.asked += 10
        return self.asked

    @property
    def missing(self):
        raise AttributeError("a property fails")


class Strict:
    """Has a property that not every object can answer."""

    def __init__(self, scale):
        self.scale = scale

    @property
    def half(self):
        if self.scale < 0:
            raise AttributeError("half")
        return self.scale / 2


@add(*[lambda n=n, x=x: (Counting(n), x) for n in (0, 2, 9) for x in (i64(1), 2.5)])
def asked_for_each_time(o, x):
    y = x * 2
    found = hasattr(o, "first"), getattr(o, "second", y), getattr(o, "third", None)
    return (
        found,
        hasattr(o, "size"),
        getattr(o, "size", y),
        hasattr(o, "limit"),
        o.asked,
    )


@add(lambda: (Counting(0), f64(1)), lambda: (Counting(9), f64(2)))
def property_that_fails_where_another_method_answers(o, x):
    y = x * 2
    return hasattr(o, "missing"), getattr(o, "missing", y), o.asked


@add(
    lambda: (Counting(5), f64(1)), lambda: (Counting(8), f64(1)), raises=AttributeError
)
def property_that_fails(o, x):
    return o.missing, x + 1, Strict(-x).half


@add(*[lambda x=x: (Strict(x), x) for x in (f64(3), f64(-3), 4, -4)])
def property_that_some_objects_have(o, x):
    if hasattr(o, "half"):
        x = x + getattr(o, "half", 100)
    return x, getattr(o, "half", None), getattr(o, "third", "none")


@add(floats(1, -2, 3), floats(-1), floats())
def property_of_objects_made_in_a_loop(xs):
    total = 0.0
    for x in xs:
        total = total + getattr(Strict(x), "half", 10.0)
    return total
