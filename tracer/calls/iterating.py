"""Builtins that go through something: in Python, in a loop of the graph, or at once."""

from __future__ import annotations

import dis
import functools
import itertools
import operator
import sys
from collections.abc import Callable, Sequence
from functools import partial
from gc import get_referents
from types import GeneratorType
from typing import Any

from runtime.ir.unbound import Unbound
from runtime.types import (
    ANY,
    FLOAT,
    INT,
    Array,
    Iterable,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)
from tracer.calls.handlers import not_yet
from tracer.calls.lengths import is_countable, static_length
from tracer.calls.lockstep import sliced, zipped
from tracer.errors import NotStaged, on_behalf, user_error
from tracer.flow.branches import branch_on, is_symbolic, tested
from tracer.flow.iterators import TracedIterator, iterator
from tracer.flow.lazy_logic import not_, or_
from tracer.flow.loops import LONG_LIST
from tracer.flow.made_containers import MadeContainers
from tracer.flow.raising import raise_
from tracer.iteration.known_items import UnrolledIterators
from tracer.iteration.lazy_iterations import (
    Outcome,
    Turn,
    collected,
    fold,
    is_recipe,
    recipe,
)
from tracer.iteration.run_generators import RunGenerators
from tracer.iteration.user_iterators import Stepping
from tracer.policy import is_opaque
from tracer.record.contents import Handler, has_symbol, is_single
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.containers import ListProxy, as_list
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy

ENDLESS = (GeneratorType, itertools.count, itertools.cycle, itertools.repeat)
"""What Python must not go through beforehand: it might not come to an end."""
COMPENSATED = sys.version_info >= (3, 12)
"""Whether `sum` adds Python's floats more exactly than ``+`` does."""
VIEWS = tuple(map(type, (vars().keys(), vars().values(), vars().items())))
"""The classes of the views of dicts."""

# What is gone through


def is_short(trace: Trace, value: Any) -> bool:
    """Say whether Python can go through a value while tracing, in a few steps."""
    length = static_length(value) if type(value) is Symbol else None
    if length is not None and length > LONG_LIST:
        return False
    return known_length(trace, value)


def known_length(trace: Trace, value: Any) -> bool:
    """Say whether Python can go through a value while tracing."""
    if is_recipe(value):
        return False
    return type(value) is not Symbol or is_countable(trace, value)


def gathered(trace: Trace, items: Any) -> Any:
    """Give the items of an iterable: a list, or the symbol of an iterable."""
    if type(items) is Symbol:
        return items
    if is_recipe(items):
        return collected(trace, items)
    if isinstance(items, ObjectProxy):
        return gathered(trace, trace.part(Objects).iterable(items))
    return list(on_behalf(iter, items))


def listed(trace: Trace, items: Any) -> Any:
    """Give what an iterator made while tracing gives, as a list; else the value."""
    if is_recipe(items):
        return collected(trace, items)
    return list(items) if type(items) in (GeneratorType, TracedIterator) else items


def held(trace: Trace, items: Any) -> Any:
    """Give gathered items as something that can be gone through twice."""
    if type(items) is Symbol and not isinstance(items._ag_value.type, (List, Tuple)):
        return trace.emit("list_new", items)
    return items


def mapped(trace: Trace, function: Any, items: Any) -> Any:
    """Give a function's results for gathered items, as a list."""
    if type(items) is not Symbol:
        return [_called(function, item) for item in items]
    return collected(trace, map_(trace, function, items, staged=True))


def _called(function: Any, *items: Any) -> Any:
    """Call a function of the user's: whether it can be called is the user's matter."""
    try:
        return function(*items)
    except TypeError as error:
        place = error.__traceback__
        if place is not None and place.tb_next is None:
            user_error(error)
        raise


def only_numbers(of: Type) -> bool:
    """Say whether the elements of a list are numbers, which add and compare."""
    assert isinstance(of, List)
    return _are_numbers(of.element)


def _are_numbers(of: Type) -> bool:
    return all(
        isinstance(each, (PythonScalar, NumpyScalar))
        and str(each) not in ("str", "bytes", "complex")
        for each in members(of)
    )


# Iterators


def map_(trace: Trace, function: Any, *items: Any, staged: bool = False) -> Any:
    """Do what `map` does."""
    if not items or (not staged and all(is_short(trace, one) for one in items)):
        record = partial(map_, trace, function, *items, staged=True)
        made = on_behalf(map, function, *items)
        return iterator(trace, made, record if _lasts(items) else None)
    site = ("stepping", trace.stack.site())
    if site in trace.facts.made:
        return _mapped_by_steps(trace, function, items)
    if len(items) == 1:
        made = recipe(
            trace,
            map,
            iterated(trace, items[0]),
            lambda turn, item: turn.give(_called(function, item)),
        )
    else:
        together = zip_(trace, *items)

        def step(turn: Turn, several: Any) -> Outcome:
            return turn.give(_called(function, *several))

        made = recipe(trace, map, together, step)
    made._ag_site = site if _lasts(items) else None
    return made


def _mapped_by_steps(trace: Trace, function: Any, items: tuple[Any, ...]) -> Any:
    """Give a `map` that may be advanced anywhere, and gone through in parts."""
    sources = [trace.emit("iter", as_list(one)) for one in items]

    def take() -> Any:
        return function(*[trace.emit("next", source) for source in sources])

    return Stepping(trace, take, (StopIteration,))


def _filter(trace: Trace, function: Any, items: Any) -> Any:
    return _sieve(trace, filter, function, items, True)


def _sieve(
    trace: Trace, kind: Callable[..., Any], function: Any, items: Any, wanted: bool
) -> Any:
    """Give the items whose test comes out as wanted."""

    def step(turn: Turn, item: Any) -> Outcome:
        test = item if function is None else function(item)
        arms = (lambda: turn.give(item)), turn.skip
        return turn.choose(test, *(arms if wanted else arms[::-1]))

    return recipe(trace, kind, iterated(trace, items), step)


def iterated(trace: Trace, items: Any) -> Any:
    """Give what is gone through; what cannot be is told at once, as Python does."""
    if type(items) is Symbol or is_recipe(items):
        if type(items) is Symbol and _has_no_items(items._ag_value.type):
            return trace.emit("iter", items)
        return items
    if isinstance(items, ObjectProxy):
        return trace.part(Objects).iterable(items)
    if type(items) in (list, tuple, range, ListProxy):
        return items
    return iterator(trace, on_behalf(iter, items))


def _has_no_items(of: Type) -> bool:
    return is_single(of) or (isinstance(of, Array) and of.shape == ())


def _enumerate(trace: Trace, items: Any, *numbered: Any) -> Any:
    made = _iterable("enumerate", enumerate)
    if not any(type(one) is Symbol or is_recipe(one) for one in (items, *numbered)):
        return made(trace, items, *numbered)
    return _enumerated(trace, made, items, *numbered)


def _enumerated(trace: Trace, made: Handler, items: Any, start: Any = 0) -> Any:
    if is_recipe(items):

        def step(turn: Turn, item: Any, number: Any) -> Outcome:
            return turn.give((number, item), number + 1)

        return recipe(trace, enumerate, items, step, _index(trace, start))
    if type(start) is not Symbol:
        first = type(start) is int and start == 0
        return made(trace, items, *(() if first else (start,)))
    known = known_length(trace, items) and not _is_iterator(trace, items)
    found = made(trace, items, start)
    if known:
        number = _index(trace, start)
        trace.part(UnrolledIterators).know(
            found,
            lambda: ((number + place, item) for place, item in enumerate(items)),
        )
    return found


def _index(trace: Trace, number: Any) -> Any:
    """Give a number as the integer that Python counts on from."""
    if type(number) is not Symbol:
        return on_behalf(operator.index, number)
    of = number._ag_value.type
    whole = isinstance(of, NumpyScalar) and of.dtype.kind in "iu"
    if of == INT or whole:
        return trace.emit("int", number)
    return trace.asked.call(operator.index, (number,), {})


def _reversed(trace: Trace, items: Any) -> Any:
    if trace.part(Objects).answers(items, "__reversed__"):
        return trace.part(Objects).special(items, "__reversed__", (), {})
    if isinstance(items, ObjectProxy):
        return trace.asked.call_back(reversed, (items,), {})
    return _iterable("reversed", reversed)(trace, items)


def _is_iterator(trace: Trace, items: Any) -> bool:
    """Say whether what is gone through goes through something else in turn."""
    return type(items) is Symbol and trace.part(UnrolledIterators).knows(items)


def _iterable(row: str, function: Callable[..., Any]) -> Handler:
    """Record an iterable of symbols; one of plain containers stays Python's."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if not any(type(value) is Symbol for value in (*args, *kwargs.values())):
            made = on_behalf(function, *args, **kwargs)

            def record() -> Any:
                return trace.emit(row, *map(as_list, args), **kwargs)

            return iterator(trace, made, record if _lasts(args) else None)
        if not all(known_length(trace, one) for one in args):
            args = tuple(map(_recorded, args))
        if all(known_length(trace, one) for one in args):
            if any(type(one) is TracedIterator for one in args):
                return iterator(trace, on_behalf(function, *args, **kwargs))
            nested = any(_is_iterator(trace, one) for one in args)
            made = trace.emit(row, *map(as_list, args), **kwargs)
            if not nested:
                trace.part(UnrolledIterators).know(
                    made, lambda: iter(function(*args, **kwargs))
                )
            return made
        return trace.emit(row, *map(as_list, args), **kwargs)

    return handler


def _lasts(items: Sequence[Any]) -> bool:
    """Say whether the run can go through values as well, and as often as it wants."""
    return all(
        type(one) in (list, tuple, range, str, bytes, ListProxy, Symbol)
        for one in items
    )


def _recorded(items: Any) -> Any:
    """Leave an iterator to the graph where it can be."""
    return items._ag_iterable() if type(items) is TracedIterator else items


def zip_(trace: Trace, *items: Any, strict: Any = False) -> Any:
    """Do what `zip` does."""
    if any(map(is_recipe, items)) and not strict:
        found = zipped(trace, items)
        if found is not None:
            return found
    items = tuple([_advanced_silently(trace, one) for one in items])
    keywords = {"strict": strict} if strict else {}
    return _iterable("zip", zip)(trace, *items, **keywords)


def _advanced_silently(trace: Trace, items: Any) -> Any:
    """Give the items of a recipe beforehand, if nobody sees when they are made."""
    if type(items) is Stepping or not is_recipe(items):
        return items
    source: Any = items
    while is_recipe(source):
        source = source._ag_source
    if type(source) is TracedIterator:
        source = source._ag_wrapped
    if isinstance(source, ENDLESS):
        trace.refuse(not_yet("zip() of an iterator that may have no end"))
    before = len(trace.builder.region.nodes)
    found = collected(trace, items)
    if trace.has_effects_since(before, "list_append"):
        trace.refuse(not_yet(f"zip() of a {type(items).__name__} that has effects"))
    return found


def _iter(trace: Trace, items: Any, *sentinel: Any) -> Any:
    if type(items) is Symbol and not sentinel:
        return trace.emit("iter", items)
    if is_recipe(items) and not sentinel:
        return items
    if isinstance(items, ObjectProxy) and not sentinel:
        return trace.part(Objects).iterator(items)
    made = on_behalf(iter, items, *sentinel)
    if sentinel:
        return iterator(trace, made)
    if _lasts((items,)):
        return iterator(trace, made, lambda: trace.emit("iter", as_list(items)))
    if type(items) in (dict, set, *VIEWS):
        (owner,) = get_referents(items) if type(items) in VIEWS else (items,)
        return iterator(
            trace, made, lambda: trace.part(MadeContainers).must_exist(owner)
        )
    return iterator(trace, made)


def _next(trace: Trace, items: Any, *default: Any) -> Any:
    proxied = isinstance(items, ObjectProxy)
    if type(items) is Symbol or (proxied and is_opaque(type(items._ag_real))):
        item = trace.emit("next", items, *default)
        if proxied or trace.part(RunGenerators).may_be(items):
            trace.clobber()
        return item
    if proxied:
        items = trace.part(Objects).stepping(items)
    if is_recipe(items):
        return items._ag_next(default)
    if trace.builder.staged and type(items) is not TracedIterator:
        trace.refuse(
            NotStaged(
                "an iterator is advanced in a branch or loop of the graph",
                hint="iterate over it with `for`, or index an array",
            )
        )
    return on_behalf(next, items, *default)


def _list(trace: Trace, *items: Any) -> Any:
    if items and is_recipe(items[0]):
        return collected(trace, items[0])
    if items and type(items[0]) is Symbol:
        length = static_length(items[0])
        if length is None or not isinstance(items[0]._ag_value.type, (Array, Tuple)):
            return trace.emit("list_new", items[0])
    return trace.part(MadeContainers).mutable(on_behalf(list, *items))


def _tuple(trace: Trace, *items: Any) -> Any:
    if items and is_recipe(items[0]):
        items = (collected(trace, items[0]),)
    if items and type(items[0]) is Symbol:
        if static_length(items[0]) is None:
            return trace.emit("tuple", items[0])
    return on_behalf(tuple, *items)


def _of_objects(handler: Handler, place: int) -> Handler:
    """Let a handler see what an object of the user's is gone through by."""

    def handled(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        if len(args) > place and isinstance(args[place], ObjectProxy):
            items = trace.part(Objects).iterable(args[place])
            args = (*args[:place], items, *args[place + 1 :])
        return handler(trace, *args, **kwargs)

    return handled


# One value made of many


def _sum(trace: Trace, items: Any, /, start: Any = 0) -> Any:
    if type(items) is Symbol:
        return trace.emit("sum_of", items, start)
    if not is_recipe(items):
        total = on_behalf(sum, (), start)  # it says which starts it does not take
        left = on_behalf(iter, items)
        if COMPENSATED:
            known = [*left]
            if any(_may_be_float(trace, each) for each in (start, *known)):
                return _sum_by_python(trace, known, start)
            left = iter(known)
        for item in left:
            total = on_behalf(operator.add, total, item)
        return total
    mark = trace.builder.mark()
    found = collected(trace, items)
    if type(found) is not Symbol:
        return _sum(trace, found, start)
    if only_numbers(found._ag_value.type):
        return trace.emit("sum_of", found, start)
    trace.builder.rollback(mark)

    def add(item: Any, value: Any) -> Any:
        return (on_behalf(operator.add, value, item),)

    return fold(trace, items, add, (start,))[0]


def _sum_by_python(trace: Trace, items: list[Any], start: Any) -> Any:
    if all(_are_numbers(trace.type_of(each)) for each in (start, *items)):
        if not has_symbol((start, items)):
            return on_behalf(sum, items, start)
        return trace.emit("sum_of", items, start)
    return trace.asked.ask(sum, items, start)


def _may_be_float(trace: Trace, value: Any) -> bool:
    if type(value) is not Symbol:
        return type(value) is float
    return any(each in (FLOAT, ANY) for each in members(trace.type_of(value)))


def surely_iterable(of: Type) -> bool:
    """Say whether Python can go through every value of a type."""
    return all(isinstance(each, (List, Iterable, Tuple)) for each in members(of)) or (
        isinstance(of, Array) and bool(of.shape)
    )


def _reduce(trace: Trace, function: Any, items: Any, *initial: Any) -> Any:
    if type(items) is Symbol and not surely_iterable(items._ag_value.type):
        items = trace.emit("reducible", items)
    if is_short(trace, items):
        return on_behalf(functools.reduce, function, items, *initial)
    if initial:

        def join(item: Any, value: Any) -> Any:
            return (function(value, item),)

        return fold(trace, items, join, initial)[0]

    def turn(item: Any, value: Any, begun: Any) -> Any:
        if not is_symbolic(begun):
            return (function(value, item) if begun else item), True
        known = branch_on(
            trace,
            begun,
            lambda: function(trace.bound(value), item),
            lambda: item,
        )
        return known, True

    value, begun = fold(trace, items, turn, (Unbound("value"), False))

    def without() -> Any:
        text = "reduce() of empty iterable with no initial value"
        return raise_(trace, lambda: TypeError(text), None)

    if not is_symbolic(begun):
        return value if begun else without()
    return branch_on(trace, begun, lambda: trace.bound(value), without)


def _assigns_names(generator: GeneratorType[Any, Any, Any]) -> bool:
    """Say whether a generator expression assigns to names of the function around it."""
    return any(
        instruction.opname == "STORE_DEREF"
        for instruction in dis.get_instructions(generator.gi_code)
    )


def _quantifier(row: str, function: Callable[..., Any], decides: bool) -> Handler:
    """Give `any` or `all`: what follows the deciding element is not looked at."""

    def handler(trace: Trace, items: Any) -> Any:
        if type(items) is Symbol:
            return trace.emit(row, items)
        if is_recipe(items):
            return _decided(trace, items, decides)
        if type(items) is TracedIterator:
            return _decided(trace, items, decides)
        found = list(on_behalf(iter, items))
        if any(map(has_symbol, found)):
            return trace.emit(row, found)
        return on_behalf(function, found)

    return handler


def _decided(trace: Trace, items: Any, decides: bool) -> Any:
    """Say whether a loop met an item whose truth decides."""

    def body(item: Any) -> Any:
        test = tested(trace, item)
        if is_symbolic(test):
            return trace.emit("truth" if decides else "not_", test)
        return bool(test) is decides

    found = fold(trace, items, body, (), breaks=True)
    return found if decides else not_(trace, found)


# itertools


def _with_function(function: Callable[..., Any]) -> Handler:
    """Give the handler of an iterator that calls the user's function."""
    kind = function

    def take(turn: Turn, test: Any, item: Any) -> Outcome:
        return turn.choose(test, lambda: turn.give(item), turn.stop)

    def handler(trace: Trace, test: Any, items: Any) -> Any:
        if kind is itertools.filterfalse:
            return _sieve(trace, kind, test, items, False)
        source = iterated(trace, items)
        if kind is itertools.takewhile:
            return recipe(
                trace,
                kind,
                source,
                lambda turn, item: take(turn, test(item), item),
                stops=True,
            )

        def drop(turn: Turn, item: Any, begun: Any) -> Outcome:
            still = or_(trace, begun, lambda: not_(trace, test(item)))
            return turn.choose(
                still, lambda: turn.give(item, True), lambda: turn.skip(False)
            )

        return recipe(trace, kind, source, drop, False)

    return handler


def _starmap(trace: Trace, function: Any, items: Any) -> Any:
    if is_short(trace, items):
        return iterator(trace, on_behalf(itertools.starmap, function, items))

    def step(turn: Turn, several: Any) -> Outcome:
        return turn.give(_called(function, *several))

    return recipe(trace, itertools.starmap, iterated(trace, items), step)


def _accumulate(trace: Trace, items: Any, func: Any = None, **initial: Any) -> Any:
    if is_short(trace, items):
        return iterator(trace, on_behalf(itertools.accumulate, items, func, **initial))
    if initial.get("initial") is not None:
        trace.refuse(not_yet("itertools.accumulate() with an initial value"))
    function = operator.add if func is None else func

    def step(turn: Turn, item: Any, value: Any, begun: Any) -> Outcome:
        if is_symbolic(begun):
            now = branch_on(
                trace,
                begun,
                lambda: function(trace.bound(value), item),
                lambda: item,
            )
        else:
            now = function(value, item) if begun else item
        return turn.give(now, now, True)

    source = iterated(trace, items)
    return recipe(trace, itertools.accumulate, source, step, Unbound("value"), False)


def _iterating(function: Callable[..., Any]) -> Handler:
    """Record an iterator of `itertools` over symbols; else it is Python's."""
    row = f"itertools_{function.__name__}"

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        def record(given: tuple[Any, ...]) -> Any:
            return trace.emit(row, *map(as_list, given), **kwargs)

        counts = (*args[1:], *kwargs.values())
        if all(is_short(trace, one) for one in args) and not any(
            map(_is_number, counts)
        ):
            made = on_behalf(function, *args, **kwargs)
            last = _lasts([one for one in args if type(one) is not int])
            return iterator(trace, made, partial(record, args) if last else None)
        args = tuple([_advanced_silently(trace, one) for one in args])
        return record(args)

    return handler


def _islice(trace: Trace, items: Any, *bounds: Any) -> Any:
    if is_recipe(items):
        return sliced(trace, items, *bounds)
    return _iterating(itertools.islice)(trace, items, *bounds)


def _tee(trace: Trace, items: Any, n: Any = 2) -> Any:
    if not is_short(trace, items) or type(n) is Symbol:
        return _iterating(itertools.tee)(trace, items, n)
    found = on_behalf(itertools.tee, items, n)
    return tuple([iterator(trace, one) for one in found])


def _groupby(trace: Trace, items: Any, key: Any = None) -> Any:
    items = gathered(trace, items)
    before = len(trace.builder.region.nodes)
    items = held(trace, items)
    keys = items if key is None else mapped(trace, key, items)
    if trace.has_effects_since(before, "list_append"):
        trace.refuse(not_yet("itertools.groupby() by a key that has effects"))
    if type(keys) is not Symbol and not has_symbol(keys):
        groups = itertools.groupby(range(len(keys)), keys.__getitem__)
        return iterator(trace, ((k, map(items.__getitem__, g)) for k, g in groups))
    return trace.emit("group_by_key", items, keys)


def _is_number(value: Any) -> bool:
    return type(value) is Symbol and not isinstance(
        value._ag_value.type, (Array, Tuple, List, Iterable)
    )


def _endless(function: Callable[..., Any]) -> Handler:
    """Give an iterator without an end: whoever needs it all is a loop of the graph."""
    row = f"itertools_{function.__name__}"

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        def record() -> Any:
            return trace.emit(row, *map(as_list, args), **kwargs)

        if any(_is_number(one) for one in (*args, *kwargs.values())):
            return record()
        if not all(is_short(trace, one) for one in args):
            return record()
        return iterator(trace, on_behalf(function, *args, **kwargs), record, True)

    return handler


def _repeat(trace: Trace, value: Any, *times: Any, **keyword: Any) -> Any:
    def record() -> Any:
        return trace.emit("itertools_repeat", value, *times, **keyword)

    if any(type(one) is Symbol for one in (*times, *keyword.values())):
        return record()
    made = on_behalf(itertools.repeat, value, *times, **keyword)
    return iterator(trace, made, record, not (times or keyword))


def _compress(trace: Trace, items: Any, selectors: Any) -> Any:
    items, selectors = gathered(trace, items), gathered(trace, selectors)
    if has_symbol(selectors) or type(items) is Symbol:
        return trace.emit("itertools_compress", items, selectors)
    return iterator(trace, on_behalf(itertools.compress, items, selectors))


ITERATING: dict[Any, Handler] = {
    map: _of_objects(map_, 1),
    filter: _filter,
    enumerate: _of_objects(_enumerate, 0),
    zip: zip_,
    reversed: _reversed,
    iter: _iter,
    next: _next,
    list: _of_objects(_list, 0),
    tuple: _of_objects(_tuple, 0),
    sum: _of_objects(_sum, 0),
    any: _of_objects(_quantifier("any_of", any, True), 0),
    all: _of_objects(_quantifier("all_of", all, False), 0),
    functools.reduce: _reduce,
    **{
        value: _iterating(value)
        for name, value in vars(itertools).items()
        if not name.startswith("_") and callable(value)
    },
    itertools.count: _endless(itertools.count),
    itertools.cycle: _endless(itertools.cycle),
    itertools.repeat: _repeat,
    itertools.compress: _compress,
    itertools.islice: _islice,
    itertools.tee: _tee,
    itertools.groupby: _groupby,
    itertools.starmap: _starmap,
    itertools.accumulate: _accumulate,
    itertools.takewhile: _with_function(itertools.takewhile),
    itertools.dropwhile: _with_function(itertools.dropwhile),
    itertools.filterfalse: _with_function(itertools.filterfalse),
}
"""What builtins and `itertools` that go through something do while tracing."""
