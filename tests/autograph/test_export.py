"""``ag.export.python``: modules that run where this library is not."""

import subprocess
import sys

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotExportable

BLOCKED = """\
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("autograph", "tracer", "runtime"):
            raise ImportError(f"{name} is not installed here")

sys.meta_path.insert(0, Blocked())
"""
WEIGHTS = np.linspace(0.0, 1.0, 100)
BIAS = np.array([0.5, -0.0, np.nan])


def loaded(text, name):
    space = {"__name__": "exported"}
    exec(compile(text, "<exported>", "exec"), space)
    return space[name]


def weighed(x, n=3, *, table={"up": 2.0}):  # noqa: B006  # nobody writes into it
    """Weigh `x`.

    It prints the largest weight.
    """
    total = 0.0
    for i in range(n):
        if x[i] > table["up"]:
            total += x[i] * WEIGHTS[i]
        else:
            x[i] = 0.0
    print("weighed", total)
    return total, sorted([v for v in x if v > -9], key=lambda v: -v), x + BIAS


def test_the_module(golden):
    golden(ag.export.python(weighed, np.array([1.0, 3.0, 5.0])))


def test_a_module_runs_where_this_library_is_not(tmp_path):
    ag.export.python(weighed, np.ones(3), path=tmp_path / "weighed.py")
    assert (tmp_path / "weighed.npz").exists()
    program = BLOCKED + (
        "import numpy as np\n"
        "from weighed import weighed\n"
        "x = np.array([1.0, 3.0, 5.0])\n"
        "print(repr(weighed(x)), x)\n"
        "assert not {'autograph', 'tracer', 'runtime'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    x = np.array([1.0, 3.0, 5.0])
    seen = weighed(x)
    assert done.stdout == f"weighed {seen[0]!s}\n{seen!r} {x}\n"


def test_head_and_docstring_are_the_users():
    f = loaded(ag.export.python(weighed, np.ones(3)), "weighed")
    assert f.__doc__.startswith("Weigh `x`.")
    assert f.__kwdefaults__ == {"table": {"up": 2.0}}
    assert f.__defaults__ == (3,)


def test_arguments_of_other_types_are_refused():
    f = loaded(ag.export.python(weighed, np.ones(3)), "weighed")
    for args in ((np.ones(4),), (np.ones(3, "f4"),), ([1.0],), (np.ones(3), 2)):
        with pytest.raises(TypeError, match="has to be"):
            f(*args)


def test_errors_are_the_same():
    def checked(x, n):
        if n < 0:
            raise ValueError(f"{n} is negative")
        for i in range(n):
            last = x[i]
        return last

    text = ag.export.python(ag.function(checked), np.ones(3), np.int64(1))
    f = loaded(text, "checked")
    for n, kind in ((-1, ValueError), (0, UnboundLocalError), (4, IndexError)):
        with pytest.raises(kind) as seen:
            checked(np.ones(3), np.int64(n))
        with pytest.raises(kind) as found:
            f(np.ones(3), np.int64(n))
        assert str(found.value) == str(seen.value)


def test_names_that_the_text_needs():
    def total(np, sum, len):
        for each in np:
            sum = sum + each * len
        return sum

    f = loaded(ag.export.python(total, np.ones(3), 1.0, 2.0), "total")
    assert f(np.ones(3), sum=1.0, len=2.0) == 7.0


def test_a_function_with_several_graphs_needs_types():
    @ag.function
    def double(x):
        return x + x

    double(np.float64(1.0)), double(np.ones(2))
    with pytest.raises(ValueError, match="2 graphs"):
        ag.export.python(double)
    scalar = np.float64(1.0)
    assert loaded(ag.export.python(double, scalar), "double")(scalar) == 2.0
    with pytest.raises(TypeError, match="pass no others"):
        ag.export.python(double.get_concrete_function(scalar), scalar)


class Model:
    rate = 2.0


def times(weights):
    return lambda x: x * weights


@pytest.mark.parametrize(
    ("function", "arguments", "line"),
    [
        (lambda m, x: m.rate * x, (Model(), 1.0), "m.rate * x"),
        (lambda x: BIAS.__iadd__(x), (np.ones(3),), "BIAS.__iadd__(x)"),
        (lambda f, x: f(x), (times(BIAS), np.ones(3)), "x * weights"),
    ],
)
def test_what_has_no_plain_form_is_refused_by_line(function, arguments, line):
    with pytest.raises(NotExportable) as refused:
        ag.export.python(function, *arguments)
    assert line in str(refused.value)
    assert "Hint: " in str(refused.value)


def halved(x):
    return halved(x / 2) if x > 1 else x


@pytest.mark.parametrize("target", ["python", "jax", "onnx"])
def test_recursion_is_refused_by_line(target):
    with pytest.raises(NotExportable, match="halved calls itself until") as caught:
        getattr(ag.export, target)(halved, np.float64(9.0))
    assert caught.value.span.line == halved.__code__.co_firstlineno + 1


def test_functions_that_are_arguments_become_part_of_the_module():
    def twice(f, x, dtype):
        """Apply `f` two times."""
        return f(f(x)).astype(dtype)

    text = ag.export.python(twice, np.sin, np.ones(3), np.float32)
    assert "def twice(x):" in text
    assert "`f` is sin, `dtype` is float32, and no argument." in text
    found = loaded(text, "twice")(np.ones(3))
    np.testing.assert_array_equal(found, twice(np.sin, np.ones(3), np.float32))
