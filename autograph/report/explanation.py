"""The result of `explain`: rows that print as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from runtime.cells import file_name
from runtime.notebooks import table

REFUSED = "refused"
TEXT_WIDTH = 44
STANCE_WIDTH = 20
SourceLine = tuple[str, int]
"""A file, and a line in it."""


@dataclass(frozen=True)
class Row:
    """What becomes of one construct or call of the source.

    Attributes
    ----------
    file, line, column : str, int, int
        Where it stands: lines count from 1, columns from 0.
    function : str
        The function it stands in.
    construct, text : str
        What it is (``if``, ``for``, ``call``, ``expression``, ...), and how it reads.
    stance : str
        What happens to it: ``compiled``, ``Python``, ``unrolled`` or ``refused``; of a
        call ``operation``, ``converted``, ``called back``, ``pure`` or ``frozen while
        tracing``.
    reason, remedy, risk : str
        Why; what to write instead; what would trace another graph. Often empty.
    code : str
        The code of the error, where it is refused.
    """

    file: str
    line: int
    column: int
    function: str
    construct: str
    text: str
    stance: str
    reason: str = ""
    remedy: str = ""
    risk: str = ""
    code: str = ""


@dataclass(frozen=True)
class Explanation:
    """A table of what becomes of constructs and calls; prints as text or HTML.

    Attributes
    ----------
    rows : tuple of Row
        The rows by file, in the order of the source.

    Examples
    --------
    >>> import autograph as ag
    >>> def larger(x, y):
    ...     if x > y:
    ...         return x
    ...     return y
    >>> ag.explain(larger)
    larger (...)
         2  if x > y  compiled or Python    compiled if its test is known only when ...
    >>> [row.stance for row in ag.explain(larger, 1.0, 2.0)]
    ['Python', 'Python', 'Python']
    """

    rows: tuple[Row, ...]

    @property
    def refused(self) -> tuple[Row, ...]:
        """The rows with refused constructs and calls."""
        return tuple(row for row in self.rows if row.stance == REFUSED)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, position: int) -> Row:
        return self.rows[position]

    def __str__(self) -> str:
        lines: list[str] = []
        width = min(max((len(row.text) for row in self.rows), default=0), TEXT_WIDTH)
        for (file, function), rows in groupby(self.rows, _heading):
            lines.append(f"{function} ({file_name(file)})")
            for row in rows:
                lines.extend(_lines(row, width))
        return "\n".join(lines) or "nothing to explain: no branch, loop or call"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return table(_COLUMNS, map(_cells, self.rows))


_COLUMNS = ("place", "construct", "becomes", "why", "instead", "traces again")


def _heading(row: Row) -> tuple[str, str]:
    return row.file, row.function


def _lines(row: Row, width: int) -> Iterator[str]:
    text = row.text if len(row.text) <= width else row.text[: width - 1] + "…"
    stance = f"{row.stance} [{row.code}]" if row.code else row.stance
    line = f"{row.line:6}  {text:{width}}  {stance:{STANCE_WIDTH}}  {row.reason}"
    yield line.rstrip()
    indent = " " * (6 + 2 + width + 2 + STANCE_WIDTH + 2)
    if row.risk:
        yield f"{indent}traces again: {row.risk}"
    if row.remedy:
        yield f"{indent}instead: {row.remedy}"


def _cells(row: Row) -> tuple[str, ...]:
    stance = f"{row.stance} [{row.code}]" if row.code else row.stance
    place = f"{file_name(row.file)}:{row.line}"
    return (place, row.text, stance, row.reason, row.remedy, row.risk)
