"""Loops: the states carried between iterations, and the stop flag.

A loop starts with n states. Its body yields the n states of the next iteration. If a
break may leave the loop, the body yields a stop flag and n states, and the loop has
n + 1 results, the flag first. In the text the parameters stand beside their starts,
``(n.2 = n)``, with a type only where the result of the same state has another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from runtime.constructs.base import Construct, chosen
from runtime.ir.behavior import Column
from runtime.ir.nodes import Argument, Constant, Node, Value
from runtime.ir.quoting import format_name
from runtime.ir.reading import Head, Reader
from runtime.ir.text import format_argument
from runtime.types import Type


class Loop(Construct):
    """A loop that carries states: the last parameters of its first region.

    Attributes
    ----------
    leading : int
        The number of arguments, and of parameters, before the states.
    """

    loops = True
    leading = 0

    def states(self, node: Node) -> tuple[Value, ...]:
        """Return the parameters that hold the states during an iteration."""
        return node.regions[0].parameters[self.leading :]

    def starts(self, node: Node) -> tuple[Argument, ...]:
        """Return the states before the first iteration."""
        return node.args[self.leading :]

    def elements(self, node: Node) -> tuple[Value, ...]:
        """Return the parameters that each turn binds anew, before it begins."""
        return ()

    def stops(self, node: Node) -> bool:
        """Whether the body yields a stop flag, which is then the first result."""
        told = node.results or node.regions[-1].yields or ()
        return len(told) == len(self.starts(node)) + 1

    def outcomes(self, node: Node) -> tuple[Value, ...]:
        """Return the results that are the last states; none if the loop never ends."""
        return node.results[self.stops(node) :]

    def columns(self, node: Node) -> tuple[Column, ...]:
        """Return a column for each state: its start, its result and its yield."""
        outcomes = self.outcomes(node)
        following = node.regions[-1].yields
        if following is not None:
            following = following[self.stops(node) :]
        return tuple(
            Column(
                (state, *outcomes[position : position + 1]),
                (start, *(following or ())[position : position + 1]),
            )
            for position, (state, start) in enumerate(
                zip(self.states(node), self.starts(node), strict=True)
            )
        )

    def keep(self, node: Node, kept: Sequence[bool]) -> Node:
        """Return the node with only some of its states."""
        leading = [True] * self.leading
        flag = [True] * self.stops(node)
        first, *others = node.regions
        regions = [
            replace(first, parameters=chosen(first.parameters, [*leading, *kept])),
            *others,
        ]
        body = regions[-1]
        if body.yields is not None:
            regions[-1] = replace(body, yields=chosen(body.yields, [*flag, *kept]))
        results = node.results and chosen(node.results, [*flag, *kept])
        return replace(
            node,
            args=chosen(node.args, [*leading, *kept]),
            results=results,
            regions=tuple(regions),
        )

    def fixed(self, node: Node) -> tuple[Column, ...]:
        """Return the column of the stop flag, if there is one."""
        if not (self.stops(node) and node.results):
            return ()
        return (
            Column(node.results[:1], (Constant(False), *Loop.controls(self, node))),
        )

    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Return the stop flag of the body."""
        yields = node.regions[-1].yields
        return yields[:1] if yields is not None and self.stops(node) else ()

    def before(self, node: Node) -> tuple[Argument, ...]:
        """Return the results of a loop that makes no iteration."""
        return (Constant(False),) * self.stops(node) + self.starts(node)

    def state_problems(self, node: Node) -> Iterator[str]:
        """Check that starts, parameters, yields and results are equal in number."""
        count = len(self.starts(node))
        if len(self.states(node)) != count:
            yield f"{count} states cannot have {len(self.states(node))} parameters"
        if len(node.results) not in (count, count + 1):
            yield f"{count} states cannot have {len(node.results)} results"
        yields = node.regions[-1].yields
        if yields is not None and len(yields) != len(node.results):
            yield (
                f"the body yields {len(yields)} arguments "
                f"for {len(node.results)} results"
            )

    def format_states(self, node: Node) -> str:
        """Format ``(state = start, …)``; a type only where no result shows it."""
        if not self.states(node):
            return ""
        outcomes = self.outcomes(node)
        parts = []
        for position, state in enumerate(self.states(node)):
            told = outcomes[position : position + 1]
            shown = not told or told[0].type != state.type
            of = f": {state.type}" if shown else ""
            start = format_argument(self.starts(node)[position])
            parts.append(f"{format_name(state.name)}{of} = {start}")
        return f" ({', '.join(parts)})"

    def parse_states(
        self, head: Head, reader: Reader
    ) -> tuple[tuple[Value, ...], tuple[Argument, ...]]:
        """Parse what `format_states` wrote, and the brace: parameters and starts."""
        scanner = reader.scanner
        found: list[tuple[str, Type | None, Argument]] = []
        if scanner.accept("{"):
            return (), ()
        scanner.expect("(")
        while not scanner.accept(")"):
            name = scanner.name()
            of = scanner.type() if scanner.accept(":") else None
            scanner.expect("=")
            found.append((name, of, reader.argument()))
            if not scanner.accept(","):
                scanner.expect(")")
                break
        scanner.expect("{")
        told = head.results[len(head.results) == len(found) + 1 :]
        states: list[Value] = []
        for position, (name, of, _) in enumerate(found):
            if of is None:
                if len(told) != len(found):
                    scanner.fail(
                        f"the state {name!r} needs a type: no result of the "
                        "loop has one"
                    )
                of = told[position].type
            states.append(reader.bind(Value(name, of)))
        return tuple(states), tuple(start for _, _, start in found)
