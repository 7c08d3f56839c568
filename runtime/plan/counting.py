"""How often each line of a plan runs: a count at the head of each block.

A count is a local variable of the plan, so that counting costs little. What stands in
one block, with no jump out of it between, runs equally often. The second arm of a
branch runs as often as the branch without its first arm.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FLUSH = "__count__"
"""The global name of what adds up counts when a plan ends."""
_JUMPS = (ast.Return, ast.Break, ast.Continue, ast.Raise)
_BLOCKS = ("body", "orelse", "finalbody")


@dataclass
class Counts:
    """How often the lines of a plan ran.

    Attributes
    ----------
    blocks : list of list of int
        The lines that are counted together.
    totals : list of int
        How often each block ran.
    others : list of tuple
        Blocks that are not counted, with the block around and the arm that make up how
        often they ran.
    """

    blocks: list[list[int]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    others: list[tuple[int, int, int]] = field(default_factory=list)

    def add(self, counts: Sequence[int]) -> None:
        """Add the counts of one run."""
        for number, count in enumerate(counts):
            self.totals[number] += count
        for number, around, arm in self.others:
            self.totals[number] = self.totals[around] - self.totals[arm]

    @property
    def calls(self) -> int:
        """How often the plan ran."""
        return self.totals[0] if self.totals else 0

    def of_lines(self) -> Mapping[int, int]:
        """Return how often each line ran; for the head of a loop, how many turns."""
        found: dict[int, int] = {}
        for lines, count in zip(self.blocks, self.totals, strict=True):
            for line in lines:
                found[line] = max(found.get(line, 0), count)
        return found


def counted(source: str, file: str) -> tuple[ast.Module, Counts]:
    r"""Return the tree of a plan that counts how often its blocks run.

    Raises
    ------
    SyntaxError
        If Python cannot read so many blocks in each other.

    Examples
    --------
    >>> tree, counts = counted("def f(n):\n    for i in range(n):\n        pass\n", "")
    >>> space = {FLUSH: counts.add}
    >>> exec(compile(tree, "<plan>", "exec"), space)
    >>> space["f"](3), space["f"](4)
    (None, None)
    >>> counts.calls, counts.of_lines()
    (2, {2: 7, 3: 7})
    """
    tree = ast.parse(source, file)
    counts = Counts()
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    body = _block(function.body, counts, [])
    first = function.body[0]
    names = [_name(number) for number in range(len(counts.blocks))]
    counts.totals[:] = [0] * len(names)
    zero: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
    begin = ast.Assign(zero, ast.Constant(0))
    given: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
    call = ast.Call(ast.Name(FLUSH, ast.Load()), [ast.Tuple(given, ast.Load())], [])
    whole = ast.Try(body, [], [], [ast.Expr(call)])
    function.body = [_at(begin, first), _at(whole, first)]
    return ast.fix_missing_locations(tree), counts


def _block(
    statements: Sequence[ast.stmt],
    counts: Counts,
    heads: list[int],
    is_counted: bool = True,
) -> list[ast.stmt]:
    """Return statements with counts between them."""
    made: list[ast.stmt] = []
    lines: list[int] | None = None
    block = 0
    for statement in statements:
        if lines is None:
            lines = [*heads]
            heads = []
            block = len(counts.blocks)
            name = ast.Name(_name(block), ast.Store())
            counts.blocks.append(lines)
            counts.totals.append(0)
            if is_counted:
                count = ast.AugAssign(name, ast.Add(), ast.Constant(1))
                made.append(_at(count, statement))
            is_counted = True
        lines.append(statement.lineno)
        made.append(statement)
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            continue  # it runs by itself, with variables of its own
        jumps = any(isinstance(node, _JUMPS) for node in ast.walk(statement))
        if isinstance(statement, ast.If) and statement.orelse and not jumps:
            first = len(counts.blocks)
            statement.body = _block(statement.body, counts, [])
            counts.others.append((len(counts.blocks), block, first))
            statement.orelse = _block(statement.orelse, counts, [], is_counted=False)
            continue
        for part in [statement, *_parts(statement)]:
            is_loop = isinstance(part, (ast.For, ast.While))
            for name_of_block in _BLOCKS:
                inner = getattr(part, name_of_block, None)
                if inner:
                    of = [part.lineno] if is_loop and name_of_block == "body" else []
                    setattr(part, name_of_block, _block(inner, counts, of))
        if jumps:
            lines = None
    return made


def _parts(statement: ast.stmt) -> list[Any]:
    return [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]


def _name(number: int) -> str:
    return f"__count_{number}"


def _at(made: ast.stmt, place: ast.stmt) -> ast.stmt:
    for node in ast.walk(made):
        if not hasattr(node, "lineno") and "lineno" in node._attributes:
            ast.copy_location(node, place)
    return made
