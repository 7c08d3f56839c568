"""The names of files as people know them: cells of a notebook go by their number."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import PurePath


def cell_name(file: str) -> str | None:
    """Return the name of a notebook cell, such as ``In [3]``; None for other files.

    Parameters
    ----------
    file : str
        The name of a file in a code object.
    """
    ask = getattr(sys.modules.get("IPython"), "get_ipython", None)
    compiler = getattr(ask() if ask else None, "compile", None)
    describe = getattr(compiler, "format_code_name", None)
    described = describe(file) if describe else None
    if described is None:
        return None
    _, name = described
    return str(name).replace("In[", "In [")


def file_name(file: str) -> str:
    """Return the name of a cell, or the name of a file as it is.

    Examples
    --------
    >>> file_name("/home/me/model.py")
    '/home/me/model.py'
    """
    return cell_name(file) or file


def short_name(file: str) -> str:
    """Return the name of a cell, or the name of a file without its folders.

    Examples
    --------
    >>> short_name("/home/me/model.py")
    'model.py'
    """
    return cell_name(file) or _last(file)


@lru_cache(maxsize=256)
def _last(file: str) -> str:
    # A graph has many positions in few files.
    return PurePath(file).name
