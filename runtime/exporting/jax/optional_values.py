"""Values that may be None, as two: whether there is one, and which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from runtime.building import Builder
from runtime.ir.nodes import Argument, Constant, Display, DisplayKind, Value
from runtime.ir.unbound import Unbound as UnboundValue
from runtime.ops import OPS
from runtime.types import (
    BOOL,
    NoneType,
    Tuple,
    Type,
    Unbound,
    join_all,
    members,
)


class NotApart(Exception):
    """A value that may be None, of which no two values can be made."""


@dataclass(frozen=True)
class Maybe:
    """Whether there is a value, and the value; any, if there is none."""

    there: Argument
    value: Tree


@dataclass(frozen=True)
class Parts:
    """The items of a tuple, or other display, of which some may be None."""

    items: tuple[Tree, ...]
    kind: DisplayKind = "tuple"


@dataclass(frozen=True)
class Masked:
    """Those items of an array that a mask takes.

    Parameters
    ----------
    array : Argument
        The whole array: the dimensions of the mask, then those of an item.
    mask : Argument
        The mask.
    rank : int
        How many dimensions there are, of which the first one is that of the items.
    mask_rank : int
        How many dimensions the mask has.
    plain : Argument, optional
        The items as they were taken.
    size : Argument, optional
        How many items there are, if they are the first ones.
    """

    array: Argument
    mask: Argument
    rank: int
    mask_rank: int
    plain: Argument | None = None
    size: Argument | None = None

    def with_array(self, array: Argument) -> Masked:
        """Return the same items of another array."""
        return replace(self, array=array)

    def count(self, of: Builder) -> Argument:
        """Return how many items there are."""
        if self.size is not None:
            return self.size
        found: Argument = of.sum(self.mask)
        return found

    def spread(self, of: Builder) -> Argument:
        """Return the mask with as many dimensions as the array."""
        mask = self.mask
        for _ in range(self.rank - 1):
            mask = of.expand_dims(mask, -1)
        return mask

    def packed(self, of: Builder) -> Argument:
        """Return an array that begins with the items."""
        mask, array = self.mask, self.array
        if self.size is not None:
            return array
        if self.mask_rank > 1:
            mask, array = of.ravel(mask), of.ravel(array)
        order = of.argsort(of.logical_not(mask), kind="stable")
        found: Argument = of.getitem(array, order)
        return found


Tree = Argument | Maybe | Parts | Masked
"""What stands for a value of the graph."""


@dataclass(frozen=True)
class Layout:
    """What values of a type become.

    Parameters
    ----------
    type : Type
        The type, without None.
    optional : bool
        Whether they may be None.
    parts : tuple of Layout or None
        The layouts of a tuple's items, if it does not stay one.
    nothing : bool
        Whether they are None whenever they are bound.
    """

    type: Type
    optional: bool
    parts: tuple[Layout, ...] | None = None
    nothing: bool = False

    @property
    def plain(self) -> bool:
        """Whether a value stays as it is."""
        return not self.optional and self.parts is None and not self.nothing

    def new(self, of: Builder, name: str) -> Tree:
        """Return new values, to be bound by a construct."""
        if self.nothing:
            return Constant(None)
        if self.optional:
            there = of.value(f"{name}_is_there", BOOL)
            inner = Layout(self.type, False, self.parts)
            return Maybe(there, inner.new(of, name))
        if self.parts is not None:
            return Parts(tuple(part.new(of, name) for part in self.parts))
        return of.value(name, self.type)

    def absent(self) -> Tree:
        """Return what stands for a value that is not there."""
        if self.nothing:
            return Constant(None)
        if self.optional:
            inner = Layout(self.type, False, self.parts)
            return Maybe(Constant(False), inner.absent())
        if self.parts is not None:
            return Parts(tuple(part.absent() for part in self.parts))
        return Constant(UnboundValue("nothing"))


def layout(of: Type) -> Layout:
    """Return what values of a type become.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> layout(parse_type("{None | float}")).optional
    True
    >>> layout(parse_type("(int; {None | float})")).parts[1].optional
    True
    >>> layout(parse_type("(int; float)")).plain
    True
    """
    others = [each for each in members(of) if not isinstance(each, NoneType)]
    known = [each for each in others if not isinstance(each, Unbound)]
    optional = bool(known) and len(others) < len(members(of))
    if not known and len(others) < len(members(of)):
        return Layout(of, False, nothing=True)
    kind = join_all(others) if optional else of
    tuples = [each for each in known if isinstance(each, Tuple)]
    if (
        tuples
        and len(tuples) == len(known)
        and len({len(t.items) for t in tuples}) == 1
    ):
        places = zip(*[each.items for each in tuples], strict=True)
        parts = tuple(layout(join_all(each)) for each in places)
        if not all(part.plain for part in parts):
            return Layout(kind, optional, parts)
    return Layout(kind, optional)


def leaves(tree: Tree) -> Iterator[Argument]:
    """Yield the values of a tree, in order."""
    if isinstance(tree, Maybe):
        yield tree.there
        yield from leaves(tree.value)
    elif isinstance(tree, Parts):
        for each in tree.items:
            yield from leaves(each)
    elif isinstance(tree, Masked):
        raise NotApart
    elif tree != Constant(None):
        yield tree


def fitted(tree: Tree, into: Layout, of: Builder) -> Tree:
    """Return a value as it is laid out elsewhere.

    Parameters
    ----------
    tree : Tree
        The value.
    into : Layout
        What it has to become.
    of : Builder
        Writes what takes the items of a tuple.
    """
    held = tree.value if isinstance(tree, Constant) else ...
    if type(held) is UnboundValue and not into.plain:
        return into.absent()
    if into.nothing and held is None:
        return tree
    if into.optional:
        if held is None:
            return into.absent()
        inner = Layout(into.type, False, into.parts)
        if isinstance(tree, Maybe):
            return Maybe(tree.there, fitted(tree.value, inner, of))
        return Maybe(Constant(True), fitted(tree, inner, of))
    if into.parts is not None:
        items = _items(tree, len(into.parts), of)
        pairs = zip(items, into.parts, strict=True)
        return Parts(tuple(fitted(each, part, of) for each, part in pairs))
    if isinstance(tree, (Maybe, Parts, Masked)):
        raise NotApart
    if isinstance(tree, Value) and layout(tree.type).optional:
        raise NotApart
    return tree


def _items(tree: Tree, count: int, of: Builder) -> Sequence[Tree]:
    """Return the items of a tuple."""
    found: Sequence[Tree] = ()
    if isinstance(tree, (Parts, Display)):
        found = tree.items
    elif isinstance(tree, Constant) and isinstance(tree.value, tuple):
        found = [Constant(each) for each in tree.value]
    elif isinstance(tree, Value):
        known = [each for each in members(tree.type) if not isinstance(each, Unbound)]
        if len(known) == 1 and isinstance(known[0], Tuple):
            found = [
                of.call(OPS["getitem"], (tree, place), of=each)
                for place, each in enumerate(known[0].items)
            ]
    if len(found) != count:
        raise NotApart
    return found
