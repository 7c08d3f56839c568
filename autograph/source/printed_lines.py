"""Trees as lines of text, each with the line of the user's source that it is from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from autograph.source.nodes import Node
from autograph.source.trees import to_python
from autograph.source.unparsing import to_text

_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")


@dataclass(frozen=True)
class PrintedLine:
    """A line of printed source.

    Parameters
    ----------
    text
        The line, without its end.
    origin
        The line of the user's source whose statement became this one; 0 if none did.
    ends
        Whether a comment may be added at its end.
    """

    text: str
    origin: int = 0
    ends: bool = False


def printed(node: Node) -> list[PrintedLine]:
    r"""Print a tree whose nodes have positions in the user's source.

    Examples
    --------
    >>> from autograph.source.trees import to_gast
    >>> tree = to_gast(ast.parse("a = (1,\n     2)\nif a:\n    b = 3"))
    >>> for line in printed(tree):
    ...     print(line.origin, line.text)
    1 a = (1, 2)
    3 if a:
    4     b = 3
    """
    text = to_text(node)
    lines = [PrintedLine(each) for each in text.split("\n")]
    before = to_python(node)
    shown = ast.parse(text)
    wholes = before if isinstance(before, ast.Module) else ast.Module([before], [])
    for made, statement in _pairs(wholes, shown):
        number = statement.lineno
        head = getattr(statement, "body", None)
        end = number if head else statement.end_lineno
        old = lines[number - 1]
        if not old.origin:
            whole = end == number
            lines[number - 1] = PrintedLine(old.text, made.lineno, whole)
    return lines


def _pairs(made: ast.AST, shown: ast.AST) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """Yield the statements of a tree with those of the same tree, printed and read."""
    for name in _BLOCKS:
        blocks = getattr(made, name, []), getattr(shown, name, [])
        if not all(isinstance(block, list) for block in blocks):
            continue  # the body of a lambda is no block
        for before, after in zip(*blocks, strict=True):
            if isinstance(before, ast.stmt):
                yield before, after
            yield from _pairs(before, after)
