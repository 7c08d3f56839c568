"""Loaded functions in a trace: their graphs become part of it."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.errors import SignatureError

X = np.array([3.0, 2.0, 1.0])


@pytest.fixture
def file(tmp_path):
    """Return what saves functions, after a call of each, and loads them."""

    def loaded(*pairs, **options):
        functions = []
        for function, *args in pairs:
            function = ag.function(function)
            function(*args)
            functions.append(function)
        ag.save(tmp_path / "functions.ag", *functions)
        return ag.load(tmp_path / "functions.ag", **options)

    return loaded


def graphed(function):
    """Return a compiled function that never calls back into Python."""
    return ag.function(function, callbacks="error")


def halved(x):
    while np.abs(x).max() > 1.0:
        x = x * 0.5
    return (x * x).sum()


def test_is_differentiated_like_its_source(file):
    f = file((halved, X)).halved
    np.testing.assert_array_equal(ag.grad(f)(X), ag.grad(halved)(X))
    np.testing.assert_array_equal(ag.grad(f, "x")(x=X), ag.grad(halved)(X))
    np.testing.assert_array_equal(ag.grad(f.only)(X), ag.grad(halved)(X))
    np.testing.assert_array_equal(ag.hessian(f)(X), ag.hessian(halved)(X))
    assert ag.jvp(f, (X,), (X,)) == ag.jvp(halved, (X,), (X,))
    assert ag.grad(f).__name__ == "halved"


def test_is_mapped_over_batches(file):
    f = file((halved, X)).halved
    batch = np.stack([X, 4 * X])
    np.testing.assert_array_equal(ag.vmap(f)(batch), [f(X), f(4 * X)])


def test_is_part_of_the_graph_that_calls_it(file):
    loaded = file((halved, X))

    def total(x, turns):
        found = 0.0
        for i in range(turns):
            found += loaded.halved(x * i) + loaded["halved"](x)
        return found

    compiled = graphed(total)
    assert compiled(X, np.int64(4)) == total(X, 4)
    assert "call" not in str(compiled.get_concrete_function(X, np.int64(4)).graph)
    plain = ag.grad(lambda x: sum(halved(x * i) + halved(x) for i in range(4)))(X)
    np.testing.assert_allclose(ag.grad(total)(X, np.int64(4)), plain, rtol=1e-14)


def test_what_it_raises_is_caught_where_it_is_called(file):
    def root(x):
        if x.sum() < 0:
            raise ValueError("negative")
        return np.sqrt(x.sum())

    loaded = file((root, X))

    @graphed
    def safe(x):
        try:
            return loaded.root(x)
        except ValueError:
            return np.float64(-1.0)

    assert (safe(X), safe(-X)) == (np.sqrt(6.0), -1.0)


def test_writes_into_the_callers_arrays_and_gives_structures(file):
    def scaled(x, by):
        x[0] = x[1] * by["k"]
        return {"x": x, "all": [x.sum(), (x[0], None)]}

    loaded = file((scaled, X.copy(), {"k": np.float64(2.0)}))

    def run(x, k):
        y = x * 2
        found = loaded.scaled(y, {"k": k})
        found["x"][1] = 100.0
        return y, found["all"]

    y, (total, (first, nothing)) = graphed(run)(X, np.float64(2.0))
    np.testing.assert_array_equal(y, [8.0, 100.0, 2.0])
    assert (total, first, nothing) == (14.0, 8.0, None)


def test_keeps_its_variables_and_its_arrays(file):
    rates, steps = np.array([1.0, 2.0, 3.0]), ag.Variable(1.0, name="steps")

    def scaled(x):
        steps.assign_add(1.0)
        return (x * rates).sum() * steps

    loaded = file((scaled, X))

    @graphed
    def twice(x):
        return loaded.scaled(x) + loaded.variables["steps"]

    assert twice(X) == 10.0 * 3.0 + 3.0
    assert loaded.variables["steps"].value == 3.0


def test_numbers_are_converted_as_in_a_call(file):
    def power(x, n):
        return x**n

    loaded = file((power, np.float64(2.0), np.int64(3)))
    cube = graphed(lambda x: loaded.power(x, 3))
    assert cube(2.0) == cube(np.float64(2.0)) == 8.0


def test_arguments_for_which_there_is_no_graph_are_an_error(file):
    loaded = file((halved, X))
    with pytest.raises(SignatureError, match="no graph of halved takes") as caught:
        ag.grad(loaded.halved)(np.ones(2))
    assert "float64[2], not float64[3]" in str(caught.value)
    with pytest.raises(SignatureError, match="no graph of halved takes"):
        graphed(lambda x: loaded.halved(x))(np.ones(2))


def test_arguments_that_only_the_run_knows_are_seen_by_it(file):
    loaded = file((halved, X))
    run = ag.function(lambda x: loaded.halved(x[x > 0]), callbacks="allow")
    assert run(X) == halved(X)
    with pytest.raises(SignatureError, match="no graph of halved takes"):
        run(-X)


def test_another_loaded_function_in_its_place_is_another_graph(file):
    first, second = file((halved, X)).halved, file((lambda x: x.sum(), X))
    (second,) = second.values()
    chosen = graphed(lambda f, x: f(x))
    assert chosen(first, X) == halved(X)
    assert chosen(second, X) == 6.0


def test_its_derivative_runs_as_it_does(file):
    pytest.importorskip("llvmlite")
    native = file((halved, X), executor="native").halved
    gradient = ag.grad(native).get_concrete_function(X)
    assert type(gradient.executable).__name__ == "NativeExecutable"
