"""Proxies: objects that say that they are of the class of what they hold."""

import weakref
from types import FunctionType

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Wrapped:
    """Says and does what the object in it does, as wrappers of libraries do."""

    def __init__(self, held):
        vars(self)["held"] = held

    @property
    def __class__(self):
        return type(self.held)

    def __getattr__(self, name):
        return getattr(self.held, name)

    def __getitem__(self, key):
        return self.held[key]

    def __len__(self):
        return len(self.held)


class Tenfold(Wrapped):
    """A decorator that looks like the function in it."""

    def __call__(self, *args):
        return self.held(*args) * 10

    def __get__(self, instance, owner=None):
        return Tenfold(self.held.__get__(instance, owner))


@Tenfold
def successor(x):
    if x > 0:
        return x + 1
    return x - 1


class Counter:
    def __init__(self, count):
        self.count = count

    @Tenfold
    def more(self, x):
        self.count = self.count + x
        return self.count

    @Tenfold
    @classmethod
    def made(cls, x):
        return cls(x).count

    @Tenfold
    @staticmethod
    def half(x):
        return x / 2


@add(np.float64(2), 3)
def decorated_by_class(x):
    return Counter.made(x), Counter.half(x), Counter(x).made(x + 1), Counter(x).half(x)


HELD = [
    lambda held=held: (Wrapped(held()), np.int64(1))
    for held in (
        lambda: [3, 1],
        lambda: {"a": 1},
        lambda: np.arange(2.0),
        lambda: Counter(1),
        lambda: successor,
    )
]


@add(np.float64(2), np.float64(-2), 3)
def decorated(x):
    return successor(x) + 1


@add(
    lambda: (Counter(1.0), np.float64(2)),
    lambda: (Counter(2), np.float64(-2)),
)
def decorated_method(counter, x):
    return counter.more(x), counter.count, Counter(5).more(x)


@add(*HELD)
def its_class(wrapped, k):
    kinds = list, dict, np.ndarray, Counter, FunctionType, Wrapped
    if k > 0:
        found = [isinstance(wrapped, kind) for kind in kinds]
        return found, wrapped.__class__.__name__, type(wrapped).__name__
    return k


@add(*HELD)
def its_pattern(wrapped, k):
    match wrapped:
        case list():
            return "list", len(wrapped)
        case Counter(count=count):
            return "counter", count + k
        case np.ndarray():
            return "array", wrapped[0] + k
    return "other"


@add(
    lambda: (Wrapped({"a": 1, "b": 2.5}), np.int64(1)),
    lambda: (Wrapped({"c": "d"}), np.int64(0)),
)
def its_items(wrapped, k):
    made = dict(wrapped)
    if k > 0:
        made["k"] = k
    return made, list(wrapped.keys())


KEPT = Counter(2.0)
REFERRED = weakref.proxy(KEPT)


@add(np.int64(1), 0, np.float64(-2.5))
def referred_weakly(k):
    if REFERRED:
        k = k + REFERRED.count
    return k, isinstance(REFERRED, Counter), REFERRED.__class__.__name__
