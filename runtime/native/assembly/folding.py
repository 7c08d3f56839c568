"""Instructions on integers and truth values whose result is known as they are written.

LLVM finds all of them as well, but takes its time for each. Floats are left alone: no
flag would tell what became of them.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence

_INTEGERS = re.compile(r"(\w+)((?: n[us]w)*) i64 (\S+), (\S+)")
_COMPARED = re.compile(r"icmp (\w+) (?:i64|ptr) (\S+), (\S+)")
_TRUTHS = re.compile(r"(and|or|xor) i1 (\S+), (\S+)")
_CHOSEN = re.compile(r"select i1 (\S+), (\S+) (\S+), \2 (\S+)")
_WIDENED = re.compile(r"zext i1 (true|false) to i\d+")
_SUMS: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "slt": operator.lt,
    "sle": operator.le,
    "sgt": operator.gt,
    "sge": operator.ge,
}
_UNSIGNED_TESTS = {
    "u" + name[1:]: test for name, test in _TESTS.items() if len(name) > 2
}
_EXTREMES: dict[str, Callable[[int, int], int]] = {
    "llvm.smin.i64": min,
    "llvm.smax.i64": max,
}
_NEUTRAL = {"add": "0", "mul": "1"}
_DECISIVE = {"and": "false", "or": "true"}
_IDLE = {"and": "true", "or": "false", "xor": "false"}


def folded(instruction: str) -> str | None:
    """Return the result of an instruction, if it is known; else None.

    Examples
    --------
    >>> folded("mul nsw i64 8, 700"), folded("add i64 %r1, 0")
    ('5600', '%r1')
    >>> folded("icmp eq i64 700, 1"), folded("or i1 true, %r1")
    ('false', 'true')
    >>> folded("select i1 false, i64 0, i64 %r2"), folded("zext i1 true to i8")
    ('%r2', '1')
    >>> folded("add i64 %r1, %r2"), folded("fadd double 0.0, 0.0")
    (None, None)
    >>> folded("icmp slt i64 18446744073709551615, 0")  # of an unsigned number
    """
    name = instruction.partition(" ")[0]
    if name not in _FOLDS:
        return None
    pattern, fold = _FOLDS[name]
    found = pattern.fullmatch(instruction)
    return None if found is None else fold(*found.groups())


def extremum(name: str, operands: Sequence[str]) -> str | None:
    """Return the result of one of LLVM's functions on integers, if it is known.

    Examples
    --------
    >>> extremum("llvm.smin.i64", ["29", "30"])
    '29'
    """
    choose = _EXTREMES.get(name)
    if choose is None or not all(map(_is_number, operands)):
        return None
    return str(choose(*map(int, operands)))


def _sum(name: str, _: str, left: str, right: str) -> str | None:
    if _is_number(left) and _is_number(right):
        if name == "udiv" and int(left) >= 0 and int(right) > 0:
            return str(int(left) // int(right))
        compute = _SUMS.get(name)
        value = None if compute is None else compute(int(left), int(right))
        return None if value is None or not _fits(value) else str(value)
    if name == "mul" and "0" in (left, right):
        return "0"
    neutral = _NEUTRAL.get(name)
    if left == neutral:
        return right
    return left if right == neutral or (name, right) == ("sub", "0") else None


def _test(name: str, left: str, right: str) -> str | None:
    if left == right and name in ("eq", "ne"):
        return "true" if name == "eq" else "false"
    if not (_is_number(left) and _is_number(right)):
        return None
    test = _TESTS.get(name)
    if test is None and left.isdigit() and right.isdigit():
        test = _UNSIGNED_TESTS.get(name)
    if test is None:
        return None
    return "true" if test(int(left), int(right)) else "false"


def _logic(name: str, left: str, right: str) -> str | None:
    for one, other in ((left, right), (right, left)):
        if one == _DECISIVE.get(name):
            return one
        if one == _IDLE[name]:
            return other
    return None


def _choice(test: str, _: str, left: str, right: str) -> str | None:
    if left == right:
        return left
    return {"true": left, "false": right}.get(test)


def _widened(test: str) -> str:
    return "1" if test == "true" else "0"


def _is_number(code: str) -> bool:
    """Whether a code is a number, spelled as one with a sign."""
    return code.lstrip("-").isdigit() and _fits(int(code))


def _fits(value: int) -> bool:
    return -(2**63) <= value < 2**63


_FOLDS: dict[str, tuple[re.Pattern[str], Callable[..., str | None]]] = {
    "icmp": (_COMPARED, _test),
    "select": (_CHOSEN, _choice),
    "zext": (_WIDENED, _widened),
    **dict.fromkeys(("add", "sub", "mul", "udiv"), (_INTEGERS, _sum)),
    **dict.fromkeys(("and", "or", "xor"), (_TRUTHS, _logic)),
}
