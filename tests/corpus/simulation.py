"""Differential equations, maps, particles, cellular automata, given randoms."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    c128,
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
    u64,
    uniforms,
    wave,
)


def euler(y, t_end, h):
    t = 0.0
    steps = 0
    while t < t_end:
        y = y + h * (-2 * y + t)
        t += h
        steps += 1
    return y, steps


def runge_kutta_4(y, h, n):
    t = 0.0
    for _ in range(n):
        k1 = t - y
        k2 = t + h / 2 - (y + h / 2 * k1)
        k3 = t + h / 2 - (y + h / 2 * k2)
        k4 = t + h - (y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
    return y


def runge_kutta_of(f, y, h, n):
    for i in range(n):
        k1 = f(y)
        k2 = f(y + h / 2 * k1)
        k3 = f(y + h / 2 * k2)
        k4 = f(y + h * k3)
        y = y + h / 6 * (k1 + 2 * (k2 + k3) + k4)
        if np.abs(y).max() > 100:
            break
    return y, i


def oscillator(state, n):
    def force(s):
        return np.array([s[1], -s[0] - 0.1 * s[1]])

    return runge_kutta_of(force, state, 0.1, n)


def runge_kutta_adaptive(y, t_end, tolerance):
    t = 0.0
    h = 0.1
    accepted = rejected = 0
    while t < t_end:
        if t + h > t_end:
            h = t_end - t
        k1 = -y
        k2 = -(y + h / 4 * k1)
        k3 = -(y + h * (3 / 32 * k1 + 9 / 32 * k2))
        k4 = -(y + h * (1932 / 2197 * k1 - 7200 / 2197 * k2 + 7296 / 2197 * k3))
        k5 = -(y + h * (439 / 216 * k1 - 8 * k2 + 3680 / 513 * k3 - 845 / 4104 * k4))
        k6 = -(
            y
            - h
            * (
                8 / 27 * k1
                - 2 * k2
                + 3544 / 2565 * k3
                - 1859 / 4104 * k4
                + 11 / 40 * k5
            )
        )
        error = abs(
            h * (k1 / 360 - 128 / 4275 * k3 - 2197 / 75240 * k4 + k5 / 50 + 2 / 55 * k6)
        )
        if error <= tolerance:
            t += h
            y += h * (
                16 / 135 * k1
                + 6656 / 12825 * k3
                + 28561 / 56430 * k4
                - 9 / 50 * k5
                + 2 / 55 * k6
            )
            accepted += 1
        else:
            rejected += 1
        if error > 0:
            h = h * min(2, max(0.3, 0.9 * (tolerance / error) ** 0.2))
        else:
            h = 2 * h
    return y, accepted, rejected


def verlet(x, v, h, n):
    a = -x
    for _ in range(n):
        x = x + h * v + 0.5 * h * h * a
        b = -x
        v = v + 0.5 * h * (a + b)
        a = b
    return x, v


def leapfrog_bounce(x, v, n):
    bounces = 0
    for _ in range(n):
        v -= 0.1
        x += v * 0.1
        if x < 0:
            x = -x
            v = -0.9 * v
            bounces += 1
    return x, v, bounces


def adams_bashforth(y, h, n):
    previous = None
    for _ in range(n):
        f = y * (1 - y)
        if previous is None:
            y = y + h * f
        else:
            y = y + h * (1.5 * f - 0.5 * previous)
        previous = f
    return y


def implicit_euler(y, h, n):
    for _ in range(n):
        z = y
        for _ in range(50):
            g = z - y + h * z**3
            step = g / (1 + 3 * h * z**2)
            z = z - step
            if abs(step) < 1e-12:
                break
        y = z
    return y


def shooting(target, low, high):
    for _ in range(40):
        slope = (low + high) / 2
        y, v = 0.0, slope
        for _ in range(20):
            v -= 0.05 * y
            y += 0.05 * v
        if abs(y - target) < 1e-6:
            return slope
        if y < target:
            low = slope
        else:
            high = slope
    return None


def lorenz(state, n):
    x, y, z = state
    for _ in range(n):
        dx, dy, dz = 10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z
        x, y, z = x + 0.01 * dx, y + 0.01 * dy, z + 0.01 * dz
    return x, y, z


def predator_prey(a, b, n):
    history = []
    for k in range(n):
        a, b = a + 0.1 * a * (1 - b), b + 0.1 * b * (a - 1)
        if k % 3 == 0:
            history.append((a, b))
        if a < 1e-3 or b < 1e-3:
            break
    return history


def heat_1d(u, r, n):
    for _ in range(n):
        u[1:-1] = u[1:-1] + r * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u


def heat_1d_loops(u, r, n):
    for _ in range(n):
        new = u.copy()
        for i in range(1, len(u) - 1):
            new[i] = u[i] + r * (u[i + 1] - 2 * u[i] + u[i - 1])
        u = new
    return u


def heat_2d_until_steady(u, tolerance):
    turns = 0
    while True:
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
        )
        change = np.abs(new - u).max()
        u = new
        turns += 1
        if change < tolerance:
            return u, turns


def wave_equation(u, n):
    previous = u.copy()
    for _ in range(n):
        following = np.zeros_like(u)
        following[1:-1] = (
            2 * u[1:-1] - previous[1:-1] + 0.5 * (u[2:] - 2 * u[1:-1] + u[:-2])
        )
        previous, u = u, following
    return u


def advection_upwind(u, c, n):
    for _ in range(n):
        if c > 0:
            u = u - c * (u - np.roll(u, 1))
        else:
            u = u - c * (np.roll(u, -1) - u)
    return u


def crank_nicolson_step(u, r):
    n = len(u)
    a = np.eye(n) * (1 + r)
    b = np.zeros(n)
    for i in range(n):
        left = u[i - 1] if i > 0 else 0.0
        right = u[i + 1] if i < n - 1 else 0.0
        b[i] = (1 - r) * u[i] + r / 2 * (left + right)
        if i > 0:
            a[i, i - 1] = -r / 2
        if i < n - 1:
            a[i, i + 1] = -r / 2
    return np.linalg.solve(a, b)


def n_body(positions, velocities, masses, n):
    for _ in range(n):
        for i in range(len(masses)):
            for j in range(len(masses)):
                if i != j:
                    d = positions[j] - positions[i]
                    r = np.sqrt((d * d).sum()) + 0.1
                    velocities[i] += 0.01 * masses[j] * d / r**3
        positions += 0.01 * velocities
    return positions


def logistic_map(r, x, n):
    orbit = np.empty(n)
    for k in range(n):
        x = r * x * (1 - x)
        orbit[k] = x
    return orbit


def logistic_period(r, x):
    for _ in range(200):
        x = r * x * (1 - x)
    start = x
    for period in range(1, 17):
        x = r * x * (1 - x)
        if abs(x - start) < 1e-6:
            return period
    return 0


def henon_escape(x, y, limit):
    for k in range(limit):
        x, y = 1 - 1.4 * x * x + y, 0.3 * x
        if x * x + y * y > 100:
            return k
    return limit


def mandelbrot_point(c, limit):
    z = 0
    for n in range(limit):
        if abs(z) > 2:
            return n
        z = z * z + c
    return limit


def mandelbrot_grid(xs, ys, limit):
    counts = np.zeros((len(ys), len(xs)), dtype=np.int64)
    for i, y in enumerate(ys):
        for j, x in enumerate(xs):
            a = b = 0.0
            n = 0
            while a * a + b * b <= 4 and n < limit:
                a, b = a * a - b * b + x, 2 * a * b + y
                n += 1
            counts[i, j] = n
    return counts


def mandelbrot_masked(c, limit):
    z = np.zeros_like(c)
    counts = np.zeros(c.shape, dtype=int)
    for n in range(limit):
        alive = np.abs(z) <= 2
        if not alive.any():
            break
        z[alive] = z[alive] ** 2 + c[alive]
        counts[alive] += 1
    return counts


def life_step(board):
    rows, columns = board.shape
    new = np.zeros_like(board)
    for i in range(rows):
        for j in range(columns):
            neighbours = 0
            for a in (-1, 0, 1):
                for b in (-1, 0, 1):
                    if a == 0 and b == 0:
                        continue
                    neighbours += board[(i + a) % rows, (j + b) % columns]
            if board[i, j] and (neighbours == 2 or neighbours == 3):
                new[i, j] = 1
            elif not board[i, j] and neighbours == 3:
                new[i, j] = 1
    return new


def life_vectorized(board, n):
    for _ in range(n):
        neighbours = sum(
            np.roll(np.roll(board, a, 0), b, 1)
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
            if a or b
        )
        new = (neighbours == 3) | (board & (neighbours == 2))
        if (new == board).all():
            break
        board = new.astype(board.dtype)
    return board


def elementary_automaton(cells, rule, n):
    for _ in range(n):
        new = np.zeros_like(cells)
        for i in range(len(cells)):
            code = 4 * cells[i - 1] + 2 * cells[i] + cells[(i + 1) % len(cells)]
            if (rule >> code) & 1:
                new[i] = 1
        cells = new
    return cells


def langton_ant(board, n):
    i = board.shape[0] // 2
    j = board.shape[1] // 2
    di, dj = -1, 0
    for _ in range(n):
        if board[i, j] == 0:
            board[i, j] = 1
            di, dj = dj, -di
        else:
            board[i, j] = 0
            di, dj = -dj, di
        i = (i + di) % board.shape[0]
        j = (j + dj) % board.shape[1]
    return board, i, j


def sandpile(heights):
    topples = 0
    while heights.max() > 3:
        i, j = np.unravel_index(np.argmax(heights), heights.shape)
        heights[i, j] -= 4
        topples += 1
        if i > 0:
            heights[i - 1, j] += 1
        if i < heights.shape[0] - 1:
            heights[i + 1, j] += 1
        if j > 0:
            heights[i, j - 1] += 1
        if j < heights.shape[1] - 1:
            heights[i, j + 1] += 1
    return heights, topples


def forest_fire(board):
    burning = True
    turns = 0
    while burning:
        burning = False
        new = board.copy()
        for i in range(board.shape[0]):
            for j in range(board.shape[1]):
                if board[i, j] == 2:
                    new[i, j] = 0
                    for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                        r, c = i + a, j + b
                        if (
                            0 <= r < board.shape[0]
                            and 0 <= c < board.shape[1]
                            and board[r, c] == 1
                        ):
                            new[r, c] = 2
                            burning = True
        board = new
        turns += 1
    return board, turns


def ising_sweeps(spins, rows, columns, uniform, beta):
    accepted = 0
    for i, j, u in zip(rows, columns, uniform):
        s = spins[i, j]
        around = (
            spins[i - 1, j]
            + spins[(i + 1) % spins.shape[0], j]
            + spins[i, j - 1]
            + spins[i, (j + 1) % spins.shape[1]]
        )
        cost = 2 * s * around
        if cost <= 0 or u < np.exp(-beta * cost):
            spins[i, j] = -s
            accepted += 1
    return spins, accepted


def metropolis(x, proposals, uniform):
    chain = []
    for d, u in zip(proposals, uniform):
        y = x + d
        if u < np.exp(min(0.0, 0.5 * (x * x - y * y))):
            x = y
        chain.append(x)
    return np.array(chain)


def random_walk(steps, barrier):
    position = 0
    furthest = 0
    for k, s in enumerate(steps):
        if s > 0:
            position += 1
        else:
            position -= 1
        furthest = max(furthest, abs(position))
        if abs(position) >= barrier:
            return k, position
    return furthest


def queue_waiting_times(arrivals, service):
    free = 0.0
    total = 0.0
    for a, s in zip(arrivals, service):
        start = a if a > free else free
        total += start - a
        free = start + s
    return total / len(arrivals)


def inventory(demand, stock, reorder):
    orders = lost = 0
    pending = None
    for day, d in enumerate(demand):
        if pending is not None and day >= pending:
            stock += 10
            pending = None
        if d > stock:
            lost += d - stock
            stock = 0
        else:
            stock -= d
        if stock < reorder and pending is None:
            pending = day + 2
            orders += 1
    return stock, orders, lost


def linear_congruential(seed, n):
    out = np.zeros(n)
    for i in range(n):
        seed = (1103515245 * seed + 12345) % 2**31
        out[i] = seed / 2**31
    return out


def xorshift(x, n):
    for _ in range(n):
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
    return x


def seeded_generator(seed, n):
    rng = np.random.default_rng(seed)
    s = 0.0
    for _ in range(n):
        v = rng.random()
        if v > 0.5:
            s += v
    return s


def black_scholes_tree(spot, strike, n):
    up = 1.1
    prices = np.empty(n + 1)
    for i in range(n + 1):
        prices[i] = max(spot * up ** (n - 2 * i) - strike, 0)
    for k in range(n, 0, -1):
        for i in range(k):
            prices[i] = 0.98 * (0.55 * prices[i] + 0.45 * prices[i + 1])
            exercise = spot * up ** (k - 1 - 2 * i) - strike
            if exercise > prices[i]:
                prices[i] = exercise
    return prices[0]


def mortgage(principal, rate, payment):
    months = 0
    interest_paid = 0.0
    while principal > 0:
        interest = principal * rate
        if interest >= payment:
            raise ValueError("payment does not cover the interest")
        interest_paid += interest
        principal = principal + interest - payment
        months += 1
    return months, interest_paid


BOARD = np.array([[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]])

CASES = [
    case(euler, (f64(1), 1.0, 0.1), (floats(1, 2), f64(0.3), 0.1), (i64(1), 0.0, 0.5)),
    case(runge_kutta_4, (f64(1), 0.1, 10), (floats(1, 2), 0.1, i64(3)), core=True),
    case(
        runge_kutta_of,
        (np.negative, floats(1, 2), 0.1, 5),
        (np.square, floats(1, 9), f64(0.5), i64(9)),
        raises=(),
    ),
    case(oscillator, (floats(1, 0), 10), (floats(0, 1), i64(2))),
    case(runge_kutta_adaptive, (f64(1), 1.0, 1e-6), (f64(2), f64(0.2), 1e-3)),
    case(verlet, (f64(1), f64(0), 0.1, 10), (floats(1, 0), floats(0, 1), 0.1, i64(3))),
    case(leapfrog_bounce, (f64(1), f64(0), 60), (f64(0.1), f64(-1), i64(5))),
    case(adams_bashforth, (f64(0.1), 0.1, 10), (f64(0.1), 0.1, i64(0))),
    case(implicit_euler, (f64(1), 0.1, 5), (i64(2), f64(0.5), i64(2))),
    case(shooting, (f64(0.5), 0.0, 2.0), (f64(9), f64(0), f64(1))),
    case(lorenz, ((f64(1), f64(1), f64(1)), 20), (floats(1, 2, 3), i64(3))),
    case(predator_prey, (f64(1.2), f64(0.8), 10), (f64(0.5), f64(9), i64(50))),
    case(
        heat_1d,
        (floats(0, 1, 4, 1, 0), 0.25, 3),
        (ints(0, 8, 0), 0.25, i64(1)),
        core=True,
    ),
    case(
        heat_1d_loops, (floats(0, 1, 4, 1, 0), 0.25, 3), (floats(0, 8, 0), 0.25, i64(0))
    ),
    case(heat_2d_until_steady, (grid(4, 4) % 5, 1e-3), (np.zeros((3, 3)), f64(1e-3))),
    case(wave_equation, (floats(0, 1, 4, 1, 0), 5), (floats(0, 8, 0), i64(0))),
    case(
        advection_upwind,
        (floats(0, 1, 4, 0), f64(0.5), 3),
        (floats(0, 1, 4, 0), f64(-0.5), i64(3)),
    ),
    case(crank_nicolson_step, (floats(1, 2, 3), 0.5), (floats(1), f64(0.1))),
    case(
        n_body,
        (floats(0, 0, 1, 0, 0, 1).reshape(3, 2), np.zeros((3, 2)), floats(1, 2, 3), 3),
        (np.zeros((1, 2)), np.ones((1, 2)), floats(1), i64(2)),
    ),
    case(logistic_map, (f64(3.7), f64(0.4), 10), (3.2, f64(0.5), i64(0))),
    case(logistic_period, (f64(3.2), f64(0.4)), (f64(3.9), f64(0.4)), (2.5, f64(0.1))),
    case(henon_escape, (f64(0), f64(0), 50), (f64(3), f64(0), i64(50))),
    case(
        mandelbrot_point,
        (c128(-0.5 + 0.5j), 30),
        (c128(1 + 1j), i64(30)),
        (f64(0.3), 9),
    ),
    case(
        mandelbrot_grid,
        (np.linspace(-2, 1, 5), np.linspace(-1, 1, 4), 15),
        (floats(0), floats(0), i64(3)),
        core=True,
    ),
    case(
        mandelbrot_masked, (np.linspace(-2, 1, 6) + 0.5j, 15), (np.array([3 + 0j]), 9)
    ),
    case(life_step, BOARD, np.ones((3, 3), int), core=True),
    case(
        life_vectorized,
        (BOARD, 3),
        (BOARD.astype(bool), 2),
        (np.zeros((3, 3), int), i64(5)),
    ),
    case(
        elementary_automaton,
        (ints(0, 0, 1, 0, 0), 30, 4),
        (ints(0, 1, 1, dtype=np.int8), i64(110), i64(2)),
    ),
    case(langton_ant, (np.zeros((5, 5), int), 30), (np.ones((3, 3), np.int8), i64(4))),
    case(sandpile, ints(1, 9, 2, 4).reshape(2, 2), np.zeros((2, 2))),
    case(
        forest_fire,
        ints(2, 1, 0, 1, 1, 1, 0, 0, 1).reshape(3, 3),
        np.zeros((2, 2), int),
    ),
    case(
        ising_sweeps,
        (
            np.array([[1, -1], [1, 1]]),
            ints(0, 1, 0, 1),
            ints(1, 0, 0, 1),
            uniforms(4),
            0.4,
        ),
        (np.ones((3, 3), np.int8), ints(0, 2), ints(1, 2), floats(0.9, 0), f64(0.1)),
    ),
    case(metropolis, (f64(0), wave(12), uniforms(12)), (i64(1), floats(), floats())),
    case(random_walk, (wave(20), 3), (wave(5), i64(9)), (floats(), 1)),
    case(
        queue_waiting_times,
        (floats(0, 1, 1.5), floats(2, 1, 1)),
        (ints(0, 5), ints(1, 1)),
    ),
    case(inventory, (ints(3, 4, 5, 2, 6, 1, 9), 8, 5), (ints(1), i64(0), i64(5))),
    case(linear_congruential, (i64(42), 5), (7, i64(3))),
    case(xorshift, (i64(42), 5), (7, i64(3)), (u64(9), 2)),
    case(seeded_generator, (1, 6), (2, i64(3))),
    case(black_scholes_tree, (f64(100), 95, 4), (f64(100), f64(120), i64(3))),
    case(
        mortgage,
        (f64(1000), 0.01, 100),
        (f64(1000), 0.2, 100),
        (i64(500), 0.0, f64(90)),
        raises=ValueError,
    ),
]
