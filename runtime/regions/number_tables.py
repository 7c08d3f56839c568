"""Dicts and sets of numbers that a graph makes, and nobody else sees.

The graph says of such a dict that it is one, and of its items nothing. What its keys
and items are follows from what is put into it; so does what is computed from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

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
from runtime.regions.parts import results
from runtime.types import (
    ANY,
    INT,
    NEVER,
    NONE,
    UNBOUND,
    AnyType,
    Never,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
    join,
    join_all,
    members,
)

MAKERS = frozenset(("dict_new", "set_new"))
"""The operations that make a dict or a set."""
VIEWS = frozenset(("items", "keys", "values"))
"""The methods whose result a loop goes through."""
_METHODS = {"dict_new": VIEWS | {"get"}, "set_new": frozenset(("add",))}
_FIRST = frozenset(("getitem", "len", "let_go", "setitem"))
_SECOND = frozenset(("contains", "contains_not"))
_ROUNDS = 12


@dataclass(frozen=True)
class NumberTable:
    """What a dict or set of numbers holds.

    Parameters
    ----------
    key : Type
        The type of its keys.
    item : Type
        The type of its items; that of None for a set.
    """

    key: Type
    item: Type


def with_tables(graph: Graph) -> tuple[Graph, dict[str, NumberTable]]:
    """Return a graph with types for what comes of dicts of numbers, and these by name.

    Parameters
    ----------
    graph : Graph
        The graph.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> typed, tables = with_tables(read_graph('''
    ... graph first(k: int) -> any {
    ...   d: dict = dict_new({1: 0.5})
    ...   setitem!(d, k, 2.5)
    ...   x: any = getitem!(d, 1)
    ...   y: any = multiply!(x, k)
    ...   return y
    ... }'''))
    >>> str(typed.result.type), tables["d"].key, tables["d"].item
    ('float', int, float)
    """
    names = {
        node.results[0].name: node.operation.name
        for node in graph.nodes()
        if is_table(node)
    }
    names = {name: names[name] for name in _unseen(graph, names)}
    while names:
        typing = _Typing(graph, names)
        found = typing.tables()
        unfit = [name for name, of in found.items() if not _fits(of)]
        if not unfit:
            return typing.graph(), found
        for name in unfit:
            del names[name]
    return graph, {}


def _fits(of: NumberTable) -> bool:
    """Whether all keys are integers of one type, and all items numbers."""
    key = of.key
    whole = key == INT or (isinstance(key, NumpyScalar) and key.dtype.kind == "i")
    return whole and _are_numbers(of.item)


def _are_numbers(of: Type) -> bool:
    if isinstance(of, Tuple):
        return all(map(_are_numbers, of.items))
    if isinstance(of, Union):
        return all(map(_are_numbers, of.members))
    if isinstance(of, PythonScalar):
        return of.kind in ("int", "float", "complex", "bool")
    return of == NONE or (isinstance(of, NumpyScalar) and of.dtype.kind in "biufc")


def is_table(node: Node) -> bool:
    """Whether a node makes a dict of items that are written out, or an empty set."""
    if node.operation.name not in MAKERS or node.kwargs:
        return False
    if len(node.args) != 1 or not isinstance(node.args[0], Display):
        return False
    # The order of a set depends on how it came by its items.
    return node.operation.name == "dict_new" or not node.args[0].items


def _unseen(graph: Graph, made: dict[str, str]) -> Iterator[str]:
    """Yield the names of those that nothing keeps, and that are returned once."""
    seen: Counter[str] = Counter()
    views: dict[str, str] = {}
    for node in graph.nodes():
        own = _table_of(node, made)
        if own and _method(node) in VIEWS:
            views[node.results[0].name] = own
        seen.update(value.name for value in node.operands())
        if own:
            seen[own] -= 1
        elif node.operation is FOR and isinstance(node.args[0], Value):
            name = node.args[0].name
            seen[name] -= made.get(name) == "dict_new" or name in views
        for region in node.regions:
            for argument in region.yields or ():
                seen.update(value.name for value in values_in(argument))
    returned = Counter(each.name for each in results(graph) if isinstance(each, Value))
    for argument in graph.region.yields or ():
        seen.update(value.name for value in values_in(argument))
    seen.subtract(name for name, count in returned.items() if count == 1)
    lost = {own for view, own in views.items() if seen[view]}
    yield from (name for name in made if not seen[name] and name not in lost)


def _table_of(node: Node, made: dict[str, str]) -> str:
    """Return the name of the dict or set that a node reads or changes as it may."""
    name = node.operation.name
    place = 1 if name in _SECOND else 0
    if len(node.args) <= place or not isinstance(node.args[place], Value):
        return ""
    own = node.args[place].name  # type: ignore[union-attr] # see above
    if own not in made or node.kwargs:
        return ""
    if name == "call_method":
        return own if _method(node) in _METHODS[made[own]] else ""
    if made[own] == "set_new" and name in ("getitem", "setitem"):
        return ""
    return own if name in _FIRST | _SECOND else ""


def _method(node: Node) -> str:
    """Return the name of the method that a node calls; empty if it calls none."""
    method = node.args[1] if node.operation.name == "call_method" else None
    return str(method.value) if isinstance(method, Constant) else ""


class _Typing:
    """Finds the types of what comes of some dicts and sets."""

    def __init__(self, graph: Graph, made: dict[str, str]) -> None:
        self._graph = graph
        self._made = made
        self._keys: dict[str, Type] = dict.fromkeys(made, NEVER)
        self._items: dict[str, Type] = {
            name: NONE if maker == "set_new" else NEVER for name, maker in made.items()
        }
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
            name: NumberTable(self._keys[name], self._items[name])
            for name in self._made
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
        if _table_of(node, self._made):
            return True
        return all(_are_numbers(self._type(each)) for each in node.args)

    # Types

    def _value(self, value: Value) -> Value:
        if not _is_open(value.type):
            return value
        return Value(value.name, self._types.get(value.name, NEVER))

    def _argument(self, argument: Argument) -> Argument:
        return map_values(argument, self._value)

    def _type(self, argument: Argument) -> Type:
        return argument_type(self._argument(argument))

    def _set(self, value: Value, of: Type) -> None:
        if _is_open(value.type):
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
        own = _table_of(node, self._made)
        if own:
            self._of_table(node, own)
        elif node.results and node.results[0].name in self._made:
            (display,) = node.args
            assert isinstance(display, Display)
            two = display.kind == "dict"
            for key in display.items[:: 1 + two]:
                self._put(node.results[0].name, key)
            for item in display.items[1::2] if two else ():
                self._hold(node.results[0].name, item)
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

    def _put(self, own: str, key: Argument) -> None:
        self._keys[own] = self._wider(self._keys[own], self._type(key))

    def _hold(self, own: str, item: Argument) -> None:
        self._items[own] = self._wider(self._items[own], self._type(item))

    def _of_table(self, node: Node, own: str) -> None:
        item = self._items[own]
        name = node.operation.name
        if name == "setitem":
            self._put(own, node.args[1])
            self._hold(own, node.args[2])
        elif name == "call_method":
            method, given = _method(node), node.args[2:]
            if method in VIEWS:
                self._views[node.results[0].name] = own, method
                self._keep(node.results)
                return
            if method == "add":
                self._put(own, given[0])
                item = NONE
            else:
                item = join(item, self._type(given[1]) if given[1:] else NONE)
        for result in node.results:
            self._set(result, item)

    def _loop(self, node: Node) -> None:
        parameters = node.regions[0].parameters
        starts = node.args
        if node.operation is FOR:
            items, *starts = node.args  # type: ignore[assignment] # a tuple before
            element, *parameters = parameters  # type: ignore[assignment]
            self._set(element, self._element(items, element))
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

    def _row(self, node: Node) -> None:
        if not any(_is_open(each.type) for each in node.results):
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
            self._set(node.results[0], of)
        else:
            self._keep(node.results)


def _is_open(of: Type) -> bool:
    """Whether a type says nothing of a value, or of a part of it."""
    if isinstance(of, Tuple):
        return any(map(_is_open, of.items))
    if isinstance(of, Union):
        return any(map(_is_open, of.members))
    return isinstance(of, AnyType)
