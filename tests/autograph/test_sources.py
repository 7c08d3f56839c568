"""Functions from anywhere: exec, doctests, notebooks, text handed over, no source."""

import doctest
import linecache
import runpy
import subprocess
import sys
import types
import warnings

import numpy as np
import pytest

import autograph as ag
from autograph.source.errors import SourceError
from tracer.errors import CallbackWarning

TEXT = '''
# A comment above.
LIMIT = 3

def halve(x, k=2):
    """Halve it."""
    if x > LIMIT:
        return x / k
    return x

def make(step):
    def inner(x):
        if x > step:
            return x - step
        return step
    return inner

class Counter:
    def __init__(self):
        self.__count = 0

    def up(self, x):
        if x > 0:
            self.__count = self.__count + x
        return self.__count

class Derived(Counter):
    def up(self, x):
        return super().up(x) if x > 1 else x

first, second = lambda x: x if x > 1 else 1.0, lambda x: -x if x > 1 else 2.0
'''
ONE, BIG = np.float64(1.0), np.float64(8.0)


@pytest.fixture
def space():
    made = {"__name__": "made_by_exec"}
    exec(TEXT, made)
    return made


def test_without_source_there_is_a_way_out(space):
    for use in (lambda f: ag.function(f)(BIG), ag.to_code, ag.convert):
        with pytest.raises(SourceError, match="cannot be read") as caught:
            use(space["halve"])
        assert "source=" in caught.value.hint


@pytest.mark.parametrize("text", [TEXT, TEXT[TEXT.index("def halve") :]])
def test_source_is_handed_over(space, text):
    halve = ag.function(space["halve"], source=text)
    assert (halve(BIG), halve(ONE), halve(BIG, k=4)) == (4.0, 1.0, 2.0)
    assert ag.to_code(space["halve"]).startswith("def halve(x, k=2):")


IMPORTS = """
try:
    import numpy as np
except ImportError:
    raise
from math import prod as product

def total(x):
    return np.sum(x) + product((2, 3)) + x.size
"""


@pytest.mark.parametrize("text", [IMPORTS, IMPORTS[IMPORTS.index("def total") :]])
def test_source_that_calls_what_its_module_imports(text):
    space = {}
    exec(IMPORTS, space)
    assert ag.function(space["total"], source=text)(np.ones(2)) == 10.0


def test_lambdas_of_one_line_that_return_a_constant():
    made = [lambda b: 2, lambda b: np.sum(b), lambda b: -2, lambda b: (1, "a")]
    assert [ag.function(each)(3) for each in made] == [2, 3, -2, (1, "a")]


def test_source_of_methods_closures_and_lambdas(space):
    inner = ag.function(space["make"](2.0), source=TEXT)
    assert (inner(BIG), inner(ONE)) == (6.0, 2.0)
    for kind in ("Counter", "Derived"):
        counter = space[kind]()
        up = ag.function(space[kind].up, source=TEXT, callbacks="allow")
        assert [up(counter, BIG), up(counter, -ONE), up(counter, BIG)][0] == 8.0
    first = ag.function(space["first"], source=TEXT)
    second = ag.function(space["second"], source=TEXT)
    assert (first(BIG), second(BIG), first(-ONE)) == (8.0, -8.0, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("x / k", "x * k"),
        TEXT.replace("k=2", "j=2").replace("/ k", "/ j"),
        TEXT.replace("return x\n\ndef make", "return 2\n\ndef make"),
        "def other(x): return x",
        "",
    ],
)
def test_another_source_is_refused(space, text):
    with pytest.raises(SourceError, match="not the one"):
        ag.function(space["halve"], source=text)


def test_text_that_is_no_python_is_refused(space):
    with pytest.raises(SourceError, match="is not valid Python"):
        ag.to_code(space["halve"], source="def halve(x:")


def test_errors_show_the_line_of_the_text(space):
    exec("def f(x):\n    while x > 0:\n        yield x\n", space)
    made = ag.function(
        space["f"], source="def f(x):\n    while x > 0:\n        yield x\n"
    )
    with pytest.raises(ag.AutographError) as caught:
        made.get_concrete_function(BIG)
    assert "def f(x):" in str(caught.value)


def test_a_callee_without_source_is_called_back(space):
    helper = space["halve"]

    @ag.function
    def f(x):
        if x > 0:
            return helper(x) + 1
        return x

    with pytest.warns(CallbackWarning, match="whose source is not found"):
        assert f(BIG) == 5.0
    ag.convert(helper, source=TEXT)
    g = ag.function(f.python_function)
    assert g(BIG) == 5.0
    assert "call" not in str(g.get_concrete_function(BIG).graph)


def logged(function):
    """Return a function that calls another; made by `exec`, as decorators do."""
    text = f"def {function.__name__}(*args):\n    return wrapped(*args) + 1"
    made = {"wrapped": function, "__name__": "decorators"}
    exec(compile(text, "<logged 1>", "exec"), made)
    made[function.__name__].text = text
    return made[function.__name__]


def test_a_decorator_that_keeps_its_text_on_the_function():
    @logged
    def twice(x):
        return x * 2 if x > 0 else x

    @ag.function
    def caller(x):
        return twice(x) + 1

    assert caller(ONE) == 4.0  # without a warning
    assert ".call" not in caller.get_concrete_function(ONE).plan


def test_a_text_on_the_function_that_is_not_its_own():
    @logged
    def twice(x):
        return x * 2

    twice.text = twice.text.replace("+ 1", "+ 2")

    @ag.function
    def caller(x):
        return twice(x) + 1

    with pytest.warns(CallbackWarning, match="source is not found"):
        assert caller(ONE) == 4.0


def test_exec_with_lines_in_linecache():
    lines = ["def f(x):\n", "    return x if x > 1 else -x\n"]
    linecache.cache["<cell 7>"] = (1, None, lines, "<cell 7>")
    made = {}
    exec(compile("".join(lines), "<cell 7>", "exec"), made)
    assert ag.function(made["f"])(BIG) == 8.0


def test_a_cell_that_is_run_again_is_another_function():
    for sign in ("", "-"):
        lines = ["def f(x):\n", f"    return {sign}x if x > 1 else x\n"]
        linecache.cache["<cell 8>"] = (1, None, lines, "<cell 8>")
        made = {}
        exec(compile("".join(lines), "<cell 8>", "exec"), made)
        assert ag.function(made["f"])(BIG) == float(sign + "8")


def test_functions_of_doctests():
    text = """
    >>> @ag.function
    ... def k(x):
    ...     if x > 0:
    ...         return x * 2
    ...     return -x
    >>> k(BIG), ag.function(lambda x: x if x > 2 else 0 * x)(BIG)
    (np.float64(16.0), np.float64(8.0))
    """
    names = {"ag": ag, "BIG": BIG}
    test = doctest.DocTestParser().get_doctest(text, names, "here", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("options", [["-c"], ["-i", "-c"]])
def test_plain_python_says_what_to_do(options):
    program = (
        "import autograph as ag\nimport numpy as np\n"
        "def f(x):\n    if x > 0:\n        return x\n    return -x\n"
        f"text = {'def f(x):' + chr(10) + '    if x > 0:' + chr(10)!r}"
        f" + {'        return x' + chr(10) + '    return -x' + chr(10)!r}\n"
        "print(ag.function(f, source=text)(np.float64(-2)))\n"
    )
    done = subprocess.run(
        [sys.executable, *options, program],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("2.0"), done.stderr


def test_another_module_may_be_called_as_our_operators_are(tmp_path):
    path = tmp_path / "other.py"
    path.write_text(
        "import math as ag\n"
        "def root(x):\n"
        "    if x > 0:\n"
        "        return x * ag.sqrt(4.0)\n"
        "    return x\n"
    )
    root = runpy.run_path(str(path))["root"]
    assert "ag_1.cond" in ag.to_code(root)
    assert ag.function(root)(np.float64(2.0)) == 4.0


def test_a_cell_that_does_not_import_this_package_itself(tmp_path):
    path = tmp_path / "cell.py"
    path.write_text(
        "@ag.function\ndef sign(x):\n    if x > 0:\n        return 1\n    return -1\n"
    )
    sign = runpy.run_path(str(path), init_globals={"ag": ag})["sign"]
    assert "return ag.cond(x > 0" in ag.to_code(sign)


ESCAPED = r"""
def spaces(x):
    'Count what matches \s.'
    if x > 0:
        return x * 2
    return x
"""


def test_the_compiler_warns_once_of_a_file_and_not_again(tmp_path):
    path = tmp_path / "escaped.py"
    path.write_text(ESCAPED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spaces = runpy.run_path(str(path))["spaces"]
    before = list(warnings.filters)
    assert ag.function(spaces)(np.float64(2.0)) == 4.0
    assert "Count what matches" in ag.to_code(spaces)
    assert len(ag.explain(spaces)) == 1
    assert warnings.filters == before


PROGRAM = """\
import autograph as ag

@ag.function
def inverse(x):
    if x > 0:
        return 1 / x
    return x

print(inverse(4.0), ag.function(lambda x: x + 1)(2))
"""


def python(*arguments, **options):
    """Run Python; return what it printed, and the last line of what it complained."""
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, **options
    )
    return done.stdout, done.stderr


def test_python_c_has_its_source_in_the_command_line():
    assert python("-c", PROGRAM) == ("0.25 3\n", "")


def test_standard_input_is_read_again_where_it_is_a_file(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    with path.open() as file:
        assert python("-", stdin=file) == ("0.25 3\n", "")


def test_standard_input_of_a_pipe_is_gone():
    _, complaint = python("-", input=PROGRAM)
    assert "Python keeps nothing of what it read from standard input" in complaint
    assert "Hint: define it in a file or a notebook" in complaint


def typed(text, file):
    """The functions of a text that was run as `__main__` under the name of a file."""
    main = vars(sys.modules["__main__"])
    before = dict(main)
    try:
        exec(compile(text, file, "exec"), main)
        return {key: main[key] for key in main.keys() - before.keys()}
    finally:
        for key in main.keys() - before.keys():
            del main[key]


TYPED = """\
@ag.function
def typed_twice(x):
    if x > 0:
        return 2 * x
    return x
"""


def test_a_session_has_its_source_in_the_history(monkeypatch):
    before = ["def typed_twice(x):", "    return x", "import math"]
    lines = [*before, *TYPED.splitlines(), "typed_twice(3)"]
    history = types.SimpleNamespace(
        get_current_history_length=lambda: len(lines),
        get_history_item=lambda number: lines[number - 1],
    )
    monkeypatch.setitem(sys.modules, "readline", history)
    monkeypatch.setattr(sys.modules["__main__"], "ag", ag, raising=False)
    function = typed(TYPED, "<stdin>")["typed_twice"]
    assert function(np.float64(2.0)) == 4.0
    assert "return 2 * x" in ag.to_code(function)


def test_a_cell_that_is_timed_has_its_source_in_the_history(monkeypatch):
    shell = types.SimpleNamespace(
        history_manager=types.SimpleNamespace(
            input_hist_raw=["", "def typed_twice(x): pass", "%%time\n" + TYPED]
        ),
        transform_cell=lambda text: text,
        compile=types.SimpleNamespace(format_code_name=lambda file: None),
    )
    notebook = types.SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setattr(sys.modules["__main__"], "ag", ag, raising=False)
    function = typed(TYPED, "<timed exec>")["typed_twice"]
    assert function(np.float64(2.0)) == 4.0
    assert "# <In [2]>:3" in str(function.get_concrete_function(np.float64(2.0)).graph)
