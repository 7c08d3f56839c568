"""Fresh containers that the same function changes under control flow.

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

import gast

from autograph.rules.calls import MUTATORS, calls_users
from autograph.rules.walk import Walk
from autograph.source.constructs import Names, construct_of
from autograph.source.nodes import Node, at
from tracer.policy import CHANGING_FUNCTIONS

_NESTING = (
    gast.Lambda,
    gast.ListComp,
    gast.SetComp,
    gast.DictComp,
    gast.GeneratorExp,
)
"""Expressions of which parts may run never, or more than once."""
AT_ONCE = frozenset(("sort", "extend", "remove", "insert", "pop"))
CHANGING = frozenset(" ".join(CHANGING_FUNCTIONS.values()).split())
_DISPLAYS = (
    gast.List,
    gast.Dict,
    gast.Set,
    gast.ListComp,
    gast.SetComp,
    gast.DictComp,
)
_NOTED = frozenset({"list", "dict", "set", "sorted"})
"""Calls that a trace records by itself."""
_OPERATIONS = (gast.BinOp, gast.UnaryOp, gast.Compare, gast.JoinedStr)
"""Expressions whose value is new, whatever it is made from."""


def path(node: Node) -> str | None:
    """Return a name, or a chain of attributes of one, as text."""
    if isinstance(node, gast.Name):
        return str(node.id)
    if isinstance(node, gast.Attribute):
        start = path(node.value)
        return None if start is None else f"{start}.{node.attr}"
    return None


def growing(body: list[Node]) -> Names:
    """Return the names whose containers change in ways that a trace may not follow.

    They change under control flow, or they change anywhere and have another name too.
    ``name()`` is a name passed to a function that may fill its container. ``name+`` is
    the name of a container that grows by its methods.
    """
    changed: set[str] = set()
    late: set[str] = set()
    shared = _Shared()
    waiting: list[tuple[Node, bool]] = [(node, False) for node in body]
    while waiting:
        node, nested = waiting.pop()
        found = _changed(node)
        name = place(found) if found is not None else None
        if name is not None:
            changed.add(name)
            if nested or _at_computed_place(node) or _looks_at_items(node):
                late.add(name)
                if isinstance(node, gast.Attribute) and node.attr != "sort":
                    late.add(f"{name}+")
        late.update(_handed_to_a_procedure(node))
        late.update(f"{name}()" for name in _handed_on(node))
        shared.note(node, nested)
        nested = nested or construct_of(node).nests or isinstance(node, _NESTING)
        for field in node._fields:
            child = getattr(node, field, None)
            children = child if isinstance(child, list) else [child]
            waiting += [(c, nested) for c in children if isinstance(c, gast.AST)]
    for names in shared.groups():
        members = {f"{name}{item}" for name in names for item in ("", "[]")}
        if (
            members & changed and (len(names) > 1 or members & late)
        ) or names & shared.chosen:
            late |= names
    return frozenset(late)


class _Shared:
    """Groups of names that may hold the same containers."""

    def __init__(self) -> None:
        self._groups: dict[str, set[str]] = {}
        self.chosen: set[str] = set()

    def groups(self) -> list[set[str]]:
        """Return the groups of names."""
        return list({id(group): group for group in self._groups.values()}.values())

    def note(self, node: Node, nested: bool) -> None:
        """Record which names may hold the same container after a statement.

        Under control flow, the container is chosen when the code runs.
        """
        if isinstance(node, gast.Assign):
            for target in node.targets:
                self._assign(target, node.value, nested)
        elif isinstance(node, (gast.AnnAssign, gast.NamedExpr)) and node.value:
            self._assign(node.target, node.value, nested)
        elif isinstance(node, (gast.For, gast.comprehension)):
            self._join(_held(node.target) | _held(node.iter))
        elif isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
            if node.func.attr in MUTATORS:
                held = [_held(argument) for argument in node.args]
                self._join(_held(node.func.value).union(*held))

    def _assign(self, target: Node, value: Node, nested: bool) -> None:
        sequences = (gast.Tuple, gast.List)
        if isinstance(target, sequences) and isinstance(value, sequences):
            if len(target.elts) == len(value.elts):
                for pair in zip(target.elts, value.elts):
                    self._assign(*pair, nested)
                return
        held = _held(value)
        if held:
            self._join(_held(target) | held)
        if nested or isinstance(value, (gast.IfExp, gast.BoolOp)):
            self.chosen |= _is_one_of(value)

    def _join(self, names: set[str]) -> None:
        for name in list(names):
            names |= self._groups.get(name, set())
        for name in names:
            self._groups[name] = names


_HOLDING = ("elts", "values", "value", "elt")
"""The fields of displays and comprehensions that contain their elements."""


def _is_one_of(node: Node) -> set[str]:
    """Return the names whose value a node may have."""
    if isinstance(node, gast.IfExp):
        return _is_one_of(node.body) | _is_one_of(node.orelse)
    if isinstance(node, gast.BoolOp):
        return set[str]().union(*map(_is_one_of, node.values))
    spelled = path(node)
    return set() if spelled is None else {spelled}


def _held(node: Node) -> set[str]:
    """Return the names whose value a node may have or hold."""
    if isinstance(node, _OPERATIONS):
        return set()
    spelled = path(node)
    if spelled is not None:
        return {spelled}
    if isinstance(node, gast.Subscript):
        return _held(node.value)
    if isinstance(node, gast.Call):
        function = node.func
        found = set[str]().union(*map(_held, node.args))
        if isinstance(function, gast.Attribute):
            return found | _held(function.value) if not node.args else set()
        return found if isinstance(function, gast.Name) else set()
    if isinstance(node, gast.IfExp):
        return _held(node.body) | _held(node.orelse)
    children = [getattr(node, field, None) for field in _HOLDING]
    found = set()
    for child in children:
        for item in child if isinstance(child, list) else [child]:
            if isinstance(item, gast.AST):
                found |= _held(item)
    return found


def _handed_to_a_procedure(node: Node) -> set[str]:
    """Return the names passed to a call with an unused result: it changes things."""
    if not isinstance(node, gast.Expr) or not isinstance(node.value, gast.Call):
        return set()
    call = node.value
    name = path(call.func)
    if name == "print" or name is None:
        return set()
    return set[str]().union(*map(_held, call.args))


def place(node: Node) -> str | None:
    """Return what is changed as text: a path, or ``path[]`` for an item."""
    if isinstance(node, gast.Subscript):
        start = path(node.value)
        return None if start is None else f"{start}[]"
    return path(node)


def _at_computed_place(node: Node) -> bool:
    """Whether an item is written at an index that may be a symbol."""
    return (
        isinstance(node, gast.Subscript)
        and not isinstance(node.ctx, gast.Load)
        and isinstance(node.slice, (gast.Name, gast.BinOp))
    )


def _looks_at_items(node: Node) -> bool:
    """Whether a list is changed depending on its items, or on how much is given."""
    if isinstance(node, gast.Attribute):
        return node.attr in AT_ONCE
    return _given(node) is not None


def _given(node: Node) -> Node | None:
    """Return the list that a call of ``heappush`` or the like changes."""
    if not isinstance(node, gast.Call) or not node.args:
        return None
    called = node.func
    name = called.attr if isinstance(called, gast.Attribute) else None
    name = getattr(called, "id", name)
    return node.args[0] if name in CHANGING else None


def _changed(node: Node) -> Node | None:
    """Return the container that a node changes."""
    if isinstance(node, gast.Attribute) and node.attr in MUTATORS:
        return node.value
    if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
        return node.value
    if isinstance(node, gast.AugAssign):
        return node.target
    return _given(node)


def _handed_on(node: Node) -> list[str]:
    """Return the names that a call passes to a user's function or method."""
    if not isinstance(node, gast.Call) or not calls_users(node):
        return []
    return [argument.id for argument in node.args if isinstance(argument, gast.Name)]


def wrap(target: Node, value: Node, walk: Walk) -> Node:
    """Mark a fresh container that grows, at its assignment."""
    if not walk.growing:
        return value
    if isinstance(target, (gast.Tuple, gast.List)):
        return _wrap_each(target, value, walk)
    name = path(target)
    if name is None:
        return value
    fresh = _is_fresh(value) or (f"{name}+" in walk.growing and _may_be_fresh(value))
    if f"{name}[]" in walk.growing:
        marked = _wrap_items(value, walk)
        if marked is value and fresh:
            return walk.operate("mutable", value)
        value = marked
    filled = f"{name}()" in walk.growing and _is_fresh(value)
    if filled or (name in walk.growing and fresh):
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


def _may_be_fresh(node: Node) -> bool:
    """Whether a node may make a list, given that the value grows by its methods."""
    if isinstance(node, gast.Subscript):
        return isinstance(node.slice, gast.Slice)
    if isinstance(node, gast.Call):
        return path(node.func) not in _NOTED
    return isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add)


def _is_fresh(node: Node) -> bool:
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        return isinstance(node.left, gast.List) or isinstance(node.right, gast.List)
    return isinstance(node, _DISPLAYS)
