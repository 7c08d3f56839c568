import io
import json
import re
import sys
from pathlib import Path

import pytest

MODEL = """\
import numpy as np
from elsewhere import other

def step(x):
    if x > 3:
        é = [np.sin(v) for v in x]; y = other(é)
    return y
"""
REFUSED = """\
import autograph as ag

@ag.function
def numbers(x):
    for value in x:
        yield value

def names(x):
    return locals()
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "refused.py").write_text(REFUSED)
    return tmp_path


def test_each_construct_and_call_by_line(autograph, files):
    code, out, err = autograph("check", "model.py")
    assert (code, err) == (0, "")
    starts = [
        "model.py:5:5: compiled or Python: if x > 3: ",
        "model.py:6:13: compiled or unrolled: [np.sin(v) for v in x]: ",
        "model.py:6:14: operation: np.sin(v): ",
        "model.py:6:41: depends on the function: other(é): ",
    ]
    for line, start in zip(out.splitlines(), starts, strict=True):
        assert line.startswith(start)


def test_what_is_refused(autograph, files):
    code, out, err = autograph("check", "--refused", ".")
    assert (code, err) == (1, "")
    generator, names = out.splitlines()
    assert generator.startswith("refused.py:4:1: refused [AG210]: def numbers(x): ")
    assert names.startswith("refused.py:9:12: refused [AG212]: locals(): ")
    assert "(instead: collect the values in a list" in generator


def test_nothing_is_imported(autograph, files):
    (files / "model.py").write_text("raise SystemExit\n\ndef f(x):\n    return x\n")
    assert autograph("check", "model.py") == (0, "", "")


def test_json(autograph, files):
    code, out, _ = autograph("check", "refused.py", "--refused", "--format", "json")
    assert code == 1
    first, second = json.loads(out)
    assert (first["code"], first["line"], first["column"]) == ("AG210", 4, 1)
    assert (second["construct"], second["text"]) == ("call", "locals()")
    assert second["remedy"]
    assert json.loads(autograph("check", "--format", "json", "model.py").out)


def test_sarif(autograph, files):
    (files / "ein ordner").mkdir()
    (files / "ein ordner" / "refused.py").write_text(REFUSED)
    code, out, _ = autograph("check", "ein ordner", "--format", "sarif")
    assert code == 1
    log = json.loads(out)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    levels = {}
    for result in run["results"]:
        assert result["ruleId"] in rules
        levels.setdefault(result["level"], []).append(result)
        (place,) = result["locations"]
        uri = place["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == "ein%20ordner/refused.py"
    assert [each["ruleId"] for each in levels["error"]] == ["AG210", "AG212"]
    assert {each["kind"] for each in levels["none"]} == {"informational"}


def test_standard_input(autograph, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(REFUSED.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, _ = autograph("check", "-", "--refused")
    assert code == 1
    assert out.startswith("<stdin>:4:1: refused [AG210]")


def test_what_cannot_be_read_does_not_hide_the_rest(autograph, files):
    (files / "broken.py").write_text("def f(:\n")
    code, out, err = autograph("check", ".", "--refused")
    assert code == 2
    assert "refused.py:4:1" in out
    assert re.fullmatch(r"autograph: broken\.py:1:7: .*\n", err)


@pytest.mark.parametrize("missing", ["nothing.py", "empty"])
def test_what_is_not_there(autograph, tmp_path, missing):
    (tmp_path / "empty").mkdir()
    code, out, err = autograph("check", missing)
    assert (code, out) == (2, "")
    assert err.startswith(f"autograph: {missing}: no ")


def test_folders_of_others_are_passed_over(autograph, files):
    for folder in (".git", "__pycache__", "environment"):
        (files / folder).mkdir()
        (files / folder / "refused.py").write_text(REFUSED)
    (files / "environment" / "pyvenv.cfg").touch()
    lines = autograph("check", ".", "--refused").out.splitlines()
    assert {line.partition(":")[0] for line in lines} == {"refused.py"}


def test_the_hook_runs_the_command(autograph, files):
    root = Path(__file__).parents[3]
    hook = (root / ".pre-commit-hooks.yaml").read_text()
    (entry,) = re.findall(r"^  entry: autograph (.*)$", hook, re.MULTILINE)
    code, out, _ = autograph(*entry.split(), "model.py", "refused.py")
    assert code == 1
    assert len(out.splitlines()) == 2
    assert autograph(*entry.split(), "model.py") == (0, "", "")
