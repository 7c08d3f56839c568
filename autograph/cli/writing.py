"""Writing output: all of it or none, and never half a file."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograph.cli.outcome import BadInput

_DECLARATION = re.compile(r"^([ \t\f]*#.*?coding[:=][ \t]*)([-\w.]+)", re.ASCII)


@dataclass(frozen=True)
class Output:
    """Text to be written to a file.

    Parameters
    ----------
    path : Path
        The file.
    data : bytes
        Its whole content.
    mode : int, optional
        Permissions for a new file; one that exists keeps its own.
    folders : bool
        Whether to make the folders that contain it.
    """

    path: Path
    data: bytes
    mode: int | None = None
    folders: bool = False


def declare_utf8(text: str) -> str:
    """Change the encoding that source text declares to UTF-8.

    Examples
    --------
    >>> declare_utf8("# -*- coding: latin-1 -*-")
    '# -*- coding: utf-8 -*-'
    """
    lines = text.split("\n", 2)
    lines[:2] = [_DECLARATION.sub(r"\1utf-8", line) for line in lines[:2]]
    return "\n".join(lines)


def write_all(outputs: Sequence[Output]) -> None:
    """Write every output, or leave every file as it is.

    Each file is written beside its target and renamed, so that no reader sees
    half a file. A link is followed; a device or a pipe is written to.

    Raises
    ------
    BadInput
        If a file cannot be written. The message names it.
    """
    staged: list[tuple[Output, Path, Path]] = []
    folders: list[Path] = []
    try:
        for output in outputs:
            with _named(output):
                target = output.path.resolve()
                if target.exists() and not target.is_file():
                    target.write_bytes(output.data)
                else:
                    if output.folders:
                        folders += _make_folders(target.parent)
                    staged.append((output, _write_beside(target, output), target))
        for output, beside, target in staged:
            with _named(output):
                beside.replace(target)
    finally:
        for _, beside, _ in staged:
            beside.unlink(missing_ok=True)
        for folder in reversed(folders):
            with contextlib.suppress(OSError):  # it holds what was written
                folder.rmdir()


def _make_folders(folder: Path) -> list[Path]:
    """Make a folder and its parents; return those that did not exist."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


@contextmanager
def _named(output: Output) -> Iterator[None]:
    """Let errors name the file as the user did."""
    try:
        yield
    except (OSError, RuntimeError) as error:  # resolving a circle of links
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{output.path}: {reason}") from None


def _write_beside(target: Path, output: Output) -> Path:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else output.mode
    beside = target.with_name(f".{secrets.token_hex(8)}.autograph")
    # 0o666 lets the user's umask decide, as for any file that a program makes.
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(output.data)
        if mode is not None:
            beside.chmod(mode)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside
