"""Calls of what may look at its callers, from code that the plan has inlined.

A plan is one function. Where it has inlined another one of the user's, the frames that
a called function finds would lack that one: `logging` would write another place, and
``warnings.warn(…, stacklevel=2)`` warn of it. So such a call goes through functions
that have the names and positions of those inlined, and do nothing else.
"""

from __future__ import annotations

import ast
import cmath
import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial, update_wrapper
from types import BuiltinMethodType, CodeType, FunctionType
from typing import Any

from runtime.errors import Span
from runtime.frames import CALLED, is_ours
from runtime.ir.callee import Callee
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Region, Value
from runtime.types import AnyType, Object, members

_TEXT = "def inlined(called, /, *args, **kwargs): return called(*args, **kwargs)"
Calling = Callable[..., Any]


def calling_at(span: Span | None, called: Argument) -> Calling | None:
    """Return a function that calls from a position, None if the plan's frame suits.

    Parameters
    ----------
    span : Span, optional
        The position.
    called : Argument
        What is called, or whose method is.
    """
    if span is None or span.caller is None or not _may_look(called):
        return None
    return calling_through(span, whole=False)


def _may_look(called: Argument) -> bool:
    """Whether Python code may run that looks at its callers."""
    if isinstance(called, Constant):
        if isinstance(called.value, Callee):
            return True
        code = getattr(called.value, "__code__", None)
        return isinstance(code, CodeType) and not is_ours(code)
    return isinstance(called, Value) and any(
        isinstance(each, (AnyType, Object)) for each in members(called.type)
    )


def calls_from(called: Any, calling: Calling) -> Calling:
    """Return what calls a function from a position: itself, if it is one written in C.

    Examples
    --------
    >>> calls_from({}.items, print)
    <built-in method items of dict object at ...>
    """
    if type(called) is BuiltinMethodType:
        if type(called.__self__) in _IN_C or called in _OF_NUMBERS:
            return called
    return partial(calling, called)


def looks_at_no_caller(called: Any) -> bool:
    """Whether a function is one written in C that calls nothing but operators.

    Examples
    --------
    >>> looks_at_no_caller(chr), looks_at_no_caller(sorted)
    (True, False)
    """
    return calls_from(called, partial) is called


def with_known_functions(graph: Graph, known: Mapping[str, object]) -> Graph:
    """Return a graph whose plan calls some of its captures at once.

    Parameters
    ----------
    graph : Graph
        Any graph.
    known : mapping
        The captured objects, by the names of their values.
    """
    free = {name: each for name, each in known.items() if looks_at_no_caller(each)}
    if not free:
        return graph

    def changed(node: Node) -> Node:
        args = node.args
        if node.operation.name == "call" and isinstance(args[0], Value):
            if args[0].name in free:
                args = (Constant(free[args[0].name]), *args[1:])
        return replace(node, args=args, regions=tuple(map(within, node.regions)))

    def within(region: Region) -> Region:
        return replace(region, nodes=tuple(map(changed, region.nodes)))

    return replace(graph, region=within(graph.region))


_IN_C = frozenset((bytes, complex, dict, float, frozenset, int, list, set, str, tuple))
"""The classes of Python's whose methods look at no caller."""
_OF_NUMBERS = frozenset(
    each
    for module in (math, cmath)
    for each in vars(module).values()
    if isinstance(each, BuiltinMethodType)
) | {abs, bin, callable, chr, divmod, hex, id, oct, ord, pow, round}
"""Functions of Python's library that look at no caller."""


@lru_cache(maxsize=1024)
def calling_through(span: Span, whole: bool = True) -> Calling:
    """Return a function that calls through all functions at a position.

    Parameters
    ----------
    span : Span
        The position.
    whole : bool
        Whether the function that was compiled is one of them.
    """
    calling: Calling | None = None
    place: Span | None = span
    while place is not None and (whole or place.caller is not None):
        name = f"in_{place.function}"
        own = FunctionType(_code_at(place), _globals_of(place.file), name)
        if calling is None:
            calling = own
        else:
            calling = update_wrapper(partial(own, calling), calling)
        place = place.caller
    assert calling is not None
    return calling


def _code_at(place: Span) -> CodeType:
    """Return the code of a function that makes a call at a position."""
    tree = ast.parse(_TEXT)
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.stmt, ast.arg)):
            node.lineno = node.end_lineno = place.line
    tree.body[0].lineno = min(place.first or place.line, place.line)
    module = compile(tree, place.file, "exec", dont_inherit=True)
    code = next(each for each in module.co_consts if isinstance(each, CodeType))
    name = place.function or code.co_name
    named = code.replace(co_name=name, co_qualname=name)
    return named.replace(co_varnames=(CALLED, *code.co_varnames[1:]))


def _globals_of(file: str) -> dict[str, Any]:
    """Return the globals of the module of a file, where warnings are noted."""
    for module in list(sys.modules.values()):
        space = getattr(module, "__dict__", {})
        if space.get("__file__") == file:
            found: dict[str, Any] = space
            return found
    return {"__name__": "__main__"}
