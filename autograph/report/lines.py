"""What becomes of each line of the source: facts about constructs, graph and plan."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from autograph.conversion import convert_lines
from autograph.report.explaining import FunctionFacts
from autograph.report.explanation import REFUSED, Row, SourceLine
from autograph.source.parsing import ParsedFile, parse, parsed_file
from runtime.errors import AutographError, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node
from runtime.ir.text import Writer
from runtime.passes import unmark
from runtime.plan import make_plan
from runtime.plan.positions import chain
from tracer.record.decisions import (
    CALLED_BACK,
    FROZEN,
    HEAD,
    PURE,
    PYTHON,
    UNROLLED,
)

NATIVE = "native"
PLAN = "plan"
COMPILED = "compiled"
IN_PYTHON = "Python"
BACK = CALLED_BACK.name
NOTHING = ""
KINDS = {
    NATIVE: "machine code, once that pays",
    PLAN: "Python source made from the graph",
    COMPILED: "part of a graph, for most arguments",
    IN_PYTHON: "runs while the function is traced, or before its graph",
    BACK: "runs in Python each time, in the middle of the graph",
    REFUSED: "cannot be compiled",
}
"""What may become of a line, and what that means."""
_IN_PYTHON = frozenset(each.name for each in (PYTHON, UNROLLED, PURE, FROZEN, HEAD)) | {
    "not reached"
}
_OF_CALLS = ("argument", "captured value")
"""The constructs of rows that tell of a call, and of no line."""


@dataclass
class Line:
    """What becomes of one line of the source.

    Attributes
    ----------
    number, text : int, str
        The line, counted from 1, and how it reads.
    kind : str
        What becomes of it: ``native``, ``plan``, ``compiled``, ``Python``,
        ``called back``, ``refused``, or empty if nothing of it runs.
    rows : list of Row
        What becomes of the constructs and calls in it, and why.
    converted, graph, plan : list of str
        What it became in the converted code, in the graph and in the plan.
    native : str
        The machine code that begins here, in LLVM's assembly language.
    blocker : str
        What keeps it from machine code.
    """

    number: int
    text: str = ""
    kind: str = NOTHING
    rows: list[Row] = field(default_factory=list)
    converted: list[str] = field(default_factory=list)
    graph: list[str] = field(default_factory=list)
    plan: list[str] = field(default_factory=list)
    native: str = ""
    blocker: str = ""

    @property
    def tells(self) -> bool:
        """Whether there is more to say than how the line reads."""
        return bool(self.rows or self.graph or self.plan or self.converted)


@dataclass(frozen=True)
class Sheet:
    """A piece of a source file: one function, or the whole file.

    Attributes
    ----------
    file, name : str
        The file, and the name of the function; empty for a whole file.
    lines : list of Line
        Its lines.
    """

    file: str
    name: str
    lines: list[Line]


def sheets_of(facts: FunctionFacts) -> list[Sheet]:
    """Return the functions that facts tell of, line by line."""
    found = _Lines()
    found.add_rows(facts.rows)
    if facts.graph is not None:
        found.add_graph(facts.graph, facts)
    files = dict.fromkeys([facts.file, *(file for file, _ in found.at)])
    sheets = [sheet for file in files for sheet in found.functions_of(file)]

    def is_callee(sheet: Sheet) -> bool:
        numbers = [line.number for line in sheet.lines]
        return (sheet.file, facts.line in numbers) != (facts.file, True)

    return sorted(sheets, key=is_callee)


def sheets_at(kinds: Mapping[SourceLine, str]) -> list[Sheet]:
    """Return the functions around lines of which nothing but the kind is known."""
    found = _Lines()
    for place in kinds:
        found.line_at(place)
    files = dict.fromkeys(file for file, _ in kinds)
    sheets = [sheet for file in files for sheet in found.functions_of(file)]
    for sheet in sheets:
        for line in sheet.lines:
            line.kind = kinds.get((sheet.file, line.number), NOTHING)
    return sheets


def sheet_of_file(file: str, text: str, rows: Iterable[Row]) -> Sheet:
    """Return a whole file, line by line, as far as its source tells."""
    found = _Lines()
    found.add_rows(rows)
    found.compile_around(file, text)
    found.add_converted(file, text)
    texts = text.splitlines()
    return Sheet(file, "", found.between(file, texts, 1, len(texts)))


class _Lines:
    """What is known of lines, by their files and numbers."""

    def __init__(self) -> None:
        self.at: dict[SourceLine, Line] = {}
        self._outside: set[SourceLine] = set()
        self._compiled: set[SourceLine] = set()
        self._traced = False

    def line_at(self, place: SourceLine) -> Line:
        return self.at.setdefault(place, Line(place[1]))

    def add_rows(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self.line_at((row.file, row.line)).rows.append(row)

    def add_graph(self, graph: Graph, facts: FunctionFacts) -> None:
        """Add what lines became in the graph, in its plan and in machine code."""
        self._traced = True
        graph = unmark.run(graph)
        writer = Writer()
        writer.graph(graph.name, graph.region, graph.captures)
        for part, start in writer.places:
            span = part.span if isinstance(part, Node) else None
            for place in _places([span]):
                self.line_at(place).graph.append(writer.lines[start].strip())
        self._outside = set(self.at)
        plan = make_plan(graph)
        for number, text in enumerate(plan.source.splitlines(), 1):
            spans = [each.span for each in plan.places.get(number, ())]
            for place in _places([*spans, plan.lines.get(number)]):
                self.line_at(place).plan.append(text.strip())
        if facts.native is not None:
            self._outside = facts.native.outside
            for found in facts.native.parts:
                self.line_at(found.place).native += found.text
            for place, reason in facts.native.blocked.items():
                self.line_at(place).blocker = reason

    def compile_around(self, file: str, text: str) -> None:
        """Note the lines of the functions of which rows tell, all of which compile."""
        stretches = _stretches(parse(text, file), [number for _, number in self.at])
        for name, first, last in stretches:
            if name:
                lines = range(first, last + 1)
                self._compiled.update((file, number) for number in lines)

    def add_converted(self, file: str, text: str) -> None:
        """Add what lines became in the converted code."""
        try:
            converted = convert_lines(text, file)
        except AutographError:
            return  # the row of what is refused says why
        was = text.splitlines()
        for line in converted:
            now = line.text.strip()
            if line.origin and now and now != was[line.origin - 1].strip():
                self.line_at((file, line.origin)).converted.append(line.text.rstrip())

    def functions_of(self, file: str) -> Iterator[Sheet]:
        """Yield the functions of a file of which something is known."""
        known = sorted(number for name, number in self.at if name == file)
        try:
            parsed = parsed_file(file)
        except (OSError, SyntaxError):
            for number in known:
                self.line_at((file, number)).text = linecache.getline(file, number)
            yield Sheet(file, "", [self._settled((file, number)) for number in known])
            return
        self.add_converted(file, parsed.text)
        for name, first, last in _stretches(parsed, known):
            texts = parsed.text.splitlines()
            yield Sheet(file, name, self.between(file, texts, first, last))

    def between(
        self, file: str, texts: Sequence[str], first: int, last: int
    ) -> list[Line]:
        """Return the lines from the first to the last one."""
        for number in range(first, last + 1):
            self.line_at((file, number)).text = texts[number - 1]
        return [self._settled((file, number)) for number in range(first, last + 1)]

    def _settled(self, place: SourceLine) -> Line:
        line = self.at[place]
        line.kind = self._kind(place, line)
        return line

    def _kind(self, place: SourceLine, line: Line) -> str:
        stances = {row.stance for row in line.rows if row.construct not in _OF_CALLS}
        if REFUSED in stances:
            return REFUSED
        if BACK in stances:
            return BACK
        if line.graph:
            return PLAN if place in self._outside else NATIVE
        if stances and (self._traced or stances <= _IN_PYTHON):
            return IN_PYTHON
        compiled = line.converted and place in self._compiled
        return COMPILED if stances or compiled else NOTHING


def _places(spans: Iterable[Span | None]) -> list[SourceLine]:
    """Return the places of spans, and of the calls around them, each once."""
    chains = [chain(span) for span in spans if span is not None]
    return list(dict.fromkeys((s.file, s.line) for each in chains for s in each))


def _stretches(parsed: ParsedFile, known: list[int]) -> list[tuple[str, int, int]]:
    """Return the names and lines of the functions around lines, outer ones alone."""
    functions = [
        (getattr(node, "name", ""), first, node.end_lineno or first)
        for first, found in parsed.functions.items()
        for node, _ in found
    ]
    statements = [("", node.lineno, node.end_lineno or 0) for node in parsed.tree.body]
    wanted: list[tuple[str, int, int]] = []
    for number in known:
        around = [each for each in functions if each[1] <= number <= each[2]]
        around = around or [each for each in statements if each[1] <= number <= each[2]]
        if around:
            wanted.append(max(around, key=lambda each: each[1]))
    return [
        each
        for each in dict.fromkeys(wanted)
        if not any(o[1] <= each[1] and each[2] <= o[2] and o != each for o in wanted)
    ]
