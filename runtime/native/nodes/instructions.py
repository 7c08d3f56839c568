"""What each operation of a graph is in machine code.

`RULES` maps the name of a row to a function that writes its instructions. What has no
rule stays with the Python plan.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from runtime.native.arrays import (
    array_joins,
    array_reductions,
    axes,
    deviations,
    matrix_products,
)
from runtime.native.assembly.emit import Writer
from runtime.native.assembly.registers import machine
from runtime.native.assembly.rules import Rule
from runtime.native.assembly.ufunc_loops import call_loop, loop_of
from runtime.native.assembly.values import (
    Buffer,
    ComplexNumber,
    Handle,
    ListRef,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Tagged,
)
from runtime.native.nodes import c_library, makers, parts_of_values, single_numbers
from runtime.native.objects import buffers, searches, sequences
from runtime.native.objects.turns import (
    backwards,
    combined,
    counted,
    counting,
    cycled,
    enumerated,
    gone_through,
    repeated,
    scalars,
    zipped,
)
from runtime.native.scalars import complex_numbers, numbers
from runtime.native.scalars.conversions import (
    as_integer,
    cast_to,
    is_float,
    opaque,
    to_dtype,
    to_float,
    truncated,
    truth,
)
from runtime.native.scalars.unions import by_member, chosen
from runtime.types import BOOL, FLOAT, INT, NONE, UNBOUND, NumpyScalar, Type, Union


def _binary(name: str) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        left, right = scalars(operands)
        if name == "power" and isinstance(result, Union):
            # What is a float of integers, or complex of floats, is a fault.
            result = FLOAT if is_float(left.type) or is_float(right.type) else INT
        return numbers.binary(w, name, left, right, result)

    return rule


def _unary(function: Callable[[Writer, Scalar, Type], Scalar]) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        (value,) = scalars(operands)
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
    if isinstance(value, ComplexNumber):
        return complex_numbers.truth(w, value)
    if isinstance(value, ListRef):
        return w.put(f"icmp ne i64 {sequences.length(w, value)}, 0")
    if isinstance(value, Buffer):
        return w.put(f"icmp ne i64 {buffers.length(w, value)}, 0")
    if isinstance(value, Tagged):
        found = by_member(w, value, BOOL, functools.partial(_truth_of_member, w))
        assert isinstance(found, Scalar)
        return found.code
    raise NotNative("the truth of something other than a number")


def _truth_of_member(w: Writer, value: Machine) -> Machine | None:
    if value.type == UNBOUND:
        return None
    return Scalar(BOOL, truth_of(w, value))


def _not(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    return Scalar(result, w.put(f"xor i1 {truth_of(w, operands[0])}, true"))


def _int(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = scalars(operands)
    if is_float(value.type):
        return Scalar(INT, truncated(w, value.code, machine(value.type)))
    return Scalar(INT, as_integer(w, value), value.literal)


def _float(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = scalars(operands)
    return Scalar(FLOAT, to_float(w, value), value.literal)


def _convert(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    _, *values = operands
    (value,) = scalars(values)
    return cast_to(w, value, result)


def _extremum(name: str) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        first, *others = scalars(operands)
        if not others:
            raise NotNative("the extremum of an iterable")
        if isinstance(result, Union):
            best: Machine = first
            for other in others:
                best = chosen(w, _better(w, name, other, best), other, best, result)
            return best
        for other in others:
            better = numbers.compare(w, name, other, first)
            found = chosen(w, better, other, first, result)
            assert isinstance(found, Scalar)
            first = replace(found, literal=first.literal and other.literal)
        return first

    return rule


def _better(w: Writer, name: str, other: Scalar, best: Machine) -> str:
    """Return the truth of a comparison with a number of one or several types."""

    def compared(member: Machine) -> Machine:
        (number,) = scalars([member])
        return Scalar(BOOL, numbers.compare(w, name, other, number))

    if not isinstance(best, Tagged):
        return truth_of(w, compared(best))
    return truth_of(w, by_member(w, best, BOOL, compared))


def _identity(same: bool) -> Rule:
    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        left, right = operands
        if isinstance(left, (Handle, ListRef)) and isinstance(right, (Handle, ListRef)):
            test = "eq" if same else "ne"
            code = w.put(f"icmp {test} ptr {left.object}, {right.object}")
            return Scalar(BOOL, code)
        if isinstance(left, Nothing) and not isinstance(right, Nothing):
            left, right = right, left
        if not isinstance(right, Nothing):
            raise NotNative("the identity of a value")
        if isinstance(left, Handle) and right.type == NONE:
            test = "eq" if same else "ne"
            none = w.global_("_Py_NoneStruct")
            return Scalar(BOOL, w.put(f"icmp {test} ptr {left.object}, {none}"))
        if isinstance(left, Tagged):
            if right.type not in left.type.members:
                return Scalar(BOOL, "false" if same else "true", literal=True)
            number = left.type.members.index(right.type)
            test = "eq" if same else "ne"
            return Scalar(BOOL, w.put(f"icmp {test} i8 {left.tag}, {number}"))
        equal = isinstance(left, Nothing) and left.type == right.type
        return Scalar(BOOL, "true" if equal == same else "false", literal=True)

    return rule


def _of_list(
    function: Callable[..., Machine | None],
    of_buffer: Callable[..., Machine | None] | None = None,
) -> Rule:
    """Return the rule of a method of lists, and of those that only the kernel knows."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        target, *others = operands
        if isinstance(target, Buffer) and of_buffer is not None:
            found = of_buffer(w, target, *others)
        elif isinstance(target, ListRef):
            found = function(w, target, *others)
        else:
            raise NotNative("a method of something other than a list")
        return Nothing(NONE) if found is None else found

    return rule


def _pop(w: Writer, target: ListRef, index: Machine | None = None) -> Machine:
    return sequences.pop(w, target, index)


def _pop_of_buffer(w: Writer, target: Buffer, *index: Machine) -> Machine:
    if index:
        raise NotNative("an item popped from within a list")
    return buffers.pop(w, target)


def _fault(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    w.fault()
    return Nothing(NONE)


def _assert(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    w.fault_unless(truth_of(w, operands[0]))
    return Nothing(NONE)


def _sqrt(w: Writer, result: Type, operands: list[Machine]) -> Machine:
    (value,) = scalars(operands)
    if not isinstance(result, NumpyScalar):
        raise NotNative("the square root of an array")
    number = cast_to(w, opaque(w, value) if value.literal else value, result)
    kind = machine(result)
    if kind not in ("double", "float"):
        raise NotNative(f"numbers of dtype {result.dtype.name}")
    suffix = "f64" if kind == "double" else "f32"
    return Scalar(result, w.intrinsic(kind, f"llvm.sqrt.{suffix}", (kind, number.code)))


def _by_inner_loop(name: str) -> Rule:
    """Return the rule of a ufunc whose inner loop computes one number."""
    ufunc: np.ufunc = getattr(np, name)

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        given = scalars(operands)
        if not isinstance(result, NumpyScalar) or result.dtype.kind != "f":
            raise NotNative(f"{name} with a result of type {result}")
        loop = loop_of(ufunc, result.dtype)
        kind = machine(result)
        slots = [w.slot(kind) for _ in range(len(given) + 1)]
        for value, slot in zip(given, slots, strict=False):
            w.store(kind, to_dtype(w, value, result.dtype), slot)
        width = str(result.dtype.itemsize)
        call_loop(w, loop, [(slot, width) for slot in slots], ["1"])
        return Scalar(result, w.load(kind, slots[-1]))

    return rule


IN_PLACE = {
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

_INNER_LOOPS = (
    "exp exp2 expm1 log log2 log10 log1p sin cos tan tanh sinh cosh arcsin arccos "
    "arctan arcsinh arccosh arctanh arctan2 cbrt hypot maximum minimum fmax fmin sign "
    "copysign"
)

RULES: dict[str, Rule] = {
    **c_library.RULES,
    **makers.RULES,
    **parts_of_values.RULES,
    **axes.RULES,
    **array_reductions.RULES,
    **deviations.RULES,
    **array_joins.RULES,
    **matrix_products.RULES,
    **searches.RULES,
    **single_numbers.RULES,
    **{name: _by_inner_loop(name) for name in _INNER_LOOPS.split()},
    **{name: _binary(plain) for name, plain in IN_PLACE.items()},
    **{name: _binary(name) for name in numbers.ARITHMETIC | numbers.COMPARISONS},
    "absolute": _unary(numbers.absolute),
    "assert_true": _assert,
    "convert_scalar": _convert,
    "enumerate": enumerated,
    "float": _float,
    "int": _int,
    "invert": _unary(numbers.invert),
    "is_": _identity(True),
    "is_not": _identity(False),
    "iter": gone_through,
    "itertools_count": counting,
    "itertools_cycle": cycled,
    "itertools_product": combined,
    "itertools_repeat": repeated,
    "list_append": _of_list(sequences.append, buffers.append),
    "list_clear": _of_list(sequences.clear),
    "list_extend": _of_list(sequences.extend),
    "list_insert": _of_list(sequences.insert),
    "list_pop": _of_list(_pop, _pop_of_buffer),
    "list_reverse": _of_list(sequences.reverse),
    "maximum_of": _extremum("greater"),
    "minimum_of": _extremum("less"),
    "negative": _unary(numbers.negative),
    "not_": _not,
    "positive": _unary(_positive),
    "raise_error": _fault,
    "range": counted,
    "reversed": backwards,
    "sqrt": _sqrt,
    "truth": _truth,
    "zip": zipped,
}


def _either(plain: Rule | None, of_complex: Rule) -> Rule:
    """Return the rule of an operation that complex numbers have as well."""

    def rule(w: Writer, result: Type, operands: list[Machine]) -> Machine:
        given = any(isinstance(each, ComplexNumber) for each in operands)
        if given or plain is None:
            return of_complex(w, result, operands)
        return plain(w, result, operands)

    return rule


RULES |= {
    name: _either(RULES.get(name), rule) for name, rule in complex_numbers.RULES.items()
}

GATHERS = array_joins.NAMES | {"array", "itertools_cycle"}
"""The operations that take the items of a list that is written out."""
KEYWORDS = array_reductions.KEYWORDS | deviations.KEYWORDS | array_joins.KEYWORDS
KEYWORDS |= {"zip": "* strict"}
"""What an operation takes behind its first operand: by place or, after ``*``, by name.

What is not given is None."""

MARKED_ITERATORS = frozenset(("enumerate", "reversed", "zip"))
"""The operations whose result gives its items but once, in kernels with marks."""
ITERATORS = MARKED_ITERATORS.union(
    (
        "iter",
        *("itertools_count", "itertools_cycle", "itertools_product"),
        "itertools_repeat",
    )
)
"""The operations whose result gives its items but once."""
INDEXED = frozenset(("getitem", "setitem", "list_insert", "list_pop"))
"""The operations of lists whose second operand is an index."""

WHOLE: frozenset[str] = frozenset(
    "enumerate is_ is_not iter itertools_repeat raise_error range unpack zip".split()
)
"""The operations that take a union as it is; all others take its members in turn."""
