"""Calls of rows, for the tests: from values to arguments, and results against types."""

from __future__ import annotations

import warnings
from itertools import count

import numpy as np

from runtime.ir.nodes import Argument, Constant, Display, Value
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import (
    CONTAINERS,
    NEVER,
    AnyType,
    Array,
    ClassArray,
    Container,
    List,
    Tuple,
    Type,
    accepts,
    any_lengths,
    members,
    type_of,
)

_NUMBERS = count()

EXACT, DIMENSIONS, RANK = "exact", "unknown dimensions", "unknown rank"
KNOWN = (EXACT, DIMENSIONS, RANK)


def argument(value: object, known: str = EXACT, symbolic: bool = False) -> Argument:
    """Return the argument that stands for a value in a graph.

    `known` says what is known of arrays, `symbolic` whether Python numbers are known
    by type only.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        return Value(f"v.{next(_NUMBERS)}", _less(type_of(value), known))
    if isinstance(value, (tuple, list)):
        items = tuple(argument(item, known, symbolic) for item in value)
        return Display("tuple" if isinstance(value, tuple) else "list", items)
    if isinstance(value, slice):
        bounds = (value.start, value.stop, value.step)
        return Display("slice", tuple(argument(b, known, symbolic) for b in bounds))
    if symbolic and type(value) in (int, float, complex):
        return Value(f"v.{next(_NUMBERS)}", type_of(value))
    return Constant(value)


def _less(of: Type, known: str) -> Type:
    if isinstance(of, ClassArray) and known != EXACT:
        return any_lengths(of)
    if not isinstance(of, Array) or known == EXACT:
        return of
    if known == RANK:
        return Array(of.dtype, None)
    return Array(of.dtype, (None,) * len(of.shape or ()))


def predict(
    row: Row, args: tuple, kwargs: dict, known: str = EXACT, symbolic: bool = False
) -> Type:
    """Return the type that is predicted for a call."""
    found, _ = infer(
        row,
        [argument(value, known, symbolic) for value in args],
        [(name, argument(value, known, symbolic)) for name, value in kwargs.items()],
    )
    return found


def run(row: Row, args: tuple, kwargs: dict) -> object:
    """Run the kernel, its warnings unheard."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return row.kernel(*args, **kwargs)


def holds(predicted: Type, value: object) -> bool:
    """Return whether a value is of a type, looking into tuples and lists."""
    for of in members(predicted):
        if isinstance(of, AnyType):
            return True
        if isinstance(of, Tuple):
            if isinstance(value, tuple) and len(value) == len(of.items):
                if all(map(holds, of.items, value)):
                    return True
        elif isinstance(of, List):
            if isinstance(value, list) and all(holds(of.element, v) for v in value):
                return True
        elif isinstance(of, Container):
            if type(value) is CONTAINERS[of.kind]:
                return True
        elif accepts(of, type_of(value)):
            return True
    return False


def describe(
    row: Row, args: tuple, kwargs: dict, predicted: Type, value: object
) -> str:
    """Spell a call and what came of it."""
    operands = [_spell(one) for one in args]
    operands += [f"{name}={_spell(one)}" for name, one in kwargs.items()]
    real = [str(type_of(one)) for one in value] if isinstance(value, list) else None
    return (
        f"{row.name}({', '.join(operands)}): predicted {predicted}, "
        f"got {real or type_of(value)}"
    )


def _spell(value: object) -> str:
    if isinstance(value, (np.ndarray, np.generic)):
        return str(type_of(value))
    return repr(value)


def check(
    row: Row, args: tuple, kwargs: dict, known: str = EXACT, symbolic: bool = False
) -> None:
    """Assert that what a call gives, if it gives anything, is of the predicted type."""
    predicted = predict(row, args, kwargs, known, symbolic)
    try:
        value = run(row, args, kwargs)
    except Exception:
        return
    assert predicted != NEVER, describe(row, args, kwargs, predicted, value)
    assert holds(predicted, value), describe(row, args, kwargs, predicted, value)
