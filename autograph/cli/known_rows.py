"""What `check` found before in files that have not changed."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import autograph
from autograph.report.explanation import Row
from runtime.native.loading.object_cache import ObjectCache, cache_folder

VARIABLE = "AUTOGRAPH_CHECK_CACHE"
"""The environment variable that names the folder; with ``off`` nothing is kept."""
FOLDER = "numpy-autograph-check"


class KnownRows:
    """Keeps the rows of files on disk, by their contents and by what checks them."""

    def __init__(self) -> None:
        maker = [platform.python_version(), *_versions(), _own_files()]
        folder = cache_folder(VARIABLE, FOLDER)
        self._cache = ObjectCache(folder, "\0".join(maker))

    def rows(
        self, file: str, text: str, whole: bool, find: Callable[[], list[Row]]
    ) -> list[Row]:
        """Return the rows of a file: those known, else those found, which are kept."""
        key = f"{file}\0{whole}\0{text}"
        held = self._cache.load(key)
        if held is not None:
            return [Row(**each) for each in json.loads(held)]
        rows = find()
        self._cache.store(key, json.dumps([asdict(each) for each in rows]).encode())
        return rows


def _versions() -> Iterator[str]:
    for package in ("numpy-autograph", "numpy", "gast"):
        try:
            yield version(package)
        except PackageNotFoundError:
            yield "none"


def _own_files() -> str:
    """Return what changes with any of our own files."""
    root = Path(autograph.__file__).parents[1]
    found = hashlib.sha256()
    for package in ("autograph", "tracer", "runtime"):
        for path in sorted((root / package).rglob("*.py")):
            status = path.stat()
            found.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found.hexdigest()
