"""Why calls go back into Python, told from what is called."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from types import FunctionType
from typing import Any

import numpy as np

from runtime.saving.loaded import LOADED
from runtime.value_texts import one_of
from tracer.calls.stances import (
    OUTSIDE_METHODS,
    PUBLIC,
    acts_outside,
    is_numpys,
    is_outside,
    library_stance,
    module_of,
    undecorated,
)
from tracer.policy import DO_NOT_CONVERT, is_convertible, is_user_file, mentions_code
from tracer.record import causes
from tracer.record.causes import Cause
from tracer.record.decisions import EFFECT
from tracer.record.value_classes import VALUES
from tracer.values.classes import Classes
from tracer.values.lookup import REMEMBERING, WRITTEN_IN_C, in_class


def why_called_back(
    function: Any, has_source: Callable[[FunctionType], bool] = lambda function: True
) -> Cause:
    """Return why calls of a function go back into Python.

    Parameters
    ----------
    function
        What is called: a function or a class.
    has_source
        Whether a function can be converted at all.
    """
    if acts_outside(function):
        return causes.OUTSIDE
    function = undecorated(function)
    if isinstance(function, type):
        if Classes.is_users(function):
            return causes.UNCOMMON_CLASS
        named = causes.CLASS_OF_LIBRARY.of(package=package_of(function))
        return _of_package(named, function)
    if type(function) is FunctionType:
        if getattr(function, DO_NOT_CONVERT, False):
            return causes.MARKED
        if mentions_code(function):
            return causes.SETS_CODE
        if is_convertible(function) and not has_source(function):
            return causes.SOURCELESS
        if is_user_file(function.__code__.co_filename):
            return causes.LEFT_OUT.of(module=function.__module__)
    return _why_librarys(function)


def _why_librarys(function: Any) -> Cause:
    """Return why calls of a library's function go back into Python."""
    module = module_of(function)
    package = module.partition(".")[0]
    if isinstance(function, REMEMBERING):
        return causes.REMEMBERED
    if isinstance(function, LOADED):
        return causes.LOADED
    if not hasattr(function, "__name__") or isinstance(function, np.vectorize):
        return why_method_called_back(type(function), "__call__")
    if package == "numpy":
        return causes.OF_NUMPY
    if package == "random":
        return causes.DRAW
    if library_stance(function) == EFFECT:
        return causes.OF_THE_MOMENT
    if _is_pythons(package) or package in PUBLIC:
        return causes.OF_PYTHON
    if type(function) is not FunctionType:
        return causes.COMPILED.of(package=package)._replace(wanted_once=True)
    named = causes.OF_LIBRARY.of(package=package, module=module)
    return named._replace(wanted_once=_is_compiled(module))


def why_method_called_back(kind: type, name: str) -> Cause:
    """Return why calls of a method of the objects of a class go back into Python."""
    if name in OUTSIDE_METHODS or is_outside(kind):
        return causes.OUTSIDE
    if kind is np.vectorize:
        return causes.VECTORIZED
    if Classes.is_users(kind) and isinstance(in_class(kind, name), WRITTEN_IN_C):
        return causes.PARENT
    named = causes.METHOD_OF_LIBRARY.of(kind=one_of(kind), package=package_of(kind))
    return _of_package(named, kind)


def why_attribute_asked(kind: type) -> Cause:
    """Return why Python is asked for an attribute of an object of a class."""
    if is_outside(kind):
        return causes.OUTSIDE
    if Classes.is_users(kind):
        return causes.ATTRIBUTE
    named = causes.ATTRIBUTE_OF_LIBRARY.of(kind=one_of(kind), package=package_of(kind))
    return _of_package(named, kind)


def why_result_used(maker: Any, method: str, cause: Cause) -> Cause | None:
    """Return why what a library made is called back; None for what the user wrote.

    Parameters
    ----------
    maker
        The class of the object, or the function that gave it.
    method
        The name of the method that is called.
    cause : Cause
        Why, where a function gave it.
    """
    if isinstance(maker, type):
        users = Classes.is_users(maker) and not is_numpys(maker)
        # A container's items have other classes.
        has = any(method in vars(kind) for kind in maker.__mro__) or maker in VALUES
        return why_method_called_back(maker, method) if has and not users else None
    code = getattr(maker, "__code__", None)
    if not hasattr(maker, "__name__") or (code and is_user_file(code.co_filename)):
        return None
    package = module_of(maker).partition(".")[0]
    if method == "__call__" and _is_pythons(package):
        return None  # `max(functions, key=...)` gives one of the user's
    named = cause.of(function=maker.__name__, package=_public(package))
    return _of_package(named, maker)


def _of_package(cause: Cause, made: Any) -> Cause:
    """Return a cause that is about a class, or a function, of some package.

    What Python's own library makes, and does with it, nobody wants to write otherwise.
    """
    module = module_of(made)
    if _is_pythons(module.partition(".")[0]):
        return cause._replace(remedy="", wanted=True)
    return cause._replace(wanted_once=_is_compiled(module))


def package_of(kind: type) -> str:
    """Return the name of the package that a class comes from, for people."""
    return _public(str(kind.__module__).partition(".")[0])


def _public(package: str) -> str:
    """Return the name of a package, for people."""
    if _is_pythons(package):
        return "Python's library"
    return {"numpy": "NumPy"}.get(package, package)


def _is_pythons(package: str) -> bool:
    """Whether a package is one of Python's own library."""
    return package.lstrip("_") in sys.stdlib_module_names


def _is_compiled(module: str) -> bool:
    """Whether a package has parts in machine code, as SciPy and pandas have.

    NumPy is another matter: users expect its functions to be compiled.
    """
    package = module.partition(".")[0]
    if package == "numpy":
        return False
    inside = f"{package}."
    files = [
        getattr(each, "__file__", None)
        for name, each in [*sys.modules.items()]
        if name.startswith(inside)
    ]
    return any(file and file.endswith(tuple(EXTENSION_SUFFIXES)) for file in files)
