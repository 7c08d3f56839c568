"""Rows whose rules see arrays: what their annotations mean, and what is not sure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from inspect import unwrap
from typing import Any

import numpy as np

from runtime.ops.operands import Unsure, number, operand, ranked
from runtime.ops.options import given, written
from runtime.ops.row import Row, Rule, Sample, TypeFailure, row
from runtime.types import ANY, Type

Out = Any
"""What is given to be written; a rule is not asked where it is: it is the result."""


def careful(rule: Rule) -> Rule:
    """Return a rule that returns `any` where the given rule is unsure or unsuited."""

    @wraps(rule)
    def careful_rule(*args: Any, **kwargs: Any) -> Type:
        try:
            return rule(*args, **kwargs)
        except TypeFailure:
            raise
        except (Unsure, TypeError, ValueError, AttributeError, OverflowError):
            return ANY

    return careful_rule


def array_rule(rule: Rule) -> Rule:
    """Let the annotations of a rule say how it sees its arguments.

    An argument of a parameter annotated `Operand`, `Number` or `Ranked` arrives as
    NumPy sees it. What is given for one annotated `Out` is the result. Of what is given
    for one annotated ``None`` the rule is unsure.
    """
    function = unwrap(rule)
    positional = function.__code__.co_varnames[: function.__code__.co_argcount]
    # Annotations are text: all files of rules postpone them.
    kinds = function.__annotations__
    out = next((name for name, kind in kinds.items() if kind == "Out"), None)
    if out is None and _VIEWS.keys().isdisjoint(kinds.values()):
        return rule
    views = {name: _VIEWS.get(kind, _as_it_is) for name, kind in kinds.items()}

    @wraps(rule)
    def seeing_rule(*args: Any, **kwargs: Any) -> Type:
        if out is not None:
            target = written((dict(zip(positional, args)) | kwargs).get(out))
            if target is not None:
                return target
        seen = [views[name](one) for name, one in zip(positional, args)]
        named = {name: views.get(name, _as_it_is)(one) for name, one in kwargs.items()}
        return rule(*seen, *args[len(seen) :], **named)

    return seeing_rule


def _as_it_is(argument: Any) -> Any:
    return argument


def _absent(argument: Any) -> None:
    if given(argument):
        raise Unsure("an option that is not understood")


_VIEWS: dict[str, Callable[[Any], Any]] = {
    "Operand": operand,
    "Number": number,
    "Ranked": ranked,
    "None": _absent,
}


def array_row(
    kernel: Callable[..., Any], rule: Rule | Type, *samples: Sample, **more: Any
) -> Row:
    """Make a row whose rule sees operands and may be unsure.

    What a rule takes as ``out=`` the operation writes. NumPy's operations reach nothing
    but their operands, unless the row says otherwise.
    """
    more.setdefault("closed", True)
    if not isinstance(rule, Type):
        if "out" in unwrap(rule).__annotations__:
            more.setdefault("writes", ("out",))
        rule = careful(array_rule(rule))
    more.setdefault("by_class", True)
    return row(kernel, rule, *samples, **more)


def function_row(
    function: Callable[..., Any],
    rule: Rule | Type,
    *samples: Sample,
    also: tuple[Callable[..., Any], ...] = (),
    **more: Any,
) -> Row:
    """Return the row of a NumPy function; `also` are its other names."""
    return array_row(function, rule, *samples, functions=(function, *also), **more)


def function_rows(
    functions: Iterable[Callable[..., Any]],
    rule: Rule | Type,
    *samples: Sample,
    **more: Any,
) -> tuple[Row, ...]:
    """Make the rows of NumPy functions that are alike."""
    return tuple(function_row(each, rule, *samples, **more) for each in functions)


def present(*names: str) -> Iterator[Callable[..., Any]]:
    """Yield those functions that this version of NumPy has."""
    return (getattr(np, name) for name in names if hasattr(np, name))


def method_row(name: str, rule: Rule | Type, *samples: Sample, **more: Any) -> Row:
    """Return the row of an array's method that no NumPy function corresponds to."""
    more.setdefault("name", f"array_{name}")
    return array_row(method(name), rule, *samples, method=name, **more)


def method(name: str) -> Callable[..., Any]:
    """Return the kernel that calls a method of an array or a NumPy scalar."""

    def kernel(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, name)(*args, **kwargs)

    kernel.__name__ = kernel.__qualname__ = name
    return kernel
