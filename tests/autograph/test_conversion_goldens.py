"""Functional text, as a reader would see it."""

import ast
import sys
from pathlib import Path

import pytest

from autograph.conversion import to_code
from tests.autograph import programs

GOLDENS = Path(__file__).parent.parent / "goldens" / "conversion"
FUNCTIONS = list(dict(programs.PROGRAMS))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_golden(function, request):
    path = GOLDENS / f"{function.__name__}.txt"
    text = to_code(function) + "\n"
    if request.config.getoption("--golden"):
        path.write_text(text)
    assert spelled(text) == spelled(path.read_text())


def spelled(text):
    """Return a text as the first Python here spells it: later ones nest quotes."""
    if sys.version_info < (3, 12):
        return text
    return ast.unparse(ast.parse(text))
