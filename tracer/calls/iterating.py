"""Builtins that make iterators and advance them, `list` and `tuple`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from gc import get_referents
from itertools import repeat
from typing import Any

from runtime.types import INT, OBJECT, Array, NumpyScalar, Tuple
from tracer.calls.arguments import called
from tracer.calls.collected_first import CollectedFirst
from tracer.calls.gathering import (
    are_many,
    each_mapped,
    is_collected,
    is_short,
    iterated,
    known_length,
    lasts,
)
from tracer.calls.handlers import ALL, BEHIND_FIRST, FIRST, Builtin
from tracer.calls.lengths import static_length
from tracer.calls.lockstep import zipped
from tracer.errors import NotStaged, on_behalf
from tracer.flow.endings import stopping
from tracer.flow.iterators import is_python_iterator, iterator
from tracer.flow.loops import LONG_LIST
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.lazy_iterations import (
    Outcome,
    Turn,
    collected,
    is_recipe,
    recipe,
)
from tracer.iteration.many_items import ManyItems
from tracer.iteration.run_generators import RunGenerators
from tracer.iteration.user_iterators import Stepping
from tracer.policy import is_opaque
from tracer.record.causes import ANSWER_OF_OBJECT
from tracer.record.slots import made_slot, write_slot
from tracer.record.staged import is_asked
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.container_iteration import VIEWS
from tracer.values.containers import ListProxy, as_run_list
from tracer.values.object_iteration import ObjectIteration
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods


def map_(trace: Trace, function: Any, *items: Any) -> Any:
    """Apply `map`."""
    if not all(is_short(one) for one in items):
        return _mapped(trace, function, *items)
    made = on_behalf(map, function, *items)
    record = partial(_mapped, trace, function, *items) if lasts(items) else None
    return iterator(trace, made, record, many=are_many(items))


def _mapped(trace: Trace, function: Any, *items: Any) -> Any:
    """Return a `map` that a loop of the graph iterates over."""
    site = ("stepping", *trace.stack.site())
    if trace.is_left_to_run(site):
        return _mapped_by_steps(trace, function, items)

    def ending(*each: Any) -> Any:
        with stopping(trace, made._ag_begin_again):
            return called(function, *each)

    if len(items) == 1:
        made = each_mapped(trace, ending, items[0])
    else:

        def step(turn: Turn, several: Any) -> Outcome:
            # Their number is known here also where the type does not tell it.
            return turn.give(ending(*[several[place] for place in range(len(items))]))

        made = recipe(trace, map, zip_(trace, *items), step)
    made._ag_site = site if lasts(items) else None
    return made


def _mapped_by_steps(trace: Trace, function: Any, items: tuple[Any, ...]) -> Any:
    """Return a `map` that may be advanced anywhere, and consumed in parts.

    What it needs for that is storage of the trace, which leaves the region with it.
    """
    sources = [trace.emit("iter", as_run_list(one)) for one in items]
    needs = made_slot(trace.builder, "needs", ())
    write_slot(trace.builder, needs, (function, *sources))

    def take() -> Any:
        function, *sources = needs.read()
        return function(*[trace.emit("next", source) for source in sources])

    return Stepping(trace, take, (StopIteration,))


def _filter(trace: Trace, function: Any, items: Any) -> Any:
    return sieve(trace, filter, function, items, True)


def sieve(
    trace: Trace, kind: Callable[..., Any], function: Any, items: Any, wanted: bool
) -> Any:
    """Return a recipe of the items whose test has the wanted truth."""

    def refuse() -> None:
        trace.refuse(
            NotStaged(
                f"a StopIteration leaves the function of `{kind.__name__}`, and so "
                "ends it",
                hint="use a loop with `break`, or itertools.takewhile",
            )
        )

    def step(turn: Turn, item: Any) -> Outcome:
        with stopping(trace, refuse):
            test = item if function is None else function(item)
        arms = (lambda: turn.give(item)), turn.skip
        return turn.choose(test, *(arms if wanted else arms[::-1]))

    return recipe(trace, kind, iterated(trace, items), step)


def _enumerate(trace: Trace, items: Any, start: Any = 0) -> Any:
    if is_recipe(items):

        def step(turn: Turn, item: Any, number: Any) -> Outcome:
            return turn.give((number, item), number + 1)

        return recipe(trace, enumerate, items, step, _index(trace, start))
    made = partial(_iterable, "enumerate", enumerate, trace, items)
    if type(start) is not Symbol:
        first = type(start) is int and start == 0
        return made(*(() if first else (start,)))
    if not known_length(items):
        return made(start)
    number = _index(trace, start)
    numbered = ((number + place, item) for place, item in enumerate(items))

    def record() -> Any:
        return trace.emit("enumerate", as_run_list(_recorded(items)), start)

    return iterator(trace, numbered, record, True)


def _index(trace: Trace, number: Any) -> Any:
    """Return a number as the integer from which Python counts."""
    if type(number) is not Symbol:
        return on_behalf(operator.index, number)
    of = number._ag_value.type
    whole = isinstance(of, NumpyScalar) and of.dtype.kind in "iu"
    if of == INT or whole:
        return trace.emit("int", number)
    return trace.asked.call(operator.index, (number,), {})


def _reversed(trace: Trace, items: Any) -> Any:
    if trace.part(SpecialMethods).answers(items, "__reversed__"):
        return trace.part(SpecialMethods).special(items, "__reversed__", (), {})
    if isinstance(items, ObjectProxy):
        return trace.asked.call_back(reversed, (items,), {}, cause=ANSWER_OF_OBJECT)
    return _iterable("reversed", reversed, trace, items)


def _iterable(
    row: str, function: Callable[..., Any], trace: Trace, /, *args: Any, **kwargs: Any
) -> Any:
    """Return a handler that records an iterable of symbols, and only that."""

    def record() -> Any:
        sources = [as_run_list(_recorded(one)) for one in args]
        return trace.emit(row, *sources, **kwargs)

    if not any(map(_is_of_graph, (*args, *kwargs.values()))):
        made = on_behalf(function, *args, **kwargs)
        through = [one for one in args if type(one) is not int]
        last = record if lasts(through) else None
        return iterator(trace, made, last, many=are_many(through))
    if not all(map(known_length, args)):
        return record()
    made = on_behalf(function, *args, **kwargs)
    alone = any(_is_pythons(trace, one) for one in args)
    return iterator(trace, made, None if alone else record, early=True)


def _is_pythons(trace: Trace, items: Any) -> bool:
    """Whether only Python can, or should, iterate over a value."""
    if is_python_iterator(items):
        return not _is_of_graph(items)
    return _holds_functions(trace, items)


def _holds_functions(trace: Trace, items: Any) -> bool:
    """Whether a few items are functions, of which a loop of the graph knows nothing."""
    if type(items) is ListProxy:
        items = items._ag_real
    if type(items) not in (list, tuple) or len(items) > LONG_LIST:
        return False
    return any(callable(one) and trace.type_of(one) == OBJECT for one in items)


def _is_of_graph(items: Any) -> bool:
    """Whether a loop of the graph can iterate over a value."""
    if is_python_iterator(items):
        return items._ag_record is not None
    return type(items) is Symbol


def _recorded(items: Any) -> Any:
    """Return the graph's form of an iterator, if it has one."""
    return items._ag_iterable() if is_python_iterator(items) else items


def _advanced(items: Any) -> Any:
    """Return what advances in step with others."""
    return items._ag_iterator if type(items) is ManyItems else items


def zip_(trace: Trace, *items: Any, strict: Any = False) -> Any:
    """Apply `zip`."""
    items = tuple([_advanced(one) for one in items])
    if any(map(is_recipe, items)) and not strict:
        found = zipped(trace, items)
        if found is not None:
            return found
    keywords = {"strict": strict} if strict else {}
    make = partial(_iterable, "zip", zip, trace, **keywords)
    if any(map(is_collected, items)):
        return CollectedFirst(trace, items, zip, make)
    return make(*items)


def _iter(trace: Trace, items: Any, *sentinel: Any) -> Any:
    if sentinel:
        return _iter_until(trace, items, *sentinel)
    if type(items) is Symbol:
        return trace.emit("iter", items)
    if is_recipe(items):
        return items
    if is_asked(items):
        return trace.part(ObjectIteration).iterator(items)
    made = on_behalf(iter, items)
    if lasts((items,)):
        record = partial(_record_iter, trace, items)
        return iterator(trace, made, record, many=are_many((items,)))
    is_view = type(items) in VIEWS.values()
    if is_view or type(items) in (dict, set):
        (owner,) = get_referents(items) if is_view else (items,)
        must_exist = trace.part(MadeContainers).must_exist
        return iterator(trace, made, partial(must_exist, owner))
    return iterator(trace, made)


def _iter_until(trace: Trace, function: Any, sentinel: Any) -> Any:
    """Apply `iter` to a function, which is called until it returns the sentinel."""
    kind = type(on_behalf(iter, function, sentinel))
    site = ("stepping", *trace.stack.site())
    if trace.is_left_to_run(site):
        return trace.asked.call_back(iter, (function, sentinel), {})

    def step(turn: Turn, _: Any) -> Outcome:
        with stopping(trace, made._ag_begin_again):
            item = called(function)
        last = item is sentinel or sentinel == item
        return turn.choose(last, turn.stop, lambda: turn.give(item))

    record = partial(trace.emit, "itertools_repeat", None)
    endless = iterator(trace, repeat(None), record, True)
    made = recipe(trace, kind, endless, step, stops=True)
    made._ag_site = site
    return made


def _record_iter(trace: Trace, items: Any) -> Symbol:
    made: Symbol = trace.emit("iter", as_run_list(items))
    return made


def _next(trace: Trace, items: Any, *default: Any) -> Any:
    proxied = isinstance(items, ObjectProxy)
    if type(items) is Symbol or (proxied and is_opaque(type(items._ag_real))):
        item = trace.emit("next", items, *default)
        generators = trace.part(RunGenerators)
        if proxied or generators.may_be(items):
            trace.clobber(replaces=False, steps=generators.within(items))
        return item
    if proxied:
        items = trace.part(ObjectIteration).stepping(items)
    if is_recipe(items):
        return items._ag_next(default)
    plain = hasattr(type(items), "__next__") and not is_python_iterator(items)
    if plain and trace.builder.staged:
        trace.refuse(
            NotStaged(
                "next() is called on an iterator in a compiled branch or loop",
                hint="iterate over it with `for`, or index an array",
            )
        )
    return on_behalf(next, items, *default)


def _list(trace: Trace, items: Any = ()) -> Any:
    if is_recipe(items):
        return collected(trace, items)
    if type(items) is Symbol:
        length = static_length(items)
        if length is None or not isinstance(items._ag_value.type, (Array, Tuple)):
            return trace.emit("list_new", items)
    return trace.part(MadeContainers).mutable(on_behalf(list, items))


def _tuple(trace: Trace, items: Any = ()) -> Any:
    if is_recipe(items):
        items = collected(trace, items)
    if type(items) is Symbol and static_length(items) is None:
        return trace.emit("tuple", items)
    return on_behalf(tuple, items)


ITERATING = (
    Builtin(map, handler=map_, through=BEHIND_FIRST),
    Builtin(filter, handler=_filter, through=BEHIND_FIRST),
    Builtin(enumerate, handler=_enumerate, through=FIRST),
    Builtin(zip, handler=zip_, through=ALL),
    Builtin(reversed, handler=_reversed),
    Builtin(iter, handler=_iter),
    Builtin(next, handler=_next),
    Builtin(list, handler=_list, through=FIRST),
    Builtin(tuple, handler=_tuple, through=FIRST),
)
"""What they do in a trace."""
