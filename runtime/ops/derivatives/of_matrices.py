"""Derivatives of linear algebra.

After Giles, "An extended collection of matrix derivative results for forward and
reverse mode algorithmic differentiation" (Oxford NA-08/01, 2008); the QR decomposition
after Walter, Lehmann and Lamour, "On evaluating higher-order derivatives of the QR
decomposition of tall matrices" (Optim. Methods Softw. 2012); the pseudoinverse after
Golub and Pereyra (SIAM J. Numer. Anal. 1973).

Those formulas are of gradients; a cotangent here is the conjugate of one (`_of_real`).
NumPy reads one triangle of a Hermitian matrix: the other one has a derivative of 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Display
from runtime.ops.derivatives.rule_writing import (
    adjoint,
    conjugate,
    lengths_of,
    may_be_complex,
    transposed,
)
from runtime.ops.facts import Call, Facts, Own, Unknown, constant, rank_of, shape_of

_facts = Facts()
_add = _facts.add

Tangents = Mapping[int, Any]


def _eye(of: Any, x: Argument) -> Any:
    return of.eye(of.dimension(x, rank_of(x) - 1))


def _diagonal(of: Any, vector: Any) -> Any:
    """Return diagonal matrices."""
    return of.multiply(of.expand_dims(vector, -1), _eye(of, vector))


def _on_diagonal(of: Any, x: Any) -> Any:
    return of.diagonal(x, axis1=-2, axis2=-1)


def _real(of: Any, x: Any) -> Any:
    return of.real(x) if may_be_complex(x) else x


def _matmul(of: Any, *factors: Any) -> Any:
    found, *rest = factors
    for each in rest:
        found = of.matmul(found, each)
    return found


def _half_lower(of: Any, x: Any) -> Any:
    """Return the lower triangle with half of the diagonal."""
    half = of.subtract(1.0, of.multiply(0.5, _eye(of, x)))
    return of.multiply(of.tril(x), half)


def _folded(of: Any, g: Any, upper: bool) -> Any:
    """Return a cotangent of a Hermitian matrix as one of the triangle that is read.

    The other triangle is the conjugate of that one, and the diagonal real.
    """
    inner = of.triu(g, 1) if upper else of.tril(g, -1)
    other = of.tril(g, -1) if upper else of.triu(g, 1)
    middle = of.multiply(_real(of, g), _eye(of, g))
    return of.add(of.add(inner, adjoint(of, other)), middle)


def _hermitian(of: Any, x: Any, upper: bool) -> Any:
    """Return the matrix that a function means which reads one triangle."""
    inner = of.triu(x, 1) if upper else of.tril(x, -1)
    middle = of.multiply(_real(of, x), _eye(of, x))
    return of.add(of.add(inner, adjoint(of, inner)), middle)


# Inverses and systems of equations


def _inverse_back(of: Any, g: Any, call: Call) -> Any:
    y = transposed(of, call.result)
    return of.negative(_matmul(of, y, g, y))


def _inverse_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    return of.negative(_matmul(of, call.result, tangents[0], call.result))


_add("inv", Own({0: _inverse_back}, _inverse_forward))


def _is_vector(call: Call) -> bool:
    """Whether the right side of equations is one vector, as NumPy 2 takes it."""
    return rank_of(call.args[1]) == 1


def _right_back(of: Any, g: Any, call: Call) -> Any:
    found = _right_whole(of, g, call)
    return found if _is_vector(call) else of.sum_to(found, call.args[1])


def _right_whole(of: Any, g: Any, call: Call) -> Any:
    a, b = call.args
    if _is_vector(call) and rank_of(a) > 2:
        g = of.expand_dims(g, -1)
        found = of.solve(transposed(of, a), g)
        return of.sum_to(of.getitem(found, (Ellipsis, 0)), b)
    return of.solve(transposed(of, a), g)


def _left_back(of: Any, g: Any, call: Call) -> Any:
    a, x = call.args[0], call.result
    if _is_vector(call):
        x, g = of.expand_dims(x, -1), of.expand_dims(g, -1)
    found = of.solve(transposed(of, a), g)
    return of.negative(of.sum_to(of.matmul(found, transposed(of, x)), a))


def _solution_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    a, x = call.args[0], call.result
    vector = _is_vector(call)
    right = tangents.get(1)
    if vector and right is not None:
        right = of.expand_dims(right, -1)
    if 0 in tangents:
        known = of.expand_dims(x, -1) if vector else x
        moved = of.negative(of.matmul(tangents[0], known))
        right = moved if right is None else of.add(right, moved)
    found = of.solve(a, right)
    return of.getitem(found, (Ellipsis, 0)) if vector else found


_add("solve", Own({0: _left_back, 1: _right_back}, _solution_forward))


@_facts.defines("tensorsolve")
def _tensor_solution(of: Any, call: Call) -> Any:
    given = call.given("a b axes")
    if not given.missing("axes"):
        raise Unknown("axes=")
    size = of.size(call.result)
    matrix = of.reshape(given["a"], Display("tuple", (size, size)))
    found = of.solve(matrix, of.ravel(given["b"]))
    return of.reshape_like(found, call.result)


def _determinant_back(of: Any, g: Any, call: Call) -> Any:
    return of.multiply(_wide(of, g), of.cofactors(call.args[0]))


def _wide(of: Any, x: Any) -> Any:
    """Return numbers so that they broadcast against matrices."""
    return of.expand_dims(of.expand_dims(x, -1), -1)


def _determinant_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    products = of.multiply(of.cofactors(call.args[0]), tangents[0])
    return of.sum(products, axis=(-2, -1))


_add("det", Own({0: _determinant_back}, _determinant_forward))


@_facts.defines("cofactors")
def _cofactors(of: Any, call: Call) -> Any:
    """Where the matrix is regular: the second derivative asks for no more."""
    (a,) = call.args
    return of.multiply(_wide(of, of.det(a)), transposed(of, of.inv(a)))


def _logarithm_back(of: Any, given: Any, call: Call) -> Any:
    """The sign of complex determinants turns; its cotangent acts on the phase."""
    g_sign, g = given
    (a,) = call.args
    total: Any = None if g is None else _wide(of, g)
    if g_sign is not None and may_be_complex(a):
        turned = of.imag(of.multiply(g_sign, call.result[0]))
        turned = of.multiply(1j, _wide(of, turned))
        total = turned if total is None else of.add(total, turned)
    if total is None:
        return None
    return of.multiply(total, transposed(of, of.inv(a)))


def _logarithm_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    (a,) = call.args
    change = of.sum(of.multiply(transposed(of, of.inv(a)), tangents[0]), axis=(-2, -1))
    if not may_be_complex(a):
        return [None, change]
    turned = of.multiply(1j, of.imag(change))
    return [of.multiply(call.result[0], turned), of.real(change)]


_add("slogdet", Own({0: _logarithm_back}, _logarithm_forward))


@_facts.defines("matrix_power")
def _power(of: Any, call: Call) -> Any:
    a, count = call.args[0], constant(call.args[1])
    if count == 0:
        return of.zero_of(a)
    factor = of.inv(a) if count < 0 else a
    found: Any = None
    for digit in bin(abs(count))[2:]:
        if found is not None:
            found = of.matmul(found, found)
        if digit == "1":
            found = factor if found is None else of.matmul(found, factor)
    return found


def _pseudo_parts(of: Any, call: Call) -> tuple[Any, Any, Any, Any]:
    a, p = call.args[0], call.result
    hermitian = call.given("a rcond hermitian * rtol").constant("hermitian", False)
    if hermitian:
        raise Unknown("hermitian=")
    rows, columns = rank_of(a) - 2, rank_of(a) - 1
    left = of.subtract(of.eye(of.dimension(a, rows)), of.matmul(a, p))
    right = of.subtract(of.eye(of.dimension(a, columns)), of.matmul(p, a))
    return a, p, left, right


def _pseudoinverse_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    _, p, left, right = _pseudo_parts(of, call)
    d, h, dh = tangents[0], adjoint(of, p), adjoint(of, tangents[0])
    found = of.negative(_matmul(of, p, d, p))
    found = of.add(found, _matmul(of, p, h, dh, left))
    return of.add(found, _matmul(of, right, dh, h, p))


def _pseudoinverse_back(of: Any, g: Any, call: Call) -> Any:
    _, p, left, right = _pseudo_parts(of, call)
    g, h = conjugate(of, g), adjoint(of, p)
    found = of.negative(_matmul(of, h, g, h))
    found = of.add(found, _matmul(of, left, adjoint(of, g), p, h))
    found = of.add(found, _matmul(of, h, p, adjoint(of, g), right))
    return conjugate(of, found)


_add("pinv", Own({0: _pseudoinverse_back}, _pseudoinverse_forward))


@_facts.defines("lstsq")
def _least_squares(of: Any, call: Call) -> Any:
    """By the pseudoinverse: right where the rank stays what it is."""
    given = call.given("a b rcond")
    a, b = given["a"], given["b"]
    x = of.matmul(of.pinv(a), b)
    rest = of.subtract(b, of.matmul(a, x))
    squares = of.real(of.multiply(rest, of.conjugate(rest)))
    sums = of.atleast_1d(of.sum(squares, axis=0))
    # There are none unless the equations are more than the unknowns, and independent.
    residuals = of.getitem(sums, slice(None, of.size(call.result[1])))
    return [x, residuals, None, of.svdvals(a)]


@_facts.defines("cond_number")
def _condition(of: Any, call: Call) -> Any:
    given = call.given("x p")
    x, p = given["x"], given.constant("p")
    if p in (None, 2, -2):
        s = of.svdvals(x)
        first, last = of.getitem(s, (Ellipsis, 0)), of.getitem(s, (Ellipsis, -1))
        return of.divide(last, first) if p == -2 else of.divide(first, last)
    axes = {"ord": p, "axis": (-2, -1)}
    return of.multiply(of.norm(x, **axes), of.norm(of.inv(x), **axes))


# Decompositions

Back = Callable[[Any, list[Any], Call], Any]


def _of_real(back: Back) -> Back:
    """Return a rule for cotangents from a formula for gradients, their conjugates."""

    def conjugated(of: Any, given: list[Any], call: Call) -> Any:
        gradients = [None if g is None else conjugate(of, g) for g in given]
        return conjugate(of, back(of, gradients, call))

    return conjugated


def _is_upper(call: Call, names: str = "a UPLO") -> bool:
    given = call.given(names)
    if "upper" in names:
        return bool(given.constant("upper", False))
    return str(given.constant("UPLO", "L")).upper() == "U"


def _cholesky_back(of: Any, g: Any, call: Call) -> Any:
    upper = _is_upper(call, "a * upper")
    lower = adjoint(of, call.result) if upper else call.result
    g = conjugate(of, g)
    g = adjoint(of, g) if upper else g
    inner = _half_lower(of, of.matmul(adjoint(of, lower), of.tril(g)))
    left = of.solve(adjoint(of, lower), inner)
    found = adjoint(of, of.solve(adjoint(of, lower), adjoint(of, left)))
    found = of.multiply(0.5, of.add(found, adjoint(of, found)))
    return _folded(of, conjugate(of, found), upper)


def _cholesky_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    upper = _is_upper(call, "a * upper")
    lower = adjoint(of, call.result) if upper else call.result
    change = _hermitian(of, tangents[0], upper)
    left = of.solve(lower, change)
    inner = adjoint(of, of.solve(lower, adjoint(of, left)))
    found = of.matmul(lower, _half_lower(of, inner))
    return adjoint(of, found) if upper else found


_add("cholesky", Own({0: _cholesky_back}, _cholesky_forward))


def _gaps(of: Any, w: Any) -> Any:
    """Return w_j - w_i, and 1 where i is j."""
    gaps = of.subtract(of.expand_dims(w, -2), of.expand_dims(w, -1))
    return of.add(gaps, _eye(of, w))


def _apart(of: Any, x: Any, gaps: Any) -> Any:
    """Return elements off the diagonal over gaps; what is 0 stays 0 without a gap.

    So what does not depend on how equal values are told apart has its derivative; what
    does is infinite.
    """
    off = of.multiply(x, of.subtract(1.0, _eye(of, x)))
    none = of.equal(gaps, 0)
    found = of.divide(off, of.where(none, 1.0, gaps))
    return of.where(of.logical_and(none, of.not_equal(off, 0)), np.inf, found)


def _eigen_back(of: Any, given: list[Any], call: Call) -> Any:
    g_w, g_v = given
    w, v = call.result
    inner: Any = None
    if g_v is not None:
        # Only how vectors turn into each other counts, not how they grow.
        turned = of.matmul(adjoint(of, v), g_v)
        turned = of.multiply(0.5, of.subtract(turned, adjoint(of, turned)))
        inner = _apart(of, turned, _gaps(of, w))
    if g_w is not None:
        middle = _diagonal(of, g_w)
        inner = middle if inner is None else of.add(inner, middle)
    found = _matmul(of, v, inner, adjoint(of, v))
    found = of.multiply(0.5, of.add(found, adjoint(of, found)))
    return _folded(of, found, _is_upper(call))


def _eigen_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    w, v = call.result
    change = _hermitian(of, tangents[0], _is_upper(call))
    inner = _matmul(of, adjoint(of, v), change, v)
    values = _real(of, _on_diagonal(of, inner))
    return [values, of.matmul(v, _apart(of, inner, _gaps(of, w)))]


_add("eigh", Own({0: _of_real(_eigen_back)}, _eigen_forward))


@_facts.defines("eigvalsh")
def _eigenvalues(of: Any, call: Call) -> Any:
    given = call.given("a UPLO")
    return of.getitem(of.eigh(*given.values()), 0)


def _thin(call: Call) -> bool:
    """Whether singular vectors are as many as singular values."""
    given = call.given("a full_matrices compute_uv hermitian")
    if given.constant("hermitian", False):
        raise Unknown("hermitian=")
    if not given.constant("full_matrices", True):
        return True
    shape = shape_of(given["a"])
    return shape is not None and None not in shape[-2:] and shape[-1] == shape[-2]


def _singular_back(of: Any, given: list[Any], call: Call) -> Any:
    g_u, g_s, g_vh = given
    u, s, vh = call.result
    thin = _thin(call)
    if not thin:
        if g_u is not None or g_vh is not None:
            raise Unknown("full_matrices=True, which makes vectors at will")
        count = of.dimension(s, rank_of(s) - 1)
        u = of.getitem(u, (Ellipsis, slice(None, count)))
        vh = of.getitem(vh, (Ellipsis, slice(None, count), slice(None)))
    v = adjoint(of, vh)
    row, column = of.expand_dims(s, -2), of.expand_dims(s, -1)
    inner: Any = None if g_s is None else _diagonal(of, g_s)
    gaps = _gaps(of, of.multiply(s, s))
    outer: Any = None
    phase: Any = None
    if g_u is not None:
        both = of.matmul(adjoint(of, u), g_u)
        skew = _apart(of, of.subtract(both, adjoint(of, both)), gaps)
        term = of.multiply(skew, row)
        inner = term if inner is None else of.add(inner, term)
        rest = of.subtract(g_u, of.matmul(u, both))
        outer = of.matmul(of.divide(rest, row), vh)
        phase = _on_diagonal(of, both)
    if g_vh is not None:
        g_v = adjoint(of, g_vh)
        both = of.matmul(adjoint(of, v), g_v)
        skew = _apart(of, of.subtract(both, adjoint(of, both)), gaps)
        term = of.multiply(column, skew)
        inner = term if inner is None else of.add(inner, term)
        rest = of.subtract(g_v, of.matmul(v, both))
        term = of.matmul(u, adjoint(of, of.divide(rest, row)))
        outer = term if outer is None else of.add(outer, term)
    if phase is not None and may_be_complex(u):
        # The phases of the vectors are LAPACK's: only what does not depend on them has
        # a derivative, and for that these two parts are the same.
        term = _diagonal(of, of.divide(of.multiply(1j, of.imag(phase)), s))
        inner = of.add(inner, term)
    found = _matmul(of, u, inner, vh)
    return found if outer is None else of.add(found, outer)


def _singular_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    u, s, vh = call.result
    thin = _thin(call)
    if not thin:
        raise Unknown("full_matrices=True, which makes vectors at will")
    d, v = tangents[0], adjoint(of, vh)
    inner = _matmul(of, adjoint(of, u), d, v)
    values = _real(of, _on_diagonal(of, inner))
    row, column = of.expand_dims(s, -2), of.expand_dims(s, -1)
    gaps = _gaps(of, of.multiply(s, s))
    right = of.multiply(inner, row)
    left = of.multiply(column, inner)
    skew = _apart(of, of.add(right, adjoint(of, right)), gaps)
    d_u = of.matmul(u, skew)
    skew = _apart(of, of.add(left, adjoint(of, left)), gaps)
    d_v = of.matmul(v, skew)
    if may_be_complex(inner):
        turned = of.divide(of.multiply(1j, of.imag(_on_diagonal(of, inner))), s)
        d_u = of.add(d_u, of.matmul(u, _diagonal(of, turned)))
    rest = of.subtract(of.matmul(d, v), _matmul(of, u, adjoint(of, u), d, v))
    d_u = of.add(d_u, of.divide(rest, row))
    back = adjoint(of, d)
    rest = of.subtract(of.matmul(back, u), _matmul(of, v, vh, back, u))
    d_v = of.add(d_v, of.divide(rest, row))
    return [d_u, values, adjoint(of, d_v)]


def _singular(of: Any, given: Any, call: Call) -> Any:
    """The way back of `svd`, or of its singular values alone."""
    if isinstance(call.result, tuple):
        return _of_real(_singular_back)(of, given, call)
    parts = of.svd(call.args[0], full_matrices=False)
    u, vh = of.getitem(parts, 0), of.getitem(parts, 2)
    scaled = of.multiply(conjugate(of, u), of.expand_dims(given, -2))
    return of.matmul(scaled, conjugate(of, vh))


def _singular_pushed(of: Any, tangents: Tangents, call: Call) -> Any:
    if isinstance(call.result, tuple):
        return _singular_forward(of, tangents, call)
    parts = of.svd(call.args[0], full_matrices=False)
    u, vh = of.getitem(parts, 0), of.getitem(parts, 2)
    inner = _matmul(of, adjoint(of, u), tangents[0], adjoint(of, vh))
    return _real(of, _on_diagonal(of, inner))


_add("svd svdvals", Own({0: _singular}, _singular_pushed))


@_facts.defines("qr")
def _orthogonal(of: Any, call: Call) -> Any:
    """A wide matrix is a square one, which decides about Q, and more columns."""
    given = call.given("a mode")
    a, mode = given["a"], given.constant("mode", "reduced")
    rows, columns = lengths_of(a)[-2:]
    if mode not in ("reduced", "r", "complete"):
        raise Unknown(f"the mode {mode!r}")
    if mode == "complete" and rows > columns:
        raise Unknown("the mode 'complete', which makes vectors at will")
    if rows >= columns:
        q, r = _tall(of, a)
    else:
        first = of.getitem(a, (Ellipsis, slice(None, rows)))
        q, r = _tall(of, first)
        more = of.getitem(a, (Ellipsis, slice(rows, None)))
        r = of.concatenate([r, of.matmul(adjoint(of, q), more)], axis=-1)
    return [q, r] if isinstance(call.result, tuple) else r


def _tall(of: Any, a: Any) -> tuple[Any, Any]:
    parts = of.qr_tall(a)
    return of.getitem(parts, 0), of.getitem(parts, 1)


def _orthogonal_back(of: Any, given: list[Any], call: Call) -> Any:
    g_q, g_r = given
    q, r = call.result
    inner: Any = None
    if g_r is not None:
        inner = of.matmul(r, adjoint(of, g_r))
    if g_q is not None:
        term = of.matmul(adjoint(of, g_q), q)
        inner = of.negative(term) if inner is None else of.subtract(inner, term)
    lower = of.tril(inner, -1)
    middle = of.multiply(_real(of, inner), _eye(of, inner))
    both = of.add(of.add(lower, adjoint(of, lower)), middle)
    found = of.matmul(q, both)
    if g_q is not None:
        found = of.add(found, g_q)
    # What is left is divided by the adjoint of R from the right.
    return adjoint(of, of.solve(r, adjoint(of, found)))


def _orthogonal_forward(of: Any, tangents: Tangents, call: Call) -> Any:
    q, r = call.result
    scaled = adjoint(of, of.solve(adjoint(of, r), adjoint(of, tangents[0])))
    inner = of.matmul(adjoint(of, q), scaled)
    lower = of.tril(inner, -1)
    skew = of.subtract(lower, adjoint(of, lower))
    if may_be_complex(inner):
        turned = of.multiply(1j, of.multiply(of.imag(inner), _eye(of, inner)))
        skew = of.add(skew, turned)
    rest = of.subtract(inner, skew)
    d_q = of.add(of.subtract(scaled, of.matmul(q, inner)), of.matmul(q, skew))
    return [d_q, of.matmul(rest, r)]


_add("qr_tall", Own({0: _of_real(_orthogonal_back)}, _orthogonal_forward))

FACTS = _facts.table
"""By the names of rows."""
