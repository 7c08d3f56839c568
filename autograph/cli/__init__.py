"""The command line: ``autograph check``, ``convert`` and ``graph``."""

from autograph.cli.command_line import main

__all__ = ["main"]
