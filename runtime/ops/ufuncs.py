"""NumPy's universal functions, and calls of their methods.

One rule types them all: NumPy itself resolves the dtypes, shapes broadcast, and a 0-d
result is a scalar. Python's operators have their own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from runtime.ops.arrays import Out, array_row, function_row
from runtime.ops.dimensions import (
    agree,
    broadcast,
    broadcasts_to,
    with_axis,
    without_axis,
)
from runtime.ops.operands import (
    BOOLEAN,
    INTP,
    Operand,
    Unsure,
    are_wide,
    array,
    array_or_scalar,
    operand,
    operands,
    tuple_of,
)
from runtime.ops.options import (
    axes_argument,
    axis_argument,
    dtype_argument,
    flag,
    given,
    is_symbolic,
    written,
)
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.types import NONE, Array, NoneType, Shape, Type


@lru_cache(maxsize=8192)
def resolve(
    ufunc: np.ufunc, inputs: tuple[Any, ...], dtype: np.dtype | None = None
) -> tuple[np.dtype, ...]:
    """Return the dtypes of the results, or raise `TypeFailure` if there is no loop.

    Python types among `inputs` are weak.
    """
    template = (*inputs, *(None,) * ufunc.nout)
    options: dict[str, Any] = {}
    if dtype is not None:
        options["signature"] = ((None,) * ufunc.nin) + (dtype,) * ufunc.nout
    try:
        resolved = ufunc.resolve_dtypes(template, **options)
    except TypeError as error:
        raise TypeFailure(str(error)) from None
    except ValueError:
        raise Unsure("dtypes that do not resolve") from None
    return tuple(resolved[ufunc.nin :])


def ufunc_dtypes(
    ufunc: np.ufunc, *inputs: Operand, dtype: np.dtype | None = None
) -> tuple[np.dtype, ...]:
    """Return the dtypes of a ufunc's results for its operands."""
    kinds = {one.dtype.kind for one in inputs}
    if kinds & set("UST"):
        if ufunc in COMPARISONS and len(kinds) == 1:
            return (BOOLEAN,)
        if ufunc not in _OF_STRINGS:
            raise Unsure("the ufunc of strings")
    if all(one.weak or one.dtype == BOOLEAN for one in inputs):
        if any(one.weak is int and one.dtype != INTP for one in inputs):
            raise Unsure("integers beyond 64 bits")
    return resolve(ufunc, tuple(one.promoted for one in inputs), dtype)


_OF_STRINGS = frozenset(
    {np.add, np.strings.str_len}
    | {getattr(np.strings, name) for name in np.strings.__all__ if name[:2] == "is"}
)
"""The ufuncs of strings whose result dtypes follow from the operand dtypes alone."""


def core_shape(ufunc: np.ufunc, left: Shape, right: Shape) -> Shape:
    """Return the shape of a product: of `matmul` and related ufuncs."""
    if left is None or right is None:
        return None
    wanted = _CORES[ufunc]
    if ufunc is np.matmul:
        wanted = (min(len(left), 2), min(len(right), 2))
    if not left or not right or len(left) < wanted[0] or len(right) < wanted[1]:
        raise TypeFailure("not enough dimensions")
    contracted = right[-2] if wanted[1] == 2 else right[-1]
    agree(left[-1], contracted)
    outer = broadcast(left[: -wanted[0]], right[: -wanted[1]])
    if outer is None:  # pragma: no cover
        return None
    rows = left[-2:-1] if wanted[0] == 2 else ()
    columns = right[-1:] if wanted[1] == 2 else ()
    return outer + rows + columns


_CORES: dict[np.ufunc, tuple[int, int]] = {np.matmul: (2, 2), np.vecdot: (1, 1)}
for _name, _core in (("matvec", (2, 1)), ("vecmat", (1, 2))):  # NumPy 2.2
    if hasattr(np, _name):
        _CORES[getattr(np, _name)] = _core

COMPARISONS = frozenset(
    (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
)


def ufunc_rule(ufunc: np.ufunc) -> Rule:
    """Return the type rule of a ufunc."""

    def rule(*arguments: Any, out: Any = None, **options: Any) -> Type:
        plain = out is None and not options
        if plain and all(isinstance(one, Type) for one in arguments):
            if not are_wide():
                return _plain_call(ufunc, arguments)
        return _call(ufunc, *arguments, out=out, **options)

    return rule


@lru_cache(maxsize=16384)
def _plain_call(ufunc: np.ufunc, types: tuple[Type, ...]) -> Type:
    """Return the type of a call with symbols alone, the usual case."""
    return _call(ufunc, *types)


def _call(
    ufunc: np.ufunc,
    /,
    *arguments: Any,
    out: Any = None,
    where: Any = True,
    **options: Any,
) -> Type:
    """Return the type of a call with any arguments of a ufunc."""
    if len(arguments) > ufunc.nin:
        if out is not None:
            raise TypeFailure("out= given twice")
        out = arguments[ufunc.nin :]
    if len(arguments) < ufunc.nin:
        raise TypeFailure("too few operands")
    of_cores = {"axis", "keepdims"} if ufunc is np.vecdot else set()
    if set(options) - {"dtype", "casting", "order", "subok"} - of_cores:
        raise Unsure("an option of the ufunc")
    inputs = operands(arguments[: ufunc.nin])
    dtypes = ufunc_dtypes(ufunc, *inputs, dtype=_dtype_option(options))
    if ufunc is np.vecdot and of_cores & options.keys():
        return _results(dtypes, _products(*inputs, **options), out)
    if ufunc.signature is not None:
        shape = core_shape(ufunc, inputs[0].shape, inputs[1].shape)
        return _results(dtypes, shape, out)
    shape = broadcast(*(one.shape for one in inputs))
    if where is not True:
        shape = broadcast(shape, operand(where).shape)
    return _results(dtypes, shape, out)


def _products(
    left: Operand, right: Operand, axis: Any = -1, keepdims: Any = False, **more: Any
) -> Shape:
    """Return the shape of dot products of vectors along an axis of both operands."""
    if not left.shape or not right.shape:
        raise Unsure("vectors of unknown rank")
    sizes, rests = [], []
    for shape in (left.shape, right.shape):
        place = axis_argument(axis, len(shape))
        if place is None:
            raise Unsure("an axis known at run time only")
        sizes.append(shape[place])
        rests.append((*shape[:place], *shape[place + 1 :]))
    agree(*sizes)
    joined = broadcast(*rests)
    if not flag(keepdims) or joined is None:
        return joined
    place = axis_argument(axis, len(joined) + 1)
    return None if place is None else (*joined[:place], 1, *joined[place:])


def _dtype_option(options: dict[str, Any]) -> np.dtype | None:
    if options.get("dtype") is None:
        return None
    if "casting" in options:
        raise Unsure("casts asked for")
    return dtype_argument(options["dtype"], BOOLEAN)


def _results(dtypes: tuple[np.dtype, ...], shape: Shape, out: Any) -> Type:
    """Return the type of a ufunc's results: new arrays, or the given outputs."""
    if out is None or out is ...:
        out = (out,) * len(dtypes)
    outs = out if isinstance(out, tuple) else (out,)
    if len(outs) != len(dtypes):
        raise Unsure("not as many outputs as results")
    found = [_result(dtype, shape, one) for dtype, one in zip(dtypes, outs)]
    return found[0] if len(found) == 1 else tuple_of(found)


def _result(dtype: np.dtype, shape: Shape, out: Any) -> Type:
    if out is ...:  # as if there were an array for it
        if not _TAKES_ELLIPSIS:
            raise TypeFailure("out= is no array")
        return array(dtype, shape)
    target = written(out)
    if target is None:
        return array_or_scalar(dtype, shape)
    if isinstance(target, Array):
        if target.dtype.kind in "biufc" and not np.can_cast(
            dtype, target.dtype, "same_kind"
        ):
            raise Unsure("a cast that may have been asked for")
        broadcasts_to(shape, target.shape)
    return target


_TAKES_ELLIPSIS = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 3)


# Methods of ufuncs


def _reduce(
    ufunc: np.ufunc,
    argument: Operand,
    axis: Any = 0,
    dtype: Any = None,
    out: Out = None,
    keepdims: Any = False,
    initial: Any = None,
    where: Any = True,
) -> Type:
    return array_or_scalar(
        reduction_dtype(ufunc, argument.dtype, dtype),
        reduced(argument.shape, axis, keepdims),
    )


def _accumulate(
    ufunc: np.ufunc,
    argument: Operand,
    axis: Any = 0,
    dtype: Any = None,
    out: Out = None,
) -> Type:
    if argument.shape == ():
        raise TypeFailure("cannot accumulate on a scalar")
    if not given(axis):
        if argument.rank != 1:
            raise Unsure("several axes")
    elif argument.rank is not None:
        axis_argument(axis, argument.rank)
    return array(reduction_dtype(ufunc, argument.dtype, dtype), argument.shape)


def _reduceat(
    ufunc: np.ufunc,
    argument: Operand,
    indices: Operand,
    axis: Any = 0,
    dtype: Any = None,
    out: Out = None,
) -> Type:
    result = reduction_dtype(ufunc, argument.dtype, dtype)
    if argument.shape is None or indices.shape is None:
        return array(result, None)
    if len(indices.shape) != 1 or not argument.shape:
        raise Unsure("indices of another rank")
    return array(
        result,
        with_axis(
            argument.shape, axis_argument(axis, len(argument.shape)), indices.shape[0]
        ),
    )


def _outer(ufunc: np.ufunc, /, left: Any, right: Any, **options: Any) -> Type:
    if options or ufunc.nin != 2:
        raise Unsure("an option of the ufunc")
    one, other = operand(left).strong, operand(right).strong
    shape = None
    if one.shape is not None and other.shape is not None:
        shape = one.shape + other.shape
    dtypes = ufunc_dtypes(ufunc, one, other)
    return _results(dtypes, shape, None)


def reduction_dtype(ufunc: np.ufunc, dtype: np.dtype, wanted: Any = None) -> np.dtype:
    """Return the dtype of a reduction: sums and products of small integers widen."""
    result = dtype_argument(wanted, dtype)
    if wanted is not None and not isinstance(wanted, NoneType):
        if ufunc in _LOGICAL or ufunc in COMPARISONS:
            raise Unsure("the dtype of a truth value")
        return result
    return _reduction_dtype(ufunc, dtype)


@lru_cache(maxsize=1024)
def _reduction_dtype(ufunc: np.ufunc, dtype: np.dtype) -> np.dtype:
    if dtype.kind in "UST":
        raise Unsure("a reduction of strings")
    if ufunc in (np.add, np.multiply) and dtype.kind in "biu":
        return np.result_type(dtype, np.uintp if dtype.kind == "u" else INTP)
    if ufunc in _LOGICAL:
        return BOOLEAN
    if ufunc in COMPARISONS and dtype != BOOLEAN:
        raise Unsure("a reduction whose result is not its operand's kind")
    return resolve(ufunc, (dtype,) * ufunc.nin)[0]


_LOGICAL = frozenset((np.logical_and, np.logical_or, np.logical_xor))


def reduced(shape: Shape, axis: Any, keepdims: Any = False) -> Shape:
    """Return the shape after a reduction over one axis, several, or all."""
    keep = flag(keepdims)
    if axis is None or isinstance(axis, NoneType):
        if not keep:
            return ()
        return None if shape is None else (1,) * len(shape)
    if shape is None:
        return None
    if not shape:
        if isinstance(axis, (list, tuple, Type)):
            raise Unsure("axes of a scalar")
        axis_argument(axis, 1)
        return ()
    if isinstance(axis, Type) or is_symbolic(axis):
        return _reduced_somewhere(shape, axis, keep)
    axes = axes_argument(axis, len(shape))
    if axes is None:  # pragma: no cover
        raise Unsure("axes known by type only")
    if keep:
        return tuple(1 if i in axes else size for i, size in enumerate(shape))
    return tuple(size for i, size in enumerate(shape) if i not in axes)


def _reduced_somewhere(shape: tuple[int | None, ...], axis: Any, keep: bool) -> Shape:
    """Return the shape after a reduction over axes known by type only."""
    if keep:
        return (None,) * len(shape)
    if isinstance(axis, (list, tuple)):
        return (None,) * (len(shape) - len(axis))
    return without_axis(shape, axis_argument(axis, len(shape)))


# Kernels of the methods: the ufunc is the first argument.


def ufunc_call(ufunc: np.ufunc, /, *args: Any, **kwargs: Any) -> Any:
    """Call a ufunc, as in ``np.add(a, b, out=c)``, where no operator does the same."""
    return ufunc(*args, **kwargs)


def ufunc_reduce(ufunc: np.ufunc, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``ufunc.reduce``."""
    return ufunc.reduce(*args, **kwargs)


def ufunc_accumulate(ufunc: np.ufunc, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``ufunc.accumulate``."""
    return ufunc.accumulate(*args, **kwargs)


def ufunc_reduceat(ufunc: np.ufunc, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``ufunc.reduceat``."""
    return ufunc.reduceat(*args, **kwargs)


def ufunc_outer(ufunc: np.ufunc, /, *args: Any, **kwargs: Any) -> Any:
    """Call ``ufunc.outer``."""
    return ufunc.outer(*args, **kwargs)


def ufunc_at(ufunc: np.ufunc, *args: Any) -> None:
    """Call ``ufunc.at``."""
    ufunc.at(*args)


# Rows

_REALS = np.array([[0.25, 0.5, 0.75], [0.1, 0.2, 0.3]])
_ABOVE_ONE = _REALS + 1.5
_INTEGERS = np.array([[1, 2, 3], [4, 5, 6]])
_MASK = np.array([[True, False, True], [False, False, True]])
_THREE = np.array([1.0, 2.0, 3.0])
_WRONG = np.ones((2, 4))


def _outputs(ufunc: np.ufunc) -> tuple[np.ndarray, ...]:
    """Return outputs of a shape that no sample fits."""
    return (np.zeros(5),) * ufunc.nout


def _unary(*functions: np.ufunc, sample: np.ndarray = _REALS) -> Iterator[Row]:
    for ufunc in functions:
        yield function_row(
            ufunc,
            ufunc_rule(ufunc),
            call(sample),
            call(sample[0, 0]),
            call(sample, out=sample * 1),
            bad=call(sample, out=_outputs(ufunc)),
        )


def _binary(
    *functions: np.ufunc, sample: np.ndarray = _REALS, **fields: Any
) -> Iterator[Row]:
    for ufunc in functions:
        yield function_row(
            ufunc,
            ufunc_rule(ufunc),
            call(sample, sample[0]),
            call(sample[0, 0], sample),
            bad=call(sample, _WRONG),
            **fields,
        )


def _predicates(*functions: np.ufunc, sample: np.ndarray = _REALS) -> Iterator[Row]:
    """Yield rows of ufuncs for which the input of a sample is no valid output."""
    for ufunc in functions:
        yield function_row(
            ufunc,
            ufunc_rule(ufunc),
            call(sample),
            call(sample[0, 0]),
            call(sample, where=_MASK[0]),
            bad=call(sample, out=_outputs(ufunc)),
        )


def _method(
    name: str, kernel: Callable[..., Any], rule: Callable[..., Type], **fields: Any
) -> Row:
    return array_row(kernel, rule, name=name, **fields)


ROWS: tuple[Row, ...] = (
    *_unary(np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan),
    *_unary(np.sinh, np.cosh, np.tanh, np.arcsinh, np.arctanh),
    *_unary(np.arccosh, sample=_ABOVE_ONE),
    *_unary(np.exp, np.exp2, np.expm1, np.log, np.log2, np.log10, np.log1p),
    *_unary(np.sqrt, np.cbrt, np.square, np.reciprocal, np.fabs, np.spacing),
    *_unary(np.floor, np.ceil, np.trunc, np.rint, np.sign),
    *_unary(np.deg2rad, np.rad2deg, np.degrees, np.radians),
    *_predicates(np.isnan, np.isinf, np.isfinite, np.signbit, np.logical_not),
    *_predicates(np.bitwise_count, sample=_INTEGERS),
    *_predicates(np.modf, np.frexp),
    function_row(
        np.isnat,
        ufunc_rule(np.isnat),
        call(np.datetime64("2000-01-01")),
        bad=call(1.0),
    ),
    function_row(
        np.conjugate,
        ufunc_rule(np.conjugate),
        call(_REALS),
        call(_REALS * 1j),
        bad=call(_REALS, out=_outputs(np.conjugate)),
    ),
    *_binary(np.maximum, np.minimum, np.fmax, np.fmin, commutative=True),
    *_binary(np.hypot, np.logaddexp, np.logaddexp2, commutative=True),
    *_binary(np.arctan2, np.copysign, np.nextafter, np.heaviside),
    *_binary(np.fmod, np.float_power, np.divmod),
    *_binary(np.logical_and, np.logical_or, np.logical_xor, sample=_MASK),
    *_binary(np.gcd, np.lcm, sample=_INTEGERS, commutative=True),
    function_row(
        np.ldexp,
        ufunc_rule(np.ldexp),
        call(_REALS, _INTEGERS),
        call(_REALS, 3),
        bad=call(_REALS, _REALS),
    ),
    *(
        function_row(
            ufunc,
            ufunc_rule(ufunc),
            call(left, right),
            *samples,
            bad=call(1.0, right),
        )
        for ufunc, left, right, *samples in (
            (
                np.vecdot,
                _REALS,
                _THREE,
                call(_REALS, _REALS, axis=0),
                call(_REALS, _THREE, keepdims=True),
                call(_INTEGERS, _INTEGERS, axis=0, keepdims=True),
            ),
            (getattr(np, "matvec", None), _REALS, _THREE),
            (getattr(np, "vecmat", None), _THREE, _REALS.T),
        )
        if ufunc is not None
    ),
    array_row(
        ufunc_call,
        _call,
        call(np.add, 1, 2),
        call(np.add, [1, 2], _THREE[:2]),
        call(np.add, _REALS, _REALS, out=_REALS * 1),
        call(np.add, _REALS, 1, dtype=np.float32),
        call(np.multiply, 2.0, 3.0, where=_MASK),
        bad=(call(np.add, _REALS, _WRONG), call(np.subtract, True, False)),
    ),
    array_row(
        ufunc_reduce,
        _reduce,
        call(np.add, _REALS),
        call(np.add, _MASK, axis=None),
        call(np.maximum, _INTEGERS, axis=1, keepdims=True),
        call(np.logical_or, _REALS, axis=-1),
        call(np.bitwise_or, _INTEGERS.astype(np.int8), (0, 1)),
        bad=call(np.add, _REALS, 5),
    ),
    array_row(
        ufunc_accumulate,
        _accumulate,
        call(np.add, _INTEGERS.astype(np.int8)),
        call(np.minimum, _REALS, axis=1),
        bad=call(np.add, 1.0),
    ),
    array_row(
        ufunc_reduceat,
        _reduceat,
        call(np.add, _THREE, [0, 2, 1]),
        call(np.add, _REALS, [0], axis=1),
        bad=call(np.add, _REALS, [0], 4),
    ),
    array_row(
        ufunc_outer,
        _outer,
        call(np.multiply, _THREE, _REALS),
        call(np.less, 1, 2.0),
        bad=call(np.bitwise_and, _THREE, _THREE),
    ),
    array_row(
        ufunc_at,
        NONE,
        call(np.add, _THREE, [0, 0], 1.0),
        call(np.negative, _THREE, [1]),
        bad=call(np.add, _THREE, [0.5], 1.0),
        writes=(1,),
        twin="ufunc_at_on_copy",
    ),
)
