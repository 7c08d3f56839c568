"""Rows by what they are known by; a family is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

from runtime.ops.index import INDEX
from runtime.ops.row import Row

Key = TypeVar("Key")


def rows_of(family: str) -> tuple[Row, ...]:
    """Return the rows of a family."""
    rows: tuple[Row, ...] = import_module(f"runtime.ops.{family}").ROWS
    return rows


def words_of(rows: Sequence[Row]) -> set[str]:
    """Return the words that rows are looked up by: names, signs, names of functions."""
    words: set[str] = set()
    for row in rows:
        names = {function.__name__ for function in row.functions}
        # NumPy 2.5 took the last sign from names such as `round_`.
        words |= {row.name, *names, *(name.rstrip("_") for name in names)}
        words |= {
            word
            for word in (row.method, row.attribute, row.infix, row.prefix)
            if word is not None
        }
    return words


def _families_of_words() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for family, words in INDEX.items():
        for word in words.split():
            found.setdefault(word, []).append(family)
    return found


_FAMILIES = _families_of_words()


_HOMES = {"masked_arrays": "numpy.ma"}
"""Modules that are not imported before one of their functions is asked for."""


def _home(key: Any) -> str:
    """Return the module of a function; that of a name is any of `_HOMES`."""
    if isinstance(key, str):
        return "numpy.ma" if key.startswith("ma_") else ""
    return str(getattr(key, "__module__", ""))


class Rows(Mapping[Key, Row]):
    """The rows of some families, by one of the things that they are known by.

    Parameters
    ----------
    families : sequence of str
        The families, in the order of their rows.
    keys : callable
        The keys of a row.

    Examples
    --------
    >>> signs = Rows(("operators",), lambda row: (row.infix,) if row.infix else ())
    >>> signs["+"].name, "append" in signs
    ('add', False)
    """

    def __init__(
        self, families: Sequence[str], keys: Callable[[Row], Sequence[Key]]
    ) -> None:
        self._families = families
        self._keys = keys
        self._known: dict[str, dict[Key, Row]] = {}
        self._found: dict[Key, Row] = {}

    def __getitem__(self, key: Key) -> Row:
        if key in self._found:
            return self._found[key]
        for family in self._asked(key):
            row = self._rows(family).get(key)
            if row is not None:
                self._found[key] = row
                return row
        raise KeyError(key)

    def __iter__(self) -> Iterator[Key]:
        for family in self._families:
            yield from self._rows(family)

    def __len__(self) -> int:
        return sum(len(self._rows(family)) for family in self._families)

    def _asked(self, key: Any) -> Sequence[str]:
        """Return the families that may have a row for a key."""
        word = key if isinstance(key, str) else getattr(key, "__name__", None)
        if not isinstance(word, str):
            return ()
        if word in _FAMILIES:
            home = _home(key)
            return [
                each
                for each in _FAMILIES[word]
                if each in self._families and home.startswith(_HOMES.get(each, ""))
            ]
        # The name of a function that NumPy gives under several is not the same in all
        # versions.
        made_in = getattr(key, "__module__", None)
        if isinstance(key, type) or not isinstance(made_in, str):
            return ()
        return self._families if made_in.partition(".")[0] == "numpy" else ()

    def _rows(self, family: str) -> dict[Key, Row]:
        """Return the rows of a family by their keys."""
        if family not in self._known:
            found: dict[Key, Row] = {}
            for row in rows_of(family):
                for key in self._keys(row):
                    if key in found:
                        raise ValueError(f"{key!r} is {found[key].name} and {row.name}")
                    found[key] = row
            self._known[family] = found
        return self._known[family]
