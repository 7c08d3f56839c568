import io
import json
import re
import sys
from pathlib import Path

import pytest

MODEL = """\
import autograph as ag, numpy as np
from elsewhere import other
@ag.function
def step(x):
    if x > 3:
        é = [np.sin(v) for v in x]; y = other(é)
    return y
"""
REFUSED = """\
import autograph as ag

@ag.function
async def numbers(x):
    for value in x:
        print(value)

@ag.function
def names(x):
    return eval("x")
"""
MIXED = """\
import time
import autograph as ag

@ag.do_not_convert
def logged(x):
    return eval("x")

async def waits(x):
    return x

def pairs(n):
    for i in range(n):
        yield i, open("log")

class Model:
    def start(self):
        return time.time()

@ag.function
def step(model, x):
    for i, file in pairs(3):
        x = x + logged(x) + waits(x)
    return x + model.start()

def unused(x):
    return eval("x")
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    (tmp_path / "refused.py").write_text(REFUSED)
    return tmp_path


def test_each_construct_and_call_by_line(autograph, files):
    code, out, err = autograph("check", "-v", "model.py")
    assert (code, err) == (0, "")
    starts = [
        "model.py:5:5: compiled or Python: if x > 3: ",
        "model.py:6:13: compiled or unrolled: [np.sin(v) for v in x]: ",
        "model.py:6:14: operation: np.sin(v): ",
        "model.py:6:41: depends on the function: other(é): ",
    ]
    *lines, summary = out.splitlines()
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start)
    others = "4 other constructs and calls in 1 function (-v lists them)"
    assert summary == f"nothing to change; {others}"


def test_what_is_refused(autograph, files):
    code, out, err = autograph("check", "--refused", ".")
    assert (code, err) == (1, "")
    numbers, names = out.splitlines()
    start = "refused.py:4:1: refused [AG211]: async def numbers(x): "
    assert numbers.startswith(start)
    assert names.startswith('refused.py:10:12: refused [AG212]: eval("x"): ')
    assert "(instead: await first" in numbers


def test_nothing_is_imported(autograph, files):
    (files / "model.py").write_text("raise SystemExit\n\ndef f(x):\n    return x\n")
    code, out, err = autograph("check", "model.py")
    assert (code, err) == (0, "")
    assert out == (
        "nothing to change; no decorated function in this file has a branch, loop or "
        "call; --all checks functions without a decorator\n"
    )


def test_this_folder_where_none_is_named(autograph, files):
    assert autograph("check") == autograph("check", ".")


def test_what_is_silenced_is_counted(autograph, tmp_path):
    (tmp_path / "silenced.py").write_text(
        "import autograph as ag\n\n@ag.function\ndef names(x):\n"
        "    return eval('x')  # autograph: ignore[AG212]\n"
    )
    code, out, _ = autograph("check", "silenced.py")
    assert (code, out) == (0, "nothing to change; 1 silenced\n")


def test_modules_that_are_not_looked_into(autograph, tmp_path):
    (tmp_path / "imports.py").write_text(
        "import autograph as ag\nfrom elsewhere import part\n\n@ag.function\n"
        "def step(x):\n    import math\n    import other.place as there\n"
        "    return part.of(x) + there.of(x) + math.sqrt(2.0)\n"
    )
    _, out, _ = autograph("check", "-v", "imports.py")
    lines = [line.split(": ")[1:3] for line in out.splitlines()[:-1]]
    assert lines == [
        ["depends on the function", "part.of(x)"],
        ["depends on the function", "there.of(x)"],
        ["operation", "math.sqrt(2.0)"],
    ]


def places(out):
    """The lines and the first words of a report, without its summary."""
    return [tuple(line.split(":")[1:4:2]) for line in out.splitlines()[:-1]]


def test_what_a_person_may_want_to_change(autograph, tmp_path):
    (tmp_path / "mixed.py").write_text(MIXED)
    code, out, _ = autograph("check", "mixed.py")
    assert code == 1
    assert places(out) == [
        ("13", " called back"),  # a helper that is gone through
        ("22", " called back"),
        ("22", " refused [AG211]"),
    ]
    summary = out.splitlines()[-1]
    assert summary.startswith("2 called back, 1 refused; ")


def test_all_functions_of_a_file(autograph, tmp_path):
    (tmp_path / "mixed.py").write_text(MIXED)
    _, out, _ = autograph("check", "--all", "mixed.py")
    more = [("8", " refused [AG211]"), ("26", " refused [AG212]")]
    assert set(places(out)) > set(more)
    _, _, complaints = autograph("convert", "mixed.py")
    assert [line[:20] for line in complaints.splitlines()] == [
        "mixed.py:8:1: AG211 ",
        "mixed.py:26:12: AG21",
    ]


def test_a_comment_silences_a_line(autograph, tmp_path):
    text = REFUSED.replace('eval("x")', "eval('x')  # autograph: ignore[AG212, AG301]")
    text = text.replace("def numbers(x):", "def numbers(x):  # autograph: ignore")
    (tmp_path / "silenced.py").write_text(text)
    code, out, _ = autograph("check", "silenced.py")
    assert (code, out[:19]) == (0, "nothing to change; ")
    assert autograph("convert", "silenced.py").code == 0
    (tmp_path / "silenced.py").write_text(text.replace("AG212", "AG211"))
    assert "refused [AG212]" in autograph("check", "silenced.py").out


def test_settings_of_a_project(autograph, files):
    (files / "mixed.py").write_text(MIXED)
    settings = '[tool.autograph]\nexclude = ["refused.py"]\nignore = ["called-back"]\n'
    (files / "pyproject.toml").write_text(settings)
    _, out, _ = autograph("check", ".")
    assert "refused.py" not in out
    assert "called back:" not in out
    assert "mixed.py:22" in out
    assert "mixed.py" not in autograph("check", "--exclude", "mixed.py", ".").out


def test_codes_that_are_not_reported(autograph, files):
    code, out, _ = autograph("check", "--ignore", "AG211", "refused.py")
    assert (code, "AG211" in out, "AG212" in out) == (1, False, True)
    arguments = ["--ignore", "AG211", "--ignore", "AG212", "refused.py"]
    assert autograph("check", *arguments).code == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("excludes = []", "[tool.autograph] has no setting 'excludes'"),
        ("ignore = 'AG212'", "ignore in [tool.autograph] is a list of strings"),
        ("ignore =", "Invalid value"),
    ],
)
def test_bad_settings(autograph, files, line, said):
    (files / "pyproject.toml").write_text(f"[tool.autograph]\n{line}\n")
    code, _, err = autograph("check", ".")
    assert code == 2
    assert said in err


def test_json(autograph, files):
    code, out, _ = autograph("check", "refused.py", "--refused", "--format", "json")
    assert code == 1
    first, second = json.loads(out)
    assert (first["code"], first["line"], first["column"]) == ("AG211", 4, 1)
    assert (second["construct"], second["text"]) == ("call", 'eval("x")')
    assert second["remedy"]
    assert json.loads(autograph("check", "-v", "--format", "json", "model.py").out)


def test_sarif(autograph, files):
    (files / "ein ordner").mkdir()
    (files / "ein ordner" / "refused.py").write_text(REFUSED)
    code, out, _ = autograph("check", "-v", "ein ordner", "--format", "sarif")
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
    assert [each["ruleId"] for each in levels["error"]] == ["AG211", "AG212"]
    assert {each["kind"] for each in levels["none"]} == {"informational"}


def test_standard_input(autograph, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(REFUSED.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, _ = autograph("check", "-", "--refused")
    assert code == 1
    assert out.startswith("<stdin>:4:1: refused [AG211]")


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


def test_a_workflow_of_github(autograph, files):
    code, out, _ = autograph("check", "--output-format", "github", "refused.py")
    assert code == 1
    first, second = out.splitlines()
    place = "file=refused.py,line=4,col=1,title=refused AG211::"
    assert first.startswith(f"::error {place}async def numbers(x): ")
    assert "line=10,col=12" in second


def test_files_that_git_ignores(autograph, files):
    pytest.importorskip("pathspec")
    (files / ".git").mkdir()
    inner = files / "package" / "made"
    inner.mkdir(parents=True)
    for name in ("one.py", "two.py"):
        (inner / name).write_text(REFUSED)
    (files / ".gitignore").write_text("refused.py\nmade/*\n!made/two.py\n")
    (files / "package" / ".gitignore").write_text("!/made/one.py\n/made/two.py\n")

    def checked(*arguments):
        lines = autograph("check", "--refused", *arguments).out.splitlines()
        return {line.partition(":")[0] for line in lines}

    assert checked(".") == {"package/made/one.py"}
    assert checked("package/made") == {"package/made/one.py"}
    assert checked("refused.py") == {"refused.py"}  # it was named itself
    (files / "pyproject.toml").write_text("[tool.autograph]\ngitignore = false\n")
    assert len(checked(".")) == 3


def test_all_by_the_settings(autograph, tmp_path):
    (tmp_path / "mixed.py").write_text(MIXED)
    (tmp_path / "pyproject.toml").write_text("[tool.autograph]\nall = true\n")
    assert "mixed.py:26" in autograph("check", "mixed.py").out


def test_files_that_did_not_change_are_not_read_again(autograph, files, monkeypatch):
    before = autograph("check", "-v", ".")

    def explained(*_):
        raise AssertionError

    with monkeypatch.context() as context:
        context.setattr("autograph.report.explaining.explain_source", explained)
        assert autograph("check", "-v", ".") == before
    (files / "model.py").write_text("")
    assert "model.py" not in autograph("check", "-v", ".").out


def test_quietly(autograph, files):
    assert autograph("check", "-q", "model.py") == (0, "", "")
