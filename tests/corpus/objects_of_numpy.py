"""Objects of NumPy's classes, made and used: polynomials, iterators, kinds of arrays."""

import numpy as np
from numpy import ma
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)

X = floats(0.25, 0.5, 0.75)


@add((X,))
def polynomials(x):
    p = np.poly1d(x)
    q = p * p + 1
    return p(0.5), q.coeffs, p.deriv().order, p[0], len(p), list(p), p == q


@add((X,), (X[::-1],))
def polynomial_of_a_branch(x):
    p = np.poly1d(x) if x[0] > 0.5 else np.poly1d(x * 2)
    for v in x:
        p = p * np.poly1d([1, v])
    return p.c, p(2.0)


@add((X,), (X - 1,))
def vectorized(x):
    f = np.vectorize(lambda v: v + 1 if v > 0.3 else 0.0)
    return f(x), f(0.5)


@add((X,), (grid(2, 2),))
def entries(x):
    total = 0.0
    for index, value in np.ndenumerate(x):
        if value > 0.3:
            total += value * index[0]
    return total, list(np.ndindex(2, 2)), next(np.ndindex(3))


@add((X,))
def written_through_an_iterator(x):
    y = x.copy()
    with np.nditer(y, op_flags=["readwrite"]) as entries:
        for entry in entries:
            if entry > 0.3:
                entry[...] = 2 * entry
    return y, [float(v) for v in np.nditer(x)]


@add((X,))
def broadcast_together(x):
    both = np.broadcast(x, x[:, None])
    return both.shape, both.nd, both.size, [u + v for u, v in both]


@add((i64(3),))
def seeded(n):
    bits = np.random.PCG64(n)
    seeds = np.random.SeedSequence(n)
    return np.random.Generator(bits).random(3), seeds.generate_state(2)


@add((X,))
def matrices(x):
    m = np.matrix(np.outer(x, x))
    rows = isinstance(m, np.ndarray), type(m), m.shape, m[0, 0]
    return m * m, m.T, m[0], m.sum(), m.sum(axis=0), (m + 1).A1, rows


@add((X,), (X - 1,))
def masked(x):
    m = ma.MaskedArray(x, mask=x > 0.3)
    if m.sum() > 0.1:
        m = m * 2
    for i in range(2):
        m[i] = i
    return m, m.mask, m.filled(0), m.count(), m[2] is ma.masked, np.sqrt(m)


@add((X,))
def records(x):
    r = np.recarray(2, dtype=[("a", float)])
    r.a = x[:2]
    return r.a, r[0].a, r


@add((X,))
def errors_of_numpy(x):
    try:
        raise np.linalg.LinAlgError("a", x)
    except np.linalg.LinAlgError as error:
        other = np.exceptions.AxisError(1, 0)
        return error.args, str(other), other.args, np.linalg.LinAlgError(x).args


class Quantity(np.ndarray):
    pass


def compared_with_the_own_class(one, other):
    kinds = type(one), type(other)
    return (
        isinstance(other, type(one)),
        isinstance(one, (str, type(other))),
        isinstance(3, kinds),
        issubclass(type(other), type(one)),
        issubclass(np.ndarray, (int, type(one))),
    )


CASES += [
    case(
        compared_with_the_own_class,
        *((np.ones(2).view(Quantity), y) for y in (np.float64(1), np.ones(2), 3)),
        (np.ones(2), np.ones(2).view(Quantity)),
        (np.ones(2).view(Quantity), np.ones(3).view(Quantity)),
    )
]
