"""``autograph export``: one function in another language."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograph.cli import targets
from autograph.cli.color import paint
from autograph.cli.outcome import DONE, FINDINGS, BadInput, complain
from runtime.errors import AutographError

SUMMARY = "write a function in another language"
EXAMPLES = """\
examples:
  autograph export model.py:step --to python --spec 'float64[?]' np.int64
  autograph export model.py:step --to jax --spec 'float64[?]' np.int64 -o step.py
  autograph export model.py:step --to onnx --spec 'float64[?]' np.int64 -o step.onnx

The function is traced for the types, and not run. Large arrays that it captures are
written beside the file, and into the text where none is named. A model of ONNX needs
the package onnx, and -o; otherwise its text is printed.

exit codes:
  0  done
  1  the function cannot be compiled or exported; the reason and its line are printed
  2  bad usage or unreadable input
"""
LANGUAGES = ("python", "jax", "onnx")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    targets.add_arguments(parser)
    parser.add_argument(
        "--to", choices=LANGUAGES, required=True, help="the language of the export"
    )
    parser.add_argument(
        "--no-jit",
        action="store_true",
        help="let Python ask for values on JAX, where jax.jit could not",
    )
    parser.add_argument(
        "--reverse",
        action="store_true",
        help="write loops on JAX so that jax.grad takes them",
    )
    parser.add_argument(
        "--room",
        type=int,
        metavar="ITEMS",
        help="the most items on JAX of a list that a while loop fills",
    )
    parser.add_argument("-o", "--output", help="the file to write")


def run(options: argparse.Namespace) -> int:
    """Import the file, trace the function for the types, and write its export."""
    # NumPy and the tracer take their time: not for a help text.
    from autograph import export
    from runtime.exporting.onnx.onnx_file import text_of

    path = None if options.output is None else Path(options.output)
    with contextlib.redirect_stdout(sys.stderr):
        found, types = targets.find(options)
        if types or not hasattr(found, "concrete_functions"):
            targets.check_count(found, types, options.target)
        for name in ("no_jit", "reverse", "room"):
            if getattr(options, name) and options.to != "jax":
                raise BadInput(f"--{name.replace('_', '-')} is for --to jax")
        write: Callable[..., Any] = getattr(export, options.to)
        try:
            choices: dict[str, Any] = {"jit": False} if options.no_jit else {}
            choices |= {"reverse": True} if options.reverse else {}
            choices |= {"room": options.room} if options.room else {}
            made = write(found, *types, path=path, **choices)
        except AutographError as error:
            complain(str(error))
            return FINDINGS
        except ImportError as error:
            raise BadInput(str(error)) from None
        except ValueError as error:
            raise BadInput(f"{options.target}: {error}") from None
        except OSError as error:
            raise BadInput(f"{options.output}: {error.strerror}") from None
    if path is None:
        if options.to == "onnx":
            print(text_of(made))
        else:
            print(paint(made.rstrip("\n"), "python", sys.stdout))
    return DONE
