"""Gradients as users take them: values, structures, conventions, errors."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.gradients.derivations import Derivatives
from runtime.errors import AutographError, NoDerivative, NotDifferentiable
from tests import gradients
from tests.corpus.case import Case


@pytest.mark.parametrize("case", gradients.sample(20), ids=lambda case: case.name)
def test_corpus_against_differences(case: Case) -> None:
    verdict, reason = gradients.judged(case)
    assert verdict != gradients.DIFFERENT, reason


def differences(function, x, step=1e-6):
    found = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        moved = np.zeros_like(x)
        moved[place] = step
        found[place] = (function(x + moved) - function(x - moved)) / (2 * step)
    return found


def recurrence(x):
    a = x.copy()
    for i in range(1, len(a)):
        a[i] = np.sin(a[i - 1]) * x[i] + 0.5 * x[i - 1]
    return a.sum()


def nested(x):
    total = 0.0
    for i in range(len(x)):
        y = x[i]
        for j in range(i):
            if y > 0.3:
                y = y * np.cos(x[j])
            else:
                y = y + x[j] * 0.1
            if y > 5:
                break
        total += y
    return total


def heat(x):
    u = x.copy()
    v = x.copy()
    for _ in range(5):
        v[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        u, v = v, u
    return (u**2).sum()


def newton(x):
    y = x[0]
    while np.abs(y * y - x[1]) > 1e-10:
        y = y - (y * y - x[1]) / (2 * y)
    return y * x[2]


def early(x):
    for i in range(len(x)):
        if x[i] > 1:
            return x[i] ** 2
        x[i] = x[i] * 3
    return x.sum()


def network(x):
    w = x.reshape(2, 3)
    h = np.tanh(w @ w.T + 1.0)
    return np.mean(h) + np.max(x) - np.linalg.norm(x)


def wrapped(x):
    turns, angles = divmod(x * 4.0, 0.73)
    number, rest = divmod(x[1], x[0])
    return (angles**2 * x).sum() + turns[0] * rest + number * x[2]


def read_while_it_starts_it(x):
    s = x
    for _ in range(3):
        s = s * x + x
    return s.sum()


def same_index_twice(x):
    a = np.zeros(3)
    a[np.array([0, 0, 2])] = x[:3]
    return (a * np.array([1.0, 2.0, 3.0])).sum()


def two_states_of_one_start(x):
    a = x * 2.0
    b = a
    for i in range(3):
        a = a * x
        b = b + a[i]
    return (a + b).sum()


@pytest.mark.parametrize(
    "function",
    [
        recurrence,
        nested,
        heat,
        newton,
        early,
        network,
        wrapped,
        read_while_it_starts_it,
        same_index_twice,
        two_states_of_one_start,
    ],
)
def test_gradients_are_those_of_differences(function):
    x = np.array([0.5, 1.3, 0.7, 0.9, 0.2, 0.35])
    value, gradient = ag.value_and_grad(function)(x.copy())
    assert value == function(x.copy())
    np.testing.assert_allclose(gradient, differences(function, x), rtol=1e-6, atol=1e-7)
    along = np.linspace(-1, 1, 6)
    _, derivative = ag.jvp(function, (x.copy(),), (along,))
    np.testing.assert_allclose(derivative, gradient @ along, rtol=1e-12)


def test_loops_of_any_bounds():
    def powers(x, n, m):
        s = x
        for _ in range(n):
            for _ in range(m):
                s = s * x
        return s

    gradient = ag.grad(powers)
    for n in range(4):
        for m in range(3):
            found = gradient(np.float64(1.1), np.int64(n), np.int64(m))
            assert found == pytest.approx((n * m + 1) * 1.1 ** (n * m))


def test_an_argument_that_is_written_counts_as_it_was():
    def halve(x):
        x *= 0.5
        return (x * x).sum()

    x = np.array([2.0, 4.0])
    assert ag.grad(halve)(x).tolist() == [1.0, 2.0]
    assert x.tolist() == [1.0, 2.0]


def test_prints_come_once(capsys):
    def shown(x):
        for i in range(len(x)):
            if x[i] > 1:
                print("large", i)
        return x.sum()

    assert ag.grad(shown)(np.array([1.0, 2.0])).tolist() == [1.0, 1.0]
    assert capsys.readouterr().out == "large 1\n"


def test_gradients_do_not_share_memory():
    x, y = np.ones(2), np.ones(2)
    by_x, by_y = ag.grad(lambda x, y: (x + y).sum(), (0, 1))(x, y)
    by_x[0] = 7.0
    assert by_y[0] == 1.0
    assert ag.grad(lambda x, y: x @ y)(x, y) is not y


def test_pull_may_be_called_again_and_later():
    def steps(x):
        y = x * 1.0
        for i in range(len(x)):
            y[i] = y[i] * y[i - 1]
        return y

    x = np.array([1.0, 2.0, 3.0])
    result, pull = ag.vjp(steps, x)
    first = pull(np.ones(3))[0]
    x[:] = 0.0
    result[:] = 0.0
    assert pull(np.ones(3))[0].tolist() == first.tolist()


class Pair(NamedTuple):
    left: float
    right: np.ndarray


def test_structures_of_arguments():
    def of_pair(pair, more):
        return pair.left * pair.right[0] + more[0]["w"] * 3.0

    by_pair, by_more = ag.grad(of_pair, (0, 1))(
        Pair(2.0, np.array([5.0, 6.0])), [{"w": 4.0, "n": 3}]
    )
    assert by_pair.left == 5.0
    assert by_pair.right.tolist() == [2.0, 0.0]
    assert by_more == [{"w": 3.0, "n": None}]
    assert type(by_pair) is Pair


def test_float32_stays():
    x = np.array([1.0, 2.0], np.float32)
    found = ag.grad(lambda x: (x * np.float64(2.0) + x).sum())(x)
    assert (found.dtype, found.tolist()) == (np.float32, [3.0, 3.0])


@pytest.mark.parametrize(
    ("function", "at", "expected"),
    [
        (lambda x: np.maximum(x, 1.0), 1.0, 0.5),
        (lambda x: min(x, 1.0), 1.0, 1.0),
        (lambda x: max(1.0, x), 1.0, 0.0),
        (lambda x: abs(x), 0.0, 0.0),
        (lambda x: np.hypot(x, 0.0), 0.0, 0.0),
        (lambda x: np.clip(x, 0.0, 1.0), 1.0, 1.0),
        (lambda x: x**0, 2.0, 0.0),
        (lambda x: np.float64(0.0) ** x, 2.0, 0.0),
        (lambda x: np.floor(x) + np.sign(x), 2.5, 0.0),
        (lambda x: np.where(x > 0, np.sqrt(np.abs(x)), x), 0.0, 1.0),
        (lambda x: np.float64(int(x)), 2.5, 0.0),
    ],
)
def test_conventions(function, at, expected):
    with np.errstate(all="ignore"):
        assert ag.grad(function)(np.float64(at)) == expected


def text_and_back(x):
    return float(str(x[0])) + x[0]


def of_a_list(x):
    found = []
    for each in x:
        if each > 0:
            found.append(each * 2.0)
        else:
            found.append(each)
    found[1:] = [x[0]]
    return found[0]


def of_unique(x):
    y = np.unique(x)
    return y.sum()


def bits(x):
    return x.view(np.int64).view(np.float64).sum()


def of_roots(x):
    return np.abs(np.roots(x)).sum()


def of_a_set(x):
    return max({x[0], x[1]})


@pytest.mark.parametrize(
    "function",
    [text_and_back, of_a_list, of_unique, bits, of_roots, of_a_set],
)
def test_what_would_be_lost_is_an_error_and_no_zero(function):
    x = np.array([1.0, 2.0, 3.0])
    for derive in (ag.grad(function), lambda x: ag.jvp(function, (x,), (x,))):
        with pytest.raises(AutographError) as refused:
            derive(x.copy())
        assert refused.value.span is not None
        assert refused.value.hint


def test_the_error_names_the_way_to_the_result():
    with pytest.raises(
        NoDerivative, match=r"unique is not known.*\[AG701\]"
    ) as refused:
        ag.grad(of_unique)(np.ones(3))
    text = str(refused.value)
    assert "y = np.unique(x)" in text
    assert "needs for the result" in text


def test_a_list_within_an_index_stays_one():
    def nearest(d, chosen):
        chosen = list(chosen)
        while len(chosen) < 2:
            chosen.append(2)
        return d[:, chosen].min(axis=1).sum()

    d = np.arange(6.0).reshape(2, 3)
    assert ag.grad(nearest)(d, (1,)).tolist() == [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0]]


def test_an_integer_is_no_variable():
    with pytest.raises(NotDifferentiable, match=r"astype\(float\)"):
        ag.grad(lambda x: x.sum() * 1.0)(np.arange(3))
    with pytest.raises(NotDifferentiable, match="one real float"):
        ag.grad(lambda x: x * 2.0)(np.ones(3))
    with pytest.raises(NotDifferentiable, match="no parameter"):
        ag.grad(lambda x: x.sum(), "y")(np.ones(3))


def test_aux_is_handed_on():
    def both(x):
        return (x * x).sum(), x + 1.0

    (value, aux), gradient = ag.value_and_grad(both, has_aux=True)(np.array([3.0]))
    assert (value, aux.tolist(), gradient.tolist()) == (9.0, [4.0], [6.0])


def test_positions_among_arguments_of_any_number():
    def product(*factors, power=1.0):
        return (factors[0] * factors[1] ** 2) ** power

    assert ag.grad(product, 1)(2.0, 3.0) == 12.0
    assert ag.grad(product, (0, 1))(2.0, 3.0) == (9.0, 12.0)
    assert ag.grad(product, "factors")(2.0, 3.0) == (9.0, 12.0)
    assert ag.jacobian(product, 1)(2.0, 3.0) == 12.0
    assert ag.function(lambda x, y: ag.grad(product, 1)(x, y))(2.0, 3.0) == 12.0
    with pytest.raises(NotDifferentiable, match=r"no argument factors\[2\]"):
        ag.grad(product, 2)(2.0, 3.0)


def test_a_function_that_raises_raises_in_its_derivatives():
    def wrong(x):
        raise KeyError(x)

    x = np.float64(1.0)
    for call in (
        lambda: ag.grad(wrong)(x),
        lambda: ag.vjp(wrong, x),
        lambda: ag.jvp(wrong, (x,), (x,)),
    ):
        with pytest.raises(KeyError):
            call()


def test_numbers_of_either_kind():
    def least(x):
        y = x**2 if x > 0 else 0.0
        return min(x, 0.25 * y) + max(0.5, y)

    assert ag.grad(least)(2.0) == 5.0
    assert ag.grad(least)(-2.0) == 1.0


def test_the_only_part_of_an_array():
    def squares(x):
        part = np.split(x, 1)[0]
        return (part * np.array_split(x, 1)[0]).sum()

    assert ag.grad(squares)(np.array([1.0, 2.0])).tolist() == [2.0, 4.0]


def test_the_graph_of_a_derivative_has_the_users_operations_alone():
    def half_of_squares(x):
        return 0.5 * (x * x).sum()

    for derivative in (
        ag.grad(half_of_squares),
        ag.function(ag.grad(half_of_squares)),
    ):
        concrete = derivative.get_concrete_function(np.ones(3))
        names = {node.operation.name for node in concrete.optimized_graph.nodes()}
        assert names <= {"multiply", "add"}
        assert concrete(np.array([1.0, 2.0, 3.0])).tolist() == [1.0, 2.0, 3.0]


def test_errors_of_jacobians_are_at_the_function():
    def total(x):
        return np.array(str(x))

    with pytest.raises(AutographError) as caught:
        ag.jacobian(total)(np.ones(2))
    assert caught.value.span.file == __file__


@pytest.mark.parametrize(
    "derive",
    [
        ag.grad,
        ag.hessian,
        ag.hvp,
        lambda f: ag.function(ag.grad(f)),
        lambda f: ag.vmap(ag.grad(f)),
        lambda f: ag.grad(lambda x: ag.grad(f)(x).sum()),
    ],
)
def test_errors_are_at_the_line_of_the_function(derive):
    def itself(x):
        return x

    given = (np.ones((2, 3)), np.ones((2, 3)))[: 2 if derive is ag.hvp else 1]
    for function in (of_unique, itself):
        with pytest.raises(AutographError) as caught:
            derive(function)(*given)
        assert caught.value.span.file == __file__
        if function is of_unique:
            assert caught.value.span.line == of_unique.__code__.co_firstlineno + 1


@pytest.mark.parametrize("executor", ["plan", "native"])
def test_a_derivative_runs_as_its_function_does(executor):
    if executor == "native":
        pytest.importorskip("llvmlite")

    @ag.function(executor=executor)
    def walk(x):
        for _ in range(100):
            x = np.sin(x)
        return x.sum()

    kind = type(walk.get_concrete_function(np.ones(3)).executable)
    for derive in (ag.grad, ag.hessian, ag.vmap):
        concrete = derive(walk).get_concrete_function(np.ones(3))
        assert type(concrete.executable) is kind
    derivatives = Derivatives(walk, 0, lambda graph, places, run: (run(graph),))
    x = np.ones(3)
    _, (made,), _ = derivatives.run({"x": x}, lambda places: ())
    assert type(made) is kind
