"""Text from tables of templates with holes.

In a template stand

    $number        text from the table `number`
    ${+|-}         one of these
    $name:list     a name of that kind
    $own:list      a name of that kind that may be bound anew
    $var:list      the same, or a new name
    $new:list      a new name, known from the next block on
    $def:function  a new name, known after the template
    $let:number    a new name, known in this template alone
    $same          the last name before
    $last          the last name on the lines before
    $block         on a line of its own: statements under an `if`
    $plain         the same, not under an `if` or a loop
    $loop          the body of a loop
    $body          the body of a function

A table of expressions holds a weight and a template on each line; a table of statements
has paragraphs, whose first line holds the weight and maybe marks: `inner` (only under
an `if` or a loop), `jumps` (only in a loop), `outer` (not in functions in functions).
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from tests.programs.scope import Scope

CHOICE = re.compile(r"\$\{([^{}]*)\}")
HOLE = re.compile(r"\$(\w+)(?::(\w+))?")
BLOCKS = ("block", "plain", "loop", "body")
LEAKED = 0.12
"""How often a name bound in a block is known after it, bound or not."""


GLOBALS = {
    "total": "number",
    "table": "array",
    "events": "list",
    "memory": "dict",
}
"""Names of the module that programs read and write, with their kinds."""


class NoName(Exception):
    """There is no name of the kind that a template asks for."""


@dataclass(frozen=True)
class Template:
    weight: float
    text: str
    marks: frozenset[str] = frozenset()

    @property
    def nested(self) -> bool:
        return any(f"${block}" in self.text for block in BLOCKS)


Table = list[Template]
Bound = list[tuple[str, str]]
"""Names with their kinds."""


def expressions(text: str) -> Table:
    """Read a table of expressions."""
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [Template(float(weight), template) for weight, template in lines]


def statements(text: str) -> Table:
    """Read a table of statements."""
    table = []
    for paragraph in text.strip().split("\n\n"):
        head, _, body = paragraph.partition("\n")
        weight, *marks = head.split()
        table.append(Template(float(weight), body, frozenset(marks)))
    return table


class Writer:
    """Fills templates at random, and knows what may be named."""

    def __init__(self, tables: dict[str, Table], choose: random.Random) -> None:
        self.tables = tables
        self.random = choose
        self.scope = Scope()
        self.prints = False
        self.budget = 0
        self.deep = 0
        self.fresh = 0
        self.same = ""
        self.lets: list[str] = []

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # expressions

    def make(self, table: str) -> str:
        """An expression from a table, or from its leaves where it is deep."""
        if table not in self.tables:
            raise NoName(table)
        leaves = f"{table}.leaf"
        if leaves not in self.tables:
            return self.from_table(table)
        if self.deep <= 0 or self.chance(0.3):
            return self.from_table(leaves)
        self.deep -= 1
        try:
            return self.from_table(table)
        finally:
            self.deep += 1

    def from_table(self, name: str) -> str:
        table = self.tables[name]
        weights = [template.weight for template in table]
        for _ in range(20):
            try:
                return self.expression(self.random.choices(table, weights)[0].text)
            except NoName:
                continue
        return self.expression(table[-1].text)

    def expression(self, text: str) -> str:
        text = self.chosen(text)
        lets = [match for match in HOLE.finditer(text) if match[1] == "let"]
        names = [self.new(match[2]) for match in lets]
        for name, match in zip(names, lets):
            self.scope.bind(name, match[2])
        outer, self.lets = self.lets, names
        try:
            return self.filled(text, list(names), [])
        finally:
            self.lets = outer
            for name in names:
                self.scope.kinds.pop(name, None)

    def chosen(self, text: str) -> str:
        return CHOICE.sub(lambda match: self.random.choice(match[1].split("|")), text)

    def filled(
        self, text: str, lets: list[str], bound: Bound, later: Bound | None = None
    ) -> str:
        last = self.same

        def fill(match: re.Match[str]) -> str:
            verb, kind = match[1], match[2]
            if kind is None:
                return self.made(verb, last)
            if verb == "let":
                self.same = lets.pop(0)
            elif verb == "name":
                self.same = self.known(kind)
                return self.same
            elif verb == "def" and later:
                return later[0][0]
            elif verb == "own" or (verb == "var" and self.chance(0.7)):
                self.same = self.scope.pick(kind, self.random, bindable=True) or ""
            else:
                self.same = ""
            if not self.same:
                if verb == "own":
                    raise NoName(kind)
                self.same = self.new(kind)
            if later is not None and verb == "def":
                later.append((self.same, kind))
            elif verb != "let":
                bound.append((self.same, kind))
            return self.same

        return HOLE.sub(fill, text)

    def made(self, hole: str, last: str) -> str:
        if hole in ("same", "last"):
            return self.same if hole == "same" else last
        same, scope = self.same, self.scope
        if hole == "iterable":
            # It is looked at before there is a name for its items.
            self.scope = scope.copy()
            self.scope.kinds = {
                name: kind
                for name, kind in scope.kinds.items()
                if name not in self.lets
            }
        text = self.make(hole)
        self.same, self.scope = same, scope
        return text

    def known(self, kind: str) -> str:
        name = self.scope.pick(kind, self.random)
        if name is None:
            raise NoName(kind)
        return name

    def new(self, kind: str) -> str:
        self.fresh += 1
        return f"{kind[0]}{self.fresh}"

    # statements

    def statements(self, count: int) -> list[str]:
        return [line for _ in range(count) for line in self.statement()]

    def statement(self) -> list[str]:
        self.budget -= 1
        table = [t for t in self.tables["statement"] if self.fits(t)]
        weights = [template.weight for template in table]
        for _ in range(20):
            self.deep = self.random.choice([1, 2, 2, 3])
            before = self.scope.copy()
            try:
                return self.written(self.random.choices(table, weights)[0].text)
            except NoName:
                self.scope = before
        return ["pass"]

    def fits(self, template: Template) -> bool:
        if template.nested and (self.budget <= 0 or self.scope.conditional > 3):
            return False
        if "inner" in template.marks and not self.scope.conditional:
            return False
        if "outer" in template.marks and "." in self.scope.function:
            return False
        if "print" in template.text and not (self.prints or self.scope.conditional):
            return False
        return "jumps" not in template.marks or self.scope.loops > 0

    def written(self, text: str) -> list[str]:
        text = self.chosen(text)
        lets = [(self.new(m[2]), m[2]) for m in HOLE.finditer(text) if m[1] == "let"]
        names = [name for name, _ in lets]
        for name, kind in lets:
            self.scope.bind(name, kind)
        lines: list[str] = []
        bound: Bound = []
        later: Bound = []
        for line in text.splitlines():
            indent, hole = re.match(r"( *)(.*)", line).groups()  # type: ignore[union-attr]
            if hole[1:] not in BLOCKS:
                lines.append(self.filled(line, names, bound, later))
                self.bind(bound)
                continue
            same = self.same
            inner = self.body(lets) if hole == "$body" else self.block(hole[1:])
            self.same = same
            lines += [indent + inner_line for inner_line in inner]
        for name, _ in lets:
            self.scope.kinds.pop(name, None)
        self.bind(later)
        return lines

    def bind(self, bound: Bound) -> None:
        for name, kind in bound:
            self.scope.bind(name, kind)
            if kind == "counter":
                self.scope.fixed.add(name)
        bound.clear()

    def block(self, kind: str) -> list[str]:
        outer = self.scope
        self.scope = outer.copy()
        self.scope.loops += kind == "loop"
        self.scope.conditional += kind != "plain"
        lines = self.statements(self.random.choice([1, 1, 2, 2, 3]))
        if self.chance(LEAKED):
            outer.kinds, outer.fixed = self.scope.kinds, self.scope.fixed
        self.scope = outer
        return lines

    def body(self, parameters: Bound) -> list[str]:
        """Statements of a function, some names of the function around it shared."""
        outer = self.scope
        shared = []
        if self.chance(0.4):
            shared = outer.names("number", bindable=True) + outer.names("list")
            shared = self.random.sample(shared, min(len(shared), 2))
        shared = [n for n in shared if n not in outer.fixed and n[0] not in "p"]
        shared = [n for n in shared if n not in dict(parameters)]
        if outer.function:
            shared = [n for n in shared if n not in GLOBALS]
        word = "nonlocal" if outer.function else "global"
        self.scope = outer.within(f"{outer.function}.inner" if outer.function else "f")
        self.scope.fixed -= {*shared, *dict(parameters)}
        for name, kind in parameters:
            self.scope.bind(name, kind)
        lines = [f"{word} {', '.join(shared)}"] if shared else []
        lines += self.statements(self.random.choice([1, 2, 2, 3]))
        self.scope = outer
        return lines
