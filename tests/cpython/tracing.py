"""Every function of a module traced, in place; what is refused runs as it is.

A function keeps its identity, as in `tests.cpython.replacing`: it is given code that
calls the traced one. Calls that the tracer follows lead to the function's own code, and
those that a graph makes at its run are plain.
"""

from __future__ import annotations

import ctypes
import gc
import inspect
import sys
import time
from collections.abc import Callable
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

from runtime import execute
from runtime.errors import AutographError
from tests.corpus_report import DECORATORS
from tracer.calls.functions import FunctionDispatch

MOST_REFUSALS, MOST_SECONDS = 6, 20.0
"""After how many refusals, or how much time of its calls, a function is left alone."""

_set_closure = ctypes.pythonapi.PyFunction_SetClosure
_set_closure.argtypes = [ctypes.py_object, ctypes.py_object]


class Tracing:
    """Traces the functions of some modules where they are called.

    Parameters
    ----------
    names
        The modules.
    form
        What decorates: a name of `tests.corpus_report.DECORATORS`.
    """

    def __init__(self, names: list[str], form: str) -> None:
        self._names = names
        self._decorate = DECORATORS[form]
        self._originals: dict[CodeType, FunctionType] = {}
        self._running = False
        self.converted = 0
        self.refused: dict[str, str] = {}
        """Why a call of a function was refused, by its full name."""

    def install(self) -> None:
        """Replace the code of the functions of the modules, but of generators."""
        # Tests compare printed errors, which have the notes below.
        setattr(execute, "add_note", lambda *_: None)  # noqa: B010 - for mypy
        follow = FunctionDispatch.traced
        originals = self._originals

        def traced(
            dispatch: Any,
            function: FunctionType,
            args: tuple[Any, ...],
            kwargs: dict[str, Any],
        ) -> Any:
            function = originals.get(function.__code__, function)
            return follow(dispatch, function, args, kwargs)

        setattr(FunctionDispatch, "traced", traced)  # noqa: B010 - for mypy
        for name in self._names:
            import_module(name)
        files = {
            getattr(module, "__file__", None)
            for name, module in list(sys.modules.items())
            if any(f"{name}.".startswith(f"{each}.") for each in self._names)
        }
        for each in gc.get_objects():
            if type(each) is FunctionType and each.__code__.co_filename in files:
                if not inspect.isgeneratorfunction(each):
                    self._replace(each)

    def _replace(self, function: FunctionType) -> None:
        original = _copy(function)
        called = self._traced(original)

        def passing(*args: Any, **kwargs: Any) -> Any:
            return called(*args, **kwargs)

        code = passing.__code__
        code = code.replace(
            co_name=function.__name__,
            co_qualname=function.__qualname__,
            co_consts=(*code.co_consts, object()),  # equal to no other
        )
        _set_closure(function, passing.__closure__)
        function.__code__ = code
        self._originals[code] = original
        self.converted += 1

    def _traced(self, original: FunctionType) -> Callable[..., Any]:
        """Return what calls a function traced; if that is refused, as it is."""
        decorated: Any = None
        refusals, seconds = 0, 0.0

        def called(*args: Any, **kwargs: Any) -> Any:
            nonlocal decorated, refusals, seconds
            if self._running or refusals >= MOST_REFUSALS or seconds > MOST_SECONDS:
                return original(*args, **kwargs)
            self._running, begun = True, time.process_time()
            try:
                decorated = decorated or self._decorate(original)
                return decorated(*args, **kwargs)
            except AutographError as error:
                refusals += 1
                self.refused[original.__qualname__] = error.message
            finally:
                self._running = False
                seconds += time.process_time() - begun
            return original(*args, **kwargs)

        return called


def _copy(function: FunctionType) -> FunctionType:
    """Return another function of the same code, names and attributes."""
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__dict__.update(function.__dict__)
    return made
