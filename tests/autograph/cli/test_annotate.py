MODEL = """\
import autograph as ag, numpy as np
raise_me = 1
@ag.function
def step(x):
    if x > 3:
        x = x - 1
    return np.sin(x)

def unused(x):
    return eval("x")
"""


def test_a_page_of_a_file(autograph, tmp_path):
    (tmp_path / "model.py").write_text("raise SystemExit\n" + MODEL)
    assert autograph("annotate", "model.py") == (0, "model.html\n", "")
    page = (tmp_path / "model.html").read_text()
    assert 'class="line compiled"' in page


def test_a_page_of_a_function(autograph, tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    code, out, _ = autograph(
        "annotate", "model.py:step", "--spec", "np.float64", "-o", "step.html", "-q"
    )
    assert (code, out) == (0, "")
    assert "subtract(x, 1)" in (tmp_path / "step.html").read_text()


def test_on_the_terminal_and_what_is_refused(autograph, tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    code, out, _ = autograph("annotate", "model.py", "--all", "--text")
    assert code == 1
    assert '    10  refused          return eval("x")' in out.splitlines()
    assert not (tmp_path / "model.html").exists()


def test_what_cannot_be_annotated(autograph, tmp_path):
    (tmp_path / "model.py").write_text("def f(:\n")
    code, _, err = autograph("annotate", "model.py")
    assert (code, err[:25]) == (2, "autograph: model.py:1:7: ")
    assert autograph("annotate", "absent.py").code == 2
    assert autograph("annotate", "model.py", "--spec", "int").code == 2
