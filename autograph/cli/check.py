"""``autograph check``: what becomes of each construct, before anything runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograph.cli.folders import python_files
from autograph.cli.outcome import BAD_INPUT, DONE, FINDINGS, BadInput, complain
from autograph.cli.progress import tracked
from autograph.cli.reading import STANDARD_INPUT, read_source

if TYPE_CHECKING:
    from autograph.report.explanation import Row

SUMMARY = "report how each branch, loop and call in Python files is compiled"
EXAMPLES = """\
examples:
  autograph check model.py                    each branch, loop and call, by line
  autograph check --refused src               what is refused, in a whole folder
  autograph check --format json model.py      for programs
  autograph check --format sarif src          for code scanning
  cat model.py | autograph check -            from standard input

Files are read, never imported. Only refused constructs change the exit code.

exit codes:
  0  done
  1  findings: something is refused
  2  bad usage or unreadable input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"Python source, a folder of it, or {STANDARD_INPUT} for standard input",
    )
    parser.add_argument(
        "--format",
        choices=tuple(FORMATS),
        default="text",
        help="output format (default: text)",
    )
    parser.add_argument(
        "--refused", action="store_true", help="print only what is refused"
    )


def run(options: argparse.Namespace) -> int:
    """Check all files, then print all results."""
    # The command should start fast where it only prints help or complains.
    from autograph.report.explanation import REFUSED

    rows: list[Row] = []
    code = DONE
    for named in tracked(python_files(options.files), "checking"):
        try:
            rows += _check(named.name)
        except BadInput as error:
            complain(f"autograph: {error}")
            code = BAD_INPUT
    refused = [row for row in rows if row.stance == REFUSED]
    shown = refused if options.refused else rows
    sys.stdout.write(FORMATS[options.format](shown))
    return max(code, FINDINGS if refused else DONE)


def _check(name: str) -> list[Row]:
    from autograph.report.explaining import explain_source

    source = read_source(name)
    try:
        return list(explain_source(source.text, source.name))
    except SyntaxError as error:
        place = f"{source.name}:{error.lineno or 1}:{error.offset or 1}"
        raise BadInput(f"{place}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise BadInput(f"{source.name}: the code is nested too deeply") from None


def _text(rows: Sequence[Row]) -> str:
    return "".join(_line(row) + "\n" for row in rows)


def _line(row: Row) -> str:
    stance = f"{row.stance} [{row.code}]" if row.code else row.stance
    place = f"{row.file}:{row.line}:{row.column + 1}"
    remedy = f" (instead: {row.remedy})" if row.remedy else ""
    return f"{place}: {stance}: {row.text}: {row.reason}{remedy}"


def _json(rows: Sequence[Row]) -> str:
    from dataclasses import asdict

    found = [{**asdict(row), "column": row.column + 1} for row in rows]
    return json.dumps(found, indent=2) + "\n"


def _sarif(rows: Sequence[Row]) -> str:
    from autograph.cli.sarif import log

    return json.dumps(log(rows), indent=2) + "\n"


FORMATS = {"text": _text, "json": _json, "sarif": _sarif}
