"""Which item of a list an index means."""

from __future__ import annotations

import operator
import sys
from typing import Any

from tracer.errors import user_error


def position_in(size: int, index: Any, use: str = "") -> int:
    """Return the position that an index means, or raise the list's error.

    Parameters
    ----------
    size : int
        The length of the list.
    index
        The index.
    use : str
        What the error calls it, with a space: ``"assignment "``.

    Examples
    --------
    >>> position_in(3, -1)
    2
    """
    try:
        position: int = range(size)[index]
    except IndexError:
        message = f"list {use}index out of range"
        if not -sys.maxsize - 1 <= operator.index(index) <= sys.maxsize:
            message = f"cannot fit {type(index).__name__!r} into an index-sized integer"
        raise user_error(IndexError(message)) from None
    except TypeError as error:
        message = str(error).replace("range indices", "list indices")
        raise user_error(TypeError(message)) from None
    return position
