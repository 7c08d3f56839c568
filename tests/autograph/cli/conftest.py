from typing import NamedTuple

import pytest

from autograph.cli import main


class Finished(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def autograph(capsys, monkeypatch, tmp_path, tmp_path_factory):
    """Run a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOGRAPH_CHECK_CACHE", str(tmp_path_factory.mktemp("cache")))

    def run(*arguments):
        try:
            code = main([str(each) for each in arguments])
        except SystemExit as stop:  # argparse ends so
            code = stop.code
        return Finished(code, *capsys.readouterr())

    return run
