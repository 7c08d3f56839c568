"""Arguments that change from call to call, so that one graph should serve them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autograph.polymorphic.differences import Difference
from autograph.polymorphic.leaves import map_leaves
from runtime.types import Array, Type, join, join_all, supported, type_of
from tracer.record.value_classes import NUMBERS_AND_TEXTS
from tracer.serve.origins import Argument, ItemOf, Origin
from tracer.values.container_items import is_long
from tracer.values.run_containers import LONG

VALUES_KEPT = 2
"""The number of values in one position that get a graph each, by default."""
GRAPHS_BY_CLASS = 4
"""How many graphs a function has before one serves ints and floats in one position."""
MIXED = frozenset((int, float))
"""The classes of numbers that one graph may serve."""
LONG_TEXT = 1000
"""Texts of more characters are values of the graph from the start."""
TAKEN_APART = 2000
"""The most items of lists that may be traced one by one where nothing else works."""
Path = Hashable


@dataclass(frozen=True)
class Attempt:
    """One way to trace a call.

    Attributes
    ----------
    bound, values : tuple
        The arguments, and these with types for what becomes a value of the graph.
    numbers, sizes : frozenset
        Further values, and lists and dicts, that become values of the graph: the paths
        of their origins.
    apart : bool
        Whether even long lists are traced item by item.
    originals : mapping
        The identity of the argument's own list or dict, by that of what `values` has
        for it.
    """

    bound: tuple[Any, ...]
    values: tuple[Any, ...]
    numbers: frozenset[Path] = frozenset()
    sizes: frozenset[Path] = frozenset()
    apart: bool = False
    originals: Mapping[int, int] = field(default_factory=dict)

    @property
    def varying(self) -> frozenset[Path]:
        """The paths of all that becomes a value of the graph."""
        return self.numbers | self.sizes


class Generalization:
    """The arguments that a function has been called with, by position.

    A Python number or text with too many different values becomes a symbol, and so do a
    long text, and a list or dict with another length or other keys. So a loop count, a
    step size or the rows of a table do not trace a graph each. Once there are several
    graphs, the next one serves ints and floats where both were met: several positions
    of which each is one or the other have many combinations.

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
        self._seen: dict[tuple[str, type], set[tuple[type, Any]]] = {}
        self._shapes: dict[str, Type] = {}
        self._kinds: dict[str, set[type]] = {}
        self._traces = 0
        self._plain: set[tuple[str, type]] = set()
        self._fixed: set[Path] = set()
        self._tried: set[tuple[str, type]] = set()
        self._changes: Counter[Path] = Counter()
        self._sizes: dict[Path, str] = {}
        self._inner: dict[Path, set[Path]] = {}
        self._apart = False

    def note(self, differences: Iterable[Difference]) -> None:
        """Record the differences of a call."""
        if self._reduce is False:
            return
        for each in differences:
            if each.is_value and not _is_leaf(each.origin):
                self._changes[each.origin.path] += 1
            if each.is_size:
                self._note_size(each.origin)

    def _note_size(self, origin: Origin) -> None:
        """Record a change of the size of a container.

        If several in one container change, that is left to the run as a whole.
        """
        if origin.path in self._fixed:
            return
        self._sizes[origin.path] = str(origin)
        if isinstance(origin, ItemOf) and type(origin.key) is int:
            inner = self._inner.setdefault(origin.base.path, set())
            inner.add(origin.path)
            if len(inner) > 1:
                self._note_size(origin.base)

    def first(self, bound: tuple[Any, ...]) -> Attempt:
        """Return the way to trace a call that is tried first."""
        if self._reduce is False:
            return Attempt(bound, bound, apart=self._apart)
        self._traces += 1
        kept = 1 if self._reduce else VALUES_KEPT
        often = {path for path, count in self._changes.items() if count >= kept}
        built: dict[int, Any] = {}
        return Attempt(
            bound,
            self.generalized(bound, built) or bound,
            frozenset(often - self._fixed),
            frozenset(self._sizes.keys() - self._fixed),
            self._apart,
            {id(made): real for real, made in built.items()},
        )

    def after(self, attempt: Attempt, whole: bool) -> Attempt | None:
        """Return the way to trace a call after one that is refused; None if all are.

        Parameters
        ----------
        attempt : Attempt
            The last way.
        whole : bool
            Whether it left long lists to the run.
        """
        bound = attempt.bound
        if self._tried or attempt.numbers:
            self.need_plain()
            self._fixed |= attempt.numbers
            return Attempt(bound, bound, sizes=attempt.sizes, apart=attempt.apart)
        if attempt.sizes:
            self._fixed |= attempt.sizes
            return Attempt(bound, bound, apart=attempt.apart)
        if not whole or attempt.apart or is_long(bound, TAKEN_APART):
            return None
        self._apart = True
        return Attempt(bound, bound, apart=True)

    def generalized(
        self, bound: tuple[Any, ...], built: dict[int, Any] | None = None
    ) -> tuple[Any, ...] | None:
        """Return the arguments with types for what changes; None if nothing does.

        See `map_leaves` for `built`.
        """
        self._tried = set()
        if self._reduce is False:
            return None
        named = dict(zip(self._names, bound, strict=True))
        general = map_leaves(self._leaf, named, whole=self._is_whole, built=built)
        return tuple(general.values()) if self._tried else None

    def _is_whole(self, value: Any, place: str) -> bool:
        """Whether a list is left to the run, which looks at its items."""
        if type(value) is not list:
            return False
        return place in self._sizes.values() or is_long(value, LONG)

    def _leaf(self, leaf: Any, place: str) -> Any:
        kind = type(leaf)
        key = (place, kind)
        if key in self._plain:
            return leaf
        if kind in NUMBERS_AND_TEXTS:
            long = kind in (str, bytes) and len(leaf) > LONG_TEXT
            if not long and self._is_kept(place, leaf):
                return leaf
            return self._type(place, kind, leaf)
        if self._reduce and kind is np.ndarray and supported(leaf.dtype):
            return self._shape(leaf, place, key)
        return leaf

    def _type(self, place: str, kind: type, leaf: Any) -> Type:
        """Return the type that a number or text has as a value of the graph."""
        kinds = {kind}
        if kind in MIXED:
            met = self._kinds.setdefault(place, set())
            met.add(kind)
            if self._reduce or self._traces > GRAPHS_BY_CLASS:
                kinds = met
        self._tried.update((place, each) for each in kinds)
        return join_all([type_of(leaf), *[type_of(each()) for each in kinds]])

    def _is_kept(self, place: str, value: Any) -> bool:
        """Whether a value is one of the few that get a graph each.

        Numbers of several classes count together: a number changes that is 8.0, 8.5
        and then 9.
        """
        kind = type(value)
        counted = kind if kind in (str, bytes) else complex
        seen = self._seen.setdefault((place, counted), set())
        kept = 1 if self._reduce else VALUES_KEPT
        if len(seen) <= kept:
            seen.add((kind, value))
        return len(seen) <= kept

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
        self._tried = set()


def _is_leaf(origin: Origin) -> bool:
    """Whether an origin leads through lists, tuples and dicts of an argument alone."""
    while isinstance(origin, ItemOf):
        origin = origin.base
    return isinstance(origin, Argument)
