"""Derivatives of what makes, reshapes, joins and parts arrays, and of single items."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Argument, Constant, Display, Value, argument_type
from runtime.ops.derivatives.rule_writing import before, items_of, rows_of
from runtime.ops.facts import (
    Call,
    Facts,
    Linear,
    Partials,
    Refused,
    Unknown,
    constant,
    is_plain,
    rank_of,
    shape_of,
)
from runtime.types import Array

_facts = Facts()
_add = _facts.add


# Shapes


def _same(of: Any, g: Any, call: Call) -> Any:
    return g


def _shaped(of: Any, g: Any, call: Call) -> Any:
    """The way back of a change of shape in C order."""
    return of.reshape_like(g, call.args[0])


def _in_order(place: int) -> Any:
    """Return the way back of a change of shape, whose order stands at a place."""

    def transpose(of: Any, g: Any, call: Call) -> Any:
        order = call.option("order", place, "C")
        if order == "F":
            return of.transpose(
                of.reshape_like(of.transpose(g), of.transpose(call.args[0]))
            )
        if order != "C":
            raise Unknown("an order that depends on how an array lies in memory")
        return of.reshape_like(g, call.args[0])

    return transpose


def _reshaped_back(of: Any, g: Any, call: Call) -> Any:
    if call.option("order", 99, "C") == "F":
        return _in_order(99)(of, g, call)
    return _shaped(of, g, call)


def _transposed_back(of: Any, g: Any, call: Call) -> Any:
    axes = [v for v in (*call.args[1:], *call.options.values()) if v != Constant(None)]
    if len(axes) == 1 and isinstance(axes[0], Value):
        return of.transpose(g, of.argsort(axes[0]))  # known at run time only
    return _undone(of, g, call)


def _moved_back(of: Any, g: Any, call: Call) -> Any:
    given = call.given("a source destination")
    return of.moveaxis(g, given["destination"], given["source"])


def _undone(of: Any, g: Any, call: Call) -> Any:
    """The way back of a permutation: its inverse."""
    undo = of.operation.undo
    found = undo(of, call.args[0], call.args[1:], dict(call.options), g)
    if found is None:
        raise Unknown("axes known at run time only")
    return found


_add(
    "copy array_copy asarray asanyarray ascontiguousarray asfortranarray array_astype "
    "astype float check_bound check_fits refine array_to_device",
    Linear({0: _same}),
)
_add("cast_like", Linear({0: _same, 1: None}, likes=(1,)))
_add("array___array_wrap__", Linear({0: None, 1: _same}))
_add("assigned fitted", Linear({0: None, 1: None, 2: _same}, likes=(0, 1)))
_add("convert_scalar", Linear({1: _same}))
_add("ravel array_flatten", Linear({0: _in_order(1)}))
_add("array_reshape", Linear({0: _reshaped_back}))
_add("reshape", Linear({0: _in_order(2)}))
_add("squeeze expand_dims", Linear({0: _shaped}))
_add("reshape_like", Linear({0: _shaped, 1: None}, likes=(1,)))
_add(
    "T mT matrix_transpose array_transpose swapaxes flip fliplr flipud",
    Linear({0: _undone}),
)
_add("transpose", Linear({0: _transposed_back}))
_add("moveaxis", Linear({0: _moved_back}))
_add(
    "broadcast_to spread",
    Linear({0: lambda of, g, call: of.sum_to(g, call.args[0]), 1: None}, likes=(1,)),
)
_add(
    "sum_to",
    Linear({0: lambda of, g, call: of.spread(g, call.args[0]), 1: None}, likes=(1,)),
)


@_facts.defines("array_item")
def _one_item(of: Any, call: Call) -> Any:
    x, *index = call.args
    if not index:
        return of.sum(x)
    if len(index) == 1 and type(constant(index[0])) is int:
        return of.getitem(of.ravel(x), index[0])
    return of.getitem(x, index[0] if len(index) == 1 else tuple(index))


@_facts.defines("atleast_1d atleast_2d atleast_3d")
def _at_least(of: Any, call: Call) -> Any:
    if len(call.args) == 1:
        return of.reshape_like(call.args[0], call.result)
    pairs = zip(call.args, call.result, strict=True)
    return [of.reshape_like(x, y) for x, y in pairs]


@_facts.defines("broadcast_arrays")
def _broadcast_arrays(of: Any, call: Call) -> Any:
    return [of.spread(x, y) for x, y in zip(call.args, call.result, strict=True)]


# Items, and what is written


def _item_back(of: Any, g: Any, call: Call) -> Any:
    a, index = call.args
    if shape_of(a) == () and not isinstance(argument_type(a), Array):
        return of.sum_to(g, a)
    return of.index_add(of.zero_of(a), index, g)


def _written_back(of: Any, g: Any, call: Call) -> Any:
    """Return the cotangent of what was written to a part of an array."""
    _, index, value = call.args
    if is_plain(index) and not isinstance(value, Display):
        part = of.getitem(g, index)
        shape, wanted = shape_of(part), shape_of(value)
        if shape is not None and wanted is not None and len(wanted) <= len(shape):
            # A copy, which what is written there next leaves as it is.
            if isinstance(argument_type(part), Array):
                part = of.array_copy(part)
            return of.sum_to(part, value)
    return of.written_part(g, index, value)


def _hole(of: Any, g: Any, call: Call) -> Any:
    return of.updated(g, call.args[1], 0.0)


_add("getitem", Linear({0: _item_back}))
_add("updated", Linear({0: _hole, 2: _written_back}))
_add(
    "written_part",
    Linear(
        {
            0: lambda of, g, call: of.updated(
                of.zero_of(call.args[0]), call.args[1], g
            ),
            2: None,
        },
        likes=(2,),
    ),
)
_add(
    "index_add",
    Linear(
        {
            0: _same,
            2: lambda of, g, call: of.sum_to(of.getitem(g, call.args[1]), call.args[2]),
        }
    ),
)


def _chosen(of: Any, g: Any, call: Call, place: int) -> Any:
    if len(call.args) != 3:
        raise Unknown("one argument alone")
    test = call.args[0]
    kept = of.where(test, g, 0.0) if place == 1 else of.where(test, 0.0, g)
    return of.sum_to(kept, call.args[place])


_add(
    "where",
    Linear(
        {
            1: lambda of, g, call: _chosen(of, g, call, 1),
            2: lambda of, g, call: _chosen(of, g, call, 2),
        }
    ),
)


# Arrays made of others


def _axis(call: Call, rank: int, place: int = 1) -> int:
    axis = call.option("axis", place, 0)
    if type(axis) is not int:
        raise Unknown("an axis that is no number")
    return axis % rank


def _split(of: Any, g: Any, call: Call) -> Any:
    given = call.given("arrays axis out * dtype casting")
    if isinstance(argument_type(call.args[0]), Array) and not given.constant("axis", 0):
        return of.reshape_like(g, call.args[0])
    items = items_of(call.args[0])
    whole = given.constant("axis", 0) is None
    axis = 0 if whole else _axis(call, rank_of(items[0]))
    found, start = [], Constant(0)
    for item in items:
        shape = shape_of(item)
        size = None if whole or shape is None else shape[axis]
        if size is None:
            size = of.size(item) if whole else of.dimension(item, axis)
        stop = of.add(start, size)
        part = of.getitem(g, before(axis, slice(start, stop)))
        found.append(of.reshape_like(part, item) if whole else part)
        start = stop
    return found


def _unstacked(of: Any, g: Any, call: Call) -> Any:
    given = call.given("arrays axis out * dtype casting")
    if isinstance(argument_type(call.args[0]), Array) and not given.constant("axis", 0):
        return g
    items = items_of(call.args[0])
    axis = _axis(call, rank_of(items[0]) + 1)
    return [of.getitem(g, before(axis, place)) for place in range(len(items))]


def _parts(of: Any, g: Any, display: Display) -> list[Any]:
    """Return the cotangents of what an array was made of, item by item."""
    return [
        _parts(of, of.getitem(g, place), item)
        if isinstance(item, Display)
        else of.getitem(g, place)
        for place, item in enumerate(display.items)
    ]


def _depth(argument: Argument) -> int:
    """Return how many dimensions an array of an argument has."""
    if not isinstance(argument, Display):
        return rank_of(argument) or 0
    return 1 + (_depth(argument.items[0]) if argument.items else 0)


def _array_back(of: Any, g: Any, call: Call) -> Any:
    call.given("object dtype * copy ndmin order subok like")
    given = call.args[0]
    if isinstance(given, Display):
        for _ in range((rank_of(g) or 0) - _depth(given)):  # as many as ndmin= added
            g = of.getitem(g, 0)
        return _parts(of, g, given)
    if not isinstance(argument_type(given), Array) and rank_of(given):
        raise Unknown("a sequence of the run")
    return of.reshape_like(g, given) if rank_of(given) else of.sum(g)


_add("concatenate", Linear({0: _split}))
_add("stack", Linear({0: _unstacked}))
_add("array", Linear({0: _array_back}))


def _joined(axis: int, shaped: Any) -> Any:
    """Return the definition of what joins arrays of at least some dimensions."""

    def expand(of: Any, call: Call) -> Any:
        given = call.given("tup * dtype casting")
        arrays = [shaped(of, each) for each in rows_of(of, given["tup"])]
        if not all(map(rank_of, arrays)):
            raise Unknown("an array of unknown rank")
        return of.concatenate(arrays, axis=0 if rank_of(arrays[0]) == 1 else axis)

    return expand


def _as_column(of: Any, x: Argument) -> Any:
    return x if rank_of(x) > 1 else of.expand_dims(of.ravel(x), -1)


def _with_depth(of: Any, x: Argument) -> Any:
    return of.atleast_3d(x)


_facts.defines("vstack")(_joined(0, lambda of, x: of.atleast_2d(x)))
_facts.defines("hstack")(_joined(1, lambda of, x: of.atleast_1d(x)))
_facts.defines("dstack")(_joined(2, _with_depth))
_facts.defines("column_stack")(_joined(1, _as_column))


@_facts.defines("append")
def _appended(of: Any, call: Call) -> Any:
    given = call.given("arr values axis")
    arr, values = given["arr"], given["values"]
    if isinstance(values, Display):
        values = of.array(values)
    if given.missing("axis"):
        return of.concatenate([of.ravel(arr), of.ravel(values)])
    return of.concatenate([arr, values], axis=given.constant("axis"))


@_facts.defines("full")
def _full(of: Any, call: Call) -> Any:
    value = call.given("shape fill_value dtype * order")["fill_value"]
    if shape_of(value) == ():
        return of.multiply(of.one_of(call.result), value)
    return of.spread(value, call.result)


@_facts.defines("full_like")
def _full_like(of: Any, call: Call) -> Any:
    given = call.given("a fill_value dtype * order subok shape device")
    return of.spread(given["fill_value"], call.result)


@_facts.defines("arange")
def _arange(of: Any, call: Call) -> Any:
    given = call.given("start stop step dtype")
    if given.missing("stop"):
        return of.zero_of(call.result)
    step = given.get("step", Constant(1))
    return of.add(given["start"], of.multiply(step, of.arange(of.size(call.result))))


def _steps(of: Any, given: Any, start: Argument, stop: Argument) -> tuple[Any, Any]:
    """Return numbers from 0 to 1, and what divides the whole into steps."""
    number_of = given.get("num", Constant(50))
    if given.constant("endpoint", True):
        count = of.where(of.greater(number_of, 1), of.subtract(number_of, 1), 1)
    else:
        count = number_of
    steps = of.divide(of.arange(number_of), count)
    for _ in range(max(rank_of(start), rank_of(stop))):
        steps = of.expand_dims(steps, -1)
    return steps, count


def _placed(of: Any, found: Any, axis: int) -> Any:
    return of.moveaxis(found, 0, axis) if axis else found


@_facts.defines("linspace")
def _linspace(of: Any, call: Call) -> Any:
    given = call.given("start stop num endpoint retstep dtype axis * device")
    start, stop = given["start"], given["stop"]
    steps, count = _steps(of, given, start, stop)
    whole = of.subtract(stop, start)
    found = of.add(start, of.multiply(steps, whole))
    found = _placed(of, found, given.constant("axis", 0))
    if given.constant("retstep", False):
        return [found, of.divide(whole, count)]
    return found


@_facts.defines("logspace")
def _logspace(of: Any, call: Call) -> Any:
    given = call.given("start stop num endpoint base dtype axis")
    start, stop = given["start"], given["stop"]
    steps, _ = _steps(of, given, start, stop)
    powers = of.add(start, of.multiply(steps, of.subtract(stop, start)))
    found = of.power(given.get("base", Constant(10.0)), powers)
    return _placed(of, found, given.constant("axis", 0))


@_facts.defines("geomspace")
def _geomspace(of: Any, call: Call) -> Any:
    given = call.given("start stop num endpoint dtype axis")
    start, stop = given["start"], given["stop"]
    steps, _ = _steps(of, given, start, stop)
    found = of.multiply(start, of.power(of.divide(stop, start), steps))
    return _placed(of, found, given.constant("axis", 0))


@_facts.defines("vander")
def _vandermonde(of: Any, call: Call) -> Any:
    given = call.given("x N increasing")
    x = given["x"]
    count = of.size(x) if given.missing("N") else given["N"]
    powers = of.arange(count)
    if not given.constant("increasing", False):
        powers = of.flip(powers)
    return of.power(of.expand_dims(x, -1), of.multiply(1.0, powers))


# Parts of arrays


def _parted(axis: Any, names: str) -> Any:
    """Return the definition of what splits an array along an axis."""

    def expand(of: Any, call: Call) -> Any:
        given = call.given(names)
        x = given["ary"]
        at = axis(x) if callable(axis) else given.constant("axis", axis)
        found, start = [], Constant(0)
        for part in call.result:
            shape = shape_of(part)
            size = None if shape is None else shape[at]
            stop = of.add(start, of.dimension(part, at) if size is None else size)
            found.append(of.getitem(x, before(at, slice(start, stop))))
            start = stop
        return found

    return expand


_facts.defines("split array_split")(_parted(0, "ary indices_or_sections axis"))
_facts.defines("hsplit")(
    _parted(lambda x: min(rank_of(x), 2) - 1, "ary indices_or_sections")
)
_facts.defines("vsplit")(_parted(lambda x: 0, "ary indices_or_sections"))
_facts.defines("dsplit")(_parted(lambda x: 2, "ary indices_or_sections"))


@_facts.defines("unstack")
def _apart(of: Any, call: Call) -> Any:
    given = call.given("x * axis")
    axis = given.constant("axis", 0)
    places = range(len(call.result))
    return [of.getitem(given["x"], before(axis, place)) for place in places]


@_facts.defines("unpack")
def _unpacked(of: Any, call: Call) -> Any:
    x = call.args[0]
    if not isinstance(argument_type(x), Array):
        raise Unknown("the items of something else than an array")
    return [of.getitem(x, place) for place in range(len(call.result))]


@_facts.defines("trim_zeros")
def _trimmed(of: Any, call: Call) -> Any:
    given = call.given("filt trim axis")
    x = given["filt"]
    if rank_of(x) != 1:
        raise Unknown("an array of several dimensions")
    start: Any = Constant(0)
    if "f" in given.constant("trim", "fb").lower():
        start = of.argmax(of.not_equal(x, 0))
    return of.getitem(x, slice(start, of.add(start, of.size(call.result))))


def _taken(of: Any, g: Any, call: Call) -> Any:
    given = call.given("a indices axis out mode")
    x, index = given["a"], given["indices"]
    axis, mode = given.constant("axis"), given.constant("mode", "raise")
    if isinstance(index, Display) or rank_of(index):
        index = of.asarray(index)
    if mode != "raise":
        size = of.size(x) if axis is None else of.dimension(x, axis)
        if mode == "wrap":
            index = of.remainder(index, size)
        else:
            index = of.minimum(of.maximum(index, 0), of.subtract(size, 1))
    if axis is None:
        flat = of.index_add(of.ravel(of.zero_of(x)), index, g)
        return of.reshape_like(flat, x)
    place = before(axis % rank_of(x), index)
    return of.index_add(of.zero_of(x), place, g)


def _rolled(of: Any, g: Any, call: Call) -> Any:
    given = call.given("a shift axis")
    shift = given["shift"]
    back: Any = of.negative(shift) if _is_number(shift) else None
    if back is None:
        back = tuple(-one for one in constant(shift))
    axis = given.constant("axis")
    return of.roll(g, back, axis=axis)


def _is_number(shift: Argument) -> bool:
    """Whether a shift is one number."""
    return not isinstance(shift, Display) and shape_of(shift) == ()


def _triangle_back(of: Any, g: Any, call: Call) -> Any:
    """A vector is taken for rows that are all alike."""
    x, *more = call.args
    return of.sum_to(of.call(of.operation, (g, *more), call.options), x)


_add("take", Linear({0: _taken}))
_add("roll", Linear({0: _rolled}))
_add("tril triu", Linear({0: _triangle_back}))
_add("zero_of one_of zeros_like ones_like empty_like", Partials((None,), likes=(0,)))
_add("array_view array_getfield", Refused("it gives the bits of numbers"))

FACTS = _facts.table
"""By the names of rows."""
