"""Methods: bound like any other, a graph per object, and no object kept alive."""

from __future__ import annotations

import abc
import dataclasses
import functools
import gc
import inspect
import pickle
import pydoc
import weakref
from typing import Generic, TypeVar

import numpy as np
import pytest

import autograph as ag
from tests.autograph.polymorphic.model import Model

NUMBER = np.float64(2.0)
T = TypeVar("T")


def module_level_sum(a, b, c):
    return a + b + c


def test_methods_bind_and_write_to_their_object():
    model = Model()
    assert [model.step(NUMBER) for _ in range(3)] == [3, 5, 7]
    assert model.weight == 7
    assert Model.step(model, NUMBER) == 9
    assert model.step.__doc__ == "Go one step."


def test_a_concrete_function_of_a_method():
    concrete = Model().step.get_concrete_function(NUMBER)
    assert concrete.name == "step"


def test_a_concrete_function_of_a_method_is_called_without_self():
    model = Model()
    concrete = model.step.get_concrete_function(NUMBER)
    assert concrete(NUMBER) == 3
    assert model.weight == 3


def test_a_method_calls_another():
    model = Model()
    assert model.twice(NUMBER) == 3 + 5
    assert model.weight == 5


def test_a_bound_method_is_the_same_each_time():
    model = Model()
    assert model.step == model.step
    assert hash(model.step) == hash(model.step)
    assert model.step != Model().step


def test_a_bound_method_looks_like_one():
    model = Model()
    assert model.step.__self__ is model
    assert model.step.__name__ == "step"
    assert list(inspect.signature(model.step).parameters) == ["x"]
    assert list(inspect.signature(Model.step).parameters) == ["self", "x"]
    assert model.step.__module__ == Model.__module__
    assert inspect.unwrap(model.step) == model.step.python_function
    assert inspect.getsource(model.step) == inspect.getsource(Model.step)
    assert {"python_function", "trace_count", "keywords"} <= set(dir(model.step))


def test_help_shows_the_signature_of_a_method():
    described = pydoc.plain(pydoc.render_doc(Model().step))
    assert f"in module {Model.__module__}" in described.splitlines()[0]
    assert described.splitlines()[2] == "step(x)"

    class Makes:
        @classmethod
        @ag.function
        def make(cls, x):
            return x

    assert "make(x)" in pydoc.plain(pydoc.render_doc(Makes))


def test_a_method_is_referred_to_weakly():
    model = Model()
    method = model.step
    reference, of_method = weakref.WeakMethod(method), weakref.ref(method)
    assert reference() == method
    assert of_method() is method
    del method
    assert of_method() is None
    del model
    gc.collect()
    assert reference() is None


def test_a_partial_function_is_pickled_with_what_is_bound():
    add = ag.function(functools.partial(module_level_sum, 1, c=2))
    again = pickle.loads(pickle.dumps(add))
    assert again(NUMBER) == add(NUMBER) == 5


def test_wrong_arguments_of_a_method_are_told_in_python_s_words():
    class Named:
        @ag.function
        def method(self, x):
            return x

    with pytest.raises(TypeError) as raised:
        Named().method()
    assert str(raised.value) == (
        f"{Named.method.__qualname__}() missing 1 required positional argument: 'x'"
    )


def test_decorating_a_bound_method():
    class Plain:
        def __init__(self):
            self.total = 0.0

        def add(self, x):
            self.total = self.total + x
            return self.total

    plain = Plain()
    add = ag.function(plain.add)
    assert [add(NUMBER), add(x=NUMBER)] == [2, 4]
    assert plain.total == 4


def test_decorating_in_the_constructor():
    class Layer:
        def __init__(self, scale):
            self.scale = scale
            self.call = ag.function(self._call)

        def _call(self, x):
            return x * self.scale

    one, two = Layer(2.0), Layer(3.0)
    assert (one.call(NUMBER), two.call(NUMBER)) == (4, 6)
    assert (one.call.trace_count, two.call.trace_count) == (1, 1)


def test_static_and_class_methods():
    class Tools:
        scale = 3

        @staticmethod
        @ag.function
        def inner(x):
            return x + 1

        @ag.function
        @staticmethod
        def outer(x):
            return x + 2

        @classmethod
        @ag.function
        def below(cls, x):
            return x * cls.scale

        @ag.function
        @classmethod
        def above(cls, x):
            return x * cls.scale + 1

    for tools in (Tools, Tools()):
        assert tools.inner(NUMBER) == 3
        assert tools.outer(NUMBER) == 4
        assert tools.below(NUMBER) == 6
        assert tools.above(NUMBER) == 7


def test_a_class_method_sees_the_subclass():
    class Base:
        scale = 1

        @classmethod
        @ag.function
        def scaled(cls, x):
            return x * cls.scale

    class Derived(Base):
        scale = 5

    assert (Base.scaled(NUMBER), Derived.scaled(NUMBER)) == (2, 10)


def test_properties():
    class Circle:
        def __init__(self, radius):
            self.radius = radius

        @property
        @ag.function
        def area(self):
            return 3 * self.radius**2

        @ag.function
        @property
        def circumference(self):
            return 6 * self.radius

    circle = Circle(NUMBER)
    assert (circle.area, circle.circumference) == (12, 12)
    circle.radius = np.float64(1.0)
    assert (circle.area, circle.circumference) == (3, 6)


def test_an_inherited_method_and_super():
    class Base:
        @ag.function
        def shift(self, x):
            return x + self.by

    class Derived(Base):
        by = 10

        @ag.function
        def shift(self, x):
            return super().shift(x) * 2

    assert Derived().shift(NUMBER) == 24


def test_an_overridden_method_is_the_object_s_own():
    class Base:
        @ag.function
        def run(self, x):
            return self.part(x) + 1

        def part(self, x):
            return x

    class Derived(Base):
        def part(self, x):
            return x * 10

    assert (Base().run(NUMBER), Derived().run(NUMBER)) == (3, 21)


def test_an_object_that_can_be_called():
    class Dense:
        def __init__(self):
            self.weight = np.ones((2, 2))

        @ag.function
        def __call__(self, x):
            return x @ self.weight

    np.testing.assert_array_equal(Dense()(np.ones(2)), [2.0, 2.0])


def test_decorating_an_object_that_can_be_called():
    class Doubler:
        def __call__(self, x):
            return x + x

    assert ag.function(Doubler())(NUMBER) == 4


def test_operators_and_other_protocols():
    class Vector:
        def __init__(self, value):
            self.value = value

        @ag.function
        def __add__(self, other):
            return self.value + other.value

        @ag.function
        def __getitem__(self, index):
            return self.value[index]

        @ag.function
        def __len__(self):
            return 7

    vector = Vector(np.arange(3.0))
    np.testing.assert_array_equal(vector + vector, [0.0, 2.0, 4.0])
    assert vector[1] == 1.0
    assert len(vector) == 7


def test_a_method_of_a_dataclass():
    @dataclasses.dataclass
    class Account:
        balance: np.float64

        @ag.function
        def deposit(self, amount):
            if amount < 0:
                raise ValueError("a deposit is positive")
            self.balance += amount
            return self.balance

    account = Account(np.float64(1.0))
    assert account.deposit(NUMBER) == 3
    with pytest.raises(ValueError, match="positive"):
        account.deposit(-NUMBER)
    assert account.balance == 3


def test_a_method_of_a_frozen_dataclass():
    @dataclasses.dataclass(frozen=True)
    class Line:
        slope: float
        shift: float = 0.0

        @ag.function
        def at(self, x):
            return self.slope * x + self.shift

    assert Line(2.0)
    assert Line(2.0).at(NUMBER) == 4
    assert Line(2.0, 1.0).at(NUMBER) == 5
    assert Line(2.0).at(NUMBER) == 4
    assert Line.at.trace_count <= 2


def test_a_method_of_a_class_with_slots():
    class Slotted:
        __slots__ = ("total",)

        def __init__(self):
            self.total = 0.0

        @ag.function
        def add(self, x):
            self.total += x
            return self.total

    slotted = Slotted()
    assert [slotted.add(NUMBER), slotted.add(NUMBER)] == [2, 4]


def test_an_abstract_method_that_is_decorated():
    class Base(abc.ABC):
        @abc.abstractmethod
        def part(self, x): ...

        @ag.function
        def run(self, x):
            return self.part(x) + 1

    class Derived(Base):
        @ag.function
        def part(self, x):
            return x * 2

    assert Derived().run(NUMBER) == 5


def test_a_partial_method():
    class Scaler:
        @ag.function
        def scale(self, x, by):
            return x * by

        triple = functools.partialmethod(scale, by=3)

    assert Scaler().triple(NUMBER) == 6


def test_a_name_of_the_class_alone():
    class Hidden:
        def __init__(self):
            self.__secret = 4.0

        @ag.function
        def show(self, x):
            return x * self.__secret

    assert Hidden().show(NUMBER) == 8


def test_recursion_through_a_method():
    class Tree:
        @ag.function
        def depth(self, n):
            if n < 1:
                return 0
            return self.depth(n - 1) + 1

    assert Tree().depth(np.int64(5)) == 5


def test_methods_of_two_objects_are_two_functions():
    one, two = Model(), Model()
    assert one.step == one.step
    assert one.step != two.step
    assert Model.step is Model.step


def test_get_concrete_function_on_the_class_and_on_the_object():
    model = Model()
    of_object = model.step.get_concrete_function(x=NUMBER)
    of_class = Model.step.get_concrete_function(model, NUMBER)
    assert of_object(NUMBER) == 3
    assert of_class(model, NUMBER) == 5


def test_an_option_reaches_the_methods():
    class Total:
        @ag.function(reduce_retracing=True)
        def of(self, x):
            return x.sum()

    total = Total()
    for size in range(5):
        assert total.of(np.ones(size)) == size
    assert total.of.trace_count == 2


def test_a_method_made_of_another_class_s_function():
    def scaled(self, x):
        return x * self.rate

    class One:
        rate = 2.0

    One.scaled = ag.function(scaled)
    assert One().scaled(NUMBER) == 4


def test_a_method_on_one_object_alone():
    class One:
        rate = 2.0

        def scaled(self, x):
            return x * self.rate

    one = One()
    one.scaled = ag.function(one.scaled)
    assert one.scaled(NUMBER) == 4
    assert One().scaled(NUMBER) == 4


def test_a_method_of_a_metaclass_and_of_a_generic_class():
    class Meta(type):
        @ag.function
        def scaled(cls, x):
            return x * cls.by

    class Made(metaclass=Meta):
        by = 3

    class Box(Generic[T]):
        @ag.function
        def same(self, x):
            return x

    assert Made.scaled(NUMBER) == 6
    assert Box[int]().same(NUMBER) == 2


def test_what_is_bound_already_is_not_bound_again():
    class Holder:
        double = ag.function(functools.partial(lambda by, x: by * x, 2))
        step = ag.function(Model().step)
        one = ag.function(lambda x: x + 1).get_concrete_function(NUMBER)

        def all(self, x):
            return self.double(x), self.step(x), self.one(x)

        def by_class(self, x):
            return Holder.double(x), Holder.step(x), Holder.one(x)

    assert Holder().double(NUMBER) == 4
    assert ag.function(Holder().all)(NUMBER) == (4, 3, 3)
    assert ag.function(Holder().by_class)(NUMBER) == (4, 5, 3)
