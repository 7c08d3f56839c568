"""Loops that `jax.grad` takes: with a number of turns that is known while JAX traces.

A loop that ends sooner goes on to that number, and gives its states on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from runtime.constructs.carries import Loop
from runtime.exporting.jax.carried_types import Carried
from runtime.exporting.jax.jax_loops import JaxLoops
from runtime.exporting.jax.jax_statements import Give
from runtime.exporting.jax.known_values import KnownValues
from runtime.exporting.refusing import refusal
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Region, Value, argument_type
from runtime.types import INT, NumpyScalar

FOR = "jax.grad needs a number of turns that is known before"
REMEDY = "write `for _ in range(most)` with a known number, and `break` where it ends"
Into = tuple[Carried | None, ...]
Limit = tuple[Argument | None, int]
"""A number that is known, if any, and what is added to it."""


class JaxReversible(JaxLoops):
    """Writes loops on JAX, for reverse mode if that is asked for.

    Parameters
    ----------
    graph, known
        As those of `JaxLoops`.
    reverse : bool
        Whether it is.

    Attributes
    ----------
    refused : list of Node
        The loops that reverse mode does not take, if it is not asked for.
    """

    def __init__(self, graph: Graph, known: KnownValues, reverse: bool) -> None:
        super().__init__(graph, known)
        self._reverse = reverse
        self.refused: list[Node] = []
        self._elements: dict[str, tuple[Argument, Argument]] = {}

    def counted(self, node: Node, loop: Loop, into: Into, region: Region) -> None:
        """Write a counted loop."""
        bounds = self.bounds(node)
        (element,) = loop.elements(node)
        step = bounds[2]
        if isinstance(step, Constant) and step.value == 1:
            self._elements[element.name] = bounds[:2]
        if all(map(self.known.can_tell, bounds)):
            super().counted(node, loop, into, region)
        elif not self._reverse:
            self.refused.append(node)
            super().counted(node, loop, into, region)
        else:
            self._as_long_as_it_may(node, loop, into, region, stops=False)

    def loop_that_stops(
        self, node: Node, loop: Loop, into: Into, region: Region
    ) -> None:
        """Write a loop that a ``break`` may end."""
        if self._reverse and loop.leading:
            self._as_long_as_it_may(node, loop, into, region, stops=True)
            return
        self._refuse(node)
        super().loop_that_stops(node, loop, into, region)

    def while_loop(self, node: Node, loop: Loop, into: Into, region: Region) -> None:
        """Write a loop that ends by a test."""
        self._refuse(node)
        super().while_loop(node, loop, into, region)

    def _refuse(self, node: Node) -> None:
        if self._reverse:
            raise refusal(self.graph, FOR, span=node.span, hint=REMEDY)
        self.refused.append(node)

    def _as_long_as_it_may(
        self, node: Node, loop: Loop, into: Into, region: Region, stops: bool
    ) -> None:
        """Write ``lax.fori_loop`` with the most turns, and a choice in each of them."""
        (body,) = node.regions
        (element,) = loop.elements(node)
        bounds = self.bounds(node)
        most = self._most(node, bounds)
        told = all(map(self.known.can_tell, bounds))
        into = tuple(_strong(each) for each in into)
        flag = Carried(np.dtype(bool), (), strong=True)
        ends = (flag, *into) if stops else into
        states = loop.states(node)
        with self.inner_function("turn", (body,), body.parameters, bounds) as turn:
            index = self.names.bind(element.name, element.base)
            own = [self.names.spare("stopped")] if stops else []
            given, unpack = self.parameters_of(states, *own)
            self.writer.line(f"def {turn}({index}, {', '.join(given)}):", node.span)
            with self.indented():
                unpack()
                start, stop, step = map(self.text, bounds)
                if step != "1":
                    self.writer.line(f"{index} = {start} + {index} * {step}")
                elif start != "0":
                    self.writer.line(f"{index} = {start} + {index}")
                self.hold_parameters(body)
                variables = [self.names.of[each.name] for each in states]
                self.names.pinned = self.names.pinned | {index, *own, *variables}
                self.names.hold({*self.names.held, index, *own, *variables})
                with self.inner_function("go_on", (body,), ()) as go_on:
                    self.writer.line(f"def {go_on}():")
                    with self.indented():
                        self.hold_parameters(body)
                        self.region(body, Give(body.yields or (), ends))
                sign = ">" if step.startswith("-") else "<"
                tests = [f"jnp.logical_not({own[0]})"] if stops else []
                tests += [] if told else [f"({index} {sign} {stop})"]
                values = [*own, *variables]
                whole = values[0] if len(values) == 1 else f"({', '.join(values)})"
                test = f"jnp.bool_({' & '.join(tests)})"
                self.writer.line(f"return lax.cond({test}, {go_on}, lambda: {whole})")
        call = f"lax.fori_loop(0, {most}, {turn}, "
        before = ["jnp.bool_(False)"] if stops else []
        self.call_loop(node, loop, into, region, call, [turn], before)

    def _most(self, node: Node, bounds: Sequence[Argument]) -> str:
        """Return the most turns of a loop, as text."""
        start, stop, step = bounds
        size = step.value if isinstance(step, Constant) else 0
        assert isinstance(size, int)
        low, high = (start, stop) if size > 0 else (stop, start)
        one, other = self._place(high), self._place(low)
        if one[0] is not None and one[0] == other[0]:
            return str(max(-(-(one[1] - other[1]) // abs(size)), 0))
        most, least = self._limit(high, True), self._limit(low, False)
        if most is None or least is None:
            raise refusal(self.graph, FOR, span=node.span, hint=REMEDY)
        count = most[1] - least[1]
        parts = [] if most[0] is None else [self.text(most[0])]
        parts += [] if least[0] is None else [f"-{self.text(least[0])}"]
        if not parts:
            return str(max(-(-count // abs(size)), 0))
        whole = " + ".join([*parts, str(count)] if count else parts)
        whole = whole.replace(" + -", " - ")
        if abs(size) != 1:
            whole = f"-(-({whole}) // {abs(size)})"
        return whole

    def _place(self, number: Argument) -> Limit:
        """Return another number, and what is added to it."""
        made = self.known.maker_of(number)
        if made is not None and made.operation.name in ("add", "subtract"):
            left, right = made.args
            minus = made.operation.name == "subtract"
            if isinstance(left, Constant) and not minus:
                left, right = right, left
            if isinstance(right, Constant) and type(right.value) is int:
                base, rest = self._place(left)
                return base, rest - right.value if minus else rest + right.value
        return number, 0

    def _limit(self, number: Argument, upper: bool) -> Limit | None:
        """Return a known number that another one is not beyond; None for no such."""
        if isinstance(number, Constant):
            held = number.value
            return (None, int(held)) if isinstance(held, (int, np.integer)) else None
        if not isinstance(number, Value):
            return None
        if self.known.can_tell(number):
            return number, 0
        around = self._elements.get(number.name)
        if around is not None:
            found = self._limit(around[1 if upper else 0], upper)
            return found and (found[0], found[1] - 1) if upper else found
        made = self.known.maker_of(number)
        if made is None or not _is_whole(number):
            return None
        limits: dict[str, Callable[[Node, bool], Limit | None]] = {
            "add": self._limit_of_sum,
            "subtract": self._limit_of_sum,
            "minimum_of": self._limit_of_least,
            "maximum_of": self._limit_of_least,
        }
        limit = limits.get(made.operation.name)
        return None if limit is None else limit(made, upper)

    def _limit_of_sum(self, node: Node, upper: bool) -> Limit | None:
        left, right = node.args
        minus = node.operation.name == "subtract"
        one = self._limit(left, upper)
        other = self._limit(right, upper is not minus)
        if one is None or other is None or (other[0] is not None and minus):
            return None
        if one[0] is not None and other[0] is not None:
            return None
        rest = -other[1] if minus else other[1]
        return one[0] or other[0], one[1] + rest

    def _limit_of_least(self, node: Node, upper: bool) -> Limit | None:
        if upper is not (node.operation.name == "minimum_of"):
            return None
        found = [self._limit(each, upper) for each in node.args]
        known = [each for each in found if each is not None]
        return next(
            (each for each in known if each[0] is None), next(iter(known), None)
        )


def _strong(into: Carried | None) -> Carried | None:
    if into is None:
        return None
    if into.parts is not None:
        parts = tuple(each for each in map(_strong, into.parts) if each is not None)
        return replace(into, parts=parts)
    return replace(into, strong=True)


def _is_whole(value: Value) -> bool:
    of = argument_type(value)
    return of == INT or (isinstance(of, NumpyScalar) and of.dtype.kind == "i")
