"""The methods that `dataclasses` generates, and what they do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import CellType, FunctionType
from typing import Any

from tracer.flow.container_contents import all_containers
from tracer.record.value_classes import PLAIN_TYPES
from tracer.serve.origins import AttributeOf, Fixed, ItemOf, Origin


def shared_by_instances(
    kind: type, passed: Container[str] = ()
) -> Iterator[tuple[str, Any, Origin]]:
    """Yield what the instances of a dataclass get that a call does not pass.

    Yields
    ------
    name, value, origin
        A field; its default or default factory, and where that is found.
    """
    known = AttributeOf(Fixed(kind, kind.__name__), "__dataclass_fields__")
    for each in fields(kind) if is_dataclass(kind) else ():
        for attribute in ("default", "default_factory"):
            value = getattr(each, attribute)
            shared = value is not MISSING and type(value) not in PLAIN_TYPES
            if shared and each.name not in passed:
                place = AttributeOf(ItemOf(known, each.name), attribute)
                yield each.name, value, place


def replaced_in(
    function: FunctionType,
    cells: Mapping[str, CellType],
    replaced: Callable[[Any], Any],
) -> FunctionType:
    """Return a generated method with other values in its cells and defaults.

    Parameters
    ----------
    function
        The method.
    cells
        Its cells, by name.
    replaced
        Returns what replaces a value.
    """
    contents = [replaced(each.cell_contents) for each in cells.values()]
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        tuple(map(replaced, function.__defaults__ or ())),
        tuple(map(CellType, contents)),
    )
    keywords = function.__kwdefaults__ or {}
    made.__kwdefaults__ = {name: replaced(each) for name, each in keywords.items()}
    return made


def given_fields(kind: type, args: Any, kwargs: Any) -> dict[str, Any] | None:
    """Return what a generated ``__init__`` sets the fields to; None if it raises."""
    try:
        bound = inspect.signature(kind).bind(*args, **kwargs).arguments
    except TypeError:  # the call raises it when it runs
        return None
    own = fields(kind) if is_dataclass(kind) else ()
    return {each.name: bound.get(each.name, each.default) for each in own}


def is_whole(value: Any) -> bool:
    """Whether a value has no containers in it, which the trace could lose sight of."""
    return value is not MISSING and not any(True for _ in all_containers(value))


def is_field_initializer(kind: type, function: Any) -> bool:
    """Whether `dataclasses` generated an ``__init__`` that only sets fields."""
    own = vars(kind).get("__dataclass_fields__", {}).values()
    plain = all(each.default_factory in (MISSING, list, dict, set) for each in own)
    generated = type(function) is FunctionType and (
        function.__code__.co_filename == "<string>"
    )
    return plain and generated and is_field_method(kind, function)


def is_field_method(kind: type, function: FunctionType) -> bool:
    """Whether `dataclasses` generated a method of a class."""
    own = vars(kind)
    return "__dataclass_fields__" in own and own.get(function.__name__) is function
