"""The command line: each file that has a `SUMMARY` is a command."""

from autograph.cli.command_line import main

__all__ = ["main"]
