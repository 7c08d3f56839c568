"""``autograph show``: what a file of graphs holds. Nothing of it runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from autograph.cli import stored
from autograph.cli.color import paint
from autograph.cli.outcome import DONE, BadInput
from runtime.errors import DrawingError

if TYPE_CHECKING:
    from runtime.saving import Loaded, LoadedGraph

SUMMARY = "show what a file of graphs holds"
EXAMPLES = """\
examples:
  autograph show step.ag
  autograph show step.ag --plan
  autograph show step.ag --graph --function step
  autograph show step.ag --format svg > step.svg

Nothing of the file runs.

exit codes:
  0  done
  2  bad usage, or no file of graphs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    stored.add_arguments(parser)
    parser.add_argument(
        "--format", choices=("text", "dot", "svg"), help="how graphs are shown"
    )
    stage = parser.add_mutually_exclusive_group()
    stage.add_argument("--graph", action="store_true", help="show the graphs")
    stage.add_argument(
        "--plan", action="store_true", help="show the Python source that runs"
    )


def run(options: argparse.Namespace) -> int:
    """Print what the file holds, or its graphs or plans."""
    loaded = stored.opened(options)
    if options.plan and options.format not in (None, "text"):
        raise BadInput(f"--format {options.format}: the plan is text")
    if not (options.graph or options.plan or options.format):
        print(_summary(loaded))
        return DONE
    texts = [
        _shown(each, options)
        for function in stored.chosen(loaded, options)
        for each in function.graphs
    ]
    text, language = "\n".join(texts), "python" if options.plan else "text"
    print(paint(text.rstrip("\n"), language, sys.stdout))
    return DONE


def _shown(graph: LoadedGraph, options: argparse.Namespace) -> str:
    if options.plan:
        return graph.plan
    write: dict[str, Callable[[], str]] = {
        "dot": graph.graph.to_dot,
        "svg": graph.to_svg,
    }
    try:
        return write.get(options.format, graph.graph.__str__)()
    except DrawingError as error:
        raise BadInput(f"--format svg: {error.message}; {error.hint}") from None


def _summary(loaded: Loaded) -> str:
    writer = loaded.writer
    lines = [f"written by autograph {writer['autograph']}, NumPy {writer['numpy']}"]
    for name, function in loaded.items():
        for each in function.graphs:
            count = sum(1 for _ in each.graph.nodes())
            lines.append(f"{name}{each.signature}: {count} operations")
    for name, variable in loaded.variables.items():
        lines.append(f"Variable {name!r}: {variable.type}")
    return "\n".join(lines)
