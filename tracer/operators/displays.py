"""Fresh containers, and displays with computed items or keys."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Display
from runtime.ops import OPS
from runtime.ops.lists import dict_merged
from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.record.contents import for_the_run, has_symbol
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.proxies import has_keys_in_c


def _needs_run(trace: Trace, value: Any) -> bool:
    """Whether only the run can look for this index in a container."""
    if type(value) is slice:
        return has_symbol(value)
    return for_the_run(trace, value)


def set_display(trace: Trace, *items: Any) -> Any:
    """Apply the display ``{item, ...}``."""
    if for_the_run(trace, *items):
        return trace.emit("set_new", items)
    return trace.part(MadeContainers).mutable(on_behalf(set, items), items)


def dict_display(trace: Trace, *parts: tuple[Any, ...]) -> Any:
    """Apply the display ``{key: value, **more, ...}``."""
    merged = [part[0] for part in parts if len(part) == 1]
    left = any(type(each) is Symbol or has_keys_in_c(each) for each in merged)
    keys = [part[0] for part in parts if len(part) > 1]
    if not (left or for_the_run(trace, *keys)):
        return mutable(trace, on_behalf(dict_merged, *parts))
    if merged:
        return trace.emit("dict_merged", *parts)
    for part in parts:
        trace.part(MadeContainers).hold(part)
    items = tuple([trace.lift(item) for part in parts for item in part])
    return trace.record(OPS["dict_new"], (Display("dict", items),), base="dict")


def mutable(trace: Trace, container: Any) -> Any:
    """Record a fresh container, or make it at run time if it must exist there."""
    return trace.part(MadeContainers).mutable(container)
