"""Rows that read and write the attributes and items of Python objects."""

from __future__ import annotations

import builtins
import operator
from typing import Any

import numpy as np

from runtime.ops.row import Row
from runtime.types import ANY, BOOL, NONE, Type


def _declared(target: Any, key: Any, of: Type | None = None) -> Type:
    return ANY


def store_attribute(target: Any, name: str, value: Any) -> None:
    """Do ``target.name = value``."""
    setattr(target, name, value)


def set_shape(target: Any, shape: Any) -> None:
    """Do ``target.shape = shape``, as arrays have it."""
    target.shape = shape


def store_plainly(target: Any, name: str, value: Any) -> None:
    """Store as ``object.__setattr__`` does, past a ``__setattr__`` of the class."""
    object.__setattr__(target, name, value)


def delete_attribute(target: Any, name: str) -> None:
    """Do ``del target.name``."""
    delattr(target, name)


def load_global(namespace: dict[str, Any], name: str) -> Any:
    """Read a global as a function of its module does."""
    if name in namespace:
        return namespace[name]
    if hasattr(builtins, name):
        return getattr(builtins, name)
    raise NameError(f"name {name!r} is not defined", name=name)


def delete_global(namespace: dict[str, Any], name: str) -> None:
    """Do ``global name; del name``."""
    if name not in namespace:
        raise NameError(f"name {name!r} is not defined", name=name)
    del namespace[name]


def ask_attribute(target: Any, name: str) -> Any:
    """Read an attribute of a value of which nothing is known: code may answer."""
    return getattr(target, name)


def _nothing(*arguments: Any) -> Type:
    return NONE


class _Box:
    """A sample object."""

    def __init__(self) -> None:
        self.content = 1


ROWS: tuple[Row, ...] = (
    Row(
        "load_attribute",
        getattr,
        _declared,
        template="attribute",
        returns="shares",
        takes_any=True,
        samples=(lambda: ((_Box(), "content"), {}),),
        rejects=(lambda: ((_Box(), "missing"), {}),),
    ),
    Row(
        "ask_attribute",
        ask_attribute,
        _declared,
        template="attribute",
        returns="shares",
        samples=(lambda: ((_Box(), "content"), {}),),
        rejects=(lambda: ((_Box(), "missing"), {}),),
    ),
    Row(
        "has_attribute",
        hasattr,
        lambda target, name: BOOL,
        samples=(lambda: ((_Box(), "content"), {}),),
    ),
    Row(
        "attribute_or",
        getattr,
        lambda target, name, default: ANY,
        returns="shares",
        samples=(lambda: ((_Box(), "missing", 2), {}),),
    ),
    Row(
        "load_item",
        operator.getitem,
        _declared,
        template="{0}[{1}]",
        returns="shares",
        takes_any=True,
        samples=(lambda: (({"a": 1}, "a"), {}),),
        rejects=(lambda: (({}, "a"), {}),),
    ),
    Row(
        "load_global",
        load_global,
        _declared,
        returns="shares",
        takes_any=True,
        samples=(lambda: (({"a": 1}, "a"), {}), lambda: (({}, "len"), {})),
        rejects=(lambda: (({}, "a"), {}),),
    ),
    Row(
        "store_attribute",
        store_attribute,
        _nothing,
        template="store",
        statement=True,
        writes=(0,),
        effect=True,
        takes_any=True,
        holds=True,
        samples=(lambda: ((_Box(), "content", 2), {}),),
    ),
    Row(
        "set_shape",
        set_shape,
        _nothing,
        template="{0}.shape = {1}",
        statement=True,
        writes=(0,),
        effect=True,
        reshapes=True,
        takes_any=True,
        samples=(lambda: ((np.zeros(6), (2, 3)), {}),),
        rejects=(lambda: ((np.zeros(6), (4, 3)), {}),),
    ),
    Row(
        "store_plainly",
        store_plainly,
        _nothing,
        writes=(0,),
        effect=True,
        takes_any=True,
        holds=True,
        samples=(lambda: ((_Box(), "content", 2), {}),),
    ),
    Row(
        "store_item",
        operator.setitem,
        _nothing,
        template="{0}[{1}] = {2}",
        statement=True,
        writes=(0,),
        effect=True,
        takes_any=True,
        holds=True,
        samples=(lambda: (({}, "a", 1), {}),),
        rejects=(lambda: (([], 3, 1), {}),),
    ),
    Row(
        "delete_attribute",
        delete_attribute,
        _nothing,
        writes=(0,),
        effect=True,
        takes_any=True,
        samples=(lambda: ((_Box(), "content"), {}),),
        rejects=(lambda: ((_Box(), "missing"), {}),),
    ),
    Row(
        "delete_item",
        operator.delitem,
        _nothing,
        template="del {0}[{1}]",
        statement=True,
        writes=(0,),
        effect=True,
        takes_any=True,
        samples=(lambda: (({"a": 1}, "a"), {}),),
        rejects=(lambda: (({}, "a"), {}),),
    ),
    Row(
        "delete_global",
        delete_global,
        _nothing,
        writes=(0,),
        effect=True,
        takes_any=True,
        samples=(lambda: (({"a": 1}, "a"), {}),),
        rejects=(lambda: (({}, "a"), {}),),
    ),
)
