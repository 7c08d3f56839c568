"""Textbook linear algebra, written with loops and with slices."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
    wave,
)

SPD = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])
GENERAL = np.array([[0.0, 2.0, 1.0], [1.0, -1.0, 3.0], [2.0, 1.0, 1.0]])


def gaussian_elimination(a, b):
    a = a.copy()
    b = b.copy()
    n = len(b)
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(a[i, k]) > abs(a[pivot, k]):
                pivot = i
        if a[pivot, k] == 0:
            raise np.linalg.LinAlgError("singular")
        if pivot != k:
            a[[k, pivot]] = a[[pivot, k]]
            b[k], b[pivot] = b[pivot], b[k]
        for i in range(k + 1, n):
            factor = a[i, k] / a[k, k]
            a[i, k:] -= factor * a[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return x


def lu_with_pivoting(a):
    a = a.copy()
    n = a.shape[0]
    order = np.arange(n)
    swaps = 0
    for k in range(n - 1):
        p = k + np.argmax(np.abs(a[k:, k]))
        if a[p, k] == 0:
            continue
        if p != k:
            a[[k, p]] = a[[p, k]]
            order[[k, p]] = order[[p, k]]
            swaps += 1
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a, order, swaps


def determinant(a):
    a = a.astype(float)
    det = 1.0
    n = len(a)
    for k in range(n):
        p = k
        while p < n and a[p, k] == 0:
            p += 1
        if p == n:
            return 0.0
        if p != k:
            a[[k, p]] = a[[p, k]]
            det = -det
        det *= a[k, k]
        for i in range(k + 1, n):
            a[i] -= a[k] * (a[i, k] / a[k, k])
    return det


def determinant_recursive(a):
    n = a.shape[0]
    if n == 1:
        return a[0, 0]
    if n == 2:
        return a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
    total = 0
    for j in range(n):
        minor = np.delete(a[1:], j, axis=1)
        total += (-1) ** j * a[0, j] * determinant_recursive(minor)
    return total


def cholesky(a):
    n = a.shape[0]
    l = np.zeros_like(a)
    for i in range(n):
        for j in range(i + 1):
            s = a[i, j]
            for k in range(j):
                s -= l[i, k] * l[j, k]
            if i == j:
                if s <= 0:
                    raise ValueError("not positive definite")
                l[i, i] = np.sqrt(s)
            else:
                l[i, j] = s / l[j, j]
    return l


def forward_substitution(l, b):
    x = np.empty(len(b))
    for i in range(len(b)):
        s = b[i]
        for j in range(i):
            s = s - l[i, j] * x[j]
        x[i] = s / l[i, i]
    return x


def back_substitution(u, b):
    n = len(b)
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (b[i] - np.dot(u[i, i + 1 :], x[i + 1 :])) / u[i, i]
    return x


def givens_qr(a):
    r = a.copy()
    m, n = r.shape
    q = np.eye(m)
    for j in range(n):
        for i in range(m - 1, j, -1):
            if r[i, j] != 0:
                h = np.hypot(r[i - 1, j], r[i, j])
                c, s = r[i - 1, j] / h, r[i, j] / h
                g = np.array([[c, s], [-s, c]])
                r[i - 1 : i + 1] = g @ r[i - 1 : i + 1]
                q[:, i - 1 : i + 1] = q[:, i - 1 : i + 1] @ g.T
    return q, r


def householder_qr(a):
    r = a.copy()
    m, n = r.shape
    q = np.eye(m)
    for k in range(min(m - 1, n)):
        x = r[k:, k]
        norm = np.sqrt(x @ x)
        if norm == 0:
            continue
        v = x.copy()
        if v[0] < 0:
            v[0] -= norm
        else:
            v[0] += norm
        v = v / np.sqrt(v @ v)
        r[k:, k:] -= 2 * np.outer(v, v @ r[k:, k:])
        q[:, k:] -= 2 * np.outer(q[:, k:] @ v, v)
    return q, r


def gram_schmidt(a):
    q = np.zeros_like(a)
    rank = 0
    for j in range(a.shape[1]):
        v = a[:, j].copy()
        for i in range(rank):
            v -= (q[:, i] @ a[:, j]) * q[:, i]
        norm = np.sqrt((v**2).sum())
        if norm > 1e-10:
            q[:, rank] = v / norm
            rank += 1
    return q[:, :rank]


def jacobi_iteration(a, b, steps):
    x = np.zeros_like(b)
    for k in range(steps):
        y = np.zeros_like(x)
        for i in range(len(b)):
            s = 0.0
            for j in range(len(b)):
                if j != i:
                    s += a[i, j] * x[j]
            y[i] = (b[i] - s) / a[i, i]
        if np.abs(y - x).max() < 1e-8:
            return y, k
        x = y
    return x, steps


def gauss_seidel(a, b, tolerance):
    x = np.zeros(len(b))
    turns = 0
    change = np.inf
    while change > tolerance and turns < 50:
        change = 0.0
        for i in range(len(b)):
            old = x[i]
            x[i] = (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
            change = max(change, abs(x[i] - old))
        turns += 1
    return x, turns


def successive_over_relaxation(a, b, w, n):
    x = b * 0.0
    for _ in range(n):
        for i in range(len(b)):
            s = b[i] - (a[i] * x).sum() + a[i, i] * x[i]
            x[i] += w * (s / a[i, i] - x[i])
        if np.linalg.norm(a @ x - b) < 1e-6:
            break
    return x


def conjugate_gradient(a, b):
    x = np.zeros_like(b)
    r = b - a @ x
    p = r
    rr = r @ r
    for _ in range(len(b)):
        if rr < 1e-20:
            break
        ap = a @ p
        alpha = rr / (p @ ap)
        x = x + alpha * p
        r = r - alpha * ap
        rr, old = r @ r, rr
        p = r + rr / old * p
    return x


def steepest_descent(a, b, n):
    x = b - b
    for k in range(n):
        r = b - a @ x
        q = r @ r
        if q < 1e-12:
            return x, k
        x += q / (r @ a @ r) * r
    return x, n


def power_iteration(a, tolerance):
    v = np.ones(a.shape[0])
    value = 0.0
    while True:
        w = a @ v
        norm = np.sqrt(w @ w)
        if norm == 0:
            return 0.0, v
        w = w / norm
        new = w @ a @ w
        if abs(new - value) < tolerance:
            return new, w
        v, value = w, new


def rayleigh_iteration(a, v, n):
    v = v / np.linalg.norm(v)
    mu = v @ a @ v
    for _ in range(n):
        try:
            w = np.linalg.solve(a - mu * np.eye(len(v)), v)
        except np.linalg.LinAlgError:
            break
        v = w / np.linalg.norm(w)
        mu = v @ a @ v
    return mu


def qr_algorithm(a, n):
    for _ in range(n):
        q, r = np.linalg.qr(a)
        a = r @ q
        if np.abs(np.tril(a, -1)).max() < 1e-10:
            break
    return np.diag(a)


def jacobi_eigenvalues(a):
    a = a.copy()
    n = len(a)
    for _ in range(30):
        p, q = 0, 1
        for i in range(n):
            for j in range(i + 1, n):
                if abs(a[i, j]) > abs(a[p, q]):
                    p, q = i, j
        if abs(a[p, q]) < 1e-9:
            break
        theta = 0.5 * np.arctan2(2 * a[p, q], a[q, q] - a[p, p])
        c, s = np.cos(theta), np.sin(theta)
        g = np.eye(n)
        g[p, p] = g[q, q] = c
        g[p, q], g[q, p] = s, -s
        a = g.T @ a @ g
    return np.sort(np.diag(a))


def tridiagonal_solve(lower, diagonal, upper, rhs):
    n = len(diagonal)
    c = np.zeros(n)
    d = np.zeros(n)
    c[0] = upper[0] / diagonal[0]
    d[0] = rhs[0] / diagonal[0]
    for i in range(1, n):
        m = diagonal[i] - lower[i] * c[i - 1]
        if i < n - 1:
            c[i] = upper[i] / m
        d[i] = (rhs[i] - lower[i] * d[i - 1]) / m
    x = d
    for i in range(n - 2, -1, -1):
        x[i] -= c[i] * x[i + 1]
    return x


def inverse_gauss_jordan(a):
    n = a.shape[0]
    m = np.hstack([a.astype(float), np.eye(n)])
    for k in range(n):
        p = k
        for i in range(k, n):
            if abs(m[i, k]) > abs(m[p, k]):
                p = i
        if m[p, k] == 0:
            return None
        if p != k:
            m[[k, p]] = m[[p, k]]
        m[k] /= m[k, k]
        for i in range(n):
            if i != k and m[i, k] != 0:
                m[i] -= m[i, k] * m[k]
    return m[:, n:]


def row_echelon_rank(a):
    a = a.astype(float)
    rank = 0
    rows, columns = a.shape
    for j in range(columns):
        if rank == rows:
            break
        pivot = None
        for i in range(rank, rows):
            if abs(a[i, j]) > 1e-12:
                pivot = i
                break
        if pivot is None:
            continue
        a[[rank, pivot]] = a[[pivot, rank]]
        for i in range(rank + 1, rows):
            a[i] -= a[rank] * a[i, j] / a[rank, j]
        rank += 1
    return rank


def matrix_power(a, n):
    result = np.eye(a.shape[0], dtype=a.dtype)
    while n > 0:
        if n % 2 == 1:
            result = result @ a
        a = a @ a
        n //= 2
    return result


def matrix_exponential(a):
    term = np.eye(len(a))
    total = term
    for k in range(1, 40):
        term = term @ a / k
        total = total + term
        if np.abs(term).max() < 1e-14:
            break
    return total


def newton_inverse(a, n):
    x = a.T / (np.abs(a).sum(axis=0).max() * np.abs(a).sum(axis=1).max())
    identity = np.eye(len(a))
    for k in range(n):
        residual = identity - a @ x
        if np.abs(residual).max() < 1e-10:
            break
        x = x + x @ residual
    return x, k


def is_symmetric(a):
    if a.shape[0] != a.shape[1]:
        return False
    for i in range(a.shape[0]):
        for j in range(i):
            if a[i, j] != a[j, i]:
                return False
    return True


def is_diagonally_dominant(a):
    for i in range(len(a)):
        if abs(a[i, i]) < np.abs(a[i]).sum() - abs(a[i, i]):
            return False
    return True


def strassen(a, b):
    n = a.shape[0]
    if n <= 1 or n % 2:
        return a @ b
    h = n // 2
    p, q, r, s = a[:h, :h], a[:h, h:], a[h:, :h], a[h:, h:]
    e, f, g, k = b[:h, :h], b[:h, h:], b[h:, :h], b[h:, h:]
    m1 = strassen(p + s, e + k)
    m2 = strassen(r + s, e)
    m3 = strassen(p, f - k)
    m4 = strassen(s, g - e)
    m5 = strassen(p + q, k)
    m6 = strassen(r - p, e + f)
    m7 = strassen(q - s, g + k)
    top = np.hstack([m1 + m4 - m5 + m7, m3 + m5])
    return np.vstack([top, np.hstack([m2 + m4, m1 - m2 + m3 + m6])])


def least_squares_line(x, y):
    n = len(x)
    sx = sy = sxx = sxy = 0.0
    for a, b in zip(x, y):
        sx += a
        sy += b
        sxx += a * a
        sxy += a * b
    d = n * sxx - sx * sx
    if d == 0:
        return None
    slope = (n * sxy - sx * sy) / d
    return slope, (sy - slope * sx) / n


def cross_product(a, b):
    c = np.zeros(3)
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        c[i] = a[j] * b[k] - a[k] * b[j]
    return c


def outer_loops(a, b):
    m = np.zeros((len(a), len(b)))
    for i, u in enumerate(a):
        for j, v in enumerate(b):
            m[i, j] = u * v
    return m


def norm_by_order(x, order):
    if order == 1:
        return np.abs(x).sum()
    elif order == 2:
        return np.sqrt((x * x).sum())
    elif order == np.inf:
        return np.abs(x).max()
    return (np.abs(x) ** order).sum() ** (1 / order)


def hessenberg_givens(a):
    a = a.copy()
    n = len(a)
    for k in range(n - 2):
        for i in range(n - 1, k + 1, -1):
            if a[i, k] == 0:
                continue
            r = np.hypot(a[i - 1, k], a[i, k])
            c, s = a[i - 1, k] / r, a[i, k] / r
            rows = a[i - 1 : i + 1].copy()
            a[i - 1] = c * rows[0] + s * rows[1]
            a[i] = -s * rows[0] + c * rows[1]
            left, right = a[:, i - 1].copy(), a[:, i].copy()
            a[:, i - 1] = c * left + s * right
            a[:, i] = -s * left + c * right
    return a


def lanczos(a, v, n):
    v = v / np.sqrt(v @ v)
    previous = np.zeros_like(v)
    beta = 0.0
    alphas = []
    betas = []
    for _ in range(n):
        w = a @ v - beta * previous
        alpha = w @ v
        w = w - alpha * v
        beta = np.sqrt(w @ w)
        alphas.append(alpha)
        if beta < 1e-10:
            break
        betas.append(beta)
        previous, v = v, w / beta
    return np.array(alphas), np.array(betas)


def covariance(x):
    return (x - x.mean(axis=0)).T.dot(x - x.mean(axis=0)) / (len(x) - 1)


def products_of_equal_matrices(x):
    rows = np.inner(x + 1, x + 1), (x * 2) @ (x * 2).T
    return rows, np.tensordot(x - 1, x - 1, ((0,), (0,)))


CASES = [
    case(
        gaussian_elimination,
        (GENERAL, floats(1, 2, 3)),
        (SPD, floats(0, 1, 0)),
        (np.zeros((2, 2)), floats(1, 1)),
        raises="LinAlgError",
        core=True,
    ),
    case(lu_with_pivoting, GENERAL, SPD, np.zeros((2, 2))),
    case(determinant, GENERAL, SPD, np.zeros((2, 2)), grid(3, 3, np.int64)),
    case(determinant_recursive, GENERAL, grid(2, 2, np.int64), grid(4, 4) ** 2),
    case(cholesky, SPD, GENERAL, np.eye(1), raises=ValueError, core=True),
    case(forward_substitution, (SPD, floats(1, 2, 3)), (np.eye(1), ints(4))),
    case(back_substitution, (SPD, floats(1, 2, 3)), (np.eye(1), ints(4))),
    case(givens_qr, GENERAL, grid(4, 2), np.eye(2)),
    case(householder_qr, GENERAL, grid(4, 2), np.zeros((2, 2))),
    case(gram_schmidt, GENERAL, grid(3, 3), np.zeros((2, 2))),
    case(jacobi_iteration, (SPD, floats(1, 2, 3), 40), (SPD, floats(1, 2, 3), i64(3))),
    case(
        gauss_seidel,
        (SPD, floats(1, 2, 3), 1e-8),
        (np.eye(2), ints(1, 2), f64(1)),
        core=True,
    ),
    case(
        successive_over_relaxation,
        (SPD, floats(1, 2, 3), 1.1, 20),
        (SPD, floats(1, 2, 3), f64(0.9), i64(2)),
    ),
    case(
        conjugate_gradient, (SPD, floats(1, 2, 3)), (np.eye(2), floats(0, 0)), core=True
    ),
    case(steepest_descent, (SPD, floats(1, 2, 3), 30), (SPD, floats(1, 2, 3), i64(0))),
    case(
        power_iteration,
        (SPD, 1e-10),
        (np.zeros((2, 2)), 1e-3),
        (grid(2, 2), f64(1e-6)),
        core=True,
    ),
    case(
        rayleigh_iteration, (SPD, floats(1, 2, 3), 4), (np.eye(2), floats(1, 0), i64(3))
    ),
    case(qr_algorithm, (SPD, 40), (SPD, i64(2)), (np.eye(2), 3)),
    case(jacobi_eigenvalues, SPD, np.eye(2), SPD + np.eye(3)),
    case(
        tridiagonal_solve,
        (floats(0, 1, 1), floats(4, 4, 4), floats(1, 1, 0), floats(1, 2, 3)),
        (floats(0), floats(2), floats(0), ints(4)),
    ),
    case(inverse_gauss_jordan, GENERAL, np.zeros((2, 2)), grid(2, 2, np.int64)),
    case(row_echelon_rank, GENERAL, grid(3, 3), np.zeros((2, 3))),
    case(
        matrix_power,
        (SPD, i64(5)),
        (grid(2, 2, np.int64), i64(0)),
        (grid(2, 2, np.int64), 7),
        core=True,
    ),
    case(matrix_exponential, SPD / 4, np.zeros((2, 2))),
    case(newton_inverse, (SPD, 30), (SPD, i64(2))),
    case(is_symmetric, SPD, GENERAL, grid(2, 3)),
    case(is_diagonally_dominant, SPD, GENERAL),
    case(
        strassen,
        (grid(4, 4), grid(4, 4) - 3),
        (grid(2, 2, np.int64), grid(2, 2, np.int64)),
        (grid(3, 3), grid(3, 3)),
    ),
    case(
        least_squares_line,
        (floats(0, 1, 2), floats(1, 3, 5)),
        (ints(1, 1), ints(2, 3)),
        (floats(), floats()),
    ),
    case(
        cross_product,
        (floats(1, 2, 3), floats(4, 5, 6)),
        (ints(1, 0, 0), ints(0, 1, 0)),
    ),
    case(outer_loops, (floats(1, 2), floats(3, 4, 5)), (ints(), ints(1))),
    case(
        norm_by_order,
        (floats(3, -4), 2),
        (floats(3, -4), i64(1)),
        (floats(3, -4), f64(np.inf)),
        (floats(3, -4), f64(3)),
    ),
    case(hessenberg_givens, GENERAL, np.eye(2), wave(16).reshape(4, 4)),
    case(lanczos, (SPD, floats(1, 0, 0), 3), (np.eye(2), floats(1, 1), i64(2))),
    case(covariance, wave(35).reshape(7, 5), wave(185).reshape(37, 5)),
    case(products_of_equal_matrices, wave(185).reshape(37, 5)),
]
