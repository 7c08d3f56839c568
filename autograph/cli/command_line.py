"""The entry point of the command line: one parser, one file per command."""

from __future__ import annotations

import argparse
import difflib
import importlib
import io
import os
import pkgutil
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from autograph import __version__
from autograph.cli import completion
from autograph.cli.outcome import BAD_INPUT, DONE, BadInput, complain
from autograph.cli.phases_told import phases_told


def commands() -> Mapping[str, ModuleType]:
    """Return the commands by name: the files of this folder that have a `SUMMARY`."""
    folder = str(Path(__file__).parent)
    names = [found.name for found in pkgutil.iter_modules([folder])]
    modules = {name: importlib.import_module(f"autograph.cli.{name}") for name in names}
    return {name: each for name, each in modules.items() if hasattr(each, "SUMMARY")}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after the name of the program; by default those that the
        user typed.

    Returns
    -------
    int
        The exit code: 0 done, 1 findings, 2 bad usage or unreadable input.
    """
    options = _parsed(sys.argv[1:] if arguments is None else arguments)
    if options is None:
        return BAD_INPUT
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        # Source is passed on in UTF-8, whatever the locale says.
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        with phases_told(options.verbose):
            code: int = options.run(options)
        sys.stdout.flush()
    except BadInput as error:
        complain(f"autograph: {error}")
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception:
        # Python's own exit code for this is 1, which here means findings.
        traceback.print_exc()
        return BAD_INPUT
    return code


def _parsed(arguments: Sequence[str]) -> argparse.Namespace | None:
    """Return what the user typed; None if that was no command, which help answers."""
    parser = _parser()
    if not arguments:
        parser.print_help(sys.stderr)
        return None
    first = arguments[0]
    if not first.startswith("-") and first not in commands():
        close = difflib.get_close_matches(first, commands(), 1)
        hint = f"did you mean {close[0]!r}?" if close else "--help lists the commands"
        parser.error(f"there is no command {first!r}; {hint}")
    return parser.parse_args(arguments)


def _add_talk(parser: argparse.ArgumentParser, verbose: str) -> None:
    """Describe how much a command says, beside what it is asked for."""
    talk = parser.add_mutually_exclusive_group()
    talk.add_argument(
        "-q", "--quiet", action="store_true", help="print only what was asked for"
    )
    talk.add_argument("-v", "--verbose", action="store_true", help=verbose)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograph",
        description="Compiles NumPy functions with data-dependent control flow.",
        epilog="autograph COMMAND --help shows examples.",
    )
    parser.add_argument(
        "--version", action="version", version=f"autograph {__version__}"
    )
    completion.add_option(parser)
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in commands().items():
        described = subparsers.add_parser(
            name,
            help=command.SUMMARY,
            description=f"{command.SUMMARY[0].upper()}{command.SUMMARY[1:]}.",
            epilog=command.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(described)
        _add_talk(described, getattr(command, "VERBOSE", "say what is done"))
        described.set_defaults(run=command.run)
    return parser
