"""Tapes outside of compiled functions: operations run, and are recorded."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NoDerivative, NotDifferentiable

X = np.array([0.5, 1.5, -1.0])


def test_operations_and_python_control_flow():
    def f(x):
        y = np.tanh(x) * 2.0 + x[::-1]
        if y[0] > 0:
            y = np.where(y > 1, y * y, y)
        total = 0.0
        for each in y:
            total = total + each * np.exp(-each)
        return total + (x @ x) / x.sum() + np.stack([x, y]).mean() + x.T.max()

    with ag.GradientTape() as tape:
        x = tape.watch(X)
        y = f(x)
    assert float(y) == f(X)
    np.testing.assert_allclose(tape.gradient(y, x), ag.grad(f)(X.copy()), rtol=1e-13)


def test_variables_watch_themselves():
    weight, bias = ag.Variable(np.ones(3)), ag.Variable(0.5)
    data = np.eye(3) + 0.1
    with ag.GradientTape() as tape:
        error = data @ weight + bias - 2.0
        loss = (error**2).mean()
    by_weight, by_bias = tape.gradient(loss, [weight, bias])
    plain = data @ np.ones(3) - 1.5
    np.testing.assert_allclose(by_weight, 2 * data.T @ plain / 3)
    assert by_bias == pytest.approx(2 * plain.mean())
    weight.assign_sub(0.1 * by_weight)
    assert type(weight.value) is np.ndarray


def test_values_in_between_persistence_and_structures():
    with ag.GradientTape(persistent=True) as tape:
        x, k = tape.watch((X, 2.0))
        y = x * x
        z = (y * k).sum()
    found = tape.gradient(z, {"y": y, "rest": [x, k]})
    assert found["y"].tolist() == [2.0, 2.0, 2.0]
    assert found["rest"][0].tolist() == (4 * X).tolist()
    assert found["rest"][1] == (X * X).sum()
    weighted = tape.gradient(y, x, output_gradients=np.array([1.0, 0.0, 2.0]))
    assert weighted.tolist() == [1.0, 0.0, -4.0]
    both = tape.gradient([z, y], x)
    np.testing.assert_allclose(both, 6 * X)


def test_what_does_not_vary():
    with ag.GradientTape(persistent=True) as tape:
        x, y = tape.watch(X), tape.watch(X)
        with tape.stop_recording():
            k = x * 3.0
        z = (k * x).sum() * np.floor(x[1])
    assert tape.gradient(z, x).tolist() == (3 * X).tolist()
    assert tape.gradient(z, y) is None
    zero = tape.gradient(z, y, unconnected_gradients="zero")
    assert zero.tolist() == [0.0, 0.0, 0.0]


def test_arrays_that_change_later():
    data = X.copy()
    scale = np.ones(3)
    with ag.GradientTape() as tape:
        x = tape.watch(data)
        y = x * scale
        scale[:] = 7.0
        data[:] = 9.0
        z = (y * x).sum()
    assert tape.gradient(z, x).tolist() == (2 * X).tolist()


def write_item(x):
    x[0] = 1.0


def add_in_place(x):
    x += 1.0


def write_out(x):
    np.add(x, 1.0, out=x)


def through_float(x):
    return float(x[0])


def through_text(x):
    return f"{x[0]}"


def through_array(x):
    out = np.zeros(3)
    out[:] = x
    return out


def sort(x):
    x.sort()


def fill(x):
    x.fill(0.0)


def copy_to(x):
    np.copyto(np.zeros(3), x)


def put_into(x):
    np.put(np.zeros(3), [0], x[:1])


def set_part(x):
    x.real = 0.0


def add_to(x):
    total = np.zeros(3)
    total += x


def compiled(x):
    return ag.function(lambda x: x * 2.0)(x)


@pytest.mark.parametrize(
    "function",
    [
        write_item,
        add_in_place,
        write_out,
        through_float,
        through_text,
        through_array,
        sort,
        fill,
        copy_to,
        put_into,
        set_part,
        add_to,
    ],
)
def test_what_would_lose_the_derivative_is_an_error(function):
    with ag.GradientTape() as tape:
        x = tape.watch(X)
        with pytest.raises(NoDerivative) as refused:
            function(x)
        assert refused.value.span.function == function.__name__
    if function is through_float:
        assert function(x) == 0.5  # no tape records any more


def test_nothing_is_written_while_a_tape_does_not_record():
    with ag.GradientTape() as tape:
        x = tape.watch(X)
        y = x * x
        with tape.stop_recording():
            with pytest.raises(NoDerivative):
                x.sort()
            with pytest.raises(ValueError, match="read-only"):
                x[1:][:] = 0.0
    with pytest.raises(NoDerivative):
        x.fill(0.0)
    values = x.numpy()
    values[:] = 0.0
    assert tape.gradient(y, x).tolist() == (2 * X).tolist()


def test_numbers_are_not_written_in_place():
    with ag.GradientTape() as tape:
        x = tape.watch(X)
        total = 0.0
        for each in x:
            total += each * each
            total *= 0.5
    assert tape.gradient(total, x).tolist() == [0.125, 0.75, -1.0]


@pytest.mark.parametrize("z", [X, X + 1j])
def test_real_and_imaginary_parts(z):
    def f(z):
        return (z.real * np.abs(z)).sum() + (z.imag * z.real).sum()

    with ag.GradientTape() as tape:
        x = tape.watch(z)
        y = f(x)
    np.testing.assert_allclose(tape.gradient(y, x), ag.grad(f)(z.copy()))


def test_results_with_names():
    def f(a):
        sign, logarithm = np.linalg.slogdet(a)
        return sign * logarithm + np.linalg.eigh(a).eigenvalues[1]

    matrix = np.array([[2.0, 0.5], [0.5, 1.0]])
    with ag.GradientTape() as tape:
        a = tape.watch(matrix)
        y = f(a)
    eigenvalue = ag.grad(lambda a: np.linalg.eigh(a)[0][1])(matrix)
    np.testing.assert_allclose(
        tape.gradient(y, a), np.linalg.inv(matrix).T + eigenvalue
    )


def test_a_compiled_function_takes_no_recorded_value():
    with ag.GradientTape() as tape:
        x = tape.watch(X)
        with pytest.raises(NotDifferentiable, match="compiled function"):
            compiled(x)


def test_what_a_tape_has_not_seen():
    unused = ag.Variable(1.0)
    with ag.GradientTape(persistent=True) as tape:
        x = tape.watch(X)
        y = x.sum()
    with pytest.raises(NotDifferentiable, match="not seen a source"):
        tape.gradient(y, X)
    with pytest.raises(NotDifferentiable, match="not seen a Variable"):
        tape.gradient(y, unused)
    with pytest.raises(NotDifferentiable, match="not seen a target"):
        tape.gradient(y * 2.0, x)
    with pytest.raises(NotDifferentiable, match="class str"):
        tape.watch("a")
    changed = ag.Variable(1.0)
    with ag.GradientTape() as tape:
        _ = changed * 2.0
        with pytest.raises(NotDifferentiable, match="assigned while"):
            changed.assign(3.0)
    once = ag.GradientTape()
    with once:
        x = once.watch(X)
        y = x.sum()
    once.gradient(y, x)
    with pytest.raises(NotDifferentiable, match="asked twice"):
        once.gradient(y, x)


def test_other_threads_are_not_recorded():
    weight, found = ag.Variable(np.ones(3)), []
    with ag.GradientTape() as tape:
        other = threading.Thread(target=lambda: found.append(weight * 2.0))
        other.start()
        other.join()
        y = (weight * 3.0).sum()
    assert type(found[0]) is np.ndarray
    assert tape.gradient(y, weight).tolist() == [3.0, 3.0, 3.0]


def test_a_compiled_function_that_reads_a_variable_is_recorded_or_refused():
    weight = ag.Variable(np.ones(3))

    @ag.function
    def dot(x):
        total = 0.0
        for i in range(3):
            total += weight[i] * x[i]
        return total

    @ag.function
    def moved(x):
        weight.assign_add(x)
        return weight @ x

    dot(X)
    with ag.GradientTape() as tape:
        y = dot(X)
        with pytest.raises(NotDifferentiable, match="assigned while"):
            moved(X)
    assert tape.gradient(y, weight).tolist() == X.tolist()


def test_jacobians():
    weight = ag.Variable(np.array([[1.0, 2.0, 3.0], [0.5, 0.1, 0.2]]))
    with ag.GradientTape(persistent=True) as tape:
        x, k, other = tape.watch((X, 2.0, X))
        y = np.tanh(weight @ x) * k
        total = y.sum()

    def f(x, k, weight):
        return np.tanh(weight @ x) * k

    found = tape.jacobian(y, (x, [k, weight]))
    by_x, by_k, by_weight = ag.jacobian(f, (0, 1, 2))(X.copy(), 2.0, weight.numpy())
    np.testing.assert_allclose(found[0], by_x)
    np.testing.assert_allclose(found[1][0], by_k)
    np.testing.assert_allclose(found[1][1], by_weight)
    assert type(tape.jacobian(total, k)) is np.float64
    assert tape.jacobian(y, other) is None
    assert tape.jacobian(y, other, unconnected_gradients="zero").shape == (2, 3)
    with pytest.raises(NotDifferentiable, match="no array"):
        tape.jacobian([y], x)
