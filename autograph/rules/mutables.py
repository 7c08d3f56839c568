"""Fresh containers that change under control flow, here or in functions called.

before::

    def f(xs):
        found = []
        for x in xs:
            found.append(x)
        return found

after::

    def f(xs):
        found = ag.mutable([])

        def for_body(x):
            ag.call(found.append)(x)
        ag.for_loop(xs, for_body)
        return found
"""

from __future__ import annotations

import builtins

import gast

from autograph.rules.calls import MUTATORS
from autograph.rules.walk import Walk
from autograph.source.facts import Names
from autograph.source.nodes import Node, at

_NESTING = (
    gast.If,
    gast.For,
    gast.While,
    gast.With,
    gast.Try,
    gast.TryStar,
    gast.FunctionDef,
    gast.Lambda,
    gast.ListComp,
    gast.SetComp,
    gast.DictComp,
    gast.GeneratorExp,
)
_DISPLAYS = (
    gast.List,
    gast.Dict,
    gast.Set,
    gast.ListComp,
    gast.SetComp,
    gast.DictComp,
)


def path(node: Node) -> str | None:
    """Spell a name or a chain of attributes of one."""
    if isinstance(node, gast.Name):
        return str(node.id)
    if isinstance(node, gast.Attribute):
        start = path(node.value)
        return None if start is None else f"{start}.{node.attr}"
    return None


def growing(body: list[Node]) -> Names:
    """Give the names whose containers change under control flow.

    A name that a function is given, which may fill it, is spelled ``name()``.
    """
    found: set[str] = set()
    waiting: list[tuple[Node, bool]] = [(node, False) for node in body]
    while waiting:
        node, nested = waiting.pop()
        if nested or _at_computed_place(node):
            changed = _changed(node)
            name = place(changed) if changed is not None else None
            if name is not None:
                found.add(name)
        found.update(f"{name}()" for name in _handed_on(node))
        nested = nested or isinstance(node, _NESTING)
        for field in node._fields:
            child = getattr(node, field, None)
            children = child if isinstance(child, list) else [child]
            waiting += [(c, nested) for c in children if isinstance(c, gast.AST)]
    return frozenset(found)


def place(node: Node) -> str | None:
    """Spell what is changed: a path, or ``path[]`` for an item of a container."""
    if isinstance(node, gast.Subscript):
        start = path(node.value)
        return None if start is None else f"{start}[]"
    return path(node)


def _at_computed_place(node: Node) -> bool:
    """Say whether an item is written at an index that a symbol may give."""
    return (
        isinstance(node, gast.Subscript)
        and not isinstance(node.ctx, gast.Load)
        and isinstance(node.slice, (gast.Name, gast.BinOp))
    )


def _changed(node: Node) -> Node | None:
    """Give the container that a node changes."""
    if isinstance(node, gast.Attribute) and node.attr in MUTATORS:
        return node.value
    if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
        return node.value
    if isinstance(node, gast.AugAssign):
        return node.target
    return None


def _handed_on(node: Node) -> list[str]:
    """Give the names that a call hands to a function or method of the user's."""
    if not isinstance(node, gast.Call):
        return []
    called = path(node.func)
    if called is None or hasattr(builtins, called):
        return []
    if "." in called and not called.startswith("self."):
        return []
    return [argument.id for argument in node.args if isinstance(argument, gast.Name)]


def wrap(target: Node, value: Node, walk: Walk) -> Node:
    """Mark a fresh container that grows, where it is assigned."""
    if not walk.growing:
        return value
    if isinstance(target, (gast.Tuple, gast.List)):
        return _wrap_each(target, value, walk)
    name = path(target)
    if name is None:
        return value
    if f"{name}[]" in walk.growing:
        value = _wrap_items(value, walk)
    filled = f"{name}()" in walk.growing and _is_empty(value)
    if filled or (name in walk.growing and _is_fresh(value)):
        return walk.operate("mutable", value)
    return value


def _wrap_each(target: Node, value: Node, walk: Walk) -> Node:
    """Mark the containers of ``a, b = [], []``."""
    pairs = isinstance(value, (gast.Tuple, gast.List)) and (
        len(value.elts) == len(target.elts)
    )
    starred = pairs and any(
        isinstance(item, gast.Starred) for item in [*target.elts, *value.elts]
    )
    if not pairs or starred:
        return value
    items = [wrap(*pair, walk) for pair in zip(target.elts, value.elts)]
    if all(new is old for new, old in zip(items, value.elts)):
        return value
    return at(type(value)(items, value.ctx), value)


def _wrap_items(value: Node, walk: Walk) -> Node:
    """Mark the containers within a container: ``{'a': [], 'b': []}``."""

    def marked(item: Node) -> Node:
        return walk.operate("mutable", item) if _is_fresh(item) else item

    if isinstance(value, (gast.List, gast.Tuple)):
        return at(type(value)([marked(i) for i in value.elts], value.ctx), value)
    if isinstance(value, gast.Dict):
        return at(gast.Dict(value.keys, [marked(i) for i in value.values]), value)
    return value


def _is_empty(node: Node) -> bool:
    if isinstance(node, gast.Call):
        return _is_fresh(node) and not node.args and not node.keywords
    empty = isinstance(node, gast.List) and not node.elts
    return empty or (isinstance(node, gast.Dict) and not node.values)


def _is_fresh(node: Node) -> bool:
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        return isinstance(node.left, gast.List) or isinstance(node.right, gast.List)
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Name):
        return node.func.id in ("list", "dict", "set")
    return isinstance(node, _DISPLAYS)
