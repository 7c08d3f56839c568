"""Policy: which Python functions are converted, and which run while tracing."""

from __future__ import annotations

import enum
import sys
import sysconfig
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any, TypeGuard

_PATHS = sysconfig.get_paths()
_LIBRARY = tuple({_PATHS["stdlib"], _PATHS["platstdlib"]})
_INSTALLED = ("site-packages", "dist-packages")
_OWN = frozenset({"autograph", "tracer", "runtime"})
DO_NOT_CONVERT = "__autograph_do_not_convert__"
"""The attribute that `do_not_convert` sets on a function."""


_chosen: dict[str, bool] = {}
"""The modules that the user has chosen to convert, or not."""


def choose_module(name: str, convert: bool) -> None:
    """Choose whether the functions of a module and its submodules are converted."""
    _chosen[name] = convert


def _choice(module: Any) -> bool | None:
    """Return the choice for a module, or for the closest package around it."""
    while module and _chosen:
        if module in _chosen:
            return _chosen[module]
        module = module.rpartition(".")[0]
    return None


def is_user_file(file: str) -> bool:
    """Whether a source file is the user's, not a library's."""
    if any(part in file for part in _INSTALLED):
        return False
    return not file.startswith(_LIBRARY) and not file.startswith("<frozen")


def is_user_module(module: ModuleType) -> bool:
    """Whether a module is the user's."""
    choice = _choice(module.__name__)
    if choice is not None:
        return choice
    file = getattr(module, "__file__", None)
    if file is None:  # made by the user's program, if it is not built in
        return module.__name__.partition(".")[0] not in sys.stdlib_module_names
    return is_user_file(file)


def is_convertible(function: Any) -> TypeGuard[FunctionType]:
    """Whether calls of a function are converted and traced."""
    if not isinstance(function, FunctionType):
        return False
    if getattr(function, DO_NOT_CONVERT, False):
        return False
    module = function.__globals__.get("__name__") or ""
    if module.partition(".")[0] in _OWN:
        return False
    choice = _choice(module)
    if choice is not None:
        return choice
    return is_user_file(function.__code__.co_filename)


def looks_for_trace(function: FunctionType) -> bool:
    """Whether a function is ours: it finds the running trace by itself."""
    return (function.__module__ or "").partition(".")[0] == "autograph"


DEBUGGERS = frozenset(("pdb", "ipdb.__main__", "pudb", "_pytest.debugging"))


def stops_in_debugger(function: Any) -> bool:
    """Whether a function opens a debugger on the frame of its caller."""
    return (
        getattr(function, "__name__", "") == "set_trace"
        and getattr(function, "__module__", "") in DEBUGGERS
    )


def is_opaque(kind: type) -> bool:
    """Whether a class is a library's."""
    if kind.__module__ in ("__main__", "types"):
        return False
    if kind.__module__.partition(".")[0] in _OWN:
        return True
    choice = _choice(kind.__module__)
    if choice is not None:
        return not choice
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if file is None:
        methods = [
            each for each in vars(kind).values() if isinstance(each, FunctionType)
        ]
        file = methods[0].__code__.co_filename if methods else None
    return file is None or not is_user_file(file)


def makes_manager(function: Any) -> bool:
    """Whether a call makes a context manager, which may be entered once only."""
    if isinstance(function, type):
        return hasattr(function, "__enter__") and is_opaque(function)
    code = getattr(function, "__code__", None)
    return code is contextmanager(iter).__code__


def makes_changing(function: Any) -> bool:
    """Whether a call makes an object of Python's library that may change."""
    if not isinstance(function, type) or issubclass(function, (type, enum.Enum)):
        return False
    if hasattr(function, "__get__"):  # asked by a class of the user's
        return False
    return hasattr(function, "__setitem__") or bool(function.__dictoffset__)


CHANGING_FUNCTIONS = {
    "bisect": "insort insort_left insort_right",
    "heapq": "heapify heappop heappush heappushpop heapreplace",
}
"""Functions of Python's library, by module, that change the list given first."""
