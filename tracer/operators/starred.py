"""Stars before what only the run can iterate over: displays, calls, unpacking."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from inspect import CO_VARARGS
from itertools import chain, dropwhile, takewhile
from types import FunctionType
from typing import Any

from runtime import starred
from runtime.ops import OPS
from runtime.ops.flow import element_type
from runtime.ops.row import TypeFailure
from runtime.types import List, Tuple, Type, join_all, members
from tracer.calls.arguments import called
from tracer.calls.functions import FunctionDispatch
from tracer.calls.gathering import gathered
from tracer.calls.lengths import static_length
from tracer.calls.methods import call
from tracer.errors import on_behalf
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import value_type
from tracer.iteration.lazy_iterations import is_recipe
from tracer.iteration.taking import is_advanced, take_key, taken_in_turn
from tracer.operators.displays import set_display
from tracer.policy import is_convertible
from tracer.record.contents import for_the_run
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here
from tracer.values.containers import dict_of_keys
from tracer.values.functions_and_classes import (
    StagedBoundFunction,
    StagedClass,
    StandIn,
)
from tracer.values.lookup import in_class
from tracer.values.object_iteration import ObjectIteration
from tracer.values.proxies import (
    ObjectProxy,
    has_keys_in_c,
    is_set,
    plain_unless_iterable,
)
from tracer.values.staging import Stager


def _spread(
    trace: Trace, part: Any, spread: Callable[[Any], Any] = starred.starred_list
) -> Any:
    """Return the items of a part: a tuple, or the symbol of an iterable.

    What is not iterable raises the error of `spread`.
    """
    part = plain_unless_iterable(part)
    if is_recipe(part) or isinstance(part, ObjectProxy):
        part = gathered(trace, part)
    if type(part) is Symbol and static_length(part) is None:
        return part
    if not isinstance(part, (list, tuple)) and not hasattr(type(part), "__iter__"):
        return tuple(on_behalf(spread, part))
    return tuple(on_behalf(starred.starred_list, part))


def _hashed(trace: Trace, part: Any) -> Any:
    """Return the items of a part of a set."""
    if is_advanced(part):
        part = taken_in_turn(trace, part, take_key)
    return _spread(trace, part, starred.starred_set)


def starred_list(trace: Trace, *parts: Any) -> Any:
    """Apply the display ``[*part, *part, ...]``."""
    given = [_spread(trace, part) for part in parts]
    if not _needs_run(given):
        return trace.part(MadeContainers).mutable(list(chain.from_iterable(given)))
    site = trace.stack.site()
    trace.facts.widen_list(site, join_all([_items(trace, part) for part in given]))
    made = _recorded(trace, "starred_list", given, List(trace.facts.lists[site]))
    trace.part(ListTypes).comes_from(made, site)
    return made


def starred_tuple(trace: Trace, *parts: Any) -> Any:
    """Apply the display ``(*part, *part, ...)``."""
    given = [_spread(trace, part) for part in parts]
    if not _needs_run(given):
        return tuple(chain.from_iterable(given))
    return trace.emit("starred_tuple", *given)


def starred_set(trace: Trace, *parts: Any) -> Any:
    """Apply the display ``{*part, *part, ...}``."""
    given = [part if is_set(part) else _hashed(trace, part) for part in parts]
    if any(map(is_set, parts)) or _needs_run(given):
        return trace.emit("starred_set", *given)
    if for_the_run(trace, *given):
        return set_display(trace, *chain.from_iterable(given))
    known = [
        dict_of_keys(part) if isinstance(part, (dict, set, frozenset)) else items
        for part, items in zip(parts, given)
    ]
    return trace.part(MadeContainers).mutable(on_behalf(starred.starred_set, *known))


def starred_unpack(trace: Trace, items: Any, before: int, after: int) -> Any:
    """Return what ``a, *b, c = items`` binds."""
    items = plain_unless_iterable(items)
    if before and isinstance(items, ObjectProxy):
        trace.part(ObjectIteration).asked_twice(items)
    if is_recipe(items) or isinstance(items, ObjectProxy):
        items = gathered(trace, items)
    if type(items) is not Symbol or static_length(items) is not None:
        found = on_behalf(starred.starred_unpack, items, before, after)
        rest = trace.part(MadeContainers).mutable([*found[before]])
        return (*found[:before], rest, *found[before + 1 :])
    site = trace.stack.site()
    one = _items(trace, items)
    trace.facts.widen_list(site, one)
    many = List(trace.facts.lists[site])
    of = Tuple((one,) * before + (many,) + (one,) * after)
    whole = _recorded(trace, "starred_unpack", [items, before, after], of)
    found = [whole[place] for place in range(before + 1 + after)]
    trace.part(ListTypes).comes_from(found[before], site)
    return tuple(found)


def starred_call(trace: Trace, function: Any, /, *parts: Any, **keywords: Any) -> Any:
    """Apply ``function(*part, *part, ..., **keywords)``."""
    given = _arguments(trace, function, parts)
    if not _needs_run(given):
        found = call(trace, function)
        return called(found, *chain.from_iterable(given), **keywords)
    user, bound = _users(function)
    if user is None or keywords or not _takes_as_many(user):
        return trace.part(FunctionDispatch).call_starred(function, given, keywords)
    code = user.__code__
    known = tuple(chain.from_iterable(takewhile(_is_known, given)))
    more = [*dropwhile(_is_known, given)]
    taken = bound + len(known)
    names = code.co_varnames[: code.co_argcount]
    place = user.__module__, user.__qualname__
    whole = trace.emit("positional", names, *place, taken, *more)
    rest = [whole[place] for place in range(code.co_argcount - taken)]
    return called(function, *known, *rest)


def _arguments(trace: Trace, function: Any, parts: tuple[Any, ...]) -> list[Any]:
    """Return the items of the parts of a call."""
    if len(parts) > 1:
        return [_spread(trace, part) for part in parts]
    itself = trace.part(Stager).original(function, by_identity=False)
    spread = partial(starred.starred_call, itself)
    return [_spread(trace, part, spread) for part in parts]


def keyword_call(trace: Trace, function: Any, given: Any, /, *parts: Any) -> Any:
    """Apply ``function(*given, **part, **part, ...)``."""
    (given,) = _arguments(trace, function, (given,))
    if all(map(_is_known, (given, *parts))) and not any(map(has_keys_in_c, parts)):
        return on_behalf(starred.keyword_call, call(trace, function), given, *parts)
    return trace.part(FunctionDispatch).call_starred(
        function, [given, *parts], {}, row="keyword_call"
    )


def _is_known(part: Any) -> bool:
    return type(part) is not Symbol


def _needs_run(given: list[Any]) -> bool:
    """Whether only the run can iterate over some part."""
    return not all(map(_is_known, given))


def _items(trace: Trace, part: Any) -> Type:
    """Return the type of the items of a part."""
    if type(part) is not Symbol:
        return join_all([value_type(trace, item) for item in part])
    found = []
    for each in members(part._ag_value.type):
        with suppress(TypeFailure):  # the run raises
            found.append(element_type(each))
    return join_all(found)


def _recorded(trace: Trace, name: str, given: list[Any], of: Type) -> Symbol:
    """Record an operation whose result has this type."""
    for part in given:
        trace.part(MadeContainers).hold(part)
    arguments = tuple([trace.lift(part) for part in given])
    made: Symbol = trace.record(OPS[name], arguments, of=of, sure=False, base="items")
    return made


def _users(function: Any) -> tuple[FunctionType | None, int]:
    """Return the user's function that a call runs, and how many arguments it binds."""
    bound = 0
    if type(function) is StagedBoundFunction:
        function, bound = function.__func__, 1
    if isinstance(function, StagedClass):
        kind = function._ag_original
        maker = "__new__" if issubclass(kind, tuple) else "__init__"
        function, bound = in_class(kind, maker), 1
    if is_made_here(function):
        return function, bound
    if isinstance(function, StandIn):
        function = function._ag_original
    return (function if is_convertible(function) else None), bound


def _takes_as_many(function: FunctionType) -> bool:
    """Whether a function takes a fixed number of positional arguments."""
    return not (function.__defaults__ or function.__code__.co_flags & CO_VARARGS)
