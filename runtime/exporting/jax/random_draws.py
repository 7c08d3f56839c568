"""Random numbers by key on JAX: two words are a key there as well.

A key of NumPy's has two words of 64 bits, one of JAX two of 32. What is passed is cut
to the low halves: they are random words themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from runtime.exporting.number_types import dtype_of
from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type
from runtime.ops import draws, stateless
from runtime.plan.forms import Spelling
from runtime.plan.templates import of_template
from runtime.types import Array, Type

BY_KEY = "draw by key, and pass the key as an argument: ag.random.normal(key, shape)"
_BY_KEY = frozenset(row.name for row in stateless.ROWS)
_OF_STREAMS = frozenset(row.name for row in draws.ROWS)


def is_key(of: Type) -> bool:
    """Whether a value may be a key."""
    return isinstance(of, Array) and of.dtype == np.uint64 and of.shape == (2,)


def is_draw(node: Node) -> bool:
    """Whether a node draws random numbers by key, or makes keys."""
    return node.operation.name in _BY_KEY


def has_stream(node: Node) -> bool:
    """Whether a node draws the next random numbers of a generator."""
    return node.operation.name in _OF_STREAMS


def drawn(node: Node) -> Spelling | None:
    """Return the spelling of a draw; None if it has none on JAX."""
    return _SPELLED[node.operation.name](node) if not node.kwargs else None


def _spelled(text: str, arguments: Sequence[Argument]) -> Spelling:
    form = of_template(text, len(arguments))
    assert form is not None
    return Spelling(form, tuple(arguments))


def _of_seed(node: Node) -> Spelling:
    return _spelled("random.PRNGKey({0})", node.args)


def _split(node: Node) -> Spelling:
    return _spelled("random.split({0}, {1})", node.args)


def _folded(node: Node) -> Spelling:
    return _spelled("random.fold_in({0}, {1})", node.args)


def _uniform(node: Node) -> Spelling:
    key, shape, low, high = node.args[:4]
    given = [key, _sizes(shape)]
    text = f"random.uniform({{0}}, {{1}}, {_dtype(node)}"
    if (low, high) != (Constant(0.0), Constant(1.0)):
        text += ", {2}, {3}"
        given += [low, high]
    return _spelled(text + ")", given)


def _normal(node: Node) -> Spelling:
    key, shape, loc, scale = node.args[:4]
    given = [key, _sizes(shape)]
    text = f"random.normal({{0}}, {{1}}, {_dtype(node)})"
    for sign, number, neutral in (("*", scale, 1.0), ("+", loc, 0.0)):
        if number != Constant(neutral):
            text += f" {sign} {{{len(given)}}}"
            given.append(number)
    return _spelled(text, given)


def _integers(node: Node) -> Spelling | None:
    key, low, high, shape, _, endpoint = node.args
    if not isinstance(endpoint, Constant):
        return None
    if high == Constant(None):
        low, high = Constant(0), low
    more = " + 1" if endpoint.value else ""
    text = f"random.randint({{0}}, {{1}}, {{2}}, {{3}}{more}, {_dtype(node)})"
    return _spelled(text, (key, _sizes(shape), low, high))


def _permuted(node: Node) -> Spelling:
    return _spelled("random.permutation({0}, {1})", node.args)


def _chosen(node: Node) -> Spelling:
    key, items, shape, replace, weights = node.args
    given = [key, items, _sizes(shape), replace]
    text = "random.choice({0}, {1}, {2}, {3}"
    if weights != Constant(None):
        text += ", jnp.asarray({4})"
        given.append(weights)
    return _spelled(text + ")", given)


def _sizes(shape: Argument) -> Argument:
    """Return a shape as a tuple."""
    of = dtype_of(argument_type(shape))
    alone = of is not None and not isinstance(argument_type(shape), Array)
    return Display("tuple", (shape,)) if alone else shape


def _dtype(node: Node) -> str:
    of = dtype_of(node.results[0].type)
    assert of is not None
    return repr(of.name)


_SPELLED: dict[str, Callable[[Node], Spelling | None]] = {
    "random_key": _of_seed,
    "random_split": _split,
    "random_fold_in": _folded,
    "random_uniform": _uniform,
    "random_normal": _normal,
    "random_integers": _integers,
    "random_permutation": _permuted,
    "random_choice": _chosen,
}
