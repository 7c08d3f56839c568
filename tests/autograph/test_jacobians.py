"""Jacobians, Hessians, products with them, and what users check derivatives with."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NoDerivative, NotDifferentiable

X = np.array([0.5, 1.5, -1.0])


def steps(x):
    y = x.copy()
    for i in range(1, len(y)):
        y[i] = np.sin(y[i - 1]) * x[i]
    return y


def several(state, k, *, name="n"):
    grid = np.outer(state["x"], state["y"]) * k
    return {"grid": grid, "total": grid.sum(), "name": name, "size": 3}


@pytest.mark.parametrize("mode", ["forward", "reverse", None])
def test_either_mode(mode):
    found = ag.jacobian(steps, mode=mode)(X.copy())
    moves = 1e-6 * np.eye(3)
    columns = [(steps(X + d) - steps(X - d)) / 2e-6 for d in moves]
    np.testing.assert_allclose(found, np.transpose(columns), atol=1e-9)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_structures(mode):
    state = {"x": X.copy(), "y": np.array([1.0, 2.0]), "n": 3}
    by_state, by_k = ag.jacobian(several, (0, "k"), mode=mode)(state, 2.0)["grid"]
    assert by_state["x"].shape == (3, 2, 3)
    np.testing.assert_allclose(by_state["x"][1, :, 1], [2.0, 4.0])
    np.testing.assert_allclose(by_state["y"][:, 1, 1], 2 * X)
    assert by_state["n"] is None
    np.testing.assert_allclose(by_k, np.outer(X, [1.0, 2.0]))
    rest = ag.jacobian(several, mode=mode)(state, 2.0)
    assert (rest["name"], rest["size"]) == (None, None)
    np.testing.assert_allclose(rest["total"]["x"], [6.0, 6.0, 6.0])


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_many_directions_are_a_loop(mode):
    size = 150
    jacobian = ag.function(lambda x: ag.jacobian(np.tanh, mode=mode)(x))
    x = np.linspace(-2, 2, size)
    np.testing.assert_allclose(jacobian(x), np.diag(1 - np.tanh(x) ** 2), atol=1e-15)
    assert len(jacobian.get_concrete_function(x).plan.splitlines()) < 20


def test_sizes_known_at_run_time_only():
    @ag.function(input_signature=[ag.TensorSpec((None,), float)])
    def hessian(x):
        return ag.hessian(lambda x: (x**3).sum())(x)

    for size in (2, 5):
        x = np.arange(1.0, size + 1)
        np.testing.assert_allclose(hessian(x), np.diag(6 * x))


def rosenbrock(x):
    total = 0.0
    for i in range(len(x) - 1):
        total += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2
    return total


def test_hessians_and_their_products():
    found = ag.hessian(rosenbrock)(X.copy())
    np.testing.assert_allclose(found, found.T)
    assert found[0, 0] == pytest.approx(1200 * X[0] ** 2 - 400 * X[1] + 2)
    v = np.array([1.0, -2.0, 0.5])
    np.testing.assert_allclose(ag.hvp(rosenbrock)(X.copy(), v), found @ v)
    (aa, ab), (ba, bb) = ag.hessian(lambda a, b: a * a * b, (0, 1))(3.0, 5.0)
    assert (aa, ab, ba, bb) == (10.0, 6.0, 6.0, 0.0)


def test_within_a_graph():
    @ag.function(callbacks="error")
    def newton(x):
        gradient = ag.grad(rosenbrock)
        while np.abs(gradient(x)).max() > 1e-10:
            x = x - np.linalg.solve(ag.hessian(rosenbrock)(x), gradient(x))
        return x

    np.testing.assert_allclose(newton(np.array([1.1, 1.1, 1.2])), np.ones(3))


def test_what_has_no_jacobian():
    with pytest.raises(ValueError, match="mode="):
        ag.jacobian(steps, mode="both")
    with pytest.raises(NotDifferentiable, match="no float"):
        ag.jacobian(lambda x: x > 0)(X.copy())
    with pytest.raises(NotDifferentiable, match="no float"):
        ag.jacobian(lambda x: x * 2.0)(np.arange(3))


def test_constants_by_decree():
    def f(x):
        return (x["a"] * ag.stop_gradient({"b": x["a"] ** 2, "n": 2})["b"]).sum()

    assert ag.grad(f)({"a": X.copy()})["a"].tolist() == (X**2).tolist()
    assert ag.stop_gradient((1.0, "a")) == (1.0, "a")

    def written(x):
        y = x * 2.0
        z = ag.stop_gradient(y)
        y = y * x
        return (y * z).sum()

    assert ag.grad(written)(X.copy()).tolist() == (8 * X * X).tolist()


def test_an_array_that_is_stopped_and_written_is_no_wrong_answer():
    def f(x):
        y = x * 2.0
        z = ag.stop_gradient(y)
        z[0] = 1.0
        return (y * z).sum()

    # `z` is `y`: its first item is 1.
    with pytest.raises(ag.AutographError):
        ag.grad(f)(X.copy())


@pytest.mark.parametrize("order", [1, 2, 3])
def test_checks_pass_what_is_right(order):
    ag.check_gradients(steps, (X.copy(),), order)
    ag.check_gradients(
        lambda pair, n: (pair[0] * np.sin(pair[1]), n), ((2.0, X.copy()), 3), order
    )


def test_checks_of_ufuncs():
    ag.check_gradients(np.arctan2, (X.copy(), 2.0))


def test_checks_find_what_is_wrong():
    def flat(x):
        return ag.stop_gradient(x) * x

    with pytest.raises(AssertionError, match="of order 1"):
        ag.check_gradients(flat, (X.copy(),))

    def flat_second(x):
        return (
            ag.value_and_grad(lambda x: (x**2).sum())(x)[0]
            + ((x - ag.stop_gradient(x)) ** 2).sum()
        )

    with pytest.raises(AssertionError, match="of order 2"):
        ag.check_gradients(flat_second, (X.copy(),))


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_what_a_function_writes_it_writes_once(mode, capsys):
    def f(x, scale):
        print("once")
        scale += 1.0
        x *= 2.0
        return x * x * scale

    x, scale = np.array([1.0, 2.0, 3.0]), np.zeros(3)
    found = ag.jacobian(f, mode=mode)(x, scale)
    assert found.tolist() == np.diag([8.0, 16.0, 24.0]).tolist()
    assert (x.tolist(), scale.tolist()) == ([2.0, 4.0, 6.0], [1.0, 1.0, 1.0])
    assert capsys.readouterr().out == "once\n"


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_what_would_be_drawn_for_each_row_is_an_error(mode):
    def f(x, noise):
        return x * noise.normal()

    with pytest.raises(NoDerivative, match="run draw again"):
        ag.jacobian(f, mode=mode)(np.ones(3), np.random.default_rng(0))


def test_jacobians_of_complex_results_and_by_complex_numbers():
    x, z = np.array([0.3, 0.4]), np.array([1.0 + 2.0j, 0.5 - 1.0j])
    found = ag.jacobian(lambda x: np.exp(1j * x))(x)
    np.testing.assert_allclose(found, np.diag(1j * np.exp(1j * x)))
    found = ag.jacobian(lambda z: np.abs(z) ** 2)(z)
    np.testing.assert_allclose(found, np.diag(2 * z.conj()))
    with pytest.raises(NotDifferentiable, match="that of real results"):
        ag.jacobian(lambda z: z * z)(z)
    with pytest.raises(NotDifferentiable, match="in forward mode"):
        ag.jacobian(lambda x: np.exp(1j * x), mode="reverse")(x)


def test_the_hessian_of_a_loop_that_starts_at_the_argument():
    def walk(x):
        for _ in range(3):
            x = np.sin(x)
        return x.sum()

    x = np.array([0.5, 1.0])
    steps = (np.array([1e-5, 0.0]), np.array([0.0, 1e-5]))
    gradient = ag.grad(walk)
    columns = [(gradient(x + d) - gradient(x - d)) / 2e-5 for d in steps]
    np.testing.assert_allclose(ag.hessian(walk)(x), columns, atol=1e-9)
    reverse = ag.jacobian(ag.grad(walk), mode="reverse")
    np.testing.assert_allclose(reverse(x), columns, atol=1e-9)


def test_of_functions_of_numpy():
    x = np.array([0.5, 1.0])
    np.testing.assert_array_equal(ag.jacobian(np.sin)(x), np.diag(np.cos(x)))
    np.testing.assert_array_equal(ag.vmap(np.multiply)(x, x), x * x)


@pytest.mark.parametrize(
    "tangent",
    [{"a": X}, {"a": X, "b": None}, X, [X, 1.0], None],
    ids=["a part is missing", "None", "an array", "a list", "nothing"],
)
def test_a_tangent_that_is_missing_is_no_zero(tangent):
    def f(d):
        return (d["a"] ** 2).sum() * d["b"]

    given = {"a": X, "b": 2.0, "name": "no float"}
    asked = [
        lambda: ag.jvp(f, (given,), (tangent,)),
        lambda: ag.function(lambda d: ag.jvp(f, (d,), (tangent,)))(given),
        lambda: ag.hvp(f)(given, tangent),
    ]
    for each in asked:
        with pytest.raises(NotDifferentiable, match=r"no tangent for \"d\['[ab]'\]\""):
            each()
