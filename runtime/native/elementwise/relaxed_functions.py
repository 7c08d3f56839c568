"""Elementary functions of doubles that may be a few bits other than NumPy's.

They have the signature of NumPy's inner loops. Numbers out of the ordinary (NaN,
infinities, what overflows, arguments too large to reduce) are left to NumPy's own loop,
so that their results and warnings are the same. The reductions and polynomials are
those of FreeBSD's msun (Sun Microsystems' fdlibm).
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Callable, Sequence

import numpy as np

from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.ufunc_loops import InnerLoop, loop_of
from runtime.native.loading.library import library

_SHIFTER = 1.5 * 2.0**52
"""Added to a number, it leaves the nearest integer in the last bits."""
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_HALF_PI = (
    1.57079632673412561417e00,
    6.07710050630396597660e-11,
    2.02226624871116645580e-21,
    8.47842766036889956997e-32,
)
"""The half of pi in parts of 33 bits: their products with 20 bits are exact."""
_LOG = (
    *(6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01),
    *(2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01),
    1.479819860511658591e-01,
)
_SIN = (
    *(-1.66666666666666324348e-01, 8.33333333332248946124e-03),
    *(-1.98412698298579493134e-04, 2.75573137070700676789e-06),
    *(-2.50507602534068634195e-08, 1.58969099521155010221e-10),
)
_COS = (
    *(4.16666666666666019037e-02, -1.38888888888741095749e-03),
    *(2.48015872894767294178e-05, -2.75573143513906633035e-07),
    *(2.08757232129817482790e-09, -1.13596475577881948265e-11),
)
_ABSOLUTE = str(2**63 - 1)
ULPS = {"exp": 1, "log": 1, "sin": 3, "cos": 3, "tanh": 3}
"""How far a result is from the exact one at most, in units in the last place."""


def _bits(value: float) -> int:
    found: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return found


class _Formula:
    """Arithmetic of doubles in a function."""

    def __init__(self, w: Writer) -> None:
        self.w = w

    def do(self, verb: str, one: str, other: str) -> str:
        return self.w.put(f"{verb} double {one}, {other}")

    def fma(self, one: str, two: str, three: str) -> str:
        given = (("double", each) for each in (one, two, three))
        return self.w.intrinsic("double", "llvm.fmuladd.f64", *given)

    def series(self, x: str, numbers: Sequence[float]) -> str:
        """Return ``numbers[0] + x * (numbers[1] + x * ...)``."""
        found = real(numbers[-1])
        for number in reversed(numbers[:-1]):
            found = self.fma(found, x, real(number))
        return found

    def integer(self, x: str) -> str:
        return self.w.put(f"bitcast double {x} to i64")

    def double(self, x: str) -> str:
        return self.w.put(f"bitcast i64 {x} to double")

    def nearest(self, x: str, factor: float) -> tuple[str, str]:
        """Return the integer nearest to a product: its bits, and itself."""
        shifted = self.fma(x, real(factor), real(_SHIFTER))
        return self.integer(shifted), self.do("fsub", shifted, real(_SHIFTER))

    def without(self, x: str, count: str, parts: Sequence[float]) -> str:
        """Return a number less some times a constant."""
        for part in parts:
            x = self.fma(count, real(-part), x)
        return x

    def exponential_less_1(self, x: str) -> str:
        """Return ``exp(x) - 1`` for a small number."""
        numbers = [1 / math.factorial(n) for n in range(2, 14)]
        square = self.do("fmul", x, x)
        return self.fma(square, self.series(x, numbers), x)


def _exp(f: _Formula, x: str) -> str:
    bits, count = f.nearest(x, 1 / math.log(2))
    rest = f.without(x, count, (_LN2_HIGH, _LN2_LOW))
    found = f.do("fadd", f.exponential_less_1(rest), real(1.0))
    scale = f.w.put(f"shl i64 {bits}, 52")
    return f.double(f.w.put(f"add i64 {f.integer(found)}, {scale}"))


def _log(f: _Formula, x: str) -> str:
    bits = f.integer(x)
    far = f.w.put(f"sub i64 {bits}, {_bits(math.sqrt(0.5))}")
    exponent = f.w.put(f"ashr i64 {far}, 52")
    scale = f.w.put(f"shl i64 {exponent}, 52")
    near_one = f.double(f.w.put(f"sub i64 {bits}, {scale}"))
    shifted = f.w.put(f"add i64 {exponent}, {_bits(_SHIFTER)}")
    count = f.do("fsub", f.double(shifted), real(_SHIFTER))
    more = f.do("fsub", near_one, real(1.0))
    part = f.do("fdiv", more, f.do("fadd", more, real(2.0)))
    square = f.do("fmul", part, part)
    series = f.do("fmul", square, f.series(square, _LOG))
    half = f.do("fmul", f.do("fmul", more, real(0.5)), more)
    low = f.fma(part, f.do("fadd", half, series), f.do("fmul", count, real(_LN2_LOW)))
    inner = f.do("fsub", f.do("fsub", half, low), more)
    return f.do("fsub", f.do("fmul", count, real(_LN2_HIGH)), inner)


def _wave(quarter: int) -> Callable[[_Formula, str], str]:
    def wave(f: _Formula, x: str) -> str:
        bits, count = f.nearest(x, 2 / math.pi)
        rest = f.without(x, count, _HALF_PI)
        square = f.do("fmul", rest, rest)
        sine = f.fma(square, f.series(square, _SIN), real(1.0))
        sine = f.do("fmul", rest, sine)
        tail = f.do("fmul", square, f.series(square, _COS))
        cosine = f.fma(square, f.do("fadd", tail, real(-0.5)), real(1.0))
        turn = f.w.put(f"add i64 {bits}, {quarter}")
        odd = f.w.put(f"trunc i64 {turn} to i1")
        found = f.w.put(f"select i1 {odd}, double {cosine}, double {sine}")
        sign = f.w.put(f"shl i64 {f.w.put(f'lshr i64 {turn}, 1')}, 63")
        return f.double(f.w.put(f"xor i64 {f.integer(found)}, {sign}"))

    return wave


def _tanh(f: _Formula, x: str) -> str:
    bits = f.integer(x)
    size = f.w.put(f"and i64 {bits}, {_ABSOLUTE}")
    far = f.w.put(f"icmp sgt i64 {size}, {_bits(22.0)}")  # where it is 1
    size = f.w.put(f"select i1 {far}, i64 {_bits(22.0)}, i64 {size}")
    twice = f.do("fmul", f.double(size), real(2.0))
    number, count = f.nearest(twice, 1 / math.log(2))
    rest = f.without(twice, count, (_LN2_HIGH, _LN2_LOW))
    exponent = f.w.put(f"shl i64 {number}, 52")
    scale = f.double(f.w.put(f"add i64 {exponent}, {_bits(1.0)}"))
    less = f.do("fsub", scale, real(1.0))
    found = f.fma(f.exponential_less_1(rest), scale, less)
    found = f.do("fdiv", found, f.do("fadd", found, real(2.0)))
    sign = f.w.put(f"and i64 {bits}, {-(2**63)}")
    return f.double(f.w.put(f"or i64 {f.integer(found)}, {sign}"))


def _below(limit: float) -> Callable[[Writer, str], str]:
    """Return the test of numbers whose size is not below a limit, or that are NaN."""

    def test(w: Writer, bits: str) -> str:
        size = w.put(f"and i64 {bits}, {_ABSOLUTE}")
        return w.put(f"icmp sge i64 {size}, {_bits(limit)}")

    return test


def _no_number(w: Writer, bits: str) -> str:
    size = w.put(f"and i64 {bits}, {_ABSOLUTE}")
    return w.put(f"icmp sgt i64 {size}, {_bits(math.inf)}")


def _not_positive(w: Writer, bits: str) -> str:
    least = _bits(float(np.finfo(float).tiny))
    far = w.put(f"sub i64 {bits}, {least}")
    return w.put(f"icmp uge i64 {far}, {_bits(math.inf) - least}")


_Special = Callable[[Writer, str], str]
FUNCTIONS: dict[str, tuple[Callable[[_Formula, str], str], _Special]] = {
    "exp": (_exp, _below(708.0)),
    "log": (_log, _not_positive),
    "sin": (_wave(0), _below(2.0**20)),
    "cos": (_wave(1), _below(2.0**20)),
    "tanh": (_tanh, _no_number),
}
"""The formula of each function, and the test of numbers that it does not do."""


def relaxed_loop(ufunc: np.ufunc, dtype: np.dtype) -> InnerLoop:
    """Return a loop that may give other bits than NumPy's, if there is one."""
    exact = loop_of(ufunc, dtype)
    if ufunc.__name__ not in FUNCTIONS or dtype != np.dtype(float):
        return exact
    return _compiled()[ufunc.__name__]


@functools.cache
def _compiled() -> dict[str, InnerLoop]:
    exact = {name: loop_of(getattr(np, name), np.dtype(float)) for name in FUNCTIONS}
    known: dict[str, int] = {}
    for loop in exact.values():
        known |= loop.addresses
    symbols = {name: f"autograph_relaxed_{name}" for name in FUNCTIONS}
    text = module_text({name: loop.symbol for name, loop in exact.items()}, symbols)
    addresses = library().functions(text, list(symbols.values()), known)
    found = {}
    for name, loop in exact.items():
        symbol = symbols[name]
        given = {
            symbol: addresses[symbol],
            f"{symbol}_context": loop.addresses[f"{loop.symbol}_context"],
            f"{symbol}_auxiliary": loop.addresses[f"{loop.symbol}_auxiliary"],
        }
        found[name] = InnerLoop(symbol, given, loop.keeps)
    return found


def module_text(exact: dict[str, str], symbols: dict[str, str]) -> str:
    """Return the functions in LLVM's assembly language.

    Parameters
    ----------
    exact : dict
        The symbols of NumPy's loops.
    symbols : dict
        The symbols of the new ones.
    """
    declared: dict[str, str] = {}
    texts = []
    for name, (formula, special) in FUNCTIONS.items():
        loop, block = Writer(), Writer()
        _write_loop(loop, exact[name], f"{symbols[name]}_block", special)
        with block.turns("%n") as turn:
            at = block.put(f"getelementptr double, ptr %in, i64 {turn}")
            found = formula(_Formula(block), block.load("double", at))
            to = block.put(f"getelementptr double, ptr %out, i64 {turn}")
            block.store("double", found, to)
        block.end("ret void")
        five = ", ".join(
            f"ptr %{each}" for each in ("context", "data", "sizes", "steps", "more")
        )
        texts.append(loop.function(f"define i32 @{symbols[name]}({five})"))
        head = "ptr noalias %in, ptr noalias %out, i64 %n"
        head = f"define internal void @{symbols[name]}_block({head}) noinline"
        texts.append(block.function(head, "ret void"))
        declared |= loop.declared | block.declared
        given = ", ".join(["ptr"] * 5)
        declared[exact[name]] = f"declare i32 @{exact[name]}({given})"
    return "\n".join((*declared.values(), *texts))


def _write_loop(w: Writer, exact: str, block: str, special: _Special) -> None:
    """Write the choice between a block of ordinary numbers and NumPy's loop."""
    source, target = w.load("ptr", "%data"), w.load("ptr", w.at("%data", 8))
    count = w.load("i64", "%sizes")
    plain, look, own, left = map(w.label, ("plain", "look", "own", "left"))
    steps = w.load("i64", "%steps"), w.load("i64", w.at("%steps", 8))
    close = [w.put(f"icmp eq i64 {step}, 8") for step in steps]
    w.branch(w.put(f"and i1 {close[0]}, {close[1]}"), look, left)
    w.begin(look)
    some = w.slot("i64")
    w.store("i64", "0", some)
    with w.turns(count) as turn:
        at = w.put(f"getelementptr i64, ptr {source}, i64 {turn}")
        test = special(w, w.load("i64", at))
        wide = w.put(f"zext i1 {test} to i64")
        w.store("i64", w.put(f"or i64 {w.load('i64', some)}, {wide}"), some)
    w.branch(w.put(f"icmp eq i64 {w.load('i64', some)}, 0"), own, left)
    w.begin(own)
    w.do(f"call void @{block}(ptr {source}, ptr {target}, i64 {count})")
    w.jump(plain)
    w.begin(left)
    given = "ptr %context, ptr %data, ptr %sizes, ptr %steps, ptr %more"
    status = w.put(f"call i32 @{exact}({given})")
    w.end(f"ret i32 {status}")
    w.begin(plain)
    w.leave(0)
