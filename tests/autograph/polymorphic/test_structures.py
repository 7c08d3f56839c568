"""Structures of arguments and results, kept as the user made them."""

from __future__ import annotations

import dataclasses
import enum
import pickle
from collections import OrderedDict, defaultdict, deque, namedtuple
from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


class Point(NamedTuple):
    x: object
    y: object = 0

    def norm(self):
        return self.x * self.x + self.y * self.y


@dataclasses.dataclass
class Box:
    low: object
    high: object = None


@dataclasses.dataclass(frozen=True)
class Options:
    rate: float
    mode: str = "fast"


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = "slow"


Old = namedtuple("Old", ["a", "b"])

RESULTS = {
    "None": lambda x: None,
    "an array": lambda x: x + 1,
    "a NumPy scalar": lambda x: x.sum(),
    "a Python number": lambda x: 1,
    "a string": lambda x: "text",
    "a bool": lambda x: True,
    "a comparison": lambda x: x[0] > 1,
    "an empty tuple": lambda x: (),
    "an empty list": lambda x: [],
    "an empty dict": lambda x: {},
    "a tuple": lambda x: (x + 1, 2, "a", None),
    "a tuple of one": lambda x: (x + 1,),
    "a list": lambda x: [x + 1, x.sum()],
    "a dict": lambda x: {"sum": x.sum(), "list": [x + 1], 3: None},
    "nested": lambda x: {"a": [(x + 1, {"b": x.sum()})], "c": ((), [])},
    "a namedtuple": lambda x: Point(x + 1, x.sum()),
    "an old namedtuple": lambda x: Old(x + 1, b=[1]),
    "an ordered dict": lambda x: OrderedDict(b=x.sum(), a=1),
    "a range": lambda x: range(3),
    "a slice": lambda x: slice(1, 2),
    "a set": lambda x: {1, 2},
    "a dtype": lambda x: x.dtype,
    "a shape": lambda x: x.shape,
    "a class": lambda x: type(x),
    "a function": lambda x: np.sin,
    "an enum": lambda x: Mode.FAST,
    "Ellipsis": lambda x: ...,
    "bytes": lambda x: b"bytes",
    "a complex number": lambda x: 1j,
    "the argument twice": lambda x: (x, x),
    "a deque": lambda x: deque([x.sum()], maxlen=3),
    "a defaultdict": lambda x: defaultdict(list, a=[1]),
}


def same(left, right):
    assert type(left) is type(right)
    if isinstance(left, np.ndarray):
        assert left.dtype == right.dtype
        np.testing.assert_array_equal(left, right)
    elif isinstance(left, dict):
        assert list(left) == list(right)
        for key in left:
            same(left[key], right[key])
    elif isinstance(left, (list, tuple, deque)):
        assert len(left) == len(right)
        for one, other in zip(left, right):
            same(one, other)
    elif dataclasses.is_dataclass(left) and not isinstance(left, type):
        for field in dataclasses.fields(left):
            same(getattr(left, field.name), getattr(right, field.name))
    else:
        assert left == right


@pytest.mark.parametrize("what", RESULTS)
def test_results_come_back_as_they_were_made(what):
    decorated = ag.function(RESULTS[what])
    for _ in range(2):
        same(decorated(X), RESULTS[what](X))


def test_one_array_twice_in_a_result_is_one_array():
    first, second = ag.function(lambda x: [x + 1] * 2)(X)
    assert first is second


def test_a_result_is_a_new_container_at_each_run():
    make = ag.function(lambda x: [x.sum()])
    first = make(X)
    first.append("more")
    assert make(X) == [6.0]


def test_results_survive_pickling():
    made = ag.function(lambda x: {"x": x, "pair": (x.sum(), None)})(X)
    again = pickle.loads(pickle.dumps(made))
    np.testing.assert_array_equal(again["x"], X)
    assert again["pair"] == (6.0, None)


def test_a_namedtuple_as_argument():
    total = ag.function(lambda point: point.x + point.y)
    assert total(Point(NUMBER, 3)) == 5
    assert total(Point(NUMBER, NUMBER)) == 4
    assert total.trace_count == 2


def test_the_methods_of_a_namedtuple():
    assert ag.function(lambda point: point.norm())(Point(NUMBER, NUMBER)) == 8


def test_a_namedtuple_is_unpacked_indexed_and_replaced():
    @ag.function
    def work(point):
        x, y = point
        return point._replace(x=y + 1), point[0], len(point), x

    replaced, first, length, x = work(Point(NUMBER, 3))
    assert replaced == Point(4, 3)
    assert (first, length, x) == (2, 2, 2)


def test_a_dataclass_as_argument_is_written():
    @ag.function
    def widen(box, by):
        box.low = box.low - by
        box.high = box.high + by
        return box

    box = Box(np.float64(0.0), np.float64(1.0))
    assert widen(box, NUMBER) is box
    assert (box.low, box.high) == (-2, 3)


def test_a_frozen_dataclass_as_argument():
    scale = ag.function(lambda options, x: x * options.rate)
    assert scale(Options(2.0), NUMBER) == 4
    assert scale(Options(3.0), NUMBER) == 6
    assert scale(Options(2.0), NUMBER) == 4
    assert scale.trace_count == 2


def test_a_dataclass_is_replaced():
    @ag.function
    def faster(options, x):
        return dataclasses.replace(options, rate=x)

    assert faster(Options(1.0, "slow"), NUMBER) == Options(2.0, "slow")


def test_an_enum_decides_a_branch():
    @ag.function
    def scale(x, mode):
        if mode is Mode.FAST:
            return 2 * x
        return x

    assert (scale(NUMBER, Mode.FAST), scale(NUMBER, Mode.SLOW)) == (4, 2)


def test_nested_arguments():
    @ag.function
    def total(tree):
        inner = tree["layers"][1]
        return tree["scale"] * (inner["w"] + inner["b"][0])

    tree = {"scale": 2, "layers": [None, {"w": NUMBER, "b": (NUMBER, 1)}]}
    assert total(tree) == 8
    tree["layers"][1]["w"] = np.float64(5.0)
    assert total(tree) == 14
    assert total.trace_count == 1


def test_a_list_argument_is_given_back_changed():
    @ag.function
    def rotate(items):
        items.append(items.pop(0))
        return items

    items = [NUMBER, "a", X]
    assert rotate(items) is items
    assert items[0] == "a"
    assert items[-1] == 2.0


def test_items_of_a_list_of_arrays_are_written():
    @ag.function
    def zero(arrays):
        for array in arrays:
            array[:] = 0

    arrays = [np.ones(2), np.ones(3)]
    zero(arrays)
    assert [each.sum() for each in arrays] == [0, 0]


def test_an_array_that_is_in_two_places_of_the_arguments():
    @ag.function
    def write(pair):
        pair[0][0] = 7.0
        return pair[1][0]

    x = np.zeros(2)
    assert write((x, x)) == 7.0
    assert write((x, np.zeros(2))) == 0.0


def test_a_dict_is_walked_through():
    @ag.function
    def total(table):
        result = 0.0
        for name, value in table.items():
            if name != "skip":
                result = result + value.sum()
        return result

    assert total({"a": X, "skip": X, "b": X}) == 12.0


def test_an_instance_of_a_subclass_of_arrays_stays_one():
    class Sub(np.ndarray):
        pass

    double = ag.function(lambda x: x + x)
    assert type(double(X.view(Sub))) is Sub
    assert type(double(X)) is np.ndarray


def test_string_arrays():
    double = ag.function(lambda a: a + a)
    assert double("a") == "aa"
    strings = np.array(["a", "bc"], dtype=np.dtypes.StringDType())
    np.testing.assert_array_equal(double(strings), np.strings.add(strings, strings))


def test_results_of_two_types_in_two_branches():
    @ag.function
    def pick(x):
        if x > 1:
            return x, "large"
        return None

    assert pick(NUMBER) == (2.0, "large")
    assert pick(np.float64(0.0)) is None


def test_results_of_two_structures_in_two_branches():
    @ag.function
    def pick(x):
        if x > 1:
            return {"x": x}
        return [x]

    assert pick(NUMBER) == {"x": 2.0}
    assert pick(np.float64(0.0)) == [0.0]


LIST_CHANGES = {
    "append": lambda items: items.append(0.0),
    "extend": lambda items: items.extend([0.0]),
    "insert": lambda items: items.insert(0, 0.0),
    "pop": lambda items: items.pop(),
    "reverse": lambda items: items.reverse(),
    "remove": lambda items: items.remove(items[0]),
    "clear": lambda items: items.clear(),
    "an item": lambda items: items.__setitem__(0, 5.0),
    "delete": lambda items: items.__delitem__(0),
    "sort": lambda items: items.sort(),
}
DICT_CHANGES = {
    "clear": lambda items: items.clear(),
    "pop": lambda items: items.pop("b"),
    "popitem": lambda items: items.popitem(),
    "update": lambda items: items.update({"b": 3.0}),
    "setdefault": lambda items: items.setdefault("c", 3.0),
    "an item": lambda items: items.__setitem__("a", 5.0),
    "delete": lambda items: items.__delitem__("a"),
}


@pytest.mark.parametrize("what", LIST_CHANGES)
def test_a_list_of_the_caller_is_changed_as_in_python(what):
    change = LIST_CHANGES[what]
    decorated = ag.function(change)
    for _ in range(2):
        plain = [np.float64(2.0), np.float64(1.0)]
        given = list(plain)
        assert decorated(given) == change(plain)
        assert given == plain


@pytest.mark.parametrize("what", DICT_CHANGES)
def test_a_dict_of_the_caller_is_changed_as_in_python(what):
    change = DICT_CHANGES[what]
    decorated = ag.function(change)
    for _ in range(2):
        plain = {"a": np.float64(0.0), "b": np.float64(1.0)}
        given = dict(plain)
        assert decorated(given) == change(plain)
        assert given == plain


def test_a_nested_list_of_the_caller_is_changed_as_in_python():
    @ag.function
    def move(nested):
        nested[0].append(nested[1].pop(0))
        nested[2]["t"].append(1.0)

    nested = [[NUMBER], [NUMBER + 1, NUMBER + 2], {"t": [NUMBER]}]
    move(nested)
    assert nested == [[2.0, 3.0], [4.0], {"t": [2.0, 1.0]}]


def test_a_list_passed_by_keyword_is_changed_as_in_python():
    @ag.function
    def put(**named):
        named["items"].append(0.0)

    items = [NUMBER]
    put(items=items)
    assert items == [2.0, 0.0]


def test_rows_are_collected_in_a_list():
    @ag.function
    def rows(x):
        found = []
        for row in range(x.shape[0]):
            found.append(x[row])  # noqa: PERF401 - what it shows
        return found

    x = np.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(rows(x), x)


def test_arrays_of_a_namedtuple_of_dicts():
    multiply = ag.function(lambda inputs: inputs.a["a"] @ inputs.b["b"])
    square = np.array([[1.0, 2.0], [3.0, 4.0]])
    result = multiply(Old({"a": square}, {"b": square}))
    np.testing.assert_array_equal(result, square @ square)


def test_a_value_kept_from_one_function_is_used_by_another():
    kept = None

    @ag.function
    def keep(a):
        nonlocal kept
        kept = a
        return a

    use = ag.function(lambda b: b + kept)
    keep(np.int64(1))
    assert use(np.int64(2)) == 3
    keep(np.int64(10))
    assert use(np.int64(2)) == 12


def test_a_dataclass_made_in_a_branch():
    @ag.function
    def limits(x):
        if x > 0:
            box = Box(0 * x, x)
        else:
            box = Box(x, 0 * x)
        return box

    assert limits(NUMBER) == Box(0.0, 2.0)
    assert limits(-NUMBER) == Box(-2.0, 0.0)
