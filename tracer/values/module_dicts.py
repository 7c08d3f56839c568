"""The dict of a module, `vars(module)`: its items are the names of the module."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

from runtime.ir.unbound import Unbound
from tracer.errors import NotStaged, everywhere
from tracer.policy import is_user_module
from tracer.record.staged import Proxy
from tracer.record.trace import Trace
from tracer.record.traced_globals import UNSURE, TracedGlobals
from tracer.values.lookup import ABSENT
from tracer.values.module_names import store_name
from tracer.values.twins import Twins


def is_of_module(container: Any) -> bool:
    """Whether a dict holds the names of a module, which a graph may have taken in."""
    return type(container) is dict and {"__name__", "__spec__"} <= container.keys()


def names_of(trace: Trace, container: Any) -> TracedGlobals | None:
    """Return the names of the user's module whose dict this is, if it is one."""
    if not is_of_module(container):
        return None
    module = sys.modules.get(container["__name__"])
    if module is None or vars(module) is not container or not is_user_module(module):
        return None
    return trace.part(Twins).globals(container)


def has(trace: Trace, proxy: Any, key: Any) -> bool | None:
    """Whether the dict of a module has a key; None if that is no name of the module."""
    names = names_of(trace, proxy._ag_real)
    if names is None or not names.binds(key):
        return None
    if names.held(key) is not UNSURE:
        return True
    if type(names.seen.get(key)) is not Unbound:
        proxy._ag_becomes_dynamic()
    return False


def item(trace: Trace, proxy: Proxy, key: Any) -> Any:
    """Return what a name has in the dict of a module; `ABSENT` if it is no name."""
    names = names_of(trace, proxy._ag_real)
    if names is None or not names.binds(key) or trace.knowledge.clobbered():
        return ABSENT
    held = names.held(key)
    return trace.emit("load_item", proxy, key) if held is UNSURE else held


def set_item(trace: Trace, container: dict[str, Any], key: Any, value: Any) -> None:
    """Set a name in the dict of a module."""
    names = names_of(trace, container)
    if names is None or type(key) is not str:
        refuse_change(trace, f"the attribute {key!r}")
    store_name(trace, names, key, value)


def refuse_change(trace: Trace, change: str) -> NoReturn:
    """Refuse to change a dict of a module otherwise than by one of its names."""
    trace.refuse(
        everywhere(
            NotStaged(
                f"{change} of a module is set, in its dict",
                hint="keep the value in an object, a dict or an argument",
            )
        )
    )
