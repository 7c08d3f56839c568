"""Reading the text of graphs: ``parse_graph(format_graph(graph), table) == graph``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NoReturn, TypeVar

from runtime.errors import GraphError
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Operation, Region, Value
from runtime.ir.read_constants import read_constant
from runtime.ir.scanner import Scanner
from runtime.ir.scope import Scope
from runtime.ir.text import Written, returned_type

Found = TypeVar("Found")


def parse_graph(text: str, operations: Mapping[str, Operation]) -> Graph:
    """Read a graph without running anything; `verify` checks that it is legal.

    Parameters
    ----------
    text : str
        What `format_graph` writes.
    operations : mapping
        Rows and constructs by name.

    Raises
    ------
    GraphError
        With line and column, if the text is not a graph.
    """
    reader = Reader(text, operations)
    try:
        return reader.graph()
    except RecursionError:
        raise GraphError("the text of the graph is nested too deeply") from None


class Spelled(Written):
    """An operation that writes its own nodes, and reads them."""

    @abstractmethod
    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse the rest of a node, after its results and its name."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the arguments of an operation: results, name, mark."""

    operation: Operation
    results: tuple[Value, ...]
    fails: bool

    def node(self, args: Iterable[Argument], *regions: Region) -> Node:
        """Return the node of these arguments and regions."""
        return Node(self.operation, tuple(args), (), self.results, regions, self.fails)


class Reader(Scope):
    """Parses a graph from left to right; constructs parse their own nodes with it.

    Parameters
    ----------
    text : str
        The text.
    operations : mapping
        Rows and constructs by name.
    """

    def __init__(self, text: str, operations: Mapping[str, Operation]) -> None:
        super().__init__(operations)
        self.scanner = Scanner(text)

    def fail(self, message: str) -> NoReturn:
        """Raise a `GraphError` that shows the position."""
        self.scanner.fail(message)

    def operation(self, name: str) -> Operation:
        """Return the operation of a name; between backticks it is no construct's."""
        found = super().operation(name)
        quoted = self.scanner.text.startswith("`", self.scanner.position)
        if quoted and isinstance(found, Spelled):
            self.fail(f"there is no operation named {name!r}")
        return found

    def graph(self) -> Graph:
        """Parse a whole graph, up to the end of the text."""
        scanner = self.scanner
        scanner.expect("graph")
        name = scanner.name()
        inputs, captures = self._inputs()
        scanner.expect("->")
        of = scanner.type()
        scanner.expect("{")
        region = self.region(inputs, end="return")
        scanner.skip()
        if scanner.position != len(scanner.text):
            scanner.fail(f"unexpected {scanner.next()} after the graph")
        if of != returned_type(region):
            scanner.fail(f"the result is not of the declared type {of}")
        return Graph(name, region, captures)

    def region(self, parameters: tuple[Value, ...], end: str = "yield") -> Region:
        """Parse a region from after its brace to the closing one."""
        # Two Python frames for each level of nesting, this one and the construct's:
        # long chains of "elif" stay far from the recursion limit.
        scanner = self.scanner
        nodes: list[Node] = []
        yields: tuple[Argument, ...] | None = None
        while not scanner.accept("}"):
            if scanner.accept(end):
                if end == "return" and scanner.next() == "'}'":
                    scanner.fail("expected the value that the graph returns")
                yields = self._arguments("}")
                break
            results = self._results()
            operation = self._named(self.operation)
            head = Head(operation, results, scanner.accept("!"))
            if isinstance(operation, Spelled):
                node = operation.parse(head, self)
            else:
                node = self._call(head)
            for value in node.results:
                self.bind(value)
            nodes.append(node)
        return Region(parameters, tuple(nodes), yields)

    def binder(self) -> Value:
        """Parse ``name: type``, without binding the value."""
        name = self.scanner.name()
        self.scanner.expect(":")
        return Value(name, self.scanner.type())

    def argument(self) -> Argument:
        """Parse an argument."""
        scanner = self.scanner
        if scanner.accept("("):
            return self.display("tuple", self._arguments(")"))
        if scanner.accept("["):
            return self.display("list", self._arguments("]"))
        if scanner.accept("{"):
            return self.display("dict", self._pairs())
        if scanner.accept("slice("):
            return self.display("slice", self._arguments(")"))
        constant = read_constant(scanner)
        if constant is not None:
            return Constant(constant[0])
        return self._named(self.value)

    def _inputs(self) -> tuple[tuple[Value, ...], int]:
        scanner = self.scanner
        inputs: list[Value] = []
        first_capture: int | None = None
        scanner.expect("(")
        while not scanner.accept(")"):
            if first_capture is None and scanner.accept(";"):
                scanner.expect("captures")
                first_capture = len(inputs)
            inputs.append(self.bind(self.binder()))
            if not scanner.accept(",") and scanner.next() not in ("';'", "')'"):
                scanner.fail(f"expected ',' or ')', found {scanner.next()}")
        captures = 0 if first_capture is None else len(inputs) - first_capture
        return tuple(inputs), captures

    def _results(self) -> tuple[Value, ...]:
        """Parse ``name: type, … =`` if it comes next, without binding the values."""
        scanner = self.scanner
        start = scanner.position
        scanner.name()
        called = not scanner.accept(":")
        scanner.position = start
        if called:
            return ()
        results = [self.binder()]
        while scanner.accept(","):
            results.append(self.binder())
        scanner.expect("=")
        return tuple(results)

    def _named(self, find: Callable[[str], Found]) -> Found:
        """Read a name and find what it names; an error points at its beginning."""
        scanner = self.scanner
        scanner.skip()
        start = scanner.position
        name = scanner.name()
        end, scanner.position = scanner.position, start
        found = find(name)
        scanner.position = end
        return found

    def _call(self, head: Head) -> Node:
        scanner = self.scanner
        scanner.expect("(")
        args: list[Argument] = []
        kwargs: list[tuple[str, Argument]] = []
        while not scanner.accept(")"):
            keyword = self._keyword()
            if keyword is not None:
                kwargs.append((keyword, self.argument()))
            elif kwargs:
                scanner.fail("a positional argument after a keyword argument")
            else:
                args.append(self.argument())
            if not scanner.accept(","):
                scanner.expect(")")
                break
        return replace(head.node(args), kwargs=tuple(kwargs))

    def _keyword(self) -> str | None:
        scanner = self.scanner
        start = scanner.position
        scanner.skip()
        following = scanner.text[scanner.position : scanner.position + 1]
        if following == "`" or following.isidentifier():
            name = scanner.name()
            if scanner.accept("="):
                return name
        scanner.position = start
        return None

    def _arguments(self, end: str) -> tuple[Argument, ...]:
        scanner = self.scanner
        items: list[Argument] = []
        while not scanner.accept(end):
            items.append(self.argument())
            if not scanner.accept(","):
                scanner.expect(end)
                break
        return tuple(items)

    def _pairs(self) -> tuple[Argument, ...]:
        scanner = self.scanner
        items: list[Argument] = []
        while not scanner.accept("}"):
            items.append(self.argument())
            scanner.expect(":")
            items.append(self.argument())
            if not scanner.accept(","):
                scanner.expect("}")
                break
        return tuple(items)
