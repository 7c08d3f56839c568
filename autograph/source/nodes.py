"""Construction of syntax nodes, and their positions in the user's source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import gast

# gast has no types of its own, and its nodes differ in fields only.
Node: TypeAlias = Any

BLOCKS = ("body", "orelse", "finalbody")
LOAD, STORE = gast.Load(), gast.Store()
PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def made(kind: Any, /, **fields: object) -> Node:
    """Return a node, in a third of the time that gast takes."""
    node = kind.__new__(kind)
    node.__dict__.update(fields)
    return node


def load(name: str) -> Node:
    """Return a node that reads a name."""
    return made(gast.Name, id=name, ctx=LOAD, annotation=None, type_comment=None)


def store(name: str) -> Node:
    """Return a node for a name as the target of an assignment."""
    return made(gast.Name, id=name, ctx=STORE, annotation=None, type_comment=None)


def constant(value: object) -> Node:
    """Return the node of a constant."""
    return made(gast.Constant, value=value, kind=None)


def tuple_(items: Sequence[Node]) -> Node:
    """Return the node of a tuple."""
    return gast.Tuple(list(items), gast.Load())


def operator(name: str) -> Node:
    """Return the node of one of our operators.

    The name ``ag`` is marked as ours, since the user may have another use for it.
    """
    prefix = load("ag")
    prefix.ours = True
    return made(gast.Attribute, value=prefix, attr=name, ctx=LOAD)


def clone(node: Node) -> Node:
    """Copy a tree."""
    copied = type(node)()
    for name, value in vars(node).items():
        if isinstance(value, list):
            value = [clone(v) if isinstance(v, gast.AST) else v for v in value]
        elif isinstance(value, gast.AST):
            value = clone(value)
        setattr(copied, name, value)
    return copied


def operate(name: str, *arguments: Node, **keywords: Node) -> Node:
    """Return a call of one of our operators."""
    named = [gast.keyword(key, value) for key, value in keywords.items()]
    return made(gast.Call, func=operator(name), args=list(arguments), keywords=named)


def undefined(name: str) -> Node:
    """Return the node for the value of an unbound name."""
    return operate("undefined", constant(name))


def assign(target: str | Node, value: Node) -> Node:
    """Return an assignment to one name or target."""
    node = store(target) if isinstance(target, str) else target
    return gast.Assign([node], value, None)


def parameters(names: Sequence[str] = ()) -> Node:
    """Return plain positional parameters."""
    params = [gast.Name(name, gast.Param(), None, None) for name in names]
    return gast.arguments(params, [], None, [], [], None, [])


def lazily(value: Node, names: Sequence[str] = ()) -> Node:
    """Return ``lambda names: value``."""
    return gast.Lambda(parameters(names), value)


def define(name: str, names: Sequence[str], body: list[Node]) -> Node:
    """Return ``def name(names): body``."""
    return gast.FunctionDef(name, parameters(names), body, [], None, None, [])


def is_operator(node: Node, name: str | None = None) -> bool:
    """Whether `node` calls one of our operators, or the one called `name`."""
    return (
        isinstance(node, gast.Call)
        and isinstance(node.func, gast.Attribute)
        and isinstance(node.func.value, gast.Name)
        and node.func.value.id == "ag"
        and (name is None or node.func.attr == name)
    )


def change_blocks(node: Node, change: Callable[[list[Node]], list[Node]]) -> None:
    """Exchange each block of a statement; those of functions and classes stay."""
    if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
        return
    for part in [node, *(getattr(node, "handlers", None) or [])]:
        for field in BLOCKS:
            block = getattr(part, field, None)
            if isinstance(block, list):
                setattr(part, field, change(block))


def blocks_of(node: Node) -> list[list[Node]]:
    """Return the blocks of a statement."""
    found: list[list[Node]] = []

    def note(block: list[Node]) -> list[Node]:
        found.append(block)
        return block

    change_blocks(node, note)
    return found


def at(node: Node, origin: Node) -> Node:
    """Set missing positions in `node` to the header of `origin`; return `node`.

    Nodes that have a position keep it, and the search ends there: the user's code is
    not walked again. The header of a statement is one line: tracebacks would show its
    block. That of an expression is the whole of it, as in Python.
    """
    line, column = origin.lineno, origin.col_offset
    end = origin.end_col_offset
    if isinstance(origin, gast.expr):
        _place(node, (line, column, origin.end_lineno, end))
        return node
    if origin.end_lineno != line:
        test = getattr(origin, "test", getattr(origin, "iter", None))
        same = test is not None and getattr(test, "end_lineno", None) == line
        end = test.end_col_offset if same and test is not None else column + 1
    _place(node, (line, column, line, end))
    return node


def same_place(node: Node, origin: Node) -> Node:
    """Set the position of a node to that of the node it replaces."""
    fields, given = node.__dict__, origin.__dict__
    for field in PLACE:
        fields[field] = given[field]
    return node


def _place(node: Node, place: tuple[int, int, int, int]) -> None:
    fields = node.__dict__
    if fields.get("lineno") is not None:
        return
    if isinstance(node, gast.Attribute) and place[0] != place[2]:
        # Python would say that it is called at the last line.
        place = (place[0], place[1], place[0], place[1] + 1)
    held = [value for value in fields.values() if isinstance(value, (list, gast.AST))]
    fields.update(zip(PLACE, place))
    for value in held:
        for item in value if type(value) is list else (value,):
            if isinstance(item, gast.AST) and item._fields:
                _place(item, place)
