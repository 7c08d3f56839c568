"""Differential equations, optimization and quadrature as textbooks write them."""

import numpy as np
import math
from dataclasses import dataclass
from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


def euler_vec(f, y0, t):
    y = np.zeros((len(t), len(y0)))
    y[0] = y0
    for n in range(len(t) - 1):
        y[n + 1] = y[n] + (t[n + 1] - t[n]) * f(t[n], y[n])
    return y


def _osc(t, y):
    return np.array([y[1], -y[0]])


def _stiff(t, y):
    return -50.0 * (y - np.cos(t))


add(
    euler_vec,
    (_osc, floats(1, 0), np.linspace(0, 1, 5)),
    (_stiff, [1.0], np.linspace(0, 0.1, 4)),
    (
        _osc,
        (0, 1),
        floats(
            0,
        ),
    ),
)


def rk2_heun(f, y, t0, t1, n):
    h = (t1 - t0) / n
    t = t0
    hist = [y]
    for _ in range(n):
        k1 = f(t, y)
        k2 = f(t + h, y + h * k1)
        y = y + h / 2 * (k1 + k2)
        t += h
        hist.append(y)
    return t, np.array(hist)


add(
    rk2_heun,
    (_stiff, 1.0, 0.0, 0.1, 4),
    (_osc, floats(1, 0), 0, 1, 3),
    (_stiff, np.float64(1), 0, np.float64(1), np.int64(2)),
)

DP_C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
DP_A = [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
]
DP_B5 = np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0])
DP_B4 = np.array(
    [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40]
)


def dopri(f, y, t, tend, h, tol):
    steps = rejected = 0
    while t < tend:
        if t + h > tend:
            h = tend - t
        k = np.zeros((7,) + y.shape)
        for i in range(7):
            yi = y.copy()
            for j, a in enumerate(DP_A[i]):
                yi += h * a * k[j]
            k[i] = f(t + DP_C[i] * h, yi)
        y5 = y + h * (DP_B5 @ k)
        err = np.max(np.abs(h * ((DP_B5 - DP_B4) @ k)))
        if err <= tol:
            t += h
            y = y5
            steps += 1
        else:
            rejected += 1
        h *= min(5.0, max(0.2, 0.9 * (tol / err) ** 0.2)) if err > 0 else 5.0
    return y, steps, rejected


add(
    dopri,
    (_osc, floats(1, 0), 0.0, 1.0, 0.5, 1e-6),
    (_osc, floats(1, 0), 0, np.float64(0.5), 0.1, 1e-3),
)


def rkf_controller(f, t, y, h, tol=1e-4, nmax=100):
    ts, ys = [t], [y]
    for n in range(nmax):
        k1 = h * f(t, y)
        k2 = h * f(t + h, y + k1)
        err = abs(k2 - k1) / 2
        if err < tol:
            t, y = t + h, y + (k1 + k2) / 2
            ts.append(t)
            ys.append(y)
            if t >= 0.2:
                break
        h = h * 0.9 * math.sqrt(tol / max(err, 1e-12))
    return np.array(ts), np.array(ys), n


add(
    rkf_controller,
    (_stiff, 0.0, 1.0, 0.05),
    (_stiff, 0.0, np.float64(0.5), np.float64(0.01)),
)


def leapfrog(acc, x, v, dt, n):
    a = acc(x)
    traj = np.empty((n + 1, x.size))
    traj[0] = x
    for i in range(1, n + 1):
        v += 0.5 * dt * a
        x += dt * v
        a = acc(x)
        v += 0.5 * dt * a
        traj[i] = x
    energy = 0.5 * (v @ v)
    return traj, energy


def _spring(x):
    return -4.0 * x


add(
    leapfrog,
    (_spring, floats(1, 0), floats(0, 1), 0.1, 4),
    (_spring, floats(1, 0, dtype=f32), floats(0, 1, dtype=f32), 0.1, np.int64(2)),
    (_spring, ints(1), ints(0), 0.1, 1),
    raises=("_UFuncOutputCastingError",),
)


def backward_euler_newton(f, df, y, h, n):
    out = [y]
    for _ in range(n):
        z = y
        for k in range(20):
            g = z - y - h * f(z)
            if abs(g) < 1e-12:
                break
            z -= g / (1 - h * df(z))
        else:
            raise RuntimeError("no convergence")
        y = z
        out.append(y)
    return out


add(
    backward_euler_newton,
    (lambda y: -(y**2), lambda y: -2 * y, 1.0, 0.1, 3),
    (lambda y: -5 * y, lambda y: -5, np.float64(1), 0.1, 2),
)


def heat_ftcs(u, alpha, dx, dt, steps):
    r = alpha * dt / dx**2
    if r > 0.5:
        raise ValueError(f"unstable: r = {r}")
    for _ in range(steps):
        un = u.copy()
        u[1:-1] = un[1:-1] + r * (un[2:] - 2 * un[1:-1] + un[:-2])
        u[0], u[-1] = 0, 0
    return u


add(
    heat_ftcs,
    (floats(0, 1, 2, 1, 0), 1.0, 1.0, 0.25, 3),
    (floats(0, 1, 0), 1, 1, np.float64(0.25), np.int64(2)),
    (floats(0, 1, 0), 1, 1, 1, 1),
    (ints(0, 9, 0), 1, 1, 0.25, 2),
    raises=ValueError,
)


def poisson_jacobi(f, tol, maxit):
    n, m = f.shape
    u = np.zeros((n + 2, m + 2))
    it = 0
    change = np.inf
    while change > tol and it < maxit:
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] + f
        )
        change = np.abs(new - u).max()
        u, it = new, it + 1
    return u, it, change


add(
    poisson_jacobi,
    (np.ones((3, 3)), 1e-3, 50),
    (grid(2, 3, int), np.float64(1e-2), np.int64(10)),
    (np.ones((2, 2)), 1.0, 0),
)


def gauss_seidel_redblack(u, f, sweeps):
    n = u.shape[0]
    for s in range(sweeps):
        for color in (0, 1):
            for i in range(1, n - 1):
                for j in range(1 + (i + color + 1) % 2, n - 1, 2):
                    u[i, j] = 0.25 * (
                        u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - f[i, j]
                    )
    return u


add(
    gauss_seidel_redblack,
    (np.ones((5, 5)), grid(5, 5) / 10, 2),
    (np.eye(4), np.zeros((4, 4)), np.int64(1)),
)


def multigrid_v(u, f, h):
    n = len(u) - 1
    if n <= 2:
        u[1] = (u[0] + u[2] + h * h * f[1]) / 2
        return u
    for _ in range(3):
        u[1:-1] = u[1:-1] + 2 / 3 * ((u[:-2] + u[2:] + h * h * f[1:-1]) / 2 - u[1:-1])
    r = np.zeros_like(u)
    r[1:-1] = f[1:-1] + (u[:-2] - 2 * u[1:-1] + u[2:]) / h**2
    rc = r[::2].copy()
    e = multigrid_v(np.zeros_like(rc), rc, 2 * h)
    ef = np.zeros_like(u)
    ef[::2] = e
    ef[1::2] = 0.5 * (e[:-1] + e[1:])
    u += ef
    return u


add(
    multigrid_v,
    (np.zeros(9), np.ones(9), 0.125),
    (np.zeros(5), floats(0, 1, 2, 1, 0), 0.25),
)


def lax_wendroff(u, c, steps):
    for _ in range(steps):
        up, um = np.roll(u, -1), np.roll(u, 1)
        u = u - c / 2 * (up - um) + c * c / 2 * (up - 2 * u + um)
    return u


add(
    lax_wendroff,
    (floats(0, 1, 2, 1), 0.5, 3),
    (ints(0, 1, 0), np.float32(0.5), 2),
    (floats(1, 2, dtype=f32), 0.5, np.int64(1)),
)


def minmod(a, b):
    if a * b <= 0:
        return 0.0
    return a if abs(a) < abs(b) else b


def muscl(u, c):
    n = len(u)
    flux = np.zeros(n + 1)
    for i in range(1, n - 1):
        s = minmod(u[i] - u[i - 1], u[i + 1] - u[i])
        flux[i + 1] = c * (u[i] + 0.5 * (1 - c) * s)
    flux[1] = flux[0]
    return u - (flux[1:] - flux[:-1])


add(
    muscl,
    (floats(1, 2, 4, 3, 1), 0.5),
    (ints(1, 5, 2), 0.5),
    (floats(0, 0, 1), np.float64(0.25)),
)


def burgers_godunov(u, dt, dx, n):
    def flux(ul, ur):
        if ul > ur:
            s = (ul + ur) / 2
            return 0.5 * ul**2 if s > 0 else 0.5 * ur**2
        if ul > 0:
            return 0.5 * ul * ul
        elif ur < 0:
            return 0.5 * ur * ur
        return 0.0

    for _ in range(n):
        f = np.array([flux(u[i], u[i + 1]) for i in range(len(u) - 1)])
        u[1:-1] -= dt / dx * (f[1:] - f[:-1])
    return u


add(
    burgers_godunov,
    (floats(1, 1, 0, -1), 0.1, 1.0, 2),
    (floats(-1, 0, 1, 2), 0.1, 1.0, np.int64(2)),
)


def wave_leapfrog(nx, nt, c):
    u = np.zeros((nt, nx))
    x = np.linspace(0, 1, nx)
    u[0] = np.exp(-100 * (x - 0.5) ** 2)
    u[1] = u[0]
    for n in range(1, nt - 1):
        for i in range(1, nx - 1):
            u[n + 1, i] = (
                2 * u[n, i]
                - u[n - 1, i]
                + c**2 * (u[n, i + 1] - 2 * u[n, i] + u[n, i - 1])
            )
    return u[-1]


add(wave_leapfrog, (6, 4, 0.5), (np.int64(5), 3, np.float64(1)))


def crank_nicolson(u, r, steps):
    n = len(u)
    A = np.eye(n) * (1 + r) - np.eye(n, k=1) * r / 2 - np.eye(n, k=-1) * r / 2
    B = np.eye(n) * (1 - r) + (np.eye(n, k=1) + np.eye(n, k=-1)) * r / 2
    inv = np.linalg.inv(A)
    while steps > 0:
        u = inv @ (B @ u)
        steps -= 1
    return u


add(
    crank_nicolson,
    (floats(1, 2, 1), 0.5, 2),
    (ints(1, 2), np.float64(0.1), np.int64(1)),
)


def adi_step(u, r):
    n = u.shape[0]
    A = (
        np.diag(np.full(n, 1 + 2 * r))
        + np.diag(np.full(n - 1, -r), 1)
        + np.diag(np.full(n - 1, -r), -1)
    )
    half = np.empty_like(u)
    for j in range(n):
        half[:, j] = np.linalg.solve(A, u[:, j])
    out = np.empty_like(u)
    for i in range(n):
        out[i, :] = np.linalg.solve(A, half[i, :])
    return out


add(adi_step, (grid(3, 3), 0.5), (np.eye(3), np.float64(0.1)))


def predator(params, y0, dt, n):
    a, b, c, d = params["alpha"], params["beta"], params["gamma"], params["delta"]
    x, y = y0
    out = np.empty((n, 2))
    for i in range(n):
        dx = a * x - b * x * y
        dy = -c * y + d * x * y
        x, y = x + dx * dt, y + dy * dt
        if x < 0:
            x = 0.0
        if y < 0:
            y = 0.0
        out[i] = x, y
    return out


add(
    predator,
    (dict(alpha=1.0, beta=0.1, gamma=1.5, delta=0.075), (10.0, 5.0), 0.1, 4),
    (dict(alpha=np.float64(1), beta=2.0, gamma=1, delta=0.075), floats(1, 50), 0.5, 3),
    (dict(alpha=1, beta=2.0, gamma=1, delta=0.075), [1, 2], 0.5, np.int64(3)),
)


def event_bounce(h, v, dt, g=9.81, e=0.5):
    t, bounces = 0.0, []
    while t < 2.0 and len(bounces) < 3:
        v -= g * dt
        h += v * dt
        t += dt
        if h < 0:
            h, v = -h, -v * e
            bounces.append(t)
            if v < 0.1:
                break
    return h, v, bounces


add(
    event_bounce,
    (1.0, 0.0, 0.05),
    (np.float64(1), 0.0, np.float64(0.05)),
    (0.1, -1.0, 0.01),
)


def shooting_secant(target, s0, s1):
    def final(s):
        y, v = 0.0, s
        for i in range(10):
            y, v = y + 0.1 * v, v - 0.1 * y
        return y

    f0, f1 = final(s0) - target, final(s1) - target
    for k in range(20):
        if f1 == f0:
            break
        s0, s1 = s1, s1 - f1 * (s1 - s0) / (f1 - f0)
        f0, f1 = f1, final(s1) - target
        if abs(f1) < 1e-10:
            break
    return s1, k


add(shooting_secant, (1.0, 0.5, 2.0), (np.float64(0.3), 1, 2))


@dataclass
class Body:
    mass: float
    x: np.ndarray
    v: np.ndarray


def nbody_objects(bodies, dt, steps):
    for _ in range(steps):
        for b in bodies:
            a = np.zeros(2)
            for o in bodies:
                if o is b:
                    continue
                d = o.x - b.x
                r = np.sqrt((d**2).sum()) + 1e-3
                a += o.mass * d / r**3
            b.v += a * dt
        for b in bodies:
            b.x = b.x + b.v * dt
    return sum(0.5 * b.mass * (b.v @ b.v) for b in bodies)


add(
    nbody_objects,
    (
        [Body(1.0, floats(0, 0), floats(0, 0)), Body(2.0, floats(1, 0), floats(0, 1))],
        0.01,
        2,
    ),
    ([Body(np.float64(1), floats(0, 0), floats(1, 1))], 0.1, np.int64(3)),
    ([], 0.1, 1),
)


def nbody_arrays(m, x, v, dt, steps, eps=1e-2):
    n = len(m)
    for s in range(steps):
        acc = np.zeros_like(x)
        for i in range(n):
            dx = x - x[i]
            r2 = (dx * dx).sum(axis=1) + eps
            w = m / (r2 * np.sqrt(r2))
            w[i] = 0
            acc[i] = w @ dx
        v += dt * acc
        x += dt * v
    px = (m[:, None] * v).sum(0)
    return px


add(
    nbody_arrays,
    (floats(1, 2, 3), grid(3, 2).copy(), np.zeros((3, 2)), 0.1, 2),
    (ints(1, 2), floats(0, 0, 1, 1).reshape(2, 2), np.zeros((2, 2)), 0.1, np.int64(1)),
)


def pendulum_poincare(theta, omega, n):
    pts = []
    phase = 0.0
    for i in range(n):
        omega += -0.1 * omega - np.sin(theta) + 0.5 * np.cos(phase)
        theta += 0.1 * omega
        phase += 0.5
        if phase > 2 * np.pi:
            phase -= 2 * np.pi
            pts.append((theta, omega))
        if theta > np.pi:
            theta -= 2 * np.pi
        elif theta < -np.pi:
            theta += 2 * np.pi
    return np.array(pts)


add(pendulum_poincare, (0.1, 0.0, 30), (np.float64(3.1), 1, 20), (0.1, 0.0, 3))


def gray_scott(U, V, steps, F=0.04, k=0.06):
    def lap(Z):
        return (
            np.roll(Z, 1, 0)
            + np.roll(Z, -1, 0)
            + np.roll(Z, 1, 1)
            + np.roll(Z, -1, 1)
            - 4 * Z
        )

    for i in range(steps):
        uvv = U * V * V
        U += 0.16 * lap(U) - uvv + F * (1 - U)
        V += 0.08 * lap(V) + uvv - (F + k) * V
    return U.mean(), V.max()


add(
    gray_scott,
    (np.ones((4, 4)), np.eye(4), 3),
    (np.ones((2, 3), f32), np.zeros((2, 3), f32), np.int64(2)),
)


def verlet_constraints(p, prev, pairs, rest, iters):
    p, prev = 2 * p - prev, p
    for _ in range(iters):
        for (i, j), r in zip(pairs, rest):
            d = p[j] - p[i]
            dist = np.linalg.norm(d)
            if dist == 0:
                continue
            corr = (dist - r) / dist / 2
            p[i] += corr * d
            p[j] -= corr * d
    return p, prev


add(
    verlet_constraints,
    (grid(3, 2), grid(3, 2), [(0, 1), (1, 2)], [1.0, 1.0], 3),
    (
        np.zeros((2, 2)),
        np.ones((2, 2)),
        ints(0, 1).reshape(1, 2),
        floats(1),
        np.int64(2),
    ),
)


def adams_moulton(f, y, h, n):
    fs = [f(0, y)]
    for i in range(n):
        t = i * h
        if len(fs) < 2:
            pred = y + h * fs[-1]
        else:
            pred = y + h * (1.5 * fs[-1] - 0.5 * fs[-2])
        fn = f(t + h, pred)
        y = y + h / 2 * (fs[-1] + fn)
        fs.append(f(t + h, y))
        if len(fs) > 2:
            fs.pop(0)
    return y, len(fs)


add(adams_moulton, (_stiff, 1.0, 0.01, 5), (_osc, floats(1, 0), 0.1, 4))


def cubic_spline_eval(x, y, q):
    n = len(x)
    h = np.diff(x)
    A = np.zeros((n, n))
    rhs = np.zeros(n)
    A[0, 0] = A[-1, -1] = 1
    for i in range(1, n - 1):
        A[i, i - 1 : i + 2] = [h[i - 1], 2 * (h[i - 1] + h[i]), h[i]]
        rhs[i] = 3 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
    c = np.linalg.solve(A, rhs)
    b = (y[1:] - y[:-1]) / h - h * (2 * c[:-1] + c[1:]) / 3
    d = (c[1:] - c[:-1]) / (3 * h)
    out = []
    for s in q:
        k = min(max(np.searchsorted(x, s) - 1, 0), n - 2)
        t = s - x[k]
        out.append(y[k] + b[k] * t + c[k] * t**2 + d[k] * t**3)
    return np.array(out)


add(
    cubic_spline_eval,
    (floats(0, 1, 2, 3), floats(0, 1, 0, 1), floats(0.5, 2.5)),
    (ints(0, 1, 3), ints(1, 2, 0), [0.5, 1]),
)


def akima_slopes(m):
    n = len(m) - 3
    s = np.zeros(n)
    for i in range(n):
        w1, w2 = abs(m[i + 3] - m[i + 2]), abs(m[i + 1] - m[i])
        s[i] = (
            (m[i + 1] + m[i + 2]) / 2
            if w1 + w2 < 1e-12
            else (w1 * m[i + 1] + w2 * m[i + 2]) / (w1 + w2)
        )
    return s


add(akima_slopes, floats(1, 2, 2, 1, 0), floats(1, 1, 1, 1), ints(1, 2, 4, 8))


def pchip_slopes(h, d):
    n = len(d) + 1
    m = np.zeros(n)
    for i in range(1, n - 1):
        if d[i - 1] * d[i] > 0:
            w1 = 2 * h[i] + h[i - 1]
            w2 = h[i] + 2 * h[i - 1]
            m[i] = (w1 + w2) / (w1 / d[i - 1] + w2 / d[i])
    m[0], m[-1] = d[0], d[-1]
    return m


add(pchip_slopes, (floats(1, 1, 1), floats(1, 2, -1)), (ints(1, 2), ints(3, 3)))


def bspline_basis(i, k, t, x):
    if k == 0:
        return 1.0 if t[i] <= x < t[i + 1] else 0.0
    left = (
        0.0
        if t[i + k] == t[i]
        else (x - t[i]) / (t[i + k] - t[i]) * bspline_basis(i, k - 1, t, x)
    )
    right = (
        0.0
        if t[i + k + 1] == t[i + 1]
        else (t[i + k + 1] - x)
        / (t[i + k + 1] - t[i + 1])
        * bspline_basis(i + 1, k - 1, t, x)
    )
    return left + right


add(
    bspline_basis,
    (0, 2, floats(0, 0, 1, 2, 3), 0.5),
    (1, 1, [0, 1, 2, 3], 1.5),
    (0, 0, floats(0, 1), np.float64(0.5)),
)


def de_boor(k, x, t, c, p):
    d = [c[j + k - p] for j in range(0, p + 1)]
    for r in range(1, p + 1):
        for j in range(p, r - 1, -1):
            alpha = (x - t[j + k - p]) / (t[j + 1 + k - r] - t[j + k - p])
            d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j]
    return d[p]


add(
    de_boor,
    (2, 0.5, floats(0, 0, 0, 1, 1, 1), floats(1, 2, 3), 2),
    (1, np.float64(0.5), [0, 0, 1, 1], [1, 5], 1),
)


def gauss_kronrod_pairs(f, a, b, depth):
    nodes, weights = np.polynomial.legendre.leggauss(3)

    def quad(lo, hi):
        m, h = (lo + hi) / 2, (hi - lo) / 2
        return h * sum(w * f(m + h * x) for x, w in zip(nodes, weights))

    total, stack = 0.0, [(a, b, depth)]
    while stack:
        lo, hi, d = stack.pop()
        mid = (lo + hi) / 2
        whole, halves = quad(lo, hi), quad(lo, mid) + quad(mid, hi)
        if d == 0 or abs(whole - halves) < 1e-8:
            total += halves
        else:
            stack.append((lo, mid, d - 1))
            stack.append((mid, hi, d - 1))
    return total


add(
    gauss_kronrod_pairs,
    (np.sin, 0.0, 1.0, 3),
    (lambda x: x**0.5, np.float64(0), 1.0, 4),
)


def romberg_table(f, a, b, n):
    R = np.zeros((n, n))
    h = b - a
    R[0, 0] = h / 2 * (f(a) + f(b))
    for i in range(1, n):
        h /= 2
        s = 0
        for k in range(1, 2**i, 2):
            s += f(a + k * h)
        R[i, 0] = R[i - 1, 0] / 2 + h * s
        for j in range(1, i + 1):
            R[i, j] = R[i, j - 1] + (R[i, j - 1] - R[i - 1, j - 1]) / (4**j - 1)
        if abs(R[i, i] - R[i - 1, i - 1]) < 1e-10:
            return R[i, i], i
    return R[-1, -1], n


add(
    romberg_table,
    (np.exp, 0.0, 1.0, 5),
    (lambda x: x * x, 0, 1, 3),
    (np.sin, np.float64(0), np.float64(1), 3),
)


def simpson_irregular(x, y):
    n = len(x) - 1
    h = [x[i + 1] - x[i] for i in range(0, n)]
    s = 0.0
    for i in range(1, n, 2):
        h0, h1 = h[i - 1], h[i]
        hph, hdh, hmh = h1 + h0, h1 / h0, h1 * h0
        s += (
            hph
            / 6
            * ((2 - hdh) * y[i - 1] + (hph**2 / hmh) * y[i] + (2 - 1 / hdh) * y[i + 1])
        )
    if n % 2 == 1:
        h0, h1 = h[n - 2], h[n - 1]
        s += y[n] * (2 * h1**2 + 3 * h0 * h1) / (6 * (h0 + h1))
        s += y[n - 1] * (h1**2 + 3 * h1 * h0) / (6 * h0)
        s -= y[n - 2] * h1**3 / (6 * h0 * (h0 + h1))
    return s


add(
    simpson_irregular,
    (floats(0, 1, 3), floats(0, 1, 9)),
    (ints(0, 1, 2, 4), ints(0, 1, 4, 16)),
    ([0.0, 1.0, 2.0], [1.0, 1.0, 1.0]),
)


def brent(f, a, b, tol=1e-10, maxit=60):
    fa, fb = f(a), f(b)
    if fa * fb > 0:
        raise ValueError("root not bracketed")
    if abs(fa) < abs(fb):
        a, b, fa, fb = b, a, fb, fa
    c, fc = a, fa
    mflag = True
    d = 0.0
    it = 0
    while fb != 0 and abs(b - a) > tol and it < maxit:
        if fa != fc and fb != fc:
            s = (
                a * fb * fc / ((fa - fb) * (fa - fc))
                + b * fa * fc / ((fb - fa) * (fb - fc))
                + c * fa * fb / ((fc - fa) * (fc - fb))
            )
        else:
            s = b - fb * (b - a) / (fb - fa)
        lo, hi = sorted(((3 * a + b) / 4, b))
        if (
            not (lo < s < hi)
            or (mflag and abs(s - b) >= abs(b - c) / 2)
            or (not mflag and abs(s - b) >= abs(c - d) / 2)
            or (mflag and abs(b - c) < tol)
            or (not mflag and abs(c - d) < tol)
        ):
            s = (a + b) / 2
            mflag = True
        else:
            mflag = False
        fs = f(s)
        d, c, fc = c, b, fb
        if fa * fs < 0:
            b, fb = s, fs
        else:
            a, fa = s, fs
        if abs(fa) < abs(fb):
            a, b, fa, fb = b, a, fb, fa
        it += 1
    return b, it


add(
    brent,
    (lambda x: x**3 - 2, 0.0, 2.0),
    (lambda x: np.cos(x) - x, 0, 1),
    (lambda x: x * x + 1, 0, 1),
    (np.sin, np.float64(3), np.float64(4)),
    raises=ValueError,
)


def muller(f, x0, x1, x2, n):
    for i in range(n):
        h1, h2 = x1 - x0, x2 - x1
        d1, d2 = (f(x1) - f(x0)) / h1, (f(x2) - f(x1)) / h2
        a = (d2 - d1) / (h2 + h1)
        b = a * h2 + d2
        c = f(x2)
        rad = np.sqrt(complex(b * b - 4 * a * c))
        den = b + rad if abs(b + rad) > abs(b - rad) else b - rad
        dx = -2 * c / den
        x3 = x2 + dx
        if abs(dx) < 1e-10:
            return x3, i
        x0, x1, x2 = x1, x2, x3
    return x2, n


add(
    muller,
    (lambda x: x * x + 1, 0.0, 0.5, 1.0, 8),
    (lambda x: x**3 - 1, np.float64(0), 0.5, 2.0, 6),
)


def ridders(f, lo, hi, n):
    flo, fhi = f(lo), f(hi)
    ans = None
    for _ in range(n):
        mid = 0.5 * (lo + hi)
        fm = f(mid)
        s = math.sqrt(fm * fm - flo * fhi)
        if s == 0.0:
            return ans
        new = mid + (mid - lo) * ((1.0 if flo >= fhi else -1.0) * fm / s)
        if ans is not None and abs(new - ans) <= 1e-12:
            return ans
        ans = new
        fnew = f(ans)
        if fnew == 0.0:
            return ans
        if math.copysign(fm, fnew) != fm:
            lo, flo, hi, fhi = mid, fm, ans, fnew
        elif math.copysign(flo, fnew) != flo:
            hi, fhi = ans, fnew
        else:
            lo, flo = ans, fnew
    return ans


add(
    ridders,
    (lambda x: x**2 - 2, 0.0, 2.0, 10),
    (lambda x: math.cos(x) - x, 0.0, np.float64(1), 10),
    (lambda x: x - 1, 0, 2, 5),
)


def durand_kerner(c, n):
    deg = len(c) - 1
    z = np.array([(0.4 + 0.9j) ** k for k in range(deg)])
    for it in range(n):
        delta = 0.0
        for i in range(deg):
            num = np.polyval(c, z[i])
            den = c[0]
            for j in range(deg):
                if j != i:
                    den = den * (z[i] - z[j])
            step = num / den
            z[i] -= step
            delta = max(delta, abs(step))
        if delta < 1e-12:
            break
    return np.round(z, 8), it


add(
    durand_kerner,
    (floats(1, -6, 11, -6), 30),
    (ints(1, 0, 1), 20),
    ([1.0, -2.0], np.int64(3)),
)


def fixed_point_aitken(g, x, tol):
    hist = [x]
    while True:
        x1 = g(x)
        x2 = g(x1)
        den = x2 - 2 * x1 + x
        if den == 0:
            return x2, hist
        new = x - (x1 - x) ** 2 / den
        hist.append(new)
        if abs(new - x) < tol or len(hist) > 20:
            return new, hist
        x = new


add(
    fixed_point_aitken,
    (np.cos, 1.0, 1e-10),
    (lambda x: math.exp(-x), np.float64(0.5), 1e-8),
)


def newton_sys_fd(F, x, tol=1e-10, h=1e-7):
    n = x.size
    for it in range(25):
        fx = F(x)
        if np.linalg.norm(fx) < tol:
            break
        J = np.empty((n, n))
        for j in range(n):
            xp = x.copy()
            xp[j] += h
            J[:, j] = (F(xp) - fx) / h
        x = x - np.linalg.solve(J, fx)
    return x, it


def _circ(v):
    x, y = v
    return np.array([x * x + y * y - 4, x - y])


add(newton_sys_fd, (_circ, floats(1, 2)), (lambda v: v**2 - 2, floats(1.0)))


def broyden(F, x, n):
    J = np.eye(len(x)) * 2
    fx = F(x)
    for k in range(n):
        dx = -np.linalg.solve(J, fx)
        x = x + dx
        fnew = F(x)
        df = fnew - fx
        if dx @ dx < 1e-20:
            break
        J += np.outer(df - J @ dx, dx) / (dx @ dx)
        fx = fnew
    return x, k, fx


add(broyden, (_circ, floats(1, 2), 5), (_circ, floats(1.4, 1.5), np.int64(3)))
