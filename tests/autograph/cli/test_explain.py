import sys

import pytest

MODEL = """\
print("imported")


def step(x, n):
    total = 0.0
    for i in range(n):
        if x[i] > 0:
            total += x[i]
    return total


class Names:
    @staticmethod
    def triple(x):
        return abs(x) * 3


class Counter:
    def add(self, x):
        return x


def pairs(x):
    if x > 0:
        return x
    return eval("x")
"""


@pytest.fixture(autouse=True)
def model(tmp_path, monkeypatch):
    (tmp_path / "explained.py").write_text(MODEL)
    yield
    sys.path[:] = [entry for entry in sys.path if entry != str(tmp_path)]
    sys.modules.pop("explained", None)


def test_for_types(autograph):
    spec = ["--spec", "float64[?]", "np.int64"]
    code, out, err = autograph("explain", "explained.py:step", *spec)
    assert (code, err) == (0, "imported\n")
    assert out.startswith("step (")
    assert "if x[i] > 0        compiled " in out


def test_of_the_source_alone(autograph):
    code, out, _ = autograph("explain", "explained.py:Names.triple")
    assert code == 0
    assert "abs(x)" in out


def test_what_is_refused(autograph):
    spec = ["--spec", "np.int64"]
    code, out, _ = autograph("explain", "explained.py:pairs", *spec)
    assert code == 1
    assert "refused [" in out


def test_types_that_are_too_few(autograph):
    code, out, err = autograph("explain", "explained.py:step", "--spec", "int")
    assert (code, out) == (2, "")
    assert "missing a required argument: 'n', for step(x, n)" in err


def test_a_method_needs_an_object(autograph):
    target = "explained.py:Counter.add"
    code, _, err = autograph("explain", target, "--spec", "float64[?]")
    assert code == 2
    assert "for Counter.add(self, x); a method has no object here" in err


def test_without_types_it_says_how_to_give_them(autograph):
    told = autograph("explain", "explained.py:step")
    assert "--spec 'float64[?]' np.int64 says what happens" in told.err
    assert "--spec" not in autograph("explain", "-q", "explained.py:step").err
