"""Functional text, as a reader would see it."""

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
    assert text == path.read_text()
