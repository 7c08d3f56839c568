"""A random program: its source, made from a seed."""

from __future__ import annotations

import bisect
import contextlib
import copy
import functools
import heapq
import itertools
import linecache
import math
import operator
import random
import re
import statistics
import warnings
from collections import Counter, deque, namedtuple
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

import autograph
from tests.harness import outcome
from tests.programs.arguments import ALWAYS, PARAMETERS, Arguments
from tests.programs.grammar import GLOBALS, Template, Writer
from tests.programs.mending import (
    binds_a_name_twice_wrongly,
    compiles,
    mended,
    with_names_bound_once,
)
from tests.programs.scope import Scope
from tests.programs.tables import some_tables

OWN = "stopped"
"""What is in the texts of all errors that programs raise themselves."""
MODULE: dict[str, Any] = {
    "np": np,
    "ag": autograph,
    "math": math,
    "operator": operator,
    "functools": functools,
    "itertools": itertools,
    "contextlib": contextlib,
    "bisect": bisect,
    "copy": copy,
    "heapq": heapq,
    "random": random,
    "statistics": statistics,
    "Counter": Counter,
    "deque": deque,
    "namedtuple": namedtuple,
    "dataclass": dataclass,
    "__name__": "programs",
}
"""What a program need not import."""

CLASSES = {
    "Stop": """
class Stop(Exception):
    pass
""",
    "Point": """
Point = namedtuple("Point", "x y")
""",
    "Pair": """
@dataclass
class Pair:
    first: object
    second: object
""",
    "tick": """
@ag.do_not_convert
def tick(by):
    tick.total += by
    return tick.total

tick.total = 0
""",
    "Note": """
class Note:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        events.append(self.value)
        return self.value

    def __exit__(self, kind, error, traceback):
        events.append(kind is None)
""",
    "Box": """
class Box:
    size = 2

    def __init__(self, t, u):
        self.t = t
        self.u = u
        self.log = []

    def grow(self, by):
        if by > 0:
            self.t = self.t + by
        return self.t

    def peek(self, at):
        for v in self.u:
            if v > at:
                return v
        return None

    @property
    def twice(self):
        return self.t * 2

    @twice.setter
    def twice(self, value):
        self.t = value / 2

    @staticmethod
    def scaled(by):
        return by * Box.size

    def __getitem__(self, at):
        return self.u[at]

    def __setitem__(self, at, value):
        self.u[at] = value

    def __call__(self, by):
        return self.t - by

    def __len__(self):
        return len(self.u)
""",
}
STATE = {
    "total": "total = 1",
    "table": "table = np.array([1, 2, 3, 4])",
    "events": "events = []",
    "memory": 'memory = {"a": 1}',
}
"""The names of `GLOBALS`, as they start."""


class Program:
    """Source text made from a seed, and the argument sets it is called on."""

    def __init__(self, seed: int, size: int = 0) -> None:
        choose = random.Random(seed)
        optional = [name for name in PARAMETERS if name not in ALWAYS]
        chosen = choose.sample(optional, choose.randint(2, 7))
        self.parameters = [p for p in PARAMETERS if p in ALWAYS or p in chosen]
        arguments = Arguments(self.parameters, seed)
        self.sets = arguments.sets()
        literals = [Template(1, text) for text in arguments.literals]
        text = self.written(literals, choose, size)
        while not compiles(text):  # a `nonlocal` of what is no variable, seldom
            text = self.written(literals, choose, size)
        if binds_a_name_twice_wrongly():
            text = with_names_bound_once(text)
        self.source = mended(text, self.failing_line, choose)

    def written(
        self, literals: list[Template], choose: random.Random, size: int
    ) -> str:
        """The whole source, as it comes."""
        tables = {**some_tables(choose), "literal": literals}
        self.writer = Writer(tables, choose)
        self.writer.prints = choose.random() < 0.7
        self.module = Scope()
        for name, kind in GLOBALS.items():
            if choose.random() < 0.5:
                self.module.bind(name, kind)
        functions = self.functions()
        text = functions + self.program(size or choose.choice([6, 12, 20, 30]))
        text = text.replace("LENGTH", "4")
        return prelude(text + str(self.sets)) + text

    def failing_line(self, source: str) -> int | None:
        """Where the program raises what it does not raise itself."""
        module = Module(source, "<mended>")
        for texts in self.sets[:3]:
            found = outcome(
                module.function, module.arguments(texts), seconds=0.5, file="<mended>"
            )
            if found.raised and OWN not in found.error[1]:
                return found.lines[-1] if found.lines else None
        return None

    def functions(self) -> str:
        """Functions and methods that the program calls."""
        choose, writer = self.writer.random, self.writer
        text = ""
        for kind, head, result, weight in (
            ("helper", "def {}(p, q, n=2):", "$number", 0.5),
            ("function", "def {}(p, n=2):", "$number", 0.3),
            ("transform", "def {}(q, n=1):", "$array", 0.2),
            ("method", "def {}(self, p, n=2):", "$number", 0.4),
        ):
            if choose.random() > weight:
                continue
            writer.scope = self.module.copy()
            name, writer.budget = writer.new(kind), 4
            parameters = {"p": "number", "q": "array", "n": "counter", "self": "object"}
            known = [
                (p, k) for p, k in parameters.items() if re.search(rf"\b{p}\b", head)
            ]
            lines = ["$body", f"return {result}"]
            writer.scope.function = ""
            template = "\n".join(
                [head.format(name), *("    " + line for line in lines)]
            )
            written = self.define(template, known)
            if kind == "method":
                text += f"\nclass Deep(Box):\n{indented(written)}\n"
                self.module.bind("Deep", "class")
            else:
                text += f"\n{written}\n"
            self.module.bind(name, kind)
        return text

    def define(self, template: str, parameters: list[tuple[str, str]]) -> str:
        """A function of the module."""
        writer = self.writer
        head, _, result = template.split("\n")
        body = writer.body(parameters)
        inside = self.module.within("f")
        for name, kind in parameters:
            inside.bind(name, kind)
        writer.scope = inside
        writer.deep = 2
        result = writer.expression(result)
        return "\n".join([head, *("    " + line for line in body), result])

    def program(self, size: int) -> str:
        writer = self.writer
        writer.scope = scope = self.module.within("program")
        for name in self.parameters:
            scope.bind(name, PARAMETERS[name])
        scope.fixed.add("n")
        shared = [name for name in scope.fixed if name in ("total", "events")]
        lines = []
        if shared and writer.chance(0.5):
            scope.fixed -= set(shared)
            lines.append(f"global {', '.join(sorted(shared))}")
        if writer.prints:
            lines.append('print("start", x)')
        writer.budget = size
        lines += writer.statements(writer.random.randint(4, 4 + size // 3))
        lines.append(f"return {', '.join(self.results(writer.scope))}")
        head = f"\ndef program({', '.join(self.parameters)}):"
        return "\n".join([head, *("    " + line for line in lines), ""])

    def results(self, scope: Scope) -> list[str]:
        plain = (
            "number counter array vector matrix cell list dict tuple text optional "
            "object point pair"
        )
        names = [n for n, kind in scope.kinds.items() if kind in plain.split()]
        if self.writer.chance(0.6):
            return names
        return self.writer.random.sample(names, min(len(names), 4))


def indented(text: str) -> str:
    return "\n".join("    " + line if line else "" for line in text.splitlines())


def prelude(text: str) -> str:
    """The classes and globals that a text names."""
    used = {n: code for n, code in CLASSES.items() if re.search(rf"\b{n}\b", text)}
    whole = text + "".join(used.values())
    state = [code for n, code in STATE.items() if re.search(rf"\b{n}\b", whole)]
    return "".join(line + "\n" for line in state) + "\n".join(used.values())


class Module:
    """A program as a module of its own, known to `linecache`."""

    def __init__(self, source: str, name: str) -> None:
        lines = source.splitlines(keepends=True)
        linecache.cache[name] = (len(source), None, lines, name)
        self.names = dict(MODULE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # `1 is None`
            code = compile(source, name, "exec", dont_inherit=True)
        exec(code, self.names)
        self.function: FunctionType = self.names["program"]

    def arguments(self, texts: dict[str, str]) -> tuple[Any, ...]:
        """Fresh arguments, as far as the program takes them."""
        made = dict(self.names)
        for name, text in texts.items():
            made[name] = eval(text, made)
        count = self.function.__code__.co_argcount
        return tuple(made[n] for n in self.function.__code__.co_varnames[:count])

    def state(self) -> dict[str, Any]:
        return {name: self.names[name] for name in GLOBALS if name in self.names}
