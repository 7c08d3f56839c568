"""Ordinary functions a NumPy user would write, grouped in files by theme.

Every file ends in `CASES`, a table of its functions and the arguments to call them
on. A new file is found by itself.
"""

from __future__ import annotations

import importlib
import pkgutil

from tests.corpus.case import Case


def all_cases(pattern: str = "") -> list[Case]:
    """The cases whose name (`file.function`) contains `pattern`."""
    files = sorted(m.name for m in pkgutil.iter_modules(__path__) if m.name != "case")
    modules = [importlib.import_module(f"{__name__}.{name}") for name in files]
    return [c for m in modules for c in m.CASES if pattern in c.name]
