"""Places of the source, reached by a chain of calls, and sets of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from runtime.errors import Span

CHAINS = 2
"""How many chains of calls that reach a place of the source are told apart."""


def position_of(site: Hashable) -> Hashable:
    """Return a place without the chain of calls that reaches it; None if it has none.

    The chain is what a place ends with: see `Stack.site`.
    """
    if not isinstance(site, tuple) or not site:
        return None
    *first, last = site
    if isinstance(last, Span):
        return tuple(first)
    inner = position_of(last)
    return None if inner is None else (*first, inner)


class Sites(set[Hashable]):
    """Places where something holds.

    To learn it for one chain of calls after the other takes a try of the trace each:
    after a few it holds for all of them.
    """

    def add(self, site: Hashable) -> None:
        """Add a place, or what else may be a key."""
        position = position_of(site)
        if position is not None and is_known_by_many(self, position):
            super().add(position)
        super().add(site)

    def update(self, *several: Iterable[Hashable]) -> None:
        """Add all places."""
        for sites in several:
            for site in sites:
                self.add(site)

    def __contains__(self, site: object) -> bool:
        if super().__contains__(site):
            return True
        position = position_of(site)
        return position is not None and super().__contains__(position)

    def issuperset(self, sites: Iterable[object]) -> bool:
        """Whether it holds in all of the places."""
        return all(site in self for site in sites)


def is_known_by_many(sites: Iterable[Hashable], position: Hashable) -> bool:
    """Whether so many chains of calls are known at a position that all count."""
    return sum(position_of(each) == position for each in sites) >= CHAINS
