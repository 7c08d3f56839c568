"""How often each line of a plan runs: a count at the head of each block.

A count is a local variable of the plan, so that counting costs little: a float, which
Python adds to faster than to an integer. What stands in one block, with no jump out of
it between, runs equally often. The second arm of a branch runs as often as the branch
without its first arm. A loop over a range or a list is not counted turn by turn: its
iterator knows how many items are left.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, TypeVar

FLUSH = "__count__"
"""The global name of what adds up counts when a plan ends."""
BEGIN = "__begin__"
"""The global name of what makes the iterator of a loop."""
LEFT = "__left__"
"""The global name of what tells how many items of an iterator are left."""
_Node = TypeVar("_Node", bound=ast.AST)
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
    loops : list of int
        Blocks that are the bodies of loops, counted by their iterators.
    """

    blocks: list[list[int]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    others: list[tuple[int, int, int]] = field(default_factory=list)
    loops: list[int] = field(default_factory=list)

    def add(self, counts: Sequence[float]) -> None:
        """Add the counts of one run."""
        for number, count in enumerate(counts):
            self.totals[number] += int(count)
        for number, around, arm in self.others:
            self.totals[number] = self.totals[around] - self.totals[arm]

    def named(self) -> Mapping[str, Any]:
        """Return the globals that a plan needs to count."""
        return {FLUSH: self.add, BEGIN: begin, LEFT: left}

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
    >>> space = dict(counts.named())
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
    begins: list[ast.stmt] = [ast.Assign(zero, ast.Constant(0.0))]
    given: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
    for number in counts.loops:
        none = ast.Tuple([], ast.Load())
        turns = ast.Name(_turns(number), ast.Store())
        begins.append(ast.Assign([turns], _call(BEGIN, none)))
        given[number] = ast.BinOp(given[number], ast.Sub(), _left(_turns(number)))
    call = _call(FLUSH, ast.Tuple(given, ast.Load()))
    whole = ast.Try(body, [], [], [ast.Expr(call)])
    function.body = [_at(each, first) for each in (*begins, whole)]
    return ast.fix_missing_locations(tree), counts


def begin(items: Iterable[Any]) -> Iterator[Any]:
    """Return an iterator whose items can be told by `left`.

    Examples
    --------
    >>> some = begin(c for c in "abc")
    >>> next(some), left(some)
    ('a', -1)
    >>> some = begin("abc")
    >>> next(some), left(some)
    ('a', 2)
    """
    made = iter(items)
    return made if hasattr(made, "__length_hint__") else map(_SECOND, enumerate(made))


_SECOND = itemgetter(1)


def left(made: Any) -> int:
    """Return how many items are left, or how many are gone as a negative number."""
    told = getattr(made, "__length_hint__", None)
    if told is not None:
        count: int = told()
    else:
        _, (_, numbered) = made.__reduce__()
        _, (_, gone, *_) = numbered.__reduce__()
        count = -gone
    return count


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
        loop = len(counts.blocks)
        told = False
        if isinstance(statement, ast.For) and _tells(statement):
            told = True
            counts.loops.append(loop)
            made += _begun(statement, loop)
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
                    is_turn = is_loop and name_of_block == "body"
                    of = [part.lineno] if is_turn else []
                    by_turns = not (told and is_turn)
                    setattr(part, name_of_block, _block(inner, counts, of, by_turns))
        if jumps:
            lines = None
    return made


def _tells(loop: ast.For) -> bool:
    """Whether the items of a loop tell how many are left, and are let go of in time."""
    items = loop.iter
    if isinstance(items, ast.Call):
        return isinstance(items.func, ast.Name) and items.func.id == "range"
    inside = [node for each in loop.body for node in ast.walk(each)]
    return isinstance(items, ast.Name) and not any(
        isinstance(node, _JUMPS)
        or (isinstance(node, ast.Name) and node.id == items.id)  # it may grow
        for node in inside
    )


def _begun(loop: ast.For, number: int) -> list[ast.stmt]:
    """Let a loop go over an iterator that tells; return what stands before it."""
    turns, fresh = _turns(number), f"{_turns(number)}_fresh"
    made = ast.Assign([ast.Name(fresh, ast.Store())], _call(BEGIN, loop.iter))
    more = ast.BinOp(_left(fresh), ast.Sub(), _left(turns))
    count = ast.AugAssign(ast.Name(_name(number), ast.Store()), ast.Add(), more)
    kept = ast.Assign([ast.Name(turns, ast.Store())], ast.Name(fresh, ast.Load()))
    gone = ast.Delete([ast.Name(fresh, ast.Del())])
    before: tuple[ast.stmt, ...] = (made, count, kept, gone)
    place, loop.iter = loop.iter, ast.Name(turns, ast.Load())
    _at(loop.iter, place)
    return [_at(each, place) for each in before]


def _call(function: str, argument: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(function, ast.Load()), [argument], [])


def _left(iterator: str) -> ast.expr:
    return _call(LEFT, ast.Name(iterator, ast.Load()))


def _turns(number: int) -> str:
    return f"__turns_{number}"


def _parts(statement: ast.stmt) -> list[Any]:
    return [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]


def _name(number: int) -> str:
    return f"__count_{number}"


def _at(made: _Node, place: ast.AST) -> _Node:
    for node in ast.walk(made):
        if not hasattr(node, "lineno") and "lineno" in node._attributes:
            ast.copy_location(node, place)
    return made
