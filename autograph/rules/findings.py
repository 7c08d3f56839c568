"""Constructs of a module that cannot be staged, by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import gast

from autograph.rules.fence import ASYNC, LOOKS, Entry
from autograph.rules.functions import yields
from autograph.rules.local_names import module_of
from autograph.rules.whole_functions import looks
from autograph.source.constructs import construct_of
from autograph.source.decorations import Decorations
from autograph.source.facts import NameFacts
from autograph.source.nodes import Node
from autograph.source.trees import children
from runtime.recursion_limit import deep_recursion


class Finding(NamedTuple):
    """A construct that cannot be staged.

    Parameters
    ----------
    line, column
        Its start: lines count from 1, columns from 0.
    code, message, hint
        The code of the error, the reason, and what to write instead.
    """

    line: int
    column: int
    code: str
    message: str
    hint: str


def findings(text: str, filename: str) -> list[Finding]:
    """List the constructs of a module that cannot be staged.

    Raises
    ------
    SyntaxError
        If the text is not valid Python.
    """
    with deep_recursion():
        module = module_of(text, filename)
        found = set(_search(module, NameFacts(), Decorations(module), within=False))
    return sorted(found)


def _search(
    node: Node, facts: NameFacts, decorations: Decorations, within: bool
) -> Iterator[Finding]:
    if isinstance(node, gast.AsyncFunctionDef):
        yield _found(node, ASYNC, f"{node.name!r}: ")
        within = False
    elif isinstance(node, (gast.FunctionDef, gast.Lambda)):
        within = not decorations.keeps(node)
        if yields(node) and decorations.traces(node):  # it runs in Python
            within = False
    elif within:
        for place, what, entry in refused_inside(node, facts):
            yield _found(place, entry, what)
    for child in children(node):
        yield from _search(child, facts, decorations, within)


def refused_inside(node: Node, facts: NameFacts) -> Iterator[tuple[Node, str, Entry]]:
    """Yield the parts of a node that cannot be staged: position, name and reason."""
    if isinstance(node, gast.Call) and (name := looks(node)):
        yield node, f"{name}(): ", LOOKS
    yield from construct_of(node).refused(node, facts)


def _found(node: Node, entry: Entry, what: str) -> Finding:
    place = (int(node.lineno), int(node.col_offset))
    return Finding(*place, entry.code, what + entry.why, entry.instead)
