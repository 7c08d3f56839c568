"""Handing a place on, whole."""

from __future__ import annotations

from autograph.source.nodes import PLACE, Node


def same_place(node: Node, origin: Node) -> Node:
    """Give a node the place of the one it stands for."""
    for field in PLACE:
        setattr(node, field, getattr(origin, field))
    return node
