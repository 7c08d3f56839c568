"""``type X = ...``: what becomes of a statement that Python 3.11 cannot read."""

import sys
import textwrap

import numpy as np
import pytest

import autograph as ag
from autograph.conversion import convert_source
from autograph.rules import type_aliases
from tracer.errors import NotStaged

pytestmark = pytest.mark.skipif(
    sys.version_info < (3, 12), reason="Python 3.12 brought the statement"
)


def made(text, name="f"):
    namespace = {"np": np}
    exec(text, namespace)
    return ag.function(namespace[name], source=text), namespace[name]


def test_the_example():
    *_, part = type_aliases.__doc__.split("operator::\n")
    before, after = map(textwrap.dedent, part.split("becomes::\n"))
    converted = convert_source(before.strip() + "\n", "example")
    assert converted.replace("import autograph as ag\n", "").strip() == after.strip()


@pytest.mark.parametrize(
    "body",
    [
        # Bound in an arm and behind it.
        "if x > 0:\n  type A = int\n  return x * 2\n type A = float\n return x",
        # Its value is looked at when the name has been bound anew.
        "y = int\n type A = list[y]\n if x > 0:\n  y = float\n return str(A.__value__)",
        # Generic, bound before a staged `if` and read behind it.
        "type A[T] = list[T]\n if x > 0:\n  x = x + 1\n return x, A.__name__",
        # Read by a lambda that was made before.
        "a = lambda: A\n for i in range(3):\n  type A = int\n return a().__name__",
    ],
)
def test_as_in_plain_python(body):
    staged, plain = made(f"def f(x):\n {body}\n")
    for x in (np.float64(2), np.float64(-2)):
        assert staged(x) == plain(x)


def test_an_alias_that_leaves_the_graph_is_refused():
    staged, _ = made("def f(x):\n type A = int\n return x, A\n")
    with pytest.raises(NotStaged, match="TypeAliasType created in the function"):
        staged(np.float64(2))
