"""What constructs share whose first region may end anywhere, by an exception.

The first region is *protected*: whatever in it may raise has to run, since somebody
looks on, and what the other regions read must not be overwritten in it. Its values are
not seen by the others; what they want to know of its progress goes through memory.
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
    """A construct whose results are what one of some regions yields."""

    def giving(self, node: Node) -> tuple[Region, ...]:
        """Give the regions that yield the results."""
        return node.regions[:1]

    @abstractmethod
    def clauses(self, node: Node) -> Iterator[Clause]:
        """Yield the parts of the statement that the plan writes, in order."""

    def columns(self, node: Node) -> tuple[Column, ...]:
        """Join each result with what the regions yield for it."""
        ends = [one.yields for one in self.giving(node) if one.yields is not None]
        return tuple(
            Column((result,), tuple(yields[position] for yields in ends))
            for position, result in enumerate(node.results)
        )

    def keep(self, node: Node, kept: Sequence[bool]) -> Node:
        """Drop results, and what the regions yield for them."""
        giving = self.giving(node)
        regions = tuple(
            replace(region, yields=chosen(region.yields, kept))
            if region in giving and region.yields is not None
            else region
            for region in node.regions
        )
        return replace(node, results=chosen(node.results, kept), regions=regions)

    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Give the arguments: classes of exceptions, or a manager."""
        return node.args

    def endless(self, node: Node) -> bool:
        """Say whether no region that gives the results comes to its end."""
        return all(region.yields is None for region in self.giving(node))

    def end_problems(self, node: Node) -> list[str]:
        """Check the numbers of results and of yields, and the mark of failure."""
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
