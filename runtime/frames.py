"""Frames of this library, which nobody else wants to see."""

from __future__ import annotations

import os
from pathlib import Path
from types import CodeType

_ROOT = Path(__file__).parents[1]
_NAMES = ("autograph", "tracer", "runtime")
_PACKAGES = tuple(f"{_ROOT / name}{os.sep}" for name in _NAMES)
WRITTEN = "<entry of "
"""How the names of generated functions begin that stand between a call and its plan."""
PLAN = "__plan__"
"""The global name by which the code of a plan knows its plan, as a weak reference."""
CALLED = "<called>"
"""The first name of functions that stand for inlined ones of the user's."""


def is_ours(code: CodeType) -> bool:
    """Whether code is the library's own, or what it wrote to call a plan."""
    return code.co_filename.startswith((*_PACKAGES, WRITTEN))


def stands_in(code: CodeType) -> bool:
    """Whether code only calls what an inlined function of the user's calls."""
    return code.co_varnames[:1] == (CALLED,)
