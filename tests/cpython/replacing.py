"""Every function of a module in functional form, in place.

A function that is converted runs the user's own code outside a trace. Here it is given
the functional code and keeps its identity, so that whoever holds it (a class, a table,
a default argument, another closure) runs the functional form as well.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from importlib.machinery import SourceFileLoader
from types import CellType, FunctionType, ModuleType
from typing import Any

import autograph
import autograph.operators  # functions that it needs itself may be replaced
from autograph.conversion import conversion_of, is_converted
from runtime.errors import AutographError

_set_closure = ctypes.pythonapi.PyFunction_SetClosure
_set_closure.argtypes = [ctypes.py_object, ctypes.py_object]


class Replacing:
    """Replaces the code of functions that come from some files.

    Parameters
    ----------
    names
        The modules that the files belong to; those of a package as well.
    """

    def __init__(self, names: list[str]) -> None:
        self._names = frozenset(names)
        self.converted = 0
        self.refused: dict[str, str] = {}
        """Why functions were left as they were, by their full names."""

    def install(self) -> None:
        """Replace what is there, and what comes with each import from now on."""
        files = {
            module.__file__
            for name, module in list(sys.modules.items())
            if self._is_chosen(name) and getattr(module, "__file__", None)
        }
        self._replace(files)
        run = SourceFileLoader.exec_module

        def exec_module(loader: SourceFileLoader, module: ModuleType) -> None:
            run(loader, module)
            # Some modules give themselves the name of another.
            if self._is_chosen(loader.name):
                self._replace({loader.path})

        setattr(SourceFileLoader, "exec_module", exec_module)  # noqa: B010 - for mypy

    def _is_chosen(self, name: str) -> bool:
        return any(name == each or name.startswith(each + ".") for each in self._names)

    def _replace(self, files: set[str | None]) -> None:
        found = [
            each
            for each in gc.get_objects()
            if type(each) is FunctionType and each.__code__.co_filename in files
        ]
        ready: list[tuple[FunctionType, Any]] = []
        for function in found:
            if is_converted(function.__code__):
                continue
            try:
                ready.append((function, conversion_of(function)))
            except AutographError as error:
                self.refused[function.__qualname__] = error.message
        # What converts may be among them: it is changed when all is done.
        for function, conversion in ready:
            names = function.__code__.co_freevars
            cells = dict(zip(names, function.__closure__ or (), strict=True))
            cells[conversion.prefix] = CellType(autograph)
            closure = tuple(cells[name] for name in conversion.code.co_freevars)
            _set_closure(function, closure or None)
            function.__code__ = conversion.code
            self.converted += 1
