"""The structural nodes: one file each for text, meaning, memory and plan."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from runtime.constructs.base import Construct, Frame, Settled, known_truth
from runtime.constructs.cond import COND, Cond
from runtime.constructs.for_loop import FOR, For
from runtime.constructs.while_loop import WHILE, While

CONSTRUCTS: Mapping[str, Construct] = MappingProxyType(
    {construct.name: construct for construct in (COND, WHILE, FOR)}
)
"""All structural operations by name."""

__all__ = [
    "COND",
    "CONSTRUCTS",
    "FOR",
    "WHILE",
    "Cond",
    "Construct",
    "For",
    "Frame",
    "Settled",
    "While",
    "known_truth",
]
