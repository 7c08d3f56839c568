"""Derivatives of the functions of `cmath`: those of NumPy's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.ir.nodes import Argument, Constant
from runtime.ops.derivatives.rule_writing import may_be_complex
from runtime.ops.facts import Call, Facts

_facts = Facts()

NUMPYS = {
    **{name: name for name in "exp log10 sqrt sin cos tan sinh cosh tanh".split()},
    **{f"a{name}": f"arc{name}" for name in "sin cos tan sinh cosh tanh".split()},
    "phase": "angle",
}
"""The functions of one number, and NumPy's that are the same for complex ones."""


def _complex(of: Any, x: Argument) -> Any:
    """Return a number as a complex one: NumPy's functions give none for real ones."""
    return x if may_be_complex(x) else of.add(x, Constant(0j))


def _same_as(name: str) -> Callable[[Any, Call], Any]:
    return lambda of, call: getattr(of, name)(_complex(of, call.args[0]))


for _name, _numpys in NUMPYS.items():
    _facts.defines(f"cmath_{_name}")(_same_as(_numpys))


@_facts.defines("cmath_log")
def _logarithm(of: Any, call: Call) -> Any:
    number, *base = (of.log(_complex(of, each)) for each in call.args)
    return of.divide(number, base[0]) if base else number


@_facts.defines("cmath_polar")
def _polar(of: Any, call: Call) -> Any:
    z = _complex(of, call.args[0])
    return [of.absolute(z), of.angle(z)]


@_facts.defines("cmath_rect")
def _from_polar(of: Any, call: Call) -> Any:
    radius, angle = call.args
    return of.multiply(radius, of.exp(of.multiply(angle, Constant(1j))))


FACTS = _facts.table
"""By the names of rows."""
