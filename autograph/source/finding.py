"""The definition from which a function was made."""

from __future__ import annotations

import ast
import linecache
import textwrap
from contextlib import suppress
from types import FunctionType

from autograph.source.errors import SourceError
from autograph.source.given import compiles_to, first_line, give, given
from autograph.source.parsing import (
    Definition,
    ParsedFile,
    parsed_alone,
    parsed_file,
    parsed_part,
)
from autograph.source.recovering import texts
from runtime.errors import Span
from tracer.policy import is_numpys_file


def find(function: FunctionType) -> tuple[Definition, str | None, ParsedFile]:
    """Find the definition of a function.

    Returns
    -------
    The definition, the class that mangles its private names, and the file.

    Raises
    ------
    SourceError
        If there is no source, or if the function was not made from it.
    """
    code = function.__code__
    handed_over = given(code)
    if handed_over is not None:
        return handed_over
    try:
        if is_numpys_file(code.co_filename) and code.co_name != "<lambda>":
            file = parsed_part(code, function.__globals__)
        else:
            alone = parsed_alone(code, function.__globals__)
            file = alone or parsed_file(_file_of(function), function.__globals__)
    except (OSError, SyntaxError) as error:
        return _recovered(function, str(error))
    if code.co_name == "<lambda>":
        found = _lambda(function, file)
    else:
        there = file.functions.get(code.co_firstlineno, [])
        named = [entry for entry in there if entry[0].name == code.co_name]  # type: ignore[union-attr]
        found = named[0] if len(named) == 1 else None
    if found is None and code.co_filename.startswith("<"):
        return _recovered(function, f"no source for {code.co_filename!r}")
    if found is None:
        raise SourceError(
            f"the source of {function.__qualname__!r} cannot be found: its file has "
            "changed since it was imported",
            span=Span(code.co_filename, code.co_firstlineno),
            hint="import the module again, or decorate it with @ag.do_not_convert",
        )
    return (*found, file)


def _file_of(function: FunctionType) -> str:
    """Return the file that a function comes from; Python holds some as bytes."""
    name, known = function.__code__.co_filename, function.__globals__.get("__file__")
    return known if name.startswith("<frozen ") and isinstance(known, str) else name


def _recovered(
    function: FunctionType, why: str
) -> tuple[Definition, str | None, ParsedFile]:
    """Find the definition in what was typed or passed to Python, else say why not."""
    for text, name in texts(function):
        with suppress(SourceError):
            give(function, text, name)
            break
    found = given(function.__code__)
    if found is None:
        raise _unreadable(function, why)
    return found


def source_of(function: FunctionType) -> str:
    """Return the text of a function's definition, including decorators.

    Raises
    ------
    SourceError
        If there is none, or if the function was not made from it.
    """
    definition, _, file = find(function)
    lines = file.text.split("\n")[first_line(definition) - 1 : definition.end_lineno]
    return textwrap.dedent("\n".join(lines))


def _unreadable(function: FunctionType, why: str) -> SourceError:
    code = function.__code__
    if code.co_filename == "<stdin>":
        why = "Python keeps nothing of what it read from standard input"
    return SourceError(
        f"the source of {function.__qualname__!r} cannot be read: {why}",
        span=Span(code.co_filename, code.co_firstlineno),
        hint="define it in a file or a notebook, or pass the text of its definition: "
        "source=...",
    )


def has_source(function: FunctionType) -> bool:
    """Whether the source of a function can be read at all.

    A file named ``<string>`` may be any text that was run. If it has lines, they may
    belong to another function.
    """
    code = function.__code__
    if given(code) is not None:
        return True
    if not code.co_filename.startswith("<"):
        return bool(linecache.getlines(code.co_filename, function.__globals__))
    try:
        find(function)
    except SourceError:
        return False
    return True


def _lambda(
    function: FunctionType, file: ParsedFile
) -> tuple[Definition, str | None] | None:
    """Find the innermost lambda whose body contains all positions of the code.

    Code has none if Python was told so, and in Python 3.12 if it is a constant alone.
    Then the text of the lambda says whether it is the one.
    """
    code = function.__code__
    places = [
        (line, column, end_line, end_column)
        for line, end_line, column, end_column in code.co_positions()
        if None not in (line, end_line, column, end_column) and end_column
    ]
    starts = [(place[0], place[1]) for place in places]
    ends = [(place[2], place[3]) for place in places]
    fitting = []
    for found in file.lambdas.get(code.co_firstlineno, []):
        body = found[0].body
        assert isinstance(body, ast.expr)
        start = (body.lineno, body.col_offset)
        end = (body.end_lineno, body.end_col_offset)
        inside = all(start <= place for place in starts)
        if inside and all(place <= end for place in ends):
            if places or compiles_to(*found, function, file):
                fitting.append((start, found))
    return max(fitting, key=lambda entry: entry[0])[1] if fitting else None
