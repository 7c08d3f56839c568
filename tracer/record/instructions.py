"""The instructions of code objects."""

from __future__ import annotations

import dis
from types import CodeType


def operation(code: CodeType, offset: int) -> str:
    """Return the name of the instruction at an offset in a code object.

    Python 3.11 runs C methods within the instruction before the call, once they have
    been called often.
    """
    name = dis.opname[code.co_code[offset]]
    return "CALL" if name == "PRECALL" else name
