"""One function of a file, found by its name."""

from __future__ import annotations

import ast
import difflib
import textwrap
from collections.abc import Iterator, Sequence

from autograph.cli.outcome import BadInput

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def find_function(text: str, name: str) -> range:
    """Find the lines of a function, its decorators among them.

    Parameters
    ----------
    text : str
        The source of a module.
    name : str
        The name of the function, dotted where it stands in a class or in
        another function: ``Model.step``.

    Returns
    -------
    range
        Line numbers, counted from 1.

    Raises
    ------
    BadInput
        If there is none; the message names what comes close.
    """
    body: Sequence[ast.AST] = ast.parse(text).body
    found: Definition | None = None
    for part in name.split("."):
        definitions = {each.name: each for each in _definitions(body)}
        if part not in definitions:
            close = difflib.get_close_matches(part, definitions, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise BadInput(f"no function {name!r}{hint}")
        found = definitions[part]
        body = found.body
    if found is None or isinstance(found, ast.ClassDef):
        raise BadInput(f"{name!r} is a class; name one of its functions")
    first = min([found.lineno, *(each.lineno for each in found.decorator_list)])
    return range(first, (found.end_lineno or found.lineno) + 1)


def cut(text: str, lines: range) -> str:
    """Give the lines of a text, moved to the left margin."""
    chosen = text.split("\n")[lines.start - 1 : lines.stop - 1]
    return textwrap.dedent("\n".join(chosen)) + "\n"


def _definitions(body: Sequence[ast.AST]) -> Iterator[Definition]:
    """Give what a body defines, under its `if`s and `try`s too, in order."""
    for node in body:
        if isinstance(node, Definition):
            yield node
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _definitions(list(ast.iter_child_nodes(node)))
