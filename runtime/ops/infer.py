"""Type inference: applies a row's type rule to arguments that may be unions."""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from itertools import product
from typing import Any

from runtime.ir.nodes import Argument, Constant, Value, values_in
from runtime.ops.operands import wide_integers
from runtime.ops.row import Row, Rule, TypeFailure
from runtime.types import (
    ANY,
    INT,
    NEVER,
    NONE,
    AnyType,
    Array,
    ClassArray,
    Container,
    List,
    Never,
    NumpyScalar,
    Tuple,
    Type,
    Union,
    join_all,
    members,
)

COMBINATION_CAP = 36
"""The number of combinations of union members above which the result is `any`."""


def infer(
    row: Row, args: Sequence[Argument], kwargs: Sequence[tuple[str, Argument]]
) -> tuple[Type, bool]:
    """Return the type of a call's result, and whether the call may fail by type.

    The rule is applied to each combination of union members. Combinations that fail are
    left out, since the run raises there. If all fail, the type is `never`.

    Parameters
    ----------
    row : Row
        The operation.
    args, kwargs : sequence
        The arguments of the call.
    """
    arguments = [*args, *[argument for _, argument in kwargs]]
    kinds = {each.name: each.type for one in arguments for each in values_in(one)}
    classes = set(map(type, kinds.values()))
    if Never in classes:
        return NEVER, False
    if AnyType in classes and not row.takes_any:
        nothing = row.statement and row.returns != "same"
        return NONE if nothing else ANY, True
    unions = {name: members(of) for name, of in kinds.items() if type(of) is Union}
    if math.prod(map(len, unions.values())) > COMBINATION_CAP:
        return ANY, True
    found: list[Type] = []
    fails = False
    for combination in product(*unions.values()):
        chosen = kinds | dict(zip(unions, combination, strict=True))
        given = [resolved(argument, chosen) for argument in args]
        named = {name: resolved(argument, chosen) for name, argument in kwargs}
        rule = row.rule
        if row.by_class and any(type(of) is ClassArray for of in chosen.values()):
            rule, fails = _of_classes(row), True
        try:
            found.append(rule(*given, **named))
        except TypeFailure:
            fails = True
        except TypeError:
            if _binds(rule, given, named):
                raise
            return ANY, True  # spelled as the rule does not know: the run decides
    result = join_all(found)
    # A rule that is not sure cannot say that the types fit.
    unsure = not row.takes_any and (
        isinstance(result, AnyType)
        or Container in classes
        or (Union in classes and any(map(_may_be_container, kinds.values())))
    )
    return result, fails or unsure


def depends_on_width(
    row: Row, args: Sequence[Argument], kwargs: Sequence[tuple[str, Argument]], of: Type
) -> bool:
    """Whether the type of a result holds for Python integers of 64 bits alone.

    Parameters
    ----------
    row, args, kwargs
        The call.
    of : Type
        The type that `infer` returns for it.
    """
    if not _has_dtype(of):
        return False
    arguments = [*args, *[argument for _, argument in kwargs]]
    leaves = [value for argument in arguments for value in values_in(argument)]
    if not any(has_integers(value.type) for value in leaves):
        return False
    with wide_integers():
        wide, _ = infer(row, args, kwargs)
    return wide not in (of, NEVER)


def has_integers(of: Type) -> bool:
    """Whether a value is a Python integer, or holds some in a list or tuple."""
    match of:
        case List():
            return has_integers(of.element)
        case Tuple():
            return any(map(has_integers, of.items))
        case Union():
            return any(map(has_integers, of.members))
    return of == INT


def _has_dtype(of: Type) -> bool:
    """Whether a value has a dtype, or holds values that have one."""
    match of:
        case List():
            return _has_dtype(of.element)
        case Tuple():
            return any(map(_has_dtype, of.items))
        case Union():
            return any(map(_has_dtype, of.members))
    return isinstance(of, (Array, NumpyScalar, ClassArray))


def _of_classes(row: Row) -> Rule:
    """Return the rule of a row for arrays of other classes than `ndarray`."""
    classes = import_module("runtime.ops.array_classes")  # few graphs need it
    return partial(classes.operation, row)


def _binds(rule: Rule, given: Sequence[Any], named: dict[str, Any]) -> bool:
    """Whether a call matches the signature of a rule."""
    try:
        inspect.signature(rule).bind(*given, **named)
    except TypeError:
        return False
    return True


def _may_be_container(of: Type) -> bool:
    """Whether a value may be a container, whose items have unknown types."""
    return any(isinstance(member, Container) for member in members(of))


def resolved(argument: Argument, types: dict[str, Type]) -> Any:
    """Return an argument as a rule takes it: values by their types, constants as is."""
    if isinstance(argument, Value):
        return types[argument.name]
    if isinstance(argument, Constant):
        return argument.value
    items = [resolved(item, types) for item in argument.items]
    match argument.kind:
        case "tuple":
            return tuple(items)
        case "list":
            return items
        case "slice":
            return slice(*items)
        case "dict":
            return dict(zip(items[::2], items[1::2], strict=True))
