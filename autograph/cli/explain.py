"""``autograph explain``: what becomes of each line of one function."""

from __future__ import annotations

import argparse
import contextlib
import sys

from autograph.cli import targets
from autograph.cli.outcome import DONE, FINDINGS, complain
from runtime.errors import AutographError

SUMMARY = "say what becomes of each construct and call for given argument types"
EXAMPLES = """\
examples:
  autograph explain model.py:step --spec 'float64[?]' np.int64
  autograph explain model.py:Model.step                what its source tells

With types the function is traced for them. Without, its source is read, and that of
the functions it calls. The file is imported; the function is not run.

exit codes:
  0  done
  1  findings: something is refused
  2  bad usage or unreadable input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    targets.add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Import the file, trace the function if types are given, print the table."""
    # NumPy and the tracer take their time: not for a help text.
    import autograph

    # What the module or a traced function prints is no part of the table.
    with contextlib.redirect_stdout(sys.stderr):
        function, types = targets.find(options)
        if types:
            targets.check_count(function, types, options.target)
        try:
            explanation = autograph.explain(function, *types)
        except AutographError as error:
            complain(str(error))
            return FINDINGS
    print(explanation)
    if not types and not options.quiet and explanation.rows:
        complain(f"told by the source alone; {targets.SAY_TYPES}")
    return FINDINGS if explanation.refused else DONE
