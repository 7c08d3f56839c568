"""The types of what comes of dicts and sets of numbers.

The graph says nothing of their keys and items: that follows from what is put into them,
and so does the type of what is computed from these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.try_except import TRY
from runtime.constructs.while_loop import WHILE
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
    values_in,
)
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.regions.table_operations import (
    VIEWS,
    NumberTable,
    are_numbers,
    method_of,
    missing,
    table_of,
)
from runtime.types import (
    ANY,
    NEVER,
    NONE,
    UNBOUND,
    AnyType,
    List,
    Never,
    Tuple,
    Type,
    Union,
    join,
    join_all,
    members,
)

_ROUNDS = 12


class Typing:
    """Finds the types of what comes of some dicts and sets."""

    def __init__(self, graph: Graph, made: dict[str, str]) -> None:
        self._graph = graph
        self._made = made
        self._keys: dict[str, Type] = dict.fromkeys(made, NEVER)
        self._items: dict[str, Type] = {
            name: NONE if maker == "set_new" else NEVER for name, maker in made.items()
        }
        self._missing = {
            node.results[0].name: missing(node)
            for node in graph.nodes()
            if node.results and node.results[0].name in made
        }
        self._cells = set(_cells(graph))
        self._views: dict[str, tuple[str, str]] = {}
        self._types: dict[str, Type] = {}
        self._changed = True

    def tables(self) -> dict[str, NumberTable]:
        """Return what each of them holds."""
        for _ in range(_ROUNDS):
            if not self._changed:
                break
            self._changed = False
            self._keep(self._graph.region.parameters)
            self._through(self._graph.region)
        if self._changed:  # the types do not settle
            self._keys = dict.fromkeys(self._made, ANY)
        return {
            name: NumberTable(
                self._keys[name],
                self._items[name],
                self._missing[name],
                keeps=maker == "defaultdict_new",
            )
            for name, maker in self._made.items()
        }

    def graph(self) -> Graph:
        """Return the graph with the types that were found."""
        return replace(self._graph, region=self._typed(self._graph.region))

    def _typed(self, region: Region) -> Region:
        nodes = [
            replace(
                node,
                args=tuple([self._argument(each) for each in node.args]),
                kwargs=tuple([(key, self._argument(v)) for key, v in node.kwargs]),
                results=tuple(map(self._value, node.results)),
                regions=tuple(map(self._typed, node.regions)),
            )
            for node in region.nodes
            if not self._ends_number(node)
        ]
        parameters = tuple(map(self._value, region.parameters))
        yields = region.yields
        if yields is not None:
            yields = tuple(map(self._argument, yields))
        return Region(parameters, tuple(nodes), yields)

    def _ends_number(self, node: Node) -> bool:
        """Whether a node only says where a value ends whose end nobody sees."""
        if node.operation.name != "let_go" or node.results:
            return False
        if table_of(node, self._made):
            return True
        return all(are_numbers(self._type(each)) for each in node.args)

    # Types

    def _value(self, value: Value) -> Value:
        if value.name in self._cells:
            return Value(value.name, List(self._types.get(value.name, NEVER)))
        if not _is_open(value.type):
            return value
        return Value(value.name, self._types.get(value.name, NEVER))

    def _argument(self, argument: Argument) -> Argument:
        return map_values(argument, self._value)

    def _type(self, argument: Argument) -> Type:
        return argument_type(self._argument(argument))

    def _set(self, value: Value, of: Type) -> None:
        if _is_open(value.type) or value.name in self._cells:
            self._types[value.name] = self._wider(self._types.get(value.name), of)

    def _wider(self, before: Type | None, of: Type) -> Type:
        after = of if before is None else join(before, of)
        self._changed = self._changed or after != before
        return after

    def _keep(self, values: Sequence[Value]) -> None:
        for value in values:
            self._set(value, value.type)

    # Nodes

    def _through(self, region: Region) -> list[Type] | None:
        """Find the types of a region; return those of what it yields."""
        for node in region.nodes:
            self._node(node)
        return None if region.yields is None else list(map(self._type, region.yields))

    def _node(self, node: Node) -> None:
        own = table_of(node, self._made)
        if own:
            self._of_table(node, own)
        elif node.results and node.results[0].name in self._made:
            for display in node.args:
                pairs = display.items if isinstance(display, Display) else ()
                for key, item in zip(pairs[::2], pairs[1::2], strict=True):
                    self._put(node.results[0].name, self._type(key))
                    self._hold(node.results[0].name, self._type(item))
        elif node.operation in (FOR, WHILE):
            self._loop(node)
        elif node.regions:
            found = []
            for region in node.regions:
                self._keep(region.parameters)
                found.append(self._through(region))
            if node.operation in (COND, TRY):
                for number, result in enumerate(node.results):
                    given = [each[number] for each in found if each is not None]
                    self._set(result, join_all(given))
            else:
                self._keep(node.results)
        else:
            self._row(node)

    def _put(self, own: str, key: Type) -> None:
        self._keys[own] = self._wider(self._keys[own], key)

    def _hold(self, own: str, item: Type) -> None:
        self._items[own] = self._wider(self._items[own], item)

    def _of_table(self, node: Node, own: str) -> None:
        item = self._items[own]
        name = node.operation.name
        zero = self._missing[own]
        if name == "getitem" and zero is not None:
            item = join(item, zero)
            if self._made[own] == "defaultdict_new":
                self._put(own, self._type(node.args[1]))
                self._hold(own, zero)
        elif name == "setitem":
            self._put(own, self._type(node.args[1]))
            self._hold(own, self._type(node.args[2]))
        elif name == "call_method":
            method, given = method_of(node), node.args[2:]
            if method in VIEWS:
                self._views[node.results[0].name] = own, method
                self._keep(node.results)
                return
            if method == "add":
                self._put(own, self._type(given[0]))
                item = NONE
            else:
                item = join(item, self._type(given[1]) if given[1:] else NONE)
        for result in node.results:
            self._set(result, item)

    def _loop(self, node: Node) -> None:
        parameters, starts = node.regions[0].parameters, node.args
        if node.operation is FOR:
            element, items = parameters[0], starts[0]
            self._set(element, self._element(items, element))
            parameters, starts = parameters[1:], starts[1:]
        for state, start in zip(parameters, starts, strict=True):
            self._set(state, self._type(start))
        found = [self._through(region) for region in node.regions][-1]
        flag = len(node.results) - len(parameters)
        for number, state in enumerate(parameters):
            if found is not None:
                self._set(state, found[number + len(found) - len(parameters)])
            if node.results:
                self._set(node.results[number + flag], self._value(state).type)
        if flag == 1 and node.results:
            self._keep(node.results[:1])

    def _element(self, items: Argument, element: Value) -> Type:
        """Return the type of what a loop binds in each turn."""
        name = items.name if isinstance(items, Value) else ""
        own, part = self._views.get(name, (name, "keys"))
        if own not in self._made:
            return element.type
        key, item = self._keys[own], self._items[own]
        if part == "items":
            some = not isinstance(key, Never) and not isinstance(item, Never)
            return Tuple((key, item)) if some else NEVER
        return key if part == "keys" else item

    def _cell(self, node: Node) -> bool:
        """Find the types of variables that a ``try`` keeps; whether a node is of these.

        They are items of a list, which is made for it alone.
        """
        name = node.operation.name
        kept = node.results if name == "list_new" else node.args[:1]
        (value, *_) = (*kept, None)
        if not isinstance(value, Value) or value.name not in self._cells:
            return False
        if name == "getitem":
            self._set(node.results[0], self._types.get(value.name, NEVER))
        elif name == "setitem":
            self._set(value, self._type(node.args[2]))
        else:
            (display,) = node.args
            assert isinstance(display, Display)
            self._set(value, join_all(map(self._type, display.items)))
        return True

    def _row(self, node: Node) -> None:
        if self._cell(node) or not any(_is_open(each.type) for each in node.results):
            return
        row = node.operation
        if row.name == "check_bound":
            given = members(self._type(node.args[0]))
            found = join_all(each for each in given if each != UNBOUND)
            self._set(node.results[0], found)
        elif len(node.results) == 1 and isinstance(row, Row) and row.name != "refine":
            args = [self._argument(each) for each in node.args]
            kwargs = [(key, self._argument(each)) for key, each in node.kwargs]
            of, _ = infer(row, args, kwargs)
            operands = (*args, *(each for _, each in kwargs))
            if of == NEVER and NEVER not in map(argument_type, operands):
                of = ANY  # it always raises, as the plan does
            self._set(node.results[0], of)
        else:
            self._keep(node.results)


def _cells(graph: Graph) -> Iterator[str]:
    """Yield the names of lists of anything of which only single items are used."""
    uses: Counter[str] = Counter()
    made: list[str] = []
    for node in graph.nodes():
        name = node.operation.name
        if name == "list_new" and node.results and isinstance(node.args[0], Display):
            if node.results[0].type == List(ANY) and not node.kwargs:
                made.append(node.results[0].name)
        uses.update(value.name for value in node.operands())
        if name in ("getitem", "setitem") and isinstance(node.args[0], Value):
            if isinstance(node.args[1], Constant):
                uses[node.args[0].name] -= 1
        for region in node.regions:
            for argument in region.yields or ():
                uses.update(value.name for value in values_in(argument))
    for argument in graph.region.yields or ():
        uses.update(value.name for value in values_in(argument))
    yield from (name for name in made if not uses[name])


def _is_open(of: Type) -> bool:
    """Whether a type says nothing of a value, or of a part of it."""
    if isinstance(of, Tuple):
        return any(map(_is_open, of.items))
    if isinstance(of, Union):
        return any(map(_is_open, of.members))
    return isinstance(of, AnyType)
