"""Classes that are called by an alias with parameters: ``Stack[int](items)``."""

from __future__ import annotations

import sys
from types import GenericAlias
from typing import Any

from tracer.calls.arguments import may_be_object
from tracer.flow.tries import tried
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.aliases import OF_TYPING
from tracer.values.proxies import ObjectProxy
from tracer.values.staging import Stager

CLASS_ALIASES = (GenericAlias, OF_TYPING)
"""The classes of aliases that can be called."""
REFUSALS: tuple[type[Exception], ...] = (
    (Exception,) if sys.version_info >= (3, 13) else (AttributeError,)
)
"""The errors by which an object may refuse the attribute."""


def made_by_alias(trace: Trace, alias: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Make an instance of the class of an alias, and let it remember the alias."""
    kind = trace.part(Stager).original(alias.__origin__)
    if not isinstance(kind, type) or (isinstance(alias, OF_TYPING) and not alias._inst):
        return trace.asked.unknown(alias, args, kwargs)
    made = trace.part(Stager).stage_class(kind)(*args, **kwargs)
    if isinstance(made, ObjectProxy) or (type(made) is Symbol and may_be_object(made)):
        site = "alias", *trace.stack.site()
        in_c = type(alias) is GenericAlias
        errors = (AttributeError, TypeError) if in_c else REFUSALS

        def remember() -> None:
            made.__orig_class__ = alias

        tried(trace, site, remember, [(errors, lambda error: None)], ())
    return made
