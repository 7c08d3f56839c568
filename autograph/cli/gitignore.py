"""Files that Git ignores, by the ``.gitignore`` files of a project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FILE = ".gitignore"

Rules = tuple[tuple[Path, Any], ...]
"""The rules that hold in a folder, outer ones first, each with its own folder."""


def rules_above(folder: Path) -> Rules:
    """Return the rules of the folders of a project around one of them."""
    inner = folder.resolve()
    around = [inner, *inner.parents]
    roots = [number for number, each in enumerate(around) if (each / ".git").exists()]
    rules: Rules = ()
    for each in reversed(around[1 : roots[0] + 1] if roots else []):
        rules = rules_in(each, rules)
    return rules


def rules_in(folder: Path, rules: Rules) -> Rules:
    """Return rules with those of a folder itself.

    Without the package pathspec there are none.
    """
    path = folder / FILE
    if not path.is_file():
        return rules
    try:
        from pathspec import GitIgnoreSpec
    except ImportError:
        return rules
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return (*rules, (folder.resolve(), GitIgnoreSpec.from_lines(lines)))


def ignores(rules: Rules, path: Path, is_folder: bool = False) -> bool:
    """Whether a file is ignored: the last rule that names it says."""
    if not rules:
        return False
    whole = path.resolve()
    said = False
    for folder, spec in rules:
        if whole.is_relative_to(folder):
            text = whole.relative_to(folder).as_posix() + "/" * is_folder
            answer = spec.check_file(text).include
            said = said if answer is None else answer
    return said
