"""Builtins that look at classes and attributes, and that decorate."""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import methodcaller
from types import FunctionType
from typing import Any

from runtime.types import Union
from tracer.calls.asked_attributes import store_plain
from tracer.calls.gathering import taken
from tracer.calls.handlers import Builtin, not_yet
from tracer.calls.named_attributes import (
    NAMED_ATTRIBUTES,
    in_instances,
    is_instance,
)
from tracer.errors import LooksAtNames, NotStaged, everywhere, on_behalf, user_error
from tracer.flow.structure import is_structure
from tracer.policy import attribute_of
from tracer.record.causes import DECORATED_CLASS, RUNS_TEXT
from tracer.record.contents import has_symbol, is_single
from tracer.record.decisions import ONLY_READS
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol, python_class
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals, is_made_here
from tracer.serve.origins import Fixed
from tracer.values.aliases import is_of
from tracer.values.bound_methods import BoundMethod
from tracer.values.class_changes import may_have_changed
from tracer.values.classes import Classes
from tracer.values.functions_and_classes import (
    StagedBoundFunction,
    StagedClass,
    StagedFunction,
    StandIn,
)
from tracer.values.lookup import shows_another_class
from tracer.values.made_partials import MadePartial, made_partial
from tracer.values.metaclasses import asks_metaclass
from tracer.values.module_dicts import is_of_module, names_of
from tracer.values.named_tuples import NamedTuples, is_named_tuple
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy, is_iterated_by_index
from tracer.values.staged_modules import StagedModule
from tracer.values.staging import Stager


def _looking(
    function: Callable[..., Any], /, bare: bool, trace: Trace, *args: Any, **kwargs: Any
) -> Any:
    """Return a handler that refuses to read names: it would see the trace's."""
    if bare and args:
        return trace.asked.unknown(function, args, kwargs)
    trace.refuse(
        LooksAtNames(
            f"{function.__name__}() looks up names by their text, which a compiled "
            "function does not have",
            hint="write the names out, or pass their values to a function marked "
            "@ag.do_not_convert",
        )
    )


def _looking_at_frames(
    function: Callable[..., Any], trace: Trace, /, *args: Any, **kwargs: Any
) -> Any:
    """Refuse to look at frames: they would be the trace's.

    In a branch, such as one for the first warning of its kind, the run refuses it.
    """
    if any(not region.repeats for region in trace.builder.regions[1:]):
        return trace.emit("look_at_frames", function.__name__)
    trace.refuse(everywhere(LooksAtNames.at_frames(function.__name__)))


LOOKING_AT_FRAMES = (
    sys._getframe,
    sys._current_frames,
    getattr(sys, "_getframemodulename", sys._getframe),  # new in Python 3.12
    inspect.currentframe,
    inspect.stack,
    inspect.trace,
    traceback.extract_stack,
    traceback.format_stack,
    traceback.print_stack,
    traceback.walk_stack,
)
"""Functions of Python's library whose result depends on who calls them."""


def _isinstance(trace: Trace, value: Any, kinds: Any) -> Any:
    plain = _unwrap_classes(trace, kinds)
    if has_symbol(plain):  # the class of an object that only the run knows
        return trace.emit("isinstance", value, plain)
    if asks_metaclass(plain, "__instancecheck__", value):
        return trace.emit("isinstance", value, plain)
    if type(value) is Symbol:
        of = value._ag_value.type
        options = of.members if isinstance(of, Union) else (of,)
        if not any(python_class(each) is None for each in options):
            on_behalf(isinstance, None, plain)  # raises of what is no class
            answers = {issubclass(_class(each), plain) for each in options}
            if len(answers) == 1:
                return answers.pop()
        return trace.emit("isinstance", value, plain)
    shown = isinstance(value, ObjectProxy) and shows_another_class(type(value._ag_real))
    if shown or may_have_changed(trace, value):
        return trace.emit("isinstance", value, plain)
    if type(value) in (StagedBoundFunction, BoundMethod):
        on_behalf(isinstance, None, plain)  # raises of what is no class
        return issubclass(value._ag_kind(), plain)
    if isinstance(value, ObjectProxy) and is_iterated_by_index(type(value._ag_real)):
        on_behalf(isinstance, None, plain)
        return issubclass(value.__class__, plain)
    original = trace.part(Stager).original(value, by_identity=False)
    kind = original._ag_kind() if is_staged(original) else None
    if kind is None:
        return isinstance(original, plain)
    return on_behalf(is_of, original, kind, plain)


def _class(of: Any) -> type:
    found = python_class(of)
    if found is None:
        raise TypeError(of)
    return found


def _unwrap_classes(trace: Trace, kinds: Any) -> Any:
    """Return the user's classes behind staged ones, in tuples too."""
    if isinstance(kinds, tuple):
        return tuple(_unwrap_classes(trace, kind) for kind in kinds)
    return trace.part(Stager).original(kinds)


def _issubclass(trace: Trace, kind: Any, kinds: Any) -> Any:
    plain = _unwrap_classes(trace, kinds)
    at_run = type(kind) is Symbol or has_symbol(plain)
    if at_run or asks_metaclass(plain, "__subclasscheck__"):
        return trace.asked.pure(issubclass, (kind, plain), {})
    return on_behalf(issubclass, trace.part(Stager).original(kind), plain)


def _type(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    if len(args) == 3:
        return _new_class(trace, *args, **kwargs)
    if len(args) != 1 or kwargs:
        return on_behalf(type, *args, **kwargs)
    value = trace.part(Stager).original(args[0])
    if may_have_changed(trace, value):
        return trace.emit("type_of", value)
    if not is_staged(value):
        kind = trace.part(NamedTuples).original(type(value))
        kind = functools.partial if kind is MadePartial else kind
        return trace.part(Stager).stage_class(kind)
    known = value._ag_kind()
    if known is None:
        return trace.emit("type_of", value)
    return trace.part(Stager).stage_class(known)


def _new_class(
    trace: Trace, /, name: Any, bases: Any, space: Any, **keywords: Any
) -> Any:
    """Make a class as a ``class`` statement at the running position does."""
    here = trace.stack.frame().f_globals["__name__"]
    if trace.is_left_to_run():
        made = trace.emit("call", type, name, bases, space, **keywords)
        if type(space) is dict and "__module__" not in space:
            trace.emit("store_attribute", made, "__module__", here)
        return made
    fill = methodcaller("update", space)
    made = on_behalf(types.new_class, name, bases, keywords, fill)
    if "__module__" not in space:
        made.__module__ = here
    return trace.part(Stager).made_class(made)


def _vars(trace: Trace, *args: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], ObjectProxy):
        if attribute_of(args[0]._ag_real, "__dict__") is not None:
            return trace.part(Objects).attribute(args[0], "__dict__")
    if len(args) == 1 and isinstance(args[0], (StagedFunction, StagedModule)):
        if not hasattr(args[0], "__dict__"):
            return on_behalf(vars, args[0]._ag_original)
        return on_behalf(getattr, args[0], "__dict__")
    if len(args) == 1 and is_made_here(args[0]):
        return vars(args[0])
    if len(args) == 1 and is_structure(args[0]) and type(args[0]).__dictoffset__:
        trace.part(NamedTuples).gets_attribute(args[0])
    if len(args) == 1 and isinstance(args[0], type | StagedClass):
        kind = trace.part(Stager).original(args[0])
        return trace.asked.class_attribute(kind, "__dict__")
    return _looking(vars, True, trace, *args)


def _running(
    function: Callable[..., Any], trace: Trace, *args: Any, **kwargs: Any
) -> Any:
    """Run a text by the run, if it is given its names, and they are no module's."""
    names = args[1] if len(args) > 1 else None
    of_module = isinstance(names, Proxy) and is_of_module(names._ag_real)
    if names is None or of_module:
        return _looking(function, False, trace, *args)
    return trace.asked.call_back(function, args, kwargs, cause=RUNS_TEXT)


def _globals(trace: Trace, *args: Any) -> Any:
    """Return the names of the module whose code runs."""
    here = trace.stack.frame().f_globals
    if args or type(here) is not TracedGlobals or names_of(trace, here.real) is None:
        return _looking(globals, True, trace, *args)
    return trace.part(Stager).stage(here.real, Fixed(here.real, "globals"))


def _callable(trace: Trace, value: Any) -> Any:
    if is_instance(value):
        kind = value._ag_kind()
        if kind is None:
            return trace.emit("callable", value)
        return in_instances(kind, "__call__")
    return callable(trace.part(Stager).original(value, by_identity=False))


def _identity(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol and is_single(value._ag_value.type):
        trace.refuse(not_yet("id()"))  # the run may compute it more than once
    if type(value) is tuple and value:
        trace.refuse(
            NotStaged(
                "id() of a tuple is asked, and a graph makes its own tuples",
                hint="use the tuple itself as a key, or call id() outside of the "
                "compiled function",
            )
        )
    if is_instance(value):
        return trace.emit("call", id, value)
    return id(trace.part(Stager).original(value))


def _super(trace: Trace, *args: Any) -> Any:
    if not args:  # in a function with a parameter, conversion gives it two
        raise user_error(RuntimeError("super(): no arguments"))
    if len(args) != 2:
        return on_behalf(super, *args)
    kind, receiver = (trace.part(Stager).original(args[0]), args[1])
    unsure = type(receiver) is Symbol and receiver._ag_kind() is None
    if not unsure and not isinstance(receiver, (Proxy, StandIn)):
        parent = on_behalf(super, kind, receiver)
        if not issubclass(type(receiver), tuple):
            return parent
    return trace.part(Classes).parent(kind, receiver)


def _dataclass(trace: Trace, /, *kind: Any, **options: Any) -> Any:
    """Decorate a class that was made in the trace."""
    if not kind:
        return partial(_dataclass, trace, **options)
    return _decorated(dataclass(**options), trace, kind[0])


def _decorated(decorator: Any, trace: Trace, kind: Any) -> Any:
    """Decorate a class where it is made: in the trace, or when the graph runs."""
    if type(kind) is Symbol:
        return trace.asked.call_back(decorator, (kind,), {}, cause=DECORATED_CLASS)
    plain = trace.part(Stager).original(kind)
    return trace.part(Stager).made_class(on_behalf(decorator, plain), plain)


def _update_wrapper(trace: Trace, /, wrapper: Any, wrapped: Any, **kwargs: Any) -> Any:
    """Apply `functools.update_wrapper` to a function made in the trace."""
    if type(wrapper) is MadePartial:
        wrapper.begin_again()
    if type(wrapper) is not FunctionType:
        return trace.asked.unknown(functools.update_wrapper, (wrapper, wrapped), kwargs)
    if type(wrapped) is Symbol:
        trace.refuse(
            NotStaged(
                "functools.wraps or update_wrapper gets a function that exists only at "
                "run time",
                hint="put the decorator that makes it above this one, or define the "
                "function outside of the compiled one",
            )
        )
    # A method has the attributes of its function.
    named = wrapped.__func__ if type(wrapped) is StagedBoundFunction else wrapped
    dressed = on_behalf(
        functools.update_wrapper,
        wrapper,
        trace.part(Stager).original(named),
        **kwargs,
    )
    dressed.__wrapped__ = wrapped
    return dressed


def _wraps(trace: Trace, /, wrapped: Any, **kwargs: Any) -> Any:
    return partial(_update_wrapper, trace, wrapped=wrapped, **kwargs)


def _remembers(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Apply ``functools.lru_cache``, with or without a function."""
    if len(args) == 1 and callable(args[0]) and not kwargs:
        return _for_the_run(functools.lru_cache, trace, *args)
    decorator = on_behalf(functools.lru_cache, *args, **kwargs)
    return partial(_for_the_run, decorator, trace)


def _for_the_run(decorator: Any, trace: Trace, function: Any) -> Any:
    """Decorate a function when the graph runs, so that it is called there.

    Only the run knows its earlier calls, or where it has stopped.
    """
    if not callable(function):
        return on_behalf(decorator, function)
    return trace.emit("call", decorator, function)


def _signature(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Ask for a signature at each run: a function may have got other defaults."""
    trace.decide("call", ONLY_READS)
    return trace.emit("call", inspect.signature, *args, **kwargs)


def _new(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Apply ``object.__new__``, by whatever name it is called."""
    return trace.part(Classes).bare(*args, **kwargs)


def _new_tuple(trace: Trace, /, *args: Any) -> Any:
    """Apply ``tuple.__new__``, as a class with named items does in its own."""
    kind, *items = map(trace.part(Stager).original, args)
    if len(items) == 1 and isinstance(kind, type) and is_named_tuple(kind):
        return trace.part(NamedTuples).filled(kind, taken(trace, args[1]))
    return trace.asked.unknown(tuple.__new__, (kind, *args[1:]), {})


def _bare(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Make an ``object()``, which is nothing but itself: a mark."""
    return trace.part(Classes).bare(object, *args, **kwargs)


REFLECTION = (
    Builtin(locals, handler=partial(_looking, locals, False)),
    *[
        Builtin(function, handler=partial(_running, function))
        for function in (eval, exec)
    ],
    Builtin(globals, handler=_globals),
    *[
        Builtin(function, handler=partial(_looking_at_frames, function))
        for function in LOOKING_AT_FRAMES
    ],
    Builtin(dir, handler=partial(_looking, dir, True)),
    Builtin(vars, handler=_vars),
    Builtin(isinstance, handler=_isinstance),
    Builtin(issubclass, handler=_issubclass),
    Builtin(type, handler=_type),
    *NAMED_ATTRIBUTES,
    Builtin(callable, handler=_callable),
    Builtin(inspect.signature, handler=_signature),
    Builtin(id, handler=_identity),
    Builtin(super, handler=_super),
    Builtin(object.__new__, handler=_new),
    Builtin(object.__setattr__, handler=store_plain),
    Builtin(tuple.__new__, handler=_new_tuple),
    Builtin(object, handler=_bare),
    Builtin(functools.partial, handler=made_partial),
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
