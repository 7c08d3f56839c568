import json

SCRIPT = """\
import sys
import numpy as np
import autograph as ag

@ag.function
def total(x):
    result = 0.0
    for value in x:
        result = result + value
    return result

print(total(np.arange(float(sys.argv[1]))))
"""


def test_the_script_runs_and_a_table_follows(autograph, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    code, out, err = autograph("profile", "script.py", "5")
    assert (code, out) == (0, "10.0\n")
    assert "script.py:9" in err
    assert "first calls" in err


def test_files(autograph, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    arguments = ["-q", "-o", "script.html", "--speedscope", "script.json"]
    code, out, err = autograph("profile", *arguments, "script.py", "5")
    assert (code, out, err) == (0, "10.0\n", "")
    assert 'class="heads"' in (tmp_path / "script.html").read_text()
    assert json.loads((tmp_path / "script.json").read_text())["name"] == "script.py"


def test_how_the_script_ends(autograph, tmp_path):
    for text, code in [("raise SystemExit(0)", 0), ("exit(3)", 1), ("1 / 0", 1)]:
        (tmp_path / "script.py").write_text(text)
        assert autograph("profile", "-q", "script.py").code == code
    assert autograph("profile", "absent.py").code == 2


def test_a_script_without_functions_of_ours(autograph, tmp_path):
    (tmp_path / "script.py").write_text("print(1)")
    told = "no function with @ag.function was called"
    assert told in autograph("profile", "script.py").err
