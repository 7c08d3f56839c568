"""What tests share: expected texts, rewritten by ``--golden``; compiled code.

Hypothesis draws the same examples in each run; ``--hypothesis-profile=fresh`` draws
others.
"""

import gc
import math
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from runtime.native import executable

TESTS = Path(__file__).parent
settings.register_profile("fresh", deadline=None)
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")


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


def pytest_collection_finish():
    """Let no test depend on how long another takes."""
    executable.SLOW = math.inf  # how fast a plan runs does not make it machine code
    gc.freeze()  # to look through all tests for garbage, again and again, takes long


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
