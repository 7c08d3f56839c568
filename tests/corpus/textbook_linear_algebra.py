"""Linear algebra as textbooks write it."""

import numpy as np
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


A3 = np.array([[4.0, -2.0, 1.0], [-2.0, 5.0, 0.5], [1.0, 0.5, 3.0]])
G3 = np.array([[1.0, 2.0, -1.0], [0.0, 3.0, 4.0], [2.0, -1.0, 5.0]])
A3f = A3.astype(np.float32)
AI = np.array([[2, 1, 0], [1, 3, 1], [0, 1, 4]])
AF = np.asfortranarray(G3)
AV = np.arange(36.0).reshape(6, 6)[::2, ::2] + np.eye(3) * 20


def ldlt(a):
    n = a.shape[0]
    L = np.eye(n, dtype=a.dtype)
    d = np.zeros(n, dtype=a.dtype)
    for j in range(n):
        d[j] = a[j, j] - np.sum(L[j, :j] ** 2 * d[:j])
        for i in range(j + 1, n):
            L[i, j] = (a[i, j] - np.sum(L[i, :j] * L[j, :j] * d[:j])) / d[j]
    return L, d


add(ldlt, A3, A3f, AI, np.zeros((0, 0)))


def cholesky_banerjee(a):
    n = len(a)
    L = np.zeros_like(a)
    for i in range(n):
        for j in range(i + 1):
            s = a[i][j]
            for k in range(j):
                s -= L[i][k] * L[j][k]
            if i == j:
                if s <= 0:
                    return None
                L[i][j] = np.sqrt(s)
            else:
                L[i][j] = s / L[j][j]
    return L


add(cholesky_banerjee, A3, -A3, A3f, AI)


def doolittle(a):
    n = a.shape[0]
    L, U = np.eye(n), np.zeros((n, n))
    for k in range(n):
        U[k, k:] = a[k, k:] - L[k, :k] @ U[:k, k:]
        if U[k, k] == 0.0:
            raise ZeroDivisionError("zero pivot at %d" % k)
        L[k + 1 :, k] = (a[k + 1 :, k] - L[k + 1 :, :k] @ U[:k, k]) / U[k, k]
    return L, U


add(doolittle, A3, G3, AI, AF, np.zeros((2, 2)), raises=ZeroDivisionError)


def crout(a):
    n = a.shape[0]
    l = np.zeros_like(a, dtype=float)
    u = np.identity(n)
    for j in range(n):
        for i in range(j, n):
            l[i, j] = a[i, j] - l[i, :j].dot(u[:j, j])
        for i in range(j + 1, n):
            u[j, i] = (a[j, i] - l[j, :j].dot(u[:j, i])) / l[j, j]
    return {"l": l, "u": u}


add(crout, A3, AI, AV)


def modified_gram_schmidt(v):
    q = v.astype(np.float64)
    k = q.shape[1]
    r = np.zeros((k, k))
    for i in range(k):
        r[i, i] = np.linalg.norm(q[:, i])
        if r[i, i] > 1e-12:
            q[:, i] /= r[i, i]
        else:
            q[:, i] = 0
        for j in range(i + 1, k):
            r[i, j] = q[:, i] @ q[:, j]
            q[:, j] -= r[i, j] * q[:, i]
    return q, r


add(modified_gram_schmidt, A3, G3[:, :2], AI, np.ones((3, 2)), A3f)


def householder_tridiag(a):
    a = np.array(a, dtype=float)
    n = len(a)
    for k in range(n - 2):
        x = a[k + 1 :, k]
        alpha = (
            -np.sign(x[0]) * np.sqrt((x**2).sum())
            if x[0] != 0
            else -np.sqrt((x**2).sum())
        )
        if alpha == 0:
            continue
        v = x.copy()
        v[0] -= alpha
        v /= np.linalg.norm(v)
        h = np.eye(n)
        h[k + 1 :, k + 1 :] -= 2.0 * np.outer(v, v)
        a = h @ a @ h
    return a.diagonal(), np.diag(a, 1)


add(householder_tridiag, A3, AI, [[2.0, 1.0], [1.0, 2.0]], np.eye(4, dtype=np.float32))


def inverse_iteration(a, mu, tol=1e-10, maxit=50):
    n = len(a)
    b = np.ones(n) / np.sqrt(n)
    m = a - mu * np.eye(n)
    lam = mu
    for it in range(maxit):
        y = np.linalg.solve(m, b)
        c = y / np.linalg.norm(y)
        if np.linalg.norm(c - b) < tol or np.linalg.norm(c + b) < tol:
            b = c
            break
        b = c
        lam = b @ a @ b
    else:
        it = -1
    return lam, b, it


add(
    inverse_iteration,
    (A3, 2.0),
    (A3, np.float64(5.5)),
    (AI, 1),
    (A3, np.float32(2.5), 1e-3, 3),
)


def power_deflation(a, k):
    a = a.astype(float).copy()
    vals = []
    vecs = []
    for _ in range(k):
        v = np.ones(a.shape[0])
        lam_old = 0.0
        while True:
            w = a @ v
            lam = np.max(np.abs(w))
            if lam == 0:
                break
            v = w / lam
            if abs(lam - lam_old) < 1e-9:
                break
            lam_old = lam
        v = v / np.sqrt(v @ v)
        vals.append(lam)
        vecs.append(v)
        a -= lam * np.outer(v, v)
    return np.array(vals), np.stack(vecs, axis=1)


add(power_deflation, (A3, 2), (AI, 1), (AI, np.int64(2)))


def jacobi_off(a, eps=1e-9):
    a = a.copy()
    sweeps = 0
    while np.sqrt((np.tril(a, -1) ** 2).sum()) > eps and sweeps < 20:
        for p in range(len(a) - 1):
            for q in range(p + 1, len(a)):
                if a[p, q] != 0:
                    theta = 0.5 * np.arctan2(2 * a[p, q], a[q, q] - a[p, p])
                    c, s = np.cos(theta), np.sin(theta)
                    j = np.eye(len(a))
                    j[p, p] = j[q, q] = c
                    j[p, q], j[q, p] = s, -s
                    a = j.T @ a @ j
        sweeps += 1
    return np.sort(np.diag(a)), sweeps


add(jacobi_off, A3, np.diag([1.0, 2.0]), AI)


def sor(a, b, omega, tol=1e-8):
    x = np.zeros_like(b, dtype=float)
    residuals = []
    k = 0
    while k < 100:
        for i in range(len(b)):
            sigma = 0
            for j in range(len(b)):
                if j != i:
                    sigma += a[i, j] * x[j]
            x[i] += omega * ((b[i] - sigma) / a[i, i] - x[i])
        res = np.linalg.norm(b - a @ x)
        residuals.append(res)
        if res < tol:
            break
        k += 1
    return x, residuals, k


add(sor, (A3, floats(1, 2, 3), 1.1), (AI, ints(1, 2, 3), np.float64(1.0)))


def cg(a, b, x0=None, tol=1e-10, callback=None):
    if x0 is None:
        x = np.zeros_like(b)
    else:
        x = x0.copy()
    r = b - a @ x
    p = r
    rs = r @ r
    for i in range(b.size):
        if np.sqrt(rs) < tol:
            return x, i
        ap = a @ p
        alpha = rs / (p @ ap)
        x = x + alpha * p
        r = r - alpha * ap
        rs_new = r @ r
        p = r + (rs_new / rs) * p
        rs = rs_new
        if callback is not None:
            callback(x)
    return x, b.size


add(
    cg,
    (A3, floats(1, 2, 3)),
    (A3, floats(1, 2, 3), floats(0.1, 0, 0)),
    (A3, np.zeros(3)),
    (A3f, floats(1, 0, 1, dtype=np.float32)),
)


def bicgstab(a, b, tol=1e-8):
    x = np.zeros(b.shape, dtype=np.result_type(a, b, float))
    r = b - a.dot(x)
    rhat = r.copy()
    rho = alpha = omega = 1.0
    v = p = np.zeros_like(x)
    for it in range(1, 51):
        rho1 = np.vdot(rhat, r)
        beta = (rho1 / rho) * (alpha / omega)
        p = r + beta * (p - omega * v)
        v = a.dot(p)
        alpha = rho1 / np.vdot(rhat, v)
        s = r - alpha * v
        if np.linalg.norm(s) < tol:
            x += alpha * p
            break
        t = a.dot(s)
        omega = np.vdot(t, s) / np.vdot(t, t)
        x += alpha * p + omega * s
        r = s - omega * t
        if np.linalg.norm(r) < tol:
            break
        rho = rho1
    return x, it


add(
    bicgstab,
    (A3, floats(1, 2, 3)),
    (G3, ints(1, 2, 3)),
    (A3 + 1j * np.eye(3), floats(1, 2, 3)),
)


def gmres_small(a, b, m):
    n = b.shape[0]
    q = np.zeros((n, m + 1))
    h = np.zeros((m + 1, m))
    beta = np.linalg.norm(b)
    q[:, 0] = b / beta
    kk = m
    for k in range(m):
        w = a @ q[:, k]
        for j in range(k + 1):
            h[j, k] = q[:, j] @ w
            w -= h[j, k] * q[:, j]
        h[k + 1, k] = np.linalg.norm(w)
        if h[k + 1, k] < 1e-12:
            kk = k + 1
            break
        q[:, k + 1] = w / h[k + 1, k]
    e1 = np.zeros(kk + 1)
    e1[0] = beta
    y, res, rank, sv = np.linalg.lstsq(h[: kk + 1, :kk], e1, rcond=None)
    return q[:, :kk] @ y, int(rank)


add(
    gmres_small,
    (A3, floats(1, 2, 3), 2),
    (G3, floats(1, 2, 3), 3),
    (np.eye(3), floats(1, 1, 1), np.int64(3)),
)


def thomas_inplace(a, b, c, d):
    n = len(d)
    for i in range(1, n):
        m = a[i - 1] / b[i - 1]
        b[i] -= m * c[i - 1]
        d[i] -= m * d[i - 1]
    d[-1] /= b[-1]
    for i in reversed(range(n - 1)):
        d[i] = (d[i] - c[i] * d[i + 1]) / b[i]
    return d


add(
    thomas_inplace,
    (floats(-1, -1), floats(2, 2, 2), floats(-1, -1), floats(1, 0, 1)),
    ([1.0, 1.0], [4.0, 4.0, 4.0], [1.0, 1.0], [5.0, 6.0, 5.0]),
    (
        floats(-1, -1, dtype=f32),
        floats(2, 2, 2, dtype=f32),
        floats(-1, -1),
        floats(1, 0, 1),
    ),
)


def det_bareiss(m):
    m = m.copy()
    n = m.shape[0]
    sign = 1
    prev = 1
    for k in range(n - 1):
        if m[k, k] == 0:
            for i in range(k + 1, n):
                if m[i, k] != 0:
                    m[[k, i], :] = m[[i, k], :]
                    sign = -sign
                    break
            else:
                return 0
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                m[i, j] = (m[i, j] * m[k, k] - m[i, k] * m[k, j]) // prev
        prev = m[k, k]
    return sign * m[-1, -1]


add(
    det_bareiss,
    AI,
    ints(0, 1, 1, 0).reshape(2, 2),
    np.zeros((2, 2), int),
    np.array([[3]], np.int8),
)


def rref(m):
    m = np.array(m, dtype=float)
    rows, cols = m.shape
    pivots = []
    r = 0
    for c in range(cols):
        if r >= rows:
            break
        p = r + int(np.argmax(np.abs(m[r:, c])))
        if np.isclose(m[p, c], 0):
            continue
        m[[r, p]] = m[[p, r]]
        m[r] = m[r] / m[r, c]
        for i in range(rows):
            if i != r:
                m[i] -= m[i, c] * m[r]
        pivots.append(c)
        r += 1
    return m, pivots


add(rref, G3, AI, grid(2, 4), [[1, 2], [2, 4]], np.zeros((2, 2)))


def nullity(m, tol=1e-10):
    u, s, vt = np.linalg.svd(m)
    rank = (s > tol * s[0]).sum() if s.size and s[0] > 0 else 0
    return m.shape[1] - rank, vt[rank:].shape


add(nullity, G3, grid(3, 3), np.zeros((2, 3)))


def lu_packed_solve(lu, piv, b):
    x = b.copy()
    for i, p in enumerate(piv):
        if p != i:
            x[i], x[p] = x[p], x[i]
    n = len(x)
    for i in range(n):
        x[i] -= lu[i, :i] @ x[:i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - lu[i, i + 1 :] @ x[i + 1 :]) / lu[i, i]
    return x


add(
    lu_packed_solve,
    (A3, ints(2, 1, 2), floats(1, 2, 3)),
    (A3, [0, 2, 2], floats(1, 2, 3)),
    (A3, (1, 1, 2), floats(1, 2, 3, dtype=f32)),
)


def kron_loops(a, b):
    m, n = a.shape
    p, q = b.shape
    out = np.empty((m * p, n * q), dtype=np.result_type(a.dtype, b.dtype))
    for i in range(m):
        for j in range(n):
            out[i * p : (i + 1) * p, j * q : (j + 1) * q] = a[i, j] * b
    return out


add(
    kron_loops,
    (A3, np.eye(2)),
    (AI, np.array([[1, 2]], np.int8)),
    (grid(1, 2, bool), grid(2, 1, np.uint8)),
)


def vandermonde(x, n=None, increasing=False):
    if n is None:
        n = len(x)
    v = np.ones((len(x), n), dtype=np.promote_types(x.dtype, int))
    for j in range(1, n):
        v[:, j] = v[:, j - 1] * x
    if not increasing:
        v = v[:, ::-1]
    return v


add(
    vandermonde,
    floats(1, 2, 3),
    (ints(1, 2), 4),
    (ints(1, 2, 3), 3, True),
    (floats(1, 2, dtype=f32), np.int64(2)),
    floats(),
)


def toeplitz_matvec(c, r, x):
    n, m = len(c), len(r)
    y = np.zeros(n, dtype=np.result_type(c, r, x))
    for i in range(n):
        for j in range(m):
            y[i] += (c[i - j] if i >= j else r[j - i]) * x[j]
    return y


add(
    toeplitz_matvec,
    (floats(1, 2, 3), floats(1, 4, 5), floats(1, 1, 1)),
    (ints(1, 2), ints(1, 3), ints(5, 6)),
    ([1, 2], [1, 3], [0.5, 0.5]),
    (ints(), ints(), ints()),
    raises=("TypeError",),
)


def circulant(c):
    n = len(c)
    return np.array([np.roll(c, i) for i in range(n)]).T


add(circulant, floats(1, 2, 3), ints(1, 2), [1, 2, 3], np.array([True, False]))


def hilbert_condition(n):
    h = np.array([[1.0 / (i + j + 1) for j in range(n)] for i in range(n)])
    return np.linalg.cond(h) if n > 0 else 0.0


add(hilbert_condition, 3, 1, 0)


def polar_newton(a, tol=1e-12):
    u = a
    k = 0
    while True:
        v = 0.5 * (u + np.linalg.inv(u).T)
        k += 1
        delta = np.abs(v - u).max()
        u = v
        if delta < tol or k >= 30:
            break
    h = u.T @ a
    return u, (h + h.T) / 2, k


add(polar_newton, G3, A3, A3f, AI)


def sign_matrix(a):
    x = a.copy()
    for _ in range(25):
        x = (x + np.linalg.inv(x)) / 2
    return np.round(x, 10)


add(sign_matrix, A3, G3, np.diag([1.0, -2.0]))


def sylvester(a, b, c):
    n, m = c.shape
    k = np.kron(np.eye(m), a) + np.kron(b.T, np.eye(n))
    return np.linalg.solve(k, c.ravel(order="F")).reshape((n, m), order="F")


add(sylvester, (A3, np.eye(2), grid(3, 2)), (AI, np.eye(2, dtype=int), grid(3, 2, int)))


def faddeev_leverrier(a):
    n = a.shape[0]
    c = np.zeros(n + 1)
    c[n] = 1.0
    m = np.zeros_like(a)
    for k in range(1, n + 1):
        m = a @ m + c[n - k + 1] * np.eye(n)
        c[n - k] = -np.trace(a @ m) / k
    return c


add(faddeev_leverrier, A3, AI, A3f)


def minor_det(m):
    n = len(m)
    if n == 1:
        return m[0][0]
    if n == 2:
        return m[0][0] * m[1][1] - m[0][1] * m[1][0]
    total = 0
    for j in range(n):
        sub = [row[:j] + row[j + 1 :] for row in m[1:]]
        total += (-1) ** j * m[0][j] * minor_det(sub)
    return total


add(minor_det, [[1, 2], [3, 4]], [[2, 0, 1], [1, 3, 2], [1, 1, 1]], [[np.float64(1.5)]])


def cofactors(a):
    n = a.shape[0]
    out = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            minor = np.delete(np.delete(a, i, axis=0), j, axis=1)
            out[i, j] = (-1) ** (i + j) * np.linalg.det(minor)
    return out.T / np.linalg.det(a)


add(cofactors, A3, G3, AI)


def apply_givens(R, i, j, c, s):
    ri, rj = R[i].copy(), R[j].copy()
    R[i] = c * ri + s * rj
    R[j] = -s * ri + c * rj


add(
    apply_givens,
    (G3.copy(), 0, 2, 0.6, 0.8),
    (grid(3, 3, int), np.int64(1), np.int64(2), np.float64(0.6), 0.8),
)


def nonneg_ls(a, b, iters):
    x = np.zeros(a.shape[1])
    ata = a.T @ a
    atb = a.T @ b
    for _ in range(iters):
        for j in range(len(x)):
            g = ata[j] @ x - atb[j]
            x[j] = max(0.0, x[j] - g / ata[j, j])
    return x


add(
    nonneg_ls,
    (A3, floats(1, -2, 3), 5),
    (A3, floats(-1, -2, -3), np.int64(3)),
    (A3, np.zeros(3), 0),
)


def mat_norms(a):
    return {
        "fro": np.sqrt((np.abs(a) ** 2).sum()),
        "one": np.abs(a).sum(axis=0).max(),
        "inf": np.abs(a).sum(axis=1).max(),
        "max": np.abs(a).max(),
        "nuc": np.linalg.norm(a, "nuc"),
    }


add(mat_norms, A3, AI, A3f, A3 + 2j)


def lower_solve_many(L, B):
    X = np.empty(B.shape, dtype=float)
    for i in range(L.shape[0]):
        X[i] = (B[i] - L[i, :i] @ X[:i]) / L[i, i]
    return X


add(
    lower_solve_many,
    (np.tril(A3), grid(3, 2)),
    (np.tril(A3), floats(1, 2, 3)),
    (np.tril(AI), np.ones((3, 1))),
)


def arnoldi(a, b, n):
    eps = 1e-12
    h = np.zeros((n + 1, n))
    Q = np.zeros((a.shape[0], n + 1))
    q = b / np.linalg.norm(b)
    Q[:, 0] = q
    for k in range(n):
        v = np.dot(a, q)
        for j in range(k + 1):
            h[j, k] = np.dot(Q[:, j].conj(), v)
            v = v - h[j, k] * Q[:, j]
        h[k + 1, k] = np.linalg.norm(v, 2)
        if h[k + 1, k] > eps:
            q = v / h[k + 1, k]
            Q[:, k + 1] = q
        else:
            return Q, h
    return Q, h


add(
    arnoldi,
    (A3, floats(1, 0, 0), 2),
    (np.eye(3), floats(1, 1, 1), 2),
    (AI, ints(1, 2, 3), np.int64(1)),
)


def band_to_dense(ab, l, u):
    n = ab.shape[1]
    a = np.zeros((n, n), ab.dtype)
    for j in range(n):
        for i in range(max(0, j - u), min(n, j + l + 1)):
            a[i, j] = ab[u + i - j, j]
    return a


add(
    band_to_dense,
    (grid(3, 4), 1, 1),
    (grid(2, 3, int), 0, 1),
    (grid(3, 4), np.int64(1), np.int64(1)),
    (np.zeros((1, 0)), 0, 0),
)


def csr_matvec(data, indices, indptr, x):
    n = len(indptr) - 1
    y = np.zeros(n, dtype=np.result_type(data, x))
    for i in range(n):
        for k in range(indptr[i], indptr[i + 1]):
            y[i] += data[k] * x[indices[k]]
    return y


add(
    csr_matvec,
    (floats(1, 2, 3), ints(0, 2, 1), ints(0, 2, 2, 3), floats(1, 2, 3)),
    ([1, 2, 3], [0, 2, 1], [0, 2, 2, 3], [1, 2, 3]),
    (floats(), ints(), ints(0, dtype=np.int32), floats()),
    raises=("TypeError",),
)


def dense_to_csr(a):
    data, indices, indptr = [], [], [0]
    for row in a:
        for j, v in enumerate(row):
            if v != 0:
                data.append(v)
                indices.append(j)
        indptr.append(len(data))
    return np.array(data, dtype=a.dtype), np.array(indices), np.array(indptr)


add(
    dense_to_csr,
    np.diag([1.0, 0.0, 3.0]),
    ints(0, 1, 2, 0).reshape(2, 2),
    np.zeros((2, 2)),
    np.zeros((0, 3)),
)


def coo_sum_duplicates(rows, cols, vals, shape):
    out = np.zeros(shape)
    np.add.at(out, (rows, cols), vals)
    nz = np.nonzero(out)
    return list(zip(nz[0].tolist(), nz[1].tolist())), out[nz]


add(
    coo_sum_duplicates,
    (ints(0, 0, 1), ints(1, 1, 0), floats(1, 2, 3), (2, 2)),
    ([0, 1], [0, 1], [1, -1], (2, 2)),
)


def orthogonal_complement(v):
    v = v / np.linalg.norm(v)
    if abs(v[0]) < 0.9:
        t = np.array([1.0, 0.0, 0.0])
    else:
        t = np.array([0.0, 1.0, 0.0])
    a = np.cross(v, t)
    a /= np.linalg.norm(a)
    b = np.cross(v, a)
    return np.vstack([v, a, b])


add(orthogonal_complement, floats(1, 0, 0), floats(0, 1, 1), ints(1, 2, 2))


def rotation(axis, theta):
    if axis == "x":
        return np.array(
            [
                [1, 0, 0],
                [0, np.cos(theta), -np.sin(theta)],
                [0, np.sin(theta), np.cos(theta)],
            ]
        )
    elif axis == "y":
        return np.array(
            [
                [np.cos(theta), 0, np.sin(theta)],
                [0, 1, 0],
                [-np.sin(theta), 0, np.cos(theta)],
            ]
        )
    c, s = np.cos(theta), np.sin(theta)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


add(
    rotation,
    ("x", 0.5),
    ("y", np.float64(0.5)),
    ("z", np.float32(1.0)),
    ("z", floats(0.5)[0]),
)


def quaternion_from_matrix(m):
    t = np.trace(m)
    if t > 0:
        s = 0.5 / np.sqrt(t + 1.0)
        q = [
            0.25 / s,
            (m[2, 1] - m[1, 2]) * s,
            (m[0, 2] - m[2, 0]) * s,
            (m[1, 0] - m[0, 1]) * s,
        ]
    elif m[0, 0] > m[1, 1] and m[0, 0] > m[2, 2]:
        s = 2.0 * np.sqrt(1.0 + m[0, 0] - m[1, 1] - m[2, 2])
        q = [
            (m[2, 1] - m[1, 2]) / s,
            0.25 * s,
            (m[0, 1] + m[1, 0]) / s,
            (m[0, 2] + m[2, 0]) / s,
        ]
    elif m[1, 1] > m[2, 2]:
        s = 2.0 * np.sqrt(1.0 + m[1, 1] - m[0, 0] - m[2, 2])
        q = [
            (m[0, 2] - m[2, 0]) / s,
            (m[0, 1] + m[1, 0]) / s,
            0.25 * s,
            (m[1, 2] + m[2, 1]) / s,
        ]
    else:
        s = 2.0 * np.sqrt(1.0 + m[2, 2] - m[0, 0] - m[1, 1])
        q = [
            (m[1, 0] - m[0, 1]) / s,
            (m[0, 2] + m[2, 0]) / s,
            (m[1, 2] + m[2, 1]) / s,
            0.25 * s,
        ]
    return np.array(q)


add(
    quaternion_from_matrix,
    np.eye(3),
    np.diag([1.0, -1.0, -1.0]),
    np.diag([-1.0, 1.0, -1.0]),
    np.diag([-1, -1, 1]),
)


def slerp(q0, q1, ts):
    dot = np.dot(q0, q1)
    if dot < 0:
        q1 = -q1
        dot = -dot
    if dot > 0.9995:
        out = q0[None, :] + ts[:, None] * (q1 - q0)[None, :]
        return out / np.linalg.norm(out, axis=1, keepdims=True)
    th = np.arccos(dot)
    s0 = np.sin((1 - ts) * th) / np.sin(th)
    s1 = np.sin(ts * th) / np.sin(th)
    return s0[:, np.newaxis] * q0 + s1[:, np.newaxis] * q1


add(
    slerp,
    (floats(1, 0, 0, 0), floats(0, 1, 0, 0), floats(0, 0.5, 1)),
    (floats(1, 0), floats(-1, 0.001), floats(0.2)),
    (floats(1, 0), floats(1, 0), floats()),
)


def block_diag(*mats):
    n = sum(m.shape[0] for m in mats)
    k = sum(m.shape[1] for m in mats)
    out = np.zeros((n, k))
    r = c = 0
    for m in mats:
        out[r : r + m.shape[0], c : c + m.shape[1]] = m
        r += m.shape[0]
        c += m.shape[1]
    return out


add(block_diag, (A3, np.eye(2)), (), (AI,))


def sherman_morrison(ainv, u, v):
    au = ainv @ u
    denom = 1.0 + v @ au
    if abs(denom) < 1e-14:
        raise ValueError("singular update")
    ainv -= np.outer(au, v @ ainv) / denom
    return ainv


add(
    sherman_morrison,
    (np.eye(3), floats(1, 2, 3), floats(0, 1, 0)),
    (np.eye(2), floats(1, 0), floats(-1, 0)),
    (np.eye(2, dtype=int), ints(1, 0), ints(1, 0)),
    raises=(
        "ValueError",
        "_UFuncOutputCastingError",
    ),
)


def matrix_chain_multiply(mats):
    result = mats[0]
    for m in mats[1:]:
        result = result @ m
    return result


add(
    matrix_chain_multiply,
    [A3, G3, AI],
    [A3],
    (np.ones((2, 3)), np.ones((3, 4)), np.ones((4, 1))),
    np.stack([A3, G3]),
    raises=("TypeError",),
)


def power_method_complex(a, n):
    v = np.ones(a.shape[0], dtype=complex)
    for _ in range(n):
        v = a @ v
        v /= np.sqrt(np.vdot(v, v).real)
    lam = np.vdot(v, a @ v)
    return lam, lam.real if abs(lam.imag) < 1e-9 else lam


add(power_method_complex, (A3, 5), (A3 + 1j * G3, 3), (AI, np.int64(2)))
