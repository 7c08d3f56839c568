"""The table of calls for Python's own library: what becomes of each function.

A module has a stance, and some of its functions have another. What the table does not
know is called back.

operation
    Staged by a handler of its own, or a row.
pure
    Gives the same for the same arguments and does nothing else: it runs while tracing
    on plain values, and at each run on others.
changes its argument
    Does nothing else than change the list it is given first, as ``heappush`` does.
frozen while tracing
    Gives another answer at each call. Outside of branches and loops of the graph it
    runs while tracing, once.
called back
    Reads or changes what is outside of the program: it runs at each run, in order.
"""

from __future__ import annotations

from typing import Any

from runtime.types import BOOL, FLOAT, INT, STR, Type
from tracer.policy import CHANGING_FUNCTIONS
from tracer.record.decisions import CALLED_BACK, CHANGES, FROZEN, PURE
from tracer.record.symbols import Symbol

PURE_MODULES = frozenset(
    "abc base64 binascii bisect builtins calendar cmath collections colorsys copy "
    "dataclasses decimal difflib enum fnmatch fractions functools graphlib hashlib "
    "heapq html ipaddress itertools json keyword math numbers operator re shlex "
    "statistics string struct textwrap types typing unicodedata zlib".split()
)
"""Modules of pure functions."""
FROZEN_MODULES = frozenset(
    "datetime getpass locale os platform posix random secrets sys tempfile time "
    "uuid".split()
)
"""Modules of functions whose answers are those of the moment."""
EXCEPTIONS: dict[str, dict[str, str]] = {
    CHANGES: CHANGING_FUNCTIONS,
    CALLED_BACK: {
        "builtins": "__import__ aiter anext breakpoint compile delattr",
        "copy": "replace",
        "decimal": "Context getcontext localcontext setcontext",
        "hashlib": "file_digest",
        "io": "open",
        "json": "dump load",
        "random": "getstate seed setstate",
    },
    FROZEN: {"builtins": "input"},
    PURE: {
        "datetime": "combine date datetime fromisocalendar fromisoformat fromordinal "
        "strptime time timedelta timezone tzinfo",
        "time": "strptime struct_time",
    },
}
"""Functions that are otherwise than the rest of their module."""
RESULTS: dict[str, Type] = {
    **{f"bisect.{name}": INT for name in ("bisect", "bisect_left", "bisect_right")},
    **{f"builtins.{name}": STR for name in ("ascii", "bin", "chr", "hex", "oct")},
    "builtins.ord": INT,
    "operator.index": INT,
    **{f"cmath.{name}": BOOL for name in ("isclose", "isfinite", "isinf", "isnan")},
    "cmath.phase": FLOAT,
    "operator.countOf": INT,
    "operator.indexOf": INT,
    "operator.length_hint": INT,
    "statistics.correlation": FLOAT,
    **{f"textwrap.{name}": STR for name in ("dedent", "fill", "indent", "shorten")},
}
"""What pure functions give where that is known."""
_CHANGED = {
    name: stance
    for stance, modules in EXCEPTIONS.items()
    for module, names in modules.items()
    for name in (f"{module}.{one}" for one in names.split())
}


def library_stance(function: Any) -> str:
    """Say what becomes of calls of a function of Python's library."""
    name = full_name(function)
    known = _CHANGED.get(name)
    if known is not None:
        return known
    root = name.partition(".")[0]
    if root in PURE_MODULES:
        return PURE
    return FROZEN if root in FROZEN_MODULES else CALLED_BACK


def full_name(function: Any) -> str:
    """Give the name of a function with that of its module, ``bisect.insort``.

    The C half of a module goes by the name of the module.
    """
    if type(function) is Symbol:
        return ""
    module = module_of(function).lstrip("_")
    return f"{module}.{getattr(function, '__name__', '')}"


def module_of(function: Any) -> str:
    """Give the name of the module that a function or its object comes from."""
    if type(function) is Symbol:
        return ""
    owner = getattr(function, "__module__", None)
    if owner is None:
        holder = getattr(function, "__self__", function)
        owner = (holder if isinstance(holder, type) else type(holder)).__module__
    return str(owner)
