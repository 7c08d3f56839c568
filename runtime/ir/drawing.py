"""A graph in the language of Graphviz: a cluster for each construct and region.

Edges are values. The yields of a construct's regions lead to the node of the construct,
and its results lead on from there. Dashed edges lead to the parameters of regions: from
the start of a loop's state, and from one iteration to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from runtime.ir.behavior import Structure, structure
from runtime.ir.listing import GraphOperation, top_operations
from runtime.ir.nodes import Argument, Node, Region, Value, values_in
from runtime.ir.quoting import format_name, quote
from runtime.ir.text import INDENT, binder, call_arguments, format_argument

LABEL_WIDTH = 60
"""The greatest number of characters of a label: a constant may be a whole array."""
STYLE = """\
  fontname="monospace"
  fontsize=10
  labelloc=t
  node [fontname="monospace", fontsize=10, shape=box]
  edge [fontname="monospace", fontsize=9]\
"""
INPUT = "shape=ellipse"
END = "shape=plaintext"
HANDED = "style=dashed"
BACK = "style=dashed, constraint=false"


def graph_drawing(name: str, region: Region) -> str:
    """Write a graph in the language of Graphviz: see `Graph.to_dot`."""
    drawing = _Drawing()
    drawing.region(top_operations(region), region.yields, "return")
    name = format_name(name)
    head = [f"digraph {quote(name)} {{", STYLE, f"{INDENT}label={_label(name)}"]
    return "\n".join([*head, *drawing.lines, "}"]) + "\n"


class _Drawing:
    """Writes the nodes, and collects the edges, which are outside all clusters."""

    def __init__(self) -> None:
        self._nodes: list[str] = []
        self._edges: list[str] = []
        self._makers: dict[Value, str] = {}
        self._depth = 1

    @property
    def lines(self) -> list[str]:
        """All lines between the braces."""
        return self._nodes + self._edges

    def region(
        self,
        operations: Iterable[GraphOperation],
        yields: Sequence[Argument] | None,
        end: str,
    ) -> str | None:
        """Draw a region and return the node of its end, if the end is ever reached."""
        for operation in operations:
            node = operation.source
            if isinstance(node, Value):
                self._node(operation.name, binder(node), INPUT)
            elif operation.regions:
                self._construct(operation, node)
            else:
                text = format_name(operation.type) + call_arguments(node)
                self._node(operation.name, text)
                self._values(operation.inputs, operation.name)
            self._makers |= dict.fromkeys(operation.outputs, operation.name)
        if yields is None:
            return None
        word = end.rpartition("/")[2]
        told = ", ".join(map(format_argument, yields))
        self._node(end, f"{word} {told}".rstrip(), END)
        self._values((value for each in yields for value in values_in(each)), end)
        return end

    def _construct(self, operation: GraphOperation, node: Node) -> None:
        name = operation.name
        self._open(name, operation.type)
        ends = []
        for region, (part, inner) in zip(
            node.regions, operation.regions.items(), strict=True
        ):
            self._open(f"{name}/{part}", part)
            ends.append(self.region(inner, region.yields, f"{name}/{part}/yield"))
            self._close()
        self._node(name, operation.type)
        self._close()
        construct = structure(node)
        given = [] if construct is None else list(_given(node, construct))
        for parameter, value in given:
            self._value(value, self._makers[parameter], HANDED)
        shown = {value for _, value in given}
        self._values((each for each in operation.inputs if each not in shown), name)
        for end in filter(None, ends):
            self._edge(end, name)
        last = ends[-1]
        if construct is not None and construct.loops and last is not None:
            for state in _states(node, construct):
                self._edge(last, self._makers[state], BACK)

    # Lines ----------------------------------------------------------------------------

    def _node(self, name: str, label: str, style: str = "") -> None:
        attributes = ", ".join(filter(None, (f"label={_label(label)}", style)))
        self._write(f"{quote(name)} [{attributes}]")

    def _values(self, values: Iterable[Value], to: str) -> None:
        for value in values:
            self._value(value, to)

    def _value(self, value: Value, to: str, style: str = "") -> None:
        attributes = ", ".join(filter(None, (f"label={_label(binder(value))}", style)))
        self._edge(self._makers[value], to, attributes)

    def _edge(self, maker: str, to: str, attributes: str = "") -> None:
        line = f"{INDENT}{quote(maker)} -> {quote(to)}"
        self._edges.append(f"{line} [{attributes}]" if attributes else line)

    def _open(self, name: str, label: str) -> None:
        self._write(f"subgraph {quote(f'cluster {name}')} {{")
        self._depth += 1
        self._write(f"label={_label(label)}")

    def _close(self) -> None:
        self._depth -= 1
        self._write("}")

    def _write(self, line: str) -> None:
        self._nodes.append(INDENT * self._depth + line)


def _states(node: Node, construct: Structure) -> Iterator[Value]:
    """Yield the parameters whose values change from iteration to iteration."""
    parameters = {value for region in node.regions for value in region.parameters}
    for column in construct.columns(node):
        yield from (value for value in column.targets if value in parameters)


def _given(node: Node, construct: Structure) -> Iterator[tuple[Value, Value]]:
    """Yield the parameters of the regions with the operands they start from."""
    operands = set(node.operands())
    parameters = {value for region in node.regions for value in region.parameters}
    pairs = [
        (target, source)
        for column in construct.columns(node)
        for target in column.targets
        for source in column.sources
    ]
    for target, source in dict.fromkeys([*pairs, *construct.aliases(node)]):
        if target in parameters and isinstance(source, Value) and source in operands:
            yield target, source


def _label(text: str) -> str:
    if len(text) > LABEL_WIDTH:
        text = text[: LABEL_WIDTH - 1] + "…"
    # Graphviz reads entities in labels, as in HTML.
    return quote(text).replace("&", "&amp;")
