"""The pages whose examples are Python sessions: what they show is what happens."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = {"functions": 20, "architecture": 40, "debugging": 5, "saving": 15}
"""The pages, and how many examples they have at least."""
FILE = re.compile(r"`((?:[\w]+/)*[\w]+\.py)`")


@pytest.mark.parametrize("page", PAGES)
def test_the_page_tells_the_truth(page):
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / f"{page}.md"),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )
    assert (failed, tried > PAGES[page]) == (0, True)


def test_the_files_of_the_architecture_are_there():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(FILE.findall(text))
    assert len(named) > 40
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.py")}
    missing = [
        name
        for name in sorted(named)
        if not any(path == name or path.endswith(f"/{name}") for path in there)
    ]
    assert missing == []
