"""Trees as text."""

from __future__ import annotations

import ast
import io
import tokenize

from autograph.source.nodes import Node
from autograph.source.trees import to_python


def to_text(node: Node) -> str:
    """Return a gast tree as text."""
    tree = to_python(node)
    try:
        return ast.unparse(tree)
    except ValueError:
        # Before 3.12, an expression in an f-string can hold no backslash and not
        # every quote.
        return ast.unparse(ast.fix_missing_locations(_Joined().visit(tree)))


class _Joined(ast.NodeTransformer):
    """A transformer that writes f-strings as ``''.join([...])``."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Join the parts."""
        self.generic_visit(node)
        join = ast.Attribute(ast.Constant(""), "join", ast.Load())
        return ast.Call(join, [ast.List(node.values, ast.Load())], [])

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        """Format one part."""
        self.generic_visit(node)
        value = node.value
        converted = {115: "str", 114: "repr", 97: "ascii"}.get(node.conversion)
        if converted is not None:
            value = ast.Call(ast.Name(converted, ast.Load()), [value], [])
        arguments = [value] + ([node.format_spec] if node.format_spec else [])
        return ast.Call(ast.Name("format", ast.Load()), arguments, [])


def indented(text: str, prefix: str) -> str:
    """Indent lines, except those inside a string."""
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
