"""The functions of `itertools`: in Python, in a loop of the graph, or at the run."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Hashable
from functools import partial
from itertools import islice
from types import GeneratorType
from typing import Any

from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.types import Array, Iterable, List, Tuple
from tracer.calls.arguments import called
from tracer.calls.collected_first import CollectedFirst
from tracer.calls.gathering import (
    advanced_by,
    advanced_silently,
    advanced_together,
    gathered,
    held,
    is_collected,
    is_short,
    iterated,
    joined,
    lasts,
    mapped,
    may_be_iterator,
)
from tracer.calls.handlers import (
    ALL,
    BEHIND_FIRST,
    FIRST,
    Builtin,
    not_yet,
    source,
    table,
)
from tracer.calls.iterating import sieve, zip_
from tracer.calls.lengths import static_length
from tracer.calls.lockstep import sliced
from tracer.calls.made_iterators import refused_at
from tracer.errors import on_behalf
from tracer.flow.iterators import is_python_iterator, iterator
from tracer.flow.lazy_logic import not_, or_
from tracer.flow.loops import LONG_LIST, PLAIN_TURNS
from tracer.flow.taken_iterators import TakenIterators
from tracer.iteration.lazy_iterations import Outcome, Turn, is_recipe, recipe
from tracer.record.contents import has_symbol
from tracer.record.effects import has_effects_since
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.container_iteration import VIEWS, DictView
from tracer.values.containers import as_run_list
from tracer.values.proxies import ObjectProxy
from tracer.values.special_methods import SpecialMethods

ENDLESS = (itertools.count, itertools.cycle)
"""Those without an end: what needs it all is a loop of the graph."""

COMBINING = (
    itertools.product,
    itertools.permutations,
    itertools.combinations,
    itertools.combinations_with_replacement,
)
"""Those that may give many items of few."""


def _is_endless(items: Any) -> bool:
    """Whether an iterable surely has no end of its own."""
    behind = advanced_by(items)
    if isinstance(behind, itertools.repeat):
        return operator.length_hint(behind, -1) < 0
    return isinstance(behind, ENDLESS)


def _filterfalse(trace: Trace, test: Any, items: Any) -> Any:
    return sieve(trace, itertools.filterfalse, test, items, False)


def _takewhile(trace: Trace, test: Any, items: Any) -> Any:
    def step(turn: Turn, item: Any) -> Outcome:
        return turn.choose(test(item), lambda: turn.give(item), turn.stop)

    source = iterated(trace, items)
    return recipe(trace, itertools.takewhile, source, step, stops=True)


def _dropwhile(trace: Trace, test: Any, items: Any) -> Any:
    def step(turn: Turn, item: Any, begun: Any) -> Outcome:
        still = or_(trace, begun, lambda: not_(trace, test(item)))
        return turn.choose(
            still, lambda: turn.give(item, True), lambda: turn.skip(False)
        )

    return recipe(trace, itertools.dropwhile, iterated(trace, items), step, False)


def _chain(trace: Trace, *several: Any) -> Any:
    """Apply `itertools.chain`, which asks each for an iterator when its turn comes."""
    if any(isinstance(one, ObjectProxy) for one in several):
        return _flattened(trace, several)
    return _iterator(itertools.chain, trace, *map(source, several))


def _flattened(trace: Trace, several: Any) -> Any:
    site = ("flattened", *trace.stack.site())
    if is_short(several) and site not in trace.facts.deferred:

        def short(items: Any) -> Any:
            opened = source(items)
            if not is_short(opened):
                trace.learn(trace.facts.deferred, site)  # the graph goes through them
            return opened

        checked = map(short, on_behalf(iter, several))
        return on_behalf(itertools.chain.from_iterable, checked)

    def given(turn: Turn, item: Any) -> Outcome:
        return turn.give(item)

    def step(turn: Turn, items: Any) -> Outcome:
        inner = iterated(trace, items)
        return turn.each(recipe(trace, itertools.chain, inner, given))

    return recipe(trace, itertools.chain, iterated(trace, several), step)


def _is_of_any_length(value: Any) -> bool:
    """Whether only the run can count the items of a value."""
    return type(value) is Symbol and static_length(value) is None


def _starmap(trace: Trace, function: Any, items: Any) -> Any:
    parts = list(items) if type(items) in (list, tuple) else []
    if is_short(items) and not any(map(_is_of_any_length, parts)):
        return iterator(trace, on_behalf(itertools.starmap, function, items))

    def step(turn: Turn, several: Any) -> Outcome:
        if _is_of_any_length(several):
            made = trace.operators["starred_call"](trace, function, several)
        else:
            made = called(function, *several)
        return turn.give(made)

    return recipe(trace, itertools.starmap, iterated(trace, items), step)


def _accumulate(trace: Trace, /, items: Any, func: Any = None, **initial: Any) -> Any:
    if is_short(items):
        return iterator(trace, on_behalf(itertools.accumulate, items, func, **initial))
    if initial.get("initial") is not None:
        trace.refuse(not_yet("itertools.accumulate() with an initial value"))
    function = operator.add if func is None else func

    def step(turn: Turn, item: Any, value: Any, begun: Any) -> Outcome:
        now = joined(trace, function, value, item, begun)
        return turn.give(now, now, True)

    source = iterated(trace, items)
    return recipe(trace, itertools.accumulate, source, step, Unbound("value"), False)


def _iterator(
    function: Callable[..., Any], trace: Trace, /, *args: Any, **kwargs: Any
) -> Any:
    """Return a handler that records an `itertools` iterator over symbols."""

    def record(*given: Any) -> Any:
        row = f"itertools_{function.__name__}"
        if function in COMBINING:  # it takes all items before it gives one
            given = tuple(map(_taken, given))
        return trace.emit(row, *[_of_the_run(trace, one) for one in given], **kwargs)

    endless = function in ENDLESS
    counts = (*(args if endless else args[1:]), *kwargs.values())
    if not all(is_short(one) for one in args) or any(map(_is_number, counts)):
        if function is itertools.tee and is_recipe(args[0]):
            trace.refuse(not_yet("itertools.tee() of a lazy iteration"))
        if function in COMBINING:
            args = tuple([advanced_silently(trace, one) for one in args])
        if any(map(is_collected, args)):
            return CollectedFirst(trace, args, function, record)
        return record(*args)
    made = on_behalf(function, *args, **kwargs)
    last = endless or lasts([one for one in args if type(one) is not int])
    many = last and _gives_many(function, args, kwargs)
    record_made = partial(record, *args) if last else None
    return iterator(trace, made, record_made, endless, many)


def _taken(items: Any) -> Any:
    """Return the items of a view of a dict that the trace has, else the value."""
    views = (*VIEWS.values(), DictView)
    return tuple(items) if issubclass(type(items), views) else items


def _of_the_run(trace: Trace, items: Any) -> Any:
    if type(items) is range:
        return trace.emit("range", items.start, items.stop, items.step)
    return as_run_list(items)


def _gives_many(function: Callable[..., Any], args: Any, kwargs: Any) -> bool:
    """Whether an iterator over plain items gives more of them than a long list has."""
    if function not in COMBINING:
        return False
    items = islice(on_behalf(function, *args, **kwargs), LONG_LIST + 1)
    return sum(1 for _ in items) > LONG_LIST


def _islice(trace: Trace, items: Any, *bounds: Any) -> Any:
    bounds = tuple(map(trace.part(SpecialMethods).as_index, bounds))
    if is_recipe(items):
        return sliced(trace, items, *bounds)
    return _iterator(itertools.islice, trace, items, *bounds)


def _tee(trace: Trace, items: Any, n: Any = 2) -> Any:
    if not is_short(items) or type(n) is Symbol:
        return _iterator(itertools.tee, trace, items, n)
    found = on_behalf(itertools.tee, items, n)
    return tuple([iterator(trace, one) for one in found])


def _groupby(trace: Trace, items: Any, key: Any = None) -> Any:
    site = trace.stack.site()
    if not (is_recipe(items) or type(items) is Symbol):
        if site not in trace.facts.deferred:
            return _groups_in_turn(trace, on_behalf(iter, items), key, site)
    if _is_endless(items) or may_be_iterator(advanced_by(items)):
        trace.refuse(not_yet("itertools.groupby() of an iterator that may have no end"))

    def make(given: Any) -> Any:
        given = held(trace, gathered(trace, given))
        if _is_advanced(items):
            for taken in advanced_together(items):
                trace.part(TakenIterators).take(taken, refused_at(site))
        before = len(trace.builder.region.nodes)
        keys = given if key is None else mapped(trace, key, given)
        if has_effects_since(trace, before):
            made.give_up("with a key that prints, writes or has other effects")
        if type(keys) is not Symbol and not has_symbol(keys):
            groups = itertools.groupby(range(len(keys)), keys.__getitem__)
            return iterator(trace, ((k, map(given.__getitem__, g)) for k, g in groups))
        return trace.emit("group_by_key", given, keys)

    made = CollectedFirst(trace, (items,), itertools.groupby, make)
    return made


def _groups_in_turn(trace: Trace, items: Any, key: Any, site: Hashable) -> Any:
    """Return the groups of an iterator, which takes its items as they are asked for."""

    def keyed(item: Any) -> Any:
        found = item if key is None else called(key, item)
        if has_symbol(found):
            trace.learn(trace.facts.deferred, site)  # the run alone compares them
        return found

    groups = on_behalf(itertools.groupby, items, keyed)
    return iterator(trace, ((of, iterator(trace, group)) for of, group in groups))


def _is_number(value: Any) -> bool:
    return type(value) is Symbol and not isinstance(
        value._ag_value.type, (Array, Tuple, List, Iterable)
    )


def _repeat(trace: Trace, /, value: Any, *times: Any, **keyword: Any) -> Any:
    times = tuple(map(trace.part(SpecialMethods).as_index, times))

    def record() -> Any:
        return trace.emit("itertools_repeat", value, *times, **keyword)

    if any(type(one) is Symbol for one in (*times, *keyword.values())):
        return record()
    made = on_behalf(itertools.repeat, value, *times, **keyword)
    endless = not (times or keyword)
    many = not endless and operator.length_hint(made) > PLAIN_TURNS
    return iterator(trace, made, record, endless, many)


def _compress(trace: Trace, items: Any, selectors: Any) -> Any:
    if not any(map(_is_advanced, (items, selectors))):
        items, selectors = gathered(trace, items), gathered(trace, selectors)
        if has_symbol(selectors) or type(items) is Symbol:
            return trace.emit("itertools_compress", items, selectors)
        return iterator(trace, on_behalf(itertools.compress, items, selectors))

    def step(turn: Turn, pair: Any) -> Outcome:
        return turn.choose(pair[1], lambda: turn.give(pair[0]), turn.skip)

    # As by zip, an item is taken before it meets the end of the selectors.
    pairs = iterated(trace, zip_(trace, items, selectors))
    return recipe(trace, itertools.compress, pairs, step)


def _is_advanced(items: Any) -> bool:
    """Whether an iterable is an iterator, with which the program may go on."""
    return is_recipe(items) or (
        type(items) is GeneratorType or is_python_iterator(items)
    )


ITERTOOLS = {
    **{
        value: Builtin(value, handler=partial(_iterator, value), through=FIRST)
        for name, value in vars(itertools).items()
        if f"itertools_{name}" in OPS
    },
    **table(
        Builtin(function, handler=partial(_iterator, function), through=ALL)
        for function in (itertools.product, itertools.zip_longest)
    ),
    **table(
        (
            Builtin(itertools.chain, handler=_chain),
            Builtin(itertools.chain.from_iterable, handler=_flattened, through=FIRST),
            Builtin(itertools.repeat, handler=_repeat),
            Builtin(itertools.compress, handler=_compress, through=ALL),
            Builtin(itertools.islice, handler=_islice, through=FIRST),
            Builtin(itertools.tee, handler=_tee, through=FIRST),
            Builtin(itertools.groupby, handler=_groupby, through=FIRST),
            Builtin(itertools.accumulate, handler=_accumulate, through=FIRST),
            Builtin(itertools.starmap, handler=_starmap, through=BEHIND_FIRST),
            Builtin(itertools.takewhile, handler=_takewhile, through=BEHIND_FIRST),
            Builtin(itertools.dropwhile, handler=_dropwhile, through=BEHIND_FIRST),
            Builtin(itertools.filterfalse, handler=_filterfalse, through=BEHIND_FIRST),
        )
    ),
}
"""What they do in a trace."""
