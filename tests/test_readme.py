"""What the README shows is what comes out, to the letter."""

import importlib.util
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import autograph as ag

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STAGES = ("source", "converted code", "graph", "plan")


def blocks():
    """The first four blocks, by what they show."""
    found = [text for _, text in BLOCK.findall(README.read_text(encoding="utf-8"))]
    return dict(zip(STAGES, found))


def command(heading):
    """The one line under a heading, alone in its block."""
    section = README.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1]
    (block,) = BLOCK.findall(section.split("\n## ")[0])
    language, text = block
    assert language == "sh"
    assert text.count("\n") == 1
    return text.rstrip("\n")


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What the README's function really gives, by stage."""
    path = tmp_path_factory.mktemp("readme") / "collatz.py"
    path.write_text(blocks()["source"], encoding="utf-8")
    spec = importlib.util.spec_from_file_location("collatz", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    concrete = module.collatz.get_concrete_function(np.int64(27))
    assert module.collatz(np.int64(27)) == 111
    return {
        "converted code": ag.to_code(module.collatz),
        "graph": str(concrete.graph),
        "plan": str(concrete.plan),
    }


@pytest.mark.parametrize("stage", STAGES[1:])
def test_stage(stage, shown, request):
    text = shown[stage].strip("\n") + "\n"
    before = blocks()[stage]
    if request.config.getoption("--golden", default=False):
        readme = README.read_text(encoding="utf-8")
        mended = readme.replace(f"\n{before}```", f"\n{text}```", 1)
        README.write_text(mended, encoding="utf-8")
        return
    assert text == before


def test_the_figures_of_speed_are_those_that_were_measured():
    measured = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:6] for line in measured.splitlines() if "s |" in line]
    shown = README.read_text(encoding="utf-8").split("time of one call")[1]
    figures = [line.split("|")[1:6] for line in shown.splitlines()[2:8]]
    assert [row for row in figures if row not in rows] == []
    fastest = [row.index(next(each for each in row if "**" in each)) for row in figures]
    assert 2 in fastest  # wins
    assert set(fastest) - {2}  # and losses


def test_run_it_names_files_that_exist():
    for path in re.findall(r"[\w/]+\.py", command("Run it")):
        assert (ROOT / path).is_file()


def test_ci_runs_the_line_of_test_it(tmp_path):
    line = command("Test it")
    assert "tools.check" in line
    # The script, beside a README whose line is harmless.
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci" / "run"
    script.write_text((ROOT / ".ci" / "run").read_text())
    readme = README.read_text(encoding="utf-8").replace(line, "echo all is well")
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    finished = subprocess.run(
        ["sh", str(script)], capture_output=True, text=True, check=True
    )
    assert finished.stdout == "+ echo all is well\nall is well\n"
