"""Trees as text."""

from __future__ import annotations

import ast
import io
import tokenize

import gast

from autograph.source.nodes import Node


def to_text(node: Node) -> str:
    """Print a gast tree."""
    tree = gast.gast_to_ast(node)
    return ast.unparse(ast.fix_missing_locations(tree))


def indented(text: str, prefix: str) -> str:
    """Indent lines, but not those that stand inside a string."""
    if not prefix:
        return text
    inside: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:
            inside.update(range(token.start[0] + 1, token.end[0] + 1))
    lines = text.split("\n")
    return "\n".join(
        line if number in inside or not line.strip() else prefix + line
        for number, line in enumerate(lines, 1)
    )
