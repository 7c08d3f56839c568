"""What random programs are made of: one file of templates per theme."""

from __future__ import annotations

import random

from tests.programs.grammar import Table
from tests.programs.tables import (
    arrays,
    assignments,
    branches,
    callables,
    containers,
    draws,
    errors,
    libraries,
    logic,
    loops,
    matches,
    numbers,
    objects,
    prints,
    texts,
    writes,
)

CORE = (numbers, logic, arrays, assignments, branches, loops)
"""What every program is made of."""
OTHERS = (
    callables,
    containers,
    draws,
    errors,
    libraries,
    matches,
    objects,
    prints,
    texts,
    writes,
)
LEFT_OUT = 0.3


def some_tables(choose: random.Random) -> dict[str, Table]:
    """The tables of one program: some themes, and some of their templates.

    Programs that each leave something out meet more, together, than programs that
    all have a little of everything. Tables of one name from several files are one.
    """
    tables: dict[str, Table] = {}
    for file in (*CORE, *OTHERS):
        if file in OTHERS and choose.random() < 0.5:
            continue
        for name, table in file.TABLES.items():
            kept = [t for t in table[:-1] if choose.random() > LEFT_OUT]
            tables[name] = [*tables.get(name, []), *kept, table[-1]]
    return tables
