"""Pieces of Python that a document shows, run as they stand."""

from __future__ import annotations

import ast
import contextlib
import io
import itertools
import linecache
import sys
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy

import autograph
from runtime.errors import AutographError

HEAD = "import numpy as np\n\nimport autograph as ag\n\n"
"""What a snippet begins with, and documents leave out."""
MARK = "# here"
_numbers = itertools.count()


@dataclass(frozen=True)
class Ending:
    """How a snippet ended.

    Parameters
    ----------
    value
        Its last expression, written down; empty if it raised.
    printed
        What it printed.
    error
        What it raised.
    line
        Where it raised that, counted within the snippet.
    """

    value: str
    printed: str
    error: Exception | None = None
    line: int = 0

    @property
    def seen(self) -> tuple[str, str, str]:
        """What a user sees of it."""
        error = "" if self.error is None else f"{type(self.error)}: {self.error}"
        return self.value, self.printed, error


def run(text: str, eagerly: bool = False, library: Any = autograph) -> Ending:
    """Run a snippet, its decorated functions as plain Python or not.

    Parameters
    ----------
    text
        The snippet.
    eagerly
        Whether as plain Python.
    library
        What ``ag`` stands for in it.
    """
    with _module(text) as (module, filename), _silent() as printed:
        scope = vars(module)
        scope.update(np=numpy, ag=library)
        *statements, last = ast.parse(HEAD + text, filename).body[2:]
        if not isinstance(last, ast.Expr):
            raise ValueError(f"the last line of a snippet is an expression: {text}")
        first = compile(ast.Module(statements, []), filename, "exec")
        value = compile(ast.Expression(last.value), filename, "eval")
        plain = autograph.eager() if eagerly else contextlib.nullcontext()
        try:
            with plain:
                exec(first, scope)
                shown = _described(eval(value, scope))
        except Exception as error:
            line = _line(error, filename) - HEAD.count("\n")
            return Ending("", printed.getvalue(), error, line)
    return Ending(shown, printed.getvalue())


def marked_line(text: str) -> int:
    """Return the line of a snippet that says where it fails."""
    (line,) = [
        number
        for number, each in enumerate(text.splitlines(), 1)
        if each.endswith(MARK)
    ]
    return line


@contextlib.contextmanager
def _module(text: str) -> Iterator[tuple[ModuleType, str]]:
    """Make a module whose source Python can find."""
    name = f"snippet_{next(_numbers)}"
    module = ModuleType(name)
    filename = f"<{name}>"
    lines = (HEAD + text).splitlines(keepends=True)
    linecache.cache[filename] = (len(text), None, lines, filename)
    sys.modules[name] = module
    try:
        yield module, filename
    finally:
        del sys.modules[name], linecache.cache[filename]


@contextlib.contextmanager
def _silent() -> Iterator[io.StringIO]:
    with (
        contextlib.redirect_stdout(io.StringIO()) as printed,
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield printed


def _described(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(_described, value))})"
    dtype = getattr(value, "dtype", "")
    return f"{type(value).__name__} {dtype} {value!r}"


def _line(error: Exception, filename: str) -> int:
    """Return the line of a snippet that an error is about."""
    if isinstance(error, AutographError) and error.span is not None:
        if error.span.file == filename:
            return error.span.line
    frames = traceback.extract_tb(error.__traceback__)
    lines = [each.lineno or 0 for each in frames if each.filename == filename]
    return lines[-1] if lines else 0
