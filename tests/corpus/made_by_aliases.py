"""Objects made by an alias of their class with parameters, such as ``Stack[int]()``."""

from __future__ import annotations

import typing
from collections import OrderedDict, deque
from dataclasses import dataclass
from types import GenericAlias

from tests.corpus.case import case, floats

T = typing.TypeVar("T")


class Stack(typing.Generic[T]):
    def __init__(self, *items):
        self.items = list(items)

    def push(self, item):
        self.items.append(item)

    def __eq__(self, other):
        return type(other) is type(self) and vars(self) == vars(other)

    def __repr__(self):
        return f"{type(self).__name__}({vars(self)})"


@dataclass
class Pair(typing.Generic[T]):
    first: T
    second: int = 2


@dataclass(frozen=True)
class Frozen(typing.Generic[T]):
    first: T


@dataclass
class Slotted(typing.Generic[T]):
    __slots__ = ("first",)
    first: T


class Logged(Stack[float]):
    def __setattr__(self, name, value):
        self.__dict__.setdefault("log", []).append(name)
        super().__setattr__(name, value)


class Row(list):
    __class_getitem__ = classmethod(GenericAlias)


class Early(Stack[T]):
    def __new__(cls, item):
        made = super().__new__(cls)
        made.item = item
        return made

    def __init__(self, item):
        super().__init__(item)
        self.knows = hasattr(self, "__orig_class__")


Numbers = Stack[float]


def in_a_loop(x):
    stack = Stack[float](x[0])
    for value in x:
        if value > 1:
            stack.push(value * 2)
    return stack


def in_branches(x):
    if x.sum() > 3:
        return Stack[int](x.sum())
    return Numbers(x.min(), x.max())


def of_dataclasses(x):
    slotted = Slotted[float](x.max())
    made = Pair[float](x.min()), Frozen[int](x.max())
    return (
        made,
        slotted.first,
        hasattr(slotted, "__orig_class__"),
        made[0].__orig_class__,
    )


def that_note_what_is_set(x):
    return Logged(x[0]), Early[int](x[1]), Stack[typing.List[T]](1)


def kept_in_lists(x):
    return [Stack[int](value) for value in x], Row[float]([x[0]]).__orig_class__


def of_the_library(x):
    queue = deque[float]([x.sum()], maxlen=3)
    queue.append(x.max())
    named = OrderedDict[str, float](low=x.min())
    return list[float](x), dict[str, float](a=x[0]), queue, named, named.__orig_class__


def annotated(x):
    return typing.Annotated[Stack, 3](x.sum())


def that_cannot_be_called(x):
    return typing.List[int]([x[0]])


CASES = [
    case(in_a_loop, floats(1, 2, 3), floats(0)),
    case(in_branches, floats(1, 2, 3), floats(0)),
    case(of_dataclasses, floats(1, 2), floats(0)),
    case(that_note_what_is_set, floats(1, 2)),
    case(kept_in_lists, floats(1, 2), floats(3)),
    case(of_the_library, floats(1, 2), floats(3)),
    case(annotated, floats(1, 2), floats(3)),
    case(that_cannot_be_called, floats(1), raises=TypeError),
]
