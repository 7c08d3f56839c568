"""What counts as the derivative where there is none, or more than one."""

import math

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotDifferentiable

INFINITE = np.inf


def power_by_base(x):
    return (x**0.0).sum()


def power_by_exponent(p):
    return (np.array([0.0, 2.0]) ** p).sum()


def last_write(v):
    a = np.zeros(2)
    a[np.array([0, 0, 1])] = v
    return (a * np.array([1.0, 10.0])).sum()


def trap(x):
    return np.where(x > 0, x * np.log(x), 0.0).sum()


def masked_root(x):
    return ((x > 0) * np.sqrt(x)).sum()


def squared_root(x):
    return (np.sqrt(x) ** 2).sum()


def floored_logarithm(x):
    return np.maximum(np.log(x), -5.0).sum()


def filled(x):
    return np.divide(1.0, x, out=np.zeros(2), where=x != 0).sum()


def constant_by_pieces(x):
    return (np.floor(x) + np.sign(x) + np.round(x) + (x > 0) + x.astype(int)).sum() + x[
        np.argmax(x)
    ] * 0.0


def weighted(x):
    return (np.sort(x) * np.array([1.0, 10.0, 100.0])).sum()


KINKS = [
    (lambda x: np.maximum(x, 1.0).sum(), [1.0, 2.0], [0.5, 1.0]),
    (lambda x: np.minimum(x, 1.0).sum(), [1.0, 2.0], [0.5, 0.0]),
    (lambda x: x.max(), [2.0, 1.0, 2.0], [0.5, 0.0, 0.5]),
    (lambda x: x.min(), [2.0, 1.0, 1.0], [0.0, 0.5, 0.5]),
    (lambda x: np.ptp(x), [2.0, 1.0, 2.0], [0.5, -1.0, 0.5]),
    (lambda x: min(x[0], x[1]), [1.0, 1.0], [1.0, 0.0]),
    (lambda x: max(x[0], x[1], x[2]), [1.0, 2.0, 2.0], [0.0, 1.0, 0.0]),
    (lambda x: np.abs(x).sum(), [0.0, -2.0], [0.0, -1.0]),
    (lambda x: np.linalg.norm(x), [0.0, 0.0], [0.0, 0.0]),
    (lambda x: np.hypot(x[0], x[1]), [0.0, 0.0], [0.0, 0.0]),
    (lambda x: np.std(x), [2.0, 2.0], [0.0, 0.0]),
    (lambda x: np.clip(x, 0.0, 1.0).sum(), [0.0, 0.5, 1.0, 2.0], [1.0, 1.0, 1.0, 0.0]),
    (power_by_base, [0.0, 2.0], [0.0, 0.0]),
    (power_by_exponent, [3.0, 3.0], [0.0, 8.0 * math.log(2.0)]),
    (trap, [0.0, 1.0], [0.0, 1.0]),
    (filled, [0.0, 2.0], [0.0, -0.25]),
    (weighted, [2.0, 1.0, 2.0], [10.0, 1.0, 100.0]),
    (lambda x: np.median(x), [3.0, 1.0, 2.0], [0.0, 0.0, 1.0]),
    (lambda x: np.quantile(x, 0.25), [3.0, 1.0, 2.0], [0.0, 0.5, 0.5]),
    (constant_by_pieces, [0.5, 2.5], [0.0, 0.0]),
    (last_write, [5.0, 6.0, 7.0], [0.0, 1.0, 10.0]),
    (lambda x: np.prod(x), [0.0, 2.0, 3.0], [6.0, 0.0, 0.0]),
    (lambda x: np.prod(x), [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]),
    (lambda x: np.cumprod(x)[2], [0.0, 2.0, 3.0], [6.0, 0.0, 0.0]),
    (lambda x: np.linalg.det(x.reshape(2, 2)), [1.0, 2.0, 2.0, 4.0], [4.0, -2, -2, 1]),
    (lambda x: np.nanmean(x), [1.0, np.nan], [1.0, 0.0]),
    (lambda x: np.sinc(x).sum(), [0.0, 1.0], [0.0, -1.0]),
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("function", "x", "expected"), KINKS)
def test_a_kink_has_one_derivative(function, x, expected):
    x = np.array(x)
    found = ag.grad(function)(x)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    for place, each in enumerate(np.eye(len(x))):
        _, along = ag.jvp(function, (x,), (each,))
        np.testing.assert_allclose(along, expected[place], rtol=1e-12, atol=1e-12)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("function", "expected"), [(masked_root, 0.25), (floored_logarithm, 0.25)]
)
def test_what_is_taken_times_0_does_not_count_backwards(function, expected):
    x = np.array([0.0, 4.0])
    assert ag.grad(function)(x).tolist() == [0.0, expected]


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_a_root_rises_infinitely_at_0():
    assert ag.grad(lambda x: np.sqrt(x))(0.0) == INFINITE


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_infinite_times_0_is_not_taken_for_0():
    # The derivative is 1, and neither rule nor limit says so.
    assert math.isnan(ag.grad(squared_root)(np.array([0.0]))[0])


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_a_cotangent_has_the_dtype_of_its_operand(dtype):
    x = np.array([0.5, 1.5, 2.5], dtype)
    y = np.array([1.0, 2.0, 4.0])

    def both(x, y):
        scaled = (x * y).astype(x.dtype)
        return (scaled * np.sqrt(x)).sum() + np.sort(x)[0] + np.std(x) + y.mean()

    by_x, by_y = ag.grad(both, (0, 1))(x, y)
    assert by_x.dtype == dtype
    assert by_y.dtype == np.float64
    exact, _ = ag.grad(both, (0, 1))(x.astype(float), y)
    np.testing.assert_allclose(by_x, exact, rtol=1e-2 if dtype == np.float16 else 1e-5)


def test_only_one_triangle_of_a_symmetric_matrix_is_read():
    a = np.array([[2.0, 0.5], [0.5, 3.0]])
    assert ag.grad(lambda a: np.linalg.eigvalsh(a).sum())(a)[0, 1] == 0.0
    assert ag.grad(lambda a: np.linalg.eigvalsh(a, "U")[0])(a)[1, 0] == 0.0
    assert ag.grad(lambda a: np.linalg.cholesky(a)[1, 1])(a)[0, 1] == 0.0


def test_equal_eigenvalues_are_no_trouble_for_what_does_not_turn():
    a = np.eye(3)
    found = ag.grad(lambda a: np.linalg.eigvalsh(a).sum())(a)
    np.testing.assert_allclose(found, np.eye(3))

    def rebuilt(a):
        w, v = np.linalg.eigh(a)
        return ((v * w) @ v.T).sum()

    found = ag.grad(rebuilt)(a)
    np.testing.assert_allclose(np.diag(found), np.ones(3))


Z = np.array([0.3 + 0.4j, -1.2 + 0.1j])


def by_parts(function, z):
    """The derivative by x minus i times that by y, by differences."""
    step = 1e-6
    found = []
    for place in np.eye(len(z)):
        x = (function(z + step * place) - function(z - step * place)) / (2 * step)
        y = function(z + 1j * step * place) - function(z - 1j * step * place)
        found.append(x - 1j * y / (2 * step))
    return np.array(found)


def in_a_loop(z):
    total = z[0] * 0.0
    for each in z:
        total = total * each + each.conjugate()
    return (total * total.conjugate()).real


@pytest.mark.parametrize(
    "function",
    [
        lambda z: (np.abs(z) ** 2).sum(),
        lambda z: np.angle(z).sum(),
        lambda z: (z.real * z.imag).sum(),
        lambda z: np.linalg.norm(z),
        lambda z: np.vdot(z, z * 1j + 1.0).imag,
        lambda z: np.var(z),
        lambda z: np.abs(np.fft.fft(z, 3)).prod(),
        lambda z: np.abs(np.linalg.det(np.outer(z, z.conj()) + np.eye(2))),
        in_a_loop,
    ],
)
def test_a_real_result_of_complex_numbers(function):
    np.testing.assert_allclose(
        ag.grad(function)(Z), by_parts(function, Z), rtol=1e-6, atol=1e-8
    )


@pytest.mark.parametrize(
    "function", [np.abs, np.angle, np.conj, np.real, lambda z: np.abs(z) * z]
)
def test_what_is_not_holomorphic_is_checked_along_complex_directions(function):
    ag.check_gradients(lambda z: function(z), (np.array([1.1 + 1.2j, 0.3 - 2j]),))
    ag.check_gradients(lambda z: function(z), (0.4 - 0.7j,), 1)


def test_a_wrong_imaginary_part_is_noticed():
    @ag.custom_gradient
    def turned(z):
        return z * 1j, lambda upstream: upstream

    with pytest.raises(AssertionError):
        ag.check_gradients(turned, (np.array([1.1 + 1.2j]),), 1)


def test_a_complex_derivative():
    found = ag.grad(lambda z: (z**3).sum(), holomorphic=True)(Z)
    np.testing.assert_allclose(found, 3 * Z**2)
    assert ag.grad(lambda z: z * z, holomorphic=True)(1 + 2j) == 2 + 4j
    result, pull = ag.vjp(np.exp, Z)
    np.testing.assert_allclose(pull(np.ones(2, complex))[0], result)
    _, along = ag.jvp(np.exp, (Z,), (Z * 1j,))
    np.testing.assert_allclose(along, np.exp(Z) * Z * 1j)


def test_what_is_real_stays_real():
    found = ag.grad(lambda x: np.abs(x * (1 + 1j)).sum())(np.array([3.0, -4.0]))
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, [math.sqrt(2.0), -math.sqrt(2.0)])


def test_a_complex_result_needs_a_word():
    with pytest.raises(NotDifferentiable, match="one real float"):
        ag.grad(lambda z: z * z)(2j)
    with pytest.raises(NotDifferentiable, match="'z' is real"):
        ag.grad(lambda z: z * 1j, holomorphic=True)(2.0)
    with pytest.raises(NotDifferentiable, match="for a complex number"):
        ag.grad(lambda z: abs(z), holomorphic=True)(2j)
    _, pull = ag.vjp(np.abs, Z)
    with pytest.raises(NotDifferentiable, match="complex, and its value real"):
        pull(Z)
