"""``autograph export``."""

import sys

import pytest

MODEL = """\
def step(x, n, rate=0.5):
    for i in range(n):
        x = x - rate * x
    return x


def leaves(x):
    return open(str(x))


def halved(x):
    found = []
    while x > 1:
        found.append(x)
        x = x / 2
    return found
"""
SPEC = ("--spec", "float64[?]", "np.int64")


@pytest.fixture(autouse=True)
def model(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    yield
    sys.path[:] = [entry for entry in sys.path if entry != str(tmp_path)]
    for name in ("model", "model_"):
        sys.modules.pop(name, None)


def test_export_to_python(autograph, tmp_path):
    code, out, err = autograph("export", "model.py:step", "--to", "python", *SPEC)
    assert (code, err) == (0, "")
    assert "def step(x, n, rate=0.5):" in out
    file = ("-o", "step.py")
    done = autograph("export", "model.py:step", "--to", "python", *SPEC, *file)
    assert done == (0, "", "")
    assert (tmp_path / "step.py").read_text() == out


def test_export_to_jax(autograph):
    code, out, err = autograph("export", "model.py:step", "--to", "jax", *SPEC)
    assert (code, err) == (0, "")
    assert "lax.fori_loop(" in out


def test_room_for_a_list_that_a_while_fills(autograph):
    jax = ("export", "model.py:halved", "--to", "jax", "--spec", "np.float64")
    assert "say with room= how many items" in autograph(*jax).err
    code, out, err = autograph(*jax, "--room", "9")
    assert (code, err) == (0, "")
    assert "jnp.zeros((9,), 'float64')" in out
    python = ("export", "model.py:halved", "--to", "python", "--spec", "np.float64")
    assert "--room is for --to jax" in autograph(*python, "--room", "9").err


def test_what_cannot_be_exported(autograph):
    code, out, err = autograph(
        "export", "model.py:leaves", "--to", "python", "--spec", "np.int64"
    )
    assert (code, out) == (1, "")
    assert "return open(str(x))" in err


def test_bad_usage(autograph):
    assert autograph("export", "model.py:step", "--to", "python").code == 2
    spec = ("--spec", "float64[?]", "np.int64")
    file = ("-o", "nowhere/step.py")
    found = autograph("export", "model.py:step", "--to", "python", *spec, *file)
    assert found.code == 2
    assert "No such file" in found.err
