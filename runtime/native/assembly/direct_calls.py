"""Operations on objects that are numbers, texts, lists or dicts of Python after all.

The graph does not know of what class an object is. A kernel looks: if no code of the
user's would run, it calls the function of Python's C interface that the operator is.
What fails is a fault, since nothing has changed: Python does it again, and raises.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from runtime.ir.nodes import Argument, Constant
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.layout import OFFSETS
from runtime.native.assembly.values import Handle, Machine, Scalar
from runtime.types import PythonScalar

_NUMBERS = ("PyLong_Type", "PyFloat_Type", "PyBool_Type")
_KEYS = (*_NUMBERS, "PyUnicode_Type")
_KEYED = ("PyDict_Type", "PyList_Type", "PyTuple_Type")
_SEARCHED = ("PySet_Type", "PyFrozenSet_Type", "PyDict_Type")
_BINARY = {
    "add": "PyNumber_Add",
    "subtract": "PyNumber_Subtract",
    "multiply": "PyNumber_Multiply",
    "divide": "PyNumber_TrueDivide",
    "floor_divide": "PyNumber_FloorDivide",
    "remainder": "PyNumber_Remainder",
}
_BINARY |= {
    f"i{short}": _BINARY[name]
    for short, name in (
        ("add", "add"),
        ("sub", "subtract"),
        ("mul", "multiply"),
        ("truediv", "divide"),
        ("floordiv", "floor_divide"),
        ("mod", "remainder"),
    )
}
_COMPARED = dict(
    zip("less less_equal equal not_equal greater greater_equal".split(), range(6))
)
_SETS, _QUEUES = "PySet_Type", "autograph_deque"
_METHODS: dict[tuple[object, int], tuple[str, int]] = {
    ("add", 1): (_SETS, 1),
    ("append", 1): (_QUEUES, 0),
    ("appendleft", 1): (_QUEUES, 0),
    ("discard", 1): (_SETS, 1),
    ("get", 1): ("PyDict_Type", 1),
    ("get", 2): ("PyDict_Type", 1),
    ("pop", 0): (_QUEUES, 0),
    ("popleft", 0): (_QUEUES, 0),
}
"""Methods with the number of their arguments: the classes that have them, and how many
of the arguments are keys."""
FUNCTIONS = (
    *dict.fromkeys(_BINARY.values()),
    "PyLong_FromSsize_t",
    "PyObject_GetItem",
    "PyObject_RichCompare",
    "PyObject_SetItem",
    "PyObject_Size",
    "PyObject_VectorcallMethod",
    "PySequence_Contains",
)
"""The functions of Python's C interface that kernels call so."""
CLASSES = {
    "autograph_deque": collections.deque,
    "PyBool_Type": bool,
    "PyDict_Type": dict,
    "PyFrozenSet_Type": frozenset,
    "PySet_Type": set,
    "PyUnicode_Type": str,
}
"""The classes that kernels look for, beside those that they know otherwise."""


@dataclass(frozen=True)
class Direct:
    """A call of Python's C interface.

    Parameters
    ----------
    classes : sequence of sequence of str
        The classes of each operand for which it may be made.
    call : callable
        Writes it, and returns its result: a new object, or null.
    acts : bool
        Whether it changes an operand, unless it fails.
    """

    classes: Sequence[Sequence[str]]
    call: Callable[[Writer, Sequence[str]], str]
    acts: bool = False


def direct_call(name: str, operands: Sequence[Argument]) -> Direct | None:
    """Return how an operation is done directly, if it can be.

    Parameters
    ----------
    name : str
        The name of its row.
    operands : sequence of Argument
        Its operands.
    """
    count = len(operands)
    if name == "call_method":
        method = operands[1]
        known = isinstance(method, Constant) and _METHODS.get((method.value, count - 2))
        return _of_method(count, *known) if known else None
    if name in ("setitem", "store_item") and count == 3:
        return Direct((("PyDict_Type",), _KEYS, ()), _stored, acts=True)
    if name == "len" and count == 1:
        return Direct(((*_SEARCHED, "autograph_deque"),), _measured)
    if count != 2:
        return None
    if name in _BINARY:
        return Direct((_NUMBERS, _NUMBERS), _by(_BINARY[name]))
    if name in _COMPARED:
        kind = ("i32", str(_COMPARED[name]))
        return Direct((_KEYS, _KEYS), _by("PyObject_RichCompare", kind))
    if name in ("getitem", "load_item"):
        return Direct((_KEYED, _KEYS), _by("PyObject_GetItem"))
    if name in ("contains", "contains_not"):
        return Direct((_KEYS, _SEARCHED), _searched(name == "contains"))
    return None


def _by(name: str, *more: tuple[str, str]) -> Callable[[Writer, Sequence[str]], str]:
    """Return what calls a function that returns a new object."""

    def call(w: Writer, objects: Sequence[str]) -> str:
        return w.call("ptr", name, *[("ptr", each) for each in objects], *more)

    return call


def _of_method(count: int, kinds: str, keys: int) -> Direct:
    """Return how a method is called whose first arguments, so many, are keys."""
    classes = [kinds.split(), (), *[_KEYS] * keys, *[()] * (count - 2 - keys)]

    def call(w: Writer, objects: Sequence[str]) -> str:
        target, name, *others = objects
        slots = w.slot(f"[{count - 1} x ptr]")
        for number, each in enumerate((target, *others)):
            w.store("ptr", each, w.at(slots, 8 * number))
        given = (("ptr", name), ("ptr", slots), ("i64", str(count - 1)))
        return w.call("ptr", "PyObject_VectorcallMethod", *given, ("ptr", "null"))

    return Direct(classes, call, acts=True)


def _stored(w: Writer, objects: Sequence[str]) -> str:
    """Write ``target[key] = value``, and return None, or null."""
    status = w.call("i32", "PyObject_SetItem", *[("ptr", each) for each in objects])
    failed = w.put(f"icmp slt i32 {status}, 0")
    none = w.global_("_Py_NoneStruct")
    w.act("Py_IncRef", ("ptr", none))
    return w.put(f"select i1 {failed}, ptr null, ptr {none}")


def _measured(w: Writer, objects: Sequence[str]) -> str:
    """Write ``len(target)``, as an object."""
    size = w.call("i64", "PyObject_Size", ("ptr", objects[0]))
    return w.call("ptr", "PyLong_FromSsize_t", ("i64", size))  # these classes have one


def _searched(there: bool) -> Callable[[Writer, Sequence[str]], str]:
    """Return what looks for a key, and returns whether it is there as an object."""

    def call(w: Writer, objects: Sequence[str]) -> str:
        key, items = objects
        found = w.call("i32", "PySequence_Contains", ("ptr", items), ("ptr", key))
        yes, no = w.global_("autograph_true"), w.global_("autograph_false")
        one, other = (yes, no) if there else (no, yes)
        some = w.put(f"icmp ne i32 {found}, 0")
        told = w.put(f"select i1 {some}, ptr {one}, ptr {other}")
        w.act("Py_IncRef", ("ptr", told))
        failed = w.put(f"icmp slt i32 {found}, 0")
        return w.put(f"select i1 {failed}, ptr null, ptr {told}")

    return call


def are_of(w: Writer, values: Sequence[Machine], direct: Direct) -> str:
    """Return whether values are of the classes of a direct call; "false" if not."""
    found = "true"
    for value, classes in zip(values, direct.classes, strict=True):
        if not classes:
            continue
        if isinstance(value, Scalar) and isinstance(value.type, PythonScalar):
            continue  # which keeps its own type
        one = "false"
        if isinstance(value, Handle):
            kind = w.load("ptr", w.at(value.object, OFFSETS["type"]))
            for symbol in classes:
                here = w.put(f"icmp eq ptr {kind}, {w.global_(symbol)}")
                one = w.put(f"or i1 {one}, {here}")
        found = w.put(f"and i1 {found}, {one}")
    return found


def truth(w: Writer, value: Handle) -> tuple[str, str]:
    """Return whether the truth of an object is known, and what it is then."""

    def among(*symbols: str) -> str:
        found = "false"
        for symbol in symbols:
            here = w.put(f"icmp eq ptr {value.object}, {w.global_(symbol)}")
            found = w.put(f"or i1 {found}, {here}")
        return found

    true = among("autograph_true", "autograph_np_true")
    false = among("autograph_false", "autograph_np_false", "_Py_NoneStruct")
    return w.put(f"or i1 {true}, {false}"), true
