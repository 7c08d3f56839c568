"""Methods of the user's own objects that run in Python: nobody is warned of them."""

import datetime
import functools
import math
import random
import re
from array import array

import numpy as np

import autograph as ag

X = np.array([1.0, 2.0, 5.0])


class Halves:
    def left(self, k):
        return self.half(k) if k > 1 else k

    def half(self, k):
        return self.left(k // 2) + self.left(k - k // 2)


def method_looked_up_again(x, halves):
    return halves.half(x[2])


class Names(dict):
    def __init__(self):
        super().__init__()
        self.order = []

    def __setitem__(self, name, value):
        super().__setitem__(name, [value])
        self.order.append(name)


def method_of_a_parent_in_c(x, names):
    names["a"] = x
    names["a"].append(1)
    return names.order


class Dice(random.Random):
    def thrown(self):
        throw = self.random
        return throw() + self.getrandbits(3)


def methods_from_c(x, dice):
    return x[0] + dice.thrown(), dice.random()


class Title(str):
    def doubled(self):
        return self.join("ab") + self.upper()


def methods_of_a_text(x, title):
    return x[0], title.doubled(), title.lower()


FIRST, SECOND = re.compile("(a)(b)?"), re.compile("(b)(c)?")


def what_branches_made_of_python(x, text):
    found = FIRST.search(text) if x[0] > 0 else SECOND.search(text)
    for _ in x:
        found = SECOND.search(text, found.start())
    try:
        day = datetime.date(int(x[1]) + 2000, 2, 29)
    except ValueError:
        day = datetime.date(2000, 3, 1)
    return found.groups(), found.end(), day.timetuple().tm_yday


def made_of_pythons_library(x, _):
    numbers = array("d", [1.0])
    numbers.append(float(x[0]))
    return numbers


class Part(float):
    """A number as it is."""


class Named:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)


def numbers_of_a_class(x, part):
    return math.copysign(part, x[0]) + math.hypot(part, x[1])


class Remembering:
    @functools.cache  # noqa: B019  # it is what people write
    def half(self, number):
        return number / 2


def method_that_remembers(x, remembering):
    remembering.half.cache_clear()
    return x[0] + remembering.half(4)


class Model:
    def __init__(self):
        self.cost = Remembering()

    @functools.cache  # noqa: B019
    def best(self, number):
        return self.cost.half(number)


def object_looked_up_again(x, model):
    return x[0] + model.best(3) + model.cost.half(2)


def hash_of_objects(x, name):
    return x[0], hash((Named(name), name)) == hash((Named(name), name))


def method_of_what_only_the_run_knows(x, pairs):
    return [text.upper() for text, _ in pairs], pairs[0][1].bit_length()


def test_nobody_is_warned_of_them():
    for function, argument in (
        (method_looked_up_again, Halves),
        (method_of_a_parent_in_c, Names),
        (methods_from_c, lambda: Dice(3)),
        (methods_of_a_text, lambda: Title("c")),
        (what_branches_made_of_python, lambda: "abbcd"),
        (made_of_pythons_library, lambda: None),
        (numbers_of_a_class, lambda: Part(0.5)),
        (method_that_remembers, Remembering),
        (object_looked_up_again, Model),
        (hash_of_objects, lambda: "a"),
        (method_of_what_only_the_run_knows, lambda: [("a", 1), ("b", 2)]),
    ):
        expected = repr(function(X, argument()))
        decorated = ag.function(function)
        assert [repr(decorated(X, argument())) for _ in range(2)] == [expected] * 2
