"""The index of the operations: ``python -m tools.rows`` writes it.

A test fails while the index is not what would be written.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from runtime.ops import FAMILIES
from runtime.ops.families import rows_of, words_of

INDEX = Path(__file__).resolve().parent.parent / "runtime" / "ops" / "index.py"
HEAD = '''\
"""Which family has which operations: written by ``python -m tools.rows``."""

INDEX = {
'''
TAIL = """\
}
"""


def text() -> str:
    """Return what should stand in the file."""
    return HEAD + "".join(map(_entry, FAMILIES)) + TAIL


def _entry(family: str) -> str:
    words = sorted(words_of(rows_of(family)))
    return f'    "{family}": """\n{_lines(words)}\n""",\n'


def _lines(words: list[str]) -> str:
    return textwrap.fill(
        " ".join(words), width=80, break_long_words=False, break_on_hyphens=False
    )


def main() -> int:
    """Write the index; say whether it changed."""
    before = INDEX.read_text(encoding="utf-8")
    after = text()
    INDEX.write_text(after, encoding="utf-8")
    print(f"{INDEX.name}: {'as it was' if after == before else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
