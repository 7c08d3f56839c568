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
    helped,
    is_whole,
    of_jnp,
    with_part,
    with_rank,
    zeros_of,
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
    is_beyond_empty,
    is_list,
    is_mask,
    is_mixed,
    is_number_taken,
    is_of_numpy,
    is_of_text,
    is_python_truth,
    items_of,
    kept_keywords,
    with_arrays_as_indexes,
    with_dtype,
)
from runtime.exporting.jax.jax_rows import (
    AT,
    CLIPPED,
    FUNCTIONS,
    HELPERS,
    LISTS,
    METHODS,
    SINGLE,
    TEMPLATES,
    WITH_MORE,
)
from runtime.exporting.jax.known_operands import known_operands, total_of_repeats
from runtime.exporting.jax.known_values import OR_AT_ONCE, KnownValues
from runtime.exporting.number_types import dtype_of
from runtime.exporting.refusing import HINT, Tell, refusal, stop
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
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


class JaxSpeller:
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
        if self._is_pythons(node, row):
            return spell(node, discarded)
        why = why_not(node, self._known.at_once)
        if why is None and row.name in COMPARING | MIXING:
            why = why_not_these_numbers(node)
        if row.effect and row.name != "check":
            why = f"{row.name} has no form on JAX"
        asks = is_long_by_values(node) or is_mixed(node, row)
        hint = OR_AT_ONCE if asks else HINT
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
        special = self._special(node, name)
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
            return self._arrayed(
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
            return self._template(node, text, kwargs)
        kwargs = with_dtype(node, kwargs)
        if name in METHODS:
            args = (*node.args, *(each for _, each in kwargs))
            keywords = tuple(key for key, _ in kwargs)
            return Spelling(of_jnp(method_form(METHODS[name], count, keywords)), args)
        if name in FUNCTIONS:
            return self._function(node, FUNCTIONS[name], kwargs)
        return None

    def _of_lists(self, found: Spelling, node: Node) -> Spelling:
        """Return an operation of lists, which are repeated a number of times."""
        for place, each in enumerate(node.args):
            computed = any(e.name not in self._known.names for e in values_in(each))
            if node.operation.name == "multiply" and computed and not is_list(each):
                return with_part(found, place, "int(", ")")
        return found

    def _special(self, node: Node, name: str) -> Spelling | None:
        if name == "getitem" and is_beyond_empty(node):
            return zeros_of(node.results[0].type)
        if name == "updated" and is_beyond_empty(node):
            unchanged = of_template("{0}", 1)
            assert unchanged is not None
            return Spelling(unchanged, node.args[:1])
        if name == "updated":
            return self._update(node)
        if name == "ufunc_at_on_copy":
            return self._update_at(node)
        if name == "ufunc_call":
            return self._ufunc(node, "")
        if name == "ufunc_reduce":
            return self._ufunc(node, ".reduce")
        if name in HELPERS:
            kinds = map(argument_type, node.args)
            groups = any(isinstance(each, (Tuple, List)) for each in kinds)
            return None if groups else helped(node)
        if name == "getitem" and is_number_taken(node):
            return self._template(node, "jnp.array({0})[{1}]", ())
        if name == "pad":
            return self._pad(node)
        if name == "repeat" and len(node.args) == 2 and is_list(node.args[1]):
            return self._repeat(node)
        if name == "invert" and is_python_truth(node.args[0]):
            return self._template(node, "-1 - {0}", ())
        return None

    def _repeat(self, node: Node) -> Spelling | None:
        """Return the call of ``repeat`` with a list of counts that Python knows."""
        repeats = node.args[1]
        if len(items_of(repeats)) == 1:
            node = replace(node, args=(node.args[0], *items_of(repeats)))
            return self._function(node, FUNCTIONS["repeat"], kept_keywords(node))
        text = "jnp.repeat({0}, jnp.array({1}), total_repeat_length=sum({1}))"
        return self._template(node, text, ())

    def _pad(self, node: Node) -> Spelling | None:
        """Return the call of ``pad``, which takes no column of widths on JAX."""
        width = node.args[1] if len(node.args) > 1 else Constant(None)
        held: Any = width.value if isinstance(width, Constant) else 0
        if np.ndim(held) == 2:
            rows = [tuple(map(Constant, each)) for each in held]
            width = Display("tuple", tuple([Display("tuple", row) for row in rows]))
        if not isinstance(width, Display) or len(width.items) < 2:
            return None
        pairs = []
        for each in width.items:
            if not isinstance(each, Display) or len(each.items) != 1:
                return None
            pairs.append(Display("tuple", each.items * 2))
        args = (node.args[0], Display("tuple", tuple(pairs)), *node.args[2:])
        node = replace(node, args=args)
        return self._function(node, FUNCTIONS["pad"], kept_keywords(node))

    def _template(
        self, node: Node, text: str, kwargs: tuple[tuple[str, Argument], ...]
    ) -> Spelling | None:
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
        return found if places == (0,) else self._arrayed(found, places)

    def _arrayed(self, found: Spelling, places: Sequence[int]) -> Spelling:
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

    def _function(
        self, node: Node, name: str, kwargs: tuple[tuple[str, Argument], ...]
    ) -> Spelling:
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
        return self._arrayed(found, places)

    def _ufunc(self, node: Node, method: str) -> Spelling | None:
        first, *others = node.args
        if not isinstance(first, Constant) or not isinstance(first.value, np.ufunc):
            return None
        name = FUNCTIONS.get(first.value.__name__)
        if name is None or kept_keywords(node):
            return None
        return self._function(replace(node, args=tuple(others)), name + method, ())

    def _update(self, node: Node) -> Spelling:
        target, index, value = node.args
        form = of_template(TEMPLATES["updated"], 3)
        assert form is not None
        found = Spelling(form, node.args)
        if is_mask(index) and not is_long_by_values(node):
            form = of_template("jnp.where({1}, {2}, {0})", 3)
            assert form is not None
            found = Spelling(form, node.args)
        own, given = dtype_of(argument_type(target)), dtype_of(argument_type(value))
        if own and given and not np.can_cast(given, own, "same_kind"):
            found = with_part(found, 2, *as_dtype(own))
        return self._arrayed(found, (0, 1, 2))

    def _update_at(self, node: Node) -> Spelling | None:
        ufunc, *others = node.args
        value = ufunc.value if isinstance(ufunc, Constant) else None
        name = AT.get(getattr(value, "__name__", ""))
        if name is None or len(others) != 3 or is_mask(others[1]):
            return None
        form = of_template(f"{{0}}.at[{{1}}].{name}({{2}})", 3)
        assert form is not None
        return self._arrayed(Spelling(form, tuple(others)), (0, 1, 2))

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
