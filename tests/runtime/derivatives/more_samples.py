"""More calls of rows than their own samples: options, ranks, complex numbers."""

from __future__ import annotations

import math

import numpy as np

from runtime.ops.row import call

MATRIX = np.array([[0.3, -1.2, 0.7], [1.4, 0.2, -0.6]])
STACK = np.stack([MATRIX, MATRIX[::-1] * 1.3 + 0.1])
VECTOR = np.array([0.7, -0.4, 1.9, 0.2])
SQUARE = np.array([[2.1, 0.3, -0.4], [0.5, 1.7, 0.2], [-0.3, 0.6, 2.6]])
SQUARES = np.stack([SQUARE, SQUARE.T + 0.2])
COMPLEX = np.array([[0.3 + 0.4j, -1.2 + 0.1j, 0.7j], [1.4, 0.2 - 0.9j, -0.6 - 0.2j]])
UNITARY = SQUARE + 1j * np.array([[0.2, -0.3, 0.5], [0.1, 0.4, -0.2], [0.6, 0.3, 0.1]])
SYMMETRIC = SQUARE @ SQUARE.T
HERMITIAN = UNITARY @ UNITARY.conj().T
ZEROS = np.array([[0.5, 0.0, 2.0], [0.0, 0.0, 3.0]])
GAPS = np.array([[0.5, np.nan, 2.0, -1.0], [np.nan, 0.3, 3.0, 0.9]])
MASK = MATRIX > 0
KEY = np.array([1, 2], np.uint64)

_FFT = [call(VECTOR), call(VECTOR, 6), call(VECTOR, 3), call(STACK, axis=1)]
_FFT += [call(COMPLEX), call(MATRIX, norm="ortho"), call(MATRIX, 5, 0, "forward")]
_FFTS = [call(STACK), call(STACK, axes=(0, 2)), call(STACK, (3, 2), (0, 1))]
_RFFT = [call(VECTOR), call(VECTOR, 5), call(VECTOR, 3), call(STACK, axis=1)]
_RFFT += [call(MATRIX, norm="ortho"), call(MATRIX, 5, 0, "forward")]
_IRFFT = [call(COMPLEX), call(COMPLEX, 3), call(COMPLEX, 8), call(COMPLEX, axis=0)]
_IRFFT += [call(COMPLEX, norm="ortho"), call(COMPLEX, 6, 0, "forward")]
_REDUCED = [call(STACK), call(STACK, axis=0), call(STACK, 1, keepdims=True)]
_REDUCED += [call(STACK, axis=(0, 2)), call(STACK, axis=-1)]
_MASKED = [call(MATRIX, axis=0, where=MASK, initial=2.5)]
_STATISTIC = [*_REDUCED, call(MATRIX, axis=1, ddof=1), call(COMPLEX, axis=1)]
_GAPS = [call(GAPS), call(GAPS, axis=0), call(GAPS, axis=1, keepdims=True)]
_QUANTILE = [call(VECTOR, 0.3), call(STACK, [0.2, 0.6], axis=1)]
_QUANTILE += [call(STACK, 0.7, axis=(0, 2), keepdims=True)]
_WHOLE = [call(COMPLEX), call(COMPLEX[0, 1])]
_ARCS = [call(COMPLEX + 0.3j)]  # beside the branch cuts

MORE = {
    "power": [
        call(MATRIX + 2.0, 3),
        call(MATRIX + 2.0, MATRIX),
        call(2.0, MATRIX),
        call(COMPLEX, 3),
        call(UNITARY, UNITARY.T),
    ],
    "divide": [call(MATRIX, MATRIX[0] + 3.0), call(UNITARY, SQUARE)],
    "multiply": [call(COMPLEX, MATRIX), call(2.0, COMPLEX)],
    "subtract": [call(COMPLEX, MATRIX)],
    "absolute": _WHOLE,
    "sign": _WHOLE,
    "exp": _WHOLE,
    "log": _WHOLE,
    "sqrt": _WHOLE,
    "tanh": _WHOLE,
    "arctan": _WHOLE,
    "arcsin": _ARCS,
    "arccos": _ARCS,
    "arcsinh": _ARCS,
    "arccosh": _ARCS,
    "arctanh": _ARCS,
    "conjugate": _WHOLE,
    "square": _WHOLE,
    "reciprocal": _WHOLE,
    "array_conj": [call(COMPLEX)],
    "real": _WHOLE,
    "imag": [*_WHOLE, call(MATRIX)],
    "angle": [*_WHOLE, call(COMPLEX, True), call(MATRIX)],
    "array_astype": [call(MATRIX, complex), call(COMPLEX, np.complex64)],
    "complex": [call(0.5, 0.25), call(0.5)],
    "sinc": [call(np.array([0.001, 0.3, -1.7, 4.0]))],
    "i0": [call(np.array([0.01, 2.5, -30.0]))],
    "nan_to_num": [call(GAPS)],
    "math_lgamma": [call(0.3), call(4.5), call(-1.3)],
    "math_gamma": [call(0.3), call(4.5), call(-1.3)],
    "math_log": [call(2.5), call(2.5, 3.0)],
    "math_hypot": [call(0.3, 0.4, 1.2)],
    "math_dist": [
        call([0.3, 1.0], [0.9, -0.2]),
        call(np.array([0.3, 1.0]), np.array([0.9, -0.2])),
    ],
    "math_fsum": [call([0.3, 1.0, 2.0]), call(np.array([0.3, 1.0, 2.0]))],
    "math_prod": [call(np.array([0.3, 1.5, 2.0]))],
    "math_remainder": [call(7.3, 2.0)],
    "minimum_of": [call(0.3, 0.7), call([0.5, 0.1, 0.9]), call(VECTOR)],
    "maximum_of": [call(0.3, 0.7, 0.5), call(VECTOR)],
    "sum_of": [call([0.5, 1.5], 2.0), call(MATRIX), call(VECTOR, 1.5)],
    "matmul": [
        call(MATRIX, MATRIX.T),
        call(MATRIX[0], MATRIX[1]),
        call(MATRIX, MATRIX[0]),
        call(MATRIX[:, 0], MATRIX),
        call(STACK, MATRIX.T),
        call(MATRIX[:, 0], STACK),
        call(STACK, MATRIX[0]),
        call(COMPLEX, MATRIX.T),
    ],
    "dot": [
        call(MATRIX, MATRIX[0]),
        call(2.0, MATRIX),
        call(STACK, MATRIX.T),
        call(MATRIX.T, STACK),
        call(MATRIX[0], STACK.swapaxes(1, 2)),
        call(COMPLEX, VECTOR[:3]),
    ],
    "inner": [call(MATRIX[0], MATRIX[1]), call(MATRIX, STACK), call(2.0, MATRIX)],
    "vdot": [call(MATRIX[0], MATRIX[1]), call(COMPLEX, COMPLEX * 2j)],
    "vecdot": [call(MATRIX, MATRIX[0]), call(COMPLEX, COMPLEX[0], axis=0)],
    "matvec": [call(STACK, VECTOR[:3])],
    "vecmat": [call(MATRIX[:, 0], STACK), call(COMPLEX[:, 0], COMPLEX)],
    "outer": [call(MATRIX, VECTOR), call(COMPLEX, VECTOR)],
    "tensordot": [
        call(STACK, SQUARES, 1),
        call(STACK, STACK, axes=([1, 0], [0, 1])),
        call(STACK, MATRIX, axes=(1, 0)),
        call(STACK, STACK, axes=3),
    ],
    "kron": [call(MATRIX, VECTOR), call(VECTOR, MATRIX), call(COMPLEX, MATRIX)],
    "cross": [
        call(MATRIX, MATRIX[::-1] * 2.0),
        call(MATRIX, STACK),
        call(MATRIX.T, MATRIX[::-1].T, axis=0),
        call(MATRIX, STACK, axisc=0),
    ],
    "multi_dot": [call([MATRIX, MATRIX.T, VECTOR[:2]])],
    "trace": [call(SQUARE, 1), call(SQUARES, axis1=0, axis2=2)],
    "einsum": [
        call("...j,jk->...k", STACK, SQUARE),
        call("i...,i...->...", STACK, MATRIX[:, :2, None]),
        call("ij,jk->ik", MATRIX, MATRIX.T),
        call("i,i", MATRIX[0], MATRIX[1]),
        call("ii->i", SQUARE),
        call("ii", SQUARE),
        call("ij->j", MATRIX),
        call("ij,kl->i", MATRIX, SQUARE),
        call("ij,ij->ij", MATRIX, MATRIX[:1]),
        call("iij,j->ij", np.stack([MATRIX, MATRIX * 2.0]), MATRIX[0]),
        call("ij,jk", COMPLEX, SQUARE),
    ],
    "convolve": [
        *(
            call(a, v, mode)
            for mode in ("full", "same", "valid")
            for a, v in ((VECTOR, MATRIX[0]), (MATRIX[0], VECTOR), (VECTOR, VECTOR))
        ),
        call(COMPLEX[0], VECTOR),
    ],
    "correlate": [
        *(
            call(a, v, mode)
            for mode in ("full", "same", "valid")
            for a, v in ((VECTOR, MATRIX[0]), (MATRIX[:, 0], VECTOR))
        ),
        call(COMPLEX[0], VECTOR, "full"),
        call(VECTOR, COMPLEX[0], "same"),
    ],
    "diff": [call(MATRIX, 2, axis=1)],
    "trapezoid": [
        call(MATRIX, VECTOR[:3]),
        call(MATRIX, dx=0.3),
        call(STACK, VECTOR[:2], axis=1),
    ],
    "gradient": [
        call(STACK, axis=2),
        call(VECTOR, 0.5, edge_order=2),
        call(SQUARE, 0.5, VECTOR[:3].cumsum()),
        call(VECTOR, np.array([0.0, 0.4, 1.0, 1.3]), edge_order=2),
        call(SQUARE, 0.3),
    ],
    "interp": [
        call(0.4, np.sort(VECTOR), VECTOR),
        call(np.linspace(-2, 3, 7), np.sort(VECTOR), VECTOR),
        call(np.linspace(-2, 3, 7), np.sort(VECTOR), VECTOR, 0.5, 0.25),
    ],
    "polyval": [call(VECTOR, MATRIX), call([0.5, 1.5], 2.0)],
    "polyfit": [
        call(np.arange(5.0), np.array([0.1, 0.9, 2.2, 1.5, 0.3]), 2),
        call(np.arange(4.0), STACK.reshape(4, 3), 1),
    ],
    "poly": [call(VECTOR), call([0.5, 1.5])],
    "vander": [call(VECTOR), call(VECTOR, 3, increasing=True)],
    "linspace": [
        call(0.5, 2.5, 4),
        call(VECTOR, 2.0, 3, axis=1),
        call(0.5, 2.5, 4, endpoint=False, retstep=True),
    ],
    "logspace": [call(0.5, 1.5, 4), call(0.5, 1.5, 4, base=3.0)],
    "geomspace": [call(0.5, 8.0, 4)],
    "arange": [call(0.5, 3.0, 0.7)],
    "full": [call((2, 3), 0.5), call((2, 3), MATRIX[0])],
    "full_like": [call(MATRIX, 0.5), call(MATRIX, MATRIX[0])],
    "sum": [
        *_REDUCED,
        *_MASKED,
        call(COMPLEX, axis=0),
        call(MATRIX, dtype=np.float32),
    ],
    "prod": [*_REDUCED[:3], *_MASKED, call(ZEROS), call(ZEROS, axis=1), call(COMPLEX)],
    "cumprod": [call(ZEROS), call(ZEROS, axis=1), call(STACK, axis=1)],
    "cumsum": [call(MATRIX), call(MATRIX, axis=1), call(COMPLEX, axis=0)],
    "nanprod": _GAPS,
    "nansum": _GAPS,
    "nanmean": _GAPS,
    "nanstd": _GAPS,
    "nanvar": [*_GAPS, call(GAPS, axis=1, ddof=1)],
    "nanmin": _GAPS,
    "nanmax": _GAPS,
    "nancumsum": [call(GAPS), call(GAPS, axis=1)],
    "nancumprod": [call(GAPS), call(GAPS, axis=1)],
    "nanmedian": _GAPS,
    "nanquantile": [call(GAPS, 0.3, axis=1), call(GAPS, [0.2, 0.9], axis=0)],
    "nanpercentile": [call(GAPS, 30.0)],
    "mean": [*_STATISTIC[:5], call(COMPLEX), call(MATRIX, 0, where=MASK)],
    "std": [*_STATISTIC, call([0.5, 2.5]), call([[0.5, 2.0], [0.3, 0.1]], axis=0)],
    "var": [*_STATISTIC, call(MATRIX, axis=1, where=MASK)],
    "array_std": [call(STACK, 1)],
    "cumulative_sum": [call(STACK, axis=1, include_initial=True), call(VECTOR)],
    "cumulative_prod": [call(STACK, axis=1, include_initial=True), call(VECTOR)],
    "max": [*_REDUCED, call(MATRIX, axis=0, where=MASK, initial=-9.0)],
    "min": [*_REDUCED, call(MATRIX, axis=0, where=MASK, initial=9.0)],
    "ptp": _REDUCED[:3],
    "median": _REDUCED,
    "quantile": _QUANTILE,
    "percentile": [call(VECTOR, 35.0), call(STACK, [20.0, 60.0], axis=1)],
    "average": [
        call(MATRIX),
        call(MATRIX, axis=0, weights=np.array([0.5, 1.5])),
        call(MATRIX, weights=MATRIX + 2.0),
    ],
    "cov": [call(MATRIX), call(COMPLEX)],
    "corrcoef": [call(STACK.reshape(4, 3))],
    "norm": [
        call(MATRIX),
        call(COMPLEX),
        call(STACK, axis=1),
        call(STACK, axis=-1, keepdims=True),
        *(call(VECTOR, ord=p) for p in (1, 2, 3, math.inf, -math.inf)),
        *(
            call(MATRIX, ord=p)
            for p in ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf)
        ),
        call(STACK, ord="nuc", axis=(0, 2)),
        call(STACK, ord=1, axis=(2, 1), keepdims=True),
        call(COMPLEX, ord=1, axis=0),
        call(COMPLEX, ord="nuc"),
    ],
    "sort": [
        call(VECTOR),
        call(STACK, axis=1),
        call(STACK, axis=None),
        call(COMPLEX),
    ],
    "partition": [call(VECTOR, 2), call(STACK, 1, axis=1)],
    "bincount": [call(np.array([0, 2, 2, 5]), VECTOR)],
    "where": [call(MASK, MATRIX, 2.0), call(MASK, MATRIX, COMPLEX[0])],
    "select": [call([MASK, MATRIX < -1], [MATRIX, MATRIX * 2.0], 0.5)],
    "clip": [call(MATRIX, -0.5, 0.5), call(MATRIX, None, 0.5), call(MATRIX, MATRIX[0])],
    "concatenate": [
        call([MATRIX, MATRIX], axis=1),
        call([MATRIX[0], MATRIX[1]]),
        call([MATRIX, VECTOR], axis=None),
        call(STACK),
        call([MATRIX, COMPLEX]),
    ],
    "stack": [call([MATRIX, MATRIX], axis=-1), call(MATRIX)],
    "hstack": [call([VECTOR, MATRIX[0]]), call([STACK, STACK])],
    "vstack": [call([MATRIX, VECTOR[:3]])],
    "dstack": [call([MATRIX, MATRIX * 2.0])],
    "column_stack": [call([VECTOR[:2], MATRIX])],
    "append": [call(MATRIX, VECTOR), call(MATRIX, MATRIX, axis=1), call(VECTOR, 0.5)],
    "insert": [call(MATRIX, 1, VECTOR[:2], axis=1), call(VECTOR, [1, 3], 0.5)],
    "delete": [call(MATRIX, 1, axis=1), call(VECTOR, [0, 2])],
    "block": [call([[MATRIX, MATRIX], [MATRIX * 2.0, MATRIX]])],
    "pad": [
        call(MATRIX, 1),
        call(MATRIX, ((1, 2), (0, 1)), "edge"),
        call(MATRIX, 1, "reflect"),
        call(VECTOR, 3, "symmetric"),
        call(VECTOR, (2, 1), mode="wrap"),
        call(VECTOR, 1, constant_values=7),
    ],
    "tile": [call(MATRIX, (2, 1, 2))],
    "repeat": [call(MATRIX, 2, axis=0), call(VECTOR, [1, 0, 2, 3])],
    "resize": [call(MATRIX, (4, 4))],
    "diag": [call(VECTOR, 1), call(SQUARE, -1)],
    "diagonal": [call(STACK, 1, 0, 2)],
    "diagflat": [call(MATRIX)],
    "rot90": [call(STACK, axes=(1, 2))],
    "sliding_window_view": [call(VECTOR, 2), call(MATRIX, 2, axis=1)],
    "trim_zeros": [call(np.array([0.0, 0.0, 1.5, 0.0, 2.5, 0.0]))],
    "unstack": [call(STACK, axis=1)],
    "split": [call(MATRIX, 3, axis=1), call(VECTOR, [1, 3])],
    "array_split": [call(VECTOR, 3)],
    "hsplit": [call(VECTOR, 2), call(MATRIX, [1])],
    "broadcast_arrays": [call(MATRIX, VECTOR[:3])],
    "meshgrid": [call(VECTOR, MATRIX[0], indexing="ij"), call(VECTOR, MATRIX[0])],
    "ravel": [call(STACK, "F")],
    "reshape": [call(STACK, (3, 4), order="F")],
    "array": [call([1.0, 2.0]), call([[1.0, 2.0], [3.0, 4.0]]), call(MATRIX, ndmin=3)],
    "array_item": [call(np.array(2.0)), call(MATRIX, 4), call(MATRIX, 1, 2)],
    "updated": [
        call(MATRIX, (np.array([0, 0]), np.array([1, 1])), np.array([2.0, 3.0]))
    ],
    "take": [
        call(MATRIX, [0, 0, 2], axis=1),
        call(MATRIX, [5, 0, 5]),
        call(VECTOR, [-1, 7], mode="wrap"),
        call(VECTOR, [-1, 7], mode="clip"),
    ],
    "take_along_axis": [call(MATRIX, np.array([[2, 0], [1, 1]]), axis=1)],
    "choose": [call(np.array([0, 1, 1]), [MATRIX, MATRIX * 2.0])],
    "compress": [call([True, False, True], MATRIX, axis=1)],
    "extract": [call(MASK, MATRIX)],
    "roll": [call(MATRIX, 1), call(MATRIX, (1, 2), axis=(0, 1))],
    "unwrap": [call(np.array([0.5, 4.5, 9.0, 9.5]))],
    "inv": [call(SQUARE), call(SQUARES), call(UNITARY)],
    "det": [call(SQUARE), call(SQUARES), call(UNITARY), call(ZEROS[:, :2] * 1.0)],
    "slogdet": [call(SQUARE), call(SQUARES), call(UNITARY)],
    "solve": [
        call(SQUARE, VECTOR[:3]),
        call(SQUARE, MATRIX.T),
        call(SQUARES, VECTOR[:3]),
        call(SQUARE, STACK.swapaxes(1, 2)),
        call(UNITARY, VECTOR[:3]),
        call(SQUARE, COMPLEX.T),
    ],
    "matrix_power": [call(SQUARE, 5), call(SQUARE, 1)],
    "pinv": [call(MATRIX), call(MATRIX.T), call(STACK), call(COMPLEX)],
    "lstsq": [call(MATRIX.T, VECTOR[:3]), call(MATRIX, MATRIX[:, :2])],
    "cond_number": [call(SQUARE)],
    "cholesky": [call(SYMMETRIC), call(SYMMETRIC[None] * 1.5), call(HERMITIAN)],
    "eigh": [call(SYMMETRIC), call(SYMMETRIC, "U"), call(SYMMETRIC[None])],
    "eigvalsh": [call(SYMMETRIC), call(SYMMETRIC, "U"), call(HERMITIAN)],
    "svd": [
        call(MATRIX, full_matrices=False),
        call(MATRIX.T, full_matrices=False),
        call(SQUARE),
        call(STACK, False),
        call(MATRIX, compute_uv=False),
        call(COMPLEX, compute_uv=False),
    ],
    "svdvals": [call(STACK), call(COMPLEX)],
    "qr": [
        call(MATRIX),
        call(MATRIX.T),
        call(STACK),
        call(SQUARE, "r"),
        call(UNITARY),
        call(COMPLEX),
        call(SQUARE, "complete"),
    ],
    "fft": _FFT,
    "ifft": _FFT,
    "rfft": _RFFT,
    "ihfft": _RFFT,
    "irfft": _IRFFT,
    "hfft": _IRFFT,
    "fft2": [call(STACK), call(COMPLEX)],
    "ifft2": [call(STACK), call(COMPLEX)],
    "fftn": _FFTS,
    "ifftn": _FFTS,
    "rfft2": [call(STACK)],
    "rfftn": _FFTS,
    "irfft2": [call(COMPLEX), call(STACK + 0.5j)],
    "irfftn": [call(STACK + 0.5j), call(STACK * 1j, (3, 4), (1, 2))],
    "fftshift": [call(MATRIX), call(MATRIX, axes=1)],
    "fftfreq": [call(5, 0.5)],
    "ufunc_reduce": [
        call(np.multiply, ZEROS, axis=1),
        call(np.logaddexp, MATRIX, axis=1),
        call(np.logaddexp, VECTOR),
        call(np.hypot, MATRIX, axis=0),
        call(np.subtract, MATRIX, axis=1),
        call(np.minimum, MATRIX),
    ],
    "ufunc_accumulate": [
        call(np.multiply, ZEROS, 1),
        call(np.maximum, STACK, 1),
        call(np.minimum, VECTOR),
    ],
    "ufunc_reduceat": [call(np.add, MATRIX, [0, 2, 1], axis=1)],
    "ufunc_outer": [call(np.multiply, VECTOR, MATRIX), call(np.hypot, VECTOR, VECTOR)],
    "ufunc_call": [
        call(np.divmod, VECTOR, 0.3),
        call(np.modf, VECTOR),
        call(np.multiply, VECTOR, 0.3, subok=True),
    ],
    "random_uniform": [call(KEY, (2, 3), -0.5, 0.5, np.float64)],
    "random_normal": [call(KEY, (2, 3), MATRIX, MATRIX[0], np.float64)],
    "unpack": [call(MATRIX, 2)],
    "tensorsolve": [call(SQUARE, VECTOR[:3])],
    "cmath_acosh": [call(-1.2 + 0.3j)],
    "cmath_asin": [call(1.7)],
}
"""By the names of rows."""

INSTEAD = {
    "modf": [call(np.array([0.25, -1.5])), call(2.75)],
    "frexp": [call(np.array([0.3, -1.7])), call(2.75)],
    "math_acos": [call(0.5)],
    "math_asin": [call(0.5)],
    "math_atanh": [call(0.5)],
}
"""Calls for rows whose own samples stand at a bound."""
