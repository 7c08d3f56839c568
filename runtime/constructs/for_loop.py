"""``results = for element in iterable (state = start, …) {…}``.

The first argument is any Python iterable. The loop iterates over it as ``for`` does:
later iterations see what the body writes into an array. The parameters of the region
are the element and the states.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.constructs.base import Frame
from runtime.constructs.carries import Loop
from runtime.ir.nodes import Argument, Node, Value, argument_type
from runtime.ir.reading import Head, Reader
from runtime.ir.text import Writer, binder, format_argument
from runtime.types import (
    Array,
    Iterable,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)


class For(Loop):
    """The loop over an iterable."""

    name = "for"
    leading = 1

    def format(self, node: Node, writer: Writer) -> None:
        """Write ``for element: type in iterable (states) {… yield …}``."""
        (body,) = node.regions
        states = self.format_states(node)
        iterable = format_argument(node.args[0])
        element = binder(body.parameters[0])
        writer.open(f"{writer.head(node)} {element} in {iterable}{states} {{")
        writer.region(body)
        writer.close("}")

    def parse(self, head: Head, reader: Reader) -> Node:
        """Parse what `format` wrote."""
        element = reader.binder()
        reader.scanner.expect("in")
        iterable = reader.argument()
        reader.bind(element)
        states, starts = self.parse_states(head, reader)
        body = reader.region((element, *states))
        return head.node((iterable, *starts), body)

    def evaluate(self, node: Node, frame: Frame) -> tuple[Any, ...]:
        """Run the body for each element, or until the stop flag is set."""
        (body,) = node.regions
        stops = self.stops(node)
        iterable, *starts = map(frame.argument, node.args)
        states = tuple(starts)
        for element in iterable:
            following = frame.run(body, (element, *states))
            if stops and following[0]:
                return following
            states = following[stops:]
        return (False,) * stops + states

    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return the names of the regions."""
        return ("body",)

    def problems(self, node: Node) -> Iterator[str]:
        """Check the numbers of arguments, parameters, yields and results."""
        if not node.args or len(node.regions) != 1 or node.kwargs:
            yield "a for has an iterable, one region and no keywords"
        elif not node.regions[0].parameters:
            yield "the first parameter of a for is the element"
        else:
            yield from self.state_problems(node)

    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Return the iterable and the stop flag."""
        return node.args[:1] + super().controls(node)

    def evaluated(self, node: Node) -> tuple[Argument, ...]:
        """Return the iterable last: the states are assigned, then the loop begins."""
        return (*node.args[1:], node.args[0])

    def elements(self, node: Node) -> tuple[Value, ...]:
        """Return the first parameter."""
        return node.regions[0].parameters[:1]

    def aliases(self, node: Node) -> Iterator[tuple[Value, Argument]]:
        """Yield the element and the iterable: the rows of an array are views."""
        for element in self.elements(node):
            yield element, node.args[0]

    def demanded(self, node: Node) -> bool:
        """Whether the node must run: a loop over what is not iterable raises."""
        types = members(argument_type(node.args[0]))
        return node.fails or not all(map(_surely_iterable, types))


def _surely_iterable(of: Type) -> bool:
    if isinstance(of, Array):
        return bool(of.rank)
    if isinstance(of, PythonScalar):
        return of.kind in ("str", "bytes")
    if isinstance(of, NumpyScalar):
        return of.dtype.kind in "US"
    return isinstance(of, (List, Tuple, Iterable))


FOR = For()
