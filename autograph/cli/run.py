"""``autograph run``: run a function of a file of graphs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from autograph.cli import stored
from autograph.cli.outcome import DONE, FINDINGS, BadInput, complain
from runtime.errors import SignatureError

SUMMARY = "run a function of a file of graphs"
EXAMPLES = """\
examples:
  autograph run step.ag --input x=x.npy --input n=np.int64:3 -o out.npz
  autograph run step.ag --input x=float:0.5

inputs are NAME=VALUE, with a value of these forms:
  x.npy          an array of NumPy
  np.int64:3     a NumPy scalar
  float:0.5      a Python number; also int, complex, bool and str

The output is an .npz archive: result, or result_0, result_1, ... for a tuple or list,
result_name for each entry of a dict. Without -o the result is printed.

exit codes:
  0  done
  1  the function raised an error, which is printed
  2  bad usage or unreadable input
"""
PYTHON: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "complex": complex,
    "bool": lambda text: {"True": True, "False": False}[text],
    "str": str,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    stored.add_arguments(parser)
    parser.add_argument(
        "--input",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument of the function",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="write the result to this .npz file (default: print it)",
    )


def run(options: argparse.Namespace) -> int:
    """Read the file and the inputs, run the function, write the result."""
    import numpy as np

    loaded = stored.opened(options)
    functions = stored.chosen(loaded, options)
    if len(functions) != 1:
        raise BadInput(f"{options.file}: choose one by --function: {', '.join(loaded)}")
    given = dict(map(_input, options.input))
    try:
        result = functions[0](**given)
    except SignatureError as error:
        raise BadInput(error.message) from None
    except Exception as error:  # that of the saved function, whatever it is
        complain(f"{type(error).__name__}: {error}")
        return FINDINGS
    if options.output is None:
        print(result)
        return DONE
    arrays = {name: np.asarray(value) for name, value in _results("result", result)}
    if any(each.dtype.hasobject for each in arrays.values()):
        raise BadInput(f"{options.output}: the result is no array")
    try:
        with Path(options.output).open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]  # names are keywords
    except OSError as error:
        raise BadInput(f"{options.output}: {error.strerror}") from None
    return DONE


def _input(text: str) -> tuple[str, Any]:
    """Return the name and the value of an input."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise BadInput(f"--input {text}: write NAME=VALUE, such as x=x.npy")
    try:
        return name, _value(value)
    except (ValueError, KeyError, TypeError, OverflowError, OSError) as error:
        raise BadInput(f"--input {text}: {error}") from None


def _value(text: str) -> Any:
    import numpy as np

    from runtime.types import parse_dtype

    if text.endswith(".npy"):
        return np.load(text, allow_pickle=False)
    kind, colon, spelled = text.partition(":")
    if kind.startswith("np.") and colon:
        dtype = parse_dtype(kind.removeprefix("np."))
        if dtype.kind not in "biufcUS":
            raise ValueError(f"{kind} is no class of numbers or text")
        if dtype.kind == "b":
            return dtype.type(PYTHON["bool"](spelled))
        return dtype.type(int(spelled) if dtype.kind in "iu" else spelled)
    if kind not in PYTHON or not colon:
        raise ValueError("write a file ending in .npy, np.int64:3, or float:0.5")
    return PYTHON[kind](spelled)


def _results(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the arrays of a result by name."""
    if isinstance(value, (tuple, list)):
        for position, item in enumerate(value):
            yield from _results(f"{name}_{position}", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _results(f"{name}_{key}", item)
    elif value is not None:
        yield name, value
