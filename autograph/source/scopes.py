"""The names of one function: local, declared and captured ones."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from autograph.source.facts import (
    NameFacts,
    Names,
    names_of_others,
    own_statements,
    parameters_of,
)
from autograph.source.nodes import Node


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of a function.

    Parameters
    ----------
    parameters
        Its parameters, in order.
    local
        The names that are local to it.
    global_names, nonlocal_names
        The names that it declares so.
    captured
        Its local names that functions inside it use.
    """

    parameters: tuple[str, ...]
    local: Names
    global_names: Names
    nonlocal_names: Names
    captured: Names


def scope_of(arguments: Node, body: list[Node], facts: NameFacts) -> Scope:
    """Return the names of the function with these parameters and this body."""
    parameters = tuple(param.id for param in parameters_of(arguments))
    fact = facts.block(body)
    outer, shared = names_of_others(body)
    bare = {
        s.target.id
        for s in own_statements(body)
        if isinstance(s, gast.AnnAssign) and isinstance(s.target, gast.Name)
    }
    local = (fact.binds | frozenset(parameters) | bare) - outer - shared
    return Scope(parameters, local, outer, shared, fact.captured & local)
