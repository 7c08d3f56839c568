"""What a call has to pass for a graph to serve it, as data that an executor may test.

An executor that can test a call itself does so faster than Python source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from runtime.types import Type


@dataclass(frozen=True)
class Read:
    """A value has an attribute, or a dict an item, which later tests may name.

    Values are numbered: the arguments by their positions, then what is read of them, in
    order.

    Parameters
    ----------
    position : int
        The number of the value.
    kind : {'attribute', 'item'}
        What is read.
    key : str
        The name of the attribute, or the key.
    """

    position: int
    kind: Literal["attribute", "item"]
    key: str


@dataclass(frozen=True)
class OfType:
    """A value is of an array type, or of a class.

    Parameters
    ----------
    position : int
        The number of the value.
    type : Type or type
        The type in the graph, or the class.
    """

    position: int
    type: Type | type


@dataclass(frozen=True)
class HoldsOnly:
    """A value is a list of items of one class, or of such lists.

    Parameters
    ----------
    position : int
        The number of the value.
    type : type
        The class of the items.
    depth : int
        How many lists there are around the lists of items.
    """

    position: int
    type: type
    depth: int


@dataclass(frozen=True, eq=False)
class IsObject:
    """A value is an object."""

    position: int
    value: object


@dataclass(frozen=True)
class Equals:
    """A value is this integer or float."""

    position: int
    value: int | float


@dataclass(frozen=True)
class AreSame:
    """Two values are one object, or are not."""

    position: int
    other: int
    same: bool


@dataclass(frozen=True, eq=False)
class GlobalIs:
    """A name in a namespace is bound to an object."""

    namespace: dict[str, Any]
    name: str
    value: object


@dataclass(frozen=True, eq=False)
class GlobalLacks:
    """A namespace has no such name."""

    namespace: dict[str, Any]
    name: str


CallTest = (
    Read | OfType | HoldsOnly | IsObject | Equals | AreSame | GlobalIs | GlobalLacks
)


@dataclass(frozen=True)
class CallTests:
    """The tests of a call, and which values a graph takes.

    Parameters
    ----------
    count : int
        The number of arguments, all given by position.
    tests : sequence of CallTest
        The tests, in order.
    inputs : sequence of int
        The numbers of the values that are the inputs of the graph.
    miss : object
        What is returned for a call that does not pass.
    """

    count: int
    tests: Sequence[CallTest]
    inputs: Sequence[int]
    miss: object
