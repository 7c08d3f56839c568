"""The control constructs of a graph: text, meaning, memory and plan, a file each."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping
from types import MappingProxyType

from runtime.constructs.base import Construct, Frame, Settled, known_truth
from runtime.constructs.cond import COND, Cond
from runtime.constructs.for_loop import FOR, For
from runtime.constructs.protected import Protected
from runtime.constructs.try_except import TRY, Try
from runtime.constructs.try_finally import FINALLY, Finally
from runtime.constructs.while_loop import WHILE, While
from runtime.constructs.with_manager import WITH, With

CONSTRUCTS: Mapping[str, Construct] = MappingProxyType(
    {construct.name: construct for construct in (COND, WHILE, FOR, TRY, FINALLY, WITH)}
)
"""All constructs by name."""


def construct_named(name: str) -> Construct:
    """Return the construct of a name; a pickled graph holds the names of its own."""
    return CONSTRUCTS[name]


def _pickled(construct: Construct) -> tuple[Callable[[str], Construct], tuple[str]]:
    return construct_named, (construct.name,)


for _construct in CONSTRUCTS.values():
    copyreg.pickle(type(_construct), _pickled)

__all__ = [
    "COND",
    "CONSTRUCTS",
    "FINALLY",
    "FOR",
    "TRY",
    "WHILE",
    "WITH",
    "Cond",
    "Construct",
    "Finally",
    "For",
    "Frame",
    "Protected",
    "Settled",
    "Try",
    "While",
    "With",
    "known_truth",
]
