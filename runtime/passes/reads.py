"""Which names nodes and regions read, and which they bind inside."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.ir.nodes import Argument, Node, Region, Value, values_in


def names_in(arguments: tuple[Argument, ...]) -> set[str]:
    """Return the names of the values in arguments."""
    return {value.name for argument in arguments for value in values_in(argument)}


def reads_of(node: Node) -> set[str]:
    """Return the names that a node uses, its regions included."""
    found = {value.name for value in node.operands()}
    return found | reads_of_regions(node.regions)


def reads_of_regions(regions: tuple[Region, ...]) -> set[str]:
    """Return the names that regions use."""
    return set().union(*map(reads_of_region, regions)) if regions else set()


def reads_of_region(region: Region) -> set[str]:
    """Return the names that a region uses."""
    found = names_in(region.yields or ())
    for node in region.nodes:
        found |= reads_of(node)
    return found


def bound_inside(node: Node) -> Iterator[Value]:
    """Yield the values that the regions of a node bind."""
    for region in node.regions:
        yield from region.parameters
        for inner in region.nodes:
            yield from inner.results
            yield from bound_inside(inner)
