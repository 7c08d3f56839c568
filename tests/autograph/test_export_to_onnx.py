"""``ag.export.onnx``: models that other runtimes take."""

import numpy as np
import pytest

import autograph as ag
from autograph.polymorphic.exportable import exportable
from runtime.errors import NotExportable
from runtime.exporting.onnx import onnx_file
from runtime.exporting.onnx.onnx_model import onnx_model


@pytest.fixture
def onnx():
    return pytest.importorskip("onnx")


@pytest.fixture
def run(onnx):
    runtime = pytest.importorskip("onnxruntime")
    runtime.set_default_logger_severity(4)

    def called(function, *arguments):
        model = ag.export.onnx(function, *arguments)
        session = runtime.InferenceSession(
            model.SerializeToString(), providers=["CPUExecutionProvider"]
        )
        names = [each.name for each in session.get_inputs()]
        given = dict(zip(names, map(np.asarray, arguments), strict=True))
        return session.run(None, given)

    return called


def collatz(n):
    """Count the steps to 1."""
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def heat(u, steps):
    for k in range(steps):  # noqa: B007  # it is returned
        old = u.copy()
        for i in range(1, len(u) - 1):
            u[i] = old[i] + 0.1 * (old[i - 1] - 2 * old[i] + old[i + 1])
        if np.abs(u - old).max() < 1e-4:
            break
    return k


def cholesky(a):
    n = len(a)
    factor = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            rest = a[i, j] - factor[i, :j] @ factor[j, :j]
            factor[i, j] = np.sqrt(rest) if i == j else rest / factor[j, j]
    return factor


def positives(x):
    found = []
    for v in x:
        if v > 0:
            found.append(v)  # noqa: PERF401  # a list that a loop fills
    return found


def softmax(z):
    grown = np.exp(z - z.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


def power_iteration(a):
    v = np.ones(3)
    for _ in range(20):
        v = a.T @ (a @ v)
        v /= np.linalg.norm(v)
    return v


def sieve(n):
    prime = np.ones(n + 1, dtype=bool)
    prime[:2] = False
    i = 2
    while i * i <= n:
        if prime[i]:
            prime[i * i :: i] = False
        i += 1
    return np.flatnonzero(prime)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(collatz, (np.int64(27),)), (softmax, (np.zeros((2, 3)),))],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_the_model_reads_well(onnx, function, arguments, golden):
    model = ag.export.onnx(function, *arguments)
    golden(onnx.printer.to_text(model.graph) + "\n")


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (collatz, (np.int64(27),)),
        (cholesky, (np.eye(5) * 3 + np.ones((5, 5)),)),
        (positives, (np.array([1.0, -2.0, 3.0]),)),
        (positives, (np.array([-1.0]),)),
        (softmax, (np.arange(6.0).reshape(2, 3),)),
        (power_iteration, (np.cos(np.arange(12.0)).reshape(4, 3),)),
        (sieve, (np.int64(50),)),
    ],
)
def test_the_values_are_those_of_numpy(run, function, arguments):
    (found,) = run(function, *arguments)
    np.testing.assert_allclose(found, function(*arguments), rtol=1e-12, atol=1e-15)


def test_the_reference_evaluator_gives_the_same(onnx):
    reference = pytest.importorskip("onnx.reference")
    model = ag.export.onnx(collatz, np.int64(27))
    (found,) = reference.ReferenceEvaluator(model).run(None, {"n": np.array(27)})
    assert found == collatz(np.int64(27))


def test_changed_arguments_are_outputs(run, onnx):
    u = np.sin(np.arange(10.0))
    changed = u.copy()
    turns = heat(changed, np.int64(5))
    found = run(heat, u, np.int64(5))
    assert found[0] == turns
    np.testing.assert_allclose(found[1], changed, rtol=1e-12)
    model = ag.export.onnx(heat, u, np.int64(5))
    assert [each.name for each in model.graph.output] == ["result", "u_after"]


def test_nodes_have_the_users_lines(onnx):
    model = ag.export.onnx(softmax, np.zeros((2, 3)))
    assert any("grown.sum(axis=-1" in each.doc_string for each in model.graph.node)


def test_unknown_dimensions_are_symbolic(onnx):
    model = ag.export.onnx(softmax, ag.TensorSpec((None, 3), np.float64))
    dims = model.graph.input[0].type.tensor_type.shape.dim
    assert (dims[0].dim_param, dims[1].dim_value) == ("z_0", 3)


WHOLE = np.array([0, 1, -1, 2, -2, 7, -7, 127, -128])


@pytest.mark.parametrize("dtype", ["int8", "int64"])
@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: x // y,
        lambda x, y: x % y,
        lambda x, y: x * y,
        lambda x, y: x - y,
        lambda x, y: x >> np.abs(y),
        np.maximum,
    ],
)
def test_whole_numbers_are_exact(run, function, dtype):
    x, y = [each.ravel().astype(dtype) for each in np.meshgrid(WHOLE, WHOLE)]
    with np.errstate(all="ignore"):
        wanted = function(x, y)
    (found,) = run(lambda x, y: function(x, y), x, y)
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


def test_sums_of_whole_numbers_are_exact(run):
    """`ReduceSum` of onnxruntime has 53 bits of them."""
    x = np.array([2**53, 1, 1, 1])
    assert run(lambda x: x.sum(), x)[0] == 2**53 + 3


@pytest.mark.parametrize(
    "name", "tan arcsin arctan sinh cosh arcsinh arctanh expm1 log1p cbrt".split()
)
def test_functions_without_a_kernel(run, name):
    x = np.array([-0.99, -0.5, -1e-9, 0.0, 1e-9, 0.3, 0.66, 0.99, np.nan])
    function = getattr(np, name)
    np.testing.assert_allclose(run(lambda x: function(x), x)[0], function(x), 1e-13)


@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin", "sort", "median"])
def test_nan_is_found_as_by_numpy(run, name):
    x = np.array([1.0, np.nan, -3.0, np.inf, 2.0])
    function = getattr(np, name)
    np.testing.assert_array_equal(run(lambda x: function(x), x)[0], function(x))


def test_the_last_of_equal_indexes_is_written(run):
    def written(x, i):
        x = x.copy()
        x[i] = np.arange(4.0)
        return x

    i = np.array([0, 2, 0, -1])
    np.testing.assert_array_equal(run(written, np.zeros(3), i)[0], [2.0, 0.0, 3.0])


def test_slices_that_go_back_are_those_of_python(run):
    def back(x, start):
        return x[start::-1]

    for start in (-9, -2, 1, 9):
        x, place = np.arange(4), np.int64(start)
        np.testing.assert_array_equal(run(back, x, place)[0], back(x, place))


def test_items_by_numbers_below_zero(run):
    """onnxruntime would take them for the bounds of a slice."""

    def around(x, n):
        return x[np.arange(-n, n)]

    x = np.arange(5)
    assert run(around, x, np.int64(2))[0].tolist() == around(x, 2).tolist()


def test_empty_arrays(run):
    assert run(lambda x: x.sum(), np.zeros(0))[0] == 0.0
    assert run(lambda x: x.sum(axis=0), np.zeros((0, 3), int))[0].tolist() == [0] * 3


def test_gradients_within_are_exported(run):
    def slope(x):
        return ag.grad(lambda y: (y * ag.stop_gradient(y)).sum())(x)

    assert run(slope, np.arange(3.0))[0].tolist() == [0.0, 1.0, 2.0]


def test_an_error_under_a_test_fails_in_a_node(run):
    def rooted(n):
        if n < 0:
            raise ValueError("negative")
        return n + 1

    assert run(rooted, np.int64(3))[0] == 4
    with pytest.raises(Exception, match="raise_error"):
        run(rooted, np.int64(-3))


def test_what_may_be_none_is_two_outputs(run):
    def first(x):
        for v in x:
            if v > 0:
                return v
        return None

    assert run(first, np.array([-1.0, 2.0])) == [True, 2.0]
    assert not run(first, np.array([-1.0]))[0]


def test_rows_of_a_list_are_rows_of_a_matrix(run):
    (table,) = run(lambda x: [[x[0], x[1]], [x[2], 0.0]], np.arange(3.0))
    assert table.tolist() == [[0.0, 1.0], [2.0, 0.0]]


def test_tuples_of_a_list_are_an_output_for_each_place(run):
    steps, values = run(lambda x: [(i, x[i]) for i in range(2)], np.arange(2.0))
    assert steps.tolist() == [0, 1]
    assert values.tolist() == [0.0, 1.0]


def goes_on(x):
    pairs, total = enumerate(x), 0.0
    for i, v in pairs:
        total += i * v
    for i, v in pairs:
        total += i - v
    return total


def in_each_turn(x, n):
    pairs, total = zip(x, x), 0.0
    while n > 0:
        for v, w in pairs:
            total += v * w
        n -= 1
    return total


def added_to(x, n):
    items = [k for k in range(3) if x[k] > 0]
    total = 0.0
    for k, v in enumerate(items):
        if k < 5:
            items.append(n)
        total += v * x[k]
    return total


def deep(x):
    found = 0.0
    for i, function in enumerate((np.sin, np.cos) * 20):  # unlike: no loop of a graph
        found += function(x[i])
        if x[i] > 0:
            break
    return found


@pytest.mark.parametrize(
    ("function", "arguments", "line", "why"),
    [
        (goes_on, (np.ones(2),), "for i, v in pairs", "iterator is used twice"),
        (in_each_turn, (np.ones(2), np.int64(2)), "for v, w in", "made before a loop"),
        (added_to, (np.ones(9), np.int64(2)), "in enumerate", "changes while it is"),
        (lambda x: max(zip(x, x)), (np.ones(2),), "max(zip", "what is no number"),
        (lambda x: [x[x > 1]], (np.ones(2),), "[x[x > 1]]", "only the run knows"),
        (lambda x: x * 1j, (np.ones(2),), "x * 1j", "ONNX has no tensor"),
        (lambda x: print(x), (np.ones(2),), "print(x)", "print has no form"),
        (lambda x: np.linalg.svd(x), (np.eye(2),), "svd", "svd has no form"),
        (lambda x: np.prod(x), (np.arange(3),), "np.prod", "a product of whole"),
        (lambda x: np.unique(x), (np.ones(3),), "unique", "unique of floats"),
        (lambda x, y: x < y, (np.uint64(1), np.int64(1)), "x < y", "without a sign"),
        (lambda x: x**2.5j, (np.ones(2),), "x**2.5j", "ONNX has no tensor"),
        (deep, (np.ones(40),), "if x[i] > 0:", "30 levels deep"),
        (lambda x: np.stack(list(x[:0])), (np.ones(2),), "stack", "no arrays"),
        (lambda x, n: x**n, (np.arange(3), np.int64(2)), "x**n", "exponent"),
        (lambda x: 1 // x + 2**64, (np.float64(1),), "2**64", "64 bits"),
    ],
)
def test_what_has_no_form_is_refused_by_line(function, arguments, line, why):
    concrete = ag.function(function).get_concrete_function(*arguments)
    with pytest.raises(NotExportable) as refused:
        onnx_model(exportable(concrete), "")
    assert why in str(refused.value)
    assert line in str(refused.value)
    assert "Hint: " in str(refused.value)


@pytest.mark.parametrize("count", [1, 2, 7, 30])
def test_linear_equations_are_solved(run, count):
    def solved(a, b):
        columns = np.stack([b, b + 1], axis=1)
        found = np.linalg.solve(a, b), np.linalg.solve(a, columns)
        return *found, np.linalg.inv(a), np.linalg.det(a)

    rng = np.random.default_rng(count)
    a, b = rng.normal(size=(count, count)), rng.normal(size=count)
    for one, other in zip(solved(a, b), run(solved, a, b), strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-9)


def test_a_matrix_without_an_inverse_gives_no_numbers(run):
    def solved(a, b):
        return np.linalg.solve(a, b)

    (found,) = run(solved, np.zeros((2, 2)), np.ones(2))
    assert np.isnan(found).all()


@pytest.mark.parametrize("offset", [-2, -1, 0, 3])
def test_numbers_stand_beside_the_diagonal(run, offset):
    def placed(x):
        return np.diag(x, offset)

    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(run(placed, x)[0], placed(x))


def test_functions_that_are_arguments_become_part_of_the_model(onnx):
    def twice(f, x):
        return f(f(x))

    model = ag.export.onnx(twice, np.sqrt, np.ones(3))
    assert [each.name for each in model.graph.input] == ["x"]
    assert "`f` is sqrt, and no argument." in model.doc_string


def test_refusals_are_explained():
    found = ag.explain(lambda x: print(x), np.ones(2), target="onnx").refused
    assert [each.reason for each in found][:1] == ["print has no form in ONNX"]


def test_a_missing_package_is_told(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(onnx_file, "import_module", missing)
    with pytest.raises(ImportError, match=r"numpy-autograph\[onnx\]"):
        ag.export.onnx(collatz, np.int64(1))


def test_settings_of_warnings_are_left_out(run):
    def inverse(x):
        with np.errstate(divide="ignore"):
            return 1 / x

    x = np.array([2.0, 4.0])
    np.testing.assert_array_equal(run(inverse, x)[0], inverse(x))


def test_blocks_of_try_are_refused(onnx):
    def caught(x):
        try:
            return 1 / x
        except ZeroDivisionError:
            return x

    for export in (ag.export.onnx, ag.export.jax):
        with pytest.raises(NotExportable, match="`try` runs in Python") as refused:
            export(caught, np.ones(2))
        assert refused.value.span.function == "caught"
