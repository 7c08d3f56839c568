"""Rows as SARIF 2.1.0, which code scanning reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from autograph.report.explanation import Row

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(rows: Sequence[Row]) -> dict[str, Any]:
    """Return a SARIF log: refused rows are errors, all others are information."""
    driver = {"name": "autograph", "rules": _rules(rows)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(row) for row in rows],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(rows: Sequence[Row]) -> list[dict[str, Any]]:
    rules: dict[str, dict[str, Any]] = {}
    for row in rows:
        identity = _rule(row)
        what = f"{row.construct}: {row.stance}"
        rule: dict[str, Any] = {"id": identity, "shortDescription": {"text": what}}
        if row.code and row.remedy:
            rule["help"] = {"text": row.remedy}
        rules.setdefault(identity, rule)
    return list(rules.values())


def _rule(row: Row) -> str:
    return row.code or f"{row.construct}/{row.stance}".replace(" ", "-")


def _result(row: Row) -> dict[str, Any]:
    kind = ("fail", "error") if row.code else ("informational", "none")
    remedy = f" Instead: {row.remedy}." if row.remedy else ""
    uri = quote(Path(row.file).as_posix())
    place = {
        "artifactLocation": {"uri": uri},
        "region": {"startLine": row.line, "startColumn": row.column + 1},
    }
    return {
        "ruleId": _rule(row),
        "kind": kind[0],
        "level": kind[1],
        "message": {"text": f"{row.text}: {row.stance}: {row.reason}.{remedy}"},
        "locations": [{"physicalLocation": place}],
    }
