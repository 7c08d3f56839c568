"""What tests share: expected texts, rewritten by ``--golden``; compiled code."""

import os
import tempfile
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="rewrite expected texts")


def pytest_configure(config):
    """Keep machine code and bytecode for this run alone, for all of its processes."""
    if hasattr(config, "workerinput"):
        return  # a worker has the folder of the process that started it
    folder = tempfile.TemporaryDirectory(prefix="autograph-tests-")
    config.add_cleanup(folder.cleanup)
    os.environ["AUTOGRAPH_NATIVE_CACHE"] = str(Path(folder.name, "native"))
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder.name, "bytecode"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


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
