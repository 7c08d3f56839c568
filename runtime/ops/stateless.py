"""Random numbers by key: pure operations on a counter-based generator.

The generator is NumPy's Philox (Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3", SC '11): a keyed function of a counter of four words. A
draw counts up from 0. The last word distinguishes draws from the making of new keys, so
no key consists of drawn numbers (Claessen and Pałka, "Splittable pseudorandom number
generators using cryptographic hashing", Haskell '13).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.ops.arrays import array_row
from runtime.ops.operands import FLOAT64, INTP, Unsure, array, array_or_scalar, operand
from runtime.ops.options import dtype_argument, integer, is_integer, shape_argument
from runtime.ops.row import Row, call
from runtime.types import Shape, Type

DRAWING, SPLITTING, FOLDING = range(3)
"""The last word of the counter: the purpose of the numbers."""
_WORD = 2**64 - 1
_KEY = np.dtype(np.uint64)


def random_key(seed: Any) -> np.ndarray:
    """Return the key of a seed."""
    number = operator.index(seed)
    if number < 0:
        raise ValueError(f"the seed must not be negative, got {number}")
    return np.random.SeedSequence(number).generate_state(2, np.uint64)


def _philox(key: Any, purpose: int, start: int = 0) -> np.random.Philox:
    """Return the generator of a key, for a purpose."""
    words = np.asarray(key)
    if words.dtype != _KEY or words.shape != (2,):
        raise TypeError(
            "expected a key from key(), split() or fold_in(), of dtype uint64 and "
            f"shape (2,); got dtype {words.dtype} and shape {words.shape}"
        )
    counter = [start & _WORD, start >> 64 & _WORD, 0, purpose]
    return np.random.Philox(key=words, counter=np.array(counter, np.uint64))


def _generator(key: Any) -> np.random.Generator:
    return np.random.Generator(_philox(key, DRAWING))


def random_split(key: Any, n: Any) -> np.ndarray:
    """Return `n` keys derived from a key, one in each row."""
    count = operator.index(n)
    return _philox(key, SPLITTING).random_raw(2 * count).reshape(count, 2)


def random_fold_in(key: Any, data: Any) -> np.ndarray:
    """Return the key derived from a key and an integer."""
    raw: np.ndarray = _philox(key, FOLDING, operator.index(data)).random_raw(2)
    return raw


def _sizes(shape: Any) -> tuple[int, ...]:
    """Return a shape, given as an integer or a sequence of them, as a tuple."""
    if np.ndim(shape) == 0:
        return (operator.index(shape),)
    return tuple([operator.index(size) for size in shape])


def _scaled(drawn: np.ndarray, scale: Any, start: Any) -> Any:
    """Return ``start + scale * drawn`` in the dtype and shape of the drawn numbers."""
    dtype = drawn.dtype
    result = drawn * np.asarray(scale, dtype) + np.asarray(start, dtype)
    if result.shape != drawn.shape:
        raise ValueError(
            f"the parameters broadcast to the shape {result.shape}, but the requested "
            f"shape is {drawn.shape}"
        )
    return result[()]


def random_uniform(key: Any, shape: Any, low: Any, high: Any, dtype: Any) -> Any:
    """Draw from ``[low, high)``."""
    drawn = _generator(key).random(_sizes(shape), dtype)
    return _scaled(drawn, np.subtract(high, low), low)


def random_normal(key: Any, shape: Any, loc: Any, scale: Any, dtype: Any) -> Any:
    """Draw from a normal distribution."""
    return _scaled(_generator(key).standard_normal(_sizes(shape), dtype), scale, loc)


def random_integers(
    key: Any, low: Any, high: Any, shape: Any, dtype: Any, endpoint: Any
) -> Any:
    """Draw integers from ``low`` to ``high``, or from 0 to ``low``."""
    sizes = _sizes(shape)
    return _generator(key).integers(low, high, sizes, dtype, endpoint)[()]


def random_permutation(key: Any, x: Any) -> np.ndarray:
    """Permute an array, or the integers below a number."""
    return _generator(key).permutation(x)


def random_choice(key: Any, a: Any, shape: Any, replace: Any, p: Any) -> Any:
    """Choose elements of an array, or of the integers below a number."""
    sizes = _sizes(shape)
    return np.asarray(_generator(key).choice(a, sizes, replace, p))[()]


def _key_rule(*arguments: Any) -> Type:
    return array(_KEY, (2,))


def _split(key: Any, n: Any) -> Type:
    return array(_KEY, (integer(n), 2))


def _drawn(key: Any, shape: Any, first: Any, second: Any, dtype: Any) -> Type:
    return array_or_scalar(dtype_argument(dtype, FLOAT64), shape_argument(shape))


def _integers(
    key: Any, low: Any, high: Any, shape: Any, dtype: Any, endpoint: Any
) -> Type:
    return array_or_scalar(dtype_argument(dtype, INTP), shape_argument(shape))


def _permutation(key: Any, x: Any) -> Type:
    if is_integer(x):
        return array(INTP, shape_argument(x))
    elements = operand(x)
    if not elements.shape:
        raise Unsure("no array of known rank")
    return array(elements.dtype, elements.shape)


def _choice(key: Any, a: Any, shape: Any, replace: Any, p: Any) -> Type:
    sizes = shape_argument(shape)
    if is_integer(a):
        return array_or_scalar(INTP, sizes)
    elements = operand(a)
    if not elements.shape or sizes is None:
        raise Unsure("no array of known rank")
    taken: Shape = (*sizes, *elements.shape[1:])
    return array_or_scalar(elements.dtype, taken)


def _row(kernel: Callable[..., Any], rule: Callable[..., Type], *calls: Any) -> Row:
    """Return the row of a kernel; all sample calls but the last are valid."""
    *good, bad = [call(*one) for one in calls]
    return array_row(kernel, rule, *good, bad=bad)


_SOME = np.array([1, 2], np.uint64)

ROWS: tuple[Row, ...] = (
    _row(random_key, _key_rule, (3,), (-1,)),
    _row(random_split, _split, (_SOME, 3), (_SOME, -1)),
    _row(random_fold_in, _key_rule, (_SOME, 3), (_SOME, 1.5)),
    _row(
        random_uniform,
        _drawn,
        (_SOME, (2, 3), 0.0, 1.0, np.float64),
        (_SOME, (), 0.0, 1.0, np.float32),
        (_SOME, 3, np.zeros(3), 1.0, np.float64),
        (_SOME, (), np.zeros(2), 1.0, np.float64),
    ),
    _row(
        random_normal,
        _drawn,
        (_SOME, (2, 3), 0.0, 1.0, np.float64),
        (_SOME, (), 0.0, 1.0, np.float32),
        (_SOME, (), 0.0, 1.0, np.int8),
    ),
    _row(
        random_integers,
        _integers,
        (_SOME, 3, None, (2, 3), np.int64, False),
        (_SOME, 3, 4, (), np.int8, True),
        (_SOME, 4, 3, (), np.int64, False),
    ),
    _row(
        random_permutation,
        _permutation,
        (_SOME, 3),
        (_SOME, np.ones((2, 3))),
        (_SOME, 1.5),
    ),
    _row(
        random_choice,
        _choice,
        (_SOME, 3, (), True, None),
        (_SOME, np.ones(3), (2,), False, None),
        (_SOME, np.ones((3, 2)), (), True, [0.5, 0.5, 0.0]),
        (_SOME, 3, (4,), False, None),
    ),
)
