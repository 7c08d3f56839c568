"""``FILE:FUNCTION``, and the types of its arguments: what commands import and trace."""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from autograph.cli.outcome import BadInput
from runtime.errors import AutographError

if TYPE_CHECKING:
    from runtime.types import Type


SAY_TYPES = "--spec 'float64[?]' np.int64 says what happens for arguments of such types"

_NO_OBJECT = (
    "a method has no object here: profile a script that calls it, or ask "
    "ag.explain(model.step, ...) in Python"
)


def add_arguments(
    parser: argparse.ArgumentParser,
    target: str = "FILE:FUNCTION",
    described: str = "a file and a function in it",
) -> None:
    """Describe the arguments ``FILE:FUNCTION`` and ``--spec``."""
    parser.add_argument("target", metavar=target, help=described)
    parser.add_argument(
        "--spec",
        nargs="+",
        action="extend",
        default=[],
        metavar="TYPE",
        help="the type of each argument, in order",
    )


def find(options: argparse.Namespace) -> tuple[Callable[..., Any], list[Type]]:
    """Import the file; return the function, and the types of its arguments."""
    # NumPy takes its time: not for a help text.
    from runtime.types import parse_type

    target: str = options.target
    path, name = _split(target)
    try:
        types = [parse_type(text) for text in options.spec]
    except AutographError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise BadInput(f"--spec: {error.message}{hint}") from None
    found: Any = _import(path)
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise BadInput(f"{target}: there is no {name!r} in the file") from None
    if not callable(found):
        raise BadInput(f"{target}: {name!r} is not a function")
    return found, types


def check_count(
    function: Callable[..., Any], types: Sequence[Type], target: str
) -> None:
    """Refuse types that are not one for each argument of a function."""
    signature = inspect.signature(function)
    try:
        signature.bind(*types)
    except TypeError as error:
        name = target.rpartition(":")[2]
        is_method = "." in name and "self" in signature.parameters
        hint = f"; {_NO_OBJECT}" if is_method else ""
        raise BadInput(f"--spec: {error}, for {name}{signature}{hint}") from None


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
