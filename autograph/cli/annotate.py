"""``autograph annotate``: a page of the source, colored by what becomes of lines."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from autograph.cli import targets
from autograph.cli.outcome import DONE, FINDINGS, BadInput, complain
from autograph.cli.reading import STANDARD_INPUT, read_source
from autograph.cli.writing import Output, write_all
from runtime.errors import AutographError

if TYPE_CHECKING:
    from autograph.report.annotating import Annotation

SUMMARY = "write the source as a page, colored by what becomes of each line"
EXAMPLES = """\
examples:
  autograph annotate model.py                          write model.html
  autograph annotate model.py -o pages/model.html      somewhere else
  autograph annotate model.py:step --spec 'float64[?]' one function, traced
  autograph annotate model.py:step --text              on the terminal

The page is one file without scripts. A click on a line shows what it became: converted
code, graph, plan, machine code, and why. Of a file, the source is read and never
imported. With FILE:FUNCTION and types, the file is imported and the function is traced
for them; it is not run.

exit codes:
  0  done
  1  findings: something is refused
  2  bad usage or unreadable input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    targets.add_arguments(parser, "FILE[:FUNCTION]", "a file, or a function in it")
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="write to this file, or - for standard output (default: the name of the "
        "source with .html, in this folder)",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="of a file, show all functions, decorated or not",
    )
    parser.add_argument(
        "--text", action="store_true", help="print what becomes of each line"
    )


def run(options: argparse.Namespace) -> int:
    """Annotate the file or function, and write the page."""
    target: str = options.target
    name, colon, _ = target.rpartition(":")
    with contextlib.redirect_stdout(sys.stderr):
        try:
            if Path(target).is_file() or target == STANDARD_INPUT or not colon:
                name = target
                annotation = _of_file(options)
            else:
                annotation = _of_function(options)
        except AutographError as error:
            complain(str(error))
            return FINDINGS
    if options.text:
        print(annotation)
    elif options.output == STANDARD_INPUT:
        sys.stdout.write(annotation.html())
    else:
        source = "stdin" if name == STANDARD_INPUT else Path(name).stem
        path = Path(options.output or f"{source}.html")
        write_all([Output(path, annotation.html().encode())])
        if not options.quiet:
            print(path)
    return FINDINGS if annotation.refused else DONE


def _of_file(options: argparse.Namespace) -> Annotation:
    # The command should start fast where it only prints help or complains.
    from autograph.report.annotating import annotate_source

    source = read_source(options.target)
    if options.spec:
        raise BadInput("--spec: write FILE:FUNCTION, such as model.py:step")
    try:
        return annotate_source(source.text, source.name, options.all)
    except SyntaxError as error:
        place = f"{source.name}:{error.lineno or 1}:{error.offset or 1}"
        raise BadInput(f"{place}: {error.msg}") from None
    except (RecursionError, MemoryError):
        raise BadInput(f"{source.name}: the code is nested too deeply") from None


def _of_function(options: argparse.Namespace) -> Annotation:
    import autograph

    function, types = targets.find(options)
    if types:
        targets.check_count(function, types, options.target)
    return autograph.annotate(function, *types)
