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
    inside = _inside_strings(text)
    return "\n".join(
        line if number in inside or not line.strip() else prefix + line
        for number, line in enumerate(text.split("\n"), 1)
    )


def dedented(text: str, prefix: str) -> str:
    """Remove a margin from the lines of a block, except from those inside a string."""
    if not prefix:
        return text
    inside = _inside_strings("if 1:\n" + text)
    return "\n".join(
        line if number in inside else line.removeprefix(prefix)
        for number, line in enumerate(text.split("\n"), 2)
    )


def _inside_strings(text: str) -> set[int]:
    """Return the lines that begin inside a string."""
    inside: set[int] = set()
    starts: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:
            inside.update(range(token.start[0] + 1, token.end[0] + 1))
        elif token.type == _FSTRING_START:
            starts.append(token.start[0])
        elif token.type == _FSTRING_END:
            inside.update(range(starts.pop() + 1, token.end[0] + 1))
    return inside


# Since 3.12 a formatted string is several tokens.
_FSTRING_START = getattr(tokenize, "FSTRING_START", -1)
_FSTRING_END = getattr(tokenize, "FSTRING_END", -1)
