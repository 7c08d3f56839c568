"""The description of a rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autograph.rules.walk import Walk
from autograph.source.nodes import Node

Rewrite = Callable[[Node, Walk], list[Node] | Node]


@dataclass(frozen=True)
class Rule:
    """How one kind of node is rewritten.

    Parameters
    ----------
    name
        The construct, which is also the name of the file.
    consumes
        The classes of nodes that it rewrites.
    rewrite
        Returns the new statements (or the new expression) for a node.
    """

    name: str
    consumes: tuple[type, ...]
    rewrite: Rewrite
