"""``autograph graph``: the graph, optimized graph or plan of one function."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import inspect
import json
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from autograph.cli.color import paint
from autograph.cli.outcome import DONE, FINDINGS, BadInput, complain
from runtime.errors import AutographError, DrawingError

if TYPE_CHECKING:
    from runtime.ir.graph import Graph
    from runtime.types import Type

SUMMARY = "print the graph of a function for given argument types"
EXAMPLES = """\
examples:
  autograph graph model.py:step --spec 'float64[3,4]' np.int64
  autograph graph model.py:step --spec 'float64[?]' --optimized
  autograph graph model.py:collatz --spec np.int64 --plan
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
    parser.add_argument(
        "target", metavar="FILE:FUNCTION", help="a file and a function in it"
    )
    parser.add_argument(
        "--spec",
        nargs="+",
        action="extend",
        default=[],
        metavar="TYPE",
        help="the type of each argument, in order",
    )
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


def run(options: argparse.Namespace) -> int:
    """Import the file, trace the function, and print the requested stage."""
    # NumPy and the tracer take their time: not for a help text.
    import autograph
    from runtime.types import parse_type

    path, name = _split(options.target)
    if options.plan and options.format != "text":
        raise BadInput(
            f"--format {options.format}: the plan can only be printed as text"
        )
    try:
        types = [parse_type(text) for text in options.spec]
    except AutographError as error:
        raise BadInput(f"--spec: {error.message}") from None
    # What the module or a traced function prints is no part of the graph.
    with contextlib.redirect_stdout(sys.stderr):
        target = _find(_import(path), name, options.target)
        _check_count(target, types, options.target)
        if not hasattr(target, "get_concrete_function"):
            target = autograph.function(target)
        try:
            concrete = target.get_concrete_function(*types)
        except AutographError as error:
            complain(str(error))
            return FINDINGS
    if options.plan:
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


def _split(target: str) -> tuple[Path, str]:
    file, colon, name = target.rpartition(":")
    if not colon or not name or not file:
        raise BadInput(f"{target}: write FILE:FUNCTION, such as model.py:step")
    path = Path(file)
    if path.is_dir():
        raise BadInput(f"{file}: is a folder, not a file")
    if not path.is_file():
        raise BadInput(f"{file}: no such file")
    return path.resolve(), name


def _import(path: Path) -> ModuleType:
    """Import a file by its path, under the name that its package implies."""
    folder, parts = path.parent, [path.stem]
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    name = ".".join(parts)
    if len(parts) == 1 and name in sys.modules:
        name += "_"  # such as a user's own types.py
    sys.path.insert(0, str(folder))
    try:
        if len(parts) > 1:
            return importlib.import_module(name)
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise BadInput(f"{path}: is not a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(f"{path.name}: cannot be imported: {_sum_up(error)}") from error


def _sum_up(error: BaseException) -> str:
    """Return in one line what was raised, and where."""
    text = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError):
        return f"{text} (line {error.lineno})"
    frames = traceback.extract_tb(error.__traceback__)
    return f"{text} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})"


def _find(module: ModuleType, name: str, target: str) -> Callable[..., Any]:
    found: Any = module
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise BadInput(f"{target}: there is no {name!r} in the file") from None
    if not callable(found):
        raise BadInput(f"{target}: {name!r} is not a function")
    function: Callable[..., Any] = found
    return function


def _check_count(
    function: Callable[..., Any], types: Sequence[Type], target: str
) -> None:
    signature = inspect.signature(function)
    try:
        signature.bind(*types)
    except TypeError as error:
        spelled = f"{target.rpartition(':')[2]}{signature}"
        raise BadInput(f"--spec: {error}, for {spelled}") from None
