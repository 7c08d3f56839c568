"""Source whose blocks stand deeper in each other than Python's tokenizer takes.

Python reads 100 levels of indentation; its compiler takes more. Blocks that stand too
deep are read by themselves, and put where they belong in the tree.
"""

from __future__ import annotations

import ast
from types import CodeType

from runtime.plan.writer import INDENT
from runtime.recursion_limit import deep_recursion

LEVELS = 90
"""The number of levels that are read at once; Python takes 100."""


def compile_source(source: str, file: str) -> CodeType:
    r"""Compile the source of a module that has one statement on each line.

    Raises
    ------
    SyntaxError
        If the source is not valid Python, or Python nests no loops that deep.

    Examples
    --------
    >>> ifs = [f"{INDENT * n}if x > {n}:" for n in range(150)]
    >>> source = "\n".join(["x = 200", *ifs, INDENT * 150 + "x = -x"])
    >>> space = {}
    >>> exec(compile_source(source, "<plan>"), space)
    >>> space["x"]
    -200
    """
    lines = source.splitlines()
    with deep_recursion():
        if max(map(_margin, lines), default=0) <= LEVELS * len(INDENT):
            return compile(source, file, "exec", dont_inherit=True)
        tree = ast.Module(_block(lines, 0, 0, file), [])
        return compile(tree, file, "exec", dont_inherit=True)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(lines: list[str], above: int, margin: int, file: str) -> list[ast.stmt]:
    """Read the statements of a block.

    Parameters
    ----------
    lines : list of str
        Its lines.
    above : int
        The number of lines of the source above it.
    margin : int
        Its indentation.
    file : str
        The name of the source.
    """
    limit = margin + LEVELS * len(INDENT)
    shown: list[str] = []
    deeper: dict[int, list[str]] = {}
    begun = 0
    for number, line in enumerate(lines, 1):
        if _margin(line) < limit:
            begun = 0
            shown.append(line[margin:])
        elif begun:
            deeper[begun].append(line)
            shown.append("")
        else:
            begun = number
            deeper[begun] = [line]
            shown.append(line[margin:limit] + "pass")
    tree = ast.parse("\n".join(shown), file)
    nodes = list(ast.walk(tree))
    for node in nodes:
        _move(node, above, margin)
    for node in nodes:
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.Pass):
                number = block[0].lineno - above
                if number in deeper:
                    block[:] = _block(deeper[number], above + number - 1, limit, file)
    return tree.body


def _move(node: ast.AST, lines: int, columns: int) -> None:
    """Move a node by lines and columns."""
    if hasattr(node, "lineno"):
        node.lineno += lines
        node.end_lineno += lines  # type: ignore[attr-defined]
        node.col_offset += columns  # type: ignore[attr-defined]
        node.end_col_offset += columns  # type: ignore[attr-defined]
