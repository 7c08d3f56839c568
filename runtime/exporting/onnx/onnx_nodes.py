"""The calls of a graph in ONNX, and what its values are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NoReturn

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.errors import NotExportable
from runtime.exporting.onnx.list_changes import ListChanges, changed_lists
from runtime.exporting.onnx.live_iterators import live_iterators
from runtime.exporting.onnx.onnx_calls import AlreadyRefused, Call, Context
from runtime.exporting.onnx.onnx_comparing import COMPARING
from runtime.exporting.onnx.onnx_creation import CREATION
from runtime.exporting.onnx.onnx_elementwise import ELEMENTWISE
from runtime.exporting.onnx.onnx_elimination import ELIMINATION
from runtime.exporting.onnx.onnx_indexing import INDEXING
from runtime.exporting.onnx.onnx_joining import JOINING
from runtime.exporting.onnx.onnx_lists import CHANGES, LISTS, OF_LISTS, popped
from runtime.exporting.onnx.onnx_products import PRODUCTS
from runtime.exporting.onnx.onnx_reductions import REDUCTIONS
from runtime.exporting.onnx.onnx_shaping import SHAPING
from runtime.exporting.onnx.onnx_values import (
    Bounds,
    Bundle,
    Held,
    Known,
    Refused,
    Tensor,
)
from runtime.exporting.refusing import Tell
from runtime.exporting.users_lines import comment
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    values_in,
)
from runtime.ops.row import Row
from runtime.types import List, Tuple, Type, members

ROWS = {
    **ELEMENTWISE,
    **COMPARING,
    **CREATION,
    **INDEXING,
    **REDUCTIONS,
    **PRODUCTS,
    **ELIMINATION,
    **SHAPING,
    **JOINING,
    **LISTS,
}


class Nodes(Context):
    """Writes the nodes of a graph.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    tell : callable
        Is told what has no form in ONNX.
    """

    def __init__(self, graph: Graph, tell: Tell) -> None:
        super().__init__(graph)
        self.tell = tell
        self.held: dict[str, Held] = {}
        self._lists = ListChanges(graph)
        self._live = {id(node): why for node, why in live_iterators(graph, self._lists)}
        self._same: dict[str, str] = {}

    # Values

    def of(self, argument: Argument) -> Held:
        """Return what an argument is."""
        if isinstance(argument, Value):
            return self.held[self.list_name(argument.name)]
        if isinstance(argument, Constant):
            return Known(argument.value)
        items = list(map(self.of, argument.items))
        if argument.kind == "slice":
            return Bounds(*items)
        if argument.kind == "dict":
            return Bundle(tuple(items[1::2]))
        return Bundle(tuple(items), argument.kind)

    def list_name(self, name: str) -> str:
        """Return the first name of a list: ``items += more`` gives it another one."""
        while name in self._same:
            name = self._same[name]
        return name

    # Regions and nodes

    def region(self, region: Region) -> None:
        """Write the nodes of a region."""
        for node in region.nodes:
            self.node(node)

    def node(self, node: Node) -> None:
        """Write a node, or tell why there is no form of it."""
        outside = self.span, self.line, self.base
        if node.span is not None:
            self.span, self.line = node.span, comment(node.span)
        self.base = _name_of(node)
        since = len(self.block.steps)
        try:
            found = self._lowered(node)
        except AlreadyRefused:
            found = [Refused() for _ in node.results]
        except NotExportable as error:
            self.tell(error)
            found = [Refused() for _ in node.results]
        for value, held in zip(node.results, found, strict=True):
            if isinstance(held, Tensor) and value.base != "t":
                held = self.renamed(held, value.base, since)
            self.held[value.name] = held
        self.span, self.line, self.base = outside

    def _lowered(self, node: Node) -> Sequence[Held]:
        operation = node.operation
        if id(node) in self._live:
            self.refuse(self._live[id(node)], "make a list of the items first")
        if isinstance(operation, Cond):
            return self.choice(node)
        if isinstance(operation, Loop):
            return self.loop(node, operation)
        if not isinstance(operation, Row):
            self.refuse(f"{operation.name} has no form in ONNX")
        self._check_names(node)
        args = tuple(map(self.of, node.args))
        kwargs = {name: self.of(each) for name, each in node.kwargs}
        if any(isinstance(each, Refused) for each in (*args, *kwargs.values())):
            raise AlreadyRefused
        call = Call(node, args, kwargs)
        targets = changed_lists(node)
        if targets:
            return self._change(call, targets[0])
        return [self._call(call, operation)] if node.results else self._nothing(node)

    def _nothing(self, node: Node) -> Sequence[Held]:
        self.refuse(f"{node.operation.name} has no form in ONNX")

    def _call(self, call: Call, row: Row) -> Held:
        name = call.name
        if name in ("ufunc_call", "ufunc_reduce", "ufunc_filled"):
            return self._ufunc(call)
        if row.effect:
            self.refuse(f"{name} has no form in ONNX")
        lower = ROWS.get(name)
        if name in OF_LISTS and _is_group(call.result):
            lower = OF_LISTS[name]
        folded = self._folded(call, row)
        if folded is not None:
            return folded
        if lower is None:
            self.refuse(f"{name} has no form in ONNX")
        return lower(self, call)

    def _folded(self, call: Call, row: Row) -> Held | None:
        """Return the result of a call of whole numbers that are known."""
        values = [each.value for each in call.args if isinstance(each, Known)]
        plain = len(values) == len(call.args) and not call.kwargs and values
        if not plain or any(type(each) not in (int, bool, str) for each in values):
            return None
        if row.effect or not row.closed or call.name in ("range", "list_new"):
            return None
        try:
            found = row.kernel(*values)
        except (ArithmeticError, ValueError, TypeError):
            return None
        return Known(found) if type(found) in (int, bool) else None

    def _ufunc(self, call: Call) -> Held:
        first, *others = call.args
        known = getattr(getattr(first, "value", None), "__name__", "")
        if call.name == "ufunc_reduce":
            known = {
                "add": "sum",
                "multiply": "prod",
                "logical_and": "all",
                "logical_or": "any",
            }.get(known, "")
        lower = ROWS.get(known)
        kwargs = dict(call.kwargs)
        if call.name == "ufunc_reduce":
            kwargs.setdefault("axis", Known(0))
        test = kwargs.pop("where", None) if call.name == "ufunc_filled" else None
        old = others.pop(0) if test is not None else None
        if lower is None or (call.name == "ufunc_filled" and test is None):
            self.refuse(f"{call.name} has no form in ONNX", "call the function itself")
        inner = Node(
            call.node.operation,
            call.node.args[-len(others) :],
            call.node.kwargs,
            call.node.results,
            span=call.node.span,
        )
        found = lower(self, Call(inner, tuple(others), kwargs))
        if test is None or old is None:
            return found
        before = self.number(old)
        return self.choose(
            self.truth(self.number(test)), self.number(found, before.dtype), before
        )

    # Lists

    def _change(self, call: Call, target: Value) -> Sequence[Held]:
        name = self.list_name(target.name)
        if name not in self._lists.fresh:
            self._refuse_names(target)
        lower = CHANGES.get(call.name)
        if call.name == "list_pop":
            item, self.held[name] = popped(self, call)
            return [item][: len(call.node.results)]
        if lower is None:
            self.refuse(f"{call.name} of a list has no form in ONNX")
        self.held[name] = lower(self, call)
        for result in call.node.results:
            self._same[result.name] = name
        return [self.held[name]][: len(call.node.results)]

    def _check_names(self, node: Node) -> None:
        """Refuse what gives another name to a list that changes afterwards."""
        name = node.operation.name
        for argument in (*node.args, *(each for _, each in node.kwargs)):
            target = argument in node.args[:1] and name in ("list_append", "setitem")
            keeps = name in ("list_append", "setitem", "refine", "check_bound", "iter")
            if not target and (keeps or isinstance(argument, Display)):
                self.leaving((argument,), node)

    def _refuse_names(self, value: Value) -> NoReturn:
        self.refuse(
            f"a list that changes has several names, {value.base} among them",
            "copy it, or let it have one name",
        )

    def leaving(self, arguments: Sequence[Argument], at: Node | Region) -> None:
        """Refuse other names of lists that change later."""
        for argument in arguments:
            for value in values_in(argument):
                names = {value.name, self.list_name(value.name)}
                if not all(self._lists.is_settled(each, at) for each in names):
                    self._refuse_names(value)

    @abstractmethod
    def choice(self, node: Node) -> Sequence[Held]:
        """Write a choice."""

    @abstractmethod
    def loop(self, node: Node, loop: Loop) -> Sequence[Held]:
        """Write a loop."""


def _is_group(of: Type) -> bool:
    return any(isinstance(each, (List, Tuple)) for each in members(of))


def _name_of(node: Node) -> str:
    bases = [each.base for each in node.results if each.base != "t"]
    return bases[0] if bases else node.operation.name
