"""The manifest of a file of graphs: what it says, and the versions that read it."""

from __future__ import annotations

FORMAT = "autograph file"
VERSION = 1
OLDEST = max(1, VERSION - 1)
"""The version of what is written here, and the oldest that is read."""

RENAMED: dict[str, str] = {}
"""The names of operations of the version before, and what they are called now.

The name of an operation is a contract: one that does something else has another name.
"""
