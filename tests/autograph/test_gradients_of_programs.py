"""Derivatives of short programs, each compared with differences to second order."""

from __future__ import annotations

import cmath

import numpy as np
import pytest

import autograph as ag
from runtime.errors import DerivativeError

X = np.array([0.7, -1.3, 0.4, 2.1])
M = np.array([[0.5, -1.2, 0.3, 0.9], [1.1, 0.4, -0.7, 0.2], [0.8, -0.3, 1.6, -1.1]])


def split_unequally(m):
    left, right = np.hsplit(m, [1])
    first, second = np.split(right, [2])
    return left.sum() * first, second[0]


def draws_by_a_seed(x):
    generator = np.random.default_rng(5)
    for _ in range(int(generator.integers(2, 5))):
        place = int(generator.integers(0, 4))
        x = x * (x[place] + generator.normal())
    return x


def nodes_and_weights(b):
    nodes, weights = np.polynomial.legendre.leggauss(5)
    t = 0.5 * b * (nodes + 1.0)
    return (weights * np.exp(-t * t)).sum() * 0.5 * b


def product_of_polynomials(x):
    return np.polymul(x, x[:2])


def complex_steps(z):
    for _ in range(3):
        z = cmath.exp(z) * 0.3 + cmath.sqrt(z) - cmath.acosh(z)
        if cmath.isnan(z):
            break
    return z


def polar(z):
    radius, angle = cmath.polar(z)
    return cmath.rect(radius * 2.0, angle + 1.0) * cmath.phase(z)


def through_complex_numbers(x):
    return (cmath.asin(x) * cmath.log(-x)).imag + abs(cmath.rect(x, 2.0))


def joined_by_index(x):
    rows = np.r_[x, x[0] * 2.0, x[::-1]]
    columns = np.c_[x, x**2, np.ones(4)]
    return rows[:4] @ columns, np.r_["0,2", x, x], np.array([x[0], x[1]], ndmin=2)


def by_places(m):
    total = 0.0
    for i, j in np.ndindex(m.shape):
        total += m[i, j] ** 2 * i
    for (i, j), v in np.ndenumerate(m):
        total += pow(v, 3) * (i - j)
    return total


def named_results(m):
    a = m @ m.T + np.eye(3)
    logarithm = np.linalg.slogdet(a).logabsdet
    return logarithm * np.linalg.eigh(a).eigenvalues + np.linalg.svd(a).S


def softmax_by_ranges(m):
    labels = [1, 0, 2]
    n = len(m)
    p = np.exp(m)
    p /= p.sum(axis=1, keepdims=True)
    p[range(n), labels] *= 2.0
    return -np.log(p[range(n), labels]).mean()


def parts_of_complex_numbers(z):
    y = z.copy()
    y.real = y.imag * 2.0
    y.imag[0] = 3.0 * z.real[1]
    imaginary = y.imag
    imaginary[2] *= y.real[0]
    return y


def under_a_setting(x):
    total = 0.0
    for i in range(4):
        with np.errstate(all="ignore"):
            total = total * 0.5 + np.log(np.abs(x[i])) * x[i]
            y = x / total
        total = total + y.sum()
    return total


def divides_or_not(x):
    try:
        with np.errstate(divide="raise"):
            y = (x / np.floor(x)).sum()
    except FloatingPointError:
        y = (x * x).prod()
    return y


def factor_or_not(m, shift):
    a = m @ m.T + shift * np.eye(3)
    try:
        lower = np.linalg.cholesky(a)
        total = 0.0
        for i in range(3):
            total = total + lower[i, i] * lower[i, 0]
    except np.linalg.LinAlgError:
        total = (a * a).sum()
    else:
        total = total * 2.0
    return total


def raises_in_a_loop(x):
    total = x[0]
    for i in range(7):
        try:
            v = x[i]
            if v > 2:
                raise ValueError
            total = total * 0.9 + v * v
        except ValueError:
            total = np.sin(total)
        except IndexError:
            total = total * x[0]
    return total


def written_by_a_handler(x):
    y, total = x.copy(), 0.0
    try:
        total = y[9]
    except IndexError:
        y[0] = y[1] * y[2]
        total = y[0] ** 2
    finally:
        total = total * 3.0
    return y * total


def a_list_in_a_block(x):
    try:
        items = []
        for v in x:
            items.append(v * v)  # noqa: PERF401
        items.sort()
        total = items[0] * items[1]
        if total > 1e9:
            raise ValueError
    except ValueError:
        total = x[0]
    return total


def filled_after_another(m):
    made = np.zeros_like(m, dtype=np.float64)
    made[0] = m[1] * m[0]
    also = np.ones_like(m, order="C", shape=(len(m),))
    also[1] = m[0, 0] ** 2
    return (made.sum(axis=1) * also).sum()


def slopes_along_two_axes(m):
    down, across = np.gradient(m, axis=(0, 1))
    return (down * across**2).sum()


def beside_what_is_known(x):
    total = 1.0
    for name, v in zip(["add", "times", "add"], x):
        total = total * v if name == "times" else total + v * v
    for factor, v in zip((2.0, 3.0), x):
        total = total + factor * v * total
    for (letter, power), (place, v) in zip([("a", 2), ("b", 3)], enumerate(x)):
        total = total + v**power * place * (letter != "a")
    for letter, v in zip("ab", x):
        total = total * v if letter == "b" else total - v
    return total


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (beside_what_is_known, X),
        (split_unequally, M),
        (filled_after_another, M),
        (slopes_along_two_axes, M),
        (draws_by_a_seed, X),
        (nodes_and_weights, 1.2),
        (product_of_polynomials, X),
        (complex_steps, 0.4 - 0.3j),
        (complex_steps, -0.4 + 0.3j),
        (polar, -0.4 + 0.3j),
        (through_complex_numbers, 1.7),
        (joined_by_index, X),
        (by_places, M),
        (named_results, M),
        (softmax_by_ranges, M[:, :3]),
        (parts_of_complex_numbers, X[:3] * (1 + 2j)),
        (under_a_setting, X),
        (divides_or_not, X),
        (divides_or_not, X[[0, 3, 3, 0]] + 1.0),
        (lambda m: factor_or_not(m, 1.0), M),
        (lambda m: factor_or_not(m, -9.0), M),
        (raises_in_a_loop, X),
        (written_by_a_handler, X),
        (a_list_in_a_block, X),
    ],
)
def test_both_modes_to_second_order(function, argument, some):
    (order, *_) = some([2, 1, 1])  # a third of the programs twice
    ag.check_gradients(function, (argument,), order)
    value = ag.function(function)(argument)
    assert type(value) is type(function(argument))
    np.testing.assert_equal(value, function(argument))


def raises_behind_a_change(x):
    total = x[0]
    try:
        total = total * x[1]
        if x[2] < 50.0:
            raise ValueError
        total = total * 100.0
    except ValueError:
        total = total + x[3] ** 2
    return total


def number_of_an_error(x):
    try:
        if x[0] < 100.0:
            raise ValueError(x[1])
        found = x[0]
    except ValueError as error:
        found = float(error.args[0]) * 2.0
    return found


def carried_by_an_error(x):
    found = 1.0
    try:
        assert x[0] > 100.0, x[1]
    except AssertionError as error:
        found = float(error.args[0])
    return found


@pytest.mark.parametrize(
    "function", [raises_behind_a_change, number_of_an_error, carried_by_an_error]
)
def test_what_an_exception_leaves_behind_is_refused(function):
    for derive in (ag.grad(function), lambda x: ag.jvp(function, (x,), (x,))):
        with pytest.raises(DerivativeError) as refused:
            derive(X)
        assert refused.value.span.function == function.__name__


def test_a_block_runs_once(capsys):
    def noisy(x):
        try:
            print("in", x)
            y = x * x
            if y > 100.0:
                raise ValueError("large")
        except KeyError:
            y = x
        return y

    assert ag.grad(noisy)(3.0) == 6.0
    assert capsys.readouterr().out == "in 3.0\n"
    with pytest.raises(ValueError, match="large"):
        ag.grad(noisy)(30.0)
    assert capsys.readouterr().out == "in 30.0\n"


@pytest.mark.parametrize("parted", [lambda x: np.split(x, 1), np.meshgrid])
def test_a_call_that_returns_one_part(parted):
    found, pull = ag.vjp(parted, X)
    assert type(found) is type(parted(X))
    assert pull(found)[0].tolist() == X.tolist()
    assert ag.jvp(parted, (X,), (X,))[1][0].tolist() == X.tolist()


def test_paths_that_numpy_takes_for_other_constants_do_not_count():
    def inverted_twice(m):
        return np.linalg.matrix_power(m[:, :3], -2)[0, 1]

    ag.check_gradients(inverted_twice, (M,), order=1)


def told_by_an_exception(x):
    error = ValueError("large")
    error.value = x * x
    if x > 9:
        raise error
    return error.value * 2


def test_an_attribute_of_an_exception_needs_no_object_of_the_run():
    assert ag.grad(told_by_an_exception)(3.0) == 12.0
    with pytest.raises(ValueError, match="large"):
        ag.grad(told_by_an_exception)(10.0)
