"""The pages whose examples are Python sessions: what they show is what happens."""

import re
import tomllib
from pathlib import Path

import pytest

import autograph as ag
from tools import site

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FILE = re.compile(r"`((?:[\w]+/)*[\w]+\.py)`")
NEEDS = {"how-to/dask": ("dask",), "how-to/pandas-and-scipy": ("pandas", "scipy")}


def pages():
    return [
        path.relative_to(DOCS).with_suffix("").as_posix()
        for path in site.pages_with_sessions()
    ]


@pytest.mark.parametrize("page", pages())
def test_the_page_tells_the_truth(page):
    for package in NEEDS.get(page, ()):
        pytest.importorskip(package)
    assert site.is_true(DOCS / f"{page}.md")


def test_the_site_brings_what_its_pages_need():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    ours, *others = extras["docs"]
    named = {re.match(r"[\w-]+", each)[0] for each in others}
    named |= {*re.findall(r"\w+", ours.partition("[")[2])}
    assert {package for needs in NEEDS.values() for package in needs} <= named


def test_a_page_that_lies_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```python\n>>> 1 + 1\n3\n\n```\n")
    assert not site.is_true(page)


def test_the_pages_for_learning_have_examples():
    wanted = {"index", "start", "tutorial", "sharp-edges", "functions", "architecture"}
    assert wanted <= set(pages())


def test_the_page_of_settings_has_every_variable():
    sources = [path.read_text("utf-8") for path in ROOT.glob("[art]*/**/*.py")]
    known = {name for text in sources for name in re.findall("AUTOGRAPH_[A-Z_]+", text)}
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert "AUTOGRAPH_EAGER" in known
    assert {name for name in known if f"| `{name}` |" not in text} == set()


def test_the_reference_has_every_public_name():
    text = "".join(
        path.read_text(encoding="utf-8") for path in (DOCS / "reference").glob("*.rst")
    )
    shown = set(re.findall(r"^\.\. auto\w+:: ([\w.]+)", text, re.MULTILINE))
    names = {*ag.__all__, "print", "autograph.random"} - {"debugging", "export"}
    assert names - shown == set()
    assert {"autograph.debugging", "autograph.export"} <= shown


def test_the_files_of_the_guides_for_developers_are_there():
    pages = (DOCS / "architecture.md", ROOT / "CONTRIBUTING.md")
    named = {name for page in pages for name in FILE.findall(page.read_text("utf-8"))}
    assert len(named) > 60
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.py")}
    missing = [
        name
        for name in sorted(named)
        if not any(path == name or path.endswith(f"/{name}") for path in there)
    ]
    assert missing == []
