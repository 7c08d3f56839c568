"""``vars(self)`` and ``self.__dict__`` of objects that a call brings."""

from __future__ import annotations

from tests.corpus.case import adding_to, f64

CASES: list = []
add = adding_to(CASES)


class Field:
    shape = (2,)

    def __init__(self, level, **more):
        self.level = level
        self.__dict__.update(more)

    @property
    def double(self):
        try:
            return self.__dict__["double"]
        except KeyError:
            self.__dict__["double"] = made = self.level * 2
            return made

    @property
    def library(self):
        try:
            made = self.__dict__["library"]
        except (AttributeError, KeyError):
            self.__dict__["library"] = made = self.imported()
        return made

    def imported(self):
        import math

        return math


class Asking(Field):
    def __getattr__(self, name):
        if name == "missing":
            return 4
        raise AttributeError(name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


class Fixed:
    def __init__(self, level):
        self.__dict__["level"] = level

    def __setattr__(self, name, value):
        raise TypeError(name)


def of(kind, *levels, **more):
    return [lambda level=level: (kind(level, **more),) for level in levels]


FIELDS = [
    *of(Field, 1, f64(5)),
    *of(Field, 2, double=9),
    *of(Asking, 2.5, 7),
    *of(Asking, 3, more=2),
]


@add(*FIELDS)
def items_read(field):
    held = field.__dict__
    return (
        held["level"],
        vars(field).get("more", 4),
        "level" in held,
        held is vars(field),
    )


@add(*FIELDS)
def items_set(field):
    field.__dict__["level"] = 5
    field.__dict__["shape"] = 3
    vars(field)["new"] = field.level + 1
    return field.level, field.shape, type(field).shape, field.new, hasattr(field, "new")


@add(*FIELDS)
def attribute_set_and_item_read(field):
    field.level = field.level + 1
    field.new = 2
    return field.__dict__["level"], vars(field)["new"], list(vars(field))


@add(*FIELDS)
def property_that_keeps_its_value(field):
    return field.double, field.double, vars(field)["double"], "double" in vars(field)


@add(*FIELDS)
def library_that_a_property_keeps(field):
    return field.library.floor(2.5), field.library.ceil(field.level)


@add(*FIELDS)
def items_set_on_some_paths(field):
    if field.level > 2:
        field.__dict__["level"] = 8
    else:
        field.__dict__["new"] = 3
    return field.level, getattr(field, "new", 0), sorted(vars(field))


@add(*FIELDS)
def namespace_replaced(field):
    before = field.__dict__
    field.__dict__ = {"level": 11}
    return field.level, field.__dict__["level"], before["level"]


@add(*FIELDS)
def items_counted_up_in_a_loop(field):
    for i in range(3):
        field.__dict__["level"] += i
    return field.level, len(field.__dict__)


@add(*FIELDS)
def missing_item(field):
    try:
        return field.__dict__["missing"]
    except KeyError as error:
        return error.args, field.__dict__.pop("level"), hasattr(field, "level")


@add(*of(Fixed, 1, f64(2)))
def items_behind_a_hook(field):
    field.__dict__["level"] += 1
    field.__dict__["more"] = 7
    return field.level, field.more, vars(field)
