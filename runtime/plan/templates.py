"""Spellings that rows declare as templates: ``{0}[{1}] = {2}``.

Python's own parser determines how a template is evaluated: it is parsed once, with
names in its slots.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache

from runtime.ir.nodes import Argument, Constant, Value
from runtime.plan import levels
from runtime.plan.forms import Form, Slot

_PLACEHOLDER = re.compile(r"\{(\d+)\}")


@cache
def of_template(template: str, count: int) -> Form | None:
    """Return the form of a template; None if it names arguments that are not given."""
    tree = ast.parse(_PLACEHOLDER.sub(r"_\1_", template)).body[0]
    parents = {
        child: parent
        for parent in ast.walk(tree)
        for child in ast.iter_child_nodes(parent)
    }
    slots = [
        node
        for node in _in_order_of_evaluation(tree)
        if isinstance(node, ast.Name) and re.fullmatch(r"_\d+_", node.id)
    ]
    numbers = [int(node.id.strip("_")) for node in slots]
    if any(number >= count for number in numbers):
        return None
    placed = {
        number: Slot(number, *_surroundings(node, parents))
        for number, node in zip(numbers, slots)
    }
    pieces = _PLACEHOLDER.split(template)
    parts = tuple(
        placed[int(piece)] if position % 2 else piece
        for position, piece in enumerate(pieces)
        if piece
    )
    lazy = any(isinstance(node, (ast.IfExp, ast.BoolOp)) for node in ast.walk(tree))
    foldable = (n for n in numbers if numbers.count(n) == 1 and not lazy)
    return Form(
        parts,
        _level(tree),
        tuple(foldable),
        statement=not isinstance(tree, ast.Expr),
        leaves=isinstance(tree, ast.Raise),
        words=tuple({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}),
    )


def _in_order_of_evaluation(tree: ast.AST) -> list[ast.expr]:
    """Return the expressions of a statement in order: values before their targets."""
    if isinstance(tree, ast.Assign):
        roots: list[ast.AST] = [tree.value, *tree.targets]
    else:
        roots = [tree]
    return [
        node
        for root in roots
        for node in sorted(
            (node for node in ast.walk(root) if isinstance(node, ast.expr)),
            key=lambda node: node.col_offset,
        )
    ]


def _surroundings(
    node: ast.expr, parents: Mapping[ast.AST, ast.AST]
) -> tuple[int, bool]:
    """Return the least precedence of a slot's text, and whether it is an index."""
    parent = parents[node]
    if isinstance(parent, ast.Subscript) and parent.slice is node:
        return levels.LOWEST, True
    if isinstance(parent, (ast.Subscript, ast.Attribute)):
        return levels.PRIMARY, False
    if isinstance(parent, ast.Call):
        return levels.PRIMARY if parent.func is node else levels.LOWEST, False
    enclosed = (ast.stmt, ast.keyword, ast.Tuple, ast.List)
    return levels.LOWEST if isinstance(parent, enclosed) else levels.NUMBER, False


def _level(tree: ast.stmt) -> int:
    """Return the precedence of a template's text."""
    primaries = (ast.Subscript, ast.Attribute, ast.Call)
    if isinstance(tree, ast.Expr) and isinstance(tree.value, primaries):
        return levels.PRIMARY
    return levels.LOWEST


def suits(form: Form, args: tuple[Argument, ...]) -> bool:
    """Whether a template accepts the arguments.

    For a subscript of a literal Python's compiler suspects a forgotten comma, and an
    argument that the template leaves out must be a constant.
    """
    shown = set()
    for part in form.parts:
        if isinstance(part, Slot):
            shown.add(part.argument)
            if part.level == levels.PRIMARY and not isinstance(
                args[part.argument], Value
            ):
                return False
    return all(
        position in shown or isinstance(argument, Constant)
        for position, argument in enumerate(args)
    )
