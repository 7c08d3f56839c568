"""``autograph save``: a file with the graph of one function."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import Any

from autograph.cli import targets
from autograph.cli.outcome import DONE, FINDINGS, BadInput, complain
from runtime.errors import AutographError

SUMMARY = "save the graph of a function to a file"
EXAMPLES = """\
examples:
  autograph save model.py:step --spec 'float64[3,4]' np.int64 -o step.ag
  autograph save model.py:step -o step.ag

With types the function is traced for them, and not run. Without, its graphs are saved
that importing the file has made.

exit codes:
  0  done
  1  the function cannot be compiled or saved; the reason and its line are printed
  2  bad usage or unreadable input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    targets.add_arguments(parser)
    parser.add_argument("-o", "--output", required=True, help="the file to write")
    parser.add_argument("--compress", action="store_true", help="compress the file")
    parser.add_argument(
        "--spans",
        action="store_true",
        help="keep the lines of the source, for errors, with the names of its files",
    )


def run(options: argparse.Namespace) -> int:
    """Import the file, trace the function if types are given, and save its graphs."""
    # NumPy and the tracer take their time: not for a help text.
    import autograph

    with contextlib.redirect_stdout(sys.stderr):
        found, types = targets.find(options)
        saved: Any = found
        if not hasattr(saved, "concrete_functions"):
            saved = autograph.function(saved)
        try:
            if types or not saved.concrete_functions:
                targets.check_count(found, types, options.target)
                saved = saved.get_concrete_function(*types)
            autograph.save(
                Path(options.output),
                saved,
                compress=options.compress,
                spans=options.spans,
            )
        except AutographError as error:
            complain(str(error))
            return FINDINGS
        except OSError as error:
            raise BadInput(f"{options.output}: {error.strerror}") from None
    return DONE
