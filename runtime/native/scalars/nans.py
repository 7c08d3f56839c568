"""Whether values are NaNs."""

from __future__ import annotations

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import machine
from runtime.native.assembly.values import (
    ComplexNumber,
    Items,
    Machine,
    Scalar,
    Tagged,
)
from runtime.native.scalars.conversions import is_float
from runtime.native.scalars.unions import is_member, member


def nan_among(w: Writer, value: Machine) -> str:
    """Return whether a value is a NaN, or has one among its parts."""
    found = "false"
    match value:
        case Scalar(type=of, code=code) if is_float(of):
            return w.put(f"fcmp uno {machine(of)} {code}, {code}")
        case ComplexNumber(real=real, imag=imag):
            return w.put(f"fcmp uno double {real}, {imag}")
        case Items(items):
            for each in items:
                found = w.put(f"or i1 {found}, {nan_among(w, each)}")
        case Tagged():
            for number, one in enumerate(value.type.members):
                here = nan_among(w, member(value, one))
                if here != "false":
                    own = w.put(f"and i1 {is_member(w, value, number)}, {here}")
                    found = w.put(f"or i1 {found}, {own}")
    return found
