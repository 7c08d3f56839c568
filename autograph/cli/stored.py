"""A file of graphs as the argument of a command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from autograph.cli.outcome import BadInput
from runtime.errors import AutographError

if TYPE_CHECKING:
    from runtime.saving import Loaded, LoadedFunction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments ``FILE`` and ``--function``."""
    parser.add_argument("file", metavar="FILE", help="a file that autograph save wrote")
    parser.add_argument("--function", help="the function, if the file has several")


def opened(options: argparse.Namespace) -> Loaded:
    """Return what the file holds."""
    # NumPy takes its time: not for a help text.
    from runtime.saving import load

    try:
        return load(options.file)
    except AutographError as error:
        raise BadInput(f"{options.file}: {error.message}") from None
    except OSError as error:
        raise BadInput(f"{options.file}: {error.strerror}") from None


def chosen(loaded: Loaded, options: argparse.Namespace) -> list[LoadedFunction]:
    """Return the function that is asked for, or all."""
    if options.function is None:
        return list(loaded.values())
    if options.function not in loaded:
        names = ", ".join(loaded)
        raise BadInput(f"--function {options.function}: the file has {names}")
    return [loaded[options.function]]
