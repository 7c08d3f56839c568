"""Values of one type as values of another: into a union, out of it, across."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from runtime.native.assembly.emit import OWN, Writer
from runtime.native.assembly.registers import (
    is_opaque,
    packed,
    registers,
    sets_flags,
    shared,
    unpacked,
    zero,
)
from runtime.native.assembly.values import (
    Buffer,
    Handle,
    Items,
    ListRef,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Tagged,
    View,
)
from runtime.native.scalars.conversions import opaque
from runtime.types import (
    UNBOUND,
    Array,
    List,
    Never,
    Tuple,
    Type,
    Union,
    accepts,
)


def member_of(w: Writer, of: Union, value: Machine) -> Tagged:
    """Return a value of one type as a value of a union."""
    number, fitting = _member_for(w, of, value)
    layout = shared(of)
    fields = [zero(kind) for kind in layout.kinds]
    for place, code in zip(layout.places[number], packed(fitting), strict=True):
        fields[place] = code
    return Tagged(of, str(number), tuple(fields))


def _member_for(w: Writer, of: Union, value: Machine) -> tuple[int, Machine]:
    """Return the member of a union that a value belongs to, and it as such."""
    if value.type in of.members:
        return of.members.index(value.type), value
    if isinstance(value, (View, Items)):
        for number, one in enumerate(of.members):
            with suppress(NotNative):
                return number, fitted(w, value, one)
    raise NotNative(f"a value of type {value.type} as {of}")


def member(value: Tagged, of: Type) -> Machine:
    """Return a value of a union as one of a member."""
    places = shared(value.type).places[value.type.members.index(of)]
    return unpacked(of, [value.fields[place] for place in places])


def is_member(w: Writer, value: Tagged, number: int) -> str:
    """Return whether a value of a union is of the member at a position."""
    return w.put(f"icmp eq i8 {value.tag}, {number}")


def by_member(
    w: Writer, value: Tagged, of: Type, write: Callable[[Machine], Machine | None]
) -> Machine:
    """Write something for each member of a union, and return its result.

    Parameters
    ----------
    w : Writer
        The function.
    value : Tagged
        The value of the union.
    of : Type
        The type of the result.
    write : callable
        Writes it for a value of one member. It returns None if it always fails.
    """
    labels = [w.label("member") for _ in value.type.members]
    end = w.label("joined")
    slots = [(kind, w.slot(kind)) for kind in registers(of)]
    w.switch(value.tag, labels)
    for label, one in zip(labels, value.type.members, strict=True):
        w.begin(label)
        with w.guard.arm():
            found = write(member(value, one))
            if found is None:
                w.fault()
                continue
            codes = packed(fitted(w, found, of))
        for code, (kind, slot) in zip(codes, slots, strict=True):
            w.store(kind, code, slot)
        w.jump(end)
    w.begin(end)
    return unpacked(of, [w.load(kind, slot) for kind, slot in slots])


def fitted(w: Writer, value: Machine, of: Type) -> Machine:
    """Return a value in the registers of a type that takes it."""
    if isinstance(value, Scalar) and value.literal and sets_flags(value.type):
        value = opaque(w, value)
    if isinstance(value, Items) and isinstance(of, Tuple):
        if len(value.items) == len(of.items):
            pairs = zip(value.items, of.items, strict=True)
            return Items(tuple(fitted(w, each, one) for each, one in pairs))
    if value.type == of:
        return value
    if isinstance(of, Union):
        if isinstance(value, Tagged):
            return _widened(w, value, of)
        return member_of(w, of, value)
    if isinstance(value, Handle) and is_opaque(of):
        return replace(value, type=of)
    if isinstance(value, ListRef) and isinstance(of, List):
        return replace(value, type=of)  # what its items are is asked when they are read
    if isinstance(value, View) and isinstance(of, Array):
        if value.type.dtype == of.dtype and len(value.sizes) == len(of.shape or ""):
            return replace(value, type=of)
    raise NotNative(f"a value of type {value.type} as {of}")


def _widened(w: Writer, value: Tagged, of: Union) -> Tagged:
    for one in value.type.members:
        if _place(of, one) is None:
            raise NotNative(f"a value of type {value.type} as {of}")
    return _moved(w, value, of, "0")


def _place(of: Union, one: Type) -> int | None:
    """Return the position of the member of a union that takes another one's values."""
    if one in of.members:
        return of.members.index(one)
    for number, wide in enumerate(of.members):
        if accepts(wide, one) and registers(wide) == registers(one):
            return number
    return None


def _moved(w: Writer, value: Tagged, of: Union, none: str) -> Tagged:
    """Return a value of a union as one of another, and its tag if it is in neither."""
    layout, own = shared(of), shared(value.type)
    tag = none
    fields = [zero(kind) for kind in layout.kinds]
    known: list[str | None] = [None] * len(fields)
    for number, one in enumerate(value.type.members):
        target = _place(of, one)
        if target is None:
            continue
        test = is_member(w, value, number)
        tag = w.put(f"select i1 {test}, i8 {target}, i8 {tag}")
        for place, source in zip(
            layout.places[target], own.places[number], strict=True
        ):
            code, kind = value.fields[source], layout.kinds[place]
            if known[place] in (None, code):
                fields[place] = known[place] = code
            else:
                other = fields[place]
                fields[place] = w.put(
                    f"select i1 {test}, {kind} {code}, {kind} {other}"
                )
                known[place] = ""
    return Tagged(of, tag, tuple(fields))


def narrowed(w: Writer, value: Machine, of: Type) -> Machine:
    """Return a value as a narrower type; fault if it is of another."""
    if not isinstance(value, Tagged):
        if isinstance(value, Nothing) and value.type != of:
            w.fault()
            return unpacked(of, [zero(kind) for kind in registers(of)])
        return fitted(w, value, of)
    if not isinstance(of, Union):
        w.fault_unless(is_member(w, value, value.type.members.index(of)))
        return member(value, of)
    found = _moved(w, value, of, "-1")
    w.fault_if(w.put(f"icmp eq i8 {found.tag}, -1"))
    return found


def chosen(w: Writer, test: str, one: Machine, other: Machine, of: Type) -> Machine:
    """Return one of two values, as a value of a type."""
    codes = [
        w.put(f"select i1 {test}, {kind} {yes}, {kind} {no}")
        for kind, yes, no in zip(
            registers(of),
            *(packed(fitted(w, v, of)) for v in (one, other)),
            strict=True,
        )
    ]
    return unpacked(of, codes)


def fault_if_unbound(w: Writer, value: Machine) -> None:
    """Fault if a variable has no value."""
    if isinstance(value, Nothing) and value.type == UNBOUND:
        w.fault_if("true")
    elif isinstance(value, Tagged) and UNBOUND in value.type.members:
        w.fault_if(is_member(w, value, value.type.members.index(UNBOUND)))


# What keeps memory alive


def has_lists(of: Type) -> bool:
    """Whether a value of a type may be a list, or hold one."""
    if isinstance(of, Tuple):
        return any(map(has_lists, of.items))
    if isinstance(of, Union):
        return any(map(has_lists, of.members))
    return isinstance(of, List)


def has_never(of: Type) -> bool:
    """Whether there is no value of a type: it is that of the items of no list."""
    if isinstance(of, Tuple):
        return any(map(has_never, of.items))
    return isinstance(of, Never)


def is_own(value: Machine) -> bool:
    """Whether a kernel has made all that a value refers to."""
    match value:
        case View(source=source) | ListRef(source=source):
            return source == OWN
        case Items(items):
            return all(map(is_own, items))
        case Tagged():
            return not objects_in(value.type)
        case Handle():
            return False
    return True


def owned(value: Machine) -> Machine:
    """Return a value that refers to what a kernel has made."""
    match value:
        case View() | ListRef():
            return replace(value, source=OWN)
        case Items(items):
            return Items(tuple(map(owned, items)))
    return value


def objects_in(of: Type) -> int:
    """Return how many objects hold what a value of a type refers to."""
    if isinstance(of, Tuple):
        return sum(map(objects_in, of.items))
    if isinstance(of, Union):
        return max(map(objects_in, of.members))
    return int(isinstance(of, (Array, List)) or is_opaque(of))


def held(w: Writer, value: Machine) -> list[str]:
    """Return the objects that hold what a value refers to; some may be null."""
    match value:
        case View(base=base):
            return [base]
        case ListRef(object=object_) | Buffer(object=object_) | Handle(object=object_):
            return [object_]
        case Items(items):
            return [each for item in items for each in held(w, item)]
        case Tagged():
            found = ["null"] * objects_in(value.type)
            for number, one in enumerate(value.type.members):
                for place, each in enumerate(held(w, member(value, one))):
                    test = is_member(w, value, number)
                    other = found[place]
                    found[place] = w.put(f"select i1 {test}, ptr {each}, ptr {other}")
            return found
    return []
