"""Squares of floats by a product, where the C library's ``pow`` gives the same.

Python and NumPy compute ``x ** 2`` of a float by ``pow``, which is not always the
nearest float. The GNU C library's is off by at most 0.54 units in the last place
(comment in its sysdeps/ieee754/dbl-64/e_pow.c). So where the exact square is within
7/16 units of a float, ``pow`` returns that float: any other one is 9/16 away. A fused
multiply-add tells how far the exact square is from the product. The units are those
below the product, which are half as long if it is a power of two.
"""

from __future__ import annotations

import platform
from functools import cache

from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.guarding import constrained

_SINCE = (2, 28)
"""The version of the GNU C library that has this ``pow``."""

_LEAST, _MOST = 0x23D, 0x5F3
"""Exponents of numbers whose square, and its rest, are neither tiny nor infinite."""

# Of other numbers they would set flags that ``pow`` does not set.
_PRODUCT = constrained("fmul double %x, %x")
_REST = constrained("call double @llvm.fma.f64(double %x, double %x, double %less)")
_SQUARE = f"""\
define private double @autograph_square(double %x) alwaysinline {{
entry:
  %bits = bitcast double %x to i64
  %shifted = lshr i64 %bits, 52
  %exponent = and i64 %shifted, 2047
  %above = sub i64 %exponent, {_LEAST}
  %ordinary = icmp ult i64 %above, {_MOST - _LEAST}
  br i1 %ordinary, label %multiply, label %ask
multiply:
  %square = {_PRODUCT}
  %less = fneg double %square
  %rest = {_REST}
  %square.bits = bitcast double %square to i64
  %below.bits = sub i64 %square.bits, 1
  %power.bits = and i64 %below.bits, {0x7FF << 52}
  %power = bitcast i64 %power.bits to double
  %most = fmul double %power, {real(7 / 16 * 2.0**-52)}
  %rest.bits = bitcast double %rest to i64
  %size.bits = and i64 %rest.bits, {(1 << 63) - 1}
  %size = bitcast i64 %size.bits to double
  %sure = fcmp ole double %size, %most
  br i1 %sure, label %end, label %ask
ask:
  %asked = call double @pow(double %x, double 2.0) nobuiltin
  br label %end
end:
  %found = phi double [ %square, %multiply ], [ %asked, %ask ]
  ret double %found
}}
"""


def square(w: Writer, code: str) -> str:
    """Return what ``pow`` gives for a double and 2."""
    if not pow_is_near():
        return w.call("double", "pow", ("double", code), ("double", "2.0"))
    for each in (_PRODUCT, _REST):
        w.declare(each)
    w.declared["pow"] = "declare double @pow(double, double) nobuiltin"
    w.declared["autograph_square"] = _SQUARE
    return w.put(f"call double @autograph_square(double {code})")


@cache
def pow_is_near() -> bool:
    """Whether ``pow`` is known to be that near, and the processor multiplies so."""
    import llvmlite.binding as llvm

    name, version = platform.libc_ver()
    new = name == "glibc" and tuple(map(int, version.split(".")[:2])) >= _SINCE
    fused = platform.machine() == "aarch64" or llvm.get_host_cpu_features().get("fma")
    return new and bool(fused)
