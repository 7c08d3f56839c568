"""What the stages ask of any operation; rows and constructs answer in their own ways.

These are the words between `ir` and what stands on it: `ir` knows no table of
operations and no construct by name.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, cast

from runtime.ir.nodes import Argument, Constant, Node, Operation, Value


@dataclass(frozen=True, slots=True)
class Column:
    """One state of a construct: values that are always one of the sources.

    A result of a `cond` is what one of its arms yields; the parameter and the result of
    a loop are what it starts with or what its body yields.
    """

    targets: tuple[Value, ...]
    sources: tuple[Argument, ...]


class Behavior(Protocol):
    """What an operation does to memory and to the world, its regions not counted.

    `runtime.ops.row.Row` explains the words.
    """

    name: str
    writes: tuple[int | str, ...]
    returns: Literal["fresh", "shares", "same"]
    reads: bool
    effect: bool
    reshapes: bool
    keeps: bool


class Structure(Operation):
    """What a construct says of its nodes.

    Attributes
    ----------
    loops : bool
        Whether its regions may run again.
    chained : bool
        Whether a region may read the values of the region before it.
    """

    loops = False
    chained = False

    def guards(self, node: Node) -> bool:
        """Say whether what the first region raises decides which way the run goes on.

        Then all that may raise in it has to run.
        """
        return False

    @abstractmethod
    def region_names(self, node: Node) -> tuple[str, ...]:
        """Name each region, for people."""

    @abstractmethod
    def problems(self, node: Node) -> Iterator[str]:
        """Say what is wrong with the form of a node; types are checked by `columns`."""

    @abstractmethod
    def columns(self, node: Node) -> tuple[Column, ...]:
        """Give the states of a node that `keep` may drop, in order."""

    def fixed(self, node: Node) -> tuple[Column, ...]:
        """Give the states that `keep` never drops."""
        return ()

    @abstractmethod
    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Give the arguments, of the node and of its yields, that decide its path."""

    def aliases(self, node: Node) -> Iterator[tuple[Value, Argument]]:
        """Yield what may share memory beside the targets and sources of columns."""
        return iter(())

    def arriving(self, node: Node) -> tuple[Value, ...]:
        """Give the parameters that come from who knows where."""
        return ()

    def demanded(self, node: Node) -> bool:
        """Say whether the node must run even if nobody needs what it gives."""
        return node.fails


def behavior(node: Node) -> Behavior:
    """Give the flags of a node's operation."""
    return cast(Behavior, node.operation)


def structure(node: Node) -> Structure | None:
    """Give the construct of a node with regions; None for a row."""
    return cast(Structure, node.operation) if node.regions else None


def written_arguments(node: Node) -> list[Argument]:
    """Give the arguments whose memory a node writes; an absent ``out=`` is none."""
    found: list[Argument] = []
    for key in behavior(node).writes:
        if isinstance(key, int):
            found += node.args[key : key + 1]
        else:
            found += [argument for name, argument in node.kwargs if name == key]
    return [
        argument
        for argument in found
        if not (isinstance(argument, Constant) and argument.value is None)
    ]
