"""What descriptors behind ``super()`` make of an attribute."""

from __future__ import annotations

from functools import cached_property, partialmethod, singledispatchmethod

from tests.corpus.case import case, f64


class Counted:
    """Counts how often it is asked."""

    def __set_name__(self, owner, name):
        self.name = f"_{name}"

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name, 0) + 1

    def __set__(self, instance, value):
        setattr(instance, self.name, value)


class Scaled:
    def __get__(self, instance, owner=None):
        return "class" if instance is None else instance.value * 10


class Expression:
    __slots__ = ("__dict__", "value")
    counted = Counted()
    scaled = Scaled()

    def __init__(self, value):
        self.value = value

    @cached_property
    def name(self):
        return f"expression {self.value}"

    @cached_property
    def total(self):
        return self.value + 3

    def add(self, left, right=0):
        return self.value + left + right

    add_five = partialmethod(add, 5)

    @singledispatchmethod
    def told(self, value):
        return "value", value

    @told.register
    def _(self, value: str):
        return "text", value


class Final(Expression):
    value = property(
        lambda self: super(Final, self).value * 2,
        lambda self, value: Expression.value.__set__(self, value),
    )
    counted = Counted()
    scaled = 3

    @cached_property
    def name(self):
        return f"final {super().name}"

    @property
    def total(self):
        return super().total + 100

    def add_five(self, right=0):
        return super().add_five(right) + 1

    def told(self, value):
        return super().told(value), 1

    def every(self):
        return super().counted, super().scaled, self.counted, super().value


class Measured(Expression):
    @property
    def size(self):
        return self.value

    @size.setter
    def size(self, value):
        self.value = value


class Doubled(Measured):
    @property
    def size(self):
        return super().size * 2

    @size.setter
    def size(self, value):
        super(Doubled, type(self)).size.fset(self, value / 2)


class Tagged:
    def __init_subclass__(cls, tag=None, **more):
        super().__init_subclass__(**more)
        cls.tag = tag


class Last(Final):
    @cached_property
    def name(self):
        return f"last {super().name}"


def kept_by_each_class(instance):
    return instance.name, instance.name, vars(instance).copy()


def kept_behind_a_property(instance):
    first = instance.total
    instance.value = 7
    return first, instance.total


def computed(instance):
    instance.counted = 4
    return instance.every(), instance.add_five(2), instance.told("x"), instance.told(2)


def set_by_the_parent_s_setter(instance, x):
    instance.size = x
    first = instance.size
    for step in range(3):
        instance.size = instance.size + step
    return first, instance.size, instance.value


def classes_made_with_keywords(x):
    kind = type("Named", (Tagged,), {"base": 3}, tag="named")
    return kind.tag, kind().base, Tagged.__name__, x


def of_objects_made_here(x):
    found = []
    for step in range(3):
        made = Last(x + step)
        found.append((made.name, made.total, made.every()))
    return found


def finals(kind):
    return [(kind(2),), (kind(3.5),), (kind(4),)]


CASES = [
    case(kept_by_each_class, *finals(Final), *finals(Last)),
    case(kept_behind_a_property, *finals(Final)),
    case(computed, *finals(Last)),
    case(set_by_the_parent_s_setter, (Doubled(1), f64(4)), (Doubled(2.5), 3)),
    case(classes_made_with_keywords, f64(2), 3),
    case(of_objects_made_here, f64(2), 3),
]
