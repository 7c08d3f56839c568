"""One function of a file, found by its name."""

from __future__ import annotations

import ast
import difflib
import textwrap
from collections.abc import Iterator, Sequence

from autograph.cli.outcome import BadInput

NamedDefinition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def find_function(text: str, filename: str, name: str) -> range:
    """Find the lines of a function, including its decorators.

    Parameters
    ----------
    text : str
        The source of a module.
    filename : str
        Its file.
    name : str
        The name of the function, dotted if it is inside a class or another
        function: ``Model.step``.

    Returns
    -------
    range
        Line numbers, counted from 1.

    Raises
    ------
    BadInput
        If there is no such function. The message names a similar one.
    """
    from autograph.source.parsing import tree_of

    body: Sequence[ast.AST] = tree_of(text, filename).body
    found: NamedDefinition | None = None
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
    """Return lines of a text, dedented."""
    chosen = text.split("\n")[lines.start - 1 : lines.stop - 1]
    return textwrap.dedent("\n".join(chosen)) + "\n"


def _definitions(body: Sequence[ast.AST]) -> Iterator[NamedDefinition]:
    """Yield the definitions of a body in order, also from its compound statements."""
    for node in body:
        if isinstance(node, NamedDefinition):
            yield node
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _definitions(list(ast.iter_child_nodes(node)))
