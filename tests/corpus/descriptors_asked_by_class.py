"""Descriptors that answer where their class is asked, each look anew."""

import dataclasses

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class OfClass:
    """A property of classes, as many libraries have one."""

    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner=None):
        return self.function(owner)


class Counted:
    """Counts the looks at it, and tells objects from their class."""

    def __init__(self):
        self.looks = 0

    def __get__(self, instance, owner=None):
        self.looks += 1
        return self.looks if instance is None else instance.size + self.looks


class Box:
    size = 3.0
    looked = Counted()

    @OfClass
    def items(cls):
        return [cls.size, 2]

    @OfClass
    def doubled(cls):
        return lambda x: x * 2 + cls.size


class Crate(Box):
    size = 5.0


def looks():
    """Begin to count anew."""
    vars(Box)["looked"].looks = 0


@add(np.float64(2), 3)
def list_of_a_class(x):
    items = Box.items
    items.append(x)
    return items, Box.items, Crate.items, Box().items


@add(np.float64(2), 3)
def function_of_a_class(x):
    return Box.doubled(x), Crate.doubled(x), type(Crate()).doubled(x)


@add(np.int64(2), 1)
def counted(n):
    looks()
    total = Box.looked
    for turn in range(3):
        if turn < n:
            total = total + Box.looked
    return total, Crate().looked, Crate.looked


class Field:
    """A default that a class holds, and may change."""

    def __init__(self, default):
        self.default = default


class Form:
    width = Field(1.0)
    height = Field(2)
    name = "form"


@add(np.float64(2), 3)
def found_in_the_namespace(x):
    total = x
    for name, value in vars(Form).items():
        if isinstance(value, Field):
            total = total + value.default
    return total, Form.__dict__["height"].default, "name" in vars(Form)


@add(np.float64(2), 3)
def changed_in_the_namespace(x):
    Form.width.default = 1.0
    vars(Form)["width"].default += x
    return Form.width.default, Form.__dict__.get("width").default


class Longer(Form):
    name = "longer"


@dataclasses.dataclass
class Entry:
    size: float = dataclasses.field(default=1.0, metadata={"unit": Field(2.0)})


@add(np.float64(2), 3)
def changed_in_a_class_above(x):
    Form.height.default = 2
    for kind in Longer.__mro__[1:2]:
        kind.height.default += x
    for kind in type.mro(Longer)[1:2]:
        kind.height.default += x
    return Longer.__bases__[0].height.default, Form.height.default


@add(np.float64(2), 3)
def changed_in_a_field(x):
    (field,) = dataclasses.fields(Entry)
    unit = field.metadata["unit"]
    unit.default = 2.0
    unit.default += x
    return dataclasses.fields(Entry)[0].metadata["unit"].default, field.name
