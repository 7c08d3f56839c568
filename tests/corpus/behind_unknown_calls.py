"""Names and values behind code that is not converted: only the run knows them."""

from __future__ import annotations

import collections
import functools

import numpy as np

import autograph as ag
from tests.corpus.case import adding_to, f64, floats, i64
from tests.corpus.made_bare import Shape

CASES: list = []
add = adding_to(CASES)
YES = np.array([True])
NUMBERS = (1, i64(2), f64(3.5))


@ag.do_not_convert
def given(value):
    return value


@ag.do_not_convert
def called(function, *args):
    return function(*args)


@ag.do_not_convert
def put(holder, name, value):
    setattr(holder, name, value)


@add(floats(1, -1, 2, 3), floats(2, -1, 2, -3))
def variable_of_a_function_in_a_loop(xs):
    n, found = 0, []

    def add(v):
        nonlocal n
        n += v
        return n

    for v in given(xs):
        if v > 0:
            found.append(called(add, v))
        else:
            n = n * 2
    return found, n


@add(i64(3), i64(4), i64(0))
def attribute_of_a_function_in_a_loop(n):
    def total(x):
        total.sum += x
        return total.sum

    total.sum, last = 0.0, []
    for k in range(given(n)):
        last.append(called(total, k))
        total.sum = total.sum * 2
        if total.sum > 7:
            break
    return last, total.sum


def scaled(x):
    return x * scaled.factor


scaled.factor = 2


@add(floats(1), floats(2, 3))
def attributes_that_a_function_may_have(x):
    x = given(x[0])
    found = [hasattr(scaled, "other"), getattr(scaled, "other", 5), scaled.factor]
    put(scaled, "other", x)
    found += [hasattr(scaled, "other"), getattr(scaled, "other", 5), scaled.other]
    del scaled.other
    return *found, hasattr(scaled, "other"), hasattr(given, "missing")


@add(*NUMBERS)
def attribute_set_on_one_path(x):
    if x > 1:
        scaled.mark = x
    found = hasattr(scaled, "mark"), getattr(scaled, "mark", None)
    if hasattr(scaled, "mark"):
        del scaled.mark
    return found, hasattr(scaled, "mark")


@add(*NUMBERS)
def attribute_that_is_no_more(x):
    scaled.mark = x
    given(x)
    del scaled.mark
    try:
        return scaled.mark
    except AttributeError as error:
        return str(error), x


@add(*NUMBERS)
def made_or_not_as_the_run_says(x):
    x = given(x)
    shapes = Shape(x, 2), Shape(x), Shape(None, x)
    return [each.sides for each in shapes[:2]], shapes[2], type(shapes[1]).__name__


class Described:
    __fields__ = {"x": 1}
    __kind__ = "kind"


@add(lambda: (Described,), lambda: (Described(),))
def special_names_by_text(described):
    described = given(described)
    return (
        getattr(described, "__fields__"),
        getattr(described, "__kind__"),
        hasattr(described, "__len__"),
    )


@add(lambda: (ValueError("a"), f64(2)), lambda: (KeyError("a"), f64(3)))
def exception_initialized_again(error, x):
    error = given(error)
    BaseException.__init__(error, x, 2)
    return error.args, str(error)


@add(
    lambda: ({"a": 1.0}.keys, [2.0].copy),
    lambda: ({"b": 2.0}.items, {"c": 3.0}.copy),
    lambda: ([1.0].copy, {3.0}.copy),
)
def methods_of_containers_given_first(one, other):
    one = given(one)
    return list(one()), given(other)(), one.__name__


@add(*NUMBERS)
def container_changed_on_one_path(x):
    found = None
    if YES[0]:
        known = {0: 1, 5: x}
        try:
            for key in known:
                known[key + 100] = 1
        except RuntimeError as error:
            found = str(error), known
    return found


@add(*NUMBERS)
def set_changed_on_one_path(x):
    total = 0
    if YES[0]:
        known = {1, 2}
        for key in known:
            total += key
            if total > 2:
                known.add(key + 100)
                break
    return total * x


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


@add(*NUMBERS)
def objects_counted_on_one_path(x):
    counts = None
    if YES[0]:
        counts = {}
        for i in range(3):
            point = Point(x, i % 2)
            counts[point] = counts.get(point, 0) + 1
    return counts


Pair = collections.namedtuple("Pair", "x y")


@add(f64(1), f64(-1))
def items_by_name_on_one_path(x):
    pair, found = Pair(x, 2), {}
    if x > 0:
        found = pair._asdict()
    return found, Pair(1, 2)._asdict()


class Dispatching:
    def __array_function__(self, function, types, args, kwargs):
        return function.__name__, len(args), sorted(kwargs)


@add(lambda: (Dispatching(),), (floats(1, 2, 4),))
def functions_of_numpy_that_a_class_takes_over(x):
    x = given(x)
    return np.diff(x), np.tile(x, 2), np.median(x, axis=0), np.histogram(x, bins=2)


class Called:
    def __init__(self, x):
        self.x = x

    def __call__(self, y):
        pair = (y,)
        return self.x + y, id(pair) == id(pair)

    def __repr__(self):
        raise AssertionError("nobody asks for its text")


@add(*NUMBERS)
def objects_that_are_called_back(x):
    made = Called(x)
    return made(1), made.x, [made(y) for y in (x, 2)]


def added(x, y):
    return x + y


@add(*NUMBERS)
def made_here_and_given_first(x):
    error = given(ValueError("a", 2))
    add_one = given(functools.partial(added, 1))
    keys, items = given({"a": 1}.keys()), given({"b": 2}.items())
    pair = given((3, KeyError("b")))
    return error.args, add_one(x), list(keys), list(items), pair[0], str(pair[1])


@add(*NUMBERS, raises=FileNotFoundError)
def raised_after_it_is_given(x):
    raise given(OSError(2, f"of {x}"))


@add([1.0], floats(1, 2))
def list_of_the_run_that_is_made_longer(xs):
    items = called(list, xs)
    items += (len(items) + v for v in xs)
    return items


class Registry:
    """Counts on itself what others register."""

    count = 0
    step = 2


@ag.do_not_convert
def forget():
    Registry.count = 0


@ag.do_not_convert
def register():
    Registry.count += Registry.step


@add(np.int64(2), 3, np.int64(0))
def counted_on_a_class(n):
    forget()
    before = Registry.count
    register()
    return before, Registry.count + n, Registry.step * n


@add(np.int64(2), 3, np.int64(0))
def counted_on_a_class_in_a_loop(n):
    forget()
    total = 0
    for turn in range(n):
        total = total + Registry.count
        register()
    return total, Registry().count
