"""Uses of lists as a whole become loops over their items.

Identity: to sort a list is to find the order and to move the items; to extend it is to
append one by one; a part or a copy of a list is a new one, to which the items are
appended. Errors are those of Python: they come before anything is moved. What follows
lists, as derivatives do, has to know `append`, `pop()`, and items that are read and
assigned; so it need not know each method.

Must not touch lists of anything but numbers and arrays, since loops are slower.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from runtime.building import Builder, Names, region
from runtime.constructs import FOR
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops import OPS
from runtime.passes.indexed import PYTHONS
from runtime.types import (
    COMPLEX,
    FLOAT,
    INT,
    Array,
    List,
    NumpyScalar,
    Type,
    members,
)

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[?]) -> list<np.float64> {
             y: list<np.float64> = sorted(x, reverse=True)
             list_extend(y, x)
             return y
           }""",
        """graph f(x: float64[?]) -> list<np.float64> {
             t.1: list<int> = order_of(x, True)
             y: list<np.float64> = list_new([])
             t.2: int = len(t.1)
             t.3: iter<int> = range(t.2)
             for i.1: int in t.3 {
               t.4: int = getitem(t.1, i.1)
               t.5: np.float64 = getitem(x, t.4)
               list_append(y, t.5)
               yield
             }
             t.6: int = len(x)
             t.7: iter<int> = range(t.6)
             for i.2: int in t.7 {
               t.8: np.float64 = getitem(x, i.2)
               list_append(y, t.8)
               yield
             }
             return y
           }""",
    ),
    (
        """graph f(x: list<float>, y: list<float>) -> float {
             list_insert(x, 1, 2.5)
             v: float = list_pop(x, 0)
             list_append(y, v)
             return v
           }""",
        """graph f(x: list<float>, y: list<float>) -> float {
             t.1: int = place_to_insert(x, 1)
             t.2: int = len(x)
             list_append(x, 2.5)
             t.3: int = subtract(t.2, t.1)
             t.4: iter<int> = range(t.3)
             for i.1: int in t.4 {
               t.5: int = subtract(t.2, i.1)
               t.6: int = subtract(t.5, 1)
               t.7: float = getitem(x, t.6)
               setitem(x, t.5, t.7)
               yield
             }
             setitem(x, t.1, 2.5)
             t.8: int = place_to_pop(x, 0)
             v: float = getitem(x, t.8)
             t.9: int = add(t.8, 1)
             t.10: int = len(x)
             t.11: int = subtract(t.10, t.9)
             t.12: iter<int> = range(t.11)
             for i.2: int in t.12 {
               t.13: int = add(t.8, i.2)
               t.14: int = add(t.13, 1)
               t.15: float = getitem(x, t.14)
               setitem(x, t.13, t.15)
               yield
             }
             t.16: float = list_pop(x)
             list_append(y, v)
             return v
           }""",
    ),
    (
        """graph f(x: list<str>) -> list<int> {
             list_sort(x)
             y: list<int> = list_new([])
             list_append(y, 1)
             return y
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Make uses of all lists of numbers and arrays uses of their items."""
    return _ByItems(graph, None).graph(graph)


def run_for(graph: Graph, wanted: Collection[str]) -> Graph:
    """Do so for the lists and arrays of some names alone."""
    return _ByItems(graph, wanted).graph(graph)


class _ByItems:
    def __init__(self, graph: Graph, wanted: Collection[str] | None) -> None:
        self._of = Builder(Names(graph))
        self._wanted = wanted
        self._writers: dict[str, Callable[[Node], bool]] = {
            "sorted": self._sorted,
            "sorted_by_key": self._sorted,
            "list_sort": self._sort,
            "list_sort_by_key": self._sort,
            "list_reverse": self._reverse,
            "list_insert": self._insert,
            "list_pop": self._pop,
            "list_remove": self._pop,
            "delete_item": self._pop,
            "list_extend": self._extend,
            "list_new": self._copy,
            "list_copy": self._copy,
            "array_tolist": self._as_python,
            "getitem": self._part,
            "add": self._joined,
        }

    def graph(self, graph: Graph) -> Graph:
        body = self._region(graph.region)
        return graph if body is graph.region else replace(graph, region=body)

    def _region(self, body: Region) -> Region:
        before, self._of.nodes = self._of.nodes, []
        changed = False
        for node in body.nodes:
            self._of.span = node.span
            write = self._writers.get(node.operation.name)
            if node.regions:
                regions = tuple(map(self._region, node.regions))
                if any(a is not b for a, b in zip(regions, node.regions)):
                    node, changed = replace(node, regions=regions), True
            elif write is not None and self._is_meant(node) and write(node):
                changed = True
                continue
            self._of.nodes.append(node)
        nodes, self._of.nodes = self._of.nodes, before
        return replace(body, nodes=tuple(nodes)) if changed else body

    def _is_meant(self, node: Node) -> bool:
        """Whether a call changes or makes a list of numbers or arrays."""
        concerned = [*node.results, *(v for v in node.args[:1] if isinstance(v, Value))]
        lists = [each for each in concerned if isinstance(each.type, List)]
        if node.fails or not lists or not all(map(_is_of_numbers, lists)):
            return False
        names = {each.name for each in concerned}
        return self._wanted is None or not names.isdisjoint(self._wanted)

    # What the calls do

    def _sorted(self, node: Node) -> bool:
        items, *keys = node.args
        reverse = dict(node.kwargs).get("reverse", Constant(False))
        if keys:
            order = self._of.order_of(*keys)
        elif _is_sequence(items):
            items = self._listed(items)
            order = self._of.order_of(items, reverse)
        else:
            return False
        self._take(self._made(node), items, order)
        return True

    def _sort(self, node: Node) -> bool:
        target, *keys = node.args
        reverse = [each for _, each in node.kwargs]
        order = self._of.order_of(*(keys or (target,)), *reverse)
        self._move(target, order)
        return True

    def _reverse(self, node: Node) -> bool:
        (target,) = node.args
        self._move(target, self._places(target, slice(None, None, -1)))
        return True

    def _insert(self, node: Node) -> bool:
        of = self._of
        target, index, item = node.args
        place = of.place_to_insert(target, index)
        count = of.len(target)
        of.list_append(target, item)
        with self._turns(of.subtract(count, place)) as turn:
            to = of.subtract(count, turn)
            of.setitem(target, to, of.getitem(target, of.subtract(to, 1)))
        of.setitem(target, place, item)
        return True

    def _pop(self, node: Node) -> bool:
        of, name = self._of, node.operation.name
        if len(node.args) != 2 or not isinstance(argument_type(node.args[0]), List):
            return False
        target, given = node.args
        if name == "list_remove":
            place = of.place_to_remove(target, given)
        elif _is_index(given):
            deletes = (True,) if name == "delete_item" else ()
            place = of.place_to_pop(target, given, *deletes)
        else:
            return False
        for result in node.results:
            taken = (target, place)
            of.nodes.append(
                Node(OPS["getitem"], taken, results=(result,), span=of.span)
            )
        following = of.add(place, 1)
        with self._turns(of.subtract(of.len(target), following)) as turn:
            to = of.add(place, turn)
            of.setitem(target, to, of.getitem(target, of.add(to, 1)))
        of.list_pop(target)
        return True

    def _extend(self, node: Node) -> bool:
        target, items = node.args
        if isinstance(items, Display):
            for item in items.items:
                self._of.list_append(target, item)
            return True
        if not _is_sequence(items):
            return False
        self._append_all(target, items)
        return True

    def _copy(self, node: Node) -> bool:
        (items,) = node.args
        if isinstance(items, Display) or not _is_sequence(items):
            return False
        self._append_all(self._made(node), items)
        return True

    def _as_python(self, node: Node) -> bool:
        of = self._of
        (array,) = node.args
        made = node.results[0].type
        kind = made.element if isinstance(made, List) else None
        if kind not in (FLOAT, COMPLEX) or not _is_vector(argument_type(array)):
            return False
        number = of.float if kind == FLOAT else of.complex
        items = self._made(node)
        with self._turns(of.len(array)) as turn:
            of.list_append(items, number(of.getitem(array, turn)))
        return True

    def _part(self, node: Node) -> bool:
        source, index = node.args
        if not node.results or not isinstance(node.results[0].type, List):
            return False
        if not isinstance(index, Display) or index.kind != "slice":
            if not isinstance(index, Constant) or type(index.value) is not slice:
                return False
        places = self._places(source, index)
        self._take(self._made(node), source, places)
        return True

    def _joined(self, node: Node) -> bool:
        if not all(map(_is_sequence, node.args)):
            return False
        if not all(isinstance(argument_type(each), List) for each in node.args):
            return False
        made = self._made(node)
        for items in node.args:
            self._extend(Node(OPS["list_extend"], (made, items)))
        return True

    # What they are made of

    def _made(self, node: Node) -> Value:
        """Return the list that a call makes, which is empty at first."""
        nothing = (Display("list", ()),)
        self._of.nodes.append(
            Node(OPS["list_new"], nothing, results=node.results, span=node.span)
        )
        return node.results[0]

    def _listed(self, items: Argument) -> Argument:
        if not isinstance(items, Display):
            return items
        made: Argument = self._of.list_new(items)
        return made

    def _places(self, source: Argument, part: Argument | slice) -> Argument:
        places: Argument = self._of.places_of(source, part)
        return places

    def _append_all(self, made: Argument, items: Argument) -> None:
        with self._turns(self._of.len(items)) as turn:
            self._of.list_append(made, self._of.getitem(items, turn))

    def _take(self, made: Argument, items: Argument, places: Argument) -> None:
        """Append the items at some places."""
        of = self._of
        with self._turns(of.len(places)) as turn:
            of.list_append(made, of.getitem(items, of.getitem(places, turn)))

    def _move(self, target: Argument, order: Argument) -> None:
        """Bring the items of a list into an order."""
        of = self._of
        made = of.value("items", argument_type(target))
        nothing = (Display("list", ()),)
        of.nodes.append(Node(OPS["list_new"], nothing, results=(made,), span=of.span))
        self._take(made, target, order)
        with self._turns(of.len(order)) as turn:
            of.setitem(target, turn, of.getitem(made, turn))

    @contextmanager
    def _turns(self, count: Argument) -> Iterator[Value]:
        """Write what follows as the body of a loop of so many turns."""
        of = self._of
        over, index = of.range(count), of.value("i", INT)
        before, of.nodes = of.nodes, []
        yield index
        body = region((index,), of.nodes, ())
        of.nodes = before
        of.nodes.append(Node(FOR, (over,), regions=(body,), span=of.span))


def _is_of_numbers(value: Value) -> bool:
    assert isinstance(value.type, List)
    kinds = members(value.type.element)
    return all(_is_number(one) for one in kinds) and any(
        getattr(one, "dtype", None) is not None or one not in PYTHONS[:2]
        for one in kinds
    )


def _is_number(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind in "biufc"
    return of in PYTHONS


def _is_sequence(argument: Argument) -> bool:
    """Whether an argument is a list, or an array whose items it gives one by one."""
    of = argument_type(argument)
    if isinstance(argument, Display):
        return argument.kind == "list"
    return isinstance(of, List) or (isinstance(of, Array) and bool(of.rank))


def _is_vector(of: Type) -> bool:
    return isinstance(of, Array) and of.rank == 1


def _is_index(argument: Argument) -> bool:
    of = argument_type(argument)
    return of == INT or (isinstance(of, NumpyScalar) and of.dtype.kind in "iu")
