"""Derivatives of functions that call themselves until a value of the run says stop."""

import re
import traceback
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import autograph as ag


def power(x, n):
    if n <= 0:
        return 1.0
    if n % 2:
        return x * power(x, n - 1)
    half = power(x, n // 2)
    return half * half


def chain(x, n):
    if n <= 0:
        if x.sum() > 9:
            raise ValueError("too large")
        return x
    return np.sin(chain(x, n - 1) * x) + x


def pair(x, n):
    if n <= 0:
        return x, x * x
    first, second = pair(np.cos(x), n - 1)
    return first * second + x, np.sin(first) + second


def even(x, n):
    return x * x if n <= 0 else odd(x * 1.1, n - 1) + x


def odd(x, n):
    return np.exp(x) if n <= 0 else even(np.sin(x), n - 1) * x


def fourier(x):
    if len(x) <= 1:
        return x * 1.0
    evens, odds = fourier(x[::2]), fourier(x[1::2])
    turned = np.cos(np.arange(len(evens))) * odds
    return np.concatenate([evens + turned, evens - turned])


def determinant(matrix):
    if matrix.shape[0] == 1:
        return matrix[0, 0]
    total = 0.0
    for column in range(matrix.shape[0]):
        minor = np.delete(matrix[1:], column, axis=1)
        total = total + (-1) ** column * matrix[0, column] * determinant(minor)
    return total


def branches(x, depth):
    if depth <= 0 or abs(x) < 0.05:
        return x
    total = 0.0
    for k in range(2):
        total = total + branches(x * (0.4 + 0.2 * k), depth - 1)
    return np.sin(total) + x


def written(x, n):
    y = x.copy()
    y[0] = y[0] * 2
    if n <= 0:
        return y
    z = written(y * 0.5, n - 1)
    z[1] = z[0] * z[1]
    return z


def itself(x, n):
    return itself(x, n - 1) if n > 0 else x


def changed_after(x, n):
    y = itself(x, n)
    z = y * 1.0
    z[0] = 5 * x[1]
    return z * y


def summed(function):
    def total(x, n):
        return function(x, n).sum()

    return total


def first_of_pair(x, n):
    return pair(x, n)[0]


def product_of_pair(x, n):
    first, second = pair(x, n)
    return first * second


VECTOR = np.array([0.4, 0.6, 0.8])
OF_NUMBERS = [
    (power, 1.3),
    (first_of_pair, 0.4),
    (product_of_pair, 0.4),
    (even, 0.3),
    (branches, 1.2),
]
OF_ARRAYS = [(summed(chain), VECTOR), (summed(written), VECTOR)]
OF_ARRAYS += [(summed(itself), VECTOR), (summed(changed_after), VECTOR)]
by_name = [each.__name__ for each, _ in OF_NUMBERS]


def differences(function, x, *more):
    """Return the gradient by the first argument, by central differences."""
    step, found = 1e-6, np.zeros(np.shape(x))
    for place in np.ndindex(found.shape):
        moved = np.zeros(found.shape)
        moved[place] = step
        ahead, behind = (function((x + d)[()], *more) for d in (moved, -moved))
        found[place] = (ahead - behind) / (2 * step)
    return found


@pytest.mark.parametrize(("function", "x"), OF_NUMBERS, ids=by_name)
def test_numbers(function, x):
    gradient = ag.grad(function)
    for n in map(np.int64, (3, 4, 6, 1)):
        slope = differences(function, x, n)
        assert gradient(x, n) == pytest.approx(slope, rel=1e-6)
        result, along = ag.jvp(function, (x, n), (0.5, None))
        assert result == function(x, n)
        assert along == pytest.approx(0.5 * slope, rel=1e-6)


@pytest.mark.parametrize(("function", "x"), OF_NUMBERS, ids=by_name)
def test_derivatives_of_derivatives(function, x):
    gradient = ag.grad(function)
    second = ag.grad(gradient)
    for n in map(np.int64, (3, 4, 2)):
        slope = (gradient(x + 1e-5, n) - gradient(x - 1e-5, n)) / 2e-5
        assert second(x, n) == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize(("function", "x"), OF_ARRAYS)
def test_arrays(function, x):
    gradient, along = ag.grad(function), ag.hvp(function)
    for n in map(np.int64, (3, 2, 5)):
        wanted = differences(function, x, n)
        assert gradient(x, n) == pytest.approx(wanted, rel=1e-6)
        ahead, behind = (gradient(x + d, n) for d in (1e-5, -1e-5))
        found = along(x, n, np.ones(3))
        assert found == pytest.approx((ahead - behind) / 2e-5, rel=1e-5)


def test_shapes_that_become_smaller():
    gradient = ag.grad(lambda x: (fourier(x) ** 2).sum())
    for n in (8, 16, 4, 32):
        x = np.linspace(0.1, 1, n)
        wanted = differences(lambda y: (fourier(y) ** 2).sum(), x)
        assert gradient(x) == pytest.approx(wanted, rel=1e-5)


def test_the_determinant_has_the_gradient_that_is_known_of_it():
    gradient, rng = ag.grad(determinant), np.random.default_rng(0)
    for n in (2, 4, 3):
        matrix = rng.normal(size=(n, n)) + np.eye(n)
        wanted = np.linalg.det(matrix) * np.linalg.inv(matrix).T
        assert gradient(matrix) == pytest.approx(wanted)


def test_batches_of_recursive_calls():
    powers = ag.vmap(ag.grad(power), in_axes=(0, None))
    x = np.linspace(0.1, 1, 4)
    for n in map(np.int64, (5, 3)):
        assert powers(x, n) == pytest.approx(n * x ** (n - 1))


def test_the_functional_form_calls_graphs_that_return_arrays_of_their_own():
    whole = ag.TensorSpec((), int)
    concrete = ag.function(itself).get_concrete_function(VECTOR, whole)
    text = str(concrete.functional_graph)
    assert re.search(r'float64\[3\] = call_graph\(graph\("itself"\), x, t.\d\)', text)


def test_derivatives_within_a_traced_function_and_in_files(tmp_path):
    @ag.function
    def descended(x, n):
        return x - 0.1 * ag.grad(summed(chain))(x, n)

    wanted = VECTOR - 0.1 * differences(summed(chain), VECTOR, 4)
    assert descended(VECTOR, np.int64(4)) == pytest.approx(wanted)
    ag.save(tmp_path / "descended.ag", descended)
    loaded = ag.load(tmp_path / "descended.ag").descended
    assert loaded(VECTOR, np.int64(4)) == pytest.approx(wanted)


def test_gradients_of_loaded_recursion(tmp_path):
    total = ag.function(summed(chain))
    total(VECTOR, np.int64(3))
    ag.save(tmp_path / "total.ag", total)
    loaded = ag.load(tmp_path / "total.ag").total
    for n in map(np.int64, (4, 2)):
        wanted = differences(summed(chain), VECTOR, n)
        assert ag.grad(loaded)(VECTOR, n) == pytest.approx(wanted)
        second = ag.hvp(loaded)(VECTOR, n, np.ones(3))
        assert second == pytest.approx(ag.hvp(total)(VECTOR, n, np.ones(3)))


def overflowing(x, n):
    return x if n <= 0 else overflowing(x, n - 1) * np.exp(x * 1e4)


def test_each_call_runs_again_once():
    gradient, found = ag.grad(summed(overflowing)), []
    gradient(0 * VECTOR, np.int64(3))
    with np.errstate(all="ignore", over="call", call=lambda *about: found.append(1)):
        gradient(VECTOR, np.int64(40))
    assert 80 <= len(found) <= 120  # there, again, and back


def test_errors_within_show_the_users_lines_at_each_level():
    gradient = ag.grad(summed(chain))
    gradient(VECTOR, np.int64(3))
    with pytest.raises(ValueError, match="too large") as caught:
        gradient(10 * VECTOR, np.int64(3))
    frames = traceback.extract_tb(caught.tb)
    assert [each.name for each in frames][-5:] == ["total", *["chain"] * 4]


def sorted_in_place(x, low, high):
    if low >= high:
        return
    pivot, place = x[high], low
    for k in range(low, high):
        if x[k] < pivot:
            x[place], x[k] = x[k], x[place]
            place += 1
    x[place], x[high] = x[high], x[place]
    sorted_in_place(x, low, place - 1)
    sorted_in_place(x, place + 1, high)


def weighted_order(x):
    y = x * 1.0
    sorted_in_place(y, 0, len(y) - 1)
    return (y * np.arange(len(y))).sum()


def smoothed(x, n):
    if n > 0:
        x[1:-1] = (x[:-2] + x[2:]) / 2
        smoothed(x[1:-1], n - 1)
        x *= 1.1


def weighted_smooth(x):
    y = x * 1.0
    smoothed(y, np.int64(2))
    return (y * np.arange(len(y))).sum()


def counted(x, n):
    x[0] += n
    return counted(x, n - 1) + x[0] if n > 0 else x[1]


def weighted_count(x):
    y = x * 1.0
    return counted(y, np.int64(3)) * y[0]


@pytest.mark.parametrize("function", [weighted_order, weighted_smooth, weighted_count])
def test_arrays_that_calls_write(function):
    gradient, rng = ag.grad(function), np.random.default_rng(0)
    for length in (7, 9, 5):
        x = rng.normal(size=length)
        assert gradient(x) == pytest.approx(differences(function, x), abs=1e-5)


def changes_what_it_got(x, n):
    if n == 0:
        return x
    y = changes_what_it_got(x, n - 1)
    y[0] += 1
    return y


def test_what_a_call_returns_may_be_its_argument_and_is_not_written():
    whole = ag.TensorSpec((), int)
    compiled = ag.function(changes_what_it_got)
    concrete = compiled.get_concrete_function(VECTOR, whole)
    with pytest.raises(ag.AutographError, match="may return what it is given"):
        _ = concrete.functional_graph


def returned_twice(x, n):
    if n <= 0:
        y = x * 2.0
        return y, y[1:]
    first, second = returned_twice(x * 1.1, n - 1)
    return first, second


def written_after(x, n):
    first, second = returned_twice(x, n)
    first[1] = 7.0 * x[0]
    return first.sum() * second.sum()


def read_after(x, n):
    first, second = returned_twice(x, n)
    return first.sum() * second.sum()


def test_parts_of_one_array_that_a_call_returns_are_read_and_not_written():
    gradient = ag.grad(read_after)
    for n in map(np.int64, (2, 0, 1)):
        wanted = differences(read_after, VECTOR, n)
        assert gradient(VECTOR, n) == pytest.approx(wanted)
    with pytest.raises(ag.AutographError, match="'first' is written, and where"):
        ag.grad(written_after)(VECTOR, np.int64(2))


@ag.function
def smooth(x, n):
    return x if n <= 0 else np.sin(rough(x, n - 1)) * x


@ag.function
def rough(x, n):
    return x if n <= 0 else np.unique(smooth(x, n - 1))[0] * x


def from_smooth(x, n):
    return smooth(x, n)


def from_rough(x, n):
    return rough(x, n)


def test_what_has_no_derivative_is_told_each_time():
    n = np.int64(3)
    for function in (from_smooth, from_rough, from_smooth):
        gradient = ag.grad(function)
        for _ in range(2):
            with pytest.raises(ag.AutographError, match="the derivative of unique"):
                gradient(0.5, n)


def test_threads_that_differentiate_at_once_share_what_is_made():
    for _ in range(5):
        total = ag.function(summed(chain))
        with ThreadPoolExecutor(4) as pool:
            calls = [pool.submit(ag.grad(total), VECTOR, np.int64(4)) for _ in range(8)]
        found = [each.result().tolist() for each in calls]
        assert found == [found[0]] * 8
