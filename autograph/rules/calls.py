"""Calls, in the form that is traced alone; ``super()``.

A method may change its object, look for what it is given, or be an operator: a trace
has to know. Those that do so by their names are marked where they are no calls as well.
Whatever else is called may be a class of exceptions, which may look at what it is
given, and makes what a program may change.

as written::

    def f(xs, x):
        add = xs.append
        add(x.__abs__())
        return xs.copy()

as traced::

    def f(xs, x):
        add = ag.assigned(ag.call(xs.append), 'add')
        ag.call(add)(ag.call(ag.get_attribute(x, '__abs__'))())
        return ag.call(xs.copy)()
"""

from __future__ import annotations

import builtins

import gast

from autograph.rules.format_strings import rewrite_method
from autograph.rules.rewriting import Rule
from autograph.rules.starred import call, is_doubly_starred, is_starred, keyword_call
from autograph.rules.walk import Walk
from autograph.source.nodes import Node, at, constant, is_operator, load

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
SEARCHING = frozenset(
    """
    get index count copy join format
    find rfind rindex startswith endswith partition rpartition split rsplit
    replace translate strip lstrip rstrip removeprefix removesuffix
    center ljust rjust zfill
    union intersection difference symmetric_difference issubset issuperset isdisjoint
    __contains__ __getitem__
    """.split()
)
"""Methods that look at what they are given: Python's own would look at a symbol."""
_BINARY = "add sub mul truediv floordiv mod divmod pow matmul lshift rshift and or xor"
OPERATORS = frozenset(
    f"__{name}__" for word in _BINARY.split() for name in (word, "r" + word)
) | frozenset("__eq__ __ne__ __lt__ __le__ __gt__ __ge__".split())
"""Operator methods, which on plain values do not recognize a symbol."""


def rewrite_attribute(node: Node, walk: Walk) -> Node:
    """Intercept a method that a trace has to know, or is special to Python."""
    rebuilt = walk.rebuild(node)
    if not walk.unit.traced or not isinstance(node.ctx, gast.Load):
        return rebuilt
    named = node.attr in MUTATORS or node.attr in OPERATORS or node.attr in SEARCHING
    watched = named and not _is_of_module(node, walk)
    found = rebuilt
    if node.attr.startswith("__") and node.attr.endswith("__"):
        found = walk.operate("get_attribute", rebuilt.value, constant(node.attr))
    if watched:
        found = walk.operate("call", found)
    return found if found is rebuilt else _at_name(at(found, node), node)


def _is_of_module(node: Node, walk: Walk) -> bool:
    """Whether an attribute is one of a module that the file imports."""
    named = isinstance(node.value, gast.Name)
    return named and bool(walk.unit.modules_among(frozenset((node.value.id,))))


def rewrite_call(node: Node, walk: Walk) -> Node:
    """Mark calls of methods; those that are ours already are left alone."""
    if is_doubly_starred(node, walk):
        return keyword_call(node, walk)
    if is_starred(node, node.args, walk):
        return call(node, walk)
    text = rewrite_method(node, walk)
    if text is not None:
        return text
    rebuilt = walk.rebuild(node)
    if _is_bare_super(node) and (walk.inside or walk.lazy or walk.unit.traced):
        if walk.first:
            given = [load("__class__"), load(walk.first)]
            return at(gast.Call(node.func, given, []), node)
    if not walk.unit.traced or is_operator(node):
        return rebuilt
    if not isinstance(node.func, gast.Attribute):
        return _of_what_may_raise(node, rebuilt, walk)
    if is_operator(rebuilt.func, "call"):
        return _at_name(rebuilt, node.func)
    function = walk.operate("call", rebuilt.func)
    made = at(gast.Call(function, rebuilt.args, rebuilt.keywords), node)
    return _at_name(made, node.func)


def _of_what_may_raise(node: Node, rebuilt: Node, walk: Walk) -> Node:
    """Mark a call of what is no builtin function, but for classes of exceptions."""
    if is_operator(rebuilt.func, "call") or isinstance(node.func, gast.Lambda):
        return rebuilt
    name = node.func.id if isinstance(node.func, gast.Name) else ""
    known = getattr(builtins, name, BaseException)
    if not (isinstance(known, type) and issubclass(known, BaseException)):
        return rebuilt
    function = walk.operate("call", rebuilt.func)
    return at(gast.Call(function, rebuilt.args, rebuilt.keywords), node)


def _at_name(made: Node, attribute: Node) -> Node:
    """Return a node that is placed at the name of an attribute, if on a later line.

    That is where Python says that a method is looked for, or called.
    """
    if made.lineno != attribute.end_lineno:
        made.lineno = made.end_lineno = attribute.end_lineno
        made.end_col_offset = attribute.end_col_offset
        made.col_offset = max(made.end_col_offset - len(attribute.attr), 0)
    return made


def _is_bare_super(node: Node) -> bool:
    """Whether this is ``super()``, which needs its class and object as arguments."""
    called = isinstance(node.func, gast.Name) and node.func.id == "super"
    return called and not node.args and not node.keywords


ATTRIBUTE = Rule("calls", (gast.Attribute,), rewrite_attribute)
CALL = Rule("calls", (gast.Call,), rewrite_call)
