"""Calls that JAX spells otherwise than NumPy, or only for some operands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from runtime.exporting.jax.jax_forms import (
    as_dtype,
    cast_form,
    helped,
    with_part,
    zeros_of,
)
from runtime.exporting.jax.jax_numbers import is_long_by_values
from runtime.exporting.jax.jax_operands import (
    is_beyond_empty,
    is_list,
    is_mask,
    is_number_taken,
    is_numbers,
    is_python_truth,
    is_single,
    items_of,
    kept_keywords,
)
from runtime.exporting.jax.jax_rows import AT, FUNCTIONS, HELPERS, TEMPLATES
from runtime.exporting.jax.random_draws import drawn, is_draw
from runtime.exporting.number_types import dtype_of
from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type
from runtime.plan.forms import Spelling
from runtime.plan.templates import of_template
from runtime.types import List, Tuple

_SORTED = "jnp.sort(jnp.array({0}))"
_METHODS = {
    "ufunc_call": "",
    "ufunc_reduce": ".reduce",
    "ufunc_accumulate": ".accumulate",
    "ufunc_outer": ".outer",
}


class SpecialCalls(ABC):
    """Spells such calls."""

    @abstractmethod
    def template(
        self, node: Node, text: str, kwargs: tuple[tuple[str, Argument], ...]
    ) -> Spelling | None:
        """Return the spelling of a template; None if it does not take the operands."""

    @abstractmethod
    def function(
        self, node: Node, name: str, kwargs: tuple[tuple[str, Argument], ...]
    ) -> Spelling:
        """Return the call of a function with the same arguments."""

    @abstractmethod
    def arrayed(self, found: Spelling, places: Sequence[int]) -> Spelling:
        """Return a spelling in which lists, and arrays of NumPy, are arrays of JAX."""

    def special(self, node: Node, name: str) -> Spelling | None:
        """Return the spelling of a call; None if it is none of these."""
        if name == "getitem":
            return self._item(node)
        if name == "updated":
            return self._update(node)
        if is_draw(node):
            return drawn(node)
        if name in _METHODS:
            return self._ufunc(node, _METHODS[name])
        if name in HELPERS:
            kinds = list(map(argument_type, node.args))
            groups = any(isinstance(each, (Tuple, List)) for each in kinds)
            alone = len(kinds) == 1 and is_numbers(kinds[0])
            return helped(node) if alone or not groups else None
        found = {
            "ufunc_at_on_copy": self._update_at,
            "ufunc_filled": self._filled,
            "putmask_on_copy": self._put_mask,
            "put_along_axis_on_copy": self._with_axis,
            "pad": self._pad,
            "repeat": self._repeat,
            "invert": self._invert,
            "sorted": self._sorted,
            "list_sort": self._sorted,
            "contains": self._contains,
            "contains_not": self._contains,
            "any_of": self._any_of,
            "all_of": self._any_of,
        }.get(name)
        return None if found is None else found(node)

    # Items

    def _item(self, node: Node) -> Spelling | None:
        if is_beyond_empty(node):
            return zeros_of(node.results[0].type)
        if is_number_taken(node):
            return self.template(node, "jnp.array({0})[{1}]", ())
        return None

    def _update(self, node: Node) -> Spelling:
        target, index, value = node.args
        if is_beyond_empty(node):
            unchanged = of_template("{0}", 1)
            assert unchanged is not None
            return Spelling(unchanged, node.args[:1])
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
        return self.arrayed(found, (0, 1, 2))

    def _update_at(self, node: Node) -> Spelling | None:
        ufunc, *others = node.args
        value = ufunc.value if isinstance(ufunc, Constant) else None
        name = AT.get(getattr(value, "__name__", ""))
        if name is None or len(others) != 3 or is_mask(others[1]):
            return None
        form = of_template(f"{{0}}.at[{{1}}].{name}({{2}})", 3)
        assert form is not None
        return self.arrayed(Spelling(form, tuple(others)), (0, 1, 2))

    def _put_mask(self, node: Node) -> Spelling | None:
        """Return a choice between an array and values that it repeats."""
        target, mask, values = node.args
        if node.kwargs or not is_mask(mask):
            return None
        given = "{2}" if is_single(values) else "jnp.resize({2}, {0}.shape)"
        form = of_template(f"jnp.where({{1}}, {given}, {{0}})", 3)
        assert form is not None
        made = self.arrayed(Spelling(form, (target, mask, values)), (0, 1, 2))
        return cast_form(made, dtype_of(node.results[0].type))

    def _with_axis(self, node: Node) -> Spelling | None:
        """Return a call whose axis stands among the operands."""
        axis = dict(node.kwargs).get("axis")
        if axis is None or len(node.args) != 3:
            return None
        node = replace(node, args=(*node.args, axis), kwargs=())
        return self.template(node, TEMPLATES[node.operation.name], ())

    # Ufuncs

    def _ufunc(self, node: Node, method: str) -> Spelling | None:
        first, *others = node.args
        name = _ufunc_name(first)
        kept = kept_keywords(node)
        if name is None or any(key not in ("axis", "keepdims") for key, _ in kept):
            return None
        node = replace(node, args=tuple(others))
        found = self.function(node, name + method, kept)
        dtype = dtype_of(node.results[0].type)
        return cast_form(found, dtype) if method and dtype is not None else found

    def _filled(self, node: Node) -> Spelling | None:
        """Return what a ufunc gives where a mask says so, and an array elsewhere."""
        ufunc, target, *operands = node.args
        name, given = _ufunc_name(ufunc), dict(node.kwargs)
        dtype = dtype_of(node.results[0].type)
        mask = given.pop("where", Constant(True))
        given.pop("casting", None)
        if name is None or given or dtype is None:
            return None
        slots = ", ".join(f"{{{place + 2}}}" for place in range(len(operands)))
        form = of_template(
            f"jnp.where({{0}}, {name}({slots}), {{1}})", len(operands) + 2
        )
        assert form is not None
        made = Spelling(form, (mask, target, *operands))
        return cast_form(self.arrayed(made, range(len(made.arguments))), dtype)

    def _invert(self, node: Node) -> Spelling | None:
        if is_python_truth(node.args[0]):
            return self.template(node, "-1 - {0}", ())
        return None

    # Lists

    def _repeat(self, node: Node) -> Spelling | None:
        """Return the call of ``repeat`` with a list of counts that Python knows."""
        if len(node.args) != 2 or not is_list(node.args[1]):
            return None
        repeats = node.args[1]
        if len(items_of(repeats)) == 1:
            node = replace(node, args=(node.args[0], *items_of(repeats)))
            return self.function(node, FUNCTIONS["repeat"], kept_keywords(node))
        text = "jnp.repeat({0}, jnp.array({1}), total_repeat_length=sum({1}))"
        return self.template(node, text, ())

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
        return self.function(node, FUNCTIONS["pad"], kept_keywords(node))

    def _sorted(self, node: Node) -> Spelling | None:
        """Return the sorting of a list of numbers; NaNs are last."""
        given = dict(node.kwargs)
        reverse = given.pop("reverse", Constant(False))
        known = isinstance(reverse, Constant)
        if (
            given
            or len(node.args) > 1
            or not known
            or not is_numbers(argument_type(node.args[0]))
        ):
            return None
        assert isinstance(reverse, Constant)
        text = f"{_SORTED}[::-1]" if reverse.value else _SORTED
        text = f"list({text})" if node.results else f"{{0}}[:] = {text}"
        return self.template(replace(node, kwargs=()), text, ())

    def _contains(self, node: Node) -> Spelling | None:
        """Return whether a number is in a list of numbers; NaN is in none."""
        item, items = map(argument_type, node.args)
        if dtype_of(item) is None or not (is_numbers(items) or dtype_of(items)):
            return None
        text = "jnp.any(jnp.array({1}) == {0})"
        if node.operation.name == "contains_not":
            text = f"jnp.logical_not({text})"
        return self.template(node, text, ())

    def _any_of(self, node: Node) -> Spelling | None:
        """Return whether any number of a list is true, or all are."""
        if len(node.args) > 1 or not is_numbers(argument_type(node.args[0])):
            return None
        name = node.operation.name.partition("_")[0]
        return self.template(node, f"jnp.{name}(jnp.array({{0}}))", ())


def _ufunc_name(argument: Argument) -> str | None:
    """Return the name of a ufunc on JAX; None if it has none."""
    if not isinstance(argument, Constant) or not isinstance(argument.value, np.ufunc):
        return None
    return FUNCTIONS.get(argument.value.__name__)
