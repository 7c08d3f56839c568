"""Machine code on disk: read back as it was written, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.native.loading import object_cache
from runtime.native.loading.object_cache import ObjectCache, cache_folder

SCRIPT = """
import autograph
import numpy as np

@autograph.function(executor="native")
def total(x):
    found = 0
    while x > 0:
        found, x = found + x, x - 1
    return found

print(total(np.int64(input())), total(np.int64(7)))
print(total.concrete_functions[0].executable.natives[0].faults)
"""


def run_script(folder: Path, argument: str) -> str:
    """Return what another process prints that keeps machine code in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=argument,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "AUTOGRAPH_NATIVE_CACHE": str(folder)},
    )
    return done.stdout


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    cache = ObjectCache(tmp_path, "llvm 1 processor")
    assert cache.load("module") is None
    cache.store("module", b"code")
    assert cache.load("module") == b"code"
    assert cache.load("another module") is None
    assert ObjectCache(tmp_path, "llvm 2 processor").load("module") is None


@pytest.mark.parametrize("damage", [b"", b"code", bytes(40)])
def test_damaged_files_are_not_read(tmp_path: Path, damage: bytes) -> None:
    cache = ObjectCache(tmp_path, "llvm")
    cache.store("module", b"code")
    (path,) = tmp_path.iterdir()
    path.write_bytes(damage)
    assert cache.load("module") is None


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_cache, "MOST_BYTES", 500)
    cache = ObjectCache(tmp_path, "llvm")
    for number in range(10):
        cache.store(f"module {number}", bytes(100))
        for path in tmp_path.iterdir():
            status = path.stat()
            os.utime(path, (status.st_atime, status.st_mtime - 10))
    assert [cache.load(f"module {n}") is not None for n in range(10)] == [
        *[False] * 7,
        *[True] * 3,
    ]


def test_without_a_folder_nothing_is_kept() -> None:
    cache = ObjectCache(None, "llvm")
    cache.store("module", b"code")
    assert cache.load("module") is None


def test_the_folder_is_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(object_cache.VARIABLE, str(tmp_path / "kept"))
    folder = cache_folder()
    assert folder == tmp_path / "kept"
    assert folder.stat().st_mode & 0o077 == 0
    folder.chmod(0o777)
    assert cache_folder() is None
    monkeypatch.setenv(object_cache.VARIABLE, "off")
    assert cache_folder() is None


def test_another_process_reads_the_machine_code(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    folder = tmp_path / "kept"
    assert run_script(folder, "4") == "10 28\n0\n"
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(kept) >= 2  # what all kernels share, and the loop
    assert run_script(folder, "5") == "15 28\n0\n"
    assert kept == {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:-1] + b"!")
    assert run_script(folder, "6") == "21 28\n0\n"
