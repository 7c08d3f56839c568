"""``autograph rule``: the page of an error code."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from autograph.cli.outcome import DONE, BadInput

SUMMARY = "explain an error code, with an example and what to write instead"
EXAMPLES = """\
examples:
  autograph rule AG212                        what the code means
  autograph rule                              all codes

exit codes:
  0  done
  2  there is no such code
"""
PAGES = "errors.md"
_ROOT = Path(__file__).parents[1]
_HEADING = re.compile(r"^## (AG\d+): (.*)$", re.MULTILINE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help="a code such as AG212 (default: list them all)",
    )


def run(options: argparse.Namespace) -> int:
    """Print the page, or the list of all."""
    text = _pages()
    heads = list(_HEADING.finditer(text))
    if options.code is None:
        for head in heads:
            print(f"{head.group(1)}  {head.group(2).strip('`')}")
        return DONE
    wanted = options.code.upper()
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends):
        if head.group(1) == wanted:
            print(text[head.start() : end].removeprefix("## ").rstrip())
            return DONE
    codes = ", ".join(head.group(1) for head in heads)
    raise BadInput(f"there is no code {options.code!r}; the codes are {codes}")


def _pages() -> str:
    """Read the pages: beside the installed package, or in the repository."""
    for place in (_ROOT / PAGES, _ROOT.parent / "docs" / PAGES):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    raise BadInput(f"{PAGES} is not installed")
