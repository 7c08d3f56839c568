"""What each operation of a graph is in machine code.

`RULES` maps the name of a row to a function that writes its instructions. What has no
rule stays with the Python plan.
"""

from __future__ import annotations

from collections.abc import Callable

from runtime.native import elements, numbers
from runtime.native.conversions import (
    as_integer,
    cast_to,
    is_finite,
    is_float,
    known,
    opaque,
    to_float,
    truncated,
    truth,
)
from runtime.native.emit import Writer
from runtime.native.values import (
    Count,
    Items,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Tagged,
    View,
    Zipped,
    machine,
)
from runtime.types import BOOL, FLOAT, INT, NONE, NumpyScalar, Type

Rule = Callable[[Writer, Type, list[Machine]], Machine]
"""Writes an operation: the type of its result, its operands."""


def _scalars(operands: list[Machine]) -> list[Scalar]:
    found = [each for each in operands if isinstance(each, Scalar)]
    if len(found) < len(operands):
        raise NotNative("an operand other than a number")
    return found


def _binary(name: str) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        left, right = _scalars(operands)
        return numbers.binary(w, name, left, right, result)

    return rule


def _unary(function: Callable[[Writer, Scalar, Type], Scalar]) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        (value,) = _scalars(operands)
        return function(w, value, result)

    return rule


def _positive(w: Writer, value: Scalar, result: Type) -> Scalar:
    return cast_to(w, value, result)


def _truth(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    return Scalar(result, truth_of(w, operands[0]))


def truth_of(w: Writer, value: Machine) -> str:
    """Return the truth of a value as one bit."""
    if isinstance(value, Nothing) and value.type == NONE:
        return "false"
    if isinstance(value, Scalar):
        return truth(w, value)
    raise NotNative("the truth of something other than a number")


def _not(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    return Scalar(result, w.put(f"xor i1 {truth_of(w, operands[0])}, true"))


def _int(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = _scalars(operands)
    if is_float(value.type):
        return Scalar(INT, truncated(w, value.code, machine(value.type)))
    return Scalar(INT, as_integer(w, value), value.literal)


def _float(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = _scalars(operands)
    return Scalar(FLOAT, to_float(w, value), value.literal)


def _convert(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    _, *values = operands
    (value,) = _scalars(values)
    return cast_to(w, value, result)


def _extremum(name: str) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        first, *others = _scalars(operands)
        if not others:
            raise NotNative("the extremum of an iterable")
        for other in others:
            if other.type != first.type:
                raise NotNative("the extremum of numbers of two types")
            kind = machine(first.type)
            better = numbers.compare(w, name, other, first)
            chosen = f"select i1 {better}, {kind} {other.code}, {kind} {first.code}"
            first = Scalar(first.type, w.put(chosen), first.literal and other.literal)
        return first

    return rule


def _identity(same: bool) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        left, right = operands
        if isinstance(left, Nothing) and not isinstance(right, Nothing):
            left, right = right, left
        if not isinstance(right, Nothing):
            raise NotNative("the identity of a value")
        if isinstance(left, Tagged):
            if right.type not in left.type.members:
                return Scalar(BOOL, "false" if same else "true", literal=True)
            number = left.type.members.index(right.type)
            test = "eq" if same else "ne"
            return Scalar(BOOL, w.put(f"icmp {test} i8 {left.tag}, {number}"))
        equal = isinstance(left, Nothing) and left.type == right.type
        return Scalar(BOOL, "true" if equal == same else "false", literal=True)

    return rule


def _range(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    given = _scalars(operands)
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


def _not_below_zero(w: Writer, code: str) -> str:
    return w.intrinsic("i64", "llvm.smax.i64", ("i64", code), ("i64", "0"))


def _zip(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    return Zipped(tuple(operands), result)


def _enumerate(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    items, *start = operands
    first = as_integer(w, _scalars(start)[0]) if start else "0"
    count = length_of(w, items)
    w.checked("sadd", "i64", first, count)
    return Zipped((Count(first, count, "1"), items), result)


def length_of(w: Writer, items: Machine) -> str:
    """Return the number of turns of a loop over a value."""
    match items:
        case Count(length=length):
            return length
        case View(sizes=(first, *_)):
            return first
        case Zipped(parts=parts):
            lengths = [length_of(w, part) for part in parts]
            least = lengths[0]
            for other in lengths[1:]:
                least = w.intrinsic(
                    "i64", "llvm.smin.i64", ("i64", least), ("i64", other)
                )
            return least
    raise NotNative("a loop over something other than ranges and arrays")


def item_of(w: Writer, items: Machine, turn: str) -> Machine:
    """Return what a loop over a value binds in a turn."""
    match items:
        case Count(start=start, step=step):
            far = turn if step == "1" else w.put(f"mul nsw i64 {turn}, {step}")
            here = far if start == "0" else w.put(f"add nsw i64 {far}, {start}")
            return Scalar(INT, here)
        case View() as view:
            distance = w.put(f"mul nsw i64 {turn}, {view.strides[0]}")
            address = w.at(view.data, distance)
            if len(view.sizes) == 1:
                return elements.element(w, view, address)
            return elements.row(view, address, 1)
        case Zipped(parts=parts):
            return Items(tuple(item_of(w, part, turn) for part in parts))
    raise NotNative("a loop over something other than ranges and arrays")


def _len(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (items,) = operands
    if isinstance(items, Items):
        return Scalar(INT, str(len(items.items)), literal=True)
    if not isinstance(items, (View, Count)):
        raise NotNative("the length of something other than an array")
    return Scalar(INT, length_of(w, items))


def _dimension(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    array, axis = operands
    number = known(axis) if isinstance(axis, Scalar) else None
    if not isinstance(array, View) or number is None:
        raise NotNative("a dimension that is not known")
    return Scalar(INT, array.sizes[number])


def _getitem(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    items, index = operands
    if isinstance(items, View):
        return elements.getitem(w, items, index)
    position = known(index) if isinstance(index, Scalar) else None
    if isinstance(items, Items) and position is not None:
        if -len(items.items) <= position < len(items.items):
            return items.items[position]
    raise NotNative("an item of something other than an array")


def _setitem(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    array, index, value = operands
    if not isinstance(array, View):
        raise NotNative("an assignment to an item of something other than an array")
    elements.setitem(w, array, index, value)
    return Nothing(NONE)


def _unpack(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    items, count = operands
    if isinstance(items, Items) and isinstance(count, Scalar):
        if len(items.items) == known(count):
            return items
    raise NotNative("unpacking something other than a tuple")


def _fault(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    w.fault()
    return Nothing(NONE)


def _assert(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    w.fault_unless(truth_of(w, operands[0]))
    return Nothing(NONE)


def _math(function: str) -> Rule:
    """Return the rule of a function of `math` that is the C library's."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        given = [("double", to_float(w, each)) for each in _scalars(operands)]
        found = w.call("double", function, *given)
        # What is not finite may be an error.
        w.fault_unless(is_finite(w, found))
        return Scalar(FLOAT, found)

    return rule


def _math_sqrt(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = _scalars(operands)
    code = to_float(w, value)
    w.fault_unless(w.put(f"fcmp oge double {code}, 0.0"))
    return Scalar(FLOAT, w.intrinsic("double", "llvm.sqrt.f64", ("double", code)))


def _math_fabs(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = _scalars(operands)
    return numbers.absolute(w, Scalar(FLOAT, to_float(w, value)), FLOAT)


def _math_whole(function: str) -> Rule:
    """Return the rule of ``math.floor``, ``ceil`` or ``trunc``."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        (value,) = _scalars(operands)
        if not is_float(value.type):
            return Scalar(INT, as_integer(w, value), value.literal)
        code = to_float(w, value)
        name = f"llvm.{function}.f64"
        whole = w.intrinsic("double", name, ("double", code))
        return Scalar(INT, truncated(w, whole, "double"))

    return rule


def _math_isnan(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = _scalars(operands)
    code = to_float(w, value)
    return Scalar(BOOL, w.put(f"fcmp uno double {code}, {code}"))


def _sqrt(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = _scalars(operands)
    if not isinstance(result, NumpyScalar):
        raise NotNative("the square root of an array")
    number = cast_to(w, opaque(w, value) if value.literal else value, result)
    kind = machine(result)
    if kind not in ("double", "float"):
        raise NotNative(f"numbers of dtype {result.dtype.name}")
    suffix = "f64" if kind == "double" else "f32"
    return Scalar(result, w.intrinsic(kind, f"llvm.sqrt.{suffix}", (kind, number.code)))


def _divmod(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    left, right = _scalars(operands)
    if left.type != INT or right.type != INT:
        raise NotNative("divmod of other than integers")
    return Items(
        (
            numbers.binary(w, "floor_divide", left, right, INT),
            numbers.binary(w, "remainder", left, right, INT),
        )
    )


def _math_log(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    if len(operands) != 1:
        raise NotNative("a logarithm to another base")
    return _math("log")(w, result, operands)


_LIBM = (
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log1p "
    "log2 log10 pow fmod copysign"
)

_IN_PLACE = {
    "iadd": "add",
    "isub": "subtract",
    "imul": "multiply",
    "itruediv": "divide",
    "ifloordiv": "floor_divide",
    "imod": "remainder",
    "ipow": "power",
    "iand": "bitwise_and",
    "ior": "bitwise_or",
    "ixor": "bitwise_xor",
    "ilshift": "left_shift",
    "irshift": "right_shift",
}
"""Operators in place: of numbers, they are the plain ones."""

RULES: dict[str, Rule] = {
    **{name: _binary(plain) for name, plain in _IN_PLACE.items()},
    **{name: _binary(name) for name in numbers.ARITHMETIC | numbers.COMPARISONS},
    **{f"math_{name}": _math(name) for name in _LIBM.split()},
    **{f"math_{name}": _math_whole(name) for name in ("floor", "ceil", "trunc")},
    "absolute": _unary(numbers.absolute),
    "assert_true": _assert,
    "convert_scalar": _convert,
    "dimension": _dimension,
    "divmod_of": _divmod,
    "enumerate": _enumerate,
    "float": _float,
    "getitem": _getitem,
    "int": _int,
    "invert": _unary(numbers.invert),
    "is_": _identity(True),
    "is_not": _identity(False),
    "len": _len,
    "math_fabs": _math_fabs,
    "math_isnan": _math_isnan,
    "math_log": _math_log,
    "math_sqrt": _math_sqrt,
    "maximum_of": _extremum("greater"),
    "minimum_of": _extremum("less"),
    "negative": _unary(numbers.negative),
    "not_": _not,
    "positive": _unary(_positive),
    "raise_error": _fault,
    "range": _range,
    "setitem": _setitem,
    "sqrt": _sqrt,
    "truth": _truth,
    "unpack": _unpack,
    "zip": _zip,
}

WHOLE: frozenset[str] = frozenset(
    ("is_", "is_not", "raise_error", "unpack", "zip", "enumerate")
)
"""The operations that take a union as it is; all others take its members in turn."""
