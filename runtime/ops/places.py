"""Rows that read and write the attributes and items of Python objects."""

from __future__ import annotations

import builtins
import operator
from collections import defaultdict
from typing import Any

import numpy as np

from runtime.errors import ClassChanged, MethodReplaced
from runtime.ops.asking import at, nothing
from runtime.ops.row import Row, acting, call, calling, row, sharing, writing
from runtime.types import ANY, BOOL, NONE, Container, List, Type


def _declared(target: Any, key: Any, of: Type | None = None) -> Type:
    return ANY


def store_attribute(target: Any, name: str, value: Any) -> None:
    """Run ``target.name = value``."""
    setattr(target, name, value)


def set_shape(target: Any, shape: Any) -> None:
    """Run ``target.shape = shape`` for an array."""
    target.shape = shape


def store_plainly(target: Any, name: str, value: Any) -> None:
    """Store an attribute by ``object.__setattr__``, not the class's ``__setattr__``."""
    object.__setattr__(target, name, value)


def delete_attribute(target: Any, name: str) -> None:
    """Run ``del target.name``."""
    delattr(target, name)


def load_global(namespace: dict[str, Any], name: str) -> Any:
    """Return a global or builtin, as a function of the module reads it."""
    if name in namespace:
        return namespace[name]
    if hasattr(builtins, name):
        return getattr(builtins, name)
    raise NameError(f"name {name!r} is not defined", name=name)


def delete_global(namespace: dict[str, Any], name: str) -> None:
    """Run ``global name; del name``."""
    if name not in namespace:
        raise NameError(f"name {name!r} is not defined", name=name)
    del namespace[name]


def ask_attribute(target: Any, name: str) -> Any:
    """Return an attribute of an arbitrary value, which may run code."""
    return getattr(target, name)


def let_go(target: Any) -> None:
    """Keep an object alive until here; where nothing else refers to it, it ends."""


def check_class(target: Any, kind: type) -> None:
    """Raise unless an object has the class that the graph was made for.

    Examples
    --------
    >>> check_class(2, int)
    """
    if type(target) is not kind:
        raise ClassChanged(
            f"code that is called back has set the class of an object: it was "
            f"{kind.__name__}, and is {type(target).__name__}",
            hint="use the object afterwards in functions marked @ag.do_not_convert",
        )


def still_of(target: Any, kind: type) -> Any:
    """Return the container that an object holds, if it is of the class that it had.

    Examples
    --------
    >>> still_of([1, 2], list)
    [1, 2]
    """
    if type(target) is kind:
        return target
    raise ClassChanged(
        f"code that is called back has put something of another class where a "
        f"{kind.__name__} was: it is {type(target).__name__}",
        hint="do what uses it in functions marked @ag.do_not_convert",
    )


def _still_of(target: Any, kind: type) -> Type:
    return List(ANY) if kind is list else Container(kind.__name__)


def check_attribute(target: Any, name: str, expected: Any) -> None:
    """Raise unless an object has the method or function that the graph was made for.

    Examples
    --------
    >>> check_attribute(2, "__class__", int)
    """
    found = getattr(target, name)
    if found is not expected and getattr(found, "__func__", None) is not expected:
        raise MethodReplaced(
            f"code that the compiled function runs in Python has replaced "
            f"{name!r} of an object of the class {type(target).__name__}",
            hint="call it in functions marked @ag.do_not_convert",
        )


def check_choice(target: Any, *expected: Any) -> None:
    """Raise unless something is one of those that a list or dict was known to hold.

    Examples
    --------
    >>> check_choice(len, min, len)
    """
    if not any(target is each for each in expected):
        name = getattr(target, "__name__", type(target).__name__)
        raise MethodReplaced(
            f"code that the compiled function runs in Python has put {name!r} into a "
            "list or dict of functions",
            hint="call it in functions marked @ag.do_not_convert",
        )


def check_global(namespace: dict[str, Any], name: str, expected: Any) -> None:
    """Raise unless a module has the function that the graph was made for.

    Examples
    --------
    >>> check_global({"length": len}, "length", len)
    """
    if namespace.get(name) is not expected:
        raise MethodReplaced(
            f"code that the compiled function runs in Python has replaced {name!r} of "
            f"the module {namespace.get('__name__')}",
            hint="call it in functions marked @ag.do_not_convert",
        )


class _Box:
    """A sample object."""

    def __init__(self) -> None:
        self.content = 1


ROWS: tuple[Row, ...] = (
    sharing(
        getattr,
        _declared,
        call(_Box(), "content"),
        bad=call(_Box(), "missing"),
        name="load_attribute",
        template="attribute",
        takes_any=True,
        asks=nothing,
    ),
    sharing(
        ask_attribute,
        _declared,
        call(_Box(), "content"),
        bad=call(_Box(), "missing"),
        template="attribute",
    ),
    acting(let_go, NONE, call([1]), template="nothing", closed=True, asks=nothing),
    acting(check_class, NONE, call(_Box(), _Box), bad=call(_Box(), int), asks=nothing),
    row(
        still_of,
        _still_of,
        call([1], list),
        bad=call([1], dict),
        returns="same",
        reads=False,
        takes_any=True,
        asks=nothing,
    ),
    acting(
        check_choice, NONE, call(len, min, len), bad=call(len, min, max), asks=nothing
    ),
    acting(
        check_attribute,
        NONE,
        call(_Box(), "__class__", _Box),
        bad=call(_Box(), "content", 2.5),
        asks=nothing,
    ),
    acting(
        check_global,
        NONE,
        call({"a": len}, "a", len),
        bad=call({}, "a", len),
        asks=nothing,
    ),
    row(
        hasattr,
        lambda target, name: BOOL,
        call(_Box(), "content"),
        name="has_attribute",
    ),
    sharing(
        getattr,
        lambda target, name, default: ANY,
        call(_Box(), "missing", 2),
        name="attribute_or",
    ),
    sharing(
        operator.getitem,
        _declared,
        call({"a": 1}, "a"),
        bad=call({}, "a"),
        name="load_item",
        closed=True,
        template="{0}[{1}]",
        takes_any=True,
        asks=nothing,
    ),
    calling(
        operator.getitem,
        _declared,
        call(defaultdict(list), "a"),
        bad=call({}, "a"),
        name="ask_item",
        template="{0}[{1}]",
    ),
    sharing(
        load_global,
        _declared,
        call({"a": 1}, "a"),
        call({}, "len"),
        bad=call({}, "a"),
        takes_any=True,
        asks=nothing,
    ),
    writing(
        store_attribute,
        NONE,
        call(_Box(), "content", 2),
        template="store",
        statement=True,
        holds=True,
        asks=nothing,
    ),
    writing(
        set_shape,
        NONE,
        call(np.zeros(6), (2, 3)),
        bad=call(np.zeros(6), (4, 3)),
        template="{0}.shape = {1}",
        statement=True,
        reshapes=True,
        closed=True,
        asks=nothing,
    ),
    writing(store_plainly, NONE, call(_Box(), "content", 2), holds=True, asks=nothing),
    writing(
        operator.setitem,
        NONE,
        call({}, "a", 1),
        bad=call([], 3, 1),
        name="store_item",
        closed=True,
        template="{0}[{1}] = {2}",
        statement=True,
        holds=True,
        asks=at(1),
    ),
    writing(
        delete_attribute,
        NONE,
        call(_Box(), "content"),
        bad=call(_Box(), "missing"),
        asks=nothing,
    ),
    writing(
        operator.delitem,
        NONE,
        call({"a": 1}, "a"),
        bad=call({}, "a"),
        name="delete_item",
        closed=True,
        template="del {0}[{1}]",
        statement=True,
        asks=at(1),
    ),
    writing(delete_global, NONE, call({"a": 1}, "a"), bad=call({}, "a"), asks=nothing),
)
