"""The function of a module: the plan, with the user's own head."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.exporting.given_inputs import given_inputs
from runtime.exporting.head import docstring_lines, parameter_list
from runtime.exporting.python.argument_tests import ArgumentTests
from runtime.exporting.refusing import refusal
from runtime.ir.graph import Graph
from runtime.ir.nodes import Value
from runtime.plan.make import prepared
from runtime.plan.names import identifier
from runtime.plan.statements import Statements
from runtime.saving.patterns import Place
from runtime.saving.saved import Given, Saved
from runtime.saving.signature import Signature
from runtime.types import ANY


class ModuleFunction(Statements):
    """Writes the function.

    Parameters
    ----------
    saved : Saved
        The graph, and where its inputs come from.
    graph : Graph
        The graph as it runs.
    documentation : str
        The docstring.
    """

    def __init__(self, saved: Saved, graph: Graph, documentation: str) -> None:
        super().__init__(prepared(graph))
        self._saved = saved
        self._documentation = documentation

    def function(self) -> None:
        """Write the whole function."""
        names, signature = self.names, self._saved.signature
        self._check_names(signature)
        # Its name stays free for variables, and is taken for all that is global.
        names.spare(self.graph.name)
        own = {each.name: _parameter(each.name) for each in signature.parameters}
        for value in own.values():
            names.take(value.name, value.base)
        self.name_functions()
        self.writer.line(f"def {identifier(self.graph.name)}({self._parameters()}):")
        with self.indented():
            for line in docstring_lines(self._documentation or self._summary()):
                self.writer.line(line)
            self._take_inputs(own)
            self.body()

    def never(self) -> None:
        """Write the end of a region whose last operation always raises."""
        self.writer.line('raise AssertionError("an operation that raises returned")')

    def _summary(self) -> str:
        return f"Return what `{self.graph.name}` returns."

    def _parameters(self) -> str:
        def default(name: str, value: Any) -> str:
            return self.namespace.constant(value)[0]

        return parameter_list(self._saved.signature.parameters, default)

    def _check_names(self, signature: Signature) -> None:
        """Refuse names that the text needs for something else."""
        words = self.order.words
        for each in (self.graph.name, *(each.name for each in signature.parameters)):
            if each in words or identifier(each) != each:
                raise refusal(
                    self.graph,
                    f"the name {each!r} means something else in its text",
                    hint="give it another name",
                )

    def _take_inputs(self, own: dict[str, Value]) -> None:
        """Write the tests of the arguments, and what is taken from them."""
        namespace, names, writer = self.namespace, self.names, self.writer

        def name(value: Any) -> str:
            if isinstance(value, np.dtype):
                return namespace.constant(value)[0]
            return namespace.function(value)

        for condition, told in ArgumentTests(name).lines(self._saved.signature):
            writer.line(f"if {condition}:")
            with self.indented():
                writer.line(f"raise {name(TypeError)}({told!r})")
        changed = []
        inputs = list(given_inputs(self._saved, self.graph, "a module of NumPy"))
        for value, source in inputs:
            if isinstance(source, Given):
                variable = names.of[value.name] = names.of_global(value.base)
                namespace.bound[variable] = source.value
                changed += [variable] * self._augments(value)
            elif len(source) == 1:
                names.take(value.name, str(source[0]))
        if changed:
            writer.line(f"global {', '.join(changed)}")
        for value, source in inputs:
            if not isinstance(source, Given) and len(source) > 1:
                variable = names.bind(value.name, value.base)
                writer.line(f"{variable} = {_item(source)}")
        names.release([value.name for value in own.values()])

    def _augments(self, value: Value) -> bool:
        """Whether a statement ``x += y`` binds the name of an input anew."""
        order = self.order
        return any(
            order.is_spelled(node)
            and order.spelling(node).form.augments
            and isinstance(node.args[0], Value)
            and order.root(node.args[0]) == value.name
            for node in self.graph.nodes()
        )


def _parameter(name: str) -> Value:
    return Value(f"{name}.parameter", ANY)


def _item(place: Place) -> str:
    first, *keys = place
    return str(first) + "".join(f"[{key!r}]" for key in keys)
