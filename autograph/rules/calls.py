"""Methods that change a container or an iterator, or are operators; ``super()``.

All other calls stay as they are. An empty container that a user's function may fill is
marked.

before::

    def f(xs, x):
        xs.append(abs(x))
        return collect(xs, [])

after::

    def f(xs, x):
        ag.call(xs.append)(abs(x))
        return collect(xs, ag.mutable([]))
"""

from __future__ import annotations

import builtins

import gast

from autograph.rules.format_strings import rewrite_method
from autograph.rules.rule import Rule
from autograph.rules.starred import call, is_doubly_starred, is_starred, keyword_call
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, is_operator, load

MUTATORS = frozenset(
    """
    append extend insert pop remove clear sort reverse
    add discard update setdefault popitem
    appendleft popleft extendleft rotate
    send throw close
    intersection_update difference_update symmetric_difference_update
    __setitem__ __delitem__ __iadd__ __imul__ __ior__ __iand__ __isub__ __ixor__
    __next__
    """.split()
)
READERS = frozenset(
    "get index count union intersection difference symmetric_difference issubset "
    "issuperset isdisjoint".split()
)
"""Methods that search for their argument, by its hash or by ``==``."""
_BINARY = "add sub mul truediv floordiv mod divmod pow matmul lshift rshift and or xor"
OPERATORS = frozenset(
    f"__{name}__" for word in _BINARY.split() for name in (word, "r" + word)
) | frozenset("__eq__ __ne__ __lt__ __le__ __gt__ __ge__".split())
"""Operator methods, which on plain values do not recognize a symbol."""


def rewrite_attribute(node: Node, walk: Walk) -> Node:
    """Rewrite a method that changes its object, or that is an operator."""
    rebuilt = walk.rebuild(node)
    if walk.unit.traced and _is_special(node):
        name = gast.Constant(node.attr, None)
        return at(walk.operate("get_attribute", rebuilt.value, name), node)
    operates = node.attr in OPERATORS
    if not isinstance(node.ctx, gast.Load) or not (operates or node.attr in MUTATORS):
        return rebuilt
    receiver = node.value
    if isinstance(receiver, gast.Name) and receiver.id in walk.unit.modules:
        return rebuilt
    if isinstance(receiver, (gast.Constant, gast.JoinedStr)) and not operates:
        return rebuilt
    return at(walk.operate("call", rebuilt), node)


def _is_special(node: Node) -> bool:
    """Whether Python itself may read the attribute of a value."""
    known = node.attr in OPERATORS or node.attr in MUTATORS
    special = node.attr.startswith("__") and node.attr.endswith("__")
    return special and not known and isinstance(node.ctx, gast.Load)


def rewrite_call(node: Node, walk: Walk) -> Node:
    """Rewrite a call if needed; calls of our operators stay as they are."""
    if is_operator(node, "call") and isinstance(node.args[0], gast.Attribute):
        method = walk.rebuild(node.args[0])
        walk.unit.uses_operators = True
        return node if method is node.args[0] else at(_call(node, [method]), node)
    if is_doubly_starred(node, walk):
        return keyword_call(node, walk)
    if is_starred(node, node.args, walk):
        return call(node, walk)
    text = rewrite_method(node, walk)
    if text is not None:
        return text
    watched = walk.unit.traced and isinstance(node.func, gast.Attribute)
    watched = watched and not is_operator(node)
    if watched or _looks_for_something(node, walk):
        rebuilt = walk.rebuild(node)
        if is_operator(rebuilt.func, "call"):
            return rebuilt
        method = walk.operate("call", rebuilt.func)
        return at(gast.Call(method, rebuilt.args, rebuilt.keywords), node)
    bare = not node.args and not node.keywords
    if bare and isinstance(node.func, gast.Name) and node.func.id == "super":
        if (walk.inside or walk.lazy) and walk.first and not walk.deferred:
            return at(_call(node, [load("__class__"), load(walk.first)]), node)
    rebuilt = walk.rebuild(node)
    if not calls_users(node) or not any(map(_is_empty, rebuilt.args)):
        return rebuilt
    given = [
        at(walk.operate("mutable", argument), argument)
        if _is_empty(argument)
        else argument
        for argument in rebuilt.args
    ]
    return at(gast.Call(rebuilt.func, given, rebuilt.keywords), node)


def calls_users(node: Node) -> bool:
    """Whether a call is of one of the user's functions or methods."""
    function = node.func
    if isinstance(function, gast.Name):
        return not hasattr(builtins, function.id)
    return (
        isinstance(function, gast.Attribute)
        and isinstance(function.value, gast.Name)
        and function.value.id == "self"
    )


def _is_empty(node: Node) -> bool:
    """Whether a node makes an empty list or dict, which the callee may fill."""
    if isinstance(node, gast.Dict):
        return not node.keys
    return isinstance(node, gast.List) and not node.elts


def _looks_for_something(node: Node, walk: Walk) -> bool:
    """Whether a call is of a method that may search for a value of the graph."""
    method = node.func
    if not isinstance(method, gast.Attribute) or method.attr not in READERS:
        return False
    receiver = method.value
    if isinstance(receiver, gast.Name) and receiver.id in walk.unit.modules:
        return False
    if isinstance(receiver, (gast.Constant, gast.JoinedStr)):
        return False
    return bool(node.args) and not isinstance(node.args[0], gast.Constant)


def _call(node: Node, arguments: list[Node]) -> Node:
    return gast.Call(node.func, arguments, node.keywords)


ATTRIBUTE = Rule("calls", (gast.Attribute,), rewrite_attribute)
CALL = Rule("calls", (gast.Call,), rewrite_call)
