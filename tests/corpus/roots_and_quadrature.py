"""Textbook numerics: roots, minima, integrals, series, interpolation."""

from __future__ import annotations

import math

import numpy as np

from tests.corpus.case import (
    case,
    f32,
    f64,
    floats,
    grid,
    i64,
    ints,
    uniforms,
    wave,
)


def newton_square_root(a, tolerance=1e-12):
    x = a
    while abs(x * x - a) > tolerance * a:
        x = 0.5 * (x + a / x)
    return x


def newton(coefficients, x, steps):
    for k in range(steps):
        p = dp = 0.0
        for c in coefficients:
            dp = dp * x + p
            p = p * x + c
        if dp == 0:
            raise ZeroDivisionError("flat at step %d" % k)
        dx = p / dp
        x = x - dx
        if abs(dx) < 1e-12:
            break
    else:
        return x, False
    return x, True


def cube_root(a):
    x = a / 3
    for _ in range(100):
        following = (2 * x + a / (x * x)) / 3
        if abs(following - x) < 1e-14 * abs(following):
            return following
        x = following
    return x


def bisection(a, b, target):
    fa = a**3 - target
    while b - a > 1e-10:
        m = (a + b) / 2
        fm = m**3 - target
        if fm == 0:
            return m
        if (fa < 0) == (fm < 0):
            a, fa = m, fm
        else:
            b = m
    return (a + b) / 2


def bisection_of(f, a, b):
    if f(a) * f(b) > 0:
        raise ValueError("no change of sign")
    for _ in range(60):
        m = 0.5 * (a + b)
        if f(a) * f(m) <= 0:
            b = m
        else:
            a = m
    return a


def secant(x0, x1):
    f0 = np.cos(x0) - x0
    for k in range(50):
        f1 = np.cos(x1) - x1
        if abs(f1) < 1e-13 or f1 == f0:
            return x1, k
        x0, x1, f0 = x1, x1 - f1 * (x1 - x0) / (f1 - f0), f1
    return x1, -1


def regula_falsi(a, b, n):
    fa = np.exp(a) - 3
    fb = np.exp(b) - 3
    side = 0
    for _ in range(n):
        c = (fa * b - fb * a) / (fa - fb)
        fc = np.exp(c) - 3
        if fc * fb > 0:
            b, fb = c, fc
            if side == -1:
                fa /= 2
            side = -1
        elif fc * fa > 0:
            a, fa = c, fc
            if side == 1:
                fb /= 2
            side = 1
        else:
            break
    return c


def fixed_point(x, limit):
    for k in range(limit):
        y = np.cos(x)
        if abs(y - x) < 1e-6:
            return y, k
        x = y
    return None


def steffensen(x):
    for _ in range(20):
        a = np.exp(-x)
        b = np.exp(-a)
        d = b - 2 * a + x
        if d == 0:
            break
        y = x - (a - x) ** 2 / d
        if abs(y - x) < 1e-14:
            return y
        x = y
    return x


def newton_system(x):
    for k in range(30):
        f = np.array([x[0] ** 2 + x[1] ** 2 - 4, x[0] * x[1] - 1])
        if np.abs(f).max() < 1e-12:
            break
        jacobian = np.array([[2 * x[0], 2 * x[1]], [x[1], x[0]]])
        x = x - np.linalg.solve(jacobian, f)
    return x, k


def golden_section(a, b):
    g = (np.sqrt(5) - 1) / 2
    c, d = b - g * (b - a), a + g * (b - a)
    while abs(b - a) > 1e-5:
        if (c - 2) ** 2 < (d - 2) ** 2:
            b = d
        else:
            a = c
        c, d = b - g * (b - a), a + g * (b - a)
    return (a + b) / 2


def ternary_search(x):
    low, high = 0, len(x) - 1
    while high - low > 2:
        p = low + (high - low) // 3
        q = high - (high - low) // 3
        if x[p] < x[q]:
            low = p
        else:
            high = q
    best = low
    for i in range(low, high + 1):
        if x[i] > x[best]:
            best = i
    return best


def gradient_descent(x, rate, steps):
    a = np.array([[3.0, 1.0], [1.0, 2.0]])
    b = np.array([1.0, 1.0])
    for k in range(steps):
        g = a @ x - b
        if np.sqrt(g @ g) < 1e-8:
            break
        x = x - rate * g
    return x, k


def line_search(x, d):
    t = 1.0
    f0 = (x**2).sum()
    while ((x + t * d) ** 2).sum() > f0 + 1e-4 * t * (2 * x @ d):
        t *= 0.5
        if t < 1e-8:
            return 0.0
    return t


def rosenbrock_descent(x, y, n):
    rate = 1e-3
    best = (1 - x) ** 2 + 100 * (y - x * x) ** 2
    for _ in range(n):
        gx = -2 * (1 - x) - 400 * x * (y - x * x)
        gy = 200 * (y - x * x)
        u, v = x - rate * gx, y - rate * gy
        value = (1 - u) ** 2 + 100 * (v - u * u) ** 2
        if value < best:
            x, y, best = u, v, value
            rate *= 1.1
        else:
            rate /= 2
    return x, y, best


def trapezoid_rule(a, b, n):
    h = (b - a) / n
    s = 0.5 * (np.sin(a) + np.sin(b))
    for i in range(1, n):
        s += np.sin(a + i * h)
    return s * h


def simpson_rule(y, h):
    n = len(y)
    if n % 2 == 0:
        raise ValueError("needs an odd number of points")
    s = y[0] + y[n - 1]
    for i in range(1, n - 1):
        if i % 2:
            s += 4 * y[i]
        else:
            s += 2 * y[i]
    return s * h / 3


def adaptive_simpson(f, a, b, tolerance, depth=8):
    m = (a + b) / 2
    whole = (b - a) / 6 * (f(a) + 4 * f(m) + f(b))
    l, r = (a + m) / 2, (m + b) / 2
    left = (m - a) / 6 * (f(a) + 4 * f(l) + f(m))
    right = (b - m) / 6 * (f(m) + 4 * f(r) + f(b))
    if depth == 0 or abs(left + right - whole) < 15 * tolerance:
        return left + right
    return adaptive_simpson(f, a, m, tolerance / 2, depth - 1) + adaptive_simpson(
        f, m, b, tolerance / 2, depth - 1
    )


def integrates_adaptively(b):
    return adaptive_simpson(lambda t: t**4, 0.0, b, 1e-4, 4)


def adaptive_with_stack(a, b, tolerance):
    total = 0.0
    stack = [(a, b)]
    while stack:
        lo, hi = stack.pop()
        mid = (lo + hi) / 2
        coarse = (hi - lo) * np.exp(mid)
        fine = (mid - lo) * np.exp((lo + mid) / 2) + (hi - mid) * np.exp((mid + hi) / 2)
        if abs(fine - coarse) < tolerance:
            total += fine
        else:
            stack.append((lo, mid))
            stack.append((mid, hi))
    return total


def romberg(a, b, levels):
    r = np.zeros((levels, levels))
    h = b - a
    r[0, 0] = 0.5 * h * (np.exp(a) + np.exp(b))
    for i in range(1, levels):
        h /= 2
        s = 0.0
        for k in range(1, 2**i, 2):
            s += np.exp(a + k * h)
        r[i, 0] = 0.5 * r[i - 1, 0] + h * s
        for j in range(1, i + 1):
            r[i, j] = r[i, j - 1] + (r[i, j - 1] - r[i - 1, j - 1]) / (4**j - 1)
        if abs(r[i, i] - r[i - 1, i - 1]) < 1e-10:
            return r[i, i]
    return r[levels - 1, levels - 1]


def gauss_legendre(f_values, weights):
    s = 0.0
    for v, w in zip(f_values, weights):
        if not np.isfinite(v):
            continue
        s += w * v
    return s


def monte_carlo_pi(u, v):
    inside = 0
    for a, b in zip(u, v):
        if a * a + b * b <= 1:
            inside += 1
    return 4 * inside / len(u)


def exponential_series(x):
    term = 1.0
    total = 1.0
    n = 0
    while abs(term) > 1e-16 * abs(total):
        n += 1
        term *= x / n
        total += term
    return total, n


def sine_series(x):
    x = x % (2 * np.pi)
    term = x
    total = x
    k = 1
    while abs(term) > 1e-15:
        term = -term * x * x / ((2 * k) * (2 * k + 1))
        total += term
        k += 1
    return total


def arctangent_series(x, tolerance):
    if x > 1:
        return np.pi / 2 - arctangent_series(1 / x, tolerance)
    power = x
    total = 0.0
    n = 1
    while abs(power) / n > tolerance:
        total += power / n if n % 4 == 1 else -power / n
        power *= x * x
        n += 2
    return total


def leibniz_pi(n):
    s = 0.0
    sign = 1
    for k in range(n):
        s += sign / (2 * k + 1)
        sign = -sign
    return 4 * s


def agm_pi(n):
    a, b, t, p = 1.0, 1 / np.sqrt(2), 0.25, 1.0
    for _ in range(n):
        m = (a + b) / 2
        b = np.sqrt(a * b)
        t -= p * (a - m) ** 2
        a = m
        p *= 2
    return (a + b) ** 2 / (4 * t)


def continued_fraction(x, n):
    terms = []
    for _ in range(n):
        a = math.floor(x)
        terms.append(a)
        if x - a < 1e-9:
            break
        x = 1 / (x - a)
    return terms


def evaluate_continued_fraction(terms):
    value = 0
    for t in terms[::-1]:
        value = t + (1 / value if value != 0 else 0)
    return value


def lentz_golden(n):
    f = 1.0
    c, d = f, 0.0
    for _ in range(n):
        d = 1 / (1 + d)
        c = 1 + 1 / c
        delta = c * d
        f *= delta
        if abs(delta - 1) < 1e-10:
            break
    return f


def horner(c, x):
    y = np.zeros_like(x)
    for a in c:
        y = y * x + a
    return y


def polynomial_divide(a, b):
    a = a.astype(float)
    q = np.zeros(max(len(a) - len(b) + 1, 0))
    for k in range(len(q)):
        q[k] = a[k] / b[0]
        for j in range(len(b)):
            a[k + j] -= q[k] * b[j]
    return q, a[len(q) :]


def lagrange(xs, ys, x):
    s = 0.0
    for i in range(len(xs)):
        term = ys[i]
        for j in range(len(xs)):
            if j != i:
                term = term * (x - xs[j]) / (xs[i] - xs[j])
        s += term
    return s


def newton_divided_differences(xs, ys, x):
    c = ys.astype(float)
    n = len(xs)
    for j in range(1, n):
        for i in range(n - 1, j - 1, -1):
            c[i] = (c[i] - c[i - 1]) / (xs[i] - xs[i - j])
    y = c[n - 1]
    for i in range(n - 2, -1, -1):
        y = y * (x - xs[i]) + c[i]
    return y


def linear_interpolation(xs, ys, x):
    if x <= xs[0]:
        return ys[0]
    for i in range(1, len(xs)):
        if x <= xs[i]:
            t = (x - xs[i - 1]) / (xs[i] - xs[i - 1])
            return ys[i - 1] * (1 - t) + ys[i] * t
    return ys[-1]


def bilinear(m, x, y):
    i = int(np.floor(x))
    j = int(np.floor(y))
    if i < 0 or j < 0 or i + 1 >= m.shape[0] or j + 1 >= m.shape[1]:
        return np.nan
    a, b = x - i, y - j
    return (
        m[i, j] * (1 - a) * (1 - b)
        + m[i + 1, j] * a * (1 - b)
        + m[i, j + 1] * (1 - a) * b
        + m[i + 1, j + 1] * a * b
    )


def neville(xs, ys, x):
    p = ys.copy()
    for k in range(1, len(xs)):
        for i in range(len(xs) - k):
            p[i] = ((x - xs[i + k]) * p[i] + (xs[i] - x) * p[i + 1]) / (
                xs[i] - xs[i + k]
            )
    return p[0]


def natural_spline(x, y):
    n = len(x) - 1
    h = np.diff(x)
    alpha = np.zeros(n)
    for i in range(1, n):
        alpha[i] = 3 / h[i] * (y[i + 1] - y[i]) - 3 / h[i - 1] * (y[i] - y[i - 1])
    c = np.zeros(n + 1)
    mu = np.zeros(n)
    z = np.zeros(n)
    for i in range(1, n):
        d = 2 * (x[i + 1] - x[i - 1]) - h[i - 1] * mu[i - 1]
        mu[i] = h[i] / d
        z[i] = (alpha[i] - h[i - 1] * z[i - 1]) / d
    for j in range(n - 1, -1, -1):
        if j < n:
            c[j] = (z[j] if j > 0 else 0.0) - (mu[j] * c[j + 1] if j > 0 else 0.0)
    return c


def de_casteljau(points, t):
    p = points.copy()
    n = len(p)
    while n > 1:
        for i in range(n - 1):
            p[i] = (1 - t) * p[i] + t * p[i + 1]
        n -= 1
    return p[0]


def chebyshev(n, x):
    if n == 0:
        return np.ones_like(x)
    a, b = np.ones_like(x), x
    for _ in range(n - 1):
        a, b = b, 2 * x * b - a
    return b


def legendre(n, x):
    p0, p1 = 1.0, x
    if n == 0:
        return p0
    for k in range(1, n):
        p0, p1 = p1, ((2 * k + 1) * x * p1 - k * p0) / (k + 1)
    return p1


def richardson_derivative(x, n):
    d = np.zeros((n, n))
    h = 0.5
    for i in range(n):
        d[i, 0] = (np.sin(x + h) - np.sin(x - h)) / (2 * h)
        for j in range(1, i + 1):
            d[i, j] = d[i, j - 1] + (d[i, j - 1] - d[i - 1, j - 1]) / (4**j - 1)
        h /= 2
    return d[n - 1, n - 1]


def central_difference(f, x):
    h = 0.1
    previous = (f(x + h) - f(x - h)) / (2 * h)
    while h > 1e-5:
        h /= 2
        current = (f(x + h) - f(x - h)) / (2 * h)
        if abs(current - previous) < 1e-9:
            break
        previous = current
    return current


def kahan_sum(x):
    s = 0.0
    c = 0.0
    for v in x:
        y = v - c
        t = s + y
        c = (t - s) - y
        s = t
    return s


def pairwise_sum(x):
    while len(x) > 1:
        if len(x) % 2:
            x = np.append(x, 0)
        x = x[::2] + x[1::2]
    return x[0]


def aitken(x):
    out = []
    for i in range(len(x) - 2):
        d = x[i + 2] - 2 * x[i + 1] + x[i]
        if d != 0:
            out.append(x[i] - (x[i + 1] - x[i]) ** 2 / d)
    return out


CASES = [
    case(newton_square_root, f64(2), i64(9), (f32(2), 1e-3), (f64(2), 0.1), core=True),
    case(
        newton,
        (floats(1, 0, -2), f64(1), 20),
        ([1, 0, -2], i64(1), i64(2)),
        (floats(1, 0, 1), f64(0), 5),
        raises=ZeroDivisionError,
    ),
    case(cube_root, f64(27), i64(2)),
    case(bisection, (f64(0), f64(3), 8), (0, i64(5), f64(2)), core=True),
    case(
        bisection_of,
        (np.sin, f64(3), f64(4)),
        (lambda t: t * t - 2, 0.0, f64(2)),
        (np.sin, f64(1), f64(2)),
        raises=ValueError,
    ),
    case(secant, (f64(0), f64(1)), (f64(0.5), f64(0.5))),
    case(regula_falsi, (f64(0), f64(3), i64(8)), (0.0, f64(2), 30)),
    case(fixed_point, (f64(1), 100), (f64(1), i64(3))),
    case(steffensen, f64(0.5), f64(1)),
    case(newton_system, floats(2, 0.5), floats(1, 3)),
    case(golden_section, (f64(0), f64(5)), (0.0, f64(1))),
    case(ternary_search, floats(1, 2, 5, 4, 3), floats(1, 2), floats(3)),
    case(gradient_descent, (floats(0, 0), 0.2, 100), (floats(1, 1), 0.1, i64(3))),
    case(line_search, (floats(1, 2), floats(-9, -9)), (floats(1, 2), floats(1, 1))),
    case(rosenbrock_descent, (f64(-1), f64(1), 40), (f64(1), f64(1), i64(3))),
    case(trapezoid_rule, (f64(0), f64(1), 10), (0.0, np.pi, i64(4)), core=True),
    case(
        simpson_rule,
        (floats(0, 1, 4), f64(1)),
        (floats(0, 1, 4, 9, 16), 0.5),
        (floats(1, 2), 1),
        raises=ValueError,
        core=True,
    ),
    case(integrates_adaptively, f64(2), f64(0.1)),
    case(adaptive_with_stack, (f64(0), f64(1), 1e-3), (f64(0), f64(0.1), f64(1e-2))),
    case(romberg, (f64(0), f64(1), 5), (0.0, f64(2), i64(3))),
    case(gauss_legendre, (floats(1, np.inf, 3), floats(1, 2, 1)), (floats(), floats())),
    case(monte_carlo_pi, (uniforms(40), wave(40) % 1), (floats(1), floats(1))),
    case(exponential_series, f64(1), f64(-5), f64(0)),
    case(sine_series, f64(1), f64(10), i64(3)),
    case(arctangent_series, (f64(0.5), 1e-8), (f64(3), 1e-4)),
    case(leibniz_pi, i64(50), i64(0), 3),
    case(agm_pi, i64(3), i64(0)),
    case(continued_fraction, (f64(3.25), 6), (f64(np.pi), i64(4)), (i64(3), 2)),
    case(evaluate_continued_fraction, ints(1, 2, 2, 2), floats(3), []),
    case(lentz_golden, i64(40), i64(2)),
    case(
        horner,
        (floats(1, 2, 3), floats(0.5, 2)),
        ([1, 2], ints(3)),
        (floats(), floats(1)),
    ),
    case(polynomial_divide, (floats(1, -3, 2), floats(1, -1)), (ints(1), ints(1, 2))),
    case(
        lagrange,
        (floats(0, 1, 2), floats(1, 3, 7), f64(1.5)),
        (ints(1, 2), ints(5, 6), i64(3)),
    ),
    case(
        newton_divided_differences,
        (floats(0, 1, 3), floats(1, 3, 7), f64(1.5)),
        (ints(1, 2), ints(5, 6), i64(3)),
    ),
    case(
        linear_interpolation,
        (floats(0, 1, 3), floats(1, 3, 7), f64(1.5)),
        (floats(0, 1), floats(1, 3), f64(-1)),
        (floats(0, 1), floats(1, 3), i64(9)),
    ),
    case(
        bilinear,
        (grid(3, 3), f64(0.5), f64(1.25)),
        (grid(3, 3), f64(-1), f64(0)),
        (grid(3, 3), i64(1), 1),
    ),
    case(
        neville,
        (floats(0, 1, 3), floats(1, 3, 7), f64(2)),
        (floats(0, 1), ints(1, 4), f64(0.5)),
    ),
    case(
        natural_spline,
        (floats(0, 1, 2, 4), floats(1, 3, 2, 0)),
        (ints(0, 1, 2), ints(0, 1, 0)),
    ),
    case(de_casteljau, (grid(3, 2), f64(0.3)), (grid(1, 2), f64(1)), (grid(4, 2), 0.5)),
    case(chebyshev, (i64(4), f64(0.3)), (3, floats(0.1, 0.5)), (i64(0), f64(2))),
    case(legendre, (i64(4), f64(0.3)), (1, floats(0.1, 0.5)), (i64(0), f64(2))),
    case(richardson_derivative, (f64(1), 4), (i64(0), i64(2))),
    case(central_difference, (np.sin, f64(1)), (np.square, i64(3))),
    case(kahan_sum, uniforms(20), floats(1e16, 1, -1e16), floats()),
    case(pairwise_sum, floats(1, 2, 3), ints(5), floats(), raises=IndexError),
    case(aitken, floats(1, 1.5, 1.75, 1.8), floats(1, 1, 1), floats()),
]
