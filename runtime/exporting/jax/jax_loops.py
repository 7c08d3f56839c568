"""Loops as calls of `jax.lax`: counted ones, and those that end by a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.constructs.carries import Loop
from runtime.exporting.jax.carried_types import Carried, carried
from runtime.exporting.jax.jax_statements import Give, JaxStatements, Nothing
from runtime.exporting.number_types import dtype_of
from runtime.ir.nodes import Argument, Constant, Node, Region, Value, argument_type
from runtime.plan import levels
from runtime.plan.writing import Writing
from runtime.types import BOOL


class JaxLoops(JaxStatements):
    """Writes loops on JAX."""

    def loop(self, node: Node, region: Region) -> None:
        """Write a loop of JAX."""
        loop = node.operation
        assert isinstance(loop, Loop)
        into = tuple([carried(each.type) for each in loop.states(node)])
        if loop.stops(node):
            self.loop_that_stops(node, loop, into, region)
        elif loop.leading:
            self.counted(node, loop, into, region)
        else:
            self.while_loop(node, loop, into, region)

    def counted(
        self, node: Node, loop: Loop, into: tuple[Carried | None, ...], region: Region
    ) -> None:
        """Write ``lax.fori_loop``."""
        (body,) = node.regions
        (element,) = loop.elements(node)
        bounded = self.bounds(node)
        with self.inner_function("turn", (body,), body.parameters, bounded) as turn:
            index = self.names.bind(element.name, element.base)
            given, unpack = self.parameters_of(loop.states(node))
            self.writer.line(f"def {turn}({index}, {', '.join(given)}):", node.span)
            with self.indented():
                unpack()
                start, stop, step = map(self.text, bounded)
                if step != "1":
                    self.writer.line(f"{index} = {start} + {index} * {step}")
                self.hold_parameters(body)
                self.region(body, Give(body.yields or (), into))
        start, stop, step = map(self.text, bounded)
        if step == "1":
            bounds = f"{start}, {stop}"
        else:
            bounds = f"0, {_count(start, stop, step)}"
        call = f"lax.fori_loop({bounds}, {turn}, "
        test = self._has_turns(bounded)
        self.call_loop(node, loop, into, region, call, [turn], test=test)

    def _has_turns(self, bounded: Sequence[Argument]) -> str:
        """Return the test for a turn, where Python can tell; nothing if it is sure."""
        known = all(map(self.known.can_tell, bounded))
        if not known or isinstance(bounded[1], Constant):
            return ""
        start, stop, step = map(self.text, bounded)
        return f"{stop} {'<' if step.startswith('-') else '>'} {start}"

    def hold_parameters(self, region: Region) -> None:
        """Begin a region within a function whose parameters have their variables."""
        self.drops.forget()
        live = self.lifetimes.entering[id(region)]
        parameters = {each.name for each in region.parameters}
        self.names.hold_values(live | parameters)

    def while_loop(
        self, node: Node, loop: Loop, into: tuple[Carried | None, ...], region: Region
    ) -> None:
        """Write ``lax.while_loop``."""
        test, body = node.regions
        states = loop.states(node)
        with self.inner_function("more", (test,), states) as more:
            given, unpack = self.parameters_of(states)
            self.writer.line(f"def {more}({', '.join(given)}):", node.span)
            with self.indented():
                unpack()
                self.hold_parameters(test)
                self.region(test, Nothing(()))
                self._return_test(test, "")
        with self.inner_function("turn", (test, body), states) as turn:
            given, unpack = self.parameters_of(states)
            self.writer.line(f"def {turn}({', '.join(given)}):")
            with self.indented():
                unpack()
                self.hold_parameters(test)
                self.region(test, Nothing(()))
                self.names.hold_values(self.lifetimes.entering[id(body)])
                self.region(body, Give(body.yields or (), into))
        call = f"lax.while_loop({more}, {turn}, "
        self.call_loop(node, loop, into, region, call, [more, turn])

    def _return_test(self, test: Region, stopped: str) -> None:
        assert test.yields is not None
        self.writer.start(self.span_of(test.yields[0]))
        self.writer.put("return ")
        if stopped:
            self.writer.put(f"jnp.logical_not({stopped}) & ")
        (given,) = test.yields
        plain = isinstance(given, Value) and given.type == BOOL
        self.writer.put("" if plain else "jnp.bool_(")
        self.expressions.argument(given, levels.UNARY if stopped else levels.LOWEST)
        self.writer.put("" if plain else ")")
        self.writer.end()

    def loop_that_stops(
        self, node: Node, loop: Loop, into: tuple[Carried | None, ...], region: Region
    ) -> None:
        """Write ``lax.while_loop`` with a flag: a ``break`` may leave the loop."""
        states = loop.states(node)
        elements = loop.elements(node)
        bounds = self.bounds(node) if elements else ()
        parameters = [*states, *elements]
        functions = []
        for name in ("more", "turn"):
            regions = node.regions if name == "turn" else node.regions[:-1]
            with self.inner_function(name, regions, parameters, bounds) as function:
                functions.append(function)
                own = [self.names.spare("stopped")]
                self.names.take(f"stopped#{function}", own[0])
                if elements:
                    own.append(self.names.bind(elements[0].name, elements[0].base))
                # The index is read at the end of a turn.
                self.names.pinned = self.names.pinned | set(own)
                given, unpack = self.parameters_of(states, *own)
                self.writer.line(f"def {function}({', '.join(given)}):", node.span)
                with self.indented():
                    unpack()
                    self._stopping_body(node, own, bounds, into, name)
        before = ["False", *map(self.text, bounds[:1])]
        call = f"lax.while_loop({', '.join(functions)}, "
        test = self._has_turns(bounds) if bounds else ""
        self.call_loop(node, loop, into, region, call, functions, before, test)

    def _stopping_body(
        self,
        node: Node,
        own: list[str],
        bounded: Sequence[Argument],
        into: tuple[Carried | None, ...],
        name: str,
    ) -> None:
        first, body = node.regions[0], node.regions[-1]
        bounds = list(map(self.text, bounded))
        if first is not body:
            self.hold_parameters(first)
            self.names.hold({*self.names.held, *own})
            self.region(first, Nothing(()))
            if name == "more":
                self._return_test(first, own[0])
                return
            self.names.hold_values(self.lifetimes.entering[id(body)])
        elif name == "more":
            sign = ">" if bounds[2].startswith("-") else "<"
            self.writer.line(
                f"return jnp.logical_not({own[0]}) & ({own[1]} {sign} {bounds[1]})"
            )
            return
        else:
            self.hold_parameters(body)
        self.names.hold({*self.names.held, *own})
        yields = body.yields or ()
        following = f"{own[1]} + {bounds[2]}" if len(own) > 1 else ""
        flag = Carried(np.dtype(bool), ())
        if following:
            self.region(body, Stopping(yields, (flag, *into), "", following))
        else:
            self.region(body, Give(yields, (flag, *into)))

    def bounds(self, node: Node) -> tuple[Argument, Argument, Argument]:
        """Return the start, stop and step of a counted loop."""
        range_ = node.args[0]
        assert isinstance(range_, Value)
        given = self.order.inlined[range_.name].args
        start: Argument = given[0] if len(given) > 1 else Constant(0)
        stop = given[1] if len(given) > 1 else given[0]
        return start, stop, given[2] if len(given) > 2 else Constant(1)

    def text(self, argument: Argument) -> str:
        """Return an argument as text, which may stand in any sum or product."""
        if dtype_of(argument_type(argument)) != np.int64:
            return self.writer.text_of(
                lambda: self.value(argument, Carried(np.dtype(np.int64), ()))
            )
        return self.writer.text_of(
            lambda: self.expressions.argument(argument, levels.UNARY)
        )

    def call_loop(
        self,
        node: Node,
        loop: Loop,
        into: tuple[Carried | None, ...],
        region: Region,
        call: str,
        functions: list[str],
        before: Sequence[str] = (),
        test: str = "",
    ) -> None:
        """Write the call of a loop, and take its results.

        A body may index what has no items if there are no turns: then JAX, which
        traces it, must not see it.
        """
        targets = self.targets(node, region)
        if len(before) > 1:  # the index is nobody's result
            flag, comma, rest = targets.partition(", ")
            targets = f"{flag}, {self.names.spare('unused')}{comma}{rest}"
        self.writer.start(node.span)
        self.writer.put(f"{targets} = {call}")
        self.group(loop.starts(node), into, ", ".join(before))
        self.writer.put(")")
        if test:
            self.writer.put(f" if {test} else ")
            self.group(loop.starts(node), into, ", ".join(before))
        self.writer.end()
        self.release(functions)


@dataclass(frozen=True)
class Stopping(Give):
    """The end of a turn that may be the last one: flag, next index, states.

    Parameters
    ----------
    following : str
        The next index.
    """

    following: str = ""

    def write(self, plan: Writing) -> None:
        """Write ``return stop, following, a, b``."""
        assert isinstance(plan, JaxStatements)
        plan.drops.forget()
        plan.writer.start(None)
        plan.writer.put("return (")
        plan.group(self.arguments[:1], self.into[:1])
        plan.writer.put(f", {self.following}")
        for each, of in zip(self.arguments[1:], self.into[1:], strict=True):
            plan.writer.put(", ")
            plan.group([each], [of])
        plan.writer.put(")")
        plan.writer.end()


def _count(start: str, stop: str, step: str) -> str:
    """Return how many numbers a range has."""
    distance = f"({stop} - {start})" if start != "0" else stop
    if step.startswith("-"):
        distance = f"({start} - {stop})"
        step = step[1:]
    return f"-(-{distance} // {step})" if step != "1" else distance
