"""Writes calls with columns and a number for each list of some groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runtime.building import Builder, Names
from runtime.constructs import COND
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    map_values,
)
from runtime.ops import OPS
from runtime.passes.known_numbers import calculated, turns_of
from runtime.passes.lists.filled_lists import MAKERS, Bounds, is_whole
from runtime.passes.lists.list_groups import (
    CHANGING,
    Group,
    known_items,
)
from runtime.passes.lists.list_uses import list_type
from runtime.types import (
    List,
    PythonScalar,
    Tuple,
    Type,
    members,
)


@dataclass(frozen=True)
class Room:
    """What stands for a list: its columns, and how many items it has.

    Parameters
    ----------
    columns : tuple of Argument
        The columns.
    count : Argument
        The number.
    fixed : bool
        Whether the columns have so many rows, always.
    """

    columns: tuple[Argument, ...]
    count: Argument
    fixed: bool

    def state(self) -> tuple[Argument, ...]:
        """Return what branches and loops hand on."""
        return self.columns if self.fixed else (*self.columns, self.count)

    def with_state(self, state: Sequence[Argument]) -> Room:
        """Return the list with other columns, and another number."""
        if self.fixed:
            return replace(self, columns=tuple(state))
        *columns, count = state
        return replace(self, columns=tuple(columns), count=count)


class RoomCalls:
    """Writes what makes lists, and what is asked of them.

    Parameters
    ----------
    graph : Graph
        The graph.
    groups : list of Group
        The groups of lists that become arrays.
    terms : dict
        How many items their lists get, by the identity of the groups: products.
    """

    def __init__(
        self,
        graph: Graph,
        groups: list[Group],
        terms: dict[int, list[tuple[int, tuple[Bounds, ...]]]],
    ) -> None:
        self._of = Builder(Names(graph))
        self._terms = terms
        self._groups = {name: each for each in groups for name in each.names}
        self._rooms: dict[str, Room] = {}
        self._replaced: dict[str, Argument] = {}
        self._ranges: dict[str, Node] = {}

    def _copy(self, node: Node) -> None:
        kwargs = tuple((key, self._argument(each)) for key, each in node.kwargs)
        args = self._arguments(node.args)
        self._of.nodes.append(replace(node, args=args, kwargs=kwargs))

    # Arguments

    def _arguments(self, arguments: Iterable[Argument]) -> tuple[Argument, ...]:
        return tuple(map(self._argument, arguments))

    def _argument(self, argument: Argument) -> Argument:
        return map_values(argument, self._value)

    def _value(self, value: Value) -> Argument:
        if value.name in self._rooms:
            return self._as_list(value)
        return self._replaced.get(value.name, value)

    def _room(self, argument: Argument) -> Room | None:
        name = argument.name if isinstance(argument, Value) else ""
        return self._rooms.get(name)

    def _as_list(self, value: Value) -> Argument:
        """Return a list as it is now."""
        of = list_type(value.type)
        assert of is not None
        following = iter(self._filled(self._rooms[value.name]))

        def items(of: Type) -> Argument:
            if isinstance(of, Tuple):
                return self._of.call(OPS["zip"], tuple(map(items, of.items)))
            column = next(following)
            if all(isinstance(each, PythonScalar) for each in members(of)):
                return self._of.call(OPS["array_tolist"], (column,))
            return column

        whole = items(of.element)
        if argument_type(whole) == of:
            return whole
        return self._of.call(OPS["list_new"], (whole,), of=of, name=value.base)

    # What is made

    def _make(self, node: Node, made: Value) -> None:
        group = self._groups[made.name]
        assert isinstance(made.type, List)
        columns, count = self._begun(node, made.type.element, group)
        if group.resized:
            first = count if group.first is None else Constant(group.first)
            room = calculated(self._of, "add", first, self._more(group))
            columns = tuple(
                self._grown(column, dtype, shape, count, room)
                for column, (dtype, shape) in zip(columns, group.columns, strict=True)
            )
        self._rooms[made.name] = Room(tuple(columns), count, not group.resized)

    def _begun(
        self, node: Node, of: Type, group: Group
    ) -> tuple[Sequence[Argument], Argument]:
        """Return the columns of a new list, and how many items it has."""
        name, args = node.operation.name, node.args
        if name == "multiply":
            given, times = args if is_whole(args[1]) else args[::-1]
            (item,) = known_items(given) or ()
            count = self._argument(times)
            if not isinstance(count, Constant):
                count = self._of.maximum_of(self._of.int(count), 0)
            elif isinstance(count.value, int):
                count = Constant(max(int(count.value), 0))
            leaves = zip(self._leaves(item, of), group.columns, strict=True)
            return [
                self._filled_with(leaf, count, *column) for leaf, column in leaves
            ], count
        if name == "add":
            parts = [self._part(each, of, group) for each in args]
            columns = [
                self._of.concatenate(list(pair))
                for pair in zip(*[each for each, _ in parts], strict=True)
            ]
            return columns, calculated(self._of, "add", parts[0][1], parts[1][1])
        if name == "array_tolist":
            array = self._argument(args[0])
            return [array], self._length_of(array)
        return self._part(args[0] if args else Constant(()), of, group)

    def _part(
        self, argument: Argument, of: Type, group: Group
    ) -> tuple[Sequence[Argument], Argument]:
        """Return the columns of an iterable, and how many items it has."""
        room = self._room(argument)
        if room is not None:
            return self._filled(room), room.count
        items = known_items(argument)
        if items is not None:
            rows = [self._leaves(each, of) for each in items]
            columns = [
                self._of.array([row[place] for row in rows], dtype.name)
                if rows
                else self._zeros(Constant(0), dtype, shape)
                for place, (dtype, shape) in enumerate(group.columns)
            ]
            return columns, Constant(len(items))
        made = self._ranges.get(argument.name) if isinstance(argument, Value) else None
        if made is not None:
            bounds = self._arguments(made.args)
            return [self._of.arange(*bounds)], turns_of(self._of, bounds)
        array = self._argument(argument)
        if isinstance(argument_type(array), List):
            array = self._of.array(array, group.columns[0][0].name)
        return [array], self._length_of(array)

    def _length_of(self, array: Argument) -> Argument:
        size = (getattr(argument_type(array), "shape", None) or (None,))[0]
        return self._of.len(array) if size is None else Constant(size)

    def _zeros(self, count: Argument, dtype: Any, shape: Sequence[int]) -> Argument:
        size = Display("tuple", (count, *map(Constant, shape)))
        return self._of.call(OPS["zeros"], (size, dtype.name), name="room")

    def _filled_with(
        self, item: Argument, count: Argument, dtype: Any, shape: Sequence[int]
    ) -> Argument:
        if isinstance(item, Constant) and item.value in (0, 0.0, False):
            return self._zeros(count, dtype, shape)
        size = Display("tuple", (count, *map(Constant, shape)))
        return self._of.call(OPS["full"], (size, item, dtype.name), name="room")

    def _grown(
        self,
        column: Argument,
        dtype: Any,
        shape: Sequence[int],
        count: Argument,
        room: Argument,
    ) -> Argument:
        """Return a column with room for more items."""
        whole = self._zeros(room, dtype, shape)
        if count == Constant(0):
            return whole
        until = Display("slice", (Constant(None), count, Constant(None)))
        return self._of.call(OPS["updated"], (whole, until, column), name="room")

    def _more(self, group: Group) -> Argument:
        total: Argument = Constant(0)
        for count, ranges in self._terms[id(group)]:
            term: Argument = Constant(count)
            for each in ranges:
                turns = turns_of(self._of, self._arguments(each))
                term = calculated(self._of, "multiply", term, turns)
            total = calculated(self._of, "add", total, term)
        return total

    # What is asked of a list, or changed

    def _ask(self, node: Node) -> bool:
        """Write what a call asks or changes of a list; return whether it does."""
        name = node.operation.name
        if name in ("contains", "contains_not") and self._room(node.args[1]):
            return self._contains(node)
        target = node.args[0] if node.args else None
        room = None if target is None else self._room(target)
        if room is None or not isinstance(target, Value):
            return False
        kind = list_type(target.type)
        assert kind is not None
        of = kind.element
        if name in CHANGING:
            self._change(node, target.name, room, of)
            return True
        if name == "len":
            found: Argument = room.count
        elif name in ("truth", "bool", "not_"):
            sign = "equal" if name == "not_" else "greater"
            found = self._calculated_test(sign, room.count)
        elif name == "getitem":
            found = self._item(room, self._argument(node.args[1]), of)
        else:
            return False
        self._replaced[node.results[0].name] = found
        return True

    def _calculated_test(self, sign: str, count: Argument) -> Argument:
        if isinstance(count, Constant):
            known: Any = count.value
            return Constant(known == 0 if sign == "equal" else known > 0)
        return self._of.call(OPS[sign], (count, 0))

    def _contains(self, node: Node) -> bool:
        room = self._room(node.args[1])
        assert room is not None
        if len(room.columns) > 1:
            return False
        (column,) = self._filled(room)
        same = self._of.equal(column, self._argument(node.args[0]))
        found = self._of.truth(self._of.any(same))
        if node.operation.name == "contains_not":
            found = self._of.call(OPS["not_"], (found,))
        self._replaced[node.results[0].name] = found
        return True

    def _filled(self, room: Room) -> Sequence[Argument]:
        """Return the columns as far as they are filled."""
        if room.fixed:
            return room.columns
        until = Display("slice", (Constant(None), room.count, Constant(None)))
        return [self._of.getitem(each, until) for each in room.columns]

    def _item(self, room: Room, index: Argument, of: Type) -> Argument:
        following = iter(self._filled(room))

        def item(of: Type) -> Argument:
            if isinstance(of, Tuple):
                return Display("tuple", tuple(map(item, of.items)))
            column = next(following)
            if isinstance(of, PythonScalar):
                found = self._of.call(OPS["getitem"], (column, index))
                return self._of.call(OPS[MAKERS[of.kind]], (found,))
            return self._of.call(OPS["getitem"], (column, index), of=of)

        return item(of)

    def _change(self, node: Node, name: str, room: Room, of: Type) -> None:
        call = node.operation.name
        if call == "list_append":
            leaves = self._leaves(self._argument(node.args[1]), of)
            limit = self._groups[name].limit
            if limit is not None:
                self._check_room(room, limit)
            columns = self._updated(room.columns, room.count, leaves)
            count = calculated(self._of, "add", room.count, Constant(1))
        elif call == "setitem":
            index = self._place(room, self._argument(node.args[1]))
            leaves = self._leaves(self._argument(node.args[2]), of)
            columns, count = self._updated(room.columns, index, leaves), room.count
        else:
            first = node.args[1:] == (Constant(0),)
            index = Constant(0 if first else -1)
            if node.results:
                found = self._item(room, index, of)
                self._replaced[node.results[0].name] = found
            columns = room.columns
            if first:
                columns = tuple(self._of.roll(each, -1, 0) for each in columns)
            count = calculated(self._of, "add", room.count, Constant(-1))
        self._rooms[name] = Room(tuple(columns), count, room.fixed)

    def _check_room(self, room: Room, limit: int) -> None:
        """Write the error of a list that gets more items than there is room for."""
        full = self._of.greater_equal(room.count, self._rows(room))
        outer, self._of = self._of, Builder(self._of.names)
        self._of.span = outer.span
        told = f"a list gets more than {limit} items: export with a larger room"
        self._of.raise_error(IndexError, (told,))
        raising, self._of = Region((), tuple(self._of.nodes), None), outer
        arms = (raising, Region((), (), ()))
        self._of.nodes.append(Node(COND, (full,), regions=arms, span=outer.span))

    def _rows(self, room: Room) -> Argument:
        """Return how many items there is room for."""
        column = room.columns[0]
        (size, *_) = getattr(argument_type(column), "shape", None) or (None,)
        return self._of.dimension(column, 0) if size is None else Constant(size)

    def _place(self, room: Room, index: Argument) -> Argument:
        """Return the place of an item, which has to be there."""
        if room.fixed:
            return index
        rows = self._rows(room)
        until = Display("slice", (Constant(None), room.count, Constant(None)))
        places = self._of.getitem(self._of.arange(rows), until)
        place: Argument = self._of.getitem(places, index)
        return place

    def _updated(
        self, columns: Sequence[Argument], index: Argument, leaves: Sequence[Argument]
    ) -> tuple[Argument, ...]:
        return tuple(
            self._of.call(
                OPS["updated"], (column, index, leaf), of=argument_type(column)
            )
            for column, leaf in zip(columns, leaves, strict=True)
        )

    def _leaves(self, item: Argument, of: Type) -> list[Argument]:
        """Return the numbers and arrays of an item."""
        if not isinstance(of, Tuple):
            return [self._argument(item)]
        parts: Iterable[Argument]
        if isinstance(item, Display):
            parts = item.items
        elif isinstance(item, Constant):
            held: Any = item.value
            parts = map(Constant, held)
        else:
            parts = [self._of.getitem(item, place) for place in range(len(of.items))]
        pairs = zip(parts, of.items, strict=True)
        return [leaf for part, kind in pairs for leaf in self._leaves(part, kind)]
