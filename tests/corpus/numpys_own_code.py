"""Functions of NumPy that are Python code, which is traced as the user's is."""

import numpy as np
from numpy.polynomial import Chebyshev, Polynomial
from numpy.polynomial import polynomial as P
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

V, W = floats(1, 2, 4), floats(2, 0, 1)


@add((V, W), (V, ints(1, 2, 3)), (grid(2, 3), grid(2, 3) ** 2))
def covariance(x, y):
    c = np.cov(x, y)
    if c[0, 0] > 1:
        return c, np.cov(x, y, bias=True), np.cov(x, ddof=0)
    return np.corrcoef(x, y)


@add((V,), raises=ValueError)
def refused_by_numpy(x):
    return np.cov(x, ddof=0.5)


@add((V, floats(1, 2)), raises=ValueError)
def shapes_that_do_not_fit(x, y):
    return np.cov(x, y)


@add((V,), raises=TypeError)
def unknown_keyword(x):
    return np.cov(x, wrong=1)


@add((floats(1.0),), (V,))
def warned_by_numpy(x):
    return np.cov(x)


@add((4,), (i64(5),), (1,), (0,), (f64(3),))
def windows(n):
    return np.hanning(n), np.hamming(n), np.blackman(n), np.bartlett(n)


@add((V, W), (ints(1, 2), W), (floats(0, 0, 1), floats(1)))
def sums_of_polynomials(p, q):
    return np.polyadd(p, q), np.polysub(p, q), np.polymul(p, q)


@add((V, 1), (V, 2), (V, 5), (V, -1), raises=ValueError)
def derivatives(p, m):
    return np.polyder(p, m), np.polyint(p, m)


@add((V,), (grid(3, 2),), (f64(2),))
def polynomial_of_values(x):
    return Polynomial([1, 2, 3])(x), P.polyval(x, [1, 2])


@add((Polynomial([1, 2, 3]), V), (Polynomial([0, 1], [0, 2]), f64(3)))
def polynomial_as_argument(p, x):
    total = 0.0
    for i in range(3):
        if p(x).sum() > i:
            total += (p.coef * i).sum()
    return total, p.deriv(), p.integ()(x), p.degree()


@add(
    (Polynomial([1.0, 2.0]), Polynomial([3.0])), (Chebyshev([1, 2]), Chebyshev([0, 1]))
)
def arithmetic_of_polynomials(p, q):
    return p + q, p - 1, 2 * p, p * q, -p, p == q


@add((Polynomial([1.0, 2.0]), Chebyshev([3.0])), raises=TypeError)
def polynomials_of_two_kinds(p, q):
    return p + q


@add((V, W))
def fitted(x, y):
    line = Polynomial.fit(x, y, 1)
    return line, line(x), line.convert().coef


@add((grid(2, 3), 0), (grid(2, 3), 1), (grid(2, 3), 2), raises=np.exceptions.AxisError)
def along_an_axis(x, axis):
    return np.apply_along_axis(lambda row: row.sum() - row[0], axis, x)


@add((V,), (floats(-1, 0, 1),), (f64(-1),))
def by_pieces(x):
    return np.piecewise(x, [x < 0, x >= 2], [lambda v: -v, lambda v: v * v, 7])


@add((3,), (i64(2),))
def by_indices(n):
    return np.fromfunction(lambda i, j: i * 10 + j, (3, n))


@add((V,), (ints(1, -2),), (floats(-4, 4),), (f64(-1),), (-1,), (c128(1j),))
def with_complex_results(x):
    return np.emath.sqrt(x), np.emath.log(x), np.emath.power(x, 2), np.emath.arcsin(x)


@add((grid(2, 2) + np.eye(2),), (grid(2, 2),))
def linear_algebra(a):
    return (
        np.linalg.matrix_power(a, 3),
        np.linalg.multi_dot([a, a, a]),
        np.linalg.vector_norm(a),
        np.linalg.matrix_norm(a),
        np.linalg.cross(floats(1, 2, 3), floats(3, 2, 1)),
        np.linalg.outer(a[0], a[1]),
    )


@add((V, W), (ints(1, 2, 3), ints(1, 1, 1)))
def in_a_loop(x, y):
    best = np.zeros((2, 2))
    for k in range(1, 4):
        c = np.cov(x**k, y)
        if np.abs(c).sum() > np.abs(best).sum():
            best = c
    return best


@add((f32(1), V), (1, ints(1, 2)), (1j, V), (True, bools(1, 0)))
def dtypes_of_operands(a, x):
    dtype = np.result_type(a, x)
    return x.astype(dtype), np.iscomplexobj(a), np.isscalar(a), np.ndim(x), np.shape(x)


class Box:
    def __init__(self, content):
        self.content = content

    def doubled(self):
        return self.__class__(self.content * 2)


@add((Box(floats(1, 2)),), (Box(2),))
def made_by_the_class_of_an_object(box):
    return box.doubled().content


@add(([1, 2], [[3, 4], [5, 6]]), ([1.5, 2], [[1, 2]]))
def lists_given_to_numpy(x, y):
    return np.maximum(x, y), np.all(y), np.tril(y), np.add.reduceat(x, [0, 1])


@add((grid(2, 3),), (ints(1, 2)[:1],), (f64(2),), (f32(1),))
def sizes(x):
    return x.itemsize, x.nbytes, x.strides, x.byteswap()


@add((f64(2.5),), (f64(-3),), (f64(np.inf),), raises=OverflowError)
def questions_of_numbers(x):
    return x.is_integer(), x.hex(), x.as_integer_ratio()


@add((np.array(-2.5),), (f64(-1),))
def special_methods_by_name(x):
    return x.__abs__(), x.__neg__(), x.__float__(), x.__bool__(), x.__copy__()


@add((V, W), (ints(1, 2), W), (floats(0, 0, 1), floats(1)))
def products_of_series(p, q):
    return (
        np.polynomial.hermite.hermmul(p, q),
        np.polynomial.legendre.legdiv(p, q),
        np.polynomial.laguerre.poly2lag(p),
        np.polynomial.hermite_e.hermepow(p, 2),
        np.polynomial.chebyshev.chebfromroots(q),
    )


@add((3,), (i64(2),), (1,))
def points_and_bases(n):
    return np.polynomial.legendre.leggauss(n), Polynomial.basis(n)


@add((grid(2, 3), grid(2, 3) ** 2), (V, W), (grid(2, 2), grid(2, 2)), raises=ValueError)
def vector_products(x, y):
    return np.linalg.vecdot(x, y), np.vecdot(x, y, axis=0), np.linalg.cross(x, y)


@add((grid(2, 3),), (grid(3, 2),), (V,), raises=np.linalg.LinAlgError)
def limited_inverse(x):
    return np.linalg.pinv(x, rtol=0.5), np.kaiser(4, 2.0)


@add((V, W))
def fitted_in_full(x, y):
    found = np.polyfit(x, y, 1, full=True)
    return found, found[2] + 1


@add((grid(2, 3),), (grid(2, 3, np.float32),), (ints(1, 2),), (floats(np.nan),))
def means_of_a_dtype(x):
    return np.nanmean(x, dtype=np.float32)


@add((V,), (ints(1, 2),), (f32(2.5),), (c128(1j),))
def class_of_elements(x):
    kind = x.dtype.type
    return kind(x.sum() / 2), x.dtype.type(3), kind is np.float64


@add((V, V), (V, W), raises=AssertionError)
def asserted(x, y):
    np.testing.assert_array_less(x, y + 5)
    np.testing.assert_allclose(x, y)
    return x + y


@add((np.array(["ab", "c "]), np.array(["c", "c"])), ("ab", "ab "), ("a", "b"))
def texts_compared(x, y):
    return np.char.equal(x, y), np.char.less(x, y), np.char.not_equal(x, "c")


class Dispatching:
    def __array_function__(self, function, types, args, kwargs):
        return function.__name__, len(args)


@add((Dispatching(), V), (Dispatching(), Dispatching()))
def taken_over_by_a_class(x, y):
    return np.histogram2d(x, y), np.kron(x, y), np.diff(y), np.polyadd([1], x)


@add((2,), (f64(3),))
def reductions_of_plain_values(x):
    return x * np.add.reduce([1, 2]), np.bitwise_or.reduce((1, 4)), np.add.outer(1, 2)


@add((3,), (f64(3),))
def dtypes_of_plain_values(x):
    return x, np.add.resolve_dtypes((np.dtype("i4"), np.dtype("f4"), None))


@add(([1, 2.5],), (V,))
def no_difference_at_all(x):
    y = np.diff(x, n=0)
    y[0] = 3
    return y is x, y


class Bins:
    def __array_function__(self, function, types, args, kwargs):
        return function.__name__, len(args), sorted(kwargs)


@add(([1, 2],), (V,))
def bins_that_take_over(x):
    return np.histogram2d(x, x, bins=[Bins(), 5])


@add(([1, 2],), (V,))
def bins_in_a_list_with_a_name(x):
    bins = [Bins(), 5]
    return np.histogram2d(x, x, bins=bins)


@add(([1, 2], [Bins(), 5]))
def bins_that_arrive_and_take_over(x, bins):
    return np.histogram2d(x, x, bins=bins)
