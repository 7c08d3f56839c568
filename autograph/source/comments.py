"""Comments of a function, kept where the statements they belong to are printed."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import replace

from autograph.source.parsing import tree_of
from autograph.source.printed_lines import PrintedLine


def with_comments(
    lines: Sequence[PrintedLine], text: str, first: int
) -> list[PrintedLine]:
    r"""Return printed lines with the comments of what they were printed from.

    A comment behind a statement stays behind it. One on a line of its own stays above
    the statement below it, or below the last one of its block. Comments of statements
    that are gone are gone too.

    Parameters
    ----------
    lines
        The printed lines.
    text
        The source of the function, dedented.
    first
        The number of its first line in the user's source.

    Examples
    --------
    >>> text = "x = 1  # one\n# two\ny = (x +  # three\n     1)\n# four"
    >>> from autograph.source.printed_lines import printed
    >>> from autograph.source.trees import to_gast
    >>> for line in with_comments(printed(to_gast(ast.parse(text))), text, 1):
    ...     print(line.text)
    x = 1  # one
    # two
    y = x + 1  # three
    # four
    """
    above: dict[int, list[str]] = {}
    behind: dict[int, str] = {}
    below: dict[int, list[str]] = {}
    statements = _statements(text)
    for token in _comments(text):
        line, column = token.start
        own = not token.line[:column].strip()
        around = [each for each in statements if _head(each, line)]
        if around:
            start = around[-1].lineno + first - 1
            if own or line != around[-1].lineno:
                above.setdefault(start, []).append(token.string)
            else:
                behind[start] = token.string
            continue
        after = [s for s in statements if s.lineno > line and s.col_offset <= column]
        before = [s for s in statements if s.lineno < line and s.col_offset <= column]
        if after and (not before or after[0].col_offset >= before[-1].col_offset):
            above.setdefault(after[0].lineno + first - 1, []).append(token.string)
        elif before:
            below.setdefault(before[-1].lineno + first - 1, []).append(token.string)
    return list(_merged(lines, above, behind, below))


def _merged(
    lines: Sequence[PrintedLine],
    above: dict[int, list[str]],
    behind: dict[int, str],
    below: dict[int, list[str]],
) -> Iterable[PrintedLine]:
    last = {line.origin: number for number, line in enumerate(lines)}
    for number, line in enumerate(lines):
        margin = line.text[: len(line.text) - len(line.text.lstrip())]
        if line.origin:
            for comment in above.pop(line.origin, ()):
                yield PrintedLine(margin + comment)
            if line.origin in behind:
                comment = behind.pop(line.origin)
                if line.ends:
                    line = replace(line, text=f"{line.text}  {comment}")
                else:
                    yield PrintedLine(margin + comment)
        yield line
        if line.origin and line.ends and last[line.origin] == number:
            for comment in below.pop(line.origin, ()):
                yield PrintedLine(margin + comment)


def _comments(text: str) -> list[tokenize.TokenInfo]:
    if "#" not in text:
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token for token in tokens if token.type == tokenize.COMMENT]


def _statements(text: str) -> list[ast.stmt]:
    """Return the statements of a source, by position."""
    nodes = ast.walk(tree_of(text, "<source>"))
    found = [node for node in nodes if isinstance(node, ast.stmt)]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _head(statement: ast.stmt, line: int) -> bool:
    """Whether a line is one of a statement, but not of a block within it."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    end = statement.end_lineno or statement.lineno
    if body:
        below = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
        end = max(below.lineno - 1, statement.lineno)
        if end > statement.lineno:
            end = _end_of_head(statement)
    return statement.lineno <= line <= end


def _end_of_head(statement: ast.stmt) -> int:
    """Return the last line of what stands before the block of a statement."""
    parts = [
        node
        for name, value in ast.iter_fields(statement)
        if name not in ("body", "orelse", "handlers", "finalbody", "cases")
        for each in (value if isinstance(value, list) else [value])
        if isinstance(each, ast.AST)
        for node in ast.walk(each)
    ]
    ends = [getattr(node, "end_lineno", None) or 0 for node in parts]
    return max([statement.lineno, *ends])
