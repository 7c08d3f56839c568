"""The axes of batches: one for all leaves of a value, or nested as the value is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from autograph.gradients.structures import is_within
from runtime.ir.behavior import written_arguments
from runtime.ir.nodes import Node, Region, values_in
from tracer.errors import user_error

Axes = int | None | Sequence[Any] | Mapping[Any, Any]


def axes_by_place(
    axes: Axes, places: Iterable[str], container: str, what: str
) -> dict[str, int | None]:
    """Return the axis of each leaf of a value by its place.

    Parameters
    ----------
    axes : int, None, sequence or mapping
        An axis for all leaves, or nested axes.
    places : iterable of str
        The places of the leaves.
    container : str
        The place of the value.
    what : str
        How the user calls the axes: ``in_axes`` or ``out_axes``.

    Raises
    ------
    ValueError
        If the axes are nested otherwise than the value, or are no numbers.
    """
    told = dict(_by_place(axes, container, what))
    found: dict[str, int | None] = {}
    used = set()
    for place in places:
        for holder, axis in told.items():
            if not holder or place == holder or is_within(place, holder):
                found[place] = axis
                used.add(holder)
                break
        else:
            raise user_error(ValueError(f"{what} say nothing of {_told(place)}"))
    for holder in told:
        if holder not in used and holder != container:
            raise user_error(
                ValueError(f"{what} are given for {_told(holder)}, which is not there")
            )
    return found


def _by_place(axes: Axes, place: str, what: str) -> Iterator[tuple[str, int | None]]:
    if isinstance(axes, Mapping):
        for key, each in axes.items():
            yield from _by_place(each, f"{place}[{key!r}]", what)
    elif isinstance(axes, (tuple, list)):
        for at, each in enumerate(axes):
            yield from _by_place(each, f"{place}[{at}]", what)
    elif axes is None or type(axes) is int:
        yield place, axes
    else:
        raise user_error(
            ValueError(
                f"{what} are numbers or None, nested as values are: not {axes!r}"
            )
        )


def _told(place: str) -> str:
    return f"the result{place}" if place.startswith("[") else place or "the result"


def following(nodes: Sequence[Node], names: Iterable[str]) -> set[str] | None:
    """Return the names of what nodes compute from some values.

    None if they write or have effects: then what they compute may vary all the same.

    Parameters
    ----------
    nodes : sequence of Node
        The nodes, in order.
    names : iterable of str
        The names of the values.
    """
    found = set(names)
    for node in nodes:
        inner = [node, *(one for each in node.regions for one in each.walk())]
        if any(written_arguments(one) or _has_effect(one) for one in inner):
            return None
        used = {value.name for one in inner for value in one.operands()}
        used |= {name for one in inner for name in _yielded(one.regions)}
        if used & found:
            found |= {result.name for result in node.results}
    return found


def _has_effect(node: Node) -> bool:
    return node.fails or bool(getattr(node.operation, "effect", False))


def _yielded(regions: Sequence[Region]) -> Iterator[str]:
    for region in regions:
        for argument in region.yields or ():
            yield from (value.name for value in values_in(argument))
