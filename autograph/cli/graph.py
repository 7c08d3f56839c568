"""``autograph graph``: the graph, optimized graph or plan of one function."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograph.cli import targets
from autograph.cli.color import paint
from autograph.cli.outcome import DONE, FINDINGS, BadInput, complain
from runtime.errors import AutographError, DrawingError

if TYPE_CHECKING:
    from runtime.ir.graph import Graph

SUMMARY = "print the graph of a function for given argument types"
EXAMPLES = """\
examples:
  autograph graph model.py:step --spec 'float64[3,4]' np.int64
  autograph graph model.py:step --spec 'float64[?]' --optimized
  autograph graph model.py:collatz --spec np.int64 --plan
  autograph graph model.py:collatz --spec np.int64 --native
  autograph graph model.py:collatz --spec np.int64 --format svg > collatz.svg

types are written as in the printed graph:
  float64[3,4]   an array; float64[?,4] of unknown length, float64[...] of any rank
  np.float64     a NumPy scalar
  int            a Python number; also float, complex, bool and str

exit codes:
  0  done
  1  the function cannot be compiled; the reason and its line are printed
  2  bad usage or unreadable input
"""
FORMATS: dict[str, tuple[Callable[[Graph], str], str]] = {
    "text": (str, "text"),
    "json": (lambda graph: json.dumps(graph.as_graph_def(), indent=2), "json"),
    "dot": (lambda graph: graph.to_dot(), "dot"),
    "svg": (lambda graph: graph.to_svg(), "xml"),
}
"""For each format, a function that writes a graph, and the Pygments name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    targets.add_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text (the default), data, or a picture of the graph; svg needs the extra "
        "[draw] and Graphviz",
    )
    stage = parser.add_mutually_exclusive_group()
    stage.add_argument(
        "--optimized", action="store_true", help="print the optimized graph"
    )
    stage.add_argument(
        "--plan", action="store_true", help="print the Python source that runs"
    )
    stage.add_argument(
        "--native",
        action="store_true",
        help="print which loops are machine code, and what keeps the others in Python; "
        "needs the extra [native]",
    )


def run(options: argparse.Namespace) -> int:
    """Import the file, trace the function, and print the requested stage."""
    # NumPy and the tracer take their time: not for a help text.
    import autograph

    if (options.plan or options.native) and options.format != "text":
        what = "the plan" if options.plan else "machine code"
        raise BadInput(f"--format {options.format}: {what} can only be printed as text")
    # What the module or a traced function prints is no part of the graph.
    with contextlib.redirect_stdout(sys.stderr):
        found, types = targets.find(options)
        targets.check_count(found, types, options.target)
        target: Any = found
        if options.native:
            target = autograph.function(found, executor="native")
        elif not hasattr(target, "get_concrete_function"):
            target = autograph.function(target)
        try:
            concrete = target.get_concrete_function(*types)
            native = concrete.native if options.native else ""
        except AutographError as error:
            complain(str(error))
            return FINDINGS
    if options.native:
        text, language = native, "text"
    elif options.plan:
        text, language = str(concrete.plan), "python"
    else:
        stage = concrete.optimized_graph if options.optimized else concrete.graph
        text, language = _written(stage, options.format)
    print(paint(text.rstrip("\n"), language, sys.stdout))
    return DONE


def _written(graph: Graph, form: str) -> tuple[str, str]:
    """Return a graph in a format, and the Pygments name of that format."""
    try:
        write, language = FORMATS[form]
        return write(graph), language
    except DrawingError as error:
        raise BadInput(f"--format {form}: {error.message}; {error.hint}") from None
