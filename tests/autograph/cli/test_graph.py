import json
import sys

import pytest

from runtime.operations import read_graph_def

MODEL = """\
import autograph as ag

print("imported")


def step(x, n):
    total = 0.0
    for i in range(n):
        if x[i] > 0:
            total += x[i]
    return total


@ag.function
def double(x):
    return x + x


class Names:
    @staticmethod
    def triple(x):
        return 3 * x


LIMIT = 3
"""


@pytest.fixture(autouse=True)
def model(tmp_path, monkeypatch):
    (tmp_path / "model.py").write_text(MODEL)
    yield tmp_path / "model.py"
    sys.path[:] = [entry for entry in sys.path if entry != str(tmp_path)]
    for name in [
        name for name, module in sys.modules.items() if is_in(module, tmp_path)
    ]:
        del sys.modules[name]


def is_in(module, folder):
    return str(getattr(module, "__file__", None) or "").startswith(str(folder))


def test_graph(autograph):
    spec = ["--spec", "float64[?]", "np.int64"]
    code, out, err = autograph("graph", "model.py:step", *spec)
    assert (code, err) == (0, "imported\n")
    assert out.startswith("graph step(x: float64[?], n: np.int64)")
    assert out.endswith("}\n")


def test_later_stages(autograph):
    arguments = ["graph", "model.py:double", "--spec", "float64[3]"]
    graph = autograph(*arguments).out
    optimized = autograph(*arguments, "--optimized").out
    plan = autograph(*arguments, "--plan").out
    assert graph.startswith("graph double(x: float64[3])")
    assert optimized.startswith("graph double(x: float64[3])")
    assert "def double(x):" in plan
    assert "return x + x" in plan


def test_formats(autograph):
    arguments = ["graph", "model.py:double", "--spec", "float64[3]"]
    shown = autograph(*arguments, "--format", "text").out
    assert shown == autograph(*arguments).out
    definition = json.loads(autograph(*arguments, "--format", "json").out)
    assert str(read_graph_def(definition)) == shown
    assert autograph(*arguments, "--format", "dot").out.startswith('digraph "double" {')


def test_a_picture_that_cannot_be_drawn(autograph, monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    arguments = ["graph", "model.py:double", "--spec", "float64[3]", "--format", "svg"]
    code, out, err = autograph(*arguments)
    assert (code, out) == (2, "")
    assert "autograph: --format svg: drawing needs the package graphviz; pip" in err


def test_a_plan_is_text(autograph):
    arguments = ["graph", "model.py:double", "--spec", "float64[3]", "--plan"]
    code, out, err = autograph(*arguments, "--format", "json")
    assert (code, out) == (2, "")
    assert err == "autograph: --format json: the plan can only be printed as text\n"


def test_a_function_in_a_class(autograph):
    code, out, _ = autograph("graph", "model.py:Names.triple", "--spec", "np.int8")
    assert code == 0
    assert "x: np.int8" in out


def test_a_file_of_a_package(autograph, tmp_path):
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "helper.py").write_text("def twice(x):\n    return 2 * x\n")
    (package / "main.py").write_text(
        "from .helper import twice\n\n\ndef f(x):\n    return twice(x)\n"
    )
    code, out, _ = autograph("graph", "package/main.py:f", "--spec", "float64[2]")
    assert code == 0
    assert "helper.py:2" in out


def test_a_file_named_like_a_module_that_is_there(autograph, tmp_path):
    types = sys.modules["types"]
    (tmp_path / "types.py").write_text("def f(x):\n    return x\n")
    assert autograph("graph", "types.py:f", "--spec", "int").code == 0
    assert sys.modules["types"] is types


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("model.py", "model.py: write FILE:FUNCTION, such as model.py:step"),
        ("model.py:", "model.py:: write FILE:FUNCTION, such as model.py:step"),
        ("missing.py:f", "missing.py: no such file"),
        (".:f", ".: is a folder, not a file"),
        ("model.py:gone", "model.py:gone: there is no 'gone' in the file"),
        ("model.py:LIMIT", "model.py:LIMIT: 'LIMIT' is not a function"),
        ("model.py:step", "--spec: missing a required argument: 'n', for step(x, n)"),
        ("text.txt:f", "is not a Python file"),
    ],
)
def test_bad_target(autograph, tmp_path, target, message):
    (tmp_path / "text.txt").write_text("no Python")
    code, out, err = autograph("graph", target, "--spec", "float64[3]")
    assert (code, out) == (2, "")
    assert message in err.splitlines()[-1]
    assert err.removeprefix("imported\n").count("\n") == 1


@pytest.mark.parametrize("spec", ["float64[", "flaot64[3]", "", "int int"])
def test_bad_spec(autograph, spec):
    code, out, err = autograph("graph", "model.py:double", "--spec", spec)
    assert (code, out) == (2, "")
    assert err.startswith("autograph: --spec: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0\n", "ZeroDivisionError: division by zero (bad.py, line 1)"),
        ("def f(:\n", "SyntaxError: invalid syntax (line 1)"),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("raise SystemExit(3)\n", "SystemExit: 3 (bad.py, line 1)"),
    ],
)
def test_a_file_that_cannot_be_imported(autograph, tmp_path, source, message):
    (tmp_path / "bad.py").write_text(source)
    code, out, err = autograph("graph", "bad.py:f")
    assert (code, out) == (2, "")
    assert err.startswith("autograph: bad.py: cannot be imported: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_function_that_cannot_be_staged(autograph, tmp_path):
    (tmp_path / "odd.py").write_text(
        "def f(x):\n    if x > 0:\n        yield x\n    yield -x\n"
    )
    code, out, err = autograph("graph", "odd.py:f", "--spec", "np.int64")
    assert (code, out) == (1, "")
    assert "odd.py" in err


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("float64[None]", "'[None]' is not a shape (write each dimension as a number"),
        ("float64", "'float64' is a dtype: an array or a scalar of it is a type ("),
        ("list", "'list' alone is not a type (name the type of its items: list<int>"),
        ("real", "'real' is not a type (write a type such as float64[3,?], np.int64"),
    ],
)
def test_a_bad_spec_is_told_with_what_to_write(autograph, spec, said):
    _, _, err = autograph("graph", "model.py:double", "--spec", spec)
    assert f"--spec: {said}" in err


def test_native(autograph, tmp_path):
    pytest.importorskip("llvmlite")
    path = tmp_path / "loops.py"
    path.write_text(
        "def halved(n):\n    while n > 1:\n        n = n // 2\n    return n\n"
    )
    result = autograph("graph", f"{path}:halved", "--spec", "np.int64", "--native")
    assert result.code == 0
    assert result.out.startswith("native_1, loops.py:2: native, 0 calls, 0 faults")


def test_how_long_each_phase_took(autograph):
    _, out, err = autograph("graph", "-v", "model.py:double", "--spec", "float64[3]")
    assert out.startswith("graph double(")
    phases = [line.partition(" double:")[0] for line in err.splitlines()]
    assert phases[-4:] == ["convert", "trace", "optimize", "compile"]
