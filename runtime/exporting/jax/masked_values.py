"""What a mask takes of an array: the whole array and the mask, whose shapes are known.

Elements that the mask does not take are 1 before anything is computed of them, which
few functions and their derivatives mind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.building import Builder
from runtime.exporting.jax.jax_operands import is_mask
from runtime.exporting.jax.optional_values import Masked, NotApart, Parts, Tree
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Value,
    argument_type,
    values_in,
)
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import INT, Array, NumpyScalar, PythonScalar, Type, members

_KINDS = {"b": bool, "i": int, "u": int, "f": float, "c": complex}
_TOTALS = {"sum": 0, "prod": 1, "any": 0, "all": 1}
_EXTREMES = ("max", "min")
_MEANS = ("mean", "array_mean")
_SPREADS = ("var", "array_var", "std", "array_std")
_COUNTS = ("len", "size", "array_size")
_PLACES = ("flatnonzero", "nonzero", "where")


def masked_call(
    node: Node,
    row: Row,
    args: Sequence[Tree],
    of: Builder,
    is_computed: Callable[[Argument], bool],
) -> Tree | None:
    """Return what a call gives of which masks are operands; None for other calls.

    Parameters
    ----------
    node : Node
        The call.
    row : Row
        Its operation.
    args : sequence of Tree
        Its operands.
    of : Builder
        Writes what is needed.
    is_computed : callable
        Whether only the run knows a bound of a slice.

    Raises
    ------
    NotApart
        If it has no form.
    """
    made = _made(node, args, of)
    if row.name == "getitem" and isinstance(args[1], Display):
        if is_computed(args[1]) and args[1].kind == "slice":
            return _sliced(args[0], args[1], of)
    found = next((each for each in args if isinstance(each, Masked)), None)
    if made is not None or found is None:
        return made
    if args[0] is found and _is_count(row.name, args, found):
        return of.call(OPS["int"], (found.count(of),))
    if args[0] is found and row.name == "getitem":
        return _item(found, args[1], node, of)
    if _is_elementwise(row, node):
        return _elementwise(node, row, args, found, of)
    if args[0] is found:
        return _reduced(node, found, of)
    raise NotApart


def _made(node: Node, args: Sequence[Tree], of: Builder) -> Tree | None:
    """Return what a call takes by a mask, or writes by one; None for other calls."""
    name = node.operation.name
    if name in _PLACES and len(args) == 1 and not node.kwargs:
        return _places(name, args[0], of)
    if name == "getitem" and isinstance(args[0], Value):
        if isinstance(args[1], Masked):
            return _gathered(args[0], args[1], of)
        if isinstance(args[1], (Constant, Display, Value)) and is_mask(args[1]):
            return _taken(args[0], args[1], of)
    if name == "updated" and isinstance(args[2], Masked):
        return _written(args, of)
    return None


def _is_count(name: str, args: Sequence[Tree], found: Masked) -> bool:
    """Whether a call asks how many items there are."""
    if name == "dimension":
        return args[1] == Constant(0)
    if name == "load_attribute":
        return args[1] == Constant("size") and found.rank == 1
    return name in _COUNTS and len(args) == 1 and (name == "len" or found.rank == 1)


def _is_elementwise(row: Row, node: Node) -> bool:
    if node.kwargs:
        return False
    if row.name == "where":
        return len(node.args) == 3
    ufuncs = [each for each in row.functions if isinstance(each, np.ufunc)]
    return any(
        each.signature is None and each.nout == 1 and each.nin == len(node.args)
        for each in ufuncs
    )


def _elementwise(
    node: Node, row: Row, args: Sequence[Tree], found: Masked, of: Builder
) -> Masked:
    operands: list[Argument] = []
    for each in args:
        if isinstance(each, Masked):
            if each.mask != found.mask or each.rank != found.rank:
                raise NotApart
            operands.append(each.array)
        elif isinstance(each, (Value, Constant)) and _rank(each) < found.rank:
            operands.append(each)
        else:
            raise NotApart
    return found.with_array(of.call(row, operands, name=node.results[0].base))


def _taken(array: Argument, index: Argument, of: Builder) -> Masked:
    """Return what a mask takes."""
    if isinstance(index, Display) and index.kind == "tuple":
        mask, *others = index.items
        if not all(map(_is_plain_index, others)) or _rank(mask) != 1:
            raise NotApart
        # Three constants: the text of a slice leaves out the one that is the last.
        whole = Display("slice", (Constant(None), Constant(None), Constant(None)))
        array = of.getitem(array, Display("tuple", (whole, *others)))
    else:
        mask = index
    kind = argument_type(array)
    if not isinstance(mask, Value) or not isinstance(kind, Array):
        raise NotApart
    if kind.shape is None or kind.dtype.kind not in "biufc":
        raise NotApart
    rank = _rank(mask)
    if not 0 < rank <= len(kind.shape):
        raise NotApart
    found = Masked(array, mask, len(kind.shape) - rank + 1, rank)
    one = _like(1, array)
    return found.with_array(of.where(found.spread(of), array, one))


def _sliced(array: Tree, index: Display, of: Builder) -> Masked | None:
    """Return what a slice takes whose bounds are computed; its step is 1."""
    kind = argument_type(array) if isinstance(array, (Value, Constant)) else None
    if (
        not isinstance(kind, Array)
        or not kind.shape
        or index.items[2] != Constant(None)
    ):
        return None
    assert isinstance(array, (Value, Constant))
    if kind.dtype.kind not in "biufc":
        return None
    rows = Constant(kind.shape[0]) if kind.shape[0] else of.dimension(array, 0)
    places = of.arange(rows)
    start, stop = (_bound(each, rows, of) for each in index.items[:2])
    first = start in (Constant(None), Constant(0))
    mask = places
    if not first:
        mask = of.greater_equal(places, start)
    if stop != Constant(None):
        before = of.less(places, stop)
        mask = before if first else of.bitwise_and(mask, before)
    return Masked(array, mask, len(kind.shape), 1, size=stop if first else None)


def _bound(bound: Argument, rows: Argument, of: Builder) -> Argument:
    """Return a bound of a slice as a place."""
    if isinstance(bound, Constant):
        number: Any = bound.value
        if number is None or number >= 0:
            return bound
        counted: Argument = of.add(rows, number)
        return counted
    if isinstance(bound, Value) and bound.base == "count":
        return bound  # how many items a list has
    placed = of.where(of.less(bound, 0), of.add(bound, rows), bound)
    clipped: Argument = of.clip(placed, 0, rows)
    return clipped


def _is_plain_index(index: Argument) -> bool:
    if isinstance(index, Display):
        return index.kind == "slice"
    return all(
        isinstance(each, PythonScalar)
        or (isinstance(each, NumpyScalar) and each.dtype.kind in "iu")
        for each in members(argument_type(index))
    )


def _places(name: str, tested: Tree, of: Builder) -> Tree | None:
    """Return the indexes of what is not zero."""
    kind = argument_type(tested) if isinstance(tested, Value) else None
    if (
        not isinstance(kind, Array)
        or kind.shape is None
        or kind.dtype.kind not in "biuf"
    ):
        return None
    assert isinstance(tested, Value)
    mask: Argument = tested
    if len(kind.shape) != 1:
        if name != "flatnonzero":
            return None
        mask = of.ravel(mask)
    if kind.dtype.kind != "b":
        mask = of.not_equal(mask, 0)
    found = Masked(of.arange(of.dimension(mask, 0)), mask, 1, 1)
    return found if name == "flatnonzero" else Parts((found,))


def _gathered(array: Argument, index: Masked, of: Builder) -> Masked:
    if index.rank != 1 or index.mask_rank != 1:
        raise NotApart
    made = of.getitem(array, index.array)
    rank = _rank(made)
    return Masked(made, index.mask, rank, 1)


def _written(args: Sequence[Tree], of: Builder) -> Argument:
    """Return an array with other values where a mask says so."""
    array, mask, values = args
    assert isinstance(values, Masked)
    if not isinstance(array, (Value, Constant)) or mask != values.mask:
        raise NotApart
    if _rank(array) - values.mask_rank + 1 != values.rank:
        raise NotApart
    made: Argument = of.where(values.spread(of), values.array, array)
    if argument_type(made) != argument_type(array):
        made = of.call(OPS["cast_like"], (made, array), of=argument_type(array))
    return made


def _item(found: Masked, index: Tree, node: Node, of: Builder) -> Tree:
    if not isinstance(index, (Constant, Value)) or not _is_plain_index(index):
        raise NotApart
    number: Any = index.value if isinstance(index, Constant) else 0
    if not isinstance(index, Constant) and argument_type(index) != INT:
        raise NotApart
    if number < 0:
        index = of.add(found.count(of), number)
    return of.call(OPS["getitem"], (found.packed(of), index), of=node.results[0].type)


def _reduced(node: Node, found: Masked, of: Builder) -> Tree:
    name, base = node.operation.name, node.results[0].base
    options = dict(node.kwargs)
    axis = node.args[1] if len(node.args) > 1 else options.pop("axis", Constant(None))
    along = axis.value if isinstance(axis, Constant) else ...
    if options or len(node.args) > 2 or along not in (None, 0):
        raise NotApart
    if along is None and found.rank > 1 and name not in _TOTALS:
        raise NotApart
    if along == 0 and found.mask_rank != 1:
        raise NotApart
    kind = node.results[0].type

    def total(row: str, filled: Argument) -> Argument:
        given = (filled,) if along is None else (filled, Constant(0))
        return of.call(OPS[row], given, of=kind, name=base)

    def mean(values: Argument) -> Argument:
        rest = _like(0, values)
        added = total("sum", of.where(found.spread(of), values, rest))
        return of.call(OPS["divide"], (added, found.count(of)), of=kind, name=base)

    if name in _TOTALS:
        neutral = _like(_TOTALS[name], found.array)
        return total(name, of.where(found.spread(of), found.array, neutral))
    if name in _EXTREMES:
        least = _extreme(argument_type(found.array), name)
        return total(name, of.where(found.spread(of), found.array, least))
    if name in _MEANS:
        return mean(found.array)
    if name in _SPREADS and not _is_complex(found.array):
        apart = of.subtract(found.array, mean(found.array))
        spread = mean(of.multiply(apart, apart))
        return of.sqrt(spread) if name.endswith("std") else spread
    raise NotApart


def _is_complex(values: Argument) -> bool:
    kind = argument_type(values)
    return isinstance(kind, Array) and kind.dtype.kind == "c"


def _like(number: int, values: Argument) -> Constant:
    """Return a number of Python of the kind that an array has."""
    kind = argument_type(values)
    assert isinstance(kind, Array)
    return Constant(_KINDS[kind.dtype.kind](number))


def _extreme(of: Type, name: str) -> Constant:
    """Return what is never the largest, or smallest, of several numbers."""
    if not isinstance(of, Array) or of.dtype.kind not in "iuf":
        raise NotApart
    if of.dtype.kind == "f":
        return Constant(-np.inf if name == "max" else np.inf)
    limits = np.iinfo(of.dtype)
    return Constant(int(limits.min if name == "max" else limits.max))


def _rank(argument: Tree) -> int:
    if not isinstance(argument, (Value, Constant, Display)):
        raise NotApart
    kind = argument_type(argument)
    if isinstance(kind, Array):
        return len(kind.shape) if kind.shape is not None else 99
    single = isinstance(kind, (PythonScalar, NumpyScalar))
    return 0 if single or not list(values_in(argument)) else 99
