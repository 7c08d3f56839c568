"""``autograph check``: what becomes of each construct, before anything runs."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograph.cli.color import BOLD, RED, YELLOW, tint
from autograph.cli.folders import python_files
from autograph.cli.ignoring import ignored, silences
from autograph.cli.outcome import BAD_INPUT, DONE, FINDINGS, BadInput, complain
from autograph.cli.progress import tracked
from autograph.cli.reading import STANDARD_INPUT, read_source
from autograph.cli.settings import Settings, settings

if TYPE_CHECKING:
    from autograph.cli.known_rows import KnownRows
    from autograph.report.explanation import Row

SUMMARY = "report what is not compiled in Python files, and what to write instead"
EXAMPLES = """\
examples:
  autograph check                             all files of this folder
  autograph check model.py                    what a person may want to change
  autograph check -v model.py                 each branch, loop and call, by line
  autograph check --all model.py              also functions that nobody decorates
  autograph check --refused src               what is refused, in a whole folder
  autograph check --exclude tests .           without some files
  autograph check --ignore called-back src    without what is called back
  autograph check --format json model.py      for programs
  autograph check --format github src         for a workflow of GitHub
  autograph check --format sarif src          for code scanning
  cat model.py | autograph check -            from standard input

Files are read, never imported. Reported is what is refused, called back in Python, run
while tracing or unrolled, in functions that are decorated and in functions of the same
file that these call. Only refused constructs change the exit code. `autograph rule
AG212` explains a code.

A comment `# autograph: ignore[AG212]` silences a code on its line, and a comment
`# autograph: ignore` all of them. What is called back has the code `called-back`.
[tool.autograph] in pyproject.toml has two lists, `exclude` with files and folders and
`ignore` with codes, and `all = true` and `gitignore = false`. Files that Git ignores
are passed over, if the package pathspec is installed.

What was found in a file is kept in the user's folder for caches, or in the folder that
AUTOGRAPH_CHECK_CACHE names, until the file changes; with `off` nothing is kept.

exit codes:
  0  done
  1  findings: something is refused
  2  bad usage or unreadable input
"""

VERBOSE = "print every construct and call"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="*",
        default=["."],
        metavar="FILE",
        help=f"Python source, a folder of it, or {STANDARD_INPUT} for standard input "
        "(default: this folder)",
    )
    parser.add_argument(
        "--format",
        "--output-format",
        dest="format",
        choices=tuple(FORMATS),
        default="text",
        help="output format (default: text)",
    )
    parser.add_argument(
        "--refused", action="store_true", help="print only what is refused"
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="check all functions, decorated or not",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="pass over files and folders of this name; may be repeated",
    )
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="CODE",
        help="report nothing of this code; may be repeated",
    )


def run(options: argparse.Namespace) -> int:
    """Check all files, then print all results."""
    # The command should start fast where it only prints help or complains.
    from autograph.cli.known_rows import KnownRows
    from autograph.report.explanation import REFUSED

    rows: list[Row] = []
    silenced = 0
    code = DONE
    known = settings(options.exclude, options.ignore)
    found = python_files(options.files, ignored=not known.gitignore)
    files = [each for each in found if not known.passes_over(each.name)]
    whole = options.all or known.all
    cache = KnownRows()
    for named in tracked(files, "checking", quiet=options.quiet):
        try:
            kept, without = _check(named.name, whole, known, cache)
            rows += kept
            silenced += without
        except BadInput as error:
            complain(f"autograph: {error}")
            code = BAD_INPUT
    refused = [row for row in rows if row.stance == REFUSED]
    shown = rows if options.verbose else _worth_a_look(rows)
    sys.stdout.write(FORMATS[options.format](refused if options.refused else shown))
    summed_up = options.format == "text" and not (options.refused or options.quiet)
    if summed_up and code == DONE:
        print(_sum_up(rows, len(files), whole, silenced))
    return max(code, FINDINGS if refused else DONE)


def _check(
    name: str, whole: bool, known: Settings, cache: KnownRows
) -> tuple[list[Row], int]:
    """Return the rows of a file, and how many more are silenced."""
    source = read_source(name)

    def find() -> list[Row]:
        from autograph.report.explaining import explain_source

        return list(explain_source(source.text, source.name, whole))

    try:
        rows = cache.rows(source.name, source.text, whole, find)
    except SyntaxError as error:
        place = f"{source.name}:{error.lineno or 1}:{error.offset or 1}"
        raise BadInput(f"{place}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise BadInput(f"{source.name}: the code is nested too deeply") from None
    lines = ignored(source.text)
    kept = [
        row
        for row in rows
        if not silences(lines, known.ignore, row.line, row.code or _slug(row.stance))
    ]
    return kept, len(rows) - len(kept)


def _slug(stance: str) -> str:
    return stance.replace(" ", "-")


def _worth_a_look(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that a person may want to change."""
    from autograph.report.explanation import REFUSED
    from tracer.record.decisions import CALLED_BACK, FROZEN, UNROLLED

    wanted = {REFUSED, CALLED_BACK.name, FROZEN.name, UNROLLED.name}
    return [row for row in rows if row.stance in wanted]


def _sum_up(rows: Sequence[Row], files: int, whole: bool, silenced: int) -> str:
    """Return one line on everything that was checked."""
    counted = Counter(row.stance for row in _worth_a_look(rows))
    counts = [f"{count} {stance}" for stance, count in counted.items()]
    found = [", ".join(counts) or "nothing to change"]
    if silenced:
        found.append(f"{silenced} silenced")
    others = len(rows) - sum(counted.values())
    if rows:
        functions = len({(row.file, row.function) for row in rows})
        kind = "function" if functions == 1 else "functions"
        among = f"in {functions} {kind} (-v lists them)"
        found.append(f"{others} other constructs and calls {among}")
    elif not silenced:
        where = "in this file" if files == 1 else f"in these {files} files"
        which = "function" if whole else "decorated function"
        found.append(f"no {which} {where} has a branch, loop or call")
        found += [] if whole else ["--all checks functions without a decorator"]
    return "; ".join(found)


def _github(rows: Sequence[Row]) -> str:
    """Return rows as commands of a workflow, which GitHub shows at their lines."""
    return "".join(f"{_command(row)}\n" for row in rows)


def _command(row: Row) -> str:
    kind = "error" if row.code else "notice"
    title = f"{row.stance} {row.code}".strip()
    places = f"file={_property(row.file)},line={row.line},col={row.column + 1}"
    remedy = f" (instead: {row.remedy})" if row.remedy else ""
    text = _escaped(f"{row.text}: {row.reason}{remedy}")
    return f"::{kind} {places},title={_property(title)}::{text}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _text(rows: Sequence[Row]) -> str:
    return "".join(_line(row) + "\n" for row in rows)


def _line(row: Row) -> str:
    stance = f"{row.stance} [{row.code}]" if row.code else row.stance
    stance = tint(stance, RED if row.code else YELLOW, sys.stdout)
    place = tint(f"{row.file}:{row.line}:{row.column + 1}", BOLD, sys.stdout)
    remedy = f" (instead: {row.remedy})" if row.remedy else ""
    return f"{place}: {stance}: {row.text}: {row.reason}{remedy}"


def _json(rows: Sequence[Row]) -> str:
    from dataclasses import asdict

    found = [{**asdict(row), "column": row.column + 1} for row in rows]
    return json.dumps(found, indent=2) + "\n"


def _sarif(rows: Sequence[Row]) -> str:
    from autograph.cli.sarif import log

    return json.dumps(log(rows), indent=2) + "\n"


FORMATS = {"text": _text, "json": _json, "sarif": _sarif, "github": _github}
