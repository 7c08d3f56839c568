"""How many turns loops have at most, by numbers that are known where a list is made."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.constructs import FOR
from runtime.constructs.carries import Loop
from runtime.ir.nodes import Argument, Constant, Node, Value, argument_type
from runtime.passes.lists.filled_lists import Bounds, Unsuited, is_whole
from runtime.passes.lists.list_uses import ListUses, Use
from runtime.types import INT, Array


class TurnLimits:
    """Finds bounds of ranges that are known at some places.

    Parameters
    ----------
    of : ListUses
        Where the values of a graph are bound.
    places : sequence of Use
        The places.
    """

    def __init__(self, of: ListUses, places: Sequence[Use]) -> None:
        self._of = of
        self._places = places

    def of_loop(self, node: Node) -> Bounds:
        """Return the bounds of a range with at least the turns of a loop.

        Raises
        ------
        Unsuited
            If none are known.
        """
        source = node.args[0]
        if isinstance(source, Value) and isinstance(source.type, Array):
            size = (source.type.shape or (None,))[0]
            if size is None:
                raise Unsuited
            return (Constant(size),)
        bounds = self._bounds(node)
        if len(bounds) == 1:
            bounds = (self._of_items(bounds[0]) or bounds[0],)
        if all(map(self._is_known, bounds)):
            return bounds
        start, stop, step = _three(bounds)
        up = _is_up(step)
        return self._limit(start, not up), self._limit(stop, up), step

    def _bounds(self, node: Node) -> Bounds:
        source = node.args[0]
        known = source.value if isinstance(source, Constant) else None
        if type(known) is range:
            return tuple(map(Constant, (known.start, known.stop, known.step)))
        made = self._maker(source)
        if made is None or made.operation.name != "range" or made.fails:
            raise Unsuited
        if not all(map(is_whole, made.args)):
            raise Unsuited
        return made.args

    def _is_known(self, argument: Argument) -> bool:
        return all(self._of.is_known_at(argument, each) for each in self._places)

    def _maker(self, argument: Argument) -> Node | None:
        name = argument.name if isinstance(argument, Value) else ""
        return self._of.makers.get(name)

    def _limit(self, number: Argument, upper: bool) -> Argument:
        """Return a number that is known, and that another one is not beyond."""
        items = self._of_items(number) if upper else None
        if items is not None or self._is_known(number):
            return items or number
        if not isinstance(number, Value) or argument_type(number) != INT:
            raise Unsuited
        around = self._loop_of(number)
        if around is not None:
            start, stop, step = _three(self._bounds(around))
            return self._limit(stop if _is_up(step) == upper else start, upper)
        made = self._maker(number)
        name = "" if made is None else made.operation.name
        if made is None or name not in _LIMITS:
            raise Unsuited
        left, right = made.args[:2]
        if name == "add":
            return self._of_sum(left, right, upper)
        if name == "subtract":
            return self._of_difference(left, right, upper)
        if upper is not (name == "minimum_of"):
            raise Unsuited
        for each in made.args:
            try:
                return self._limit(each, upper)
            except Unsuited:
                continue
        raise Unsuited

    def _loop_of(self, number: Argument) -> Node | None:
        """Return the loop whose element a number is."""
        bound = self._of.bound.get(getattr(number, "name", ""))
        if bound is None or bound.node.operation is not FOR:
            return None
        assert isinstance(bound.node.operation, Loop)
        own = number in bound.node.operation.elements(bound.node)
        return bound.node if own else None

    def _of_sum(self, left: Argument, right: Argument, upper: bool) -> Argument:
        if isinstance(left, Constant):
            left, right = right, left
        more = right.value if isinstance(right, Constant) else None
        if type(more) is not int:
            raise Unsuited
        around = self._loop_of(left)
        if upper and more == 1 and around is not None:
            _, stop, step = _three(self._bounds(around))
            if _is_up(step):
                return self._limit(stop, True)  # an element is less than it
        if more > 0 if upper else more < 0:
            raise Unsuited
        return self._limit(left, upper)

    def _of_difference(self, left: Argument, right: Argument, upper: bool) -> Argument:
        if not upper:
            raise Unsuited
        least = self._limit(right, False)
        number = least.value if isinstance(least, Constant) else None
        if type(number) is not int or number < 0:
            raise Unsuited
        return self._limit(left, True)

    def _of_items(self, number: Argument) -> Argument | None:
        """Return of how many items a mask takes so many; None for other numbers."""
        made = self._maker(number)
        if made is None or made.operation.name != "dimension":
            return None
        taken = self._maker(made.args[0])
        if taken is None or taken.operation.name != "getitem":
            return None
        array, mask = map(argument_type, taken.args)
        if not isinstance(array, Array) or not isinstance(mask, Array):
            return None
        size = (array.shape or (None,))[0]
        alike = mask.rank == 1 and mask.dtype.kind == "b"
        if not alike or size is None or made.args[1:] != (Constant(0),):
            return None
        return Constant(size)


_LIMITS = frozenset(("add", "subtract", "minimum_of", "maximum_of"))


def _three(bounds: Bounds) -> tuple[Argument, Argument, Argument]:
    """Return the start, stop and step of a range."""
    if len(bounds) == 1:
        return Constant(0), bounds[0], Constant(1)
    return bounds[0], bounds[1], bounds[2] if len(bounds) > 2 else Constant(1)


def _is_up(step: Argument) -> bool:
    """Whether a range goes up, or down."""
    size = step.value if isinstance(step, Constant) else None
    if type(size) is not int or size == 0:
        raise Unsuited
    return size > 0
