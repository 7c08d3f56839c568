"""Names that the body of a class reads from its module, and then binds itself.

CPython looks a bare name of a class body up in the storage of the module's dict, past
``__getitem__``. Names that the body only reads are declared ``global`` before
(`autograph.source.class_globals`); those that it binds too cannot be.
"""

from __future__ import annotations

import dis
from types import CodeType

from tracer.record.code_memory import remembered

JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))


@remembered
def read_before_bound(code: CodeType) -> frozenset[str]:
    """Return the names that a class body binds, and may read before that.

    Examples
    --------
    >>> body = compile("y = x; x = 1; z = 2; w = z", "", "exec")
    >>> sorted(read_before_bound(body))
    ['x']
    """
    early: set[str] = set()
    stored: set[str] = set()
    surely: set[str] = set()
    straight = True
    for step in dis.get_instructions(code):
        straight = straight and step.opcode not in JUMPS
        if step.opname == "LOAD_NAME" and step.argval not in surely:
            early.add(step.argval)
        elif step.opname == "STORE_NAME":
            stored.add(step.argval)
            if straight:
                surely.add(step.argval)
        elif step.opname == "DELETE_NAME":
            surely.discard(step.argval)
    return frozenset(name for name in early & stored if not name.startswith("__"))
