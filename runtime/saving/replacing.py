"""A file that replaces another one once it is complete."""

from __future__ import annotations

import os
import secrets
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(
    path: str | os.PathLike[str], compression: int = zipfile.ZIP_STORED
) -> Iterator[zipfile.ZipFile]:
    """Open a new zip archive, which takes the place of a file at the end of the block.

    An existing file keeps its permissions, and a link stays a link. If the block
    raises, the file is as it was.
    """
    target = Path(path).resolve()
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with zipfile.ZipFile(part, "x", compression) as archive:
            yield archive
        with suppress(FileNotFoundError):
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
