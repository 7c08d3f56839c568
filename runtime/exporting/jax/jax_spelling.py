"""The spelling of a call on JAX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from runtime.errors import NotExportable
from runtime.exporting.jax.computed_values import KNOWN, is_of_shapes
from runtime.exporting.jax.jax_forms import (
    as_dtype,
    cast_form,
    is_whole,
    of_jnp,
    with_part,
    with_rank,
)
from runtime.exporting.jax.jax_numbers import (
    COMPARING,
    FLOATING,
    MIXING,
    NARROW,
    has_odd_key,
    is_float_of_small,
    is_long_by_values,
    why_not,
    why_not_these_numbers,
    with_float_base,
)
from runtime.exporting.jax.jax_operands import (
    dtype_on_jax,
    is_list,
    is_mixed,
    is_number_taken,
    is_of_numpy,
    is_of_text,
    items_of,
    kept_keywords,
    with_arrays_as_indexes,
    with_dtype,
)
from runtime.exporting.jax.jax_rows import (
    CLIPPED,
    FUNCTIONS,
    HELPERS,
    LISTS,
    METHODS,
    SINGLE,
    TEMPLATES,
    WITH_MORE,
)
from runtime.exporting.jax.jax_special import SpecialCalls
from runtime.exporting.jax.known_operands import known_operands, total_of_repeats
from runtime.exporting.jax.known_values import OR_AT_ONCE, KnownValues
from runtime.exporting.jax.random_draws import BY_KEY, has_stream
from runtime.exporting.number_types import dtype_of
from runtime.exporting.refusing import HINT, Tell, refusal, stop
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Value,
    argument_type,
    values_in,
)
from runtime.ops.row import Row
from runtime.plan import levels
from runtime.plan.forms import Form, Slot, Spelling, listed, method_form
from runtime.plan.spelling import spell
from runtime.plan.templates import of_template
from runtime.types import (
    Array,
    List,
    Tuple,
)

_JOINING = ("concatenate", "stack", "vstack", "hstack", "dstack", "column_stack")
_WORDS = ("jnp",)


class JaxSpeller(SpecialCalls):
    """Spells calls.

    Parameters
    ----------
    graph : Graph
        The graph, for messages.
    known : KnownValues
        What Python computes.
    tell : callable
        Is told what has no form on JAX.
    """

    def __init__(self, graph: Graph, known: KnownValues, tell: Tell = stop) -> None:
        self._tell = tell
        self._graph = graph
        self._known = known
        regions = [each for node in graph.nodes() for each in node.regions]
        self._failing = {
            id(region.nodes[-1])
            for region in (graph.region, *regions)
            if region.yields is None and region.nodes
        }

    def __call__(self, node: Node, discarded: bool) -> Spelling:
        """Return the spelling of a node; that of a plan, where there is none on JAX."""
        try:
            return self._spelled(node, discarded)
        except NotExportable as error:
            self._tell(error)
            return spell(node, discarded)

    def _spelled(self, node: Node, discarded: bool) -> Spelling:
        row = node.operation
        assert isinstance(row, Row)
        if id(node) in self._failing and row.name != "raise_error":
            raise self._refusal(node, "this always raises")
        node = with_float_base(with_arrays_as_indexes(node))
        if has_odd_key(node, self._known.names):
            raise self._refusal(node, "the key of a dict is a value of the run")
        frozen = has_stream(node) and not self._known.at_once
        if self._is_pythons(node, row) and not frozen:
            return spell(node, discarded)
        why = why_not(node, self._known.at_once)
        if why is None and row.name in COMPARING | MIXING:
            why = why_not_these_numbers(node)
        if row.effect and row.name != "check":
            why = f"{row.name} has no form on JAX"
        asks = is_long_by_values(node) or is_mixed(node, row)
        hint = OR_AT_ONCE if asks else HINT
        hint = BY_KEY if has_stream(node) else hint
        if why is not None:
            raise self._refusal(node, why, hint)
        found = self._found(node, row)
        if found is None:
            raise self._refusal(node, f"{row.name} has no form on JAX", hint)
        if is_float_of_small(node):
            return with_part(found, 0, *as_dtype(dtype_of(node.results[0].type)))
        if node.results and (row.name in NARROW or self._is_cast(node, row)):
            found = cast_form(found, dtype_of(node.results[0].type))
        return found

    def _is_pythons(self, node: Node, row: Row) -> bool:
        """Whether Python itself computes a node."""
        if row.name in KNOWN or row.name in LISTS or is_of_shapes(node):
            return True
        if (row.infix or row.name == "setitem") and row.writes:
            if any(map(is_list, node.args[:1])):
                return True  # ``items += more``
        if is_of_text(node) or (self._known.at_once and is_mixed(node, row)):
            return True
        names = {each.name for each in node.results}
        if names and names <= self._known.names:
            return True
        if row.name in HELPERS and all(map(self._known.is_known, node.args)):
            return True
        if row.name == "getitem" and is_number_taken(node):
            index = values_in(node.args[1])
            return all(each.name in self._known.names for each in index)
        if row.name in ("getitem", "truth", "bool", "not_"):
            return isinstance(argument_type(node.args[0]), (Tuple, List))
        return row.name == "raise_error"

    def _found(self, node: Node, row: Row) -> Spelling | None:
        """Return the spelling on JAX; None if there is none."""
        name, count = row.name, len(node.args)
        special = self.special(node, name)
        if special is not None:
            return special
        kwargs = kept_keywords(node)
        if row.infix is not None and count == 2 and not kwargs and name in FUNCTIONS:
            form = of_template(f"{{0}} {row.infix} {{1}}", 2)
            plain = spell(node, False).form
            assert form is not None
            if isinstance(node.results[0].type, (List, Tuple)):
                return self._of_lists(Spelling(plain, node.args), node)
            if any(isinstance(argument_type(a), (List, Tuple)) for a in node.args):
                return None  # JAX compares arrays item by item
            return self.arrayed(
                Spelling(plain if plain.order else form, node.args), (0, 1)
            )
        text = TEMPLATES.get(name)
        if name in SINGLE and not node.args:
            return None
        if name in SINGLE and isinstance(argument_type(node.args[0]), Array):
            text = f"{text}.reshape(())"
        if name == "round_of" and count == 1 and is_whole(node):
            text = "jnp.int64(jnp.round({0}))"
        if text is not None and count > 1 and name in WITH_MORE:
            text = WITH_MORE[name]
        if text is not None:
            return self.template(node, text, kwargs)
        kwargs = with_dtype(node, kwargs)
        if name in METHODS:
            args = (*node.args, *(each for _, each in kwargs))
            keywords = tuple(key for key, _ in kwargs)
            return Spelling(of_jnp(method_form(METHODS[name], count, keywords)), args)
        if name in FUNCTIONS:
            return self.function(node, FUNCTIONS[name], kwargs)
        return None

    def _of_lists(self, found: Spelling, node: Node) -> Spelling:
        """Return an operation of lists, which are repeated a number of times."""
        for place, each in enumerate(node.args):
            computed = any(e.name not in self._known.names for e in values_in(each))
            if node.operation.name == "multiply" and computed and not is_list(each):
                return with_part(found, place, "int(", ")")
        return found

    def template(
        self, node: Node, text: str, kwargs: tuple[tuple[str, Argument], ...]
    ) -> Spelling | None:
        """Return the spelling of a template; None if it does not take the operands."""
        used = text.count("{") - text.count("{dtype}")
        taken = max([int(part[0]) for part in text.split("{")[1:] if part[0].isdigit()])
        if "{dtype}" in text:
            of = dtype_of(node.results[0].type)
            if of is None and not (
                self._known.at_once and node.operation.name == "array"
            ):
                return None
            told = "None" if of is None else repr(of.name)
            text = text.replace("{dtype}", told)
            text = with_rank(text, kwargs)
            kwargs = tuple(pair for pair in kwargs if pair[0] not in ("dtype", "ndmin"))
        elif len(node.args) > taken + 1:
            return None
        form = of_template(text, len(node.args))
        if form is None or kwargs or not used:
            return None
        places = (0,) if "jnp.array(" in text or "asarray(" in text else (0, 1, 2)
        found = Spelling(form, node.args)
        return found if places == (0,) else self.arrayed(found, places)

    def arrayed(self, found: Spelling, places: Sequence[int]) -> Spelling:
        """Return a spelling in which lists, and arrays of NumPy, are arrays of JAX."""
        parts: list[Any] = []
        for part in found.form.parts:
            if isinstance(part, Slot) and part.argument in places:
                given = found.arguments[part.argument]
                made = None
                if isinstance(argument_type(given), List):
                    made = "jnp.array("
                elif part.level == levels.PRIMARY and self._is_of_numpy(given):
                    made = "jnp.asarray("
                if made is not None:
                    parts += [made, replace(part, level=0, index=False), ")"]
                    continue
            parts.append(part)
        words = (*found.form.words, "jnp")
        form = replace(found.form, parts=tuple(parts), words=words)
        return Spelling(form, found.arguments)

    def _is_of_numpy(self, argument: Argument) -> bool:
        """Whether an array is one of NumPy, which knows no index of JAX."""
        if isinstance(argument, Value):
            return argument.name in self._known.names
        return isinstance(argument, Constant)

    def function(
        self, node: Node, name: str, kwargs: tuple[tuple[str, Argument], ...]
    ) -> Spelling:
        """Return the call of a function with the same arguments."""
        if node.operation.name in CLIPPED and len(node.args) == 2:
            kwargs = kwargs or (("mode", Constant("clip")),)
        total = total_of_repeats(node)
        if total is not None:
            kwargs = (*kwargs, ("total_repeat_length", Constant(total)))
        keywords = tuple(key for key, _ in kwargs)
        arguments = (*node.args, *(each for _, each in kwargs))
        parts = (f"{name}(", *listed(0, len(node.args), keywords), ")")
        form = Form(parts, order=tuple(range(len(arguments))), words=_WORDS)
        found = Spelling(form, arguments)
        if node.operation.name == "block":
            return found  # of lists within lists, which are no arrays
        if node.operation.name in _JOINING:
            if any(map(is_list, items_of(node.args[0]))):
                raise self._refusal(node, "lists are among the arrays that are joined")
            return found
        asked = [each for each, _ in known_operands(node) if not is_list(each)]
        places = [place for place, each in enumerate(node.args) if each not in asked]
        return self.arrayed(found, places)

    def _is_cast(self, node: Node, row: Row) -> bool:
        """Whether JAX would give another dtype than NumPy."""
        if row.name not in MIXING:
            return False
        now = dtype_of(node.results[0].type)
        operands = node.args[1:] if row.name == "where" else node.args
        strong: list[np.dtype] = []
        weak: list[np.dtype] = []
        for each in operands:
            of = dtype_of(argument_type(each))
            if of is not None:
                python = isinstance(each, Constant) and not is_of_numpy(each.value)
                (weak if python else strong).append(of)
        if now is None or not strong:
            return False
        return dtype_on_jax(strong, weak, row.name in FLOATING) != now

    def _refusal(self, node: Node, why: str, hint: str = HINT) -> NotExportable:
        return refusal(self._graph, why, span=node.span, hint=hint)
