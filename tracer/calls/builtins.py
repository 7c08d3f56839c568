"""What Python's builtin functions do when they meet symbols."""

from __future__ import annotations

import contextlib
import copy
import functools
import math
import operator
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from runtime.ops import BY_INFIX, OPS
from runtime.types import Union
from tracer.calls.container import CONTAINER_CLASSES
from tracer.calls.draws import DRAWS
from tracer.calls.handlers import not_yet, plain_call, row_or_python
from tracer.calls.iterating import ITERATING, listed
from tracer.calls.lengths import static_length
from tracer.calls.ordering import ORDERING
from tracer.calls.warned import warn
from tracer.errors import LooksAtNames, NotStaged, on_behalf
from tracer.flow.iterators import TracedIterator
from tracer.record.contents import Handler, has_symbol, holds_staged
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol, python_class
from tracer.record.trace import Trace
from tracer.values.classes import Classes
from tracer.values.containers import DictProxy, ListProxy, as_list
from tracer.values.named_tuples import NamedTuples
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy
from tracer.values.staging import Stager
from tracer.values.variables import VARIABLES, VariableProxy, Variables

UNSTAGED_BUILTINS = frozenset(
    "__build_class__ __import__ __name__ __doc__ __debug__ None True False Ellipsis "
    "NotImplemented property staticmethod classmethod breakpoint".split()
)


def _asked(name: str, otherwise: Handler) -> Handler:
    """Ask an object of the user's by a method of its class, where it has that."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs and trace.part(Objects).answers(args[0], name):
            return trace.part(Objects).asked(args[0], name)
        return otherwise(trace, *args, **kwargs)

    return handler


def _truth(trace: Trace, *args: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], ObjectProxy):
        args = (trace.part(Objects).truth(args[0]),)
    return row_or_python("truth", bool)(trace, *args)


def _length(trace: Trace, value: Any) -> Any:
    if isinstance(value, VariableProxy):
        value = trace.part(Variables).read(value)
    if type(value) is Symbol:
        known = static_length(value)
        return trace.emit("len", value) if known is None else known
    if isinstance(value, ObjectProxy):
        return trace.emit("len", value)
    return on_behalf(len, value)


def _round(trace: Trace, number: Any, ndigits: Any = None) -> Any:
    if type(number) is Symbol or type(ndigits) is Symbol:
        digits = () if ndigits is None else (ndigits,)
        return trace.emit("round_of", number, *digits)
    digits = () if ndigits is None else (ndigits,)
    return on_behalf(round, number, *digits)


def _range(trace: Trace, *args: Any) -> Any:
    args = tuple([trace.part(Objects).as_index(one) for one in args])
    if any(map(has_symbol, args)):
        return trace.emit("range", *args)
    return on_behalf(range, *args)


def _print(trace: Trace, *values: Any, **kwargs: Any) -> None:
    """Print while tracing, or record it.

    Python values alone, under no `if` or loop of the source, are printed while tracing:
    the guides' way to see a trace. Not so behind an effect of the graph: what it prints
    or raises comes first, as in plain Python.
    """
    plain = not holds_staged(values)
    if plain and trace.runs_once and not trace.has_effects():
        files = {
            name: value._ag_real if isinstance(value, Proxy) else value
            for name, value in kwargs.items()
        }
        trace.printed.append(
            (tuple(trace.part(Stager).original(v) for v in values), files)
        )
        return
    trace.emit("print", *values, **kwargs)


def _looking(function: Callable[..., Any], bare: bool = False) -> Handler:
    """Refuse what looks at the names around it: it would see those of the trace."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if bare and args:
            return trace.asked.unknown(function, args, kwargs)
        trace.refuse(
            LooksAtNames(
                f"{function.__name__}() looks at names by their text, which a trace "
                "does not keep",
                hint="name the values that are wanted, or call a function marked "
                "@ag.do_not_convert that is given them",
            )
        )

    return handler


def _isinstance(trace: Trace, value: Any, kinds: Any) -> Any:
    plain = unwrap_classes(trace, kinds)
    if type(value) is Symbol:
        of = value._ag_value.type
        options = of.members if isinstance(of, Union) else (of,)
        if not any(python_class(each) is None for each in options):
            on_behalf(isinstance, None, plain)  # raises of what is no class
            answers = {issubclass(_class(each), plain) for each in options}
            if len(answers) == 1:
                return answers.pop()
        return trace.emit("isinstance", value, plain)
    return isinstance(trace.part(Stager).original(value), plain)


def _class(of: Any) -> type:
    found = python_class(of)
    if found is None:
        raise TypeError(of)
    return found


def unwrap_classes(trace: Trace, kinds: Any) -> Any:
    """Give the user's classes behind staged ones, in tuples too."""
    if isinstance(kinds, tuple):
        return tuple(unwrap_classes(trace, kind) for kind in kinds)
    return trace.part(Stager).original(kinds)


def _issubclass(trace: Trace, kind: Any, kinds: Any) -> Any:
    plain = unwrap_classes(trace, kinds)
    if type(kind) is Symbol:
        return trace.asked.pure(issubclass, (kind, plain), {})
    return on_behalf(issubclass, trace.part(Stager).original(kind), plain)


def _type(trace: Trace, *args: Any) -> Any:
    if len(args) == 3:
        return _new_class(trace, *args)
    if len(args) != 1:
        return on_behalf(type, *args)
    value = args[0]
    if type(value) is Symbol:
        kind = python_class(value._ag_value.type)
        if kind is None:
            return trace.emit("type_of", value)
        return trace.part(Stager).stage_class(kind)
    if isinstance(value, (Proxy, TracedIterator)):
        return trace.part(Stager).stage_class(value.__class__)
    kind = trace.part(NamedTuples).original(type(trace.part(Stager).original(value)))
    return trace.part(Stager).stage_class(kind)


def _new_class(trace: Trace, name: Any, bases: Any, space: Any) -> Any:
    """Make a class as a ``class`` statement at the running place does."""
    if trace.stack.site() in trace.facts.made:
        return trace.emit("call", type, name, bases, space)
    made = on_behalf(types.new_class, name, bases, {}, lambda own: own.update(space))
    if "__module__" not in space:
        made.__module__ = trace.stack.frame().f_globals["__name__"]
    return trace.part(Stager).made_class(made)


def _dataclass(trace: Trace, *kind: Any, **options: Any) -> Any:
    """Decorate a class that was made in the trace."""
    if not kind:
        return functools.partial(_dataclass, trace, **options)
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
    return functools.partial(_update_wrapper, trace, wrapped=wrapped, **kwargs)


def _getattr(trace: Trace, value: Any, name: Any, *default: Any) -> Any:
    if type(name) is Symbol:
        return trace.asked.pure(getattr, (value, name, *default), {})
    if isinstance(value, ObjectProxy):
        there = trace.part(Objects).has(value, name) if default else True
        if type(there) is Symbol:
            return trace.emit("attribute_or", value, name, *default)
        if not there:
            return default[0]
        return trace.part(Objects).attribute(value, name)
    if type(value) is Symbol and default and python_class(value._ag_value.type) is None:
        return trace.emit("attribute_or", value, name, *default)
    return on_behalf(getattr, value, name, *default)


def _hasattr(trace: Trace, value: Any, name: Any) -> Any:
    if type(name) is Symbol:
        return trace.asked.pure(hasattr, (value, name), {})
    if isinstance(value, ObjectProxy):
        return trace.part(Objects).has(value, name)
    if type(value) is Symbol:
        kind = python_class(value._ag_value.type)
        if kind is None:
            return trace.emit("has_attribute", value, name)
        return _in_instances(kind, name)
    if isinstance(value, Proxy):
        return _in_instances(type(value._ag_real), name)
    return hasattr(value, name)


def _in_instances(kind: type, name: str) -> bool:
    """Say whether instances have an attribute; the class itself has more of them."""
    return any(name in vars(base) for base in kind.__mro__)


def _setattr(trace: Trace, value: Any, name: Any, new: Any) -> None:
    if type(name) is Symbol:
        trace.asked.pure(setattr, (value, name, new), {})
    else:
        on_behalf(setattr, value, name, new)


def _delattr(trace: Trace, value: Any, name: Any) -> None:
    if type(name) is Symbol:
        trace.asked.pure(delattr, (value, name), {})
    else:
        on_behalf(delattr, value, name)


def _vars(trace: Trace, *args: Any) -> Any:
    if len(args) == 1 and isinstance(args[0], ObjectProxy):
        if hasattr(args[0]._ag_real, "__dict__"):
            return trace.part(Objects).attribute(args[0], "__dict__")
    return _looking(vars, bare=True)(trace, *args)


def _callable(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol:
        if python_class(value._ag_value.type) is None:
            return trace.emit("callable", value)
        return False
    if isinstance(value, Proxy):
        return callable(value._ag_real)
    return callable(trace.part(Stager).original(value))


def _identity(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol or isinstance(value, Proxy):
        trace.refuse(not_yet("id()"))
    return id(value)


def _text(row: str, function: Callable[..., Any]) -> Handler:
    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if holds_staged((*args, *kwargs.values())):
            return trace.emit(row, *args, **kwargs)
        return on_behalf(function, *args, **kwargs)

    return handler


def _format(trace: Trace, value: Any, specification: Any = "") -> Any:
    if holds_staged((value, specification)):
        return trace.emit("format_value", value, "", specification)
    return format(value, specification)


def _index(trace: Trace, value: Any) -> Any:
    if type(value) is Symbol:
        return trace.asked.pure(operator.index, (value,), {})
    return on_behalf(operator.index, value)


def _partial(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    partial: Callable[..., Any] = functools.partial
    return partial(*args, **kwargs)


def _remembers(trace: Trace, *args: Any, **kwargs: Any) -> Any:
    """Do what ``functools.lru_cache`` does, with a function or without."""
    if len(args) == 1 and callable(args[0]) and not kwargs:
        return _for_the_run(functools.lru_cache, trace, *args)
    decorator = on_behalf(functools.lru_cache, *args, **kwargs)
    return functools.partial(_for_the_run, decorator, trace)


def _for_the_run(decorator: Any, trace: Trace, function: Any) -> Any:
    """Decorate a function when the graph runs, so that it is called there.

    What it has been asked before, or where it has stopped, only the run knows.
    """
    if not callable(function):
        return on_behalf(decorator, function)
    return trace.emit("call", decorator, function)


def _super(trace: Trace, *args: Any) -> Any:
    if args:
        kind, receiver = (trace.part(Stager).original(args[0]), args[1])
    else:
        frame = trace.stack.frame()
        kind = trace.part(Stager).original(frame.f_locals["__class__"])
        receiver = frame.f_locals[frame.f_code.co_varnames[0]]
    return trace.part(Classes).parent(kind, receiver)


def _math(name: str) -> Handler:
    function = getattr(math, name)
    row = f"math_{name}"

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        args = tuple([as_list(listed(trace, one)) for one in args])
        if any(isinstance(one, ObjectProxy) for one in args):
            return trace.asked.call_back(function, args, kwargs)
        if any(map(has_symbol, args)) or any(map(has_symbol, kwargs.values())):
            return trace.emit(row, *args, **kwargs)
        return on_behalf(function, *args, **kwargs)

    return handler


def _copied(function: Callable[[Any], Any]) -> Handler:
    def handler(trace: Trace, value: Any) -> Any:
        if type(value) is ListProxy and function is copy.copy:
            return list(value)
        if isinstance(value, DictProxy) and function is copy.copy:
            return {key: value[key] for key in value}
        deep = function is copy.deepcopy
        if _is_object(value) or (deep and _holds_objects(value)):
            return trace.asked.pure(function, (value,), {})
        return function(value)

    return handler


def _is_object(value: Any) -> bool:
    """Say whether a value is, or may be, an object of the user's."""
    if type(value) is Symbol:
        return python_class(value._ag_value.type) is None
    return isinstance(value, ObjectProxy)


def _holds_objects(value: Any) -> bool:
    """Say whether a container holds objects, of which each may refer to another."""
    if type(value) is dict:
        value = tuple(value.values())
    if type(value) in (list, tuple):
        return any(_is_object(item) or _holds_objects(item) for item in value)
    return False


def python_operator(function: Callable[..., Any]) -> Handler:
    """Do what Python does: its operators ask the symbols.

    A NumPy scalar on the left would hand on to a ufunc, which warns in other words.
    """
    rows = (*BY_INFIX.values(), OPS["divmod_of"])
    row = next((row for row in rows if row.kernel is function), None)

    def handler(trace: Trace, *args: Any) -> Any:
        if row is not None and len(args) == 2 and isinstance(args[0], np.generic):
            if type(args[1]) is Symbol:
                return trace.emit(row, *args)
        return on_behalf(function, *args)

    return handler


BUILTINS: dict[Any, Handler] = {
    **DRAWS,
    **VARIABLES,
    int: _asked("__int__", row_or_python("int", int)),
    float: _asked("__float__", row_or_python("float", float)),
    complex: _asked("__complex__", row_or_python("complex", complex)),
    bool: _truth,
    str: _text("str", str),
    repr: _text("repr", repr),
    format: _format,
    len: _asked("__len__", _length),
    abs: plain_call(abs),
    round: _round,
    divmod: python_operator(divmod),
    pow: row_or_python("power_of", pow),
    range: _range,
    **ITERATING,
    **ORDERING,
    print: _print,
    **{function: _looking(function) for function in (locals, globals, eval, exec)},
    dir: _looking(dir, bare=True),
    vars: _vars,
    isinstance: _isinstance,
    issubclass: _issubclass,
    type: _type,
    getattr: _getattr,
    hasattr: _hasattr,
    setattr: _setattr,
    delattr: _delattr,
    callable: _callable,
    **CONTAINER_CLASSES,
    id: _identity,
    hash: _asked("__hash__", plain_call(hash)),
    super: _super,
    slice: lambda trace, *args: slice(*args),
    functools.partial: _partial,
    warnings.warn: warn,
    functools.update_wrapper: _update_wrapper,
    functools.wraps: _wraps,
    dataclass: _dataclass,
    functools.total_ordering: functools.partial(_decorated, functools.total_ordering),
    copy.copy: _copied(copy.copy),
    copy.deepcopy: _copied(copy.deepcopy),
    **{getattr(math, name): _math(name) for name in dir(math) if f"math_{name}" in OPS},
    **{
        getattr(operator, name): python_operator(getattr(operator, name))
        for name in operator.__all__
        if name not in ("countOf", "indexOf", "length_hint")
    },
    operator.truth: _truth,
    operator.index: _asked("__index__", _index),
    functools.lru_cache: _remembers,
    functools.cache: functools.partial(_for_the_run, functools.cache),
    contextlib.contextmanager: functools.partial(
        _for_the_run, contextlib.contextmanager
    ),
}
"""What a call of a builtin does while tracing; the first argument is the trace."""
