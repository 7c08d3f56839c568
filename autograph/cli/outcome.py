"""Exit codes of commands, and lines on standard error."""

from __future__ import annotations

import sys

DONE = 0
FINDINGS = 1
BAD_INPUT = 2


class BadInput(Exception):
    """An input or output that a command cannot use; its message is one line."""


def complain(line: str) -> None:
    """Print one line on standard error; escape what its encoding cannot hold."""
    encoding = sys.stderr.encoding or "utf-8"
    print(line.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)
