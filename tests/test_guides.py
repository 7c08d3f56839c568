"""The guides as programs: each prints what stands in the text beside it."""

import importlib.util
import os
import re
from pathlib import Path

import pytest

GUIDES = Path(__file__).parent.parent / "examples" / "guides"
PROGRAMS = sorted(path.stem for path in GUIDES.glob("*.py"))


def printed_by(name, capsys):
    """Run a guide and give what it prints, without figures of a clock or folders."""
    path = GUIDES / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main()
    printed = capsys.readouterr().out.replace(f"{GUIDES}{os.sep}", "")
    return re.sub(r"\d+\.\d+ seconds", "... seconds", printed)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_guide_prints_what_it_promises(name, capsys, request):
    printed = printed_by(name, capsys)
    expected = GUIDES / f"{name}.txt"
    if request.config.getoption("--golden"):
        expected.write_text(printed, encoding="utf-8")
    assert printed == expected.read_text(encoding="utf-8")


def test_every_guide_stands_in_the_table_of_contents():
    contents = (GUIDES / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\((\w+)\.py\)", contents)) == PROGRAMS
