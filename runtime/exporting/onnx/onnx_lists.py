"""Lists, and what loops go over.

A list is a tensor whose first axis has the items. What changes it gives another
tensor, which the list's name means from there on.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from runtime.exporting.onnx.onnx_calls import MISSING, Call, Context, Lower
from runtime.exporting.onnx.onnx_items import item_of, updated
from runtime.exporting.onnx.onnx_numbers import INT
from runtime.exporting.onnx.onnx_reductions import reduced, sorted_places
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Form,
    Held,
    Known,
    Maybe,
    Series,
    Stacked,
    StackedForm,
    Tensor,
    tensors_in,
)
from runtime.types import Type


def list_of(of: Context, held: Held, kind: Type) -> Stacked:
    """Return a list as one whose items are stacked."""
    if isinstance(held, Stacked):
        return held
    form = of.form(kind, "a list")
    if isinstance(held, Known):
        held = Bundle(tuple(map(Known, held.value)), "list")
    if isinstance(held, Tensor):
        return Stacked(held)
    if not isinstance(form, StackedForm) or not isinstance(held, Bundle):
        of.refuse("a list holds items of several kinds")
    return of.rows(held, form.item)


def each_tensor(held: Held, change: Callable[[Tensor], Tensor]) -> Held:
    """Return a value with each of its tensors changed."""
    if isinstance(held, Tensor):
        return change(held)
    if isinstance(held, Bundle):
        return Bundle(tuple([each_tensor(e, change) for e in held.items]), held.kind)
    if isinstance(held, Stacked):
        return Stacked(each_tensor(held.items, change))
    if isinstance(held, Maybe):
        there = change(held.there)
        return Maybe(there, each_tensor(held.value, change))
    return held


def joined_lists(of: Context, form: Form, first: Held, second: Held) -> Stacked:
    """Return two lists of one form as one."""
    assert isinstance(form, StackedForm)
    pairs = zip(
        of.carried(first, form, "a list", None),
        of.carried(second, form, "a list", None),
        strict=True,
    )
    found = of.regrouped(form, [of.joined(pair, 0) for pair in pairs])
    assert isinstance(found, Stacked)
    return found


def length(of: Context, held: Held) -> Held:
    """Return the number of items."""
    if isinstance(held, Known):
        return Known(len(held.value))
    if isinstance(held, Bundle):
        return Known(len(held.items))
    first = next(tensors_in(held), None)
    if first is None or not first.rank:
        of.refuse("the length of what has none is asked")
    size = of.size_at(first, 0)
    return Known(size) if isinstance(size, int) else size


def series(of: Context, held: Held) -> Series:
    """Return what a loop goes over."""
    if isinstance(held, Series):
        return held
    if isinstance(held, Known) and isinstance(held.value, range):
        return ranged(of, held.value.start, held.value.stop, held.value.step)
    if isinstance(held, (Bundle, Known)):
        stacked = of.number(held)
        return Series(Known(stacked.shape[0]), lambda k: of.gathered(stacked, k, 0))
    if isinstance(held, Tensor) and not held.rank:
        of.refuse("a loop goes over a number")

    def item(place: Tensor) -> Held:
        items = held.items if isinstance(held, Stacked) else held
        return each_tensor(items, lambda x: of.gathered(x, place, 0))

    return Series(length(of, held), item)


def ranged(of: Context, start: object, stop: object, step: object) -> Series:
    """Return the numbers of a range."""
    bounds = [
        of.int_of(each if isinstance(each, Tensor) else Known(each))
        for each in (start, stop, step)
    ]
    first, last, by = bounds
    if isinstance(first, int) and isinstance(last, int) and isinstance(by, int):
        count: Held = Known(len(range(first, last, by)))
    else:
        distance = of.binary("Sub", of.whole(last), of.whole(first))
        if by == 1:
            turns = distance
        else:
            turns = of.negative(of.divided(of.negative(distance), of.whole(by))[0])
        count = of.largest(turns, of.constant(0, INT))

    def item(place: Tensor) -> Held:
        if by != 1:
            place = of.binary("Mul", place, of.whole(by))
        return place if first == 0 else of.binary("Add", of.whole(first), place)

    return Series(count, item)


def _range(of: Context, call: Call) -> Held:
    given = list(call.args)
    if len(given) == 1:
        given.insert(0, Known(0))
    if len(given) == 2:
        given.append(Known(1))
    values = [
        each.value if isinstance(each, Known) else of.number(each) for each in given
    ]
    if isinstance(given[2], Known) and given[2].value == 0:
        of.refuse("the step of a range is zero")
    return ranged(of, *values)


def _zip(of: Context, call: Call) -> Held:
    if call.kwargs and not isinstance(call.kwargs.get("strict"), Known):
        of.refuse("zip with strict= has no form in ONNX")
    parts = [series(of, each) for each in call.args]
    counts = [each.count for each in parts]
    known = [each.value for each in counts if isinstance(each, Known)]
    if len(known) == len(counts):
        count: Held = Known(min(known))
    else:
        found = of.number(counts[0], INT)
        for each in counts[1:]:
            found = of.largest(found, of.number(each, INT), least=True)
        count = found
    return Series(count, lambda k: Bundle(tuple([each.item(k) for each in parts])))


def _enumerate(of: Context, call: Call) -> Held:
    inner = series(of, call.args[0])
    start = of.int_of(call.operand(1, "start", Known(0)))

    def item(place: Tensor) -> Held:
        number = place if start == 0 else of.binary("Add", place, of.whole(start))
        return Bundle((number, inner.item(place)))

    return Series(inner.count, item)


def _reversed(of: Context, call: Call) -> Held:
    inner = series(of, call.args[0])
    last = of.binary("Sub", of.number(inner.count, INT), of.constant(1, INT))
    return Series(inner.count, lambda k: inner.item(of.binary("Sub", last, k)))


def _length(of: Context, call: Call) -> Held:
    return length(of, call.args[0])


def _new(of: Context, call: Call) -> Held:
    given = call.args[0] if call.args else Bundle((), "list")
    if isinstance(given, Series):
        of.refuse("a list is made of what a loop goes over", "fill it in a loop")
    form = of.form(call.result, "a list")
    tensors = of.carried(
        given if not isinstance(given, Tensor) else Stacked(given), form, "a list", None
    )
    return of.regrouped(form, tensors)


def _appended(of: Context, call: Call) -> Held:
    form = of.form(call.types[0], "a list")
    added = Bundle((call.args[1],), "list")
    return joined_lists(of, form, call.args[0], added)


def _extended(of: Context, call: Call) -> Held:
    form = of.form(call.types[0], "a list")
    more = call.args[1]
    if isinstance(more, Series):
        of.refuse("a list is extended by what a loop goes over", "use a loop")
    if isinstance(more, Tensor):
        more = Stacked(more)
    return joined_lists(of, form, call.args[0], more)


def _cleared(of: Context, call: Call) -> Held:
    form = of.form(call.types[0], "a list")
    return of.regrouped(form, of.zeros_of(form))


def _turned_back(of: Context, call: Call) -> Held:
    back = Known(slice(None, None, -1))
    given = list_of(of, call.args[0], call.types[0])
    return each_tensor(given, lambda x: item_of(of, x, back))


def _written(of: Context, call: Call) -> Held:
    given = list_of(of, call.args[0], call.types[0])
    form = of.form(call.types[0], "a list")
    assert isinstance(form, StackedForm)
    index = call.args[1]
    if not isinstance(index, Known) and not isinstance(index, Tensor):
        of.refuse("a part of a list is written", "write its items")
    if isinstance(index, Known) and isinstance(index.value, slice):
        of.refuse("a part of a list is written", "write its items")
    values = of.carried(call.args[2], form.item, "an item of a list", None)
    olds = of.carried(given, form, "a list", None)
    made = [updated(of, x, index, v) for x, v in zip(olds, values, strict=True)]
    return of.regrouped(form, made)


def popped(of: Context, call: Call) -> tuple[Held, Held]:
    """Return an item that is taken off a list, and what is left."""
    given = list_of(of, call.args[0], call.types[0])
    index = call.operand(1, "index", Known(-1))
    if index is MISSING or not isinstance(index, Known) or index.value not in (0, -1):
        of.refuse("an item amid a list is taken off", "take the first or the last")
    rest = slice(1, None) if index.value == 0 else slice(None, -1)
    item = each_tensor(given.items, lambda x: item_of(of, x, index))
    left = each_tensor(given, lambda x: item_of(of, x, Known(rest)))
    return item, left


def _added(of: Context, call: Call) -> Held:
    first, second = call.args
    if isinstance(first, Bundle) and isinstance(second, Bundle):
        if first.kind == second.kind:
            return Bundle((*first.items, *second.items), first.kind)
    return joined_lists(of, of.form(call.result, "a list"), first, second)


def _repeated(of: Context, call: Call) -> Held:
    given, count = call.args
    if not isinstance(given, (Bundle, Stacked)):
        given, count = count, given
    if isinstance(given, Bundle) and isinstance(count, Known):
        return Bundle(given.items * count.value, given.kind)
    form = of.form(call.result, "a list")
    times = of.largest(of.whole(of.int_of(count)), of.constant(0, INT))

    def repeat(x: Tensor) -> Tensor:
        sizes = of.list_of([times, *[1] * (x.rank - 1)])
        return of.step("Tile", [x, sizes], x.dtype, (None, *x.shape[1:]))

    tensors = [repeat(each) for each in of.carried(given, form, "a list", None)]
    return of.regrouped(form, tensors)


def _in_order(of: Context, call: Call) -> Held:
    given = list_of(of, call.args[0], call.types[0])
    falling = of.value_of(call.kwargs.get("reverse", Known(False)), "reverse")
    x = given.items
    if not isinstance(x, Tensor) or x.rank != 1 or not call.only(1, "reverse"):
        of.refuse("what is sorted is no list of numbers", "use np.sort")
    found, _ = sorted_places(of, x, 0)
    back = Known(slice(None, None, -1))
    return Stacked(item_of(of, found, back) if falling else found)


def _summed(of: Context, call: Call) -> Held:
    dtype = call.dtype
    if dtype is None:
        of.refuse("sum of a list gives no number")
    x = of.number(call.args[0], dtype)
    start = of.number(call.operand(1, "start", Known(0)), dtype)
    total = reduced(of, "ReduceSum", x, [0])
    return of.arithmetic("add", start, total)


def _copied(of: Context, call: Call) -> Held:
    return call.args[0]


def _refined(of: Context, call: Call) -> Held:
    given = call.args[0]
    return given.value if isinstance(given, Maybe) else given


def _unpacked(of: Context, call: Call) -> Held:
    given = call.args[0]
    count = of.value_of(call.args[1], "a number of items")
    if isinstance(given, Bundle):
        return given
    if isinstance(given, Stacked):
        return Bundle(tuple([_item_at(of, given, place) for place in range(count)]))
    x = of.number(given)
    return Bundle(tuple([of.item(x, place) for place in range(count)]))


def _item_at(of: Context, given: Stacked, place: int) -> Held:
    return each_tensor(given.items, lambda x: of.item(x, place))


def _same_items(of: Context, items: Held, value: Held) -> Tensor:
    """Return for each item of a list whether it equals a value."""
    items = items.items if isinstance(items, Stacked) else items
    if isinstance(items, Bundle) and isinstance(value, Bundle):
        if len(items.items) != len(value.items) or not value.items:
            of.refuse("tuples of other lengths are compared")
        found = [
            _same_items(of, x, y) for x, y in zip(items.items, value.items, strict=True)
        ]
        every = found[0]
        for each in found[1:]:
            every = of.both(every, each)
        return every
    x, y = of.number(items), of.number(value)
    if y.rank or x.rank != 1:
        of.refuse("what is looked for is no number")
    dtype = np.result_type(x.dtype, y.dtype)
    return of.equals(of.cast(x, dtype), of.cast(y, dtype))


def _contained(negated: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        form = of.form(call.types[0], "a list")
        given = call.args[0]
        if isinstance(form, StackedForm):
            given = list_of(of, given, call.types[0])
        same = _same_items(of, given, call.args[1])
        found = of.truth(reduced(of, "ReduceSum", of.cast(same, INT), [0]))
        return of.no(found) if negated else found

    return lower


LISTS: dict[str, Lower] = {
    "range": _range,
    "zip": _zip,
    "enumerate": _enumerate,
    "reversed": _reversed,
    "len": _length,
    "list_new": _new,
    "list_copy": _copied,
    "sum_of": _summed,
    "sorted": _in_order,
    "refine": _refined,
    "check_bound": _copied,
    "check_free": _copied,
    "unpack": _unpacked,
    "contains": _contained(False),
    "contains_not": _contained(True),
}
"""What is done with lists, by the names of rows."""
CHANGES: dict[str, Lower] = {
    "list_append": _appended,
    "list_extend": _extended,
    "list_clear": _cleared,
    "list_reverse": _turned_back,
    "list_sort": _in_order,
    "setitem": _written,
    "iadd": _extended,
    "imul": _repeated,
}
"""What changes a list: it gives what the list is afterwards."""
OF_LISTS: dict[str, Lower] = {"add": _added, "iadd": _added, "multiply": _repeated}
"""Operators whose operands are lists or tuples."""
