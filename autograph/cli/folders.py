"""The Python files that the command line names, directly or by their folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from autograph.cli.gitignore import Rules, ignores, rules_above, rules_in
from autograph.cli.outcome import BadInput
from autograph.cli.reading import STANDARD_INPUT

_SKIPPED = frozenset({"__pycache__", "node_modules"})


class Named(NamedTuple):
    """A file to be read.

    Parameters
    ----------
    name
        Its path, as it appears in messages.
    inside
        Its path within the named folder; None if the file itself was named.
    """

    name: str
    inside: Path | None = None


def python_files(
    arguments: Sequence[str], without: Path | None = None, ignored: bool = False
) -> list[Named]:
    """List the named files, and the Python files in named folders.

    Hidden folders, caches, virtual environments and what Git ignores are skipped.

    Parameters
    ----------
    arguments : sequence of str
        Files and folders.
    without : Path, optional
        A folder to skip: files that are written there are not read again.
    ignored : bool
        Whether to list also what Git ignores.

    Raises
    ------
    BadInput
        If a folder has no Python file or cannot be read, or if standard input is
        named twice.
    """
    if arguments.count(STANDARD_INPUT) > 1:
        raise BadInput("standard input can be read only once")
    found: list[Named] = []
    for argument in arguments:
        if not Path(argument).is_dir():
            found.append(Named(argument))
            continue
        inside = sorted(_search(Path(argument), without, ignored))
        if not inside:
            raise BadInput(f"{argument}: no Python file in this folder")
        found += [Named(str(path), path.relative_to(argument)) for path in inside]
    return found


def _search(folder: Path, without: Path | None, ignored: bool) -> Iterator[Path]:
    passed = None if without is None else without.resolve()

    def refuse(error: OSError) -> None:
        raise BadInput(f"{error.filename}: {error.strerror}") from None

    start: Rules = () if ignored else rules_above(folder)
    rules: dict[Path, Rules] = {}
    for place, folders, files in os.walk(folder, onerror=refuse):
        here = Path(place)
        above = start if here == folder else rules[here.parent]
        rules[here] = known = above if ignored else rules_in(here, above)
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".")
            and name not in _SKIPPED
            and not (here / name / "pyvenv.cfg").exists()
            and (here / name).resolve() != passed
            and not ignores(known, here / name, is_folder=True)
        ]
        paths = (here / name for name in files if name.endswith(".py"))
        yield from (path for path in paths if not ignores(known, path))
