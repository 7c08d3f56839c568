"""The source of a function, with what becomes of each line."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograph.library.boundary import boundary
from autograph.report.explaining import explain_source, facts_of
from autograph.report.explanation import REFUSED
from autograph.report.lines import Line, Sheet, sheet_of_file, sheets_of
from autograph.report.page import Page
from runtime.cells import file_name
from runtime.notebooks import Html

_CLICK = "Click a line to see what it became."


@dataclass(frozen=True)
class Annotation:
    """The source of a function, with what becomes of each line; prints as text or HTML.

    Attributes
    ----------
    title : str
        The name of the function, or of the file.
    sheets : tuple of Sheet
        The function, and the functions of yours that it calls.

    Examples
    --------
    >>> import autograph as ag
    >>> def larger(x, y):
    ...     if x > y:
    ...         return x
    ...     return y
    >>> annotation = ag.annotate(larger, 1, 2)
    >>> [line.kind for line in annotation.lines]
    ['', 'Python', '', '']
    >>> annotation.refused
    ()
    """

    title: str
    sheets: tuple[Sheet, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines."""
        return tuple(line for sheet in self.sheets for line in sheet.lines)

    @property
    def refused(self) -> tuple[Line, ...]:
        """The lines that cannot be compiled."""
        return tuple(line for line in self.lines if line.kind == REFUSED)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as an HTML page that needs no other file.

        Parameters
        ----------
        path : path-like
            The file.
        """
        Path(path).write_text(self._page().document(), encoding="utf-8")

    def html(self) -> str:
        """Return it as an HTML page that needs no other file."""
        return self._page().document()

    def __str__(self) -> str:
        texts = []
        for sheet in self.sheets:
            texts.append(f"{sheet.name} ({file_name(sheet.file)})".strip())
            texts += [
                f"{line.number:6}  {line.kind:11}  {line.text}".rstrip()
                for line in sheet.lines
            ]
        return "\n".join(texts)

    __repr__ = __str__

    def _repr_html_(self) -> Html:
        return self._page().fragment()

    def _page(self) -> Page:
        return Page(self.title, _CLICK, self.sheets)


@boundary
def annotate(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Annotation:
    """Return the source of a function, with what becomes of each line.

    With arguments the function is traced for them; its graph is not run. Without, the
    lines show what the source tells. A notebook shows the result as a page; a click on
    a line shows its converted code, graph, plan and machine code, and the reasons.

    Parameters
    ----------
    function : callable
        A function, decorated or not.
    *args, **kwargs
        Arguments as in a call, or types in their place.

    Returns
    -------
    Annotation
        The function, and the functions of yours that it calls, line by line.

    See Also
    --------
    explain : The same facts as a table of constructs and calls.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> def largest(x, scale):
    ...     if scale > 1:
    ...         x = x * scale
    ...     return np.sort(x)[-1]
    >>> annotation = ag.annotate(largest, np.ones(3), 2.0)
    >>> for line in annotation.lines[1:]:
    ...     print(line.kind, "|", line.text)
    Python |     if scale > 1:
    plan |         x = x * scale
    plan |     return np.sort(x)[-1]
    >>> annotation.lines[2].graph
    ['x.1: float64[3] = multiply(x, 2.0)']
    >>> annotation.save("largest.html")                       # doctest: +SKIP
    """
    name = getattr(function, "__name__", None) or repr(function)
    return Annotation(name, tuple(sheets_of(facts_of(function, args, kwargs))))


def annotate_source(text: str, file: str, whole: bool = True) -> Annotation:
    """Return what becomes of the lines of a module, without importing it.

    Parameters
    ----------
    text, file
        Its source.
    whole
        Whether to tell of all functions, not only of those that are decorated, and of
        those that they reach.
    """
    rows = explain_source(text, file, whole).rows
    return Annotation(Path(file).name, (sheet_of_file(file, text, rows),))
