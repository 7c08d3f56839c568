"""The methods that `dataclasses` generates, and what they do."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields, is_dataclass
from types import FunctionType
from typing import Any

from tracer.flow.container_contents import all_containers


def factories(kind: type) -> list[Any]:
    """Return the default factories of a dataclass's fields."""
    every = [field.default_factory for field in fields(kind)]
    return [each for each in every if each is not MISSING]


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
    generated = isinstance(function, FunctionType) and (
        function.__code__.co_filename == "<string>"
    )
    return plain and generated and is_field_method(kind, function)


def is_field_method(kind: type, function: FunctionType) -> bool:
    """Whether `dataclasses` generated a method of a class."""
    own = vars(kind)
    return "__dataclass_fields__" in own and own.get(function.__name__) is function
