"""Values of one type as values of another: into a union, out of it, across."""

from __future__ import annotations

from dataclasses import replace

from runtime.native.conversions import opaque
from runtime.native.emit import Writer
from runtime.native.values import (
    ListRef,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Tagged,
    View,
    is_nothing,
    machine,
    registers,
    sets_flags,
    union_fields,
    unpacked,
    zero,
)
from runtime.types import UNBOUND, Array, List, Type, Union


def member_of(of: Union, value: Machine) -> Tagged:
    """Return a value of one type as a value of a union."""
    if value.type not in of.members:
        raise NotNative(f"a value of type {value.type} as {of}")
    tag = str(of.members.index(value.type))
    own = {machine(value.type): value.code} if isinstance(value, Scalar) else {}
    return Tagged(of, tag, filled(own, of))


def member(value: Tagged, of: Type) -> Machine:
    """Return a value of a union as one of a member."""
    if is_nothing(of):
        return Nothing(of)
    return Scalar(of, value.fields[machine(of)], not sets_flags(of))


def filled(fields: dict[str, str], of: Union) -> dict[str, str]:
    """Return the registers of a union, zero where there is no other."""
    return {kind: fields.get(kind, zero(kind)) for kind in union_fields(of)}


def fitted(w: Writer, value: Machine, of: Type) -> Machine:
    """Return a value in the registers of a type that takes it."""
    if isinstance(value, Scalar) and value.literal and sets_flags(value.type):
        value = opaque(w, value)
    if value.type == of:
        return value
    if isinstance(of, Union):
        if isinstance(value, Tagged):
            return _widened(w, value, of)
        return member_of(of, value)
    if isinstance(value, ListRef) and isinstance(of, List):
        return replace(value, type=of)  # what its items are is asked when they are read
    if isinstance(value, View) and isinstance(of, Array):
        if value.type.dtype == of.dtype and len(value.sizes) == len(of.shape or ""):
            return replace(value, type=of)
    raise NotNative(f"a value of type {value.type} as {of}")


def _widened(w: Writer, value: Tagged, of: Union) -> Tagged:
    found = "0"
    for number, one in enumerate(value.type.members):
        if one not in of.members:
            raise NotNative(f"a value of type {value.type} as {of}")
        found = _if_tagged(w, value, number, of.members.index(one), found)
    return Tagged(of, found, filled(value.fields, of))


def _if_tagged(w: Writer, value: Tagged, number: int, then: int, other: str) -> str:
    test = w.put(f"icmp eq i8 {value.tag}, {number}")
    return w.put(f"select i1 {test}, i8 {then}, i8 {other}")


def narrowed(w: Writer, value: Machine, of: Type) -> Machine:
    """Return a value as a narrower type; fault if it is of another."""
    if not isinstance(value, Tagged):
        if isinstance(value, Nothing) and value.type != of:
            w.fault()
            return unpacked(of, [zero(kind) for kind in registers(of)])
        return fitted(w, value, of)
    if not isinstance(of, Union):
        number = value.type.members.index(of)
        w.fault_if(w.put(f"icmp ne i8 {value.tag}, {number}"))
        return member(value, of)
    found = "-1"
    for number, one in enumerate(value.type.members):
        target = of.members.index(one) if one in of.members else -1
        found = _if_tagged(w, value, number, target, found)
    w.fault_if(w.put(f"icmp eq i8 {found}, -1"))
    return Tagged(of, found, filled(value.fields, of))


def fault_if_unbound(w: Writer, value: Machine) -> None:
    """Fault if a variable has no value."""
    if isinstance(value, Nothing) and value.type == UNBOUND:
        w.fault_if("true")
    elif isinstance(value, Tagged) and UNBOUND in value.type.members:
        number = value.type.members.index(UNBOUND)
        w.fault_if(w.put(f"icmp eq i8 {value.tag}, {number}"))
