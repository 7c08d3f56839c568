"""Operations that machine code leaves to Python, and goes on with what they return.

A kernel calls the plan of the one operation with objects made of its operands. Errors
and warnings are faults: the plan of the whole gives them, at the user's line. So no
operation may be called that gives warnings by other means than NumPy's error state.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from runtime.execute import PlanExecutable
from runtime.ir.behavior import may_answer
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Value, argument_type
from runtime.native.assembly.emit import RAISED, Writer
from runtime.native.assembly.registers import is_opaque
from runtime.native.assembly.values import Items, Machine, NotNative
from runtime.native.objects.objects import make, take
from runtime.native.scalars.unions import has_lists, owned
from runtime.ops.row import Row
from runtime.ops.subscripts import is_advanced
from runtime.regions.parts import graph_of
from runtime.types import (
    COMPLEX,
    NONE,
    Array,
    Container,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
)

_LINEAR_ALGEBRA = (
    "cholesky cond_number det dot eig eigh eigvals eigvalsh einsum inner inv kron "
    "matmul matrix_rank norm outer pinv qr slogdet solve svd svdvals tensordot "
    "vdot"
)
_ORDER = (
    "argpartition argsort argwhere bincount count_nonzero digitize flatnonzero "
    "isin lexsort nonzero partition searchsorted sort unique unique_counts "
    "unique_inverse unique_values"
)
_NEW = (
    "append arange array_copy array_flatten array_tolist concatenate copy diag "
    "diagflat empty empty_like eye full full_like identity linspace ones "
    "ones_like pad repeat roll stack take_along_axis tile tri tril triu vander "
    "zeros zeros_like"
)
_OF_MANY = (
    "all allclose any argmax argmin array_cumprod array_cumsum array_equal "
    "array_trace convolve correlate cumprod cumsum diff ediff1d interp "
    "isclose max min prod ptp sum sum_of trace trapezoid"
)
_OF_EACH = (
    "absolute add angle arccos arccosh arcsin arcsinh arctan arctan2 arctanh "
    "array_clip array_round bitwise_and bitwise_or bitwise_xor cbrt ceil clip "
    "conjugate copysign cos cosh deg2rad degrees divide equal exp exp2 expm1 fabs "
    "float_power floor floor_divide fmax fmin fmod gcd greater greater_equal "
    "heaviside hypot invert isfinite isinf isnan lcm left_shift less less_equal "
    "log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or "
    "logical_xor maximum minimum multiply negative not_equal positive power "
    "rad2deg radians reciprocal remainder right_shift rint round select sign "
    "signbit sin sinc sinh sqrt square subtract tan tanh trunc where"
)
_OF_NUMBERS = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh "
    "degrees erf erfc exp exp2 expm1 fabs factorial floor fmod gamma gcd hypot "
    "isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 "
    "nextafter perm pow radians remainder sin sinh sqrt tan tanh trunc ulp"
)
_OF_ITS_OPERAND = (
    "array_fill array_sort copyto fill_diagonal iadd iand ifloordiv ilshift imod imul "
    "ior ipow irshift isub itruediv ixor place put putmask"
)
_OF_SOME = "array_mean array_std array_var mean median std var"
_NUMBERS = frozenset(("round_of", *(f"math_{name}" for name in _OF_NUMBERS.split())))
"""The operations that warn if they are given an array."""
_SOME = frozenset(_OF_SOME.split())
"""The operations that warn if they are given no elements."""
_WRITING = frozenset((*_OF_ITS_OPERAND.split(), "setitem"))
"""The operations that write into an array: their first operand."""
NAMES = _NUMBERS.union(
    _SOME,
    ("getitem",),
    *(each.split() for each in (_LINEAR_ALGEBRA, _ORDER, _NEW, _OF_MANY, _OF_EACH)),
)
"""The operations that a kernel may call."""
DRAWS = ("draw", "draw_from")
"""The operations that draw random numbers from a generator."""

_SAFE = frozenset(("axis", "dtype", "keepdims"))
"""With these keywords, means of some elements give no warnings of their own."""
_ERRORS = (ArithmeticError, LookupError, MemoryError, TypeError, ValueError)
"""What the operations raise. Anything else comes from a signal handler."""


@dataclass(frozen=True)
class Called:
    """An operation as a function of Python.

    Attributes
    ----------
    symbol : str
        The name of its address.
    function : callable
        The function. It returns `NotImplemented` for what it leaves to the plan.
    node : Node
        The operation.
    """

    symbol: str
    function: Callable[..., Any]
    node: Node


def may_be_called(node: Node) -> bool:
    """Whether a kernel may leave an operation to Python."""
    row = node.operation
    names = [name for name, _ in node.kwargs]
    if not isinstance(row, Row) or any(name in row.writes for name in names):
        return False
    if "where" in names:
        return False  # a ufunc warns of it
    types = [value.type for value in node.operands()]
    if any(map(may_answer, (*types, *(result.type for result in node.results)))):
        return False  # an object of the user's: it is asked once, and may give anything
    if row.name in _NUMBERS:
        return all(isinstance(of, (NumpyScalar, PythonScalar)) for of in types)
    arrays = [of for of in types if isinstance(of, Array)]
    if any(of.dtype.kind not in "biufc" or not of.rank for of in arrays):
        return False  # what takes arrays without axes often warns of it
    if row.name in _SOME and (len(node.args) > 1 or not _SAFE.issuperset(names)):
        return False
    if row.name in _WRITING:
        return _writes_into_an_array(node)
    return row.name in NAMES and row.fresh(node)


def _writes_into_an_array(node: Node) -> bool:
    """Whether an operation writes elements that no conversion warns of.

    The kernel has to know the array, to put it back at a fault.
    """
    target = node.args[0]
    if not isinstance(target, Value) or not isinstance(target.type, Array):
        return False
    if is_opaque(target.type):
        return False
    if node.operation.name == "setitem" and not _selects(node):
        return False  # an array of one element as a number is deprecated
    given = [argument_type(each) for each in (*node.operands(), *node.args)]
    return target.type.dtype.kind == "c" or not any(map(_is_complex, given))


def _selects(node: Node) -> bool:
    return is_advanced(replace(node, args=node.args[:2]))


def _is_complex(of: Type) -> bool:
    if isinstance(of, (Array, NumpyScalar)):
        return of.dtype.kind == "c"
    return of == COMPLEX


def may_be_drawn(node: Node) -> bool:
    """Whether a kernel may leave a draw to Python: if it returns numbers."""
    row, generator = node.operation, node.args[0]
    if not isinstance(row, Row) or not isinstance(generator, Value):
        return False
    if any(name in row.writes for name, _ in node.kwargs):
        return False
    of = node.results[0].type
    # An array drawn from an array may be a part of it.
    new = not any(isinstance(value.type, Array) for value in node.operands())
    drawn = isinstance(of, (NumpyScalar, PythonScalar)) or (
        isinstance(of, Array) and (new or row.name == "draw")
    )
    return drawn and generator.type in (Container("Generator"), Container("Random"))


def called(
    w: Writer, node: Node, values: dict[str, Machine], lists_alone: bool
) -> list[Machine]:
    """Write the call of an operation, and return its results.

    Parameters
    ----------
    w : Writer
        The function.
    node : Node
        The operation.
    values : dict
        The values so far, by name.
    lists_alone : bool
        Whether the kernel knows no lists of Python.
    """
    part = graph_of("called", [node], node.results)
    types = [result.type for result in node.results]
    if lists_alone and any(map(has_lists, types)):
        raise NotNative("lists of Python beside the kernel's own")
    function = _function(part, node)
    w.addresses[function.symbol] = id(function.function)
    w.keeps.append(function)
    operands = [values[value.name] for value in part.inputs]
    given = [make(w, operand) for operand in operands]
    slots = w.slot(f"[{max(len(given), 1)} x ptr]")
    for number, each in enumerate(given):
        w.store("ptr", each, w.at(slots, 8 * number))
    owner = w.owner()
    symbol = w.global_(function.symbol)
    arguments = (("ptr", symbol), ("ptr", slots), ("i64", str(len(given))))
    found = w.call("ptr", "autograph_call", *arguments)
    for each in given:
        w.act("Py_DecRef", ("ptr", each))
    raised, well = w.label("raised"), w.label("well")
    w.branch(w.put(f"icmp eq ptr {found}, null"), raised, well)
    w.begin(raised)
    w.leave(RAISED)
    w.begin(well)
    w.act("autograph_own", ("ptr", owner), ("ptr", found))
    left = w.global_("_Py_NotImplementedStruct")
    w.fault_if(w.put(f"icmp eq ptr {found}, {left}"))  # any object fits some types
    if len(types) > 1:
        whole = owned(take(w, found, Tuple(tuple(types))))
        assert isinstance(whole, Items)
        return [*whole.items]
    value = owned(take(w, found, types[0] if types else NONE))
    if types and node.operation.name in _WRITING:
        return operands[:1]
    return [value] if types else []


def _function(part: Graph, node: Node) -> Called:
    """Return the plan of an operation as a function that never warns or fails.

    One that writes or draws is not tried twice.
    """
    name = node.operation.name
    once, needs_some = name in (*_WRITING, *DRAWS), name in _SOME
    text = hashlib.sha256(str(part).encode()).hexdigest()

    @functools.cache
    def strict(under: Literal["ignore", "raise"]) -> Callable[..., Any]:
        # A decorator costs half of what a `with` statement does.
        return np.errstate(all="raise", under=under)(
            PlanExecutable(part, None, "user").call
        )

    def function(*operands: Any) -> Any:
        if needs_some and not all(map(np.size, operands)):
            return NotImplemented
        try:
            return strict("raise")(*operands)
        except FloatingPointError:
            under = np.geterr()["under"]
        except _ERRORS:
            under = "raise"
        if under == "ignore" and not once:
            with contextlib.suppress(*_ERRORS):
                return strict("ignore")(*operands)
        return NotImplemented

    return Called(f"autograph_called_{text[:20]}", function, node)
