"""The text form of graphs: ``parse_graph(format_graph(graph), table) == graph``.

::

    graph f(x: float64[3], n: int; captures W: float64[3]) -> float64[3] {
      y: float64[3] = add(x, W)                           # model.py:4
      setitem(y, slice(0, n, None), 0.0)
      z: {float64[3] | np.float64} = add!(y, n)
      return z
    }

A node is ``results = operation(arguments)``. The mark ``!`` behind an operation says
that it may fail by type: it must run even if nobody needs its result. Control
constructs hold regions between braces; a region hands on what its last line, ``yield``,
says, and has no such line if its end is never reached. Whatever stands behind ``#`` is
a comment, the user's places among them. Names that are words of the grammar, or no
identifiers, stand between backticks.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from runtime.errors import GraphError, Span
from runtime.ir.constants import format_constant, read_constant
from runtime.ir.graph import (
    Argument,
    Constant,
    Display,
    Graph,
    Node,
    Operation,
    Region,
    Value,
    argument_type,
)
from runtime.ir.quoting import format_name, quote
from runtime.ir.scanner import Scanner
from runtime.types import NEVER

INDENT = "  "
COMMENT_COLUMN = 56


def format_graph(graph: Graph, spans: bool = True) -> str:
    """Write a graph as text.

    Parameters
    ----------
    graph : Graph
        Any graph.
    spans : bool
        Whether comments name the user's lines.

    Raises
    ------
    GraphError
        If a constant of the graph has no text: see `runtime.ir.constants`.
    """
    writer = Writer(spans)
    writer.graph(graph)
    return "\n".join(writer.lines) + "\n"


def parse_graph(text: str, operations: Mapping[str, Operation]) -> Graph:
    """Read a graph. Runs nothing; whether the graph is legal, `verify` says.

    Parameters
    ----------
    text : str
        What `format_graph` writes.
    operations : mapping
        Rows and constructs by name.

    Raises
    ------
    GraphError
        With line and column, if the text is none.
    """
    reader = Reader(text, operations)
    try:
        return reader.graph()
    except RecursionError:
        raise GraphError("the text of the graph is nested too deeply") from None


class Spelled(Operation):
    """An operation that spells its own nodes, and reads them; the others are calls."""

    @abstractmethod
    def format(self, node: Node, writer: Writer) -> None:
        """Write the lines of a node."""

    @abstractmethod
    def parse(self, head: Head, reader: Reader) -> Node:
        """Read a node up to its end; its results and name have been read."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the name of an operation, and the mark behind it."""

    results: tuple[Value, ...]
    fails: bool


class Writer:
    """Puts the lines of a graph together.

    Parameters
    ----------
    spans : bool
        Whether comments name the user's lines.
    """

    def __init__(self, spans: bool = False) -> None:
        self.lines: list[str] = []
        self.places: list[tuple[Node | Region, int]] = []
        self._spans = spans
        self._depth = 0
        self._shown = ""

    def graph(self, graph: Graph) -> None:
        """Write a whole graph."""
        split = len(graph.inputs) - graph.captures
        inputs = ", ".join(map(binder, graph.inputs[:split]))
        if graph.captures:
            inputs += "; captures " + ", ".join(map(binder, graph.inputs[split:]))
        result = graph.result
        of = NEVER if result is None else argument_type(result)
        name = format_name(graph.name)
        self.open(f"graph {name}({inputs}) -> {of} {{")
        self.region(graph.region, end="return")
        self.close("}")

    def region(self, region: Region, end: str = "yield") -> None:
        """Write the nodes of a region, and what it hands on."""
        for node in region.nodes:
            self.places.append((node, len(self.lines)))
            operation = node.operation
            if isinstance(operation, Spelled):
                operation.format(node, self)
            else:
                self.line(self.head(node) + call_arguments(node), node.span)
        self.places.append((region, len(self.lines)))
        if region.yields is not None:
            handed = ", ".join(map(format_argument, region.yields))
            self.line(f"{end} {handed}".rstrip())

    def head(self, node: Node) -> str:
        """Spell what stands before the arguments of a node."""
        results = ", ".join(map(binder, node.results))
        name = node.operation.name
        spelled = name if isinstance(node.operation, Spelled) else format_name(name)
        return (results and results + " = ") + spelled + "!" * node.fails

    def open(self, text: str) -> None:
        """Write a line that opens a region."""
        self.line(text)
        self._depth += 1

    def close(self, text: str) -> None:
        """Write a line that closes a region."""
        self._depth -= 1
        self.line(text)

    def reopen(self, text: str) -> None:
        """Write a line that closes one region and opens the next."""
        self.close(text)
        self._depth += 1

    def line(self, text: str, span: Span | None = None) -> None:
        """Write one line, with the user's place where it is another than before."""
        text = INDENT * self._depth + text
        if self._spans and span is not None:
            place = quote(f"{PurePath(span.file).name}:{span.line}", "")
            if place != self._shown:
                self._shown = place
                text = f"{text:{COMMENT_COLUMN - 2}}  # {place}"
        self.lines.append(text)


def binder(value: Value) -> str:
    """Spell a value where it is assigned.

    Examples
    --------
    >>> from runtime.types import INT
    >>> binder(Value("n.1", INT))
    'n.1: int'
    """
    return f"{format_name(value.name)}: {value.type}"


def call_arguments(node: Node) -> str:
    """Spell the arguments of a call, parentheses included."""
    parts = [format_argument(argument) for argument in node.args]
    parts += [
        f"{format_name(name)}={format_argument(argument)}"
        for name, argument in node.kwargs
    ]
    return f"({', '.join(parts)})"


def format_argument(argument: Argument) -> str:
    """Spell an argument.

    Examples
    --------
    >>> format_argument(Display("tuple", (Constant(1), Constant(None))))
    '(1, None)'
    """
    if isinstance(argument, Value):
        return format_name(argument.name)
    if isinstance(argument, Constant):
        return format_constant(argument.value)
    items = [format_argument(item) for item in argument.items]
    match argument.kind:
        case "tuple":
            return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
        case "list":
            return f"[{', '.join(items)}]"
        case "slice":
            return f"slice({', '.join(items)})"
        case "dict":
            pairs = zip(items[::2], items[1::2], strict=True)
            return "{" + ", ".join(f"{key}: {item}" for key, item in pairs) + "}"


class Reader:
    """Reads a graph from left to right; constructs read their own nodes with it.

    Parameters
    ----------
    text : str
        The text.
    operations : mapping
        Rows and constructs by name.
    """

    def __init__(self, text: str, operations: Mapping[str, Operation]) -> None:
        self.scanner = Scanner(text)
        self.operations = operations
        self._values: dict[str, Value] = {}

    def graph(self) -> Graph:
        """Read a whole graph, up to the end of the text."""
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
        graph = Graph(name, region, captures)
        result = graph.result
        if of != (NEVER if result is None else argument_type(result)):
            scanner.fail(f"the graph does not return {of}")
        return graph

    def region(self, parameters: tuple[Value, ...], end: str = "yield") -> Region:
        """Read a region after its brace, up to the closing one."""
        # Two Python frames for each level of nesting, this one and the construct's:
        # long chains of "elif" stay far from the recursion limit.
        scanner = self.scanner
        nodes: list[Node] = []
        yields: tuple[Argument, ...] | None = None
        while not scanner.accept("}"):
            if scanner.accept(end):
                yields = self._arguments("}")
                break
            results = self._results()
            operation = self._operation()
            head = Head(results, scanner.accept("!"))
            if isinstance(operation, Spelled):
                node = operation.parse(head, self)
            else:
                node = self._call(operation, head)
            for value in node.results:
                self.bind(value)
            nodes.append(node)
        return Region(parameters, tuple(nodes), yields)

    def bind(self, value: Value) -> Value:
        """Introduce a value, which can be named from here on."""
        if value.name in self._values:
            self.scanner.fail(f"{value.name!r} is assigned twice")
        self._values[value.name] = value
        return value

    def binder(self) -> Value:
        """Read ``name: type``; the value is not yet introduced."""
        name = self.scanner.name()
        self.scanner.expect(":")
        return Value(name, self.scanner.type())

    def argument(self) -> Argument:
        """Read an argument."""
        scanner = self.scanner
        if scanner.accept("("):
            return Display("tuple", self._arguments(")"))
        if scanner.accept("["):
            return Display("list", self._arguments("]"))
        if scanner.accept("{"):
            return Display("dict", self._pairs())
        if scanner.accept("slice("):
            items = self._arguments(")")
            if len(items) != 3:
                scanner.fail("a slice has three items")
            return Display("slice", items)
        constant = read_constant(scanner)
        if constant is not None:
            return Constant(constant[0])
        start = scanner.position
        name = scanner.name()
        if name not in self._values:
            scanner.position = start
            scanner.fail(f"there is no value named {name!r} so far")
        return self._values[name]

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
        """Read ``name: type, … =`` if it comes next; the values are not yet bound."""
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

    def _operation(self) -> Operation:
        scanner = self.scanner
        scanner.skip()
        start = scanner.position
        quoted = scanner.text.startswith("`", start)
        name = scanner.name()
        operation = self.operations.get(name)
        if operation is None or (quoted and isinstance(operation, Spelled)):
            scanner.position = start
            scanner.fail(f"there is no operation named {name!r}")
        return operation

    def _call(self, operation: Operation, head: Head) -> Node:
        scanner = self.scanner
        scanner.expect("(")
        args: list[Argument] = []
        kwargs: list[tuple[str, Argument]] = []
        while not scanner.accept(")"):
            keyword = self._keyword()
            if keyword is not None:
                kwargs.append((keyword, self.argument()))
            elif kwargs:
                scanner.fail("a positional argument behind a keyword")
            else:
                args.append(self.argument())
            if not scanner.accept(","):
                scanner.expect(")")
                break
        return Node(
            operation, tuple(args), tuple(kwargs), head.results, fails=head.fails
        )

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
