"""Python's objects in machine code: numbers taken out of them, and new ones made.

Lists stay objects. A kernel reads and writes their items in place, so that all who hold
a list see what happens to it, at once and in order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.layout import ALIGNED, OFFSETS
from runtime.native.assembly.registers import (
    is_complex,
    is_nothing,
    is_opaque,
    is_stream,
    machine,
    packed,
    registers,
    unpacked,
)
from runtime.native.assembly.table_values import Table
from runtime.native.assembly.values import (
    Backwards,
    ComplexNumber,
    Count,
    Handle,
    Items,
    ListRef,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Static,
    Stream,
    Tagged,
    View,
    Zipped,
)
from runtime.native.objects import frame, random_streams
from runtime.native.scalars.conversions import is_truth
from runtime.native.scalars.unions import by_member, fitted, member_of, narrowed
from runtime.regions.ends import may_show_its_end
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    UNBOUND,
    Array,
    List,
    NumpyScalar,
    Tuple,
    Type,
    Union,
    type_of,
)

_CLASSES: dict[Type, str] = {
    INT: "PyLong_Type",
    FLOAT: "PyFloat_Type",
    COMPLEX: "PyComplex_Type",
}
_TRUTHS = {
    BOOL: ("autograph_true", "autograph_false"),
    NumpyScalar(np.dtype(bool)): ("autograph_np_true", "autograph_np_false"),
}


def type_symbol(of: NumpyScalar) -> str:
    """Return the symbol of the class of a NumPy scalar."""
    return f"autograph_class_{of.dtype.name}"


def dtype_symbol(dtype: np.dtype) -> str:
    """Return the symbol of the dtype of an array."""
    return f"autograph_dtype_{dtype.name}"


def _is_of_class(w: Writer, object_: str, symbol: str) -> str:
    kind = w.load("ptr", w.at(object_, OFFSETS["type"]))
    return w.put(f"icmp eq ptr {kind}, {w.global_(symbol)}")


def _is(w: Writer, object_: str, symbol: str) -> str:
    return w.put(f"icmp eq ptr {object_}, {w.global_(symbol)}")


# Taking


def fits(w: Writer, object_: str, of: Type) -> str:
    """Return whether an object is of a type, integers of any size."""
    if of == NONE:
        return _is(w, object_, "_Py_NoneStruct")
    if of in _TRUTHS:
        yes, no = (_is(w, object_, symbol) for symbol in _TRUTHS[of])
        return w.put(f"or i1 {yes}, {no}")
    if of in _CLASSES:
        return _is_of_class(w, object_, _CLASSES[of])
    if is_opaque(of):
        return "true"  # the graph knows of what class it is, or asks
    if isinstance(of, NumpyScalar):
        registers(of)
        return _is_of_class(w, object_, type_symbol(of))
    if isinstance(of, List):
        return _is_of_class(w, object_, "PyList_Type")
    raise NotNative(f"a value of type {of}")


def take(w: Writer, object_: str, of: Type) -> Machine:
    """Return the value of an object; fault if it is of another type."""
    if isinstance(of, Union):
        return _taken_of(w, object_, of)
    if isinstance(of, Tuple):
        return _items_of(w, object_, of)
    if is_stream(of):
        return random_streams.taken(w, object_, of)
    if is_opaque(of):
        return _passed_along(w, object_, of)
    test, value = _looked_at(w, object_, of)
    w.fault_unless(test)
    return value()


def _passed_along(w: Writer, object_: str, of: Type) -> Handle:
    """Return an object of Python; fault if marks would keep it alive for too long."""
    if w.marked and may_show_its_end(of):
        fault_unless_unseen(w, object_)
    return Handle(of, object_)


def fault_unless_unseen(w: Writer, object_: str) -> None:
    """Write a fault, unless nobody sees the end of an object."""
    w.fault_unless(w.call("i1", "autograph_ends_unseen", ("ptr", object_)))


def _looked_at(w: Writer, object_: str, of: Type) -> tuple[str, Callable[[], Machine]]:
    """Return whether an object is of a type, and what gives its value if it is."""
    if isinstance(of, Array) and not is_opaque(of):
        place = frame.room(w, of)
        test = fits_array(w, object_, of, ALIGNED, place)
        return test, partial(frame.read, w, place, 0, of)
    return fits(w, object_, of), partial(_value, w, object_, of)


def _value(w: Writer, object_: str, of: Type) -> Machine:
    """Return the value of an object that fits a type."""
    if is_nothing(of):
        return Nothing(of)
    if isinstance(of, List):
        return ListRef(of, object_)
    if is_opaque(of):
        return _passed_along(w, object_, of)
    if of in _TRUTHS:
        return Scalar(of, _is(w, object_, _TRUTHS[of][0]))
    if is_complex(of):
        first = w.at(object_, OFFSETS["scalar"])
        parts = w.load("double", first), w.load("double", w.at(first, 8))
        return ComplexNumber(of, *parts)
    kind = machine(of)
    if of == INT:
        return Scalar(of, _integer(w, object_))
    at = w.at(object_, OFFSETS["float" if of == FLOAT else "scalar"])
    return Scalar(of, w.load(kind, at))


def _integer(w: Writer, object_: str) -> str:
    large = w.slot("i32")
    code = w.call(
        "i64", "PyLong_AsLongLongAndOverflow", ("ptr", object_), ("ptr", large)
    )
    w.fault_if(w.put(f"icmp ne i32 {w.load('i32', large)}, 0"))
    return code


def _taken_of(w: Writer, object_: str, of: Union) -> Machine:
    """Return the value of an object of one of several types."""
    slots = [(kind, w.slot(kind)) for kind in registers(of)]
    end = w.label("taken")
    if sum(map(is_opaque, of.members)) > 1:
        raise NotNative(f"a value of type {of}")
    for one in sorted(of.members, key=is_opaque):  # what is none of the others
        if one == UNBOUND:
            continue  # a missing name never arrives as an object
        yes, no = w.label("is"), w.label("is_not")
        test, value = _looked_at(w, object_, one)
        w.branch(test, yes, no)
        w.begin(yes)
        taken = packed(member_of(w, of, value()))
        for code, (kind, slot) in zip(taken, slots, strict=True):
            w.store(kind, code, slot)
        w.jump(end)
        w.begin(no)
    w.fault()
    w.begin(end)
    return unpacked(of, [w.load(kind, slot) for kind, slot in slots], stored=False)


def fits_array(w: Writer, object_: str, of: Array, flags: int, place: str) -> str:
    """Return whether an object is an array of a type; if so, put it at a place."""
    rank = len(of.shape or ())
    taken = w.call(
        "i32",
        "autograph_take_array",
        ("ptr", object_),
        ("ptr", w.global_(dtype_symbol(of.dtype))),
        ("i32", str(rank)),
        ("i32", str(flags)),
        ("ptr", place),
    )
    test = w.put(f"icmp ne i32 {taken}, 0")
    for axis, size in enumerate(of.shape or ()):
        if size is not None:
            found = w.load("i64", w.at(place, 8 * (3 + axis)))
            same = w.put(f"icmp eq i64 {found}, {size}")
            test = w.put(f"select i1 {test}, i1 {same}, i1 false")
    return test


def _items_of(w: Writer, object_: str, of: Tuple) -> Items:
    w.fault_unless(_is_of_class(w, object_, "PyTuple_Type"))
    size = w.load("i64", w.at(object_, OFFSETS["size"]))
    w.fault_if(w.put(f"icmp ne i64 {size}, {len(of.items)}"))
    found = []
    for number, item in enumerate(of.items):
        at = w.at(object_, OFFSETS["tuple_items"] + 8 * number)
        found.append(take(w, w.load("ptr", at), item))
    return Items(tuple(found))


# Making


def make(w: Writer, value: Machine) -> str:
    """Return a new reference to an object of a value; fault if there is no memory."""
    match value:
        case Nothing(type=of) if of == NONE:
            return _shared(w, w.global_("_Py_NoneStruct"))
        case Scalar():
            return _made_of_number(w, value)
        case ComplexNumber():
            return _made_of_complex(w, value)
        case Static(value=known):
            return _shared(w, named(w, known).object)
        case ListRef(object=object_) | Stream(object=object_) | Handle(object=object_):
            return _shared(w, object_)
        case View(base=base, whole="true"):
            return _shared(w, base)
        case View():
            return _made_of_part(w, value)
        case Items(items):
            whole = _made(w, "PyTuple_New", ("i64", str(len(items))))
            for number, item in enumerate(items):
                at = w.at(whole, OFFSETS["tuple_items"] + 8 * number)
                w.store("ptr", make(w, item), at)
            return whole
        case Tagged():
            return _made_of_one(w, value)
    raise NotNative(f"an object of type {value.type}")


def fitting(w: Writer, value: Machine, of: Type) -> Machine:
    """Return a value in the registers of a type that takes it, or as an object."""
    if isinstance(value, Items) and isinstance(of, Tuple):
        if len(value.items) == len(of.items):
            pairs = zip(value.items, of.items, strict=True)
            return Items(tuple([fitting(w, each, one) for each, one in pairs]))
    if isinstance(value, Static):
        value = named(w, value.value)
    if isinstance(value, Nothing) and value.object is not None and is_opaque(of):
        return Handle(of, named(w, value.object).object)
    if isinstance(value, Nothing) and value.type == NONE and is_opaque(of):
        return Handle(of, w.global_("_Py_NoneStruct"))
    through = isinstance(value, (Backwards, Count, Zipped))
    if through or not is_opaque(of) or isinstance(value, (Handle, Table)):
        return fitted(w, value, of)
    made = make(w, value)
    w.act("autograph_own", ("ptr", w.owner()), ("ptr", made))
    return Handle(of, made)


def named(w: Writer, value: object) -> Handle:
    """Return an object that the graph names."""
    symbol = f"autograph_constant_{len(w.addresses) + 1}"
    w.addresses[symbol] = id(value)
    w.keeps.append(value)
    return Handle(type_of(value), w.global_(symbol))


NARROWING = ("check_bound", "of_64_bits", "refine")
"""Operations whose result is their operand; integers have 64 bits here."""


def narrowing(w: Writer, value: Machine, of: Type) -> Machine:
    """Return a value as a narrower type; fault if it is of another."""
    if isinstance(value, Handle):
        w.fault_if(_is_of_class(w, value.object, "autograph_unbound"))
        return value if is_opaque(of) else take(w, value.object, of)
    return narrowed(w, value, of)


def _made(w: Writer, name: str, *arguments: tuple[str, str]) -> str:
    made = w.call("ptr", name, *arguments)
    w.fault_if(w.put(f"icmp eq ptr {made}, null"))
    return made


def _shared(w: Writer, object_: str) -> str:
    w.act("Py_IncRef", ("ptr", object_))
    return object_


def _made_of_number(w: Writer, value: Scalar) -> str:
    of = value.type
    if of in _TRUTHS:
        yes, no = map(w.global_, _TRUTHS[of])
        return _shared(w, w.put(f"select i1 {value.code}, ptr {yes}, ptr {no}"))
    if of == INT:
        return _made(w, "PyLong_FromLongLong", ("i64", value.code))
    if of == FLOAT:
        return _made(w, "PyFloat_FromDouble", ("double", value.code))
    if not isinstance(of, NumpyScalar) or is_truth(of):
        raise NotNative(f"an object of type {of}")
    symbol = w.global_(type_symbol(of))
    made = _made(w, "PyType_GenericAlloc", ("ptr", symbol), ("i64", "0"))
    w.store(machine(of), value.code, w.at(made, OFFSETS["scalar"]))
    return made


def _made_of_complex(w: Writer, value: ComplexNumber) -> str:
    real, imag = value.real, value.imag
    if value.type == COMPLEX:
        return _made(w, "PyComplex_FromDoubles", ("double", real), ("double", imag))
    assert isinstance(value.type, NumpyScalar)
    symbol = w.global_(type_symbol(value.type))
    made = _made(w, "PyType_GenericAlloc", ("ptr", symbol), ("i64", "0"))
    first = w.at(made, OFFSETS["scalar"])
    w.store("double", real, first)
    w.store("double", imag, w.at(first, 8))
    return made


def _made_of_one(w: Writer, value: Tagged) -> str:
    found = w.slot("ptr")

    def made(one: Machine) -> Machine | None:
        if one.type == UNBOUND:
            return None
        w.store("ptr", make(w, one), found)
        return Nothing(NONE)

    by_member(w, value, NONE, made)
    return w.load("ptr", found)


def _made_of_part(w: Writer, value: View) -> str:
    """Return an array, or a new view of a part of it."""
    found = w.slot("ptr")
    whole, part, end = map(w.label, ("whole", "part", "made"))
    w.branch(value.whole, whole, part)
    w.begin(whole)
    w.store("ptr", _shared(w, value.base), found)
    w.jump(end)
    w.begin(part)
    rank = len(value.sizes)
    places = [w.slot(f"[{max(rank, 1)} x i64]") for _ in range(2)]
    for place, codes in zip(places, (value.sizes, value.strides), strict=True):
        for axis, code in enumerate(codes):
            w.store("i64", code, w.at(place, 8 * axis))
    view = _made(
        w,
        "autograph_view",
        ("ptr", value.base),
        ("i32", str(rank)),
        *(("ptr", place) for place in places),
        ("i32", str(value.type.dtype.num)),
        ("ptr", value.data),
    )
    w.store("ptr", view, found)
    w.jump(end)
    w.begin(end)
    return w.load("ptr", found)
