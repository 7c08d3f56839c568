"""The interface of control constructs, so that no pass needs to know their names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np

from runtime.ir.behavior import Structure
from runtime.ir.nodes import Argument, Constant, Node, Region
from runtime.ir.reading import Spelled
from runtime.ir.unbound import Unbound


class Frame(Protocol):
    """The values of one run of the interpreter."""

    def argument(self, argument: Argument) -> Any:
        """Return the current value of an argument."""

    def run(self, region: Region, parameters: Sequence[object]) -> tuple[Any, ...]:
        """Run a region and return the values it yields."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What remains of a construct whose path is known before the run.

    Parameters
    ----------
    nodes : tuple of Node
        The nodes that replace it.
    results : tuple of arguments, or None
        The arguments that replace its results; None if the end is never reached.
    parameters : mapping
        The arguments that replace the parameters named in the nodes.
    """

    nodes: tuple[Node, ...]
    results: tuple[Argument, ...] | None
    parameters: Mapping[str, Argument] = field(default_factory=dict)


class Construct(Structure, Spelled):
    """An operation with regions: its text, meaning, memory and plan in one place."""

    # What a row says of an operation, for the node itself without its regions.
    writes: tuple[int | str, ...] = ()
    returns: Literal["fresh", "shares", "same"] = "shares"
    reads = True
    reshapes = False
    effect = False
    keeps = False

    def fresh(self, node: Node) -> bool:
        """Whether the results are new memory: they are what the regions yield."""
        return False

    @abstractmethod
    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Run a node in the interpreter and return its results."""

    @abstractmethod
    def keep(self, node: Node, kept: Sequence[bool]) -> Node:
        """Return the node with only some of its columns."""

    def evaluated(self, node: Node) -> tuple[Argument, ...]:
        """Return the arguments in the order in which the plan evaluates them."""
        return node.args

    def settle(self, node: Node) -> Settled | None:
        """Return what remains of the node if its path is known; else None."""
        return None

    def endless(self, node: Node) -> bool:
        """Whether the code after the node is never reached."""
        return False


def known_truth(argument: Argument) -> bool | None:
    """Return the truth of a constant; None if it is unknown or testing it may raise.

    Examples
    --------
    >>> known_truth(Constant(0)), known_truth(Constant(np.zeros(2)))
    (False, None)
    """
    if not isinstance(argument, Constant):
        return None
    if isinstance(argument.value, (np.ndarray, Unbound)):
        return None
    return bool(argument.value)


def chosen(items: Sequence[Any], kept: Sequence[bool]) -> tuple[Any, ...]:
    """Return the items that are kept."""
    return tuple(item for item, keep in zip(items, kept, strict=True) if keep)
