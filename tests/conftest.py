"""Goldens: texts that tests expect, rewritten by ``pytest --golden``."""

import os
from pathlib import Path

import pytest

os.environ["AUTOGRAPH_NATIVE_CACHE"] = "off"  # leave no files behind
TESTS = Path(__file__).parent


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="rewrite expected texts")


@pytest.fixture
def golden(request):
    """Compare a text with the one that ``tests/goldens`` keeps for the test."""
    room = request.path.relative_to(TESTS).with_suffix("")
    folder = TESTS / "goldens" / room.parent / room.name.removeprefix("test_")
    path = folder / f"{request.node.name.removeprefix('test_')}.txt"

    def compare(text):
        if request.config.getoption("--golden"):
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare
