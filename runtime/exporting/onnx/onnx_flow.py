"""Choices and loops in ONNX: nodes that hold blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from runtime.constructs.carries import Loop
from runtime.exporting.onnx.list_changes import changed_lists
from runtime.exporting.onnx.loop_reads import read_from
from runtime.exporting.onnx.onnx_blocks import Block
from runtime.exporting.onnx.onnx_calls import AlreadyRefused
from runtime.exporting.onnx.onnx_comparing import truth_of
from runtime.exporting.onnx.onnx_lists import series
from runtime.exporting.onnx.onnx_nodes import Nodes
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_values import (
    Bounds,
    Form,
    Held,
    Known,
    Refused,
    Series,
    Tensor,
    either_shape,
    tensors_of,
)
from runtime.ir.nodes import (
    Argument,
    Node,
    Region,
    Value,
    argument_type,
)
from runtime.ops.row import Row

DEEPEST = 30
"""The levels of a model that the format can hold, which has 100 of messages."""


@dataclass(frozen=True)
class Turning:
    """A loop that is being written.

    Parameters
    ----------
    node : Node
        The loop.
    forms : list of Form
        What its states are from turn to turn.
    lists : dict
        The lists from outside that it changes, each with its form.
    first : list of Tensor
        What the states and the lists are before the first turn.
    """

    node: Node
    forms: list[Form]
    lists: dict[str, Form]
    first: list[Tensor]

    @property
    def loop(self) -> Loop:
        """The construct."""
        assert isinstance(self.node.operation, Loop)
        return self.node.operation

    @property
    def stops(self) -> bool:
        """Whether a turn may be the last one."""
        return bool(self.loop.stops(self.node))

    @property
    def states(self) -> tuple[Value, ...]:
        """The states within a turn."""
        return self.loop.states(self.node)

    @property
    def given(self) -> tuple[Argument, ...]:
        """What a turn gives: first whether it is the last one, if it may be."""
        yields = self.node.regions[-1].yields
        assert yields is not None
        return yields


class Flow(Nodes):
    """Writes choices and loops."""

    _depth = 0

    def _lists_changed(self, regions: Sequence[Region]) -> dict[str, Form]:
        """Return the lists from outside that regions change, each with its form."""
        found: dict[str, Form] = {}
        for region in regions:
            for node in region.walk():
                for each in changed_lists(node):
                    name = self.list_name(each.name)
                    if name in self.held:
                        found[name] = self.form(each.type, each.base)
        return found

    # Blocks

    @contextmanager
    def inner(self, name: str) -> Iterator[Block]:
        """Write a block within; what is bound there is unknown afterwards."""
        if self._depth >= DEEPEST:
            self.refuse(
                f"branches and loops are {DEEPEST} levels deep",
                "let a loop over a range whose length is passed make the turns",
            )
        held, self.held = self.held, dict(self.held)
        self._depth += 1
        try:
            with self.within(name) as block:
                yield block
        finally:
            self.held = held
            self._depth -= 1

    def _yielded(
        self, arguments: Sequence[Argument], forms: Sequence[Form], names: Sequence[str]
    ) -> list[Tensor]:
        found = []
        for argument, form, name in zip(arguments, forms, names, strict=True):
            of = argument_type(argument)
            found += self.carried(self.of(argument), form, name, of)
        return found

    def _parameters(self, block: Block, form: Form, base: str) -> Held:
        """Let a block take a value, of any number of items."""
        tensors = [
            Tensor(self.fresh(base), dtype, shape) for dtype, shape in tensors_of(form)
        ]
        block.inputs += tensors
        return self.regrouped(form, list(tensors))

    # Choices

    def choice(self, node: Node) -> Sequence[Held]:
        """Write ``If``."""
        held = self.of(node.args[0])
        if isinstance(held, Refused):
            raise AlreadyRefused
        if isinstance(held, Known):
            arm = node.regions[0 if held.value else 1]
            if arm.yields is None:
                self.refuse("an error is raised where a test says so")
            self.region(arm)
            self.leaving(arm.yields, arm)
            return list(map(self.of, arm.yields))
        if all(arm.yields is None for arm in node.regions):
            self.refuse("it always raises an error here")
        test = self.truth(truth_of(self, held))
        lists = self._lists_changed(node.regions)
        forms = [self.form(each.type, each.base) for each in node.results]
        names = [each.base for each in node.results]
        arms = []
        for name, arm in zip(("then", "otherwise"), node.regions, strict=True):
            with self.inner(name) as block:
                tensors = self._arm(arm, test, forms, names)
                for each, form in lists.items():
                    tensors += self.carried(self.held[each], form, "a list", None)
                self.give(block, tensors)
            arms.append(block)
        if not arms[0].outputs:
            if any(arm.yields is None for arm in node.regions):
                self._write_check(test, arms)
            return [Known(None) for _ in node.results]
        shapes = [
            (one.dtype, either_shape(one.shape, other.shape))
            for one, other in zip(arms[0].outputs, arms[1].outputs, strict=True)
        ]
        more = {"then_branch": arms[0], "else_branch": arms[1]}
        given = self.steps("If", [test], shapes, **more)
        found = [self.regrouped(form, given) for form in forms]
        for each, form in lists.items():
            self.held[each] = self.regrouped(form, given)
        return found

    def _write_check(self, test: Tensor, arms: Sequence[Block]) -> None:
        """Write a choice that does nothing but raise."""
        for block in arms:
            outside, self.block = self.block, block
            self.give(block, [self.constant(True)])
            self.block = outside
        more = {"then_branch": arms[0], "else_branch": arms[1]}
        self.steps("If", [test], [(TRUTH, ())], **more)

    def _arm(
        self, arm: Region, test: Tensor, forms: Sequence[Form], names: Sequence[str]
    ) -> list[Tensor]:
        """Write an arm, and return what it gives; one that raises takes no item."""
        if arm.yields is not None:
            self.leaving(arm.yields, arm)
            self.region(arm)
            return self._yielded(arm.yields, forms, names)
        for node in arm.nodes:
            row = node.operation
            if node.regions or (
                isinstance(row, Row) and row.effect and row.name != "raise_error"
            ):
                self.refuse("something is done before an error is raised")
        self.base = "raise_error"
        beyond = self.step(
            "Add", [self.cast(test, INT), self.constant(1, INT)], INT, ()
        )
        nothing = self.constant(np.zeros(1, np.int64))
        self.step("Gather", [nothing, beyond], INT, (), axis=0)
        return [tensor for form in forms for tensor in self.zeros_of(form)]

    # Loops

    def loop(self, node: Node, loop: Loop) -> Sequence[Held]:
        """Write ``Loop``."""
        body = node.regions[-1]
        if body.yields is None or any(r.yields is None for r in node.regions):
            self.refuse("a loop ends by an error", "let it end by its test")
        lists = self._lists_changed(node.regions)
        states = loop.states(node)
        starts = loop.starts(node)
        self.leaving(starts, node)
        self.leaving(body.yields, body)
        forms = [self.form(each.type, each.base) for each in states]
        names = [each.base for each in states]
        first = self._yielded(starts, forms, names)
        for name, form in lists.items():
            first += self.carried(self.held[name], form, "a list", None)
        turning = Turning(node, forms, lists, first)
        return self._counted(turning) if loop.leading else self._while(turning)

    def _taking(self, block: Block, of: Turning) -> None:
        for state, form in zip(of.states, of.forms, strict=True):
            self.held[state.name] = self._parameters(block, form, state.base)
        for name, form in of.lists.items():
            self.held[name] = self._parameters(block, form, name.partition(".")[0])

    def _counted(self, of: Turning) -> Sequence[Held]:
        over = of.node.args[0]
        if isinstance(over, Value) and self.list_name(over.name) in of.lists:
            self.refuse("a list changes while a loop goes over it", "copy it first")
        held = self.of(over)
        if isinstance(held, Refused):
            raise AlreadyRefused
        items = series(self, held)
        (element,) = of.loop.elements(of.node)
        (body,) = of.node.regions
        with self.inner("turn") as block:
            number = Tensor(self.fresh("turn_number"), INT, ())
            going = Tensor(self.fresh("going_on"), TRUTH, ())
            block.inputs += [number, going]
            self._taking(block, of)
            self.base = element.base
            since = len(block.steps)
            item = items.item(number)
            if isinstance(item, Tensor):
                item = self.renamed(item, element.base, since)
            self.held[element.name] = item
            self.region(body)
            on = self.no(truth_of(self, self.of(of.given[0]))) if of.stops else going
            self._end(block, of, on)
        count = self.number(items.count, INT)
        return self._results(of, [count, self.constant(True)], block)

    def _end(self, block: Block, of: Turning, before: Tensor) -> list[Tensor]:
        """Let the body of a loop give the test, and the states of the next turn."""
        names = [each.base for each in of.states]
        following = self._yielded(of.given[of.stops :], of.forms, names)
        for name, form in of.lists.items():
            following += self.carried(self.held[name], form, "a list", None)
        head = [before]
        if of.stops:
            head.append(truth_of(self, self.of(of.given[0])))
            block.inputs.insert(2, Tensor(self.fresh("stopped_before"), TRUTH, ()))
        self.give(block, [*head, *following])
        return following

    def _results(
        self,
        of: Turning,
        head: list[Tensor | None],
        block: Block,
        more: Sequence[Tensor] = (),
    ) -> Sequence[Held]:
        begin = [*([self.constant(False)] if of.stops else []), *of.first, *more]
        if not begin:
            return []
        results = [
            (start.dtype, either_shape(start.shape, end.shape))
            for start, end in zip(begin, block.outputs[1:], strict=True)
        ]
        given = self.steps("Loop", [*head, *begin], results, body=block)
        found: list[Held] = [given.pop(0)] if of.stops else []
        found += [self.regrouped(form, given) for form in of.forms]
        for name, form in of.lists.items():
            self.held[name] = self.regrouped(form, given)
        return found if of.node.results else []

    def _while(self, of: Turning) -> Sequence[Held]:
        """Write a loop with a test: made before it, and at the end of each turn."""
        test, body = of.node.regions
        read = read_from(test, body)
        if self._lists_changed([test]):
            self.refuse("the test of a loop changes a list", "change it in the body")
        held = dict(self.held)
        self._go_on(of, list(of.first), ())
        self.region(test)
        begin = self._tested(test)
        passed = [each for each in read if self._passes(self.held[each.name])]
        told = [self.form(each.type, each.base) for each in passed]
        more = [
            tensor
            for each, form in zip(passed, told, strict=True)
            for tensor in self.carried(self.held[each.name], form, each.base, each.type)
        ]
        known = {each.name: self.held[each.name] for each in read if each not in passed}
        self.held = held
        with self.inner("turn") as block:
            number = Tensor(self.fresh("turn_number"), INT, ())
            block.inputs += [number, Tensor(self.fresh("going_on"), TRUTH, ())]
            self._taking(block, of)
            self.held.update(known)
            for value, form in zip(passed, told, strict=True):
                self.held[value.name] = self._parameters(block, form, value.base)
            self.region(body)
            following = self._end(block, of, number)
            stop = truth_of(self, self.of(of.given[0])) if of.stops else None
            self._go_on(of, list(following), of.lists)
            ends = self._test_again(test, passed, told, stop)
            block.outputs = [
                self.step("Identity", ends[:1], TRUTH, ()),
                *block.outputs[1:],
                *[self.step("Identity", [e], e.dtype, e.shape) for e in ends[1:]],
            ]
        return self._results(of, [None, begin], block, more)

    def _go_on(self, of: Turning, pending: list[Tensor], lists: Iterable[str]) -> None:
        """Let the states, and some lists, be what tensors hold."""
        for state, form in zip(of.states, of.forms, strict=True):
            self.held[state.name] = self.regrouped(form, pending)
        for name in lists:
            self.held[name] = self.regrouped(of.lists[name], pending)

    def _tested(self, test: Region) -> Tensor:
        assert test.yields is not None
        held = self.of(test.yields[0])
        if isinstance(held, Refused):
            raise AlreadyRefused
        return truth_of(self, held)

    def _passes(self, held: Held) -> bool:
        if isinstance(held, Refused):
            raise AlreadyRefused
        return not isinstance(held, (Known, Series, Bounds))

    def _test_again(
        self,
        test: Region,
        passed: Sequence[Value],
        forms: Sequence[Form],
        stop: Tensor | None,
    ) -> list[Tensor]:
        """Return the test after a turn, and what the next one reads of it."""

        def write() -> list[Tensor]:
            self.region(test)
            found = [self._tested(test)]
            for value, form in zip(passed, forms, strict=True):
                held = self.held[value.name]
                found += self.carried(held, form, value.base, value.type)
            return found

        if stop is None:
            return write()
        # Where a turn has stopped, Python does not ask the test.
        with self.inner("ended") as ended:
            zeros = [z for form in forms for z in self.zeros_of(form)]
            self.give(ended, [self.constant(False), *zeros])
        with self.inner("test") as asked:
            self.give(asked, write())
        shapes = [
            (one.dtype, either_shape(one.shape, other.shape))
            for one, other in zip(ended.outputs, asked.outputs, strict=True)
        ]
        more = {"then_branch": ended, "else_branch": asked}
        return self.steps("If", [stop], shapes, **more)
