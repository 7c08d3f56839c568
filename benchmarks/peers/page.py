"""The figures as they stand in the documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.peers import costs
from benchmarks.peers.comparison import spelled

DOCS = Path(__file__).parents[2] / "docs"


def write(found: dict[str, Any]) -> None:
    """Write the tables, the chart and the figures into ``docs/``.

    Parameters
    ----------
    found : dict
        What `comparison.compared` returns, and ``costs`` if measured.
    """
    from benchmarks.peers.chart import draw  # matplotlib is not always there

    page = DOCS / "performance.md"
    text = page.read_text(encoding="utf-8")
    text = _between(text, "figures", f"{table(found)}\n{_machine(found)}")
    if "costs" in found:
        text = _between(text, "costs", table_of_costs(found["costs"]))
    page.write_text(text, encoding="utf-8")
    draw(found, DOCS / "performance.svg")
    figures = json.dumps(found, indent=1, ensure_ascii=False)
    (DOCS / "performance.json").write_text(f"{figures}\n", encoding="utf-8")


def _between(text: str, name: str, new: str) -> str:
    """Return a page with something else between two marks."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{new}{end}{after}"


def table(found: dict[str, Any]) -> str:
    """Return the times as a table in Markdown, the best of each line in bold."""
    rows = found["seconds"]
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    lines = [
        f"| | {' | '.join(names)} |",
        f"|---|{'---|' * len(names)}",
    ]
    for workload, row in rows.items():
        best = min(row.values(), key=lambda each: each["median"])
        cells = []
        for name in names:
            text = spelled(row[name]["median"]) if name in row else ""
            cells.append(f"**{text}**" if row.get(name) is best else text)
        lines.append(f"| {workload} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def table_of_costs(found: costs.Costs) -> str:
    """Return imports, first calls and memory as a table in Markdown."""
    lines = [f"| | {' | '.join(costs.COSTS)} |", f"|---|{'---|' * len(costs.COSTS)}"]
    for name, row in found.items():
        cells = (costs.spelled(c, row[c]) if c in row else "" for c in costs.COSTS)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _machine(found: dict[str, Any]) -> str:
    versions = ", ".join(
        f"{name} {number}" for name, number in found["versions"].items() if number
    )
    return f"{found['machine']['processor']}, one thread; {versions}.\n"
