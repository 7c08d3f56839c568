"""Methods of dicts and sets that only the run knows."""

from __future__ import annotations

from functools import partial
from typing import Any

from tracer.calls.callbacks import call_back
from tracer.calls.container import asks_users_keys
from tracer.flow.iterators import is_python_iterator
from tracer.iteration.lazy_iterations import LazyIteration, is_recipe, put_in_turn
from tracer.iteration.taking import is_surely_pair, take_key, taken_in_turn
from tracer.record.causes import ANSWER_OF_OBJECT
from tracer.record.decisions import OPERATION
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


def call_container_method(
    trace: Trace,
    symbol: Symbol,
    kind: str,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Call a method of a dict, a set or the like.

    What makes the items of an update may look at the container: each is put in before
    the next is made.
    """
    if kind in ("set", "frozenset") and name in _MADE_OF_SETS:
        args = tuple(
            [
                taken_in_turn(trace, one, take_key) if is_recipe(one) else one
                for one in args
            ]
        )
    if (kind, name) == ("dict", "update") and any(map(asks_users_keys, args)):
        given = symbol, *args
        return call_back(trace, dict.update, given, kwargs, cause=ANSWER_OF_OBJECT)
    put = _ONE_BY_ONE.get((kind, name))
    turns = _is_generator if kind == "set" else is_recipe
    fails = kwargs if kind == "set" else len(args) > 1
    if put is None or fails or not any(map(turns, args)):
        return trace.emit("call_method", symbol, name, *args, **kwargs)
    trace.decide("call", OPERATION)
    for items in args:
        if is_recipe(items):
            put_in_turn(trace, items, partial(put, trace, symbol, items))
        elif _is_generator(items):
            for item in items:
                put(trace, symbol, items, item)
        else:
            trace.emit("call_method", symbol, name, items)
    if kwargs:
        trace.emit("call_method", symbol, name, **kwargs)
    return None


def _is_generator(items: Any) -> bool:
    return is_recipe(items) or (is_python_iterator(items) and bool(items.code))


def _put_key(trace: Trace, symbol: Symbol, items: LazyIteration, item: Any) -> None:
    trace.emit("call_method", symbol, "add", item)


def _drop_key(trace: Trace, symbol: Symbol, items: LazyIteration, item: Any) -> None:
    take_key(trace, item, ())  # `discard` takes another set, too
    trace.emit("call_method", symbol, "discard", item)


def _put_pair(trace: Trace, symbol: Symbol, items: LazyIteration, item: Any) -> None:
    if not is_surely_pair(item):  # an error would count the items
        items._ag_begin_again()
        items._ag_refuse("of anything but pairs is given to update()")
    symbol[item[0]] = item[1]


_MADE_OF_SETS = frozenset(
    "union intersection difference symmetric_difference issubset".split()
)
"""Methods that go through all items of their arguments, and leave the set as it is."""
_ONE_BY_ONE = {
    ("set", "update"): _put_key,
    ("set", "difference_update"): _drop_key,
    ("dict", "update"): _put_pair,
}
"""What does with one item what a method of a container does with all, in turn."""
