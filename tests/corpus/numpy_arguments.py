"""Outputs, axes and callables, as NumPy's functions take them."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

ELLIPSIS = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 3)


class Share(np.float64):
    def half(self):
        return self / 2


@add((f64(2.5),), (floats(1, 2),), (floats(),), raises=() if ELLIPSIS else TypeError)
def new_output(x):
    y = np.exp(x, out=...)
    if y.ndim == 0:
        y[...] = 1
    return y, np.divmod(x, 2, out=...)


@add((floats(1, 2, 3), floats(0, 0, 0)))
def one_of_two_outputs(x, out):
    return np.divmod(x, 2, out), np.frexp(x, out), out


@add((floats(1, 2), floats(0, 0)))
def output_in_a_tuple(x, out):
    return np.clip(x, 0, 1, out=(out,)) is out


@add((floats(1, 2), floats(0, 0)), raises=ValueError)
def output_missing(x, out):
    return np.divmod(x, 2, out=(out,))


@add((floats(1, 2), floats(0, 0)), raises=TypeError)
def output_twice(x, out):
    return np.exp(x, out, out=out)


@add((grid(2, 3), 0), (grid(2, 3), 1), (grid(2, 3), 2), raises=np.exceptions.AxisError)
def rolled_twice(x, axis):
    return np.roll(x, 1, axis=(axis, axis))


@add((97,), (i64(97),), (2,), (b"b",), (ints(98),))
def in_bytes(item):
    return item in np.bytes_(b"ab"), item not in np.bytes_(b"ab")


@add((np.polynomial.Polynomial([1.0, 2.0]), floats(0, 1)), (np.poly1d([1, 2]), f64(3)))
def callable_of_a_library(p, x):
    if p(x).sum() > 1:
        return p(x) + 1
    return p(x)


@add((Share(0.5),), (f64(0.5),), (Share(-1),))
def derived_scalar(share):
    if share > 0:
        return share, share + 1, type(share) is Share
    return share * 2


@add(lambda: (Share(0.5),))  # the first versions of NumPy copy it as a float64
def method_of_derived_scalar(share):
    return share.half()


@add((floats(1, 2),), (f64(2),))
def fraction_against_array(x):
    return Fraction(1, 2) != x, Fraction(1, 2) == x


@add(("ab",), (2,), raises=TypeError)
def operands_named_in_full(other):
    return Decimal(1) ^ other


@add((f64,), (f32,))
def limits(kind):
    return np.finfo(kind).eps, np.iinfo(np.int8)


@add((floats(1, 2),))
def void_made(x):
    made = np.void(4)
    return x.sum(), made


FOREIGN = np.frompyfunc(lambda a, b: a - b, 2, 1)


@add((ints(1, 2), 3), (floats(1, 2), 3))
def foreign_ufunc(x, y):
    return FOREIGN(x, y), FOREIGN.reduce(x)


@add((floats(3, -1, 2), floats(1, 0, -3)), (ints(3, -1, 2), ints(1, 0, -3)))
def written_by_name(x, y):
    np.copyto(dst=x, src=y)
    np.place(arr=x, mask=y < 0, vals=[7])
    np.put(a=x, ind=[1], v=y[0])
    return x, np.nan_to_num(x=x, copy=False) is x


@add((floats(3, -1, 2),), raises=TypeError)
def written_without_a_target(x):
    np.copyto(src=x)


@add((floats(3, -1, 2),), raises=TypeError)
def written_by_a_name_that_has_a_place(x):
    np.putmask(a=x, mask=x > 0, values=x)


@add(["SF", "HG"], ["abc"], np.array(["SF", "HG"]), "xyz", core=True)
def texts_in_letters(rows):
    letters = np.asarray(rows, dtype="c")
    again = np.ascontiguousarray(rows, dtype="c"), np.array(rows, "S1")
    return letters, letters.shape, letters == b"S", again


LONG = ints(1, 2), ints(1, 2, dtype=np.longlong), ints(3, 4)


@add(*LONG, ints(1, 2, dtype=np.ulonglong), ints(1, 2, dtype=u64), core=True)
def classes_of_long_integers(x):
    return x.dtype.char, type(x[0]), (x + x).dtype.char, type(x[1] + x[0]), x * 2


@add((i64(3),), (np.longlong(3),), (i64(4),), core=True)
def long_scalars(x):
    return type(x), type(x + 1), x + 1


@add(np.array([b"a"], "S1"), np.array([b"b"], "c"), np.array([b"ab"]), core=True)
def letters(x):
    return x.dtype.char, x == b"b", x.shape


CALLED_WRONGLY = {
    "sum": lambda x: x.sum(nothing=1),
    "swapaxes": lambda x: x.swapaxes(0),
    "take": lambda x: x.take(),
    "put": lambda x: x.put(1),
    "reshape": lambda x: x.reshape(2, other=1),
    "clip": lambda x: x.clip(1, 2, 3, 4, 5),
}


@add(*((floats(3, -1, 2), name) for name in CALLED_WRONGLY), raises=TypeError)
def methods_called_wrongly(x, name):
    return CALLED_WRONGLY[name](x)


@add(*((f64(2.5), name) for name in CALLED_WRONGLY), raises=TypeError)
def methods_of_scalars_called_wrongly(x, name):
    return CALLED_WRONGLY[name](x)
