"""Printing when the graph runs, whatever is printed."""

from __future__ import annotations

from typing import Any

from autograph.library.operations import perform

_DEFAULTS = {"sep": " ", "end": "\n", "file": None, "flush": False}


def print(
    *values: object,
    sep: Any = " ",
    end: Any = "\n",
    file: Any = None,
    flush: Any = False,
) -> None:
    r"""Print at each run of the graph, in order.

    The builtin `print` does so too where it is given a value of the graph, where it
    stands under an `if` or a loop, and behind anything that prints, raises or writes.
    Else it is a way to see a trace: it runs while the function is traced.

    Parameters
    ----------
    *values
        What is printed.
    sep, end, file, flush
        As in the builtin.

    Examples
    --------
    >>> import autograph as ag
    >>> @ag.function
    ... def double(x):
    ...     ag.print("running")
    ...     return x + x
    >>> double(1)
    running
    2
    >>> double(1)
    running
    2
    """
    given = {"sep": sep, "end": end, "file": file, "flush": flush}
    chosen = {
        name: value for name, value in given.items() if value is not _DEFAULTS[name]
    }
    perform("print", *values, **chosen)


__all__ = ["print"]
