"""Derivatives of what derivatives are written with, and of random numbers."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Constant
from runtime.ops.facts import Call, Facts, Multilinear

_facts = Facts()

_facts.add(
    "masked_product",
    Multilinear(
        {
            0: lambda of, g, call: of.sum_to(
                of.masked_product(g, call.args[1]), call.args[0]
            ),
            1: lambda of, g, call: of.sum_to(
                of.multiply(g, call.args[0]), call.args[1]
            ),
        }
    ),
)


@_facts.defines("random_uniform")
def _uniform(of: Any, call: Call) -> Any:
    """Numbers between bounds: those between 0 and 1, moved and stretched."""
    key, shape, low, high, dtype = call.args
    drawn = of.random_uniform(key, shape, 0.0, 1.0, dtype)
    return of.add(low, of.multiply(of.subtract(high, low), drawn))


@_facts.defines("random_normal")
def _normal(of: Any, call: Call) -> Any:
    key, shape, loc, scale, dtype = call.args
    drawn = of.random_normal(key, shape, Constant(0.0), Constant(1.0), dtype)
    return of.add(loc, of.multiply(scale, drawn))


@_facts.defines("with_real")
def _with_real(of: Any, call: Call) -> Any:
    a, value = call.args
    return of.add(value, of.multiply(of.imag(a), Constant(1j)))


@_facts.defines("with_imag")
def _with_imag(of: Any, call: Call) -> Any:
    a, value = call.args
    return of.add(of.real(a), of.multiply(value, Constant(1j)))


FACTS = _facts.table
"""By the names of rows."""
