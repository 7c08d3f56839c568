"""The texts of calls on JAX, put together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from runtime.exporting.jax.jax_rows import HELPERS
from runtime.exporting.number_types import dtype_of, shape_of
from runtime.ir.nodes import Argument, Constant, Node, argument_type
from runtime.plan.forms import Form, Slot, Spelling, listed
from runtime.types import List, Tuple, Type

MOST = ("maximum_of", "minimum_of")
_WORDS = ("jnp",)


def helper_name(row: str) -> str:
    """Return the name of a function of the module itself."""
    return HELPERS[row].partition("(")[0].removeprefix("def ")


def helped(node: Node) -> Spelling | None:
    """Return the call of a function of the module itself, with single values."""
    of = argument_type(node.args[0])
    star = "*" if len(node.args) == 1 and isinstance(of, (List, Tuple)) else ""
    if len(node.args) == 1 and node.operation.name in MOST and not star:
        return None
    if node.kwargs and node.operation.name in MOST:
        return None
    name = helper_name(node.operation.name)
    keywords = tuple(key for key, _ in node.kwargs)
    arguments = (*node.args, *(each for _, each in node.kwargs))
    parts = (f"{name}({star}", *listed(0, len(node.args), keywords), ")")
    form = Form(parts, order=tuple(range(len(arguments))), words=(name,))
    return Spelling(form, arguments)


def zeros_of(of: Type) -> Spelling | None:
    """Return zeros of a type: what stands where NumPy raises."""
    dtype, shape = dtype_of(of), shape_of(of)
    if dtype is None or shape is None or None in shape:
        return None
    text = f"jnp.zeros({shape}, {dtype.name!r})"
    return Spelling(Form((text,), order=(), words=_WORDS), ())


def with_rank(text: str, kwargs: tuple[tuple[str, Argument], ...]) -> str:
    """Return a call that makes an array, with the least number of dimensions."""
    rank = dict(kwargs).get("ndmin")
    if not isinstance(rank, Constant):
        return text
    return f"{text[:-1]}, ndmin={rank.value})"


def of_jnp(form: Form) -> Form:
    """Return a form that names `jnp`."""
    return replace(form, words=(*form.words, *_WORDS))


def cast_form(found: Spelling, dtype: np.dtype | None) -> Spelling:
    """Return a spelling whose result is cast."""
    assert dtype is not None
    form = found.form
    parts = ("jnp.asarray(", *form.parts, f", {dtype.name!r})")
    made = Form(parts, order=form.order, words=(*form.words, *_WORDS))
    return Spelling(made, found.arguments)


def as_dtype(dtype: np.dtype | None) -> tuple[str, str]:
    """Return what stands around an operand that is cast."""
    assert dtype is not None
    return "jnp.asarray(", f", {dtype.name!r})"


def with_part(found: Spelling, place: int, before: str, after: str) -> Spelling:
    """Return a spelling in which something stands around an operand."""
    parts: list[Any] = []
    for part in found.form.parts:
        if isinstance(part, Slot) and part.argument == place:
            parts += [before, replace(part, level=0), after]
        else:
            parts.append(part)
    return Spelling(replace(found.form, parts=tuple(parts)), found.arguments)


def is_whole(node: Node) -> bool:
    """Whether a call gives a whole number."""
    of = dtype_of(node.results[0].type)
    return of is not None and of.kind == "i"
