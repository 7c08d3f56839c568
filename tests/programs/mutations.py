"""Small changes of a function's syntax tree, chosen at random.

Each kind of change gives its places in a tree; one of them is changed in place.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from typing import Any

Change = Callable[[], None]
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div, ast.Pow)
BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
MEMBERSHIP = (ast.In, ast.NotIn)
IDENTITY = (ast.Is, ast.IsNot)
FAMILIES = (OPERATORS, BITS, COMPARISONS, MEMBERSHIP, IDENTITY, (ast.And, ast.Or))


def mutated(source: str, choose: random.Random) -> str:
    """Return a function's source with one small change."""
    text = source
    while text == source:
        tree = ast.parse(source)
        kind = choose.choices(list(KINDS), list(KINDS.values()))[0]
        changes = list(kind(tree.body[0], choose))
        if changes:
            choose.choice(changes)()
            text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        if not is_python(text):  # operators of patterns are part of numbers
            text = source
    return text


def is_python(source: str) -> bool:
    """Return whether a text is legal Python."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def setting(node: ast.AST, name: str, value: Any) -> Change:
    """Return what sets a field of a node."""
    return lambda: setattr(node, name, value)


def replacing(
    block: list[ast.stmt], at: int, count: int, statements: list[ast.stmt]
) -> Change:
    """Return what puts statements in the place of some of a block."""

    def change() -> None:
        block[at : at + count] = statements
        if not block:
            block.append(ast.Pass())

    return change


def other(kind: type, choose: random.Random) -> Any:
    """Return another operator of the same family, or None."""
    for family in FAMILIES:
        if kind in family:
            return choose.choice([each for each in family if each is not kind])()
    return None


def operators(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Change the operator of an expression or an assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
            found = other(type(node.op), choose)
            if found is not None:
                yield setting(node, "op", found)


def comparisons(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Change a comparison."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield setting(node, "ops", [other(type(op), choose) for op in node.ops])


def constants(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Change a number, a truth value or None."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant):
            continue
        value = node.value
        if value is None or isinstance(value, bool):
            yield setting(node, "value", choose.choice([True, False, None, 0]))
        elif isinstance(value, int | float):
            near = [value + 1, value - 1, -value, 0, value + 0.5, 2 * value]
            yield setting(node, "value", choose.choice(near))


def indices(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Change an index, or a bound of a slice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            if choose.random() < 0.3:
                yield setting(node, "slice", ast.Constant(choose.choice([0, 1, -1])))
                continue
            by = ast.Constant(choose.choice([1, -1]))
            yield setting(node, "slice", ast.BinOp(node.slice, ast.Add(), by))
        elif isinstance(node, ast.Slice):
            bound = choose.choice(["lower", "upper", "step"])
            value = choose.choice([None, ast.Constant(1), ast.Constant(-1)])
            yield setting(node, bound, value)


def names(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Read another name of the function."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = sorted({node.id for node in found if isinstance(node.ctx, ast.Store)})
    bound += sorted({node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)})
    for node in found:
        others = [name for name in bound if name != node.id]
        if others and node.id in bound and isinstance(node.ctx, ast.Load):
            yield setting(node, "id", choose.choice(others))


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Return the lists of statements of a tree."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def removals(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Delete a statement."""
    for block in blocks(tree):
        for index in range(len(block)):
            yield replacing(block, index, 1, [])


def swaps(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Swap two statements that follow each other."""
    for block in blocks(tree):
        for at in range(len(block) - 1):
            yield replacing(block, at, 2, [block[at + 1], block[at]])


def repetitions(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Do a statement twice, or in two turns of a loop."""
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Return):
                continue
            twice: list[ast.stmt] = [statement, statement]
            if choose.random() < 0.4 and not jumps(statement):
                turns = ast.parse("for _ in range(2):\n    pass").body[0]
                assert isinstance(turns, ast.For)
                turns.body, twice = [statement], [turns]
            yield replacing(block, at, 1, twice)


def jumps(statement: ast.stmt) -> bool:
    return any(isinstance(n, ast.Break | ast.Continue) for n in ast.walk(statement))


def conditions(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Negate a condition, or put a statement under one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield setting(node, "test", ast.UnaryOp(ast.Not(), node.test))
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if not tests or isinstance(statement, ast.FunctionDef | ast.ClassDef):
                continue
            under = ast.If(choose.choice(tests), [statement], [])
            yield replacing(block, at, 1, [under])


def functions(tree: ast.AST, choose: random.Random) -> Iterator[Change]:
    """Let a function of its own execute a statement, by shared or by passed names."""
    assert isinstance(tree, ast.FunctionDef)
    local = {node.arg for node in ast.walk(tree.args) if isinstance(node, ast.arg)}
    local |= bound_in(tree)
    name = f"part_{sum(isinstance(n, ast.FunctionDef) for n in ast.walk(tree))}"
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if any(isinstance(node, KEPT) for node in ast.walk(statement)):
                continue
            bound = sorted(bound_in(statement) & local)
            found = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
            read = sorted({n.id for n in found if isinstance(n.ctx, ast.Load)} & local)
            passed = choose.random() < 0.5
            definition, call = ast.parse(f"def {name}():\n    pass\n{name}()").body
            assert isinstance(definition, ast.FunctionDef)
            definition.body[0:1] = [statement]
            if passed:
                names = [ast.arg(each) for each in read]
                definition.args = ast.arguments([], names, None, [], [], None, [])
                tail = ast.parse(f"return ({''.join(f'{n}, ' for n in bound)})").body
                keep = ast.parse(f"kept = lambda: ({''.join(f'{n}, ' for n in read)})")
                definition.body[0:0] = keep.body
                definition.body += tail
                given = f"{name}({', '.join(read)})"
                target = "".join(f"{each}, " for each in bound)
                call = ast.parse(f"{target}= {given}" if bound else given).body[0]
            elif bound:
                definition.body.insert(0, ast.Nonlocal(bound))
            yield replacing(block, at, 1, [definition, call])


KEPT = (
    *(ast.FunctionDef, ast.ClassDef, ast.Return, ast.Break, ast.Continue),
    *(ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.Delete),
)
"""What means something else in another function."""


def bound_in(tree: ast.AST) -> set[str]:
    """Return the names that a tree binds."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return {node.id for node in found if isinstance(node.ctx, ast.Store)}


KINDS: dict[Callable[[ast.AST, random.Random], Iterator[Change]], float] = {
    operators: 3,
    comparisons: 3,
    constants: 3,
    indices: 2,
    names: 2,
    removals: 2,
    swaps: 2,
    repetitions: 1,
    conditions: 2,
    functions: 3,
}
"""The kinds of changes, and how often each is tried."""
