"""What a class computes or sets through: it may be another at the next call."""

import numpy as np
import pytest

import autograph as ag


class Scaled:
    """A descriptor that computes."""

    def __init__(self, factor):
        self.factor = factor

    def __get__(self, instance, kind):
        return self if instance is None else instance.size * self.factor


class Kept(Scaled):
    """A descriptor that sets as well."""

    def __set__(self, instance, value):
        instance.size = value * self.factor


def kept_with(factor):
    def keep(self, value):
        self.size = value + factor

    return property(lambda self: self.size, keep)


def read(box, x):
    return box.content


def written(box, x):
    box.content = x
    return box.size


def deleted(box, x):
    del box.content
    return box.size


class Dropped(Kept):
    """A descriptor whose value may be dropped."""

    def __delete__(self, instance):
        instance.size = self.factor


@pytest.mark.parametrize("make", [Scaled, Kept, kept_with, Dropped])
@pytest.mark.parametrize("use", [read, written, deleted])
def test_another_one_of_the_class_is_noticed(make, use):
    class Box:
        pass

    class Special(Box):
        pass

    def called(function):
        box = Special()
        box.size = np.float64(2.0)
        try:
            return function(box, np.float64(3.0))
        except AttributeError as error:
            return type(error)

    compiled = ag.function(use, callbacks="allow")
    for owner, factor in [(Box, 2), (Box, 3), (Special, 5)]:
        owner.content = make(factor)
        assert called(compiled) == called(use)


def test_a_setter_that_the_class_has_later():
    class Box:
        def __setattr__(self, name, value):
            object.__setattr__(self, name, value + 1)

    def called(function):
        return function(Box(), np.float64(3.0))

    def keep(box, x):
        box.size = x
        return box.size

    compiled = ag.function(keep)
    assert called(compiled) == called(keep) == 4.0
    Box.__setattr__ = lambda self, name, value: object.__setattr__(self, name, 7.0)
    assert called(compiled) == called(keep) == 7.0


class Own(property):
    """A property that answers in its own way."""

    def __get__(self, instance, kind):
        if instance is None:
            raise AttributeError("asked by the class")
        return 10 * property.__get__(self, instance, kind)


def test_a_property_of_ones_own_is_asked_for_objects_alone():
    class Box:
        content = Own(lambda self: self.size)

    box = Box()
    box.size = np.float64(2.0)
    compiled = ag.function(read, callbacks="allow")
    assert compiled(box, 0) == 20.0
    box.size = np.float64(3.0)
    assert compiled(box, 0) == 30.0


@pytest.mark.parametrize("kind", [property, Own])
def test_properties_that_arrive_are_asked_by_their_method(kind):
    compiled = ag.function(
        lambda found, box: property.__get__(found, box, None), callbacks="allow"
    )
    assert compiled(kind(lambda self: self + 1), np.float64(2.0)) == 3.0
