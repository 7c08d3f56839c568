"""Fourier transforms, and packing and unpacking of bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.arrays import Out, function_row
from runtime.ops.dimensions import size_of, with_axis
from runtime.ops.operands import (
    FLOAT64,
    Number,
    Operand,
    Unsure,
    array,
    complex_part,
    floating,
    operand,
    real_part,
)
from runtime.ops.options import axes_argument, axis_argument, given, integer
from runtime.ops.row import Row, Rule, TypeFailure, call
from runtime.types import Shape, Type

Length = Callable[[int | None], int | None]


def _whole(size: int | None) -> int | None:
    return size


def _half(size: int | None) -> int | None:
    return None if size is None else size // 2 + 1


def _twice(size: int | None) -> int | None:
    return None if size is None else 2 * (size - 1)


def _to_complex(dtype: np.dtype) -> np.dtype:
    """Return the dtype of a spectrum: complex, of at least single precision."""
    return complex_part(floating(dtype))


def _to_real(dtype: np.dtype) -> np.dtype:
    if dtype.kind == "f" and dtype.itemsize == 2:
        raise Unsure("half precision")
    return real_part(_to_complex(dtype))


def _transform(
    length: Length, dtype_of: Callable[[np.dtype], np.dtype], real: bool = False
) -> Rule:
    """Return the rule of a transform along one axis.

    `length` returns the length of the result from that of the operand. A given `n`
    replaces the length of the operand, or for an inverse that of the result.
    """

    def rule(
        a: Number, n: Any = None, axis: Any = -1, norm: Any = None, out: Out = None
    ) -> Type:
        if real and a.dtype.kind == "c":
            raise Unsure("complex values where real ones are meant")
        dtype = dtype_of(a.dtype)
        if a.shape is None:
            return array(dtype, None)
        place = axis_argument(axis, len(a.shape))
        size = None if place is None else a.shape[place]
        if given(n):
            size = integer(n)
            result = size if length is _twice else length(size)
        else:
            result = length(size)
        if result is not None and result < 1:
            raise Unsure("no data points")
        return array(dtype, with_axis(a.shape, place, result))

    return rule


def _transforms(
    axes_default: Any, length: Length, dtype_of: Callable[[np.dtype], np.dtype]
) -> Rule:
    """Return the rule of a transform along several axes, with `length` for the last."""

    def rule(
        a: Number,
        s: Any = None,
        axes: Any = axes_default,
        norm: Any = None,
        out: Out = None,
    ) -> Type:
        if length is _half and a.dtype.kind == "c":
            raise Unsure("complex values where real ones are meant")
        dtype = dtype_of(a.dtype)
        if a.shape is None and axes is None:
            raise Unsure("a number without axes stays as it is")
        if a.shape is None or given(s):
            return array(dtype, None if a.shape is None else (None,) * len(a.shape))
        rank = len(a.shape)
        places = list(range(rank)) if axes is None else axes_argument(axes, rank)
        if not places:
            raise Unsure("axes known at run time only")
        last = length(a.shape[places[-1]])
        if 0 in a.shape or (last is not None and last < 1):
            raise Unsure("no data points")
        return array(dtype, with_axis(a.shape, places[-1], last))

    return rule


def _frequencies(length: Length) -> Rule:
    """Return the rule of the frequencies of a transform."""

    def rule(n: Any, d: Any = 1.0, device: Any = None) -> Type:
        spacing = operand(d)
        if spacing.shape != () or spacing.dtype.kind not in "iuf":
            raise Unsure("another spacing")
        if spacing.dtype.itemsize > 8:
            raise Unsure("long double")
        return array(FLOAT64, (length(integer(n)),))

    return rule


def _shift(x: Operand, axes: Any = None) -> Type:
    if given(axes) and x.shape is not None:
        axes_argument(axes, len(x.shape))
    return array(x.dtype, x.shape)


# Bits

_UINT8 = np.dtype(np.uint8)


def _packbits(a: Operand, /, axis: Any = None, bitorder: Any = "big") -> Type:
    if a.dtype.kind not in "biu":
        raise TypeFailure("an array of integers or booleans")
    return array(_UINT8, _bits(a.shape, axis, lambda size: -(-size // 8)))


def _unpackbits(
    a: Operand, /, axis: Any = None, count: Any = None, bitorder: Any = "big"
) -> Type:
    if a.dtype != _UINT8:
        raise TypeFailure("an array of uint8")
    shape = _bits(a.shape, axis, lambda size: size * 8)
    if given(count):
        shape = None if shape is None else (None,) * len(shape)
    return array(_UINT8, shape)


def _bits(shape: Shape, axis: Any, count: Callable[[int], int]) -> Shape:
    if not given(axis):
        shape, axis = (size_of(shape),), 0
    if not shape:
        raise Unsure("an unknown rank")
    place = axis_argument(axis, len(shape))
    size = None if place is None else shape[place]
    return with_axis(shape, place, None if size is None else count(size))


_MATRIX = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
_SPECTRUM = _MATRIX + 1j
_BITS = np.array([[1, 0, 1], [0, 1, 1]], np.uint8)
_NO_AXIS = call(_MATRIX, axis=2)
_NO_AXES = call(_MATRIX, axes=(0, 5))


def _fft(function: Callable[..., Any], rule: Rule, sample: np.ndarray) -> Row:
    return function_row(
        function,
        rule,
        call(sample),
        call(sample, 4, axis=0),
        call(sample.astype(np.complex64 if sample.dtype.kind == "c" else np.float32)),
        bad=_NO_AXIS,
    )


def _fft_axes(function: Callable[..., Any], rule: Rule, sample: np.ndarray) -> Row:
    return function_row(
        function,
        rule,
        call(sample),
        call(sample, (2, 4)),
        bad=_NO_AXES,
    )


_TWO = (-2, -1)

ROWS: tuple[Row, ...] = (
    _fft(np.fft.fft, _transform(_whole, _to_complex), _MATRIX),
    _fft(np.fft.ifft, _transform(_whole, _to_complex), _SPECTRUM),
    _fft(np.fft.rfft, _transform(_half, _to_complex, real=True), _MATRIX),
    _fft(np.fft.irfft, _transform(_twice, _to_real), _SPECTRUM),
    _fft(np.fft.hfft, _transform(_twice, _to_real), _SPECTRUM),
    _fft(np.fft.ihfft, _transform(_half, _to_complex, real=True), _MATRIX),
    _fft_axes(np.fft.fft2, _transforms(_TWO, _whole, _to_complex), _MATRIX),
    _fft_axes(np.fft.ifft2, _transforms(_TWO, _whole, _to_complex), _SPECTRUM),
    _fft_axes(np.fft.rfft2, _transforms(_TWO, _half, _to_complex), _MATRIX),
    _fft_axes(np.fft.irfft2, _transforms(_TWO, _twice, _to_real), _SPECTRUM),
    _fft_axes(np.fft.fftn, _transforms(None, _whole, _to_complex), _MATRIX),
    _fft_axes(np.fft.ifftn, _transforms(None, _whole, _to_complex), _SPECTRUM),
    _fft_axes(np.fft.rfftn, _transforms(None, _half, _to_complex), _MATRIX),
    _fft_axes(np.fft.irfftn, _transforms(None, _twice, _to_real), _SPECTRUM),
    function_row(
        np.fft.fftfreq, _frequencies(_whole), call(4), call(5, 0.5), bad=call("a")
    ),
    function_row(
        np.fft.rfftfreq, _frequencies(_half), call(4), call(5, 0.5), bad=call("a")
    ),
    function_row(
        np.fft.fftshift, _shift, call(_MATRIX), call(_MATRIX, 1), bad=call(_MATRIX, 2)
    ),
    function_row(
        np.fft.ifftshift, _shift, call(_MATRIX), call(_MATRIX, 1), bad=call(_MATRIX, 2)
    ),
    function_row(
        np.packbits,
        _packbits,
        call(_BITS),
        call(_BITS > 0, axis=1),
        bad=call(_MATRIX),
    ),
    function_row(
        np.unpackbits, _unpackbits, call(_BITS), call(_BITS, axis=0), bad=call(_MATRIX)
    ),
)
