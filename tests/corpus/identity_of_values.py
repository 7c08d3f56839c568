"""`is` between plain values of which several may be equal, and items put into lists."""

import datetime

from autograph import do_not_convert
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def another(text):
    """An equal text that is another object."""
    return "".join(list(text))


MARK = another("==MARK==")
LARGE, HALF = int("9" * 30), float("2.5")
TEXTS = [MARK, "a", another(MARK)]
VALUES = (2**70,), ("ab",), (2.5,), ((1, 2),), (f64(2.5),), (None,), ([1],)


class Option:
    def __init__(self, default):
        self.default = default


OPTIONS = [Option(MARK), Option(None), Option(another(MARK))]


@add((TEXTS,), (TEXTS * 50,), core=True)
def texts_that_are_a_global(xs):
    return [x is MARK for x in xs], [x is not MARK for x in xs]


@add(([LARGE, HALF, 1, 2.5],), ([LARGE, HALF] * 50,))
def numbers_that_are_a_global(xs):
    return [x is LARGE for x in xs], [x is HALF for x in xs]


@add((OPTIONS,), (OPTIONS * 40,))
def attributes_that_are_a_global(options):
    count = 0
    for option in options:
        if option.default is not MARK:
            count += 1
    return count


@add(({"a": MARK, "b": "c"},), ({i: MARK for i in range(100)},))
def values_of_a_dict(texts):
    return {key: text is MARK for key, text in texts.items()}


@add((MARK,), (another(MARK),), (MARK,), (another(MARK),), (3,), core=True)
def argument_that_is_a_global(x):
    return x is MARK, x is not MARK


@add(
    lambda: (MARK, MARK),
    lambda: (MARK, another(MARK)),
    lambda: (HALF, float("2.5")),
    lambda: (HALF, HALF),
)
def arguments_that_are_one(x, y):
    return x is y


@add((), (another(MARK),), (4,), (5,), (MARK,), (f64(3),))
def default_that_is_a_global(x=MARK):
    return 1 if x is MARK else x


@add(*[([1, 2.5, "a"], *value) for value in VALUES])
def item_inserted(xs, x):
    xs.insert(1, x)
    return xs[1] is x


@add(*[([1.5] * 100, *value) for value in VALUES])
def item_appended(xs, x):
    xs.append(x)
    return xs[-1] is x, xs.pop() is x


@add(*[({"a": 1}, *value) for value in VALUES])
def value_set(d, x):
    d["k"] = x
    d.setdefault("z", x)
    return d["k"] is x, d["z"] is x


def depth(value, around):
    """The depth of nested lists, or "again" for one that holds itself."""
    if type(value) is not list:
        return 0
    if id(value) in around:
        return "again"
    around.add(id(value))
    found = [depth(item, around) for item in value]
    around.discard(id(value))
    return found


def holding_itself():
    items = [1, [2]]
    items.append(items)
    return (items,)


@add(([[1], [2]],), holding_itself)
def lists_told_by_id(xs):
    return depth(xs, set())


@add(
    lambda: (ints(1, 2),) * 2,
    lambda: (ints(1, 2), ints(1, 2)),
    lambda: ([1],) * 2,
    lambda: ([1], [1]),
)
def told_by_id(x, y):
    return id(x) == id(y), id(x) == id(x), id(told_by_id) == id(x)


@add((object,), ([],), (2,))
def operators_of_classes(x):
    found = getattr(type(x), "__repr__", None)
    return found is list.__repr__, found is int.__repr__, str(found), type(found)


@add((f64(2),), (2.5,))
def unbound_method_of_a_date(x):
    start, end = datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 3)
    days = datetime.timedelta(days=x) + (end - start)
    return datetime.timedelta.total_seconds(days)


@add(lambda: (datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 3)))
def unbound_method_of_given_dates(a, b):
    return datetime.timedelta.total_seconds(b - a)


PAIR = tuple([1, 2])


@add(([PAIR, (1, 2)],), ([PAIR] * 50 + [(1.0, 2)] * 50,), ([],))
def tuples_that_are_one(xs):
    return [x is PAIR for x in xs], [x is not PAIR for x in xs]


@add(([PAIR, tuple([1, 2])], PAIR), ([tuple([1, 2])] * 100, PAIR))
def tuples_that_are_an_argument(xs, pair):
    return [x is pair for x in xs], pair in xs, pair is PAIR


@add((PAIR, PAIR), (PAIR, tuple([1, 2])), (None, PAIR))
def two_tuples(a, b):
    return a is b, a is not b, a is None


@add((np.bool_(True), PAIR), (np.bool_(False), PAIR))
def tuple_of_a_branch(up, a):
    if up:
        c = a
    else:
        c = (3, 4)
    return c is a


@add([1, NotImplemented, 2.5], [NotImplemented] * 100, [None, "a"] * 100)
def values_that_are_not_implemented(xs):
    found = 0
    for x in xs:
        if x is NotImplemented:
            found += 1
        elif x is not None:
            found += 10
    return found


UNKNOWN = float("inf")


@add(floats(3, 1, 2), floats(0.5, 0.25, 8, 1))
def numbers_that_stand_for_what_is_unknown(x):
    least, seen = [UNKNOWN] * len(x), 0
    for turn in (1, 2, 3, 4, 5):
        for offset in (1, 2, 3, 4, 5, 6):
            place = (turn * offset) % len(x)
            if least[place] is not UNKNOWN:
                seen += 1
            if x[place] * offset < least[place]:
                least[place] = x[place] * offset
    return least, seen, [known is UNKNOWN for known in least]


@add((np.int64(9), float("nan")), (np.int64(9), 0.5))
def keys_that_stay_nan(count, key):
    seen = {}
    for _ in range(count):
        if key in seen:
            return len(seen), seen[key]
        seen[key] = len(seen)
        key = (key * key + 1.0) % 255.0
    return len(seen)


@add((np.int64(1), float("nan")), (np.int64(9), float("nan")))
def nan_of_a_branch(count, unknown):
    found = unknown
    if count > 3:
        found = unknown * 2.0
    return found is unknown, [found] == [unknown]


@do_not_convert
def same_as_at_first(keeper):
    return keeper.mark is MARK, keeper.large is LARGE, keeper.half is HALF


def puts_values(keeper, x):
    """Put what the module has under its names into an object, a list and a dict."""
    keeper.mark, keeper.large, keeper.half = MARK, LARGE, HALF
    found = [MARK, LARGE] + [x]
    return keeper, found, {"mark": MARK, "half": (HALF, b"bytes = b")}


@add(
    lambda: (Option(None), f64(1)),
    lambda: (Option(MARK), 3),
    lambda: (Option(None), f64(2)),
)
def values_that_keep_their_identity(keeper, x):
    puts_values(keeper, x)
    return [same_as_at_first(keeper), keeper.mark is MARK, keeper.half is HALF]


@do_not_convert
def are(found, given):
    return [one is other for one, other in zip(found, given, strict=True)]


NANS = [float("nan") for _ in range(4)]


@add(
    ([NANS[0], 1.0],),
    ([NANS[1], 1.0],),
    ([NANS[2], NANS[3]],),
    ([NANS[2], NANS[2]],),
    ((NANS[0], NANS[1]),),
)
def nans_of_the_caller(items):
    found = []
    for item in items:
        found.append(item)
    return are(found, items), are([items[0]], items[:1])


ABSENT = tuple(["NO", "DEFAULT"])
EQUAL_TO_ABSENT = tuple(["NO", "DEFAULT"])


class Option:
    def __init__(self, default=ABSENT):
        self.default = default


@add(
    *[
        lambda given=given: ([Option(), Option(3)], given)
        for given in (5, 2.5, None, ABSENT, EQUAL_TO_ABSENT)
    ]
)
def told_by_a_tuple(options, given):
    options.append(Option(given))
    options.append(Option())
    return [option.default is ABSENT for option in options]
