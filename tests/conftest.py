"""What tests share: expected texts, rewritten by ``--golden``; compiled code.

Hypothesis draws the same examples in each run; ``--hypothesis-profile=fresh`` draws
others. ``--whole`` tries all of the cases of which tests take a part by default.
"""

import gc
import math
import os
import sys
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from runtime.native import executable
from runtime.native.loading import library
from tests.some import Some

TESTS = Path(__file__).parent
settings.register_profile("fresh", deadline=None)
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")


def pytest_addoption(parser):
    parser.addoption("--golden", action="store_true", help="rewrite expected texts")
    parser.addoption("--whole", action="store_true", help="leave no case out")


def pytest_configure(config):
    """Keep machine code for this run alone, and some bytecode for all processes."""
    gc.set_threshold(50_000, 20, 100)  # a first call makes much that is garbage soon
    if hasattr(config, "workerinput"):
        return  # a worker has the folder of the process that started it
    folder = tempfile.TemporaryDirectory(prefix="autograph-tests-")
    config.add_cleanup(folder.cleanup)
    os.environ["AUTOGRAPH_NATIVE_CACHE"] = str(Path(folder.name, "native"))
    if sys.dont_write_bytecode:  # each process would compile all that it imports
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder.name, "bytecode"))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Look for no doctests here: there are none, and it takes each process long."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule)]


def pytest_collection_finish():
    """Let no test depend on how long another takes."""
    executable.SLOW = math.inf  # how fast a plan runs does not make it machine code
    gc.freeze()  # to look through all tests for garbage, again and again, takes long


def pytest_runtest_setup(item):
    """Let LLVM do its best for a third of the tests, and little for another.

    It is slow. For the last third its passes run, which make vectors of loops, and it
    does not choose instructions with care.
    """
    part = 0 if item.config.getoption("--whole") else part_of(item)
    library.EFFORT, library.SPEED = ((3, 2), (0, 2), (0, 0))[part]


def part_of(item) -> int:
    """Return the third that a test belongs to, the same one in each run."""
    return zlib.crc32(item.nodeid.encode()) % 3


@pytest.fixture
def some(request) -> Some:
    """Return a third of many cases that take long, others for each test.

    Each case is one of several tests' own, so that all are tried with something. A
    test gets at least one.
    """
    whole = request.config.getoption("--whole")
    first, step = (0, 1) if whole else (part_of(request.node), 3)

    def part(cases: Iterable[Any]) -> list[Any]:
        every = list(cases)
        return every[first::step] or every[-1:]

    return part


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
