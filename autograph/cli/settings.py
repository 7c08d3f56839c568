"""Settings of a project: the table ``[tool.autograph]`` of its ``pyproject.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from autograph.cli.outcome import BadInput

FILE = "pyproject.toml"


@dataclass(frozen=True)
class Settings:
    """What the commands leave out.

    Parameters
    ----------
    exclude
        Patterns of files and folders that are passed over.
    ignore
        Codes, such as ``AG212``, and what becomes of calls, such as ``called-back``,
        that are not reported.
    all
        Whether all functions are checked, decorated or not.
    gitignore
        Whether files that Git ignores are passed over.
    """

    exclude: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    all: bool = False
    gitignore: bool = True

    def passes_over(self, path: str) -> bool:
        """Whether a file is excluded, by its name or that of a folder around it."""
        whole = Path(path)
        places = [whole, *whole.parents]
        names = {place.as_posix() for place in places} | {each.name for each in places}
        wanted = [pattern.rstrip("/") for pattern in self.exclude]
        return any(fnmatch(name, pattern) for name in names for pattern in wanted)


def settings(exclude: Sequence[str] = (), ignore: Sequence[str] = ()) -> Settings:
    """Return the settings of the project around this folder.

    Parameters
    ----------
    exclude, ignore
        More patterns and codes, from the command line.

    Raises
    ------
    BadInput
        If the file cannot be read, or has a setting that does not exist.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / FILE).is_file():
            return _read(folder / FILE, exclude, ignore)
    return Settings(tuple(exclude), frozenset(ignore))


def _read(path: Path, exclude: Sequence[str], ignore: Sequence[str]) -> Settings:
    try:
        table: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}") from None
    own = table.get("tool", {}).get("autograph", {})
    for key, value in own.items():
        if key in ("all", "gitignore"):
            if not isinstance(value, bool):
                raise BadInput(f"{path}: {key} in [tool.autograph] is true or false")
            continue
        if key not in ("exclude", "ignore"):
            raise BadInput(f"{path}: [tool.autograph] has no setting {key!r}")
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise BadInput(f"{path}: {key} in [tool.autograph] is a list of strings")
    given = (*own.get("exclude", ()), *exclude)
    return Settings(
        given,
        frozenset((*own.get("ignore", ()), *ignore)),
        own.get("all", False),
        own.get("gitignore", True),
    )
