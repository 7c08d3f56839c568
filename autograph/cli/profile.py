"""``autograph profile``: run a script, and say where its time went."""

from __future__ import annotations

import argparse
import runpy
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograph.cli.color import wants_color
from autograph.cli.outcome import DONE, FINDINGS, BadInput
from autograph.cli.writing import Output, write_all

if TYPE_CHECKING:
    from autograph.report.figures import Profile

SUMMARY = "run a script, and say where its time went"
EXAMPLES = """\
examples:
  autograph profile script.py                          a table
  autograph profile script.py -- --size 100            with arguments of the script
  autograph profile -o script.html script.py           beside the source
  autograph profile --speedscope script.json script.py for https://www.speedscope.app

The table comes after the output of the script, on standard error. Time is measured by
samples, calls and bytes are counted; first calls are listed apart.

exit codes:
  0  done
  1  the script raised an error, or ended with another code than 0
  2  bad usage or unreadable input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument("script", metavar="SCRIPT", help="a Python file")
    parser.add_argument(
        "arguments", nargs="*", metavar="ARGUMENT", help="arguments of the script"
    )
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="write the figures beside the source"
    )
    parser.add_argument(
        "--speedscope", metavar="PATH", help="write a file for speedscope"
    )


def run(options: argparse.Namespace) -> int:
    """Run the script, then print and write what was measured."""
    # NumPy and the tracer take their time: not for a help text.
    from autograph.report.profiling import Profiler

    path = Path(options.script)
    if not path.is_file():
        raise BadInput(f"{options.script}: no such file")
    profiler = Profiler(_run_script)
    with profiler:
        code = _run_script(path, options.arguments)
    found = profiler.profile(path.name)
    outputs = []
    if options.output:
        outputs.append(Output(Path(options.output), found.html().encode()))
    if options.speedscope:
        text = found.speedscope_text()
        outputs.append(Output(Path(options.speedscope), text.encode()))
    write_all(outputs)
    if not options.quiet:
        _show(found)
    return code


def _run_script(path: Path, arguments: list[str]) -> int:
    """Run a script as Python does; return the exit code."""
    before: tuple[Any, ...] = sys.argv, sys.path[:]
    sys.argv = [str(path), *arguments]
    sys.path.insert(0, str(path.resolve().parent))
    try:
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as stop:
        if isinstance(stop.code, str):
            print(stop.code, file=sys.stderr)
        return FINDINGS if stop.code else DONE
    except Exception:
        traceback.print_exc()
        return FINDINGS
    finally:
        sys.argv, sys.path[:] = before
    return DONE


def _show(found: Profile) -> None:
    """Print tables on standard error, with rich where it is installed."""
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        print(found, file=sys.stderr)
        return
    if not wants_color(sys.stderr):
        print(found, file=sys.stderr)
        return
    console = Console(stderr=True)
    console.print(f"[bold]{found.title}[/]: {found.text_of_time}")
    for title, heads, rows in found.tables():
        table = Table(title=title, title_justify="left", header_style="dim", box=None)
        for head in heads:
            right = head in ("time", "share", "calls", "bytes")
            table.add_column(head, justify="right" if right else "left")
        for row in rows:
            table.add_row(*(cell.replace("[", r"\[") for cell in row))
        console.print(table)
