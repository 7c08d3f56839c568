"""A `print` that runs with the graph, whatever it prints."""

from __future__ import annotations

from typing import Any

from autograph.library.boundary import boundary
from autograph.library.operations import perform

_DEFAULTS = {"sep": " ", "end": "\n", "file": None, "flush": False}


@boundary
def print(
    *values: object,
    sep: Any = " ",
    end: Any = "\n",
    file: Any = None,
    flush: Any = False,
) -> None:
    r"""Print at each run of the graph, in order.

    The builtin `print` does so too if it prints a value of the graph, if it is inside
    an `if` or a loop, or if it comes after anything that prints, raises or writes.
    Otherwise it runs only while the function is traced, and so shows each trace.

    Parameters
    ----------
    *values
        The values to print.
    sep, end, file, flush
        As for the builtin `print`.

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
