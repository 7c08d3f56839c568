"""Comments that silence a line: ``# autograph: ignore[AG212]``."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Mapping, Set

_COMMENT = re.compile(r"#\s*autograph:\s*ignore(?:\[([^\]]*)\])?")

Ignored = Mapping[int, Set[str]]
"""The codes that are silenced, by line; the empty text stands for all."""


def ignored(text: str) -> Ignored:
    """Return what the comments of a source silence.

    Examples
    --------
    >>> ignored("x = locals()  # autograph: ignore[AG212]")
    {1: {'AG212'}}
    """
    found: dict[int, set[str]] = {}
    if "autograph:" not in text:
        return found
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        comment = _COMMENT.search(token.string)
        if token.type == tokenize.COMMENT and comment:
            codes = (comment.group(1) or "").split(",")
            found[token.start[0]] = {code.strip() for code in codes}
    return found


def silences(lines: Ignored, always: Set[str], line: int, code: str) -> bool:
    """Whether a code is silenced on a line, or everywhere."""
    here = lines.get(line, frozenset())
    return code in always or code in here or "" in here
