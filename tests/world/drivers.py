"""Drivers: names of functions and texts of arguments, read from tables.

In a table stands the name of a function on a line of its own, and under it, indented,
one line for each set of arguments, as they stand between the parentheses of a call.
Several names may share their sets; what ends with a point is put before the others.

    statistics.quantiles
        [1, 5, 2, 8], n=4
        [1.5, 2.5, 9.0], n=3, method="inclusive"
    statistics. median median_low
        [1, 5, 2, 8]
"""

from __future__ import annotations

import importlib
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from inspect import unwrap
from pkgutil import iter_modules
from types import CodeType, ModuleType
from typing import Any

from tests.world import tables


def captured(*arguments: Any, **named: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return what a call is given."""
    return arguments, named


def imported(path: list[str]) -> tuple[ModuleType, list[str]]:
    """Import the longest part of a path that is a module; give what is left too."""
    for end in range(len(path) - 1, 1, -1):
        try:
            return importlib.import_module(".".join(path[:end])), path[end:]
        except ModuleNotFoundError:
            continue
    return importlib.import_module(path[0]), path[1:]


@dataclass(frozen=True)
class Driver:
    """The name of a function, and the texts of its argument sets."""

    table: str
    name: str
    sets: tuple[str, ...]

    @cached_property
    def names(self) -> dict[str, Any]:
        """What the texts may name: the globals of the functions in them, always."""
        return {**prepared(self.table), "captured": captured}

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function, found in the names of its table or imported."""
        first, *others = self.name.split(".")
        found: Any = self.names.get(first)
        if found is None:
            found, others = imported(self.name.split("."))
        for name in others:
            found = getattr(found, name)
        found = getattr(found, "__func__", found)  # a class method takes its class
        return unwrap(found)  # what decorators make is often without a source

    @cached_property
    def codes(self) -> list[CodeType]:
        """The code that makes each argument set: lambdas in it have a source."""
        codes = []
        for number, text in enumerate(self.sets):
            file = f"<{self.name} {number}>"
            line = f"captured({text})"
            linecache.cache[file] = (len(line), None, [line], file)
            codes.append(compile(line, file, "eval", dont_inherit=True))
        return codes

    def arguments(self, number: int) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Make the arguments of one set anew, by position and by name."""
        code = self.codes[number]
        made: tuple[tuple[Any, ...], dict[str, Any]] = eval(code, self.names)
        return made


def prepared(table: str) -> dict[str, Any]:
    """Run the preparations of a table: what the texts of its drivers may name."""
    file = f"<world {table}>"
    text = importlib.import_module(f"{tables.__name__}.{table}").SETUP
    lines = text.splitlines(keepends=True)
    linecache.cache[file] = (len(text), None, lines, file)
    names: dict[str, Any] = {"__name__": "world"}
    exec(compile(text, file, "exec", dont_inherit=True), names)
    return names


def table_names() -> list[str]:
    """Return the names of all tables."""
    return sorted(module.name for module in iter_modules(tables.__path__))


def drivers(table: str) -> list[Driver]:
    """Read the drivers of one table."""
    text: str = importlib.import_module(f"{tables.__name__}.{table}").DRIVERS
    found: dict[str, list[str]] = {}
    group: list[str] = []
    complete = True
    for line in text.splitlines():
        if line[:1].isspace() and line.strip():
            for name in group:
                found[name].append(line.strip())
            complete = True
        elif line:
            group = names_of(line) if complete else group + names_of(line)
            for name in names_of(line):
                found.setdefault(name, [])
            complete = False
    return [Driver(table, name, tuple(sets)) for name, sets in found.items()]


def names_of(line: str) -> list[str]:
    """Return the names on a line: `a. b c` stands for `a.b` and `a.c`."""
    first, *others = line.split()
    return (
        [first + name for name in others] if first.endswith(".") else [first, *others]
    )
