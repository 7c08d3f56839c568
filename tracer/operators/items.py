"""Operators on items, shared names and containers that converted code changes."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from runtime.types import List
from tracer.calls.gathering import is_of_the_run, taken
from tracer.errors import on_behalf
from tracer.flow.alternatives import Alternatives
from tracer.flow.container_contents import PLAIN
from tracer.flow.container_uses import put_into
from tracer.flow.iterators import itself
from tracer.flow.made_containers import MadeContainers
from tracer.operators.displays import _needs_run
from tracer.record.contents import compares_in_code
from tracer.record.deferred import meets_array
from tracer.record.late_restarts import LateRestarts
from tracer.record.slots import Slot, write_slot
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.aliases import TAKING_PARAMETERS, with_parameters
from tracer.values.containers import ContainerProxy, ListProxy
from tracer.values.list_positions import position_in
from tracer.values.lookup import in_class
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods

SEQUENCES = (list, tuple, range, str, bytes)
UNCHANGED = (tuple, str, bytes, range)
"""Classes whose items nobody can set: Python says so, and asks for the index first."""
PLAIN_CONTAINERS = (list, dict, set, bytearray)


def get_item(trace: Trace, items: Any, index: Any) -> Any:
    """Apply ``items[index]``, where the index may be a symbol."""
    if type(items) is tuple or issubclass(type(items), (*PLAIN, ContainerProxy)):
        index = itself(index)
    index = _index_of(trace, items, index)
    if _is_sequence(items) and _needs_run(trace, index):
        found = trace.emit("getitem", items, index)
        if isinstance(items, (list, tuple)):
            trace.part(Alternatives).note_item(found, items)
        return found
    if type(items) is dict and _needs_run(trace, index):
        found = trace.emit("load_item", items, index)
        trace.part(Alternatives).note_item(found, items.values())
        return found
    if type(items) is np.ndarray:
        meets_array(trace)
    if issubclass(type(items), TAKING_PARAMETERS):
        return with_parameters(trace, items, index)
    found = on_behalf(operator.getitem, items, index)
    if type(items) in (list, ListProxy) and type(index) is slice:
        return trace.part(MadeContainers).mutable(found)
    return found


def _index_of(trace: Trace, items: Any, index: Any) -> Any:
    """Return an index with the answers of the objects that Python asks for theirs."""
    sliced = type(index) is slice and type(items) in (Symbol, np.ndarray, ListProxy)
    if sliced or _is_sequence(items):
        return trace.part(SpecialMethods).as_index(index)
    return index


def _is_sequence(items: Any) -> bool:
    """Whether Python looks for the items of a sequence by their places."""
    if type(items) in SEQUENCES:
        return True
    kind = type(items)
    return issubclass(kind, tuple) and kind.__getitem__ is tuple.__getitem__


def set_item(trace: Trace, items: Any, index: Any, value: Any) -> None:
    """Apply ``items[index] = value``."""
    if type(index) is slice:
        index = _index_of(trace, items, index)
    # A key that is compared by code cannot be looked for when a region is left.
    kept = type(items) is dict and trace.builder.staged and compares_in_code(index)
    if type(items) in PLAIN and (kept or _needs_run(trace, index)):
        with trace.part(LateRestarts).wait(trace.stack.site()):
            trace.part(MadeContainers).must_exist(items)
        return
    if _takes_items(items) and type(index) is slice:
        value = taken(trace, value)
    put_into(trace, items, (value,))
    if type(items) is list and type(index) is slice:
        if is_of_the_run(value):
            trace.part(MadeContainers).must_exist(items)
    if type(items) is list and type(index) is int:
        position = position_in(len(items), index, "assignment ")
        write_slot(trace.builder, Slot(items, position), value)
        return
    if type(items) is dict and on_behalf(operator.contains, items, index):
        write_slot(trace.builder, Slot(items, index), value)
        return
    if type(items) is np.ndarray:
        meets_array(trace)
    if issubclass(type(items), PLAIN_CONTAINERS):
        trace.part(MadeContainers).changing(items, "an item is set")
    on_behalf(operator.setitem, items, _no_index(items, index), value)


def _no_index(items: Any, index: Any) -> Any:
    """Return the index, or another for items that cannot be set or deleted."""
    kind = type(items)
    never = issubclass(kind, UNCHANGED) and not hasattr(kind, "__setitem__")
    return 0 if never and type(index) is Symbol else index


def _takes_items(items: Any) -> bool:
    """Whether a slice of a container is set to the items of a value."""
    if type(items) is Symbol:
        return isinstance(items._ag_value.type, List)
    return type(items) is list


def del_item(trace: Trace, items: Any, index: Any) -> None:
    """Apply ``del items[index]``."""
    if type(index) is slice:
        index = _index_of(trace, items, index)
    if type(items) in PLAIN and _needs_run(trace, index):
        with trace.part(LateRestarts).wait(trace.stack.site()):
            trace.part(MadeContainers).must_exist(items)
        return
    if issubclass(type(items), PLAIN_CONTAINERS):
        trace.part(MadeContainers).changing(items, "an item is deleted")
    if isinstance(items, ObjectProxy) and not in_class(
        type(items._ag_real), "__delitem__"
    ):
        items = items._ag_real  # Python's error is about its class
    on_behalf(operator.delitem, items, _no_index(items, index))
