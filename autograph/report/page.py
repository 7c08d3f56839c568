"""A page with the source, colored by what becomes of each line: static HTML and CSS."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograph.report.explanation import Row
from autograph.report.lines import KINDS, Line, Sheet
from runtime.cells import file_name
from runtime.notebooks import Html

_STYLE = Path(__file__).with_name("page.css")
_DOCUMENT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
html {{ color-scheme: light dark; background: light-dark(#ffffff, #0f1419); }}
body {{ margin: 0; }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


@dataclass(frozen=True)
class Cell:
    """What stands beside a line.

    Parameters
    ----------
    text : str
        Its text.
    share : float
        Which part of the whole it is; from 0 to 1. A bar shows it.
    """

    text: str
    share: float | None = None


@dataclass(frozen=True)
class Page:
    """The content of a page.

    Parameters
    ----------
    title, about : str
        What it shows.
    sheets : sequence of Sheet
        The source.
    parts : sequence of Html
        What stands above the source.
    heads : sequence of str
        The titles of what stands beside lines.
    cells : mapping
        It, by the file and number of the line.
    """

    title: str
    about: str
    sheets: Sequence[Sheet]
    parts: Sequence[Html] = ()
    heads: Sequence[str] = ()
    cells: Mapping[tuple[str, int], Sequence[Cell]] = field(default_factory=dict)

    def document(self) -> str:
        """Return a whole document."""
        title = html.escape(self.title)
        return _DOCUMENT.format(title=title, body=self.fragment())

    def fragment(self) -> Html:
        """Return a part of a document, such as notebooks show."""
        style = _STYLE.read_text(encoding="utf-8")
        title, about = html.escape(self.title), html.escape(self.about)
        parts = [
            f'<div class="autograph-page"><style>\n{style}</style>',
            f"<h1>{title}</h1>",
            f'<p class="about">{about}</p>',
            *self.parts,
            self._legend(),
            *map(self._sheet, self.sheets),
            "</div>",
        ]
        return Html("\n".join(parts))

    def _legend(self) -> str:
        counts = Counter(line.kind for sheet in self.sheets for line in sheet.lines)
        items = [
            f'<li class="{_class(kind)}"><span>{counts[kind]} {kind}</span>'
            f"<small>{meaning}</small></li>"
            for kind, meaning in KINDS.items()
            if counts[kind]
        ]
        return f'<ul class="legend">{"".join(items)}</ul>' if items else ""

    def _sheet(self, sheet: Sheet) -> str:
        colored = painted([line.text for line in sheet.lines])
        first = sheet.lines[0].number if sheet.lines else 1
        place = html.escape(f"{file_name(sheet.file)}:{first}")
        name = html.escape(sheet.name)
        head = (
            f"<h2>{name} <small>{place}</small></h2>" if name else f"<h2>{place}</h2>"
        )
        lines = [
            self._line(sheet.file, line, text)
            for line, text in zip(sheet.lines, colored, strict=True)
        ]
        return f'{head}\n<div class="sheet">{self._heads()}{"".join(lines)}</div>'

    def _heads(self) -> str:
        if not self.heads:
            return ""
        cells = [
            f'<span class="cell">{html.escape(each)}</span>' for each in self.heads
        ]
        return f'<div class="heads"><span class="number"></span>{"".join(cells)}</div>'

    def _line(self, file: str, line: Line, text: str) -> str:
        tag = f'<span class="tag">{line.kind}</span>' if line.kind else ""
        beside = self.cells.get((file, line.number), ())
        blank = len(self.heads) - len(beside)
        cells = "".join(map(_cell, [*beside, *[Cell("")] * blank]))
        inner = (
            f'<span class="number">{line.number}</span>{cells}'
            f'<span class="source">{text or " "}</span>{tag}'
        )
        kind = _class(line.kind)
        if not line.tells:
            return f'<div class="line {kind}">{inner}</div>\n'
        return (
            f'<details><summary class="line {kind}">{inner}</summary>'
            f'<div class="more {kind}">{"".join(_more(line))}</div></details>\n'
        )


def painted(lines: Sequence[str]) -> list[str]:
    """Return lines of Python as HTML, colored if Pygments is installed.

    Examples
    --------
    >>> painted(["a < 1"])[0].endswith("</span>") or painted(["a < 1"])
    True
    """
    try:
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import PythonLexer
    except ImportError:
        return [html.escape(line) for line in lines]
    lexer = PythonLexer(stripnl=False, stripall=False)
    text: str = highlight("\n".join(lines), lexer, HtmlFormatter(nowrap=True))
    colored = text.split("\n")[: len(lines)]
    return [*colored, *[""] * (len(lines) - len(colored))]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], figures: int) -> Html:
    """Return a table of text, whose last columns are figures."""
    border = len(heads) - figures

    def row(tag: str, cells: Sequence[str]) -> str:
        spelled = [
            f"<{tag}{' class=figure' if number >= border else ''}>"
            f"{html.escape(cell)}</{tag}>"
            for number, cell in enumerate(cells)
        ]
        return f"<tr>{''.join(spelled)}</tr>"

    body = "".join(row("td", each) for each in rows)
    return Html(f"<table>{row('th', heads)}{body}</table>")


def _class(kind: str) -> str:
    return kind.replace(" ", "-") or "none"


def _cell(cell: Cell) -> str:
    text = html.escape(cell.text)
    if cell.share is None or not cell.text:
        return f'<span class="cell">{text}</span>'
    share = f"--share:{cell.share:.1%}"
    return f'<span class="cell share" style="{share}"><i></i><b>{text}</b></span>'


def _more(line: Line) -> Iterable[str]:
    """Yield what a click on a line shows."""
    notes = [_note(row) for row in line.rows]
    if line.blocker:
        notes.append(f"<li>not machine code: {html.escape(line.blocker)}</li>")
    if notes:
        yield f'<div class="what">why</div><ul>{"".join(notes)}</ul>'
    texts = {
        "converted code": line.converted,
        "graph": line.graph,
        "plan": line.plan,
    }
    for title, text in texts.items():
        if text:
            shown = _dedented(text)
            code = shown if title == "graph" else painted(shown)
            lines = code if title != "graph" else [html.escape(each) for each in code]
            joined = "\n".join(lines)
            yield f'<div class="what">{title}</div><pre>{joined}</pre>'
    if line.native:
        count = len(line.native.splitlines())
        yield (
            '<div class="what">machine code</div><details><summary>'
            f"{count} lines of LLVM's assembly language</summary>"
            f"<pre>{html.escape(line.native)}</pre></details>"
        )


def _note(row: Row) -> str:
    stance = f"{row.stance} [{row.code}]" if row.code else row.stance
    parts = [f"<code>{html.escape(row.text)}</code> {html.escape(stance)}"]
    if row.reason:
        parts.append(f": {html.escape(row.reason)}")
    if row.risk:
        parts.append(f'<span class="note">traces again {html.escape(row.risk)}</span>')
    if row.remedy:
        parts.append(f'<span class="note">instead: {html.escape(row.remedy)}</span>')
    return f"<li>{''.join(parts)}</li>"


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[margin:] for line in lines]
