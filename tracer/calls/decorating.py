"""Functions that decorate functions and classes: in the trace, or when it runs."""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

from tracer.calls.handlers import Builtin
from tracer.errors import NotStaged, on_behalf
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.staging import Stager


def _dataclass(trace: Trace, *kind: Any, **options: Any) -> Any:
    """Decorate a class that was made in the trace."""
    if not kind:
        return partial(_dataclass, trace, **options)
    return _decorated(dataclass(**options), trace, kind[0])


def _decorated(decorator: Any, trace: Trace, kind: Any) -> Any:
    """Decorate a class, where it is made: in the trace, or when the graph runs."""
    if type(kind) is Symbol:
        return trace.asked.call_back(decorator, (kind,), {})
    plain = trace.part(Stager).original(kind)
    return trace.part(Stager).made_class(on_behalf(decorator, plain), plain)


def _update_wrapper(trace: Trace, wrapper: Any, wrapped: Any, **kwargs: Any) -> Any:
    """Dress a function that was made in the trace."""
    if not isinstance(wrapper, FunctionType):
        return trace.asked.unknown(functools.update_wrapper, (wrapper, wrapped), kwargs)
    if type(wrapped) is Symbol:
        trace.refuse(
            NotStaged(
                "a function that is made only when the graph runs is wrapped",
                hint="let the decorator that makes it stand above this one, or define "
                "the function outside of the traced one",
            )
        )
    dressed = on_behalf(
        functools.update_wrapper,
        wrapper,
        trace.part(Stager).original(wrapped),
        **kwargs,
    )
    dressed.__wrapped__ = wrapped
    return dressed


def _wraps(trace: Trace, wrapped: Any, **kwargs: Any) -> Any:
    return partial(_update_wrapper, trace, wrapped=wrapped, **kwargs)


def _remembers(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    """Do what ``functools.lru_cache`` does, with a function or without."""
    if len(args) == 1 and callable(args[0]) and not kwargs:
        return _for_the_run(functools.lru_cache, trace, *args)
    decorator = on_behalf(functools.lru_cache, *args, **kwargs)
    return partial(_for_the_run, decorator, trace)


def _for_the_run(decorator: Any, trace: Trace, function: Any) -> Any:
    """Decorate a function when the graph runs, so that it is called there.

    What it has been asked before, or where it has stopped, only the run knows.
    """
    if not callable(function):
        return on_behalf(decorator, function)
    return trace.emit("call", decorator, function)


DECORATING = (
    Builtin(functools.partial),
    Builtin(functools.update_wrapper, handler=_update_wrapper),
    Builtin(functools.wraps, handler=_wraps),
    Builtin(dataclass, handler=_dataclass),
    Builtin(
        functools.total_ordering, handler=partial(_decorated, functools.total_ordering)
    ),
    Builtin(functools.lru_cache, handler=_remembers),
    *[
        Builtin(decorator, handler=partial(_for_the_run, decorator))
        for decorator in (functools.cache, contextlib.contextmanager)
    ],
)
"""What they do in a trace."""
