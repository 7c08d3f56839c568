"""Names stay whose they are: random programs in which any name may be unbound.

`python -m tests.autograph.test_names COUNT [SEED]` runs many of them.
"""

from __future__ import annotations

import dis
import linecache
import random
import re
import sys
from types import CodeType, FunctionType
from typing import Any

import pytest

from autograph.conversion import to_code, twin
from tests.autograph import programs
from tests.corpus import all_cases
from tests.programs import Module, Program
from tests.some import Some

GLOBAL_READS = ("LOAD_GLOBAL", "LOAD_NAME")


def globals_read(code: CodeType, deep: bool) -> set[str]:
    """The names that code looks up as globals, its inner functions' too."""
    found = {i.argval for i in dis.get_instructions(code) if i.opname in GLOBAL_READS}
    for inner in inner_codes(code) if deep else []:
        found |= globals_read(inner, deep)
    return found


def inner_codes(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def strays(made: CodeType, original: CodeType, path: str = "") -> list[str]:
    """The names of a function that its converted form looks up as globals.

    Functions of the user are matched by name; all others are parts of the one around.
    """
    own = {*original.co_varnames, *original.co_cellvars, *original.co_freevars}
    found = []
    if not own.isdisjoint(made.co_names):  # else it looks none of them up
        names = globals_read(made, False) & own
        names -= globals_read(original, deep=True) if names else set()
        found = [f"{path}{made.co_name}: {name}" for name in names]
    if original.co_flags & 2 == 0:
        found = []  # a class body looks its own names up
    named = {inner.co_qualname: inner for inner in inner_codes(original)}
    for inner in inner_codes(made):
        match = named.get(inner.co_qualname)
        if match is None or inner.co_name.startswith("<"):
            match = original
        found += strays(inner, match, f"{path}{made.co_name}.")
    return found


class NameProgram:
    """A small function of three names that any statement may bind or unbind."""

    NAMES = ("u", "v", "w")

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.budget = 9
        self.loops = 0
        self.later = 0
        head = ["def program(p, q):"]
        if self.chance(0.3):
            head.append("    u = p")
        lines = self.block(1, loop=False)
        if self.chance(0.5):
            lines.append(f"    return ({self.name()}, {self.name()})")
        self.source = "\n".join([*head, *lines, ""])

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def name(self) -> str:
        return self.random.choice(self.NAMES)

    def value(self) -> str:
        name, other = self.name(), self.name()
        return self.random.choices(
            [
                name,
                self.pick("p", "q", "0", "1"),
                f"{name} + 1",
                f"({name} := p)",
                f"p and {name}",
                f"({name} if q else {other})",
                f"[{name} for _ in (p, q)]",
                f"[{name} for {name} in (p, q)]",
                f"(lambda: {name})()",
                f"sum({name} for _ in (1, 2))",
                f"(p or ({name} := q))",
            ],
            [4, 8, 2, 0.5, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5],
        )[0]

    def block(self, depth: int, loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(depth, loop)
        return lines

    def statement(self, depth: int, loop: bool) -> list[str]:
        self.budget -= 1
        margin = "    " * depth
        if self.budget < 0 or depth > 5 or self.chance(0.5):
            return [margin + line for line in self.simple(loop)]
        make = self.random.choices(
            [self.branch, self.for_loop, self.while_loop, self.handled, self.managed,
             self.matched, self.function],
            [6, 3, 2, 3, 1, 1, 1],
        )[0]  # fmt: skip
        return [margin + line for line in make(loop)]

    def inner(self, loop: bool) -> list[str]:
        return self.block(1, loop)

    def simple(self, loop: bool) -> list[str]:
        name = self.name()
        options = [
            f"{name} = {self.value()}",
            f"{name} = {self.value()}",
            f"{name} += {self.value()}",
            f"del {name}",
            f"log({self.value()})",
            f"{name}, {self.name()} = p, {self.value()}",
            f"{name}[0] = {self.value()}",
            "pass",
        ]
        if self.chance(0.15):
            return [self.pick(f"return {self.value()}", "raise KeyError(p)")]
        if loop and self.chance(0.25):
            return [self.pick("break", "continue")]
        return [self.random.choices(options, [4, 4, 1, 1.5, 3, 1, 0.3, 1])[0]]

    def branch(self, loop: bool) -> list[str]:
        lines = [f"if {self.value()}:", *self.inner(loop)]
        while self.chance(0.4):
            lines += [f"elif {self.value()}:", *self.inner(loop)]
        return [*lines, "else:", *self.inner(loop)] if self.chance(0.5) else lines

    def otherwise(self, loop: bool) -> list[str]:
        return ["else:", *self.inner(loop)] if self.chance(0.25) else []

    def for_loop(self, loop: bool) -> list[str]:
        items = self.pick("(p, q)", "()", "(p,)", self.name())
        target = self.name() if self.chance(0.7) else f"({self.name()}, {self.name()})"
        return [f"for {target} in {items}:", *self.inner(True), *self.otherwise(loop)]

    def while_loop(self, loop: bool) -> list[str]:
        self.loops += 1
        count = f"k{self.loops}"
        test = self.pick(f"{count} < 3", f"{count} < 3 and {self.value()}", "True")
        body = [f"    {count} += 1", f"    if {count} > 3:", "        break"]
        body += self.inner(True)
        return [f"{count} = 0", f"while {test}:", *body, *self.otherwise(loop)]

    def handled(self, loop: bool) -> list[str]:
        lines = ["try:", *self.inner(loop)]
        error = self.pick("NameError", "KeyError", "(NameError, TypeError)")
        name = f" as {self.name()}" if self.chance(0.4) else ""
        final = self.chance(0.3)
        if not final or self.chance(0.5):
            lines += [f"except {error}{name}:", *self.inner(loop)]
            lines += self.otherwise(loop)
        return [*lines, "finally:", *self.inner(False)] if final else lines

    def managed(self, loop: bool) -> list[str]:
        made = self.pick("suppress(NameError)", "nullcontext(p)")
        return [f"with {made} as {self.name()}:", *self.inner(loop)]

    def matched(self, loop: bool) -> list[str]:
        pattern = self.pick(
            "0", self.name(), f"[{self.name()}, *_]", f"1 as {self.name()}"
        )
        guard = (
            f" if {self.value()}" if pattern in self.NAMES or self.chance(0.3) else ""
        )
        return [
            f"match {self.value()}:",
            f"    case {pattern}{guard}:",
            *["    " + line for line in self.inner(loop)],
            "    case _:",
            *["    " + line for line in self.inner(loop)],
        ]

    def function(self, loop: bool) -> list[str]:
        self.later += 1
        called = f"f{self.later}"
        body = [f"    log({self.name()})"]
        if self.chance(0.4):
            name = self.name()
            if self.chance(0.5):
                body = [f"    nonlocal {name}", f"    {name} = p", *body]
            else:
                body = [f"    if {name}:", f"        {self.name()} = 1", *body]
        if self.chance(0.2):
            return [f"class {called}:", f"    seen = {self.name()}"]
        after = [f"{called}()"] if self.chance(0.7) else []
        return [f"def {called}():", *body, *after]


ARGUMENTS = [(0, 0), (1, 0), (0, 1), (2, 3)]


def make(source: str) -> FunctionType:
    """The function of a program; the names it may lose are globals too."""
    name = f"<names {hash(source)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    space: dict[str, Any] = {"__name__": __name__}
    exec(HEAD, space)
    exec(compile(source, name, "exec"), space)
    program: FunctionType = space["program"]
    return program


HEAD = """
from contextlib import nullcontext, suppress
u, v, w = "global u", "global v", "global w"
seen = []
def log(value):
    seen.append(value)
    return value
"""


def outcomes(function: FunctionType) -> list[str]:
    found: list[str] = []
    for arguments in ARGUMENTS:
        seen = function.__globals__["seen"]
        seen.clear()
        result: object
        try:
            result = function(*arguments)
        except Exception as error:
            result = type(error).__name__, str(error)
        found.append(repr((result, seen)))
    return [re.sub(r" at 0x\w+", "", text) for text in found]


def fault(source: str) -> str | None:
    """What is wrong with the converted form of a program, if anything."""
    try:
        function = make(source)
    except SyntaxError:
        return None
    made = twin(function)
    plain, converted = outcomes(function), outcomes(made)
    for arguments, one, two in zip(ARGUMENTS, plain, converted, strict=True):
        if one != two:
            return f"{arguments}: plain {one}, converted {two}"
    found = strays(made.__code__, function.__code__)
    return f"globals: {found}" if found else None


@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_random_names(first: int, some: Some) -> None:
    for seed in some(range(first, first + 100)):
        source = NameProgram(seed).source
        assert fault(source) is None, source


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_random_programs_look_up_no_local(first: int, some: Some) -> None:
    for seed in some(range(first, first + 20)):
        function = Module(Program(seed).source, f"<random {seed}>").function
        assert strays(twin(function).__code__, function.__code__) == [], seed


FUNCTIONS = [c.function for c in all_cases()] + list(dict(programs.PROGRAMS))


@pytest.mark.parametrize("module", sorted({f.__module__ for f in FUNCTIONS}))
def test_no_local_is_looked_up_as_a_global(module: str, some: Some) -> None:
    for function in some(some(f for f in FUNCTIONS if f.__module__ == module)):
        found = strays(twin(function).__code__, function.__code__)
        assert found == [], function.__qualname__


def main() -> int:
    from tests.programs import shrink

    count = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    bad = 0
    for seed in range(first, first + count):
        source = NameProgram(seed).source
        if fault(source) is None:
            continue
        bad += 1
        if bad <= 12:
            small = shrink(source, lambda text: fault(text) is not None, 200)
            print(f"# seed {seed}: {fault(small)}\n{small}")
            print("#", to_code(make(small)).replace("\n", "\n# "), "\n", flush=True)
    print(f"{bad} of {count} programs differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
