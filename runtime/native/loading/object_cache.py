"""Machine code on disk, so that another process need not compile it again.

A file is named after what it was made from: the module, which holds no address,
LLVM's version and the processor. It begins with a checksum of its contents. Files that
others could have written are not read.
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
from contextlib import suppress
from pathlib import Path

VARIABLE = "AUTOGRAPH_NATIVE_CACHE"
"""The environment variable that names the folder; with ``off`` nothing is kept."""
MOST_BYTES = 64 * 2**20
"""How much is kept; what was not read for longest goes first."""
PARTS = 16
_FORMAT = "1"
_CHECKSUM = hashlib.sha256().digest_size


class ObjectCache:
    """The machine code of one user for one processor, or what else takes time to make.

    Parameters
    ----------
    folder : Path or None
        Where it is kept; None if it is not.
    maker : str
        What compiles, and for which processor.
    """

    def __init__(self, folder: Path | None, maker: str) -> None:
        self._folder = folder
        self._maker = maker
        self._added: float = math.inf

    def load(self, text: str) -> bytes | None:
        """Return the machine code of a module, if there is any."""
        path = self._path(text)
        if path is None:
            return None
        try:
            held = path.read_bytes()
            os.utime(path)
        except OSError:  # there is none, or another process has removed it
            return None
        checksum, code = held[:_CHECKSUM], held[_CHECKSUM:]
        return code if hashlib.sha256(code).digest() == checksum else None

    def store(self, text: str, code: bytes) -> None:
        """Keep the machine code of a module, if there is room and leave to do so."""
        path = self._path(text)
        if path is None:
            return
        # What cannot be kept is compiled again.
        with suppress(OSError):
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(hashlib.sha256(code).digest() + code)
            Path(file.name).replace(path)
            self._added += len(code)
            # To look at all files takes long: once for each part of what is kept.
            if self._added > MOST_BYTES // PARTS:
                _prune(path.parent)
                self._added = 0

    def _path(self, text: str) -> Path | None:
        if self._folder is None:
            return None
        made_from = "\0".join((_FORMAT, self._maker, text))
        return self._folder / hashlib.sha256(made_from.encode()).hexdigest()


def _prune(folder: Path) -> None:
    files = [(each.stat(), each) for each in folder.iterdir()]
    files.sort(key=lambda one: one[0].st_mtime)
    size = sum(each.st_size for each, _ in files)
    for each, path in files:
        if size <= MOST_BYTES:
            break
        path.unlink(missing_ok=True)
        size -= each.st_size


def cache_folder(
    variable: str = VARIABLE, name: str = "numpy-autograph"
) -> Path | None:
    """Return a folder for what is kept, made if needed; None if there is none.

    It is the one that an environment variable names, by default the one for machine
    code, else one of this name in the user's folder for caches.
    """
    named = os.environ.get(variable)
    if named == "off":
        return None
    try:
        folder = Path(named) if named else _users_caches() / name
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_ones_own(folder) else None
    except (OSError, RuntimeError):  # no home, or it is read-only
        return None


def _users_caches() -> Path:
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if os.environ.get(variable):
            return Path(os.environ[variable])
    return Path.home() / ".cache"


def _is_ones_own(folder: Path) -> bool:
    """Whether nobody else may write into a folder, as far as the system tells."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022
