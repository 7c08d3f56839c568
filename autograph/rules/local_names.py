"""``locals()``, ``vars()`` and ``dir()`` as the names that are bound at the call.

A call is written out where it is certain which names those are. Elsewhere, as after a
branch that may have bound one, it stays, and is refused.

before::

    def total(a, b=2):
        c = a * b if b > 2 else a
        return sum(locals().values())

after::

    def total(a, b=2):
        c = ag.cond(b > 2, lambda: a * b, lambda: a)
        return sum({'a': a, 'b': b, 'c': c}.values())
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator
from types import CodeType, FunctionType

import gast

from autograph.rules.whole_functions import binds
from autograph.source.bound_names import BoundNames, own_parts
from autograph.source.definedness import Bound, State
from autograph.source.facts import NameFacts
from autograph.source.naming import mangled
from autograph.source.nodes import Node, constant, load, same_place
from autograph.source.parsing import tree_of
from autograph.source.registry import code_objects
from autograph.source.scopes import scope_of
from autograph.source.trees import children, nodes_in, to_gast
from autograph.source.unwarned import unwarned

LISTING = frozenset(("locals", "vars", "dir"))
"""Builtins that, without arguments, return the names of the function that calls."""
SNAPSHOTS = sys.version_info >= (3, 13)
"""Whether each call returns a dict of its own; before, a function has one."""


def module_of(text: str, filename: str) -> Node:
    """Return the tree of a module in which calls are written out.

    Raises
    ------
    SyntaxError
        If the text is not valid Python.
    """
    plain = tree_of(text, filename)
    module = to_gast(plain)

    def compiled() -> CodeType:
        with unwarned(filename):
            return compile(plain, filename, "exec", dont_inherit=True)

    write_out(module, compiled)
    return module


def write_out_own(node: Node, function: FunctionType, owner: str | None) -> None:
    """Write the calls in the tree of a function out, in place.

    Parameters
    ----------
    node, function
        The tree, and the function.
    owner
        The class around it.
    """
    code = function.__code__
    if any(not LISTING.isdisjoint(each.co_names) for each in code_objects(code)):
        around = {*function.__globals__, *code.co_freevars}
        write_out(node, lambda: code, around, owner)


def write_out(
    tree: Node,
    compiled: Callable[[], CodeType],
    others: Container[str] = (),
    owner: str | None = None,
) -> None:
    """Write the calls in a tree out, in place.

    Parameters
    ----------
    tree
        A function, or a module.
    compiled
        Returns its code, which knows the order of the names.
    others
        Names that are bound around it.
    owner
        The class around it.
    """
    listing = [part for part in nodes_in(tree) if _lists(part)]
    own = {call.func.id for call in listing}
    own = {name for name in own if name not in others and not binds(tree, name)}
    calls = {id(call) for call in listing if call.func.id in own}
    if not calls:
        return
    outermost = compiled()
    codes: dict[tuple[str, int], list[CodeType]] = {}
    for code in code_objects(outermost)[1:]:
        codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)
    for node, inside in _functions(tree, owner):
        if node is tree:
            found = [outermost]
        else:
            marks = node.decorator_list or [node]
            found = codes.get((node.name, marks[0].lineno), [])
        if len(found) == 1:
            _in_function(node, found[0], calls, inside)


def _lists(node: Node) -> bool:
    """Whether a node is a call that lists names."""
    if not isinstance(node, gast.Call) or node.args or node.keywords:
        return False
    return isinstance(node.func, gast.Name) and node.func.id in LISTING


def _functions(tree: Node, owner: str | None) -> Iterator[tuple[Node, str | None]]:
    """Yield the functions of a tree, with the classes whose private names they have."""
    if isinstance(tree, gast.FunctionDef):
        yield tree, owner
    owner = tree.name if isinstance(tree, gast.ClassDef) else owner
    for part in children(tree):
        yield from _functions(part, owner)


def _in_function(
    node: Node, code: CodeType, calls: set[int], owner: str | None
) -> None:
    """Write out the calls of one function."""
    own = [part for part in own_parts(node.body) if id(part) in calls]
    if not own:
        return
    facts = NameFacts()
    scope = scope_of(node.args, node.body, facts)
    paths = BoundNames(facts, frozenset(map(id, own)))
    paths.block(node.body, dict.fromkeys(scope.parameters, Bound.YES))
    found = [(call, paths.found[id(call)]) for call in own if id(call) in paths.found]
    sure = [(call, state) for call, state in found if _is_sure(state)]
    if not SNAPSHOTS and (sure != found or _share_a_dict(node.body, sure)):
        return
    order = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    for call, state in sure:
        bound = {name for name in scope.local if state.get(name) is Bound.YES}
        written = {mangled(name, owner): name for name in bound}
        written |= dict(zip(code.co_freevars, code.co_freevars))
        _become(call, _listed(call.func.id, order, written))


def _is_sure(state: State) -> bool:
    """Whether it is known of each name if it is bound."""
    return set(state.values()) <= {Bound.YES, Bound.NO}


def _share_a_dict(body: list[Node], calls: list[tuple[Node, State]]) -> bool:
    """Whether the program could see that calls return one dict, changed by each.

    It cannot if all find the same names and only use the items, or if there is one
    call, which does not repeat.
    """
    repeated: set[int] = set()
    unpacked: set[int] = set()
    for part in own_parts(body):
        if isinstance(part, (gast.For, gast.While)):
            repeated.update(map(id, own_parts([*part.body, *part.orelse])))
        if isinstance(part, (gast.Starred, gast.Subscript)) or _is_double_star(part):
            unpacked.add(id(part.value))
        elif isinstance(part, gast.BinOp):
            unpacked.update((id(part.left), id(part.right)))
    found = {
        frozenset(name for name, bound in state.items() if bound is Bound.YES)
        for _, state in calls
    }
    dicts = [call for call, _ in calls if call.func.id != "dir"]
    kept = [id(call) for call in dicts if id(call) not in unpacked]
    again = len(calls) > 1 or not repeated.isdisjoint(kept)
    return len(found) > 1 or (bool(kept) and again)


def _is_double_star(node: Node) -> bool:
    return isinstance(node, gast.keyword) and node.arg is None


def _listed(function: str, order: tuple[str, ...], written: dict[str, str]) -> Node:
    """Return what a call is written out as.

    Parameters
    ----------
    function
        The name of what is called.
    order
        All names of the function, as its code has them, in order.
    written
        Those that are bound, with their names in the source.
    """
    names = [name for name in dict.fromkeys(order) if name in written]
    if function == "dir":
        return gast.List([constant(name) for name in sorted(names)], gast.Load())
    reads = [load(written[name]) for name in names]
    return gast.Dict([constant(name) for name in names], reads)


def _become(node: Node, other: Node) -> None:
    """Turn a node into another one, at the same place."""
    for part in nodes_in(same_place(other, node))[1:]:
        same_place(part, node)
    node.__class__ = type(other)
    node.__dict__.clear()
    node.__dict__.update(other.__dict__)
