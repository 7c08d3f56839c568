"""``autograph save``, ``show`` and ``run``."""

import sys

import numpy as np
import pytest

MODEL = """\
import autograph as ag
import numpy as np

WEIGHT = ag.Variable([1.0, 2.0], name="weight")


def step(x, n, rate=0.5):
    for i in range(n):
        x = x - rate * x
    return x, n


@ag.function
def weighed(x):
    return {"sum": (x * WEIGHT).sum(), "text": "done"}


weighed(np.ones(2))


def leaves(x):
    return open(str(x))


def fails(x):
    if x > 0:
        raise ValueError("positive")
    return x
"""


@pytest.fixture(autouse=True)
def model(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    np.save(tmp_path / "x.npy", np.array([8.0, 16.0]))
    yield
    sys.path[:] = [entry for entry in sys.path if entry != str(tmp_path)]
    for name in ("model", "model_"):
        sys.modules.pop(name, None)


@pytest.fixture
def step(autograph):
    spec = ["--spec", "float64[?]", "np.int64"]
    code, out, err = autograph("save", "model.py:step", *spec, "-o", "step.ag")
    assert (code, out, err) == (0, "", "")
    return "step.ag"


def test_show(autograph, step):
    code, out, err = autograph("show", step)
    assert (code, err) == (0, "")
    written, function = out.splitlines()
    assert written.startswith("written by autograph ")
    assert function == "step(x: float64[?], n: np.int64, rate: 0.5): 4 operations"


def test_show_the_plan_and_the_graph(autograph, step):
    assert autograph("show", step, "--plan").out.startswith("def step(x, n):\n")
    assert autograph("show", step, "--graph").out.startswith("graph step(x: float64[?]")
    dot = autograph("show", step, "--format", "dot").out
    assert dot.startswith("digraph")
    code, _, err = autograph("show", step, "--plan", "--format", "svg")
    assert code == 2
    assert "the plan is text" in err


def test_run(autograph, step, tmp_path):
    inputs = ["--input", "x=x.npy", "--input", "n=np.int64:3"]
    code, out, err = autograph("run", step, *inputs, "-o", "out.npz")
    assert (code, out, err) == (0, "", "")
    with np.load(tmp_path / "out.npz") as found:
        assert found["result_0"].tolist() == [1, 2]
        assert found["result_1"] == 3
    code, out, _ = autograph("run", step, *inputs)
    assert out == "(array([1., 2.]), np.int64(3))\n"


def test_graphs_that_the_file_has_made(autograph):
    assert autograph("save", "model.py:weighed", "-o", "file.ag").code == 0
    shown = autograph("show", "file.ag").out
    assert "weighed(x: float64[2]): " in shown
    assert "Variable 'weight': float64[2]" in shown
    out = autograph("run", "file.ag", "--input", "x=x.npy").out
    assert out == "{'sum': np.float64(40.0), 'text': 'done'}\n"


def test_what_cannot_be_saved(autograph, tmp_path):
    spec = ["--spec", "np.float64", "-o", "file.ag"]
    code, out, err = autograph("save", "model.py:leaves", *spec)
    assert (code, out) == (1, "")
    assert "leaves cannot be saved" in err
    assert "model.py', line 22, in leaves" in err
    assert not (tmp_path / "file.ag").exists()


def test_errors_of_the_function(autograph):
    spec = ["--spec", "np.float64", "-o", "file.ag"]
    assert autograph("save", "model.py:fails", *spec).code == 0
    code, _, err = autograph("run", "file.ag", "--input", "x=np.float64:1")
    assert (code, err) == (1, "ValueError: positive\n")


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        (["x=x.npy"], "missing a required argument: 'n'"),
        (["x=x.npy", "n=str:3"], "n: it is '3', not np.int64"),
        (["x=missing.npy", "n=int:3"], "No such file"),
        (["x", "n=int:3"], "write NAME=VALUE"),
        (["x=3", "n=int:3"], "write a file ending in .npy"),
        (["x=float:three", "n=int:3"], "could not convert"),
        (["x=np.object:1", "n=int:3"], "np.object is no class of numbers"),
    ],
)
def test_bad_inputs(autograph, step, inputs, told):
    words = [word for each in inputs for word in ("--input", each)]
    code, _, err = autograph("run", step, *words)
    assert code == 2
    assert told in err


def test_no_file_of_graphs(autograph, tmp_path):
    (tmp_path / "no.ag").write_text("no file")
    for command in ("show", "run"):
        code, _, err = autograph(command, "no.ag")
        assert code == 2
        assert "no zip archive" in err
        code, _, err = autograph(command, "missing.ag")
        assert code == 2
        assert "No such file" in err


def test_choosing_a_function(autograph, step):
    code, _, err = autograph("show", step, "--function", "other", "--graph")
    assert code == 2
    assert "the file has step" in err
