"""What converted code is just doing, as its bytecode tells."""

from __future__ import annotations

import dis
from types import CodeType, FrameType

from tracer.record.code_memory import remembered

MIRRORED = {
    "less": ">",
    "less_equal": ">=",
    "greater": "<",
    "greater_equal": "<=",
}
"""What was written where Python asks the right operand by the method of this row."""
EQUALITY = ("==", "!=")
OPERATORS = frozenset(("BINARY_OP", "COMPARE_OP"))


def operation(code: CodeType, offset: int) -> str:
    """Name the instruction at a place in a code object.

    Python 3.11 runs methods of C within the instruction before the call, once they have
    been called often.
    """
    name = dis.opname[code.co_code[offset]]
    return "CALL" if name == "PRECALL" else name


def running_sign(frame: FrameType | None) -> str:
    """Give the sign of the operator that a frame applies, as written; '' if of none.

    Python asks the right operand where the left one has no answer, and NumPy's scalars
    hand on to a ufunc: what was written decides what is warned about and blamed.
    """
    if frame is None:
        return ""
    return _signs(frame.f_code).get(frame.f_lasti, "")


@remembered
def _signs(code: CodeType) -> dict[int, str]:
    """Give the signs of the operators in a code object, by their instructions."""
    return {
        each.offset: each.argrepr.removeprefix("bool(").removesuffix(")")
        for each in dis.get_instructions(code)
        if each.opname in OPERATORS
    }


def reads_class(frame: FrameType) -> bool:
    """Say whether converted code reads an attribute ``__class__`` by its name.

    Not so where `isinstance` asks, or code that runs with plain globals.
    """
    converted = type(frame.f_globals) is not dict
    return converted and frame.f_lasti in _class_reads(frame.f_code)


@remembered
def _class_reads(code: CodeType) -> frozenset[int]:
    return frozenset(
        each.offset
        for each in dis.get_instructions(code)
        if each.opname == "LOAD_ATTR" and each.argval == "__class__"
    )


def unpacks_start(frame: FrameType) -> bool:
    """Say whether converted code unpacks more than a star: ``a, *b = items``."""
    code, place = frame.f_code, frame.f_lasti
    return operation(code, place) == "UNPACK_EX" and code.co_code[place + 1] > 0
