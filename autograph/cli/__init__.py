"""The command line: ``autograph convert`` and ``autograph graph``."""

from autograph.cli.command_line import main

__all__ = ["main"]
