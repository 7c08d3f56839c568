"""``autograph --print-completion``: completion scripts for shells."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

SHELLS = ("bash", "zsh", "fish")
FILES = frozenset({"FILE", "PATH", "FILE:FUNCTION"})
"""The metavars of arguments that name a file."""


class PrintCompletion(argparse.Action):
    """The action that prints the completion script for a shell and exits."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Print the requested script."""
        try:
            import shtab
        except ImportError:
            parser.error("completion needs shtab: pip install 'numpy-autograph[cli]'")
        for action in _actions(parser):
            if action.metavar in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        print(shtab.complete(parser, str(values)))
        parser.exit()


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add the option to a parser."""
    parser.add_argument(
        "--print-completion",
        action=PrintCompletion,
        choices=SHELLS,
        metavar="SHELL",
        help=f"print a completion script for {', '.join(SHELLS)}, and exit",
    )


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
