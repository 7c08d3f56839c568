"""A module on JAX with the function of a graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from runtime.errors import NotExportable
from runtime.exporting.exact_text import exact_text
from runtime.exporting.exported import Exported, titled
from runtime.exporting.functional_form import functional
from runtime.exporting.given_inputs import given_inputs
from runtime.exporting.head import docstring_lines, parameter_list
from runtime.exporting.jax.dict_order import IN_ORDER, ReturnInOrder, is_out_of_order
from runtime.exporting.jax.jax_forms import helper_name
from runtime.exporting.jax.jax_operands import is_data
from runtime.exporting.jax.jax_reverse import JaxReversible
from runtime.exporting.jax.jax_rows import HELPERS
from runtime.exporting.jax.jax_spelling import JaxSpeller
from runtime.exporting.jax.jit_arguments import check_apart, jit_arguments
from runtime.exporting.jax.known_values import KnownValues, is_given_when_run
from runtime.exporting.jax.module_notes import module_notes
from runtime.exporting.jax.random_draws import is_draw, is_key
from runtime.exporting.jax.result_pairs import relaxed
from runtime.exporting.number_types import dtype_of
from runtime.exporting.python.argument_tests import identity_tests
from runtime.exporting.python.definitions import (
    Definitions,
    NotPlain,
    sorted_imports,
    spaced,
)
from runtime.exporting.refusing import refusal
from runtime.exporting.users_lines import comment, with_users_lines
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Value, argument_type
from runtime.ops.row import Row
from runtime.passes.lists import roomy, stacked
from runtime.plan.names import identifier
from runtime.plan.tails import Return
from runtime.recursion_limit import deep_recursion
from runtime.saving.patterns import (
    Group,
    Known,
    OfType,
    Pattern,
    Place,
    places,
    spelled,
)
from runtime.saving.saved import Given, Saved
from runtime.types import (
    ANY,
    AnyType,
    Array,
    Container,
    List,
    Never,
    NoneType,
    NumpyScalar,
    Tuple,
    Type,
    Unbound,
    members,
)


def jax_module(
    saved: Saved,
    documentation: str,
    jit: bool = True,
    reverse: bool = False,
    room: int | None = None,
) -> Exported:
    """Return a module on JAX with the function of a graph.

    Parameters
    ----------
    saved : Saved
        The graph, and where its inputs come from.
    documentation : str
        The docstring of the function.
    jit : bool
        Whether `jax.jit` has to take the function. If not, and if there is no other
        way, loops and choices are those of Python, and ask for values.
    reverse : bool
        Whether `jax.grad` has to take the function.
    room : int, optional
        How many items a list gets at most, where that is not known before.

    Raises
    ------
    NotExportable
        If something in it has no form on JAX.
    """
    with deep_recursion():
        graph, changed = functional(saved)
        if jit:
            check_apart(saved, graph)

        def exported(
            graph: Graph, at_once: bool = False, told: Mapping[str, str] | None = None
        ) -> Exported:
            known = KnownValues(graph, at_once=at_once)
            module = _Module(
                saved, graph, known, changed, documentation, told or {}, reverse
            )
            return module.exported()

        in_arrays = stacked.run(graph)
        if in_arrays is not graph:
            # Arrays need their size: where it is a number of the run, lists may do.
            with suppress(NotExportable):
                return exported(in_arrays)
        with suppress(NotExportable):
            return exported(graph)
        if not jit:
            return exported(graph, True)
        for each, told in list(_forms(graph, room))[1:]:
            with suppress(NotExportable):
                return exported(each, told=told)
        return exported(graph)


def refusals(saved: Saved) -> list[NotExportable]:
    """Return all that has no form on JAX; nothing, if the function has one."""
    with deep_recursion():
        try:
            jax_module(saved, "")
            return []
        except NotExportable as error:
            last = error
        try:
            graph, _ = functional(saved)
        except NotExportable as error:
            return [error]
        graphs = [each for each, _ in _forms(graph)]
        return min(map(_refusals_in, graphs), key=len) or [last]


def _refusals_in(graph: Graph) -> list[NotExportable]:
    found: list[NotExportable] = []
    speller = JaxSpeller(graph, KnownValues(graph, found.append), found.append)
    for node in graph.nodes():
        if isinstance(node.operation, Row):
            speller(node, not node.results)
    return found


def _forms(
    graph: Graph, room: int | None = None
) -> Iterator[tuple[Graph, Mapping[str, str]]]:
    """Yield forms of a graph for `jax.jit`, with the pairs in their results."""
    yield graph, {}
    in_arrays = [stacked.run(graph), graph]
    in_arrays = [
        each for one in in_arrays for each in (one, roomy.run(one, True, room))
    ]
    for each in dict.fromkeys(in_arrays):
        for_jit, told = relaxed(each, is_given_when_run)
        if for_jit is not graph:
            yield for_jit, told


def _calls(text: str, row: str) -> bool:
    return f"{helper_name(row)}(" in text


def _holds_others(of: Type) -> bool:
    """Whether text, or what else is no number and no array, is in a value."""
    for each in members(of):
        if isinstance(each, Tuple):
            other = any(map(_holds_others, each.items))
        elif isinstance(each, List):
            other = _holds_others(each.element)
        else:
            unknown = isinstance(each, UNKNOWN)
            other = not (unknown or is_data(each))
        if other:
            return True
    return False


UNKNOWN = (NoneType, AnyType, Container, Unbound, Never)
"""Types that say nothing, or have no values."""


def _is_float(of: Type) -> bool:
    dtype = dtype_of(of)
    return dtype is not None and dtype.kind in "fc"


def _line(node: Node) -> str:
    return "" if node.span is None else comment(node.span)


CHECKIFY = "from jax.experimental import checkify"


class _Module(JaxReversible):
    def __init__(
        self,
        saved: Saved,
        graph: Graph,
        known: KnownValues,
        changed: list[str],
        documentation: str,
        told: Mapping[str, str],
        reverse: bool,
    ) -> None:
        super().__init__(graph, known, reverse)
        self._told = told
        self._saved = saved
        self._changed = changed
        self._documentation = documentation
        self._draws = any(map(is_draw, graph.nodes()))

    def exported(self) -> Exported:
        """Return the module."""
        self.function()
        bound = self.namespace.bound
        definitions = Definitions({self.graph.name, "jnp", "lax", *bound})
        try:
            for name, value in bound.items():
                definitions.define(name, value)
        except NotPlain as error:
            raise refusal(self.graph, f"{error.value} has no form on JAX") from None
        body = with_users_lines(self.writer)
        text = "\n".join(body)
        in_order = "in_order(" in text
        imports = [*definitions.imports]
        imports += ["from collections import OrderedDict"] if in_order else []
        helpers = [each for row, each in HELPERS.items() if _calls(text, row)]
        parts = [titled(self.graph.name, "JAX", self._notes()), ""]
        parts += [*sorted_imports(imports), ""] if imports else []
        of_jax = helpers or "jnp." in text
        helpers += [IN_ORDER] if in_order else []
        parts += ["import jax.numpy as jnp"] if of_jax else []
        own = [each for each in ("lax", "random") if f"{each}." in text]
        parts += [f"from jax import {', '.join(own)}"] if own else []
        parts += ["from jax.scipy import special"] if "special." in text else []
        parts += [CHECKIFY] if "checkify." in text else []
        texts = [*definitions.texts, *helpers]
        parts += ["", *spaced(texts)] if texts else []
        return Exported("\n".join([*parts, "", "", *body]) + "\n", {})

    def _notes(self) -> str:
        result = self.graph.result
        return module_notes(
            self.graph,
            jit_arguments(self._saved, self.graph, self.known.static),
            told=self._told,
            others=result is not None and _holds_others(argument_type(result)),
            needs=list(filter(None, dict.fromkeys(map(_line, self.known.needs)))),
            changed=self._changed,
            forward=self._forward_only(),
            draws=self._draws,
        )

    def _forward_only(self) -> list[str]:
        """Return the lines of loops that `jax.grad` does not take."""
        floats = [each for each in self.graph.inputs if _is_float(each.type)]
        lines = dict.fromkeys(map(_line, self.refused)) if floats else {}
        return list(filter(None, lines))

    def function(self) -> None:
        """Write the whole function."""
        names, signature = self.names, self._saved.signature
        for each in signature.parameters:
            if identifier(each.name) != each.name or each.name in ("jnp", "lax"):
                raise refusal(self.graph, f"the name {each.name!r} is taken")
        names.spare(self.graph.name)
        own = [Value(f"{each.name}.parameter", ANY) for each in signature.parameters]
        for value in own:
            names.take(value.name, value.base)
        self.name_functions()

        def default(name: str, value: Any) -> str:
            return exact_text(value) or self.namespace.constant(value)[0]

        parameters = parameter_list(signature.parameters, default)
        self.writer.line(f"def {identifier(self.graph.name)}({parameters}):")
        with self.indented():
            given = self._documentation or f"Return what `{self.graph.name}` returns."
            for line in docstring_lines(given):
                self.writer.line(line)
            for condition, told in self._tests():
                self.writer.line(f"if {condition}:")
                with self.indented():
                    self.writer.line(f"raise TypeError({told!r})")
            self._take_inputs()
            names.release([value.name for value in own])
            self._returning()

    def _returning(self) -> None:
        """Write the statements of the function."""
        region = self.graph.region
        self.enter(region)
        (result,) = region.yields or (None,)
        if result is None:
            self.region(region, None)
        elif is_out_of_order(result):
            self.region(region, ReturnInOrder((result,)))
        else:
            self.region(region, Return((result,)))

    def _tests(self) -> Iterator[tuple[str, str]]:
        patterns: dict[str, Pattern] = dict(self._saved.signature.patterns)
        for name, pattern in patterns.items():
            for place, each in places(pattern, (name,)):
                text = spelled(place)
                if isinstance(each, Known):
                    known = exact_text(each.value)
                    if known is None:
                        raise refusal(self.graph, f"{name} is {each}")
                    sign = "is not" if each.value is None else "!="
                    test = f"{text} {sign} {known}"
                    if type(each.value) is float and not abs(each.value) > 0:
                        # Zeros have signs, and NaN is not equal to itself.
                        test = f"repr(float({text})) != {str(each.value)!r}"
                    yield test, f"{text} has to be {each}"
                elif isinstance(each, Group):
                    count = len(each.keys)
                    yield f"len({text}) != {count}", f"{text} has to have {count} items"
                elif isinstance(each, OfType) and isinstance(each.type, Array):
                    yield from self._shape_tests(each.type, text)
        yield from identity_tests(self._saved.signature)

    def _shape_tests(self, of: Array, text: str) -> Iterator[tuple[str, str]]:
        told = f"{text} has to be {of}"
        if of.shape is None:
            return
        if None not in of.shape:
            yield f"{text}.shape != {of.shape}", told
            return
        yield f"{text}.ndim != {len(of.shape)}", told
        for axis, length in enumerate(of.shape):
            if length is not None:
                yield f"{text}.shape[{axis}] != {length}", told

    def _take_inputs(self) -> None:
        """Write what is taken from the arguments, and what is captured, as arrays."""
        pairs = list(given_inputs(self._saved, self.graph, "JAX"))
        for value, source in pairs:
            if isinstance(source, Given):
                self._capture(value, source.value)
            elif len(source) == 1:
                self.names.take(value.name, str(source[0]))
        for value, source in pairs:
            if not isinstance(source, Given):
                self._take(value, source)

    def _capture(self, value: Value, held: Any) -> None:
        names = self.names
        variable = names.of[value.name] = names.of_global(value.base)
        if self.order.uses.get(value.name):
            self.namespace.bound[variable] = held
            if isinstance(held, np.ndarray):
                local = names.spare(value.base)
                names.take(value.name, local)
                words = self._words(value.type)
                self.writer.line(f"{local} = jnp.asarray({variable}{words})")

    def _words(self, of: Type) -> str:
        """Return what makes the words of a key those of JAX."""
        return ", 'uint32'" if self._draws and is_key(of) else ""

    def _take(self, value: Value, place: Place) -> None:
        text = spelled(place)
        taken = len(place) > 1
        if taken:
            self.names.bind(value.name, value.base)
        variable = self.names.of[value.name]
        is_array = isinstance(value.type, (Array, NumpyScalar))
        if value.name in self.known.static or not is_array:
            if taken:
                self.writer.line(f"{variable} = {text}")
        elif self.order.uses.get(value.name):
            # A number of Python would give way to whatever it is added to.
            of = value.type
            told = f", {of.dtype.name!r}" if isinstance(of, NumpyScalar) else ""
            told = self._words(of) or told
            self.writer.line(f"{variable} = jnp.asarray({text}{told})")
