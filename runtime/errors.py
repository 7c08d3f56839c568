"""Spans, and the base class of the errors of the library."""

from __future__ import annotations

import linecache
from dataclasses import dataclass, field
from types import CodeType
from typing import Self

from runtime.cells import cell_name, file_name, short_name


@dataclass(frozen=True, slots=True)
class Span:
    """A position in the user's source.

    Parameters
    ----------
    file : str
        The file name, as in Python's own code objects.
    line : int
        The line, counted from 1.
    column : int, optional
        The column in characters, counted from 0; -1 if it is not known.
    function : str, optional
        The user's name of the function that contains the position.
    caller : Span, optional
        The call through which the code was inlined.
    first : int, optional
        The first line of that function; 0 if it is not known. Equality ignores it.
    extent : Extent, optional
        Where the expression ends, and its columns. Equality ignores it.
    """

    file: str
    line: int
    column: int = -1
    function: str = ""
    caller: Span | None = None
    first: int = field(default=0, compare=False, repr=False)
    extent: Extent | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        """Return a hash that goes through no calls: there may be thousands."""
        caller = self.caller
        around = None if caller is None else (caller.line, caller.column)
        return hash((self.file, self.line, self.column, around))

    def __str__(self) -> str:
        return f"{file_name(self.file)}:{self.line}"

    @property
    def short(self) -> str:
        """The position with the name of the file alone, or of the notebook cell."""
        return f"{short_name(self.file)}:{self.line}"

    def excerpt(self) -> str:
        """Return the source line, with a caret under the column if it is known."""
        text = linecache.getline(self.file, self.line).rstrip("\n")
        if not text.strip():
            return ""
        lines = ["    " + text.strip()]
        indent = len(text) - len(text.lstrip())
        if self.column >= indent:
            lines.append("    " + " " * (self.column - indent) + "^")
        return "\n".join(lines)


Columns = tuple[int, int, int]
"""The line where an expression ends, and its first and last column, in bytes."""


class Extent:
    """The extent of the expression that an instruction belongs to.

    Python has to go through a whole function for it. Errors alone ask, so it is found
    when it is asked for.

    Parameters
    ----------
    code : CodeType
        The code of the instruction.
    unit : int
        Its number.
    line : int
        The line where the expression has to begin.
    """

    __slots__ = ("_code", "_line", "_unit")

    def __init__(self, code: CodeType, unit: int, line: int) -> None:
        self._code = code
        self._unit = unit
        self._line = line

    def columns(self) -> Columns | None:
        """Return where the expression ends, and its columns, if they are known."""
        begin, end, first, last = list(self._code.co_positions())[self._unit]
        if begin != self._line or end is None or first is None or last is None:
            return None
        return end, first, last

    def __reduce__(self) -> tuple[type[KnownExtent], tuple[Columns | None]]:
        return KnownExtent, (self.columns(),)


class KnownExtent(Extent):
    """An extent that was found before: code cannot be pickled."""

    __slots__ = ("_columns",)

    def __init__(self, columns: Columns | None) -> None:
        self._columns = columns

    def columns(self) -> Columns | None:
        """Return where the expression ends, and its columns, if they are known."""
        return self._columns

    def __reduce__(self) -> tuple[type[KnownExtent], tuple[Columns | None]]:
        return KnownExtent, (self._columns,)


class AutographError(Exception):
    """The base class of all errors of the library itself.

    Errors of the user's program (a `ZeroDivisionError` of a division, an
    `IndexError` of an index) keep their own types.

    Parameters
    ----------
    message : str
        What is wrong, in the user's names.
    span : Span, optional
        Where it is wrong.
    hint : str, optional
        What to write instead.

    Examples
    --------
    >>> import autograph as ag
    >>> @ag.function
    ... def names(x):
    ...     return eval("x")
    >>> try:
    ...     names(1.0)
    ... except ag.AutographError as error:
    ...     error.code, error.span.line, error.hint.partition(",")[0]
    ('AG212', 3, 'write the names out')
    """

    code = "AG000"

    def __init__(
        self, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint

    def __str__(self) -> str:
        first, *more = self.message.splitlines()
        parts = [f"{first} [{self.code}]", *more]
        if self.span is not None:
            cell = cell_name(self.span.file)
            place = f"  {cell or f'File {self.span.file!r}'}, line {self.span.line}"
            if self.span.function:
                place += f", in {self.span.function}"
            parts.append(place)
            excerpt = self.span.excerpt()
            if excerpt:
                parts.append(excerpt)
        if self.hint:
            parts.append(f"Hint: {self.hint}")
        return "\n".join(parts)


class GraphError(AutographError):
    """A graph, or its text, is not legal."""

    code = "AG100"


class DrawingError(AutographError):
    """A graph cannot be drawn."""

    code = "AG101"


class LooksAtNames(AutographError):
    """A call such as ``eval()`` looks at names, or at frames."""

    code = "AG212"

    @classmethod
    def at_frames(cls, name: str) -> Self:
        """Return the error of a call that looks at the frames of its callers."""
        return cls(
            f"{name}() looks at the frames of its callers, which a compiled function "
            "does not have",
            hint="move the call to a function marked @ag.do_not_convert",
        )


class ClassChanged(AutographError):
    """Code outside the graph has set a class, or put something else for a container."""

    code = "AG310"


class MethodReplaced(AutographError):
    """Code outside the graph has replaced a method, or function, that it goes on to."""

    code = "AG312"


class IntegerTooLarge(AutographError):
    """NumPy gets a Python integer whose array or scalar has another type."""

    code = "AG311"


class NotFunctional(AutographError):
    """A graph has no functional form: what it writes cannot be told as values."""

    code = "AG600"


class AmbiguousMemory(NotFunctional):
    """Which of several arrays a name stands for is known at run time only."""

    code = "AG601"


class OutsideState(NotFunctional):
    """The graph changes, or asks, what is no value: objects, Python code, iterators."""

    code = "AG602"


class ArraysInContainers(NotFunctional):
    """An array is written that a container holds."""

    code = "AG603"


class ProtectedRegion(NotFunctional):
    """A `try` or `with` sees how far its block came."""

    code = "AG604"


class NoTwin(NotFunctional):
    """A call writes, and no operation returns what it would leave."""

    code = "AG605"


class ArgumentsOverlap(NotFunctional, ValueError):
    """Arguments of a graph in functional form share memory, or lie unusually in it."""

    code = "AG606"


class DerivativeError(AutographError):
    """A derivative cannot be taken: what varies would be lost, or there is no rule."""

    code = "AG700"


class NoDerivative(DerivativeError):
    """What varies goes through an operation that has no derivative here."""

    code = "AG701"


class NotDifferentiable(DerivativeError):
    """An argument or a result is no float, or none of a form that is understood."""

    code = "AG702"


class SignatureError(AutographError, TypeError, ValueError):
    """An argument may not be passed.

    Python raises a `TypeError` for that, NumPy a `ValueError`: it is both.
    """

    code = "AG305"


class FileError(AutographError, ValueError):
    """A file is no file of graphs, is damaged, or reaches more than its arguments."""

    code = "AG800"


class FileVersionError(FileError):
    """A file was written by a version that this one does not read."""

    code = "AG801"


class NotSavable(AutographError, ValueError):
    """A graph reaches more than its arguments, so that no file can hold it."""

    code = "AG802"


class NotExportable(AutographError, ValueError):
    """A graph cannot be told in the language of an export."""

    code = "AG810"


class NotBlocked(AutographError, ValueError):
    """A function cannot run block by block over Dask arrays."""

    code = "AG820"


class FileWarning(UserWarning):
    """A file was written for another major version of NumPy."""


class InternalError(AutographError):
    """An internal contradiction: a bug of the library, not of the user's program."""

    code = "AG999"


REFUSALS = {
    "check_attribute": MethodReplaced,
    "check_choice": MethodReplaced,
    "check_class": ClassChanged,
    "check_global": MethodReplaced,
    "look_at_frames": LooksAtNames,
    "of_64_bits": IntegerTooLarge,
    "still_of": ClassChanged,
}
"""The rows by which a run refuses what its graph was not made for, with the errors."""
