"""Rows that derivatives of products and of linear algebra are written with."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.ops.arrays import array_row
from runtime.ops.operands import Unsure
from runtime.ops.row import Row, call
from runtime.types import Array, Tuple, Type


def others_product(x: Any, axis: Any) -> Any:
    """Return for each element the product of the others along an axis, several or all.

    Examples
    --------
    >>> others_product(np.array([2.0, 0.0, 4.0]), 0)
    array([0., 8., 0.])
    """
    axes = tuple(range(x.ndim) if axis is None else np.atleast_1d(axis).tolist())
    last = tuple(range(-len(axes), 0))
    moved = np.moveaxis(x, axes, last)
    flat = moved.reshape(*moved.shape[: x.ndim - len(axes)], -1)
    ones = np.ones_like(flat[..., :1])
    before = np.cumprod(np.concatenate([ones, flat[..., :-1]], -1), -1)
    after = np.cumprod(np.concatenate([ones, flat[..., :0:-1]], -1), -1)[..., ::-1]
    return np.moveaxis((before * after).reshape(moved.shape), last, axes)


def cofactors(a: Any) -> Any:
    """Return the cofactors of matrices: the derivatives of the determinant.

    By the singular values, so that a matrix may be singular.

    Examples
    --------
    >>> cofactors(np.array([[1.0, 2.0], [2.0, 4.0]])).round(12)
    array([[ 4., -2.],
           [-2.,  1.]])
    """
    u, s, vh = np.linalg.svd(a)
    sign = np.linalg.det(u) * np.linalg.det(vh)
    scaled = u.conj() * others_product(s, -1)[..., None, :]
    return sign[..., None, None] * (scaled @ vh.conj())


def qr_tall(a: Any) -> tuple[Any, Any]:
    """Return the reduced QR decomposition of matrices that are not wide."""
    if a.shape[-2] < a.shape[-1]:
        raise ValueError(f"a matrix of shape {a.shape[-2:]} is wide")
    q, r = np.linalg.qr(a)
    return q, r


def _products(x: Any, axis: Any) -> Type:
    if not isinstance(x, Array) or x.dtype.kind not in "fc":
        raise Unsure("no array of floats")
    return x


_FACTORED = [np.dtype(each) for each in ("f4", "f8", "c8", "c16")]


def _matrices(a: Any) -> Array:
    """Return the type of matrices that LAPACK takes."""
    if not isinstance(a, Array) or a.dtype not in _FACTORED:
        raise Unsure("no array of floats")
    if a.shape is None or len(a.shape) < 2:
        raise Unsure("no matrices")
    return a


def _decomposed(a: Any) -> Type:
    a = _matrices(a)
    assert a.shape is not None
    return Tuple((a, Array(a.dtype, (*a.shape[:-2], a.shape[-1], a.shape[-1]))))


_MATRIX = np.array([[0.5, 2.0, 3.0], [4.0, -1.0, 6.0]])
_SQUARE = np.array([[2.0, 1.0], [0.5, 3.0]])

ROWS: tuple[Row, ...] = (
    array_row(
        others_product,
        _products,
        call(_MATRIX, 1),
        call(_MATRIX, None),
        call(_MATRIX, (0, 1)),
        bad=call(_MATRIX, 2),
    ),
    array_row(cofactors, _matrices, call(_SQUARE), bad=call(_MATRIX)),
    array_row(qr_tall, _decomposed, call(_MATRIX.T), call(_SQUARE), bad=call(_MATRIX)),
)
