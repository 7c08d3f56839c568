"""Constructs whose first region may be left by an exception at any node.

The first region is *protected*. Every node in it that may raise must run, since the
exception is observed. It must not overwrite what the other regions read. The other
regions do not see its values: they learn its progress through memory.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.constructs.base import Construct, chosen
from runtime.ir.behavior import Column
from runtime.ir.nodes import Argument, Node, Region


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a construct as Python spells it: ``except kinds as error:``.

    Parameters
    ----------
    keyword : str
        The word it begins with.
    region : Region
        What stands in it. Its parameter, if it has one, is the name behind ``as``.
    subject : argument, optional
        What stands behind the keyword.
    gives : bool
        Whether the region yields the results.
    unbinds : bool
        Whether Python unbinds the name at the end.
    """

    keyword: str
    region: Region
    subject: Argument | None = None
    gives: bool = True
    unbinds: bool = False


class Protected(Construct):
    """A construct whose results are the yields of one of several regions."""

    def giving(self, node: Node) -> tuple[Region, ...]:
        """Return the regions that yield the results."""
        return node.regions[:1]

    @abstractmethod
    def clauses(self, node: Node) -> Iterator[Clause]:
        """Yield the parts of the statement that the plan writes, in order."""

    def columns(self, node: Node) -> tuple[Column, ...]:
        """Return a column for each result, with the regions' yields for it."""
        ends = [one.yields for one in self.giving(node) if one.yields is not None]
        return tuple(
            Column((result,), tuple(yields[position] for yields in ends))
            for position, result in enumerate(node.results)
        )

    def keep(self, node: Node, kept: Sequence[bool]) -> Node:
        """Return the node with only some of its results, and the yields for them."""
        giving = self.giving(node)
        regions = tuple(
            replace(region, yields=chosen(region.yields, kept))
            if region in giving and region.yields is not None
            else region
            for region in node.regions
        )
        return replace(node, results=chosen(node.results, kept), regions=regions)

    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Return the arguments: exception classes, or a context manager."""
        return node.args

    def endless(self, node: Node) -> bool:
        """Whether no region that yields the results reaches its end."""
        return all(region.yields is None for region in self.giving(node))

    def end_problems(self, node: Node) -> list[str]:
        """Check the numbers of results and of yields, and the failure flag."""
        count = len(node.results)
        found = [
            f"a region yields {len(region.yields)} arguments for {count} results"
            for region in self.giving(node)
            if region.yields is not None and len(region.yields) != count
        ]
        if self.endless(node) and node.results:
            found.append(f"a {self.name} that never ends cannot have results")
        if self.endless(node) and not node.fails:
            found.append(f'a {self.name} that never ends needs the mark "!"')
        return found
