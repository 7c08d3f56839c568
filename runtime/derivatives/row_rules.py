"""The rules of rows, applied to one call in either mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from runtime.building import Builder
from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type
from runtime.ops.derivatives.rule_writing import may_be_complex
from runtime.ops.facts import (
    Call,
    Linear,
    Multilinear,
    Own,
    Partials,
    Quotient,
    Unknown,
    leaves_out,
    shape_of,
)
from runtime.ops.row import Row
from runtime.types import (
    COMPLEX,
    FLOAT,
    Array,
    NumpyScalar,
    PythonScalar,
    Type,
)


def pull_back(
    of: Builder, node: Node, call: Call, g: Any, place: int, masked: bool
) -> Any:
    """Return the cotangent of one operand of a call; None if it does not vary with it.

    Parameters
    ----------
    of : Builder
        What writes.
    node : Node
        The call.
    call : Call
        The call as rules see it.
    g : argument or list
        The cotangent of its result, or of each of its results.
    place : int
        The position of the operand.
    masked : bool
        Whether it may be 0 because the result, or the operand, does not matter: see
        `runtime.derivatives.masking`.

    Raises
    ------
    Unknown
        If there is no rule for it.
    """
    row = node.operation
    assert isinstance(row, Row)
    fact = row.derivative
    of.operation = row
    if isinstance(fact, Partials):
        if leaves_out(fact, place):
            return None  # whatever its options say
        if node.kwargs or place >= len(fact.partials):
            raise Unknown("an option")
        found = _times(of, g, fact, place, call, masked)
        return None if found is None else fitted(of, found, node.args[place])
    if isinstance(fact, (Linear, Multilinear, Own)):
        if place not in fact.transposes:
            raise Unknown("an operand that the rule takes to be constant")
        rule = fact.transposes[place]
        return None if rule is None else rule(of, g, call)
    raise Unknown("no rule")


def push_forward(
    of: Builder, node: Node, call: Call, tangents: Mapping[int, Any], masked: bool
) -> Any:
    """Return the tangent of the result of a call; None if it does not vary.

    Parameters
    ----------
    of, node, call, masked
        As those of `pull_back`.
    tangents : mapping
        The tangents of the operands that vary, by position; of a display as a display.
    """
    row = node.operation
    assert isinstance(row, Row)
    fact = row.derivative
    of.operation = row
    if isinstance(fact, Partials):
        if all(leaves_out(fact, place) for place in tangents):
            return None
        if node.kwargs or max(tangents) >= len(fact.partials):
            raise Unknown("an option")
        terms = [
            _times(of, tangent, fact, place, call, masked)
            for place, tangent in tangents.items()
        ]
        return _total(of, [term for term in terms if term is not None], call)
    if not isinstance(fact, (Linear, Multilinear, Own)):
        raise Unknown("no rule")
    if not fact.transposes.keys() >= tangents.keys():
        raise Unknown("an operand that the rule takes to be constant")
    if isinstance(fact, Own):
        return fact.forward(of, tangents, call)
    options = tuple(node.kwargs)
    if isinstance(fact, Linear):
        args = list(node.args)
        for place, rule in fact.transposes.items():
            if rule is not None and place < len(args):
                args[place] = tangents.get(place) or zeros(of, args[place])
        return of.call(row, args, options)
    products: list[Argument] = []
    for place, tangent in tangents.items():
        args = [*node.args[:place], tangent, *node.args[place + 1 :]]
        products.append(of.call(row, args, options))
    return _total(of, products, call)


def zeros(of: Builder, argument: Argument) -> Argument:
    """Return zeros of the shape of an argument; of a display, item by item."""
    if isinstance(argument, Display):
        items = tuple(zeros(of, item) for item in argument.items)
        return Display(argument.kind, items)
    found: Argument = of.zero_of(argument)
    return found


def _times(
    of: Builder, g: Argument, fact: Partials, place: int, call: Call, masked: bool
) -> Argument | None:
    """Return a derivative times a partial; where it is masked, 0 stays 0."""
    partial = fact.partials[place]
    if partial is None:
        return None
    found: Argument
    if partial == 1:
        return g
    if partial == -1:
        found = of.negative(g)
        return found
    assert callable(partial)
    factor = partial(of, call.result, *call.args)
    if factor is None:
        return None
    if isinstance(factor, Quotient):
        return _divided(of, g, factor, masked)
    if isinstance(factor, Constant) or not masked:
        found = of.multiply(g, factor)
    else:
        found = of.masked_product(g, factor)
    return found


def _divided(of: Builder, g: Argument, factor: Quotient, masked: bool) -> Argument:
    """Return a derivative times a quotient."""
    found: Argument
    numerator, divisor = factor.numerator, factor.divisor
    if masked:
        if isinstance(numerator, float) and isinstance(
            argument_type(divisor), PythonScalar
        ):
            numerator = np.float64(numerator)  # Python's would not divide by 0
        found = of.masked_product(g, of.divide(numerator, divisor))
        return found
    found = of.divide(g, divisor)
    if isinstance(numerator, float) and numerator == 1.0:
        return found
    found = of.multiply(found, numerator)
    return found


def _total(of: Builder, terms: list[Argument], call: Call) -> Argument | None:
    if not terms:
        return None
    total = terms[0]
    for term in terms[1:]:
        total = of.add(total, term)
    known = shape_of(call.result)
    if known is None or None in known or shape_of(total) != known:
        total = of.spread(total, call.result)
    return total


def fitted(of: Builder, g: Argument, x: Argument) -> Argument:
    """Return a cotangent in the shape of what it is for."""
    shape = shape_of(x)
    if isinstance(argument_type(g), Array) == isinstance(argument_type(x), Array):
        if shape is not None and None not in shape and shape_of(g) == shape:
            return g
    found: Argument = of.sum_to(g, x)
    return found


def cast(of: Builder, g: Argument, x: Argument) -> Argument:
    """Return a derivative in the kind and dtype of what it is for."""
    own, wanted = argument_type(g), argument_type(x)
    if _is_number(own) and isinstance(wanted, Array):
        g = of.spread(g, x)
    elif _is_number(wanted) and isinstance(own, Array):
        g = of.sum_to(g, x)
    return in_dtype(of, g, x)


def in_dtype(of: Builder, g: Argument, x: Argument) -> Argument:
    """Return a derivative in the dtype of what it is for, or for a part of.

    What a real number varies with is the real part: see `docs/gradients.md`.
    """
    if may_be_complex(g) and not may_be_complex(x):
        g = of.real(g)
    own, wanted = argument_type(g), argument_type(x)
    dtype = getattr(wanted, "dtype", None)
    if wanted in (FLOAT, COMPLEX):
        dtype = np.dtype(float if wanted == FLOAT else complex)
    if dtype is None or dtype.kind not in "fc":
        return g
    known = getattr(own, "dtype", None)
    if known == dtype:
        return g
    found: Argument
    if isinstance(own, Array):
        found = of.array_astype(g, Constant(dtype))
    elif isinstance(own, NumpyScalar):
        found = of.convert_scalar(Constant(dtype.type), g)
    else:
        found = g
    return found


def _is_number(of: Type) -> bool:
    return isinstance(of, (NumpyScalar, PythonScalar))
