"""What an export gives: text, and the arrays beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Exported:
    """A graph in another language.

    Parameters
    ----------
    text : str
        The source.
    arrays : mapping
        The arrays that it loads from a file beside it, by name.
    """

    text: str
    arrays: Mapping[str, np.ndarray]

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the source to a file, and the arrays beside it."""
        if self.arrays:
            arrays: dict[str, Any] = dict(self.arrays)
            np.savez(arrays_file(path), **arrays)
        Path(path).write_text(self.text, "utf-8")


def arrays_file(path: str | os.PathLike[str]) -> Path:
    """Return the file of the arrays of a module."""
    return Path(path).with_suffix(".npz")


def titled(name: str, language: str, more: str = "") -> str:
    """Return the docstring of a module."""
    text = f'"""The function `{name}` in {language}, written by a program.'
    return f'{text}\n\n{more}\n"""' if more else f'{text}"""'
