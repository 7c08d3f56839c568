"""Operations on floats that set flags only where the program does them.

To LLVM a division is as harmless as a move: of a small ``if`` it computes both arms,
and before a loop what is the same in all turns, whether or not any of them needs it.
The flags may then tell of a division by zero that the program guards against: a fault
that is none, in each call. LLVM does its *constrained* operations only where they are
written, and they become the same instructions. What sets no flag that tells of a fault
(comparisons, moves, integers) is always left to LLVM.

Both arms of an ``if`` take less time than a jump that the processor does not foresee:
on random numbers, sums and products in arms by themselves take ten times as long. So at
first only quotients, roots and conversions to integers are guarded, and only where that
pays: if something is compared with zero, or nearly, as such tests mostly come out the
same, and if all turns of a loop wait for the arms. A kernel that comes to faults all
the same is compiled once more with all of that guarded, and what is the same in all
turns of a loop, which may have none.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum

_PREFIX = "llvm.experimental.constrained."
_ROUNDED = 'metadata !"round.tonearest"'
_FLAGS = 'metadata !"fpexcept.maytrap"'
_SHORT = {"double": "f64", "float": "f32"}
_OF_TWO = re.compile(r"(\w+)(?: reassoc| contract)* (double|float) (\S+), (\S+)")
_CONVERTED = re.compile(r"(\w+) (double|float) (\S+) to (\w+)")
_CALLED = re.compile(r"call (double|float) @llvm\.(sqrt|fma)\.f\d+\((.+)\)")
_FORMS = {
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv"), _OF_TWO),
    **dict.fromkeys(("fptosi", "fptrunc"), _CONVERTED),
    "call": _CALLED,
}
_TESTED = re.compile(r"(?:fcmp \w+|icmp (?:eq|ne|sgt)) \w+ \S+, (\S+)")
_NEARLY = 1e-3
"""How far a float may be from zero that stands for it in a test."""
_SHORT_TEST = 12
_REGISTER = re.compile(r"%\w+")
_INTRINSIC = re.compile(r"call \S+ @llvm\.(?!experimental)")


class Level(IntEnum):
    """Which operations are to be done only where they are written."""

    NONE = 0
    """None: they are done in each turn of the loop around, or under no test."""
    FIXED = 1
    """Those that are the same in all turns of a loop, which stands under a test."""
    ALL = 2
    """All: they stand under a test."""


class Guard:
    """Tells which operations stand under a test.

    Attributes
    ----------
    level : Level
        Which operations are to be done only where they are written.
    all : bool
        Whether those are guarded too that seldom set flags where they are not done.
    """

    def __init__(self) -> None:
        self.level = Level.NONE
        self.all = False
        self._loops = 0
        self._bound: set[str] = set()
        self._pays = False

    @contextmanager
    def arm(self, long: bool = False) -> Iterator[None]:
        """Guard what is written: it is done only if a test is true.

        Parameters
        ----------
        long : bool
            Whether it takes longer to do it than to wait for the test.
        """
        before, near = self.level, self._pays
        self._pays |= long
        if before == Level.NONE:
            self._bound.clear()
        self.level = Level.ALL
        try:
            yield
        finally:
            self.level = before
            if long:
                self._pays = near

    @contextmanager
    def body(self) -> Iterator[None]:
        """Let LLVM do as it likes within the body of a loop.

        What is the same in all turns goes before the loop, even if that has none, and
        out of an arm in which the loop stands, if there is a loop around that.
        """
        level, pays, bound = self.level, self._pays, self._bound
        if self.all:
            self.level, self._bound = Level.FIXED, set()
        elif level == Level.ALL:
            self.level = Level.FIXED if self._loops else Level.NONE
        if level == Level.NONE:
            self._pays = False
        self._loops += 1
        try:
            yield
        finally:
            self._loops -= 1
            self.level, self._pays, self._bound = level, pays, bound

    def guarded(self, instruction: str) -> str:
        """Return an instruction, so that it is done only where it is written."""
        if self.level == Level.NONE:
            return instruction
        if self.level == Level.FIXED and self._is_bound(instruction):
            return instruction
        if not self.all and not (self._pays and _is_risky(instruction)):
            return instruction
        return constrained(instruction)

    def note(self, name: str, instruction: str) -> None:
        """Note a test, and a register that cannot be had before the present arm."""
        tested = _TESTED.fullmatch(instruction)
        if tested is not None and _is_near_zero(tested.group(1)):
            self._pays = True
        if self.level == Level.NONE:
            return
        verb = instruction.partition(" ")[0]
        outside = verb == "call" and not _INTRINSIC.match(instruction)
        if verb == "load" or outside or self._is_bound(instruction):
            self._bound.add(name)

    def _is_bound(self, instruction: str) -> bool:
        return not self._bound.isdisjoint(_REGISTER.findall(instruction))


def _is_risky(instruction: str) -> bool:
    """Whether an operation is one that programs guard against."""
    return instruction.startswith(("fdiv", "fptosi")) or "@llvm.sqrt" in instruction


def _is_near_zero(code: str) -> bool:
    """Whether a literal is zero, or an integer or float that stands for it."""
    if code in ("0", "0.0"):
        return True
    if not code.startswith("0x"):
        return False
    value: float = struct.unpack(">d", int(code, 16).to_bytes(8, "big"))[0]
    return abs(value) < _NEARLY


def is_first_test(lines: Sequence[str]) -> bool:
    """Whether LLVM makes the test of a ``while`` loop before its first turn.

    It does so with one that is short and has no other way out. Else the body of the
    loop stands under a test that comes after the loop has begun.
    """
    return len(lines) < _SHORT_TEST and not any(line.endswith(":") for line in lines)


def constrained(instruction: str) -> str:
    """Return an operation so that LLVM does it only where it is written.

    One that sets no flags is left as it is.

    Examples
    --------
    >>> constrained("fptosi double %r1 to i64")
    'call i64 @llvm.experimental.constrained.fptosi.i64.f64(double %r1, \
metadata !"fpexcept.maytrap")'
    >>> constrained("fneg double %r1")
    'fneg double %r1'
    """
    form = _FORMS.get(instruction.partition(" ")[0])
    found = None if form is None else form.fullmatch(instruction)
    if found is None:
        return instruction
    if form is _CALLED:
        of, verb, given = found.groups()
        operands, suffix = given, _SHORT[of]
    elif form is _OF_TWO:
        verb, of, left, right = found.groups()
        operands, suffix = f"{of} {left}, {of} {right}", _SHORT[of]
    else:
        verb, kind, code, of = found.groups()
        operands, suffix = f"{kind} {code}", f"{_SHORT.get(of, of)}.{_SHORT[kind]}"
    modes = _FLAGS if verb == "fptosi" else f"{_ROUNDED}, {_FLAGS}"
    return f"call {of} @{_PREFIX}{verb}.{suffix}({operands}, {modes})"


def declaration(instruction: str) -> tuple[str, str]:
    """Return the name of what a constrained operation calls, and its declaration.

    Examples
    --------
    >>> declaration(constrained("fptosi double %r1 to i64"))
    ('llvm.experimental.constrained.fptosi.i64.f64', \
'declare i64 @llvm.experimental.constrained.fptosi.i64.f64(double, metadata)')
    """
    _, of, called = instruction.split(" ", 2)
    name, _, given = called.removeprefix("@").partition("(")
    kinds = ", ".join(each.partition(" ")[0] for each in given.split(", "))
    return name, f"declare {of} @{name}({kinds})"
