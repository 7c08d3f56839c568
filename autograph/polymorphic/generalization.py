"""Arguments that change from call to call, so that one graph should serve them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np

from autograph.polymorphic.differences import Difference
from autograph.polymorphic.leaves import map_leaves
from runtime.types import Array, Type, join, supported, type_of
from tracer.serve.origins import Argument, ItemOf

VALUES_KEPT = 2
"""The number of values in one position that get a graph each, by default."""


class Generalization:
    """The arguments that a function has been called with, by position.

    A Python number with too many different values becomes a symbol. So a loop count or
    a step size does not trace a graph for each of its values.

    Parameters
    ----------
    names : sequence of str
        The names of the parameters.
    reduce_retracing : bool, optional
        True to generalize at the second value, and shapes too; False to generalize
        nothing.
    """

    def __init__(
        self, names: tuple[str, ...], reduce_retracing: bool | None = None
    ) -> None:
        self._names = names
        self._reduce = reduce_retracing
        self._seen: dict[tuple[str, type], set[Any]] = {}
        self._shapes: dict[str, Type] = {}
        self._plain: set[tuple[str, type]] = set()
        self._fixed: set[Hashable] = set()
        self._tried: set[tuple[str, type]] = set()
        self._changes: Counter[Hashable] = Counter()
        self.varying: frozenset[Hashable] = frozenset()
        """The origins, as paths, of further numbers that become symbols.

        They are attributes of arguments, and captured values.
        """

    def note(self, differences: Iterable[Difference]) -> None:
        """Record the differences of a call."""
        if self._reduce is False:
            return
        for each in differences:
            if each.is_number and not isinstance(each.origin, (Argument, ItemOf)):
                self._changes[each.origin.path] += 1
        kept = 1 if self._reduce else VALUES_KEPT
        often = {path for path, count in self._changes.items() if count >= kept}
        self.varying = frozenset(often - self._fixed)

    def generalized(self, bound: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Return the arguments with types for what changes; None if nothing does."""
        self._tried = set()
        if self._reduce is False:
            return None
        general = map_leaves(self._leaf, dict(zip(self._names, bound, strict=True)))
        return tuple(general.values()) if self._tried else None

    def _leaf(self, leaf: Any, place: str) -> Any:
        kind = type(leaf)
        key = (place, kind)
        if key in self._plain:
            return leaf
        if kind is int or kind is float:
            seen = self._seen.setdefault(key, set())
            kept = 1 if self._reduce else VALUES_KEPT
            if len(seen) <= kept:
                seen.add(leaf)
            if len(seen) <= kept:
                return leaf
            self._tried.add(key)
            return type_of(leaf)
        if self._reduce and kind is np.ndarray and supported(leaf.dtype):
            return self._shape(leaf, place, key)
        return leaf

    def _shape(self, leaf: Any, place: str, key: tuple[str, type]) -> Any:
        of = type_of(leaf)
        known = self._shapes.get(place, of)
        wide = join(known, of)
        if not (isinstance(wide, Array) and wide.shape is not None):
            known = wide = of  # another dtype or rank is another graph
        self._shapes[place] = wide
        if wide == of:
            return leaf
        self._tried.add(key)
        return wide

    @property
    def plain(self) -> list[str]:
        """The positions where the body needs the plain value."""
        return sorted({place for place, _ in self._plain})

    def need_plain(self) -> None:
        """Record that the body needs the plain values that were tried as symbols."""
        self._plain |= self._tried
        self._fixed |= self.varying
        self.varying = frozenset()
