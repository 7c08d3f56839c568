"""Which lists can be arrays with room: what makes them, names them and changes them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from runtime.constructs import COND, FOR
from runtime.constructs.carries import Loop
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Value,
    argument_type,
    values_in,
)
from runtime.ops.row import Row
from runtime.passes.lists.filled_lists import (
    Bounds,
    Column,
    Unsuited,
    columns_of,
    is_whole,
)
from runtime.passes.lists.list_uses import ListUses, Use, is_list, list_type
from runtime.passes.lists.turn_limits import TurnLimits
from runtime.types import Array, Tuple, members

RESIZING = ("list_append", "list_pop")
CHANGING = ("setitem", *RESIZING)
TESTING = ("truth", "not_", "bool")
ASKING = ("len", "truth", "not_", "bool", "getitem")
COPYING = ("list_new", "list_copy")


@dataclass(eq=False)
class Group:
    """Lists that may be one and the same: names that branches and loops give on.

    Parameters
    ----------
    names : set of str
        The names.
    columns : tuple
        The dtype and shape of each number and array in an item.
    made : list of Node
        What makes them.
    resized : bool
        Whether they get or lose items.
    first : int, optional
        How many items they begin with at most, where several are one.
    limit : int, optional
        How many more items they may get, where that is not known before.
    """

    names: set[str] = field(default_factory=set)
    columns: tuple[Column, ...] = ()
    made: list[Node] = field(default_factory=list)
    resized: bool = False
    first: int | None = None
    limit: int | None = None


class ListGroups:
    """Finds the groups of lists of a graph.

    Parameters
    ----------
    graph : Graph
        The graph.
    alike : bool
        Whether numbers of Python may become those of NumPy.
    """

    def __init__(self, graph: Graph, alike: bool) -> None:
        self._alike = alike
        self._of = ListUses(graph)

    def groups(self) -> list[Group]:
        """Return the groups that can be arrays."""
        found: defaultdict[str, Group] = defaultdict(Group)
        for name in self._of.types:
            found[self._of.root(name)].names.add(name)
        return [each for each in found.values() if self._suits(each)]

    # What suits

    def _suits(self, group: Group) -> bool:
        types = {list_type(self._of.types[name].type) for name in group.names}
        if len(types) != 1:
            return False
        (of,) = types
        assert of is not None
        try:
            group.columns = tuple(columns_of(of.element, self._alike))
            if self._of.writes and any(shape for _, shape in group.columns):
                return False  # a list holds arrays, not what they held
            self._read(group)
        except Unsuited:
            return False
        return True

    def _read(self, group: Group) -> None:
        changes = False
        if group.names & self._of.kept:
            raise Unsuited
        for name in sorted(group.names):
            self._check_made(group, name)
            for use in self._of.uses[name]:
                if isinstance(use.node.operation, Row):
                    changes |= self._check_call(group, name, use)
                elif not self._is_given_on(name, use.node):
                    raise Unsuited
            self._check_alone(name)
            for target in self._of.tested[name]:
                rows = {each.node.operation.name for each in self._of.uses[target]}
                if (
                    not rows <= {*TESTING}
                    or target in self._of.yielded | self._of.passed
                ):
                    raise Unsuited
        several = len(group.names) > 1
        if not group.made or not (changes or several):
            raise Unsuited
        if several:
            self._measure(group)

    def _measure(self, group: Group) -> None:
        """Find how many items the lists of a group begin with."""
        found = []
        for node in group.made:
            own = [each for each in node.operands() if each.name in group.names]
            if own and (group.resized or node.operation.name not in COPYING):
                raise Unsuited
            if not own:
                found.append(self._first_count(node))
        if not found or (not group.resized and len(set(found)) > 1):
            raise Unsuited
        group.first = max(found)

    def _first_count(self, node: Node) -> int:
        """Return how many items a list begins with."""
        args = node.args
        if node.operation.name == "multiply":
            counts = [each.value for each in args if isinstance(each, Constant)]
            known = [each for each in counts if isinstance(each, (int, np.integer))]
            if known:
                return max(int(known[0]), 0)
        elif node.operation.name in COPYING:
            items = known_items(args[0]) if args else ()
            if items is not None:
                return len(items)
            made = self._of.makers.get(getattr(args[0], "name", ""))
            if made is not None and made.operation.name == "range":
                bounds: list[Any] = [getattr(each, "value", ...) for each in made.args]
                if ... not in bounds:
                    return len(range(*bounds))
        raise Unsuited

    def _check_made(self, group: Group, name: str) -> None:
        node = self._of.makers.get(name)
        if node is None and name not in self._of.made:
            raise Unsuited  # the caller's
        if node is None or not isinstance(node.operation, Row):
            return
        if not is_made_with_room(node, self._of.makers):
            raise Unsuited
        group.made.append(node)

    def _check_call(self, group: Group, name: str, use: Use) -> bool:
        """Check a call; return whether it changes the list in a branch or loop."""
        node, made = use.node, self._of.made[name]
        row = node.operation.name
        others = [*node.args[1:], *(each for _, each in node.kwargs)]
        alone = isinstance(node.args[0], Value) and node.args[0].name == name
        if any(v.name == name for each in others for v in values_in(each)):
            found = row in ("contains", "contains_not") and _is_found(node, group)
            if not found and not _only_reads(node):
                raise Unsuited
            return False
        if not alone:
            if not _only_reads(node):
                raise Unsuited
            return False
        if row not in CHANGING:
            if row not in ASKING and row not in COPYING and not _only_reads(node):
                raise Unsuited
            if row == "getitem" and not is_whole(node.args[1]):
                raise Unsuited
            return False
        self._check_change(group, node)
        return use.around != made.around

    def _check_change(self, group: Group, node: Node) -> None:
        name, target = node.operation.name, node.args[0]
        assert isinstance(target, Value)
        of = list_type(target.type)
        assert of is not None
        group.resized |= name in RESIZING
        if name == "setitem" and not is_whole(node.args[1]):
            raise Unsuited
        if name == "list_pop" and node.args[1:] not in (
            (),
            (Constant(-1),),
            (Constant(0),),
        ):
            raise Unsuited
        if name in ("setitem", "list_append"):
            item = argument_type(node.args[-1])
            if item != of.element:
                if not self._alike or item not in members(of.element):
                    raise Unsuited

    def _is_given_on(self, name: str, node: Node) -> bool:
        """Whether a construct takes a list as what it carries, or goes over it."""
        if node.operation is COND:
            return False
        if node.operation is FOR:
            source, *starts = node.args
            if isinstance(source, Value) and source.name == name:
                root = self._of.root(name)
                changes = any(
                    inner.operation.name in CHANGING
                    and any(self._of.root(v.name) == root for v in inner.operands())
                    for body in node.regions
                    for inner in body.walk()
                )
                return not changes and name not in [
                    each.name for one in starts for each in values_in(one)
                ]
        return all(
            isinstance(each, Value) or name not in [v.name for v in values_in(each)]
            for each in node.args
        )

    def _check_alone(self, name: str) -> None:
        """Check that nobody uses a list by a name that it had before."""
        for given, target in self._of.given[name]:
            made = self._of.made.get(name)
            if not target or made is None:
                raise Unsuited
            node = given.node
            if isinstance(node.operation, Loop):
                own = {each.name for each in node.operation.states(node)}
                if name in own:
                    continue  # it stays as it is
            loops = [each for each in given.around if each[0].operation is not COND]
            inside = any(each is node for each, _ in made.around)
            before = [each for each in made.around if each[0].operation is not COND]
            if not inside and before != loops:
                raise Unsuited
            end = self._of.ends[id(node)]
            start = given.at if isinstance(node.operation, Loop) else end
            after = end if inside else start
            uses = [each.at for each in self._of.uses[name] if each.node is not node]
            if any(at > after for at in uses) or self._of.yielded.get(name, 0) > after:
                raise Unsuited
            if sum(1 for other, _ in self._of.given[name] if other is given) > 1:
                raise Unsuited

    # How many items there are

    def terms(self, group: Group) -> list[tuple[int, tuple[Bounds, ...]]]:
        """Return the products whose sum is how many items a list of a group gets.

        Raises
        ------
        Unsuited
            If that is not known before.
        """
        places = [self._of.made[node.results[0].name] for node in group.made]
        limits = TurnLimits(self._of, places)
        found = []
        for name in sorted(group.names):
            for use in self._of.uses[name]:
                if use.node.operation.name != "list_append":
                    continue
                if use.node.args[0] != self._of.types[name]:
                    continue
                found.append((1, self._turns(name, use, limits)))
        return found

    def _turns(self, name: str, use: Use, limits: TurnLimits) -> tuple[Bounds, ...]:
        """Return the bounds of the loops between what makes a list and its item."""
        within = {id(each) for each, _ in self._of.made[name].around}
        found = []
        for node, _ in use.around:
            if node.operation is COND or id(node) in within:
                continue
            if node.operation is not FOR:
                raise Unsuited
            found.append(limits.of_loop(node))
        return tuple(found)


def _is_found(node: Node, group: Group) -> bool:
    """Whether a whole number is looked for: a NaN is found if it is the same one."""
    kinds = [dtype.kind for dtype, _ in group.columns]
    return is_whole(node.args[0]) and len(kinds) == 1 and kinds[0] in "iu"


def _only_reads(node: Node) -> bool:
    """Whether a call looks at a list, and keeps nothing of it."""
    row = node.operation
    assert isinstance(row, Row)
    # An array is never the list that it is made of.
    copies = row.returns == "same" and all(
        isinstance(each.type, Array) for each in node.results
    )
    return (
        row.reads
        and (row.returns == "fresh" or copies)
        and not (row.holds or row.writes or row.keeps or row.effect)
        and not any(map(is_list, node.results))
        and not any(isinstance(each.type, Tuple) for each in node.results)
    )


def is_made_with_room(node: Node, makers: dict[str, Node]) -> bool:
    """Whether a list is made of items that are known, of numbers or of another one."""
    name, args = node.operation.name, node.args
    if node.fails or node.kwargs:
        return False
    if name == "multiply":
        items, count = args if is_whole(args[1]) else args[::-1]
        return len(known_items(items) or ()) == 1 and is_whole(count)
    if name == "array_tolist":
        of = argument_type(args[0])
        return isinstance(of, Array) and of.rank == 1 and of.dtype.kind in "biufc"
    if name == "add":
        return all(known_items(each) is not None or _is_lists(each) for each in args)
    if name not in COPYING or len(args) > 1:
        return False
    if not args or known_items(args[0]) is not None or _is_lists(args[0]):
        return True
    of = argument_type(args[0])
    if isinstance(of, Array):
        return of.rank == 1
    made = makers.get(args[0].name) if isinstance(args[0], Value) else None
    return made is not None and made.operation.name == "range" and not made.fails


def _is_lists(argument: Argument) -> bool:
    return isinstance(argument, Value) and is_list(argument)


def known_items(argument: Argument) -> tuple[Argument, ...] | None:
    """Return the items of a list or tuple that is written down; None for others."""
    if isinstance(argument, Display):
        return argument.items if argument.kind in ("list", "tuple") else None
    if isinstance(argument, Constant) and isinstance(argument.value, (list, tuple)):
        return tuple(map(Constant, argument.value))
    return None
