"""Which operands of a call Python has to know: shapes, axes, bounds, indexes."""

from __future__ import annotations

from collections.abc import Iterator

from runtime.exporting.jax.jax_operands import is_list, is_number_taken, is_of_text
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Value, argument_type
from runtime.types import STR, Array, List, Tuple, members

ALL = 99
SHAPES: dict[str, tuple[int | str, ...]] = {
    **dict.fromkeys(("zeros", "ones", "empty", "full"), (0, "shape")),
    **dict.fromkeys(("eye", "identity", "tri"), (0, 1, 2, "N", "M", "k")),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), (2, "num")),
    **dict.fromkeys(("array_reshape", "reshape", "broadcast_to"), (ALL, "shape")),
    **dict.fromkeys(("repeat", "tile", "array_repeat"), (1, "repeats", "reps")),
    **dict.fromkeys(("pad", "array_split", "split"), (1, "pad_width")),
    **dict.fromkeys(("diag", "tril", "triu", "diagflat"), (1, "k")),
    **dict.fromkeys(("round_of", "round", "array_round"), (1, "decimals")),
    **dict.fromkeys(("random_uniform", "random_normal"), (1, 4)),
    "arange": (0, ALL, "start", "stop", "step"),
    "indices": (0,),
    "random_split": (1,),
    "random_integers": (3, 4, 5),
    "random_choice": (2, 3),
    "bincount": ("minlength",),
    "delete": (1,),
    "insert": (1,),
    "matrix_power": (1,),
}
"""The operands that say how large a result is; `ALL` are all but the first."""
AXES = ("axis", "axes", "n", "keepdims", "ord", "mode", "side", "decimals", "full")
INDEXED = frozenset(
    "getitem setitem updated load_item store_item list_pop list_insert".split()
)
"""What takes or changes an item."""


def known_operands(node: Node) -> Iterator[tuple[Argument, str]]:
    """Yield what has to be known of a call, and why."""
    name = node.operation.name
    keys = SHAPES.get(name, ())
    if total_of_repeats(node) is not None:
        keys = ()
    for place, each in enumerate(node.args):
        if place in keys or (ALL in keys and place):
            yield each, f"{name} needs a shape"
    for key, each in node.kwargs:
        if key in keys or key in AXES:
            yield each, f"{name} needs a shape"
    yield from _drawn_below(node)
    if name in INDEXED:
        yield from _indexes(node)
    if name in ("multiply", "imul") and any(map(is_list, node.args)):
        for each in node.args:
            if not is_list(each):
                yield each, "a list is repeated"
    if is_of_text(node):
        for each in node.args:
            yield each, "text is made"


def _drawn_below(node: Node) -> Iterator[tuple[Argument, str]]:
    """Yield the number below which a draw chooses, if it is one and no array."""
    if node.operation.name in ("random_permutation", "random_choice"):
        items = node.args[1]
        if not isinstance(argument_type(items), (Array, List)):
            yield items, f"{node.operation.name} needs a shape"


def total_of_repeats(node: Node) -> int | None:
    """Return how many items are repeated in all, each so often as an array says."""
    if node.operation.name not in ("repeat", "array_repeat") or not node.results:
        return None
    of, given = node.results[0].type, dict(node.kwargs)
    repeats = node.args[1] if len(node.args) > 1 else given.get("repeats")
    axis = node.args[2] if len(node.args) > 2 else given.get("axis", Constant(None))
    if repeats is None or not isinstance(argument_type(repeats), (Array, List, Tuple)):
        return None
    place = axis.value if isinstance(axis, Constant) else ...
    if not isinstance(of, Array) or of.shape is None:
        return None
    if place is None:
        return of.shape[0]
    return of.shape[place] if isinstance(place, int) else None


def _indexes(node: Node) -> Iterator[tuple[Argument, str]]:
    target, index = node.args[0], node.args[1:2]
    holds_arrays = not isinstance(target, Value) or any(
        isinstance(each, Array) for each in members(target.type)
    )
    for each in index:
        if is_number_taken(node):
            continue
        if not holds_arrays or isinstance(target, Display):
            yield each, "an item of a list or tuple is taken"
        for part in _slices(each):
            yield part, "a slice needs its bounds"


def dict_keys(items: Argument, graph: Graph) -> Iterator[Argument | None]:
    """Yield the keys that a dict gets from a list of pairs; None for unknown ones."""
    of = argument_type(items)
    pair = of.element if isinstance(of, List) else None
    if isinstance(pair, Tuple) and pair.items and pair.items[0] == STR:
        return
    filling = [node for node in graph.nodes() if items in (*node.results, *node.args)]
    for node in filling:
        if node.operation.name in ("list_new", "list_append"):
            given = node.args[-1] if node.args else Display("list", ())
            pairs = given if items in node.results else Display("list", (given,))
            for each in pairs.items if isinstance(pairs, Display) else (None,):
                yield each.items[0] if isinstance(each, Display) else None
        elif node.operation.name != "dict_new":
            yield None


def _slices(index: Argument) -> Iterator[Argument]:
    """Yield the bounds of the slices in an index."""
    if isinstance(index, Display):
        for each in index.items:
            if index.kind == "slice":
                yield each
            else:
                yield from _slices(each)
