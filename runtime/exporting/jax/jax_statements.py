"""The statements of a function on JAX: loops and choices are calls of `jax.lax`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from runtime.constructs.cond import Cond
from runtime.exporting.jax.carried_types import (
    Carried,
    given_by_arms,
    is_cast,
    items_within,
)
from runtime.exporting.jax.jax_spelling import JaxSpeller
from runtime.exporting.jax.known_values import KnownValues
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Node, Region, Value, values_in
from runtime.ir.unbound import Unbound
from runtime.ops.row import Row
from runtime.plan.namespace import Namespace
from runtime.plan.order import arrange
from runtime.plan.statements import Statements
from runtime.plan.writing import Tail, Writing


@dataclass(frozen=True)
class Give(Tail):
    """The end of a function within the function: what it gives.

    Parameters
    ----------
    into : tuple of Carried
        What the values are carried as.
    before : str
        What stands before them.
    """

    into: tuple[Carried | None, ...]
    before: str = ""

    def write(self, plan: Writing) -> None:
        """Write ``return a, b``."""
        assert isinstance(plan, JaxStatements)
        plan.drops.forget()
        plan.writer.start(None)
        plan.writer.put("return ")
        plan.group(self.arguments, self.into, self.before)
        plan.writer.end()

    def leaves(self) -> bool:
        """Return True: nothing comes after a return."""
        return True


@dataclass(frozen=True)
class Nothing(Tail):
    """The end of statements that others follow."""

    def write(self, plan: Writing) -> None:
        """Write nothing."""

    def takes(self, node: Node, plan: Writing) -> bool:
        """Return False: what follows needs the results."""
        return False


class JaxNamespace(Namespace):
    """Spells constants on JAX, where names that may be unbound are zero."""

    def constant(self, value: object) -> tuple[str, int]:
        """Return the text of a constant, and its precedence."""
        return super().constant(0 if type(value) is Unbound else value)


class JaxStatements(Statements):
    """Writes statements on JAX; what loops are, a subclass says.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    known : KnownValues
        What Python computes.
    """

    def __init__(self, graph: Graph, known: KnownValues) -> None:
        self.known = known
        order = arrange(graph, JaxSpeller(graph, known), lambda node, truth: None)
        for node in graph.nodes():
            if is_range(node) and node.results[0].name not in known.names:
                order.inlined[node.results[0].name] = node  # the loop has its bounds
        super().__init__(graph, order)
        for each in ("jnp", "lax", "in_order", "checkify", "special", "random"):
            self.names.reserve(each)
        self._number = 0

    def new_namespace(self) -> Namespace:
        """Return what spells functions and constants."""
        return JaxNamespace(self.names)

    def is_choice(self, node: Node) -> bool:
        """Whether a node is an ``if`` of Python."""
        return super().is_choice(node) and id(node) in self.known.python

    def statement(self, node: Node, region: Region) -> None:
        """Write a node that is no ``if``."""
        self.drops.forget()
        if self.order.is_spelled(node):
            used = any(self.order.uses.get(each.name) for each in node.results)
            row = node.operation
            if used or (isinstance(row, Row) and (row.effect or row.writes)):
                super().statement(node, region)
        elif id(node) in self.known.python:
            super().statement(node, region)
        elif node.results:
            write = self._cond if isinstance(node.operation, Cond) else self.loop
            write(node, region)
        self.drops.forget()

    # Values

    def group(
        self,
        arguments: Sequence[Argument],
        into: Sequence[Carried | None],
        before: str = "",
    ) -> None:
        """Write some values as one: a tuple if they are several."""
        alone = len(arguments) + bool(before) == 1 and "," not in before
        self.writer.put("" if alone else "(")
        self.writer.put(before)
        for position, (each, of) in enumerate(zip(arguments, into, strict=True)):
            self.writer.put(", " if position or before else "")
            self.value(each, of)
        self.writer.put("" if alone else ")")

    def value(self, argument: Argument, into: Carried | None) -> None:
        """Write a value as it is carried."""
        if into is not None and into.parts is not None:
            items = items_within(argument, into)
            if items is not None:
                self.writer.put("(")
                for each, part in zip(items, into.parts, strict=True):
                    self.value(each, part)
                    self.writer.put(", ")
                self.writer.put(")")
                return
        unbound = isinstance(argument, Constant) and type(argument.value) is Unbound
        if into is not None and into.dtype is not None:
            name = repr(into.dtype.name)
            if unbound:
                self.writer.put(f"jnp.zeros({into.shape}, {name})")
                return
            if is_cast(argument, into):
                self.writer.put("jnp.asarray(")
                self.expressions.argument(argument)
                self.writer.put(f", {name})")
                return
        self.expressions.argument(argument)

    def targets(self, node: Node, region: Region) -> str:
        """Return the variables of a node's results, as they stand before ``=``."""
        self.names.release(self.lifetimes.dying[id(node)])
        found = [self.variable(each, region) for each in node.results]
        return ", ".join(each or self.names.spare("unused") for each in found)

    # Functions within the function

    @contextmanager
    def inner_function(
        self,
        name: str,
        regions: Sequence[Region],
        own: Sequence[Value],
        more: Sequence[Argument] = (),
    ) -> Iterator[str]:
        """Write a function within; its names are its own, but for what it reads."""
        names = self.names
        held, pinned = names.held, names.pinned
        variable = names.spare(name)
        self._number += 1
        names.take(f"{name}#{self._number}", variable)
        held.add(variable)
        names.pinned = pinned | {
            names.of[each] for each in self._read_outside(regions, own, more)
        }
        names.hold(())
        yield variable
        names.pinned = pinned
        names.hold(held)

    def _read_outside(
        self, regions: Sequence[Region], own: Sequence[Value], more: Sequence[Argument]
    ) -> set[str]:
        inside = {each.name for each in own}
        read: dict[str, Value] = {}

        def use(values: Iterable[Value]) -> None:
            read.update((self.order.root(each), each) for each in values)

        def walk(region: Region) -> None:
            inside.update(each.name for each in region.parameters)
            for node in region.nodes:
                use(node.operands())
                for inner in node.regions:
                    walk(inner)
                inside.update(each.name for each in node.results)
            for argument in region.yields or ():
                use(values_in(argument))

        for region in regions:
            walk(region)
        use(value for each in more for value in values_in(each))
        found = [each for name, each in read.items() if name not in inside]
        return {each for each in self.order.reads(found) if each in self.names.of}

    def parameters_of(
        self, states: Sequence[Value], *others: str
    ) -> tuple[list[str], Callable[[], None]]:
        """Return the parameters of a turn, and what writes how they are unpacked."""
        variables = [self.names.bind(each.name, each.base) for each in states]
        if len(variables) + len(others) == 1:
            return [*others, *variables], lambda: None
        state = self.names.spare("state")

        def unpack() -> None:
            self.writer.line(f"{', '.join([*others, *variables])} = {state}")

        return [state], unpack

    # Choices

    def _cond(self, node: Node, region: Region) -> None:
        given = zip(*[arm.yields or () for arm in node.regions], strict=True)
        into = [
            given_by_arms(result.type, each)
            for result, each in zip(node.results, given)
        ]
        arms: list[str | Region] = []
        for name, arm in zip(("then", "otherwise"), node.regions, strict=True):
            if not self.order.statements(arm):
                arms.append(arm)
                continue
            with self.inner_function(name, (arm,), ()) as function:
                self.writer.line(f"def {function}():", node.span)
                self._body(arm, Give(arm.yields or (), tuple(into)))
            arms.append(function)
        targets = self.targets(node, region)
        self.writer.start(node.span)
        self.writer.put(f"{targets} = lax.cond(")
        self.expressions.argument(node.args[0])
        for each in arms:
            self.writer.put(", ")
            if isinstance(each, str):
                self.writer.put(each)
            else:
                self.writer.put("lambda: ")
                self.group(each.yields or (), into)
        self.writer.put(")")
        self.writer.end()
        self.release(arms)

    def release(self, functions: Sequence[object]) -> None:
        """Forget functions that nothing calls any more."""
        taken = {each for each in functions if isinstance(each, str)}
        self.names.hold(self.names.held - taken)

    def _body(self, region: Region, end: Tail) -> None:
        with self.indented():
            self.enter(region)
            self.region(region, end)

    @abstractmethod
    def loop(self, node: Node, region: Region) -> None:
        """Write a loop of JAX."""


def is_range(node: Node) -> bool:
    """Whether a node makes a range."""
    return node.operation.name == "range" and bool(node.results)
