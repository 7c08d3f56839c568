"""Derivatives of calls of ufuncs and of their methods: by the rows of the ufuncs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant
from runtime.ops.derivatives.rule_writing import before
from runtime.ops.facts import Call, Facts, Unknown, constant, rank_of

_facts = Facts()


def _ufunc(argument: Argument) -> str:
    ufunc = constant(argument)
    if not isinstance(ufunc, np.ufunc):
        raise Unknown("a function without partial derivatives")
    return str(ufunc.__name__)


def _written(of: Any, name: str, operands: Any) -> Any:
    """Write the call of a ufunc by its row."""
    try:
        write = getattr(of, name)
    except KeyError:
        raise Unknown(f"np.{name}, which has no row") from None
    return write(*operands)


@_facts.defines("ufunc_call")
def _called(of: Any, call: Call) -> Any:
    name, *operands = _ufunc(call.args[0]), *call.args[1:]
    if call.options.keys() - {"dtype", "casting", "order", "subok"}:
        raise Unknown("an option")
    found = _written(of, name, operands)
    if not isinstance(call.result, tuple):
        return found
    return [of.getitem(found, place) for place in range(len(call.result))]


@_facts.defines("ufunc_filled")
def _filled(of: Any, call: Call) -> Any:
    """What is not written takes no part: 1 in its place is harmless to all ufuncs."""
    ufunc, base, *operands = call.args
    if call.options.keys() - {"where"}:
        raise Unknown("an option")
    mask = call.options.get("where", Constant(True))
    safe = [of.where(mask, each, 1) for each in operands]
    found = _written(of, _ufunc(ufunc), safe)
    return of.spread(of.where(mask, found, base), call.result)


@_facts.defines("ufunc_outer")
def _outer(of: Any, call: Call) -> Any:
    ufunc, a, b = call.args
    for _ in range(rank_of(b)):
        a = of.expand_dims(a, -1)
    return _written(of, _ufunc(ufunc), (a, b))


_REDUCED = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min"}


@_facts.defines("ufunc_reduce")
def _reduced(of: Any, call: Call) -> Any:
    given = call.given("ufunc a axis dtype out keepdims initial where")
    name, a = _ufunc(given["ufunc"]), given["a"]
    names = ("axis", "keepdims", "initial", "where")
    options = {k: given[k] for k in names if k in given}
    options.setdefault("axis", Constant(0))
    if name in _REDUCED:
        return getattr(of, _REDUCED[name])(a, **options)
    if options.keys() - {"axis", "keepdims"}:
        raise Unknown("an option")
    axis = options["axis"]
    if name in ("logaddexp", "logaddexp2"):
        to, back = (of.exp, of.log) if name == "logaddexp" else (of.exp2, of.log2)
        top = of.max(a, axis=axis, keepdims=True)
        total = of.sum(to(of.subtract(a, top)), axis=axis, keepdims=True)
        found = of.add(back(total), top)
        return of.reshape_like(found, call.result) if rank_of(a) > 1 else of.sum(found)
    if name == "hypot":
        return of.norm(a, **options)
    if name == "subtract" and type(constant(axis)) is int:
        place = constant(axis) % rank_of(a)
        first = of.getitem(a, before(place, slice(0, 1)))
        rest = of.getitem(a, before(place, slice(1, None)))
        parts = of.sum(first, **options), of.sum(rest, **options)
        return of.subtract(*parts)
    raise Unknown(f"np.{name}.reduce")


@_facts.defines("ufunc_accumulate")
def _accumulated(of: Any, call: Call) -> Any:
    given = call.given("ufunc array axis dtype out")
    name, x = _ufunc(given["ufunc"]), given["array"]
    axis = given.constant("axis", 0)
    if name in ("add", "multiply"):
        return (of.cumsum if name == "add" else of.cumprod)(x, axis)
    if name in ("maximum", "minimum"):
        # Each comes from the last place so far that was as large.
        count = of.arange(of.dimension(x, axis % rank_of(x)))
        for _ in range(rank_of(x) - axis % rank_of(x) - 1):
            count = of.expand_dims(count, -1)
        place = of.where(of.equal(x, call.result), count, 0)
        place = of.ufunc_accumulate(Constant(np.maximum), place, axis)
        return of.take_along_axis(x, place, axis=axis)
    raise Unknown(f"np.{name}.accumulate")


@_facts.defines("ufunc_reduceat")
def _reduced_at(of: Any, call: Call) -> Any:
    """Sums from an index to the next: one element if that does not lie behind it."""
    given = call.given("ufunc array indices axis dtype out")
    if _ufunc(given["ufunc"]) != "add":
        raise Unknown(f"np.{_ufunc(given['ufunc'])}.reduceat")
    indices = np.asarray(constant(given["indices"]))
    axis = given.constant("axis", 0)
    x = of.moveaxis(given["array"], axis, 0)
    starts = indices.tolist()
    stops = [max(stop, start + 1) for start, stop in pairwise(starts)]
    parts = [
        of.sum(of.getitem(x, slice(start, stop)), axis=0, keepdims=True)
        for start, stop in zip(starts, [*stops, None], strict=True)
    ]
    return of.moveaxis(of.concatenate(parts), 0, axis)


FACTS = _facts.table
"""By the names of rows."""
