"""Trees as a whole: their nodes in order, and from Python's own nodes and back.

gast's functions for this are most of the time of a conversion, so these know the
fields of each class beforehand, and copy what both kinds of nodes have in common.
"""

from __future__ import annotations

import ast
from operator import itemgetter
from types import ModuleType
from typing import Any, ClassVar

import gast
from gast.ast3 import Ast3ToGAst, GAstToAst3

from autograph.source.nodes import PLACE, Node, made, same_place

_LEAVES = frozenset(
    "arg attr conversion ctx id is_async kind level module op ops simple "
    "type_comment".split()
)
"""The fields that hold no nodes but operators and contexts, which have no parts."""

_placed = itemgetter(*PLACE)

_parts: dict[type, tuple[str, ...]] = {
    kind: tuple([name for name in kind._fields if name not in _LEAVES])
    for kind in (*vars(ast).values(), *vars(gast).values())
    if isinstance(kind, type) and issubclass(kind, ast.AST)
} | {ast.Constant: (), gast.Constant: ()}
"""The fields of each class that may hold other nodes."""


def children(node: Node) -> list[Node]:
    """Return what a node holds, without operators and contexts."""
    values = node.__dict__
    found: list[Node] = []
    for name in _parts[type(node)]:
        value = values.get(name)
        if value is None:
            continue
        if type(value) is list:
            found += [item for item in value if isinstance(item, gast.AST)]
        elif isinstance(value, gast.AST):
            found.append(value)
    return found


def nodes_in(*nodes: Node) -> list[Node]:
    """Return nodes and all within them, outer ones first: see `children`."""
    found = list(nodes)
    for node in found:  # which grows meanwhile
        found += children(node)
    return found


def to_gast(tree: ast.AST) -> Node:
    """Return a tree of Python's own nodes as one of gast's."""
    return _ToGast().visit(tree)


def to_python(node: Node) -> Any:
    """Return a tree as one of Python's own nodes, each with a position.

    A node without a position gets that of the node around it.
    """
    return _ToPython().visit(node)


def _copied(special: type, kinds: ModuleType, to: ModuleType) -> dict[type, Any]:
    """Return the classes whose nodes have the same fields in both modules."""
    return {
        kind: getattr(to, name)
        for name, kind in vars(kinds).items()
        if isinstance(kind, type) and issubclass(kind, ast.AST)
        if hasattr(to, name) and f"visit_{name}" not in vars(special)
    }


def _shared(kinds: ModuleType, to: ModuleType) -> dict[type, Any]:
    """Return one node for each class of operators and contexts, as Python has it."""
    bases = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
    return {
        kind: getattr(to, name)()
        for name, kind in vars(kinds).items()
        if isinstance(kind, type) and issubclass(kind, bases) and kind not in bases
        if hasattr(to, name)
    }


def _translate(by: _ToGast | _ToPython, kind: type, fields: dict[str, Any]) -> None:
    """Translate what the fields of a node hold."""
    shared = by.shared
    for name in _parts[kind]:
        value = fields.get(name)
        if type(value) is list:
            fields[name] = [
                by.visit(each) if isinstance(each, ast.AST) else each for each in value
            ]
        elif isinstance(value, ast.AST):
            fields[name] = by.visit(value)
    for name in ("ctx", "op"):
        if name in fields:
            fields[name] = shared[type(fields[name])]
    if "ops" in fields:
        fields["ops"] = [shared[type(each)] for each in fields["ops"]]


class _ToGast(Ast3ToGAst):  # type: ignore[misc]  # gast has no types
    """gast's own translation, which copies most nodes field by field."""

    copied: ClassVar = _copied(Ast3ToGAst, ast, gast)
    shared: ClassVar = _shared(ast, gast)

    def visit(self, node: ast.AST) -> Node:
        to = self.copied.get(type(node))
        if to is None:
            return super().visit(node)
        new: Node = to.__new__(to)
        fields = new.__dict__
        fields.update(node.__dict__)
        _translate(self, type(node), fields)
        return new

    def visit_Name(self, node: ast.Name) -> Node:
        context = self.shared[type(node.ctx)]
        name = made(
            gast.Name, id=node.id, ctx=context, annotation=None, type_comment=None
        )
        return same_place(name, node)


class _ToPython(GAstToAst3):  # type: ignore[misc]  # gast has no types
    """gast's own translation, which copies most nodes field by field."""

    copied: ClassVar = _copied(GAstToAst3, gast, ast) | {
        gast.Name: ast.Name,
        gast.Assign: ast.Assign,
    }

    shared: ClassVar = _shared(gast, ast)

    def __init__(self) -> None:
        self._around = (1, 0, 1, 0)

    def visit(self, node: Node) -> Any:
        to = self.copied.get(type(node))
        own = node.__dict__
        around = self._around
        new: Any
        placed = own.get("lineno") is not None
        if placed:
            self._around = _placed(own)
        if to is None:
            new = super().visit(node)
        else:
            new = to.__new__(to)
            fields = new.__dict__
            fields.update(own)
            _translate(self, type(node), fields)
        self._around = around
        if not placed and new._fields:
            new.lineno, new.col_offset, new.end_lineno, new.end_col_offset = around
        return new
