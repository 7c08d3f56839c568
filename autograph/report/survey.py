"""The constructs and calls of a source, with what will become of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

import gast

from autograph.report.callees import (
    WAITING,
    Resolve,
    called,
    imported,
    looks_at_frames,
    sort,
)
from autograph.report.explanation import REFUSED, Row
from autograph.rules.fence import ASYNC, FRAMES, GENERATOR, Entry
from autograph.rules.findings import refused_inside
from autograph.rules.functions import yields
from autograph.source.constructs import kinds_of
from autograph.source.decorations import Decorations, compiled
from autograph.source.facts import (
    COMPREHENSIONS,
    FUNCTIONS,
    NONE,
    NameFacts,
    Names,
    own_statements,
)
from autograph.source.nodes import Node
from autograph.source.scopes import scope_of
from autograph.source.trees import children
from tracer.calls.stances import undecorated
from tracer.policy import is_convertible
from tracer.record.decisions import CALLED_BACK, PYTHON, STAGED, UNROLLED

EITHER = f"{STAGED.name} or {PYTHON.name}"
LOOP = f"{STAGED.name} or {UNROLLED.name}"
TEST = "compiled if its test is known only when the function runs, else Python"
SUBJECT = "compiled if its subject is known only when the function runs, else Python"
BREAK = (
    "compiled if it is long, or its test or a break is known only when the function "
    "runs"
)
ITEMS = "compiled if it is long, or its items are known only when the function runs"
AROUND = (
    "compiled if its body uses values known only when the function runs, else Python"
)
STAYS = "it contains a yield, an await or the like, which stays in Python"
WAITS = "is in an asynchronous function, which is not converted"
GENERATES = "is in a generator, which runs in Python"
MARKED = "is in a function marked do_not_convert"

DEFINITIONS = (*FUNCTIONS, gast.Lambda)
KINDS: dict[type, tuple[str, str, str]] = {
    gast.If: ("if", EITHER, TEST),
    gast.IfExp: ("conditional expression", EITHER, TEST),
    gast.While: ("while", LOOP, BREAK),
    gast.For: ("for", LOOP, ITEMS),
    gast.Match: ("match", EITHER, SUBJECT),
    **dict.fromkeys(kinds_of("try"), ("try", EITHER, AROUND)),
    gast.With: ("with", EITHER, AROUND),
    gast.AsyncFor: ("for", PYTHON.name, STAYS),
    gast.AsyncWith: ("with", PYTHON.name, STAYS),
    gast.Call: ("call", "", ""),
    **dict.fromkeys(COMPREHENSIONS, ("comprehension", LOOP, ITEMS)),
}
"""The name of each construct, what becomes of it by conversion, and why."""
TEXT_LENGTH = 60


Position = tuple[int, int]
"""A line, counted from 1, and a column of bytes, counted from 0."""


@dataclass(frozen=True)
class Occurrence:
    """A construct or call in a source.

    Parameters
    ----------
    row
        What it is, and what will become of it.
    start, end
        Where it stands.
    head
        Where its head ends, the test of an ``if`` or the iterable of a ``for``.
    starts
        Where else something of it begins, such as the cases of a ``match``.
    reads
        Names that its head reads.
    """

    row: Row
    start: Position
    end: Position
    head: Position
    starts: tuple[Position, ...]
    reads: Names

    def settled(self, **changes: Any) -> Occurrence:
        """Return it with what became of it."""
        return replace(self, row=replace(self.row, **changes))


@dataclass(frozen=True)
class Inside:
    """What is known about the functions around a node.

    Parameters
    ----------
    function
        The qualified name of the innermost one; empty outside of all.
    local, made
        Their local names; those among them that are functions or classes.
    imported
        What they import, by name.
    plain
        The reason why nothing in them is converted, if there is one.
    compiled
        Whether any of them is compiled, or called by one that is.
    called
        Whether they are only called: Python runs them if they cannot be compiled.
    """

    function: str = ""
    local: Names = NONE
    made: Names = NONE
    imported: Mapping[str, Any] = field(default_factory=dict)
    plain: str = ""
    compiled: bool = True
    called: bool = False


class Survey:
    """Reads the constructs of one source.

    Parameters
    ----------
    file, text
        The source.
    resolve
        Returns the values of its global names.
    decorations
        Knows the decorators of the module.

    Attributes
    ----------
    called
        The user's functions that are called by their names.
    """

    def __init__(
        self,
        file: str,
        text: str,
        resolve: Resolve,
        decorations: Decorations | None = None,
    ) -> None:
        self._file = file
        self._lines = text.encode().split(b"\n")
        self._resolve = resolve
        self._facts = NameFacts()
        self._decorations = decorations or Decorations()
        self._compiled: dict[Node, bool] = {}
        self.called: list[FunctionType] = []

    def module(self, node: Node, whole: bool = True) -> list[Occurrence]:
        """List the constructs in the functions of a module.

        Parameters
        ----------
        node
            The module.
        whole
            Whether to list those of all functions, not only of what is compiled, and
            of what is called by that.
        """
        self._compiled = compiled(node, self._decorations)
        return _in_order(self._visit(node, Inside(compiled=whole)))

    def function(self, node: Node, name: str, called: bool) -> list[Occurrence]:
        """List the constructs in a function with this qualified name.

        The function is traced by itself, or called by one that is.
        """
        inside = Inside(name.rpartition(".")[0], called=called)
        return _in_order(self._definition(node, inside, traced=not called))

    def _visit(self, node: Node, inside: Inside) -> Iterator[Occurrence]:
        if isinstance(node, DEFINITIONS):
            traced = self._decorations.traces(node)
            if node in self._compiled:
                called = not self._compiled[node]
                called = called and (inside.called or not inside.local)
                inside = replace(inside, compiled=True, called=called)
            yield from self._definition(node, inside, traced)
            return
        if isinstance(node, gast.ClassDef):
            inside = replace(inside, function=_dotted(inside.function, node.name))
        elif isinstance(node, COMPREHENSIONS):
            targets = [each.target for each in node.generators]
            bound = NONE.union(*[self._facts.of(each).binds for each in targets])
            inside = replace(inside, local=inside.local | bound)
        if inside.function and inside.compiled:
            yield from self._here(node, inside)
        for child in children(node):
            yield from self._visit(child, inside)

    def _definition(
        self, node: Node, inside: Inside, traced: bool
    ) -> Iterator[Occurrence]:
        name = getattr(node, "name", "<lambda>")
        body = node.body if isinstance(node.body, list) else [gast.Expr(node.body)]
        names = scope_of(node.args, body, self._facts)
        brought = _imported(body)
        local = names.local - (brought.keys() - {*names.parameters})
        generates = traced and yields(node)
        plain = GENERATES if generates else inside.plain
        within = Inside(
            _dotted(inside.function, name),
            inside.local - brought.keys() | local,
            inside.made - local | _defined(body),
            {**inside.imported, **brought},
            self._why_plain(node) or plain,
            inside.compiled,
            inside.called,
        )
        if isinstance(node, gast.AsyncFunctionDef):
            if inside.compiled:
                yield self._refused(node, within, f"{name!r}: ", ASYNC)
        elif generates:
            why, instead = f"{name!r}: {GENERATOR.why}", GENERATOR.instead
            stance = PYTHON.name
            yield self._construct(node, within, "function", stance, why, instead, "")
        for each in body:
            yield from self._visit(each, within)

    def _why_plain(self, node: Node) -> str:
        if isinstance(node, gast.AsyncFunctionDef):
            return WAITS
        if self._decorations.keeps(node):
            return MARKED
        return ""

    def _here(self, node: Node, inside: Inside) -> Iterator[Occurrence]:
        if not inside.plain:
            refused = list(refused_inside(node, self._facts))
            for place, _, entry in refused:
                yield self._refused(place, inside, "", entry)
            if any(place is node for place, _, _ in refused):
                return
        kind = KINDS.get(type(node))
        if kind is None:
            return
        name, stance, reason = kind
        remedy = ""
        if name == "call":
            value = called(node.func, inside.local, inside.made, self._known_in(inside))
            if value is WAITING:
                yield self._refused(node, inside, "", ASYNC)
                return
            if looks_at_frames(value) and not inside.plain:
                yield self._refused(node, inside, f"{value.__name__}(): ", FRAMES)
                return
            stance, reason, remedy, _ = sort(value)
            if inside.plain:
                stance, reason, remedy = PYTHON.name, inside.plain, ""
            if is_convertible(undecorated(value)):
                self.called.append(undecorated(value))
        elif inside.plain:
            stance, reason = PYTHON.name, inside.plain
        elif self._facts.of(node).waits:
            stance, reason = PYTHON.name, STAYS
        yield self._construct(node, inside, name, stance, reason, remedy)

    def _known_in(self, inside: Inside) -> Resolve:
        """Return what finds the values of names that no function around binds."""
        return lambda name: inside.imported.get(name) or self._resolve(name)

    def _refused(
        self, node: Node, inside: Inside, what: str, entry: Entry
    ) -> Occurrence:
        kind = KINDS.get(type(node), ("statement", "", ""))[0]
        if isinstance(node, DEFINITIONS):
            kind = "function"
        stance, why = REFUSED, what + entry.why
        if inside.called and entry not in (ASYNC, FRAMES):
            stance, why = CALLED_BACK.name, f"Python runs its function, since {why}"
        return self._construct(
            node, inside, kind, stance, why, entry.instead, entry.code
        )

    def _construct(
        self,
        node: Node,
        inside: Inside,
        kind: str,
        stance: str,
        reason: str,
        remedy: str = "",
        code: str = "",
    ) -> Occurrence:
        parts = _head(node)
        last = parts[-1] if parts else node
        head = (last.end_lineno, last.end_col_offset)
        if not parts and hasattr(node, "body"):
            head = (node.lineno, len(self._lines[node.lineno - 1]))
        cases = getattr(node, "cases", ())
        starts = [each.pattern for each in cases]
        starts += [each.guard for each in cases if each.guard is not None]
        before = self._lines[node.lineno - 1][: node.col_offset]
        place = (self._file, node.lineno, len(before.decode()), inside.function)
        text = self._text(node, head)
        return Occurrence(
            Row(*place, kind, text, stance, reason, remedy, code=code),
            (node.lineno, node.col_offset),
            (node.end_lineno, node.end_col_offset),
            head,
            tuple((each.lineno, each.col_offset) for each in starts),
            NONE.union(*[self._facts.of(each).reads for each in parts]),
        )

    def _text(self, node: Node, head: tuple[int, int]) -> str:
        """Return an expression, or the head of a statement, on one line."""
        if isinstance(node, gast.expr):
            head = (node.end_lineno, node.end_col_offset)
        lines = self._lines[node.lineno - 1 : head[0]]
        lines[-1] = lines[-1][: head[1]]
        lines[0] = lines[0][node.col_offset :]
        text = " ".join(b" ".join(lines).decode(errors="replace").split())
        text = text.removesuffix(":")
        return text if len(text) <= TEXT_LENGTH else text[: TEXT_LENGTH - 1] + "…"


def _in_order(found: Iterator[Occurrence]) -> list[Occurrence]:
    return sorted(found, key=lambda each: (each.start, -each.end[1]))


def _head(node: Node) -> list[Node]:
    """Return the parts of a construct that decide what becomes of it."""
    if isinstance(node, (gast.If, gast.IfExp, gast.While)):
        return [node.test]
    if isinstance(node, (gast.For, gast.AsyncFor)):
        return [node.iter]
    if isinstance(node, (gast.With, gast.AsyncWith)):
        return [each.optional_vars or each.context_expr for each in node.items]
    return [node.subject] if isinstance(node, gast.Match) else []


def _defined(body: list[Node]) -> Names:
    """Return the names that a body binds to functions or classes."""
    found = set()
    for node in own_statements(body):
        if isinstance(node, (*FUNCTIONS, gast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, gast.Assign) and isinstance(node.value, gast.Lambda):
            found.update(each.id for each in node.targets if hasattr(each, "id"))
    return frozenset(found)


def _imported(body: list[Node]) -> dict[str, Any]:
    """Return what a body imports, by name."""
    found: dict[str, Any] = {}
    for node in own_statements(body):
        found |= imported(node)
    return found


def _dotted(outer: str, name: str) -> str:
    return f"{outer}.{name}" if outer else name
