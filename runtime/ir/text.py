"""Writing the text form of graphs, which `runtime.ir.reading` reads.

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

from runtime.errors import Span
from runtime.ir.constants import format_constant
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Operation,
    Region,
    Value,
    argument_type,
)
from runtime.ir.quoting import format_name, quote
from runtime.types import NEVER, Type

INDENT = "  "
COMMENT_COLUMN = 56


class Written(Operation):
    """An operation that writes its own nodes; those of the others are calls."""

    @abstractmethod
    def format(self, node: Node, writer: Writer) -> None:
        """Write the lines of a node."""


class Writer:
    """Builds the lines of a graph.

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

    def graph(self, name: str, region: Region, captures: int) -> None:
        """Write a whole graph."""
        parameters = region.parameters
        split = len(parameters) - captures
        inputs = ", ".join(map(binder, parameters[:split]))
        if captures:
            inputs += "; captures " + ", ".join(map(binder, parameters[split:]))
        self.open(f"graph {format_name(name)}({inputs}) -> {returned_type(region)} {{")
        self.region(region, end="return")
        self.close("}")

    def region(self, region: Region, end: str = "yield") -> None:
        """Write the nodes of a region and what it yields."""
        for node in region.nodes:
            self.places.append((node, len(self.lines)))
            operation = node.operation
            if isinstance(operation, Written):
                operation.format(node, self)
            else:
                self.line(self.head(node) + call_arguments(node), node.span)
        self.places.append((region, len(self.lines)))
        if region.yields is not None:
            handed = ", ".join(map(format_argument, region.yields))
            self.line(f"{end} {handed}".rstrip())

    def head(self, node: Node) -> str:
        """Return the text before the arguments of a node."""
        results = ", ".join(map(binder, node.results))
        name = node.operation.name
        spelled = name if isinstance(node.operation, Written) else format_name(name)
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
        """Write one line, with the position in the user's source if it changed."""
        text = INDENT * self._depth + text
        if self._spans and span is not None:
            place = quote(span.short, "")
            if place != self._shown:
                self._shown = place
                text = f"{text:{COMMENT_COLUMN - 2}}  # {place}"
        self.lines.append(text)


def binder(value: Value) -> str:
    """Format a value where it is assigned.

    Examples
    --------
    >>> from runtime.types import INT
    >>> binder(Value("n.1", INT))
    'n.1: int'
    """
    return f"{format_name(value.name)}: {value.type}"


def returned_type(region: Region) -> Type:
    """Return the type of what a graph of this region returns."""
    return NEVER if region.yields is None else argument_type(region.yields[0])


def call_arguments(node: Node) -> str:
    """Format the arguments of a call, parentheses included."""
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
    >>> from runtime.ir.nodes import Display
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
