"""Which operator converted code is just applying, as its bytecode tells."""

from __future__ import annotations

import dis
from functools import lru_cache
from types import CodeType, FrameType

MIRRORED = {
    "less": ">",
    "less_equal": ">=",
    "greater": "<",
    "greater_equal": "<=",
}
"""What was written where Python asks the right operand by the method of this row."""
EQUALITY = ("==", "!=")
OPERATORS = frozenset(("BINARY_OP", "COMPARE_OP"))


def running_sign(frame: FrameType | None) -> str:
    """Give the sign of the operator that a frame applies, as written; '' if of none.

    Python asks the right operand where the left one has no answer, and NumPy's scalars
    hand on to a ufunc: what was written decides what is warned about and blamed.
    """
    if frame is None:
        return ""
    return _signs(frame.f_code).get(frame.f_lasti, "")


@lru_cache(maxsize=4096)
def _signs(code: CodeType) -> dict[int, str]:
    """Give the signs of the operators in a code object, by their instructions."""
    return {
        each.offset: each.argrepr.removeprefix("bool(").removesuffix(")")
        for each in dis.get_instructions(code)
        if each.opname in OPERATORS
    }
