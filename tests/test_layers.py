"""A graph outlives its source: runtime works where nothing else is installed.

Each program runs in a process of its own.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import autograph
from autograph import operators

ABSENT = """
import sys
for absent in ("autograph", "tracer", "gast"):
    sys.modules[absent] = None  # an import of it raises
"""

PROGRAMS = {
    "runtime imports without the packages above it": ABSENT
    + """
import importlib, pkgutil, runtime
for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
    importlib.import_module(module.name)
""",
    "runtime imports NumPy alone": """
import sys
before = set(sys.modules)
import importlib, pkgutil, numpy, runtime
for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
    importlib.import_module(module.name)
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
others = {name for name in tops - sys.stdlib_module_names if name[0] != "_"}
assert others <= {"runtime", "numpy", "cython_runtime"}, others
""",
    "a graph read from text runs without its source": ABSENT
    + """
import numpy as np
from runtime.execute import compile_graph
from runtime.ir.reading import parse_graph
from runtime.operations import OPERATIONS
from runtime.passes import optimize
text = '''
graph halvings(n: np.int64) -> int {
  n.1: np.int64, steps.1: int = while (n.2 = n, steps.2 = 0) {
    t.1: np.bool = greater(n.2, 1)
    test t.1
  } do {
    t.2: np.int64 = floor_divide(n.2, 2)
    t.3: int = add(steps.2, 1)
    yield t.2, t.3
  }
  return steps.1
}
'''
run = compile_graph(optimize(parse_graph(text, OPERATIONS)))
assert run.call(np.int64(1024)) == 10
""",
    "importing autograph imports nothing else yet": """
import sys
import autograph
heavy = {"numpy", "gast", "tracer", "runtime"} & set(sys.modules)
assert not heavy, heavy
""",
    "decorating imports nothing that only tracing needs": """
import sys
import autograph
@autograph.function
def f(x):
    return x + 1
assert "gast" not in sys.modules
mine = ("autograph.", "tracer.", "runtime.")
loaded = [name for name in sys.modules if name.startswith(mine)]
assert len(loaded) < 30, sorted(loaded)
""",
    "a first call imports what it needs": """
import sys
import numpy as np
import autograph
@autograph.function
def f(x):
    while x > 1:
        x = x / 2
    return x
f(np.float64(9))
unneeded = {
    "numpy.ma",  # its functions have rows of their own
    "numpy.polynomial",
    "numpy.testing",
    "runtime.derivatives.reverse",
    "runtime.exporting",
    "runtime.ops.algebra",
    "runtime.ops.derivatives",
    "runtime.saving.file_reader",
}
assert not unneeded & set(sys.modules), unneeded & set(sys.modules)
""",
    "operators import nothing that may itself be converted and need them": """
import sys
import autograph.operators
heavy = {"numpy", "gast", "dataclasses", "inspect"} & set(sys.modules)
assert not heavy, heavy
""",
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_process(what):
    subprocess.run([sys.executable, "-c", PROGRAMS[what]], check=True, timeout=60)


def test_no_module_is_named_as_an_operator():
    # Importing it would put the module where converted code looks for the operator.
    modules = {path.stem for path in Path(autograph.__file__).parent.glob("*.py")}
    assert not modules & set(operators.__all__)


SORTED = ("autograph", "runtime", "tracer")
"""Packages whose files are small and have names of their own."""
LONGEST = 400
TABLES = ("runtime/ops/",)
"""Files that are as long as what they list."""
HOME = Path(autograph.__file__).parents[1]


def files_of(package):
    """The files of a package, from its own folder's parent."""
    return [path.relative_to(HOME) for path in (HOME / package).rglob("*.py")]


@pytest.mark.parametrize("package", SORTED)
def test_a_file_holds_one_idea(package):
    long = {
        str(path): lines
        for path in files_of(package)
        if not str(path).startswith(TABLES)
        and (lines := len((HOME / path).read_text().splitlines())) > LONGEST
    }
    assert not long


@pytest.mark.parametrize("package", SORTED)
def test_a_file_has_a_name_of_its_own(package):
    folders = defaultdict(set)
    for path in files_of(package):
        # Users say the name of a command, which is that of its file.
        if path.stem != "__init__" and path.parent.name != "cli":
            folders[path.stem].add(path.parent.name)
    # A rule and its operator, which converted code calls, are named alike, and so are
    # a command and the module of users that it is a face of.
    alike = {"rules", "operators"}, {"cli", "autograph"}
    several = {name: found for name, found in folders.items() if len(found) > 1}
    assert not {name: found for name, found in several.items() if found not in alike}


def test_functions_of_the_user_are_told_by_their_type():
    """Proxies of libraries say with ``__class__`` that they are functions."""
    asked = re.compile(r"isinstance\([^\n]*\b(FunctionType|MethodType|classmethod)\b")
    found = [
        f"{path}: {line.strip()}"
        for path in files_of("tracer")
        for line in (HOME / path).read_text("utf-8").splitlines()
        if asked.search(line)
    ]
    assert not found
