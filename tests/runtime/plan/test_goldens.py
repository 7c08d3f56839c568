"""Plans as people read them: ``tests/goldens/plans``, rewritten by ``--golden``."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.constructs import CONSTRUCTS
from runtime.ir.reading import parse_graph
from runtime.ops import OPS
from runtime.plan import make_plan

FOLDER = Path(__file__).parents[2] / "goldens" / "plans"
LINE = "---\n"


@pytest.mark.parametrize(
    "path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem
)
def test_the_plan_is_the_expected_one(path, request):
    graph, _, expected = path.read_text(encoding="utf-8").partition(LINE)
    plan = make_plan(parse_graph(graph, {**OPS, **CONSTRUCTS})).source
    compile(plan, path.name, "exec")
    if request.config.getoption("--golden"):
        path.write_text(graph + LINE + plan, encoding="utf-8")
    else:
        assert plan == expected
