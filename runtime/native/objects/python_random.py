"""Draws of Python's `random`, on the state of the user's own generator.

The generator is the Mersenne Twister of M. Matsumoto and T. Nishimura, "Mersenne
Twister: A 623-dimensionally equidistributed uniform pseudorandom number generator", ACM
Transactions on Modeling and Computer Simulation 8 (1998). What `random.Random` makes of
its words: https://github.com/python/cpython/blob/main/Lib/random.py and
Modules/_randommodule.c there.
"""

from __future__ import annotations

import ctypes
import functools
import random
from collections.abc import Callable, Sequence
from typing import Any

from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.values import NotNative, Scalar, Stream
from runtime.native.scalars.conversions import as_integer, is_float, to_float
from runtime.types import FLOAT, INT

_HEAD = object.__basicsize__
"""The bytes before the state of a generator: the position, then 624 words."""
_BYTES = 4 * 625
_EXACT = 2**52
"""Integers below it are floats, and their differences."""

_WORD = """define internal i32 @autograph_word(ptr %state) {
  %words = getelementptr i8, ptr %state, i64 4
  %first = load i32, ptr %state
  %left = icmp ult i32 %first, 624
  br i1 %left, label %draw, label %twist
twist:
  %k = phi i64 [ 0, %0 ], [ %k.next, %twist ]
  %k.next = add i64 %k, 1
  %k.last = icmp eq i64 %k.next, 624
  %one = select i1 %k.last, i64 0, i64 %k.next
  %far.sum = add i64 %k, 397
  %far.over = icmp uge i64 %far.sum, 624
  %far.less = sub i64 %far.sum, 624
  %far = select i1 %far.over, i64 %far.less, i64 %far.sum
  %at = getelementptr i32, ptr %words, i64 %k
  %one.at = getelementptr i32, ptr %words, i64 %one
  %far.at = getelementptr i32, ptr %words, i64 %far
  %a = load i32, ptr %at
  %b = load i32, ptr %one.at
  %c = load i32, ptr %far.at
  %upper = and i32 %a, -2147483648
  %lower = and i32 %b, 2147483647
  %y = or i32 %upper, %lower
  %half = lshr i32 %y, 1
  %bit = and i32 %y, 1
  %mask = sub i32 0, %bit
  %matrix = and i32 %mask, -1727483681
  %mixed = xor i32 %c, %half
  %new = xor i32 %mixed, %matrix
  store i32 %new, ptr %at
  br i1 %k.last, label %draw, label %twist
draw:
  %now = phi i32 [ %first, %0 ], [ 0, %twist ]
  %now.wide = zext i32 %now to i64
  %now.at = getelementptr i32, ptr %words, i64 %now.wide
  %w0 = load i32, ptr %now.at
  %next = add i32 %now, 1
  store i32 %next, ptr %state
  %s1 = lshr i32 %w0, 11
  %w1 = xor i32 %w0, %s1
  %s2 = shl i32 %w1, 7
  %m2 = and i32 %s2, -1658038656
  %w2 = xor i32 %w1, %m2
  %s3 = shl i32 %w2, 15
  %m3 = and i32 %s3, -272236544
  %w3 = xor i32 %w2, %m3
  %s4 = lshr i32 %w3, 18
  %w4 = xor i32 %w3, %s4
  ret i32 %w4
}
"""
_BELOW = """define internal i64 @autograph_below(ptr %state, i64 %bound) {
  %zeros = call i64 @llvm.ctlz.i64(i64 %bound, i1 false)
  %bits = sub i64 64, %zeros
  %long = icmp ugt i64 %bits, 32
  %rest = select i1 %long, i64 %bits, i64 32
  %high.shift = sub i64 64, %rest
  %low.bits = sub i64 32, %bits
  br label %again
again:
  %word = call i32 @autograph_word(ptr %state)
  %low = zext i32 %word to i64
  br i1 %long, label %two, label %one
one:
  %short = lshr i64 %low, %low.bits
  br label %test
two:
  %more = call i32 @autograph_word(ptr %state)
  %more.wide = zext i32 %more to i64
  %high = lshr i64 %more.wide, %high.shift
  %high.moved = shl i64 %high, 32
  %both = or i64 %high.moved, %low
  br label %test
test:
  %found = phi i64 [ %short, %one ], [ %both, %two ]
  %inside = icmp ult i64 %found, %bound
  br i1 %inside, label %end, label %again
end:
  ret i64 %found
}
declare i64 @llvm.ctlz.i64(i64, i1)
"""


def address_of(generator: random.Random) -> int:
    """Return the address of the state of a generator, or 0 if it is not known."""
    return id(generator) + _HEAD if _knows_memory() else 0


def kept(generator: random.Random) -> Callable[[], object]:
    """Return what takes back all that is drawn from now on."""
    address = address_of(generator)
    state = ctypes.string_at(address, _BYTES)
    spare = vars(generator)["gauss_next"]

    def take_back() -> None:
        ctypes.memmove(address, state, _BYTES)
        vars(generator)["gauss_next"] = spare

    return take_back


@functools.cache
def _knows_memory() -> bool:
    """Whether the state of a `random.Random` lies in memory as is known here."""
    generator = random.Random(17)
    for _ in range(2):
        *words, position = generator.getstate()[1]
        known = (ctypes.c_uint32 * 625)(position, *words)
        if ctypes.string_at(id(generator) + _HEAD, _BYTES) != bytes(known):
            return False
        generator.getrandbits(7 * 32)
    return True


def _word(w: Writer, stream: Stream) -> str:
    found = w.call("i32", "autograph_word", ("ptr", stream.address))
    w.declared["autograph_word"] = _WORD
    return found


def _random(w: Writer, stream: Stream) -> str:
    """Write what `random.random` does: 53 bits of two words."""
    high = w.put(f"lshr i32 {_word(w, stream)}, 5")
    low = w.put(f"lshr i32 {_word(w, stream)}, 6")
    numbers = [w.put(f"uitofp i32 {each} to double") for each in (high, low)]
    scaled = w.put(f"fmul double {numbers[0]}, {real(67108864.0)}")
    whole = w.put(f"fadd double {scaled}, {numbers[1]}")
    return w.put(f"fmul double {whole}, {real(1.0 / 9007199254740992.0)}")


def _exact(w: Writer, value: Scalar) -> str:
    """Return a number as a float; fault if its differences may be none."""
    if not is_float(value.type):
        code = as_integer(w, value)
        w.fault_unless(w.put(f"icmp slt i64 {code}, {_EXACT}"))
        w.fault_unless(w.put(f"icmp sgt i64 {code}, {-_EXACT}"))
    return to_float(w, value)


def draw(w: Writer, stream: Stream, name: str, given: Sequence[Scalar]) -> Scalar:
    """Write a draw, and return the number.

    Parameters
    ----------
    w : Writer
        The function.
    stream : Stream
        The generator.
    name : str
        The method.
    given : sequence of Scalar
        Its arguments.
    """
    count = len(given)
    if name == "random" and not count:
        return Scalar(FLOAT, _random(w, stream))
    if name == "uniform" and count == 2:
        low, high = [_exact(w, each) for each in given]
        distance = w.put(f"fsub double {high}, {low}")
        part = w.put(f"fmul double {distance}, {_random(w, stream)}")
        return Scalar(FLOAT, w.put(f"fadd double {low}, {part}"))
    if any(is_float(each.type) for each in given):
        raise NotNative(f"draws by {name} of floats")
    if (name, count) not in (("randint", 2), ("randrange", 1), ("randrange", 2)):
        raise NotNative(f"draws by {name}")
    codes = [as_integer(w, each) for each in given]
    start, stop = codes if count == 2 else ("0", codes[0])
    for code in codes:
        w.fault_unless(w.put(f"icmp slt i64 {code}, {_EXACT}"))
        w.fault_unless(w.put(f"icmp sgt i64 {code}, {-_EXACT}"))
    width = w.put(f"sub i64 {stop}, {start}")
    if name == "randint":
        width = w.put(f"add i64 {width}, 1")
    w.fault_unless(w.put(f"icmp sgt i64 {width}, 0"))
    found = w.call("i64", "autograph_below", ("ptr", stream.address), ("i64", width))
    w.declared["autograph_word"] = _WORD
    w.declared["autograph_below"] = _BELOW
    return Scalar(INT, w.put(f"add i64 {start}, {found}"))


def is_python(generator: Any) -> bool:
    """Whether a generator is one of Python's."""
    return type(generator) is random.Random
