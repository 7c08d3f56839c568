"""What a loop goes through: ranges, arrays, lists, and these side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.native.arrays import elements
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import machine
from runtime.native.assembly.table_values import Table
from runtime.native.assembly.values import (
    Backwards,
    Buffer,
    Count,
    Cursor,
    Cycled,
    Handle,
    Items,
    ListRef,
    Machine,
    NotNative,
    Product,
    Repeated,
    Scalar,
    Tagged,
    View,
    Zipped,
)
from runtime.native.objects import buffers, sequences, tables
from runtime.native.scalars.conversions import as_integer, is_float
from runtime.native.scalars.unions import by_member
from runtime.types import INT, Iterable, Type


def scalars(operands: list[Machine]) -> list[Scalar]:
    """Return operands that are all numbers."""
    found = [each for each in operands if isinstance(each, Scalar)]
    if len(found) < len(operands):
        raise NotNative("an operand other than a number")
    return found


def counted(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``range(...)``."""
    given = scalars([_number(w, each) for each in operands])
    if any(is_float(each.type) for each in given):
        raise NotNative("a range of floats")
    codes = [as_integer(w, each) for each in given]
    start, stop, step = "0", codes[0], "1"
    if len(codes) > 1:
        start, stop = codes[:2]
    if len(codes) > 2:
        step = codes[2]
    if step == "1":
        distance = stop if start == "0" else w.checked("ssub", "i64", stop, start)
        return Count(start, _not_below_zero(w, distance), step)
    w.fault_if(w.put(f"icmp eq i64 {step}, 0"))
    forward = w.put(f"icmp sgt i64 {step}, 0")
    up = w.checked("ssub", "i64", stop, start)
    down = w.checked("ssub", "i64", start, stop)
    distance = w.put(f"select i1 {forward}, i64 {up}, i64 {down}")
    back = w.checked("ssub", "i64", "0", step)
    size = w.put(f"select i1 {forward}, i64 {step}, i64 {back}")
    some = _not_below_zero(w, distance)
    more = w.checked("sadd", "i64", some, w.put(f"sub i64 {size}, 1"))
    return Count(start, w.put(f"udiv i64 {more}, {size}"), step)


def _number(w: Writer, value: Machine) -> Machine:
    """Return an integer of one type; fault if it is no integer."""
    if not isinstance(value, Tagged):
        return value

    def of_member(member: Machine) -> Machine | None:
        if not isinstance(member, Scalar) or is_float(member.type):
            return None
        return Scalar(INT, as_integer(w, member))

    return by_member(w, value, INT, of_member)


def backwards(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``reversed(...)`` of a range, an array or a list."""
    (items,) = operands
    if isinstance(items, (Buffer, ListRef)):
        return Backwards(items, length_of(w, items))
    if isinstance(items, Count):
        steps = w.put(f"sub i64 {items.length}, 1")
        far = w.put(f"mul i64 {steps}, {items.step}")
        last = w.put(f"add i64 {items.start}, {far}")
        return Count(last, items.length, w.put(f"sub i64 0, {items.step}"))
    if isinstance(items, View) and items.sizes:
        stride = items.strides[0]
        steps = w.put(f"sub i64 {items.sizes[0]}, 1")
        data = w.at(items.data, w.put(f"mul i64 {steps}, {stride}"))
        back = w.put(f"sub i64 0, {stride}")
        strides = (back, *items.strides[1:])
        return replace(items, data=data, strides=strides, whole="false")
    raise NotNative(
        "something other than ranges, arrays and lists gone through backwards"
    )


def _not_below_zero(w: Writer, code: str) -> str:
    return w.intrinsic("i64", "llvm.smax.i64", ("i64", code), ("i64", "0"))


def zipped(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``zip(...)``."""
    *parts, strict = operands
    _check_known(parts)
    if isinstance(strict, Scalar) and strict.code != "false":
        if strict.code != "true" or any(map(is_live, parts)):
            raise NotNative("lists of the same length side by side")
        first, *others = [length_of(w, part) for part in parts]
        for length in others:  # Python raises behind the last items that fit
            w.fault_unless(w.put(f"icmp eq i64 {length}, {first}"))
    return Zipped(tuple(parts), result)


def enumerated(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``enumerate(...)``."""
    items, *start = operands
    _check_known([items])
    first = as_integer(w, scalars(start)[0]) if start else "0"
    if first != "0":
        w.fault_if(w.put(f"icmp ugt i64 {first}, {2**62}"))
    return Zipped((Count(first, str(2**62), "1"), items), result)


def gone_through(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``iter(...)``, of which only a loop or a cursor knows."""
    (items,) = operands
    if isinstance(items, View) and items.sizes:
        return items
    if isinstance(items, (Backwards, Buffer, Count, ListRef)):
        return items
    if isinstance(items, (Product, Repeated, Zipped)):
        return items
    raise NotNative("the operation iter")


def counting(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``itertools.count(start, step)``: more integers than are ever reached."""
    given = scalars(operands)
    if any(each.type != INT for each in given):
        raise NotNative("a count of other numbers than integers")
    start, step = [*(each.code for each in given), *("0", "1")[len(given) :]]
    _fault_beyond(w, start, 2**61)
    if step == "1":
        return Count(start, str(2**61), step)
    _fault_beyond(w, step, 2**10)
    return Count(start, str(2**51), step)


def _fault_beyond(w: Writer, code: str, limit: int) -> None:
    moved = w.put(f"add i64 {code}, {limit}")
    w.fault_if(w.put(f"icmp ugt i64 {moved}, {2 * limit}"))


def repeated(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``itertools.repeat(item, times)``."""
    item, *times = operands
    length = str(2**62)
    if times:
        (count,) = scalars(times)
        if is_float(count.type):
            raise NotNative("a float as a number of times")
        length = _not_below_zero(w, as_integer(w, count))
    return Repeated(item, length, result)


def cycled(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``itertools.cycle(...)`` of numbers that are written out."""
    (items,) = operands
    if not isinstance(items, Items) or not items.items:
        raise NotNative("a cycle of something other than numbers")
    given = scalars([*items.items])
    of = given[0].type
    if any(each.type != of for each in given):
        raise NotNative("a cycle of numbers of several types")
    kind = machine(of)
    numbers = w.slot(f"[{len(given)} x {kind}]")
    for place, each in enumerate(given):
        address = w.put(f"getelementptr {kind}, ptr {numbers}, i64 {place}")
        w.store(kind, each.code, address)
    return Cycled(numbers, len(given), Iterable(of))


def _next_in_cycle(w: Writer, of: Cycled, turn: str) -> Scalar:
    kind = machine(of.type.element)
    place = w.put(f"urem i64 {turn}, {of.count}")
    address = w.put(f"getelementptr {kind}, ptr {of.numbers}, i64 {place}")
    return Scalar(of.type.element, w.load(kind, address))


def combined(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    """Write ``itertools.product(...)`` of ranges."""
    parts = tuple(each for each in operands if isinstance(each, Count))
    if not parts or len(parts) < len(operands):
        raise NotNative("a product of something other than ranges")
    length = parts[0].length
    for part in parts[1:]:
        length = w.checked("smul", "i64", length, part.length)
    return Product(parts, length, result)


def _combination(w: Writer, of: Product, turn: str) -> Items:
    """Return one of the combinations."""
    found: list[Machine] = []
    for part in reversed(of.parts[1:]):
        found.append(item_of(w, part, w.put(f"urem i64 {turn}, {part.length}")))
        turn = w.put(f"udiv i64 {turn}, {part.length}")
    found.append(item_of(w, of.parts[0], turn))
    return Items(tuple(reversed(found)))


def _check_known(operands: Sequence[Machine]) -> None:
    """Raise `NotNative` if one goes through an object, which has an iterator of it."""
    for each in operands:
        if isinstance(each, (Cursor, Handle)):
            raise NotNative(f"a loop over a value of type {each.type}")


def length_of(w: Writer, items: Machine) -> str:
    """Return the number of turns of a loop over a value, as it is now."""
    match items:
        case Cursor(items=inner):
            return length_of(w, inner)
        case Count() | Backwards() | Repeated() | Product():
            return items.length
        case Cycled():
            return str(2**62)
        case View(sizes=(first, *_)):
            return first
        case ListRef():
            return sequences.length(w, items)
        case Buffer():
            return buffers.length(w, items)
        case Table():
            return tables.turns(w, items)
        case Zipped(parts=parts):
            lengths = [length_of(w, part) for part in parts]
            least = lengths[0]
            for other in lengths[1:]:
                least = w.intrinsic(
                    "i64", "llvm.smin.i64", ("i64", least), ("i64", other)
                )
            return least
    if isinstance(items, Handle):
        raise NotNative(f"a loop over a value of type {items.type}")
    raise NotNative("a loop over something other than ranges and arrays")


def is_live(items: Machine) -> bool:
    """Whether the number of turns may change in a loop over a value."""
    if isinstance(items, Cursor):
        return is_live(items.items)
    if isinstance(items, Zipped):
        return any(map(is_live, items.parts))
    return isinstance(items, (Buffer, ListRef, Table))


def begun(w: Writer, items: Machine) -> Machine:
    """Return what a loop goes through, which may not grow if it is a dict."""
    if not isinstance(items, Table):
        return items
    return replace(items, first=tables.length(w, items))


def use_up(w: Writer, cursor: Cursor) -> None:
    """Write that an iterator has come to its end: items that come later are not its."""
    if is_live(cursor.items):
        w.store("i64", str(2**62), cursor.position)


def _in_container(w: Writer, items: Buffer | ListRef | Table, turn: str) -> Machine:
    if isinstance(items, Table):
        return tables.item(w, items, turn)
    if isinstance(items, ListRef):
        return sequences.item(w, items, turn)
    return buffers.item(w, items, turn)


def item_of(w: Writer, items: Machine, turn: str) -> Machine:
    """Return what a loop over a value binds in a turn."""
    match items:
        case Cursor(items=inner):
            return item_of(w, inner, turn)
        case Count(start=start, step=step):
            far = turn if step == "1" else w.put(f"mul nsw i64 {turn}, {step}")
            here = far if start == "0" else w.put(f"add nsw i64 {far}, {start}")
            return Scalar(INT, here)
        case View() as view:
            distance = w.put(f"mul nsw i64 {turn}, {view.strides[0]}")
            address = w.at(view.data, distance)
            if len(view.sizes) == 1:
                return elements.value_at(w, view, address)
            return elements.row(view, address, 1)
        case Backwards(items=many, length=length):
            last = w.put(f"sub i64 {length}, 1")
            here = w.put(f"sub i64 {last}, {turn}")
            w.fault_unless(w.put(f"icmp slt i64 {here}, {length_of(w, many)}"))
            return item_of(w, many, here)
        case Buffer() | ListRef() | Table():
            return _in_container(w, items, turn)
        case Zipped(parts=parts):
            return Items(tuple(item_of(w, part, turn) for part in parts))
        case Repeated(item=again):
            return again
        case Product():
            return _combination(w, items, turn)
        case Cycled():
            return _next_in_cycle(w, items, turn)
    raise NotNative("a loop over something other than ranges and arrays")
