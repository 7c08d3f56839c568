"""The names to which converted code assigns the result of the running call."""

from __future__ import annotations

import sys
from opcode import opname
from types import CodeType

from tracer.record.code_memory import remembered
from tracer.record.frames import user_frame
from tracer.record.trace import Trace


def target_names(trace: Trace) -> list[str]:
    """Give the names to which the user assigns what the running operator returns."""
    frame = user_frame(sys._getframe(1))
    if frame is None:
        return []
    return list(_targets(frame.f_code, frame.f_lasti))


@remembered
def _targets(code: CodeType, offset: int) -> tuple[str, ...]:
    """Read the stores that follow a call in the bytecode."""
    bytecode = code.co_code
    local = (
        *code.co_varnames,
        *(c for c in code.co_cellvars if c not in code.co_varnames),
    )
    variables = (*local, *code.co_freevars)
    names: list[str] = []
    wanted = 1
    for position in range(offset + 2, len(bytecode), 2):
        name, argument = opname[bytecode[position]], bytecode[position + 1]
        if name == "CACHE":
            continue
        if name == "UNPACK_SEQUENCE" and not names:
            wanted = argument
        elif name in ("STORE_FAST", "STORE_DEREF"):
            names.append(variables[argument])
        elif name == "STORE_FAST_STORE_FAST":  # since 3.13
            names += [variables[argument >> 4], variables[argument & 15]]
        elif name == "STORE_FAST_LOAD_FAST":
            names.append(variables[argument >> 4])
        else:
            return ()
        if len(names) >= wanted:
            return tuple(names[:wanted])
    return ()
