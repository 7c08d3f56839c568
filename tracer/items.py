"""Items, shared names and containers that converted code changes."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from types import BuiltinMethodType, CellType, MethodType, MethodWrapperType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from runtime.ir.graph import Constant, Display
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.ops.lists import dict_merged
from tracer.dispatch.ordering import sort_by_key
from tracer.dispatch.symbolic import for_the_run, has_symbol
from tracer.errors import NotStaged, RegionEnd, UnstagedWrite, on_behalf, user_error
from tracer.made import PLAIN
from tracer.made_exceptions import add_note
from tracer.origins import CellContent, Fixed, GlobalName
from tracer.places import Slot, write_slot
from tracer.proxies import Proxy
from tracer.recipes import collected, is_recipe
from tracer.staging import variable_key
from tracer.symbols import Symbol
from tracer.texts import holds_staged
from tracer.traced_globals import TracedGlobals
from tracer.values import VALUES

if TYPE_CHECKING:
    from tracer.trace import Trace

PLAIN_CONTAINERS = (list, dict, set, bytearray)
PLAIN_VALUES = (int, float, complex, str, bytes, np.generic)


def get_item(trace: Trace, items: Any, index: Any) -> Any:
    """Do ``items[index]`` where the index may be a symbol."""
    if type(items) in (list, tuple, range, str):
        index = trace.objects.as_index(index)
    if type(items) in (list, tuple, range, str) and _needs_run(index):
        return trace.emit("getitem", items, index)
    if type(items) is dict and _needs_run(index):
        return trace.emit("load_item", items, index)
    if type(items) is np.ndarray:
        trace.plain_operators.meets_array(trace)
    return on_behalf(operator.getitem, items, index)


def set_item(trace: Trace, items: Any, index: Any, value: Any) -> None:
    """Do ``items[index] = value``."""
    if type(items) in PLAIN and _needs_run(index):
        trace.made.must_exist(items)
    if type(items) in PLAIN:
        trace.made.put_into(items, (value,))
    if type(items) in (list, dict) and trace.builder.staged:
        if type(items) is list and type(index) is int:
            position = index + len(items) if index < 0 else index
            if not 0 <= position < len(items):
                raise user_error(IndexError("list assignment index out of range"))
            write_slot(trace.builder, Slot(items, position), value)
            return
        if type(items) is dict and index in items:
            write_slot(trace.builder, Slot(items, index), value)
            return
    if type(items) is np.ndarray:
        trace.plain_operators.meets_array(trace)
    if issubclass(type(items), PLAIN_CONTAINERS):
        trace.made.changing(items, "an item is set")
    on_behalf(operator.setitem, items, index, value)


def del_item(trace: Trace, items: Any, index: Any) -> None:
    """Do ``del items[index]``."""
    if type(items) in PLAIN and _needs_run(index):
        trace.made.must_exist(items)
    if type(items) is not Symbol and not isinstance(items, Proxy):
        trace.made.changing(items, "an item is deleted")
    on_behalf(operator.delitem, items, index)


def call(trace: Trace, function: Any) -> Any:
    """Give a method that may change its receiver, watched if that is a container."""
    if isinstance(function, (BuiltinMethodType, MethodType)):
        receiver = function.__self__
        if type(receiver) in VALUES:
            return partial(trace.functions.ask, function)
    if isinstance(function, MethodWrapperType):
        if isinstance(function.__self__, PLAIN_VALUES):
            return partial(trace.functions.method, function)
    if isinstance(function, BuiltinMethodType):
        if isinstance(receiver, (str, bytes)):
            return partial(_text_method, trace, function)
        if not isinstance(receiver, (str, bytes, type)) and receiver is not None:
            return _Watched(trace, function)
    return function


def _text_method(trace: Trace, function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a method of a text, which may be given symbols."""
    if holds_staged((*args, *kwargs.values())):
        receiver, name = function.__self__, function.__name__
        return trace.emit("pure_method", receiver, name, *args, **kwargs)
    return on_behalf(function, *args, **kwargs)


def _needs_run(value: Any) -> bool:
    """Say whether only the run can look for this in a container."""
    if type(value) is slice:
        return any(map(_needs_run, (value.start, value.stop, value.step)))
    return has_symbol(value)


def set_display(trace: Trace, items: tuple[Any, ...]) -> Any:
    """Do ``{item, ...}``."""
    if any(map(has_symbol, items)):
        return trace.emit("set_new", list(items))
    return trace.made.mutable(on_behalf(set, items))


def dict_display(trace: Trace, parts: tuple[tuple[Any, ...], ...]) -> Any:
    """Do ``{key: value, **more, ...}``."""
    if not any(has_symbol(part[:1]) for part in parts):
        return trace.made.mutable(on_behalf(dict_merged, *parts))
    if any(len(part) == 1 for part in parts):
        return trace.emit("dict_merged", *parts)
    for part in parts:
        trace.made.hold(part)
    items = tuple([trace.lift(item) for part in parts for item in part])
    return trace.record(OPS["dict_new"], (Display("dict", items),), base="dict")


SEARCHING = frozenset(
    "index count remove insert pop get setdefault add discard __contains__".split()
)
"""Methods that look for their first argument, or at its value."""
TAKING = frozenset(
    "update union intersection difference symmetric_difference intersection_update "
    "difference_update symmetric_difference_update issubset issuperset "
    "isdisjoint".split()
)
"""Methods that look for each item of their arguments."""
READING = frozenset(
    "index count get __contains__ union intersection difference symmetric_difference "
    "issubset issuperset isdisjoint".split()
)
"""Methods that leave their container as it is."""


class _Watched:
    """A method of a container or iterator that only Python sees."""

    __slots__ = ("_function", "_trace")

    def __init__(self, trace: Trace, function: Any) -> None:
        self._trace = trace
        self._function = function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        function, trace = self._function, self._trace
        receiver, name = function.__self__, function.__name__
        if isinstance(receiver, BaseException) and name == "add_note":
            return on_behalf(add_note, trace, receiver, *args, **kwargs)
        args = tuple([collected(trace, one) if is_recipe(one) else one for one in args])
        if self._looks_at_symbols(receiver, name, args):
            if name not in READING:
                trace.made.must_exist(receiver)
            if type(receiver) is list:
                return trace.emit(f"list_{name}", receiver, *args, **kwargs)
            return trace.emit("call_method", receiver, name, *args, **kwargs)
        by_key = name == "sort" and type(receiver) is list and not args
        if by_key and kwargs.get("key") is not None:
            sort_by_key(trace, receiver, **kwargs)
            return None
        if name not in READING:
            trace.made.changing(receiver, name)
            trace.made.put_into(receiver, args)
        if name == "extend" and type(receiver) is list and args:
            if type(args[0]) is Symbol and not trace.arrays.is_countable(args[0]):
                trace.made.must_exist(receiver)
        return on_behalf(function, *args, **kwargs)

    def _looks_at_symbols(self, receiver: Any, name: str, args: Any) -> bool:
        """Say whether only the run can do this, since it has to compare symbols."""
        if type(receiver) not in (*PLAIN, tuple):
            return False
        compares = name in ("sort", "index", "count", "remove")
        if compares and for_the_run(self._trace, receiver, *args):
            return len(receiver) > 1 or name != "sort"
        if name in SEARCHING:
            return has_symbol(args[:1])
        return name in TAKING and any(
            type(item) is Symbol or has_symbol(list(item))
            for item in args
            if type(item) in (Symbol, list, tuple, dict, set)
        )


def set_global(trace: Trace, namespace: dict[str, Any], name: str, value: Any) -> Any:
    """Do ``global name; name = value``."""
    assert type(namespace) is TracedGlobals
    origin = GlobalName(namespace.real, name)
    _remember_store(trace, variable_key(origin), name in namespace.seen)
    _see_before(trace, namespace, name)
    target = trace.capture(namespace.real, Fixed(namespace.real, "module_globals"))
    value = trace.made.kept(value)
    trace.record(OPS["store_item"], (target, Constant(name), trace.lift(value)))
    write_slot(trace.builder, Slot(namespace.seen, name), value)
    return value


def delete_global(trace: Trace, namespace: dict[str, Any], name: str) -> None:
    """Do ``global name; del name``."""
    assert type(namespace) is TracedGlobals
    origin = GlobalName(namespace.real, name)
    _remember_store(trace, variable_key(origin), name in namespace.seen)
    _see_before(trace, namespace, name)
    target = trace.capture(namespace.real, Fixed(namespace.real, "module_globals"))
    trace.record(OPS["delete_global"], (target, Constant(name)))
    namespace.deleted.add(name)
    write_slot(trace.builder, Slot(namespace.seen, name), Unbound(name))


def _see_before(trace: Trace, namespace: TracedGlobals, name: str) -> None:
    """See what a global is where a branch or loop does not come to store to it."""
    if trace.builder.staged and name in namespace.real and name not in namespace.seen:
        namespace[name]


def _refuse_first_value(trace: Trace, name: str) -> NoReturn:
    trace.refuse(
        UnstagedWrite(
            f"{name}, a name of the code around the function, gets its first value in "
            "a branch or loop of the graph",
            hint=f"give {name} a value where the code around begins",
        )
    )


def set_cell(trace: Trace, cell: CellType, name: str, value: Any) -> Any:
    """Assign to a variable that several functions share."""
    origin = trace.stager.original_cell(cell)
    if origin is not None:
        value = trace.made.kept(value)
        _store_cell(trace, origin, cell, value)
    write_slot(trace.builder, Slot(cell, name), value)
    return value


def _store_cell(trace: Trace, origin: CellContent, cell: CellType, value: Any) -> None:
    known = Slot(cell, origin.name).read()
    _remember_store(trace, variable_key(origin), type(known) is not Unbound)
    if trace.builder.staged and type(known) is Unbound:
        _refuse_first_value(trace, origin.name)
    target = trace.capture(origin.cell, Fixed(origin.cell, f"cell_of_{origin.name}"))
    trace.record(
        OPS["store_attribute"],
        (target, Constant("cell_contents"), trace.lift(value)),
    )


def _remember_store(trace: Trace, key: Any, was_read: bool) -> None:
    """See that a variable the function stores to is an input, not a constant."""
    if key not in trace.facts.stored:
        trace.facts.stored.add(key)
        if was_read:
            trace.restart()


def delete_cell(trace: Trace, name: str) -> NoReturn:
    """Refuse to delete a variable that other functions read."""
    trace.refuse(
        UnstagedWrite(
            f"{name}, a name of the code around the function, is deleted",
            hint=f"give {name} the value None instead",
        )
    )


@contextmanager
def try_body(trace: Trace) -> Iterator[None]:
    """Note that the user's handlers see what is raised within."""
    trace.try_depths.append(len(trace.builder.regions))
    try:
        yield
    except RegionEnd:
        trace.refuse(
            NotStaged(
                "the body of a `try` that stays Python raises when the graph runs, "
                "which its handlers would not see",
                hint="take the `yield`, or the jump out of `finally`, out of the try",
            )
        )
    finally:
        trace.try_depths.pop()


def context(trace: Trace, manager: Any) -> AbstractContextManager[Any]:
    """Refuse a context manager: it would act while tracing, not at run time."""
    if type(manager) is nullcontext:
        return manager
    kind = type(manager._ag_real) if isinstance(manager, Proxy) else type(manager)
    name = "a value of the graph" if kind is Symbol else f"{kind.__name__}(...)"
    trace.refuse(
        NotStaged(
            f"`with {name}` is not staged yet",
            hint="enter the context manager around the call of the traced function",
        )
    )
