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

from autograph.source.nodes import PLACE, Node, same_place

_LEAVES = frozenset(
    "arg attr conversion ctx id is_async kind level module op ops simple "
    "type_comment".split()
)
"""The fields that hold no nodes but operators and contexts, which have no parts."""

_placed = itemgetter(*PLACE)

_holding: dict[type, tuple[str, ...]] = {gast.Constant: ()}
"""The fields of each class that may hold other nodes."""


def children(node: Node) -> list[Node]:
    """Return what a node holds, without operators and contexts."""
    kind = type(node)
    fields = _holding.get(kind)
    if fields is None:
        fields = tuple([name for name in kind._fields if name not in _LEAVES])
        _holding[kind] = fields
    values = node.__dict__
    found: list[Node] = []
    for name in fields:
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


class _ToGast(Ast3ToGAst):  # type: ignore[misc]  # gast has no types
    """gast's own translation, which copies most nodes field by field."""

    copied: ClassVar = _copied(Ast3ToGAst, ast, gast)

    def visit(self, node: ast.AST) -> Node:
        to = self.copied.get(type(node))
        if to is None:
            return super().visit(node)
        made: Node = to.__new__(to)
        fields = made.__dict__
        for name, value in node.__dict__.items():
            if type(value) is list or isinstance(value, ast.AST):
                value = self._visit(value)
            fields[name] = value
        return made

    def visit_Name(self, node: ast.Name) -> Node:
        made = gast.Name(node.id, self._visit(node.ctx), None, None)
        return same_place(made, node)

    def _visit(self, value: Any) -> Any:
        if type(value) is list:
            return [self._visit(item) for item in value]
        return self.visit(value) if isinstance(value, ast.AST) else value


class _ToPython(GAstToAst3):  # type: ignore[misc]  # gast has no types
    """gast's own translation, which copies most nodes field by field."""

    copied: ClassVar = _copied(GAstToAst3, gast, ast) | {
        gast.Name: ast.Name,
        gast.Assign: ast.Assign,
    }

    def __init__(self) -> None:
        self._around = (1, 0, 1, 0)

    def visit(self, node: Node) -> Any:
        to = self.copied.get(type(node))
        own = node.__dict__
        around = self._around
        made: Any
        placed = own.get("lineno") is not None
        if placed:
            self._around = _placed(own)
        if to is None:
            made = super().visit(node)
        else:
            made = to.__new__(to)
            fields = made.__dict__
            for name, value in own.items():
                if type(value) is list or isinstance(value, ast.AST):
                    value = self._visit(value)
                fields[name] = value
        self._around = around
        if not placed and made._fields:
            made.lineno, made.col_offset, made.end_lineno, made.end_col_offset = around
        return made

    def _visit(self, value: Any) -> Any:
        if type(value) is list:
            return [self._visit(item) for item in value]
        return self.visit(value) if isinstance(value, ast.AST) else value
