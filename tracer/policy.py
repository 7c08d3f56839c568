"""Policy: which Python functions are converted, and which run while tracing."""

from __future__ import annotations

import enum
import os
import sys
import sysconfig
from abc import ABCMeta
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeGuard

import numpy as np

_PATHS = sysconfig.get_paths()
_LIBRARY = tuple({_PATHS["stdlib"], _PATHS["platstdlib"]})
_NUMPY = str(Path(np.__file__).parent) + os.sep
_INSTALLED = ("site-packages", "dist-packages")
OURS = frozenset(("autograph", "tracer", "runtime"))
"""Our own packages."""
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
    if type(function) is not FunctionType:
        return False
    if getattr(function, DO_NOT_CONVERT, False) or mentions_code(function):
        return False
    module = function.__globals__.get("__name__") or ""
    if module.partition(".")[0] in OURS:
        return False
    choice = _choice(module)
    if choice is not None:
        return choice
    if module == "functools":
        return function.__code__.co_name in ORDERINGS
    if module in NUMPYS_CLASSES or module == ABSTRACT or function in _METHODS:
        return True
    return is_user_file(function.__code__.co_filename)


ORDERINGS = frozenset(
    f"_{name}_from_{other}"
    for name in ("lt", "le", "gt", "ge")
    for other in ("lt", "le", "gt", "ge")
)
"""Methods that `functools.total_ordering` gives to the user's classes."""


ABSTRACT = "collections.abc"
"""The module whose classes give methods, written in Python, to the user's classes."""


def mentions_code(function: FunctionType) -> bool:
    """Whether a function may give another one, or itself, other code.

    Functions that are compiled at their first call do so.
    """
    return "__code__" in function.__code__.co_names


NUMPYS_MODULES = frozenset(
    f"numpy.{name}"
    for name in (
        "_core.einsumfunc _core.fromnumeric _core.function_base _core.numeric "
        "_core.numerictypes _core.shape_base fft._helper lib._array_utils_impl "
        "lib._arraypad_impl lib._arraysetops_impl lib._function_base_impl "
        "lib._histograms_impl lib._index_tricks_impl lib._nanfunctions_impl "
        "lib._polynomial_impl lib._scimath_impl lib._shape_base_impl "
        "lib._stride_tricks_impl lib._twodim_base_impl lib._type_check_impl "
        "lib._ufunclike_impl lib._utils_impl linalg._linalg "
        "polynomial._polybase polynomial.chebyshev polynomial.hermite "
        "polynomial.hermite_e polynomial.laguerre polynomial.legendre "
        "polynomial.polynomial polynomial.polyutils"
    ).split()
)
"""Modules of NumPy whose functions are Python code that computes with arrays."""
NUMPYS_CLASSES = frozenset(
    name for name in NUMPYS_MODULES if name.startswith("numpy.polynomial.")
)
"""Those whose classes are Python code as well."""
_METHODS = frozenset(
    each for each in vars(np.vectorize).values() if type(each) is FunctionType
)
"""The methods of another class that is."""
_PLAIN = (np.generic, np.dtype)
"""Classes of NumPy whose instances, or what a call gives, have types of their own."""
NUMPYS_OTHERS = frozenset(
    "array_equal array_equiv asarray_chkfinite byte_bounds common_type einsum_path "
    "fromiter full_like info iscomplexobj isrealobj maximum_sctype mintypecode "
    "show_config show_runtime typename".split()
)
"""Functions in them that look at memory, print, or need the values themselves."""


def is_numpys_class(kind: type) -> bool:
    """Whether a class is one of NumPy's whose methods are Python code to trace."""
    return kind is np.vectorize or module_name(kind) in NUMPYS_CLASSES


def makes_instances(kind: type) -> bool:
    """Whether it is a class of NumPy a call of which gives an object, such as `poly1d`.

    Instances of `ndarray` itself, scalars and dtypes are no objects to the graph.
    """
    if module_name(kind).partition(".")[0] != "numpy" or kind is np.ndarray:
        return False
    return type(kind) in (type, ABCMeta) and not issubclass(kind, _PLAIN)


def numpys_code(function: Any) -> FunctionType | None:
    """Return the Python code of one of NumPy's functions, if it can be traced."""
    code = getattr(function, "_implementation", function)
    if type(code) is not FunctionType or not is_numpys_code(code):
        return None
    return None if code.__name__ in NUMPYS_OTHERS else code


def is_numpys_code(function: FunctionType) -> bool:
    """Whether a function belongs to a module whose functions are traced."""
    return function.__globals__.get("__name__") in NUMPYS_MODULES


def is_numpys_file(file: str) -> bool:
    """Whether a source file is one of NumPy's."""
    return file.startswith(_NUMPY)


def looks_for_trace(function: FunctionType) -> bool:
    """Whether a function is ours: it finds the running trace by itself."""
    return (function.__module__ or "").partition(".")[0] == "autograph"


DEBUGGERS = frozenset(("pdb", "ipdb.__main__", "pudb", "_pytest.debugging"))


def stops_in_debugger(function: Any) -> bool:
    """Whether a function opens a debugger on the frame of its caller."""
    return (
        attribute_of(function, "__name__") == "set_trace"
        and attribute_of(function, "__module__") in DEBUGGERS
    )


def attribute_of(value: Any, name: str) -> Any:
    """Return an attribute, or None, without asking the user's ``__getattr__``."""
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return None


def behind(value: Any) -> Any:
    """Return the user's function behind one that is decorated as ours, or None.

    Some objects, such as a `Mock`, have every attribute that they are asked for.
    """
    own = attribute_of(value, "__dict__")
    if hasattr(type(value), "python_function") or (
        isinstance(own, dict) and "python_function" in own
    ):
        return value.python_function
    return None


def module_name(kind: type) -> str:
    """Return the name of a class's module; a proxy has a property there."""
    return str(kind.__module__)


def is_opaque(kind: type) -> bool:
    """Whether a class is a library's."""
    module = module_name(kind)
    if module in ("__main__", "types", ABSTRACT) or is_numpys_class(kind):
        return False
    if module.partition(".")[0] in OURS:
        return True
    choice = _choice(module)
    if choice is not None:
        return not choice
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        methods = [each for each in vars(kind).values() if type(each) is FunctionType]
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
    if hasattr(function, "__get__"):  # asked by the user's class
        return False
    return hasattr(function, "__setitem__") or bool(function.__dictoffset__)


CHANGING_FUNCTIONS = {
    "bisect": "insort insort_left insort_right",
    "heapq": "heapify heappop heappush heappushpop heapreplace",
}
"""Functions of Python's library, by module, that change the list given first."""
