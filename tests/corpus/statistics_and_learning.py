"""Moments, histograms, filters, clustering, regression, small networks, signals."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    bools,
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
    uniforms,
    wave,
)


def mean_absolute_deviation(x):
    m = 0.0
    for v in x:
        m += v
    m /= len(x)
    d = 0.0
    for v in x:
        d += abs(v - m)
    return d / len(x)


def median(x):
    x = np.sort(x)
    n = len(x)
    if n == 0:
        return np.nan
    if n % 2:
        return x[n // 2]
    return (x[n // 2 - 1] + x[n // 2]) / 2


def mode(x):
    best = None
    best_count = 0
    for v in x:
        count = 0
        for w in x:
            if w == v:
                count += 1
        if count > best_count:
            best, best_count = v, count
    return best, best_count


def histogram(x, low, high, bins):
    counts = np.zeros(bins, dtype=np.int64)
    width = (high - low) / bins
    outside = 0
    for v in x:
        k = int((v - low) // width)
        if 0 <= k < bins:
            counts[k] += 1
        else:
            outside += 1
    return counts, outside


def correlation(x, y):
    mx, my = x.mean(), y.mean()
    sxy = sxx = syy = 0.0
    for a, b in zip(x, y):
        sxy += (a - mx) * (b - my)
        sxx += (a - mx) ** 2
        syy += (b - my) ** 2
    if sxx == 0 or syy == 0:
        return None
    return sxy / np.sqrt(sxx * syy)


def ranks_with_ties(x):
    order = np.argsort(x, kind="stable")
    ranks = np.empty(len(x))
    i = 0
    while i < len(x):
        j = i
        while j + 1 < len(x) and x[order[j + 1]] == x[order[i]]:
            j += 1
        for k in range(i, j + 1):
            ranks[order[k]] = (i + j) / 2 + 1
        i = j + 1
    return ranks


def winsorize(x, k):
    for _ in range(k):
        hi, lo = x.argmax(), x.argmin()
        if hi == lo:
            break
        x[hi] = np.median(x)
        x[lo] = np.median(x)
    return x


def reject_outliers(x, limit):
    while True:
        z = np.abs(x - x.mean())
        keep = z <= limit * x.std()
        if keep.all():
            return x
        x = x[keep]


def exponential_smoothing(x, alpha):
    s = None
    out = []
    for v in x:
        s = v if s is None else alpha * v + (1 - alpha) * s
        out.append(s)
    return np.array(out)


def moving_average(x, n):
    out = np.zeros(len(x) - n + 1)
    s = x[:n].sum()
    for i in range(len(out)):
        out[i] = s / n
        if i + n < len(x):
            s += x[i + n] - x[i]
    return out


def peaks(x, threshold):
    found = []
    for i in range(1, len(x) - 1):
        if x[i] > threshold and x[i - 1] < x[i] >= x[i + 1]:
            found.append(i)
    return found


def zero_crossings(x):
    n = 0
    previous = 0
    for v in x:
        s = np.sign(v)
        if s != 0:
            if previous * s < 0:
                n += 1
            previous = s
    return n


def hysteresis(x, low, high):
    on = False
    out = np.zeros(len(x), dtype=bool)
    for i, v in enumerate(x):
        if on and v < low:
            on = False
        elif not on and v > high:
            on = True
        out[i] = on
    return out


def kalman(z, q, r):
    estimate, p = 0.0, 1.0
    out = np.empty_like(z)
    for i in range(len(z)):
        p = p + q
        if not np.isnan(z[i]):
            gain = p / (p + r)
            estimate = estimate + gain * (z[i] - estimate)
            p = (1 - gain) * p
        out[i] = estimate
    return out, p


def kalman_2d(zs):
    x = np.zeros(2)
    p = np.eye(2)
    f = np.array([[1.0, 1.0], [0.0, 1.0]])
    h = np.array([1.0, 0.0])
    for z in zs:
        x = f @ x
        p = f @ p @ f.T + 0.01 * np.eye(2)
        if z is not None and abs(z - x[0]) < 10:
            s = p[0, 0] + 0.5
            k = p @ h / s
            x = x + k * (z - x[0])
            p = p - np.outer(k, h @ p)
    return x, p


def k_means(points, centers, limit):
    labels = None
    for turn in range(limit):
        distances = ((points[:, None] - centers[None]) ** 2).sum(axis=2)
        new = distances.argmin(axis=1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for k in range(len(centers)):
            members = points[labels == k]
            if len(members):
                centers[k] = members.mean(axis=0)
    return labels, centers, turn


def k_means_scalar(x, a, b):
    while True:
        sa = sb = 0.0
        na = nb = 0
        for v in x:
            if abs(v - a) <= abs(v - b):
                sa += v
                na += 1
            else:
                sb += v
                nb += 1
        c = sa / na if na else a
        d = sb / nb if nb else b
        if c == a and d == b:
            return a, b, na
        a, b = c, d


def k_nearest(train, labels, x, k):
    d = ((train - x) ** 2).sum(axis=1)
    votes = {}
    for i in np.argsort(d, kind="stable")[:k]:
        label = int(labels[i])
        votes[label] = votes.get(label, 0) + 1
    best = None
    for label in votes:
        if best is None or votes[label] > votes[best]:
            best = label
    return best


def mixture_em(x, n):
    mu = np.array([x.min(), x.max()])
    sigma = np.ones(2)
    weight = np.array([0.5, 0.5])
    previous = -np.inf
    for turn in range(n):
        density = weight * np.exp(-0.5 * ((x[:, None] - mu) / sigma) ** 2) / sigma
        total = density.sum(axis=1)
        likelihood = np.log(total).sum()
        if likelihood - previous < 1e-6:
            break
        previous = likelihood
        r = density / total[:, None]
        mass = r.sum(axis=0)
        mu = (r * x[:, None]).sum(axis=0) / mass
        sigma = np.sqrt((r * (x[:, None] - mu) ** 2).sum(axis=0) / mass) + 1e-3
        weight = mass / len(x)
    return mu, turn


def linear_regression(x, y, rate, n):
    w = b = 0.0
    for _ in range(n):
        error = w * x + b - y
        gw, gb = (error * x).mean(), error.mean()
        w -= rate * gw
        b -= rate * gb
        if gw * gw + gb * gb < 1e-10:
            break
    return w, b


def logistic_regression(x, y, n):
    w = np.zeros(x.shape[1])
    losses = []
    for step in range(n):
        p = 1 / (1 + np.exp(-x @ w))
        loss = -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
        if losses and loss > losses[-1]:
            break
        losses.append(loss)
        w -= 0.5 * x.T @ (p - y) / len(y)
    return w, losses


def perceptron(x, y, limit):
    w = np.zeros(x.shape[1])
    for epoch in range(limit):
        mistakes = 0
        for row, label in zip(x, y):
            if label * (row @ w) <= 0:
                w += label * row
                mistakes += 1
        if mistakes == 0:
            return w, epoch
    return w, None


def coordinate_lasso(x, y, penalty, n):
    w = np.zeros(x.shape[1])
    for _ in range(n):
        largest = 0.0
        for j in range(len(w)):
            r = y - x @ w + x[:, j] * w[j]
            rho = x[:, j] @ r
            z = (x[:, j] ** 2).sum()
            old = w[j]
            if rho < -penalty:
                w[j] = (rho + penalty) / z
            elif rho > penalty:
                w[j] = (rho - penalty) / z
            else:
                w[j] = 0.0
            largest = max(largest, abs(w[j] - old))
        if largest < 1e-6:
            break
    return w


def decision_stump(x, y):
    best = (np.inf, None, None)
    for j in range(x.shape[1]):
        for t in np.unique(x[:, j]):
            errors = ((x[:, j] > t) != y).sum()
            if errors < best[0]:
                best = (errors, j, t)
    return best


def tiny_network(x, layers):
    for i, (w, b) in enumerate(layers):
        x = x @ w + b
        if i < len(layers) - 1:
            x = np.maximum(x, 0)
    if x.shape[-1] > 1:
        x = np.exp(x - x.max())
        x = x / x.sum()
    return x


def backpropagation(x, y, w1, w2, n):
    for _ in range(n):
        h = np.tanh(x @ w1)
        p = h @ w2
        error = p - y
        loss = (error**2).mean()
        if loss < 1e-3:
            break
        g2 = h.T @ error
        g1 = x.T @ ((error @ w2.T) * (1 - h * h))
        w1 -= 0.05 * g1
        w2 -= 0.05 * g2
    return loss


def recurrent_cell(xs, w, u, h):
    states = []
    for x in xs:
        h = np.tanh(x * w + h @ u)
        if np.abs(h).max() > 0.99:
            h = np.zeros_like(h)
        states.append(h)
    return np.stack(states)


def adam(x, n):
    m = v = 0.0
    for t in range(1, n + 1):
        g = 2 * (x - 3)
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        step = 0.1 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        x = x - step
        if abs(g) < 1e-3:
            break
    return x, t


def simulated_annealing(x, moves, uniform):
    energy = x * x + 3 * np.sin(5 * x)
    best, best_energy = x, energy
    temperature = 1.0
    for d, u in zip(moves, uniform):
        y = x + d
        e = y * y + 3 * np.sin(5 * y)
        if e < energy or u < np.exp((energy - e) / temperature):
            x, energy = y, e
            if energy < best_energy:
                best, best_energy = x, energy
        temperature *= 0.9
    return best, best_energy


def genetic(population, picks, n):
    for g in range(n):
        fitness = -((population - 0.5) ** 2).sum(axis=1)
        order = np.argsort(-fitness, kind="stable")
        population = population[order]
        half = len(population) // 2
        for i in range(half):
            k = picks[(g + i) % len(picks)]
            population[half + i] = (population[i] + population[k]) / 2
        if fitness.max() > -1e-3:
            break
    return population[0]


def bandit(rewards, uniform, epsilon):
    counts = np.zeros(len(rewards), dtype=int)
    values = np.zeros(len(rewards))
    for u in uniform:
        if u < epsilon:
            arm = int(u / epsilon * len(rewards))
        else:
            arm = values.argmax()
        counts[arm] += 1
        values[arm] += (rewards[arm] - values[arm]) / counts[arm]
    return counts, values


def value_iteration(rewards, discount, tolerance):
    v = np.zeros(len(rewards))
    sweeps = 0
    while True:
        change = 0.0
        for s in range(len(v)):
            options = [v[s]]
            if s > 0:
                options.append(v[s - 1])
            if s < len(v) - 1:
                options.append(v[s + 1])
            new = rewards[s] + discount * max(options)
            change = max(change, abs(new - v[s]))
            v[s] = new
        sweeps += 1
        if change < tolerance:
            return v, sweeps


def bootstrap_interval(x, picks):
    means = []
    for row in picks:
        s = 0.0
        for i in row:
            s += x[i]
        means.append(s / len(row))
    means.sort()
    return means[0], means[-1]


def fft(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    if n % 2:
        raise ValueError("length must be a power of two")
    even, odd = fft(x[::2]), fft(x[1::2])
    t = np.exp(-2j * np.pi * np.arange(n // 2) / n) * odd
    return np.concatenate([even + t, even - t])


def fft_in_place(x):
    x = x.astype(complex)
    n = len(x)
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j ^= bit
        if i < j:
            x[i], x[j] = x[j], x[i]
    size = 2
    while size <= n:
        w = np.exp(-2j * np.pi / size)
        for start in range(0, n, size):
            t = 1
            for k in range(size // 2):
                u = x[start + k]
                v = x[start + k + size // 2] * t
                x[start + k] = u + v
                x[start + k + size // 2] = u - v
                t = t * w
        size *= 2
    return x


def dft(x):
    n = len(x)
    out = np.zeros(n, dtype=complex)
    for k in range(n):
        for t in range(n):
            out[k] += x[t] * np.exp(-2j * np.pi * k * t / n)
    return out


def convolve(x, k):
    n = len(x) + len(k) - 1
    out = np.zeros(n)
    for i in range(n):
        for j in range(len(k)):
            if 0 <= i - j < len(x):
                out[i] += x[i - j] * k[j]
    return out


def convolve_2d(image, kernel):
    h, w = kernel.shape
    out = np.zeros((image.shape[0] - h + 1, image.shape[1] - w + 1))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = (image[i : i + h, j : j + w] * kernel).sum()
    return out


def recursive_filter(b, a, x):
    y = np.zeros(len(x))
    for n in range(len(x)):
        s = 0.0
        for k in range(len(b)):
            if n - k >= 0:
                s += b[k] * x[n - k]
        for k in range(1, len(a)):
            if n - k >= 0:
                s -= a[k] * y[n - k]
        y[n] = s / a[0]
    return y


def autocorrelation(x, lags):
    x = x - x.mean()
    c0 = (x * x).sum()
    out = []
    for k in range(lags):
        if k >= len(x) or c0 == 0:
            break
        out.append((x[k:] * x[: len(x) - k]).sum() / c0)
    return out


def haar_wavelet(x):
    x = x.copy()
    n = len(x)
    while n > 1:
        half = n // 2
        s = (x[:n:2] + x[1:n:2]) / 2
        d = (x[:n:2] - x[1:n:2]) / 2
        x[:half] = s
        x[half:n] = d
        n = half
    return x


def goertzel(x, k):
    w = 2 * np.pi * k / len(x)
    c = 2 * np.cos(w)
    s1 = s2 = 0.0
    for v in x:
        s1, s2 = v + c * s1 - s2, s1
    return s1 * s1 + s2 * s2 - c * s1 * s2


def quantize_with_feedback(x, levels):
    error = 0.0
    out = np.empty(len(x), dtype=np.int64)
    for i, v in enumerate(x):
        wanted = v + error
        q = int(np.round(wanted * levels))
        if q > levels:
            q = levels
        elif q < -levels:
            q = -levels
        out[i] = q
        error = wanted - q / levels
    return out


def delta_encode_decode(x):
    codes = []
    previous = 0
    for v in x:
        codes.append(v - previous)
        previous = v
    total = 0
    for i in range(len(codes)):
        total += codes[i]
        if total != x[i]:
            return None
    return codes


XY = np.array([[0.0, 1.0], [1.0, 0.2], [2.0, -1.0], [3.0, 1.0]])

CASES = [
    case(mean_absolute_deviation, floats(1, 2, 6), ints(4)),
    case(median, floats(3, 1, 2), ints(1, 2), floats()),
    case(mode, ints(1, 2, 2), floats(), ["a", "b", "b"]),
    case(histogram, (wave(12), -1, 1, 4), (floats(), f64(0), f64(1), 2), core=True),
    case(correlation, (floats(1, 2, 3), floats(1, 3, 2)), (ints(1, 1), ints(1, 2))),
    case(ranks_with_ties, floats(3, 1, 3, 2), ints()),
    case(winsorize, (floats(1, 2, 3, 99), 1), (ints(1, 1), i64(3))),
    case(reject_outliers, (floats(1, 2, 1, 2, 1, 2, 90), 2), (floats(1, 1), f64(1))),
    case(
        exponential_smoothing,
        (floats(1, 2, 3), 0.5),
        (ints(1), f64(0.1)),
        (floats(), 1),
    ),
    case(moving_average, (floats(1, 2, 3, 4), 2), (ints(1, 2), i64(1))),
    case(peaks, (floats(0, 3, 1, 2, 0), 1), (ints(), 0), (wave(20), f64(0.5))),
    case(zero_crossings, wave(15), ints(0, 0), floats(1, 0, -1)),
    case(hysteresis, (floats(0, 2, 1, 0, 3), 0.5, 1.5), (ints(), 0, 1)),
    case(kalman, (floats(1, 2, np.nan, 3), 0.1, 1.0), (floats(), f64(1), 1), core=True),
    case(kalman_2d, floats(1, 2, 30, 3), [f64(1), None, 2.0]),
    case(k_means, (XY, XY[:2].copy(), 10), (XY, XY[[0, 0]], i64(1))),
    case(k_means_scalar, (floats(1, 2, 9, 10), f64(0), f64(5)), (floats(), f64(1), 2)),
    case(
        k_nearest,
        (XY, ints(0, 1, 1, 0), floats(1, 0), 3),
        (XY, ints(0, 1, 1, 0), floats(3, 1), i64(1)),
    ),
    case(mixture_em, (floats(0, 0.1, 0.2, 5, 5.1), 10), (wave(8), i64(2))),
    case(
        linear_regression,
        (floats(0, 1, 2), floats(1, 3, 5), 0.1, 50),
        (floats(0, 1), floats(0, 0), f64(0.1), i64(5)),
    ),
    case(
        logistic_regression, (XY, ints(0, 1, 1, 0), 5), (XY, bools(1, 0, 0, 1), i64(1))
    ),
    case(perceptron, (XY, ints(1, 1, -1, 1), 5), (XY, ints(1, -1, -1, -1), i64(2))),
    case(
        coordinate_lasso,
        (XY, floats(1, 2, 3, 4), 0.5, 10),
        (XY, floats(0, 0, 0, 0), f64(1), i64(2)),
    ),
    case(decision_stump, (XY, bools(0, 1, 1, 0)), (XY[:1], bools(1))),
    case(
        tiny_network,
        (floats(1, 2), [(grid(2, 3), floats(0, 1, 2)), (-grid(3, 2), floats(1, 1))]),
        (floats(1, 2), [(grid(2, 1), floats(1))]),
    ),
    case(
        backpropagation,
        (XY, floats(0, 1, 1, 0).reshape(4, 1), grid(2, 3) / 5, grid(3, 1) / 5, 6),
    ),
    case(
        recurrent_cell,
        (wave(5), floats(1, 2), np.eye(2), floats(0, 0)),
        (floats(9), floats(1), np.ones((1, 1)), floats(0)),
    ),
    case(adam, (f64(0), 30), (f64(3), i64(5))),
    case(
        simulated_annealing,
        (f64(1), wave(15), uniforms(15)),
        (f64(2), floats(), floats()),
    ),
    case(
        genetic,
        (wave(12).reshape(6, 2), ints(1, 0, 2), 4),
        (np.full((4, 1), 0.5), ints(0), i64(3)),
    ),
    case(
        bandit,
        (floats(0.2, 0.9, 0.5), uniforms(20), 0.3),
        (floats(1, 2), floats(), f64(0.1)),
    ),
    case(value_iteration, (floats(0, 0, 1), 0.5, 1e-3), (ints(1), f64(0.5), 0.1)),
    case(
        bootstrap_interval,
        (wave(5), ints(0, 1, 2, 3, 3, 4).reshape(2, 3)),
        (floats(1), [[0]]),
    ),
    case(fft, floats(1, 2, 3, 4), floats(1), ints(1, 2, 3), raises=ValueError),
    case(fft_in_place, floats(1, 2, 3, 4), wave(8), floats(1)),
    case(dft, floats(1, 2, 3), ints(1), floats()),
    case(convolve, (floats(1, 2, 3), floats(1, -1)), (ints(1), ints(2, 3)), core=True),
    case(convolve_2d, (grid(4, 4), grid(2, 2)), (grid(2, 2), np.ones((2, 2)))),
    case(
        recursive_filter,
        (floats(0.5, 0.5), floats(1, -0.2), wave(6)),
        ([1], [2], ints(4, 6)),
    ),
    case(autocorrelation, (wave(8), 3), (floats(1, 1), 2), (floats(1, 2), i64(5))),
    case(haar_wavelet, floats(1, 3, 5, 7), floats(2), ints(1, 2)),
    case(goertzel, (wave(8), 2), (ints(1, 2, 3), i64(1))),
    case(quantize_with_feedback, (wave(6), 4), (floats(9, -9), i64(2))),
    case(delta_encode_decode, ints(3, 5, 4), floats(0.1, 0.3), ints()),
]
