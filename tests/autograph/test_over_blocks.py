"""Functions over Dask arrays with blocks of unequal lengths, beside plain NumPy."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotBlocked

da = pytest.importorskip("dask.array")
dask = pytest.importorskip("dask")


@pytest.fixture(autouse=True)
def threads():
    with dask.config.set(scheduler="threads"):
        yield


def shifted(x, y):
    z = np.zeros_like(x)
    z[1:] = x[:-1]
    z[0] = y[0]
    return z


def every_other(x, y):
    z = x.copy()
    z[:, ::2] *= 2
    z[-1] = y.mean(0)
    z[2:4, ::-1] = y[2:4]
    return z


def masked(x, y):
    z = x.copy()
    z[z < 0] = 0
    return np.where(z > y, z, y).clip(-1, 1)


def stencil(x, y):
    z = x * 1.0
    for _ in range(3):
        z[1:-1, 1:-1] = (z[2:, 1:-1] + z[:-2, 1:-1] + z[1:-1, 2:] + z[1:-1, :-2]) / 4
    return z


def converged(x, y):
    change = np.inf
    while change > 0.01:
        new = (x + np.roll(x, 1, axis=0)) / 2
        change = np.abs(new - x).max()
        x = new
    return x


def normalized(x, y):
    return (x - x.mean(0)) / x.std(0, ddof=1) + y.var()


def extremes(x, y):
    return x.argmax() + y.argmin(axis=0) + np.ptp(x, axis=0)


def running(x, y):
    return np.vstack([x[-2:], y]).cumsum(axis=0)


def joined(x, y):
    return np.concatenate([x, y], axis=1)[::-1, 3:17:2].T


def products(x, y):
    return np.outer(x[0], y[1]) + np.einsum("ij,ik->jk", x, y) @ np.linalg.norm(
        x, axis=0
    )


def decided(x, y):
    if (x > y).any():
        return np.diff(x, axis=0)
    return y


def whole_numbers(x, y):
    return x.astype(np.int8).sum(axis=0) * (y > 0).sum()


FUNCTIONS = (
    shifted, every_other, masked, stencil, converged, normalized, extremes, running,
    joined, products, decided, whole_numbers,
)  # fmt: skip
CHUNKS = [((4, 3), (4, 3)), (((1, 5, 2, 3), 9), (11, (2, 2, 5))), (11, ((3, 0, 8), 4))]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_as_numpy(function, some):
    x, y = np.random.default_rng(0).normal(size=(2, 11, 9))
    want = function(x.copy(), y.copy())
    for one, other in some(CHUNKS):
        blocks = [da.from_array(x).rechunk(one), da.from_array(y).rechunk(other)]
        made = ag.dask(function)(*blocks)
        assert made.shape == want.shape
        assert made.dtype == want.dtype
        assert np.allclose(made.compute(), want, rtol=1e-12)


def test_windows_and_running_sums_keep_the_bits():
    x, y = np.random.default_rng(0).normal(size=(2, 11, 9))
    for function in (shifted, masked, stencil, converged, running, joined):
        made = ag.dask(function)(da.from_array(x, chunks=4), da.from_array(y, chunks=3))
        assert np.array_equal(made.compute(), function(x.copy(), y.copy()))


def test_nothing_is_computed_without_need():
    def failing(block):
        raise AssertionError

    x = da.ones(6, chunks=2).map_blocks(failing, meta=np.ones(0))
    assert isinstance(ag.dask(lambda x: np.sin(x).sum())(x), da.Array)


def test_a_run_of_operations_is_one_task_a_block():
    def chain(x):
        return np.sqrt(np.abs(x * 2 + 1)) - x

    x = da.ones(6, chunks=2).persist()
    assert len(dict(ag.dask(chain)(x).__dask_graph__())) == 3 + 3


def test_an_argument_that_is_written_is_another_afterwards():
    def doubled(x):
        x *= 2

    x = da.arange(5, chunks=2)
    ag.dask(doubled)(x)
    assert x.compute().tolist() == [0, 2, 4, 6, 8]


def test_arrays_of_numpy_go_as_they_are():
    assert ag.dask(np.sum)(np.ones(3)) == 3.0


def test_lists_and_dicts_of_arrays():
    def total(parts, more):
        return parts[0] + parts[1] * more["by"]

    x = da.arange(4, chunks=3)
    made = ag.dask(total)([x, x], {"by": 2})
    assert made.compute().tolist() == [0, 3, 6, 9]


def items(x):
    total = 0.0
    for value in x:
        total = total + value
    return total


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (items, "one by one"),
        (lambda x: x[x > 0], "not known before it runs"),
        (lambda x: np.sort(x), "np.sort has no form over blocks"),
        (lambda x: np.median(x), "np.median has no form over blocks"),
    ],
)
def test_refused_with_the_line(function, told):
    with pytest.raises(NotBlocked, match=told) as caught:
        ag.dask(function)(da.arange(5000.0, chunks=2000))
    assert caught.value.span.file == __file__
    assert caught.value.hint


def test_unknown_lengths_are_refused():
    x = da.arange(5, chunks=2)
    with pytest.raises(NotBlocked, match="unknown lengths"):
        ag.dask(np.sum)(x[x > 2])


def test_a_list_of_blocks_is_no_array_of_numpys():
    x = da.arange(4, chunks=3)
    with pytest.raises((NotBlocked, ag.AutographError)):
        ag.dask(lambda parts: np.sum(parts))([x] * 100)


def test_shapes_that_do_not_fit_raise_numpys_error():
    with pytest.raises(ValueError, match="broadcast"):
        ag.dask(lambda x, y: x + y)(da.ones(3, chunks=2), da.ones(4, chunks=2))
    with pytest.raises(OverflowError):
        ag.dask(_written)(da.zeros(3, chunks=2, dtype=np.int8), 300)


def _written(x, value):
    x[1:] = value
    return x


def ranks(x, y):
    y = np.sort(x * 2.0, axis=1)[:, 2:7] + np.median(y, axis=1, keepdims=True)
    waves = np.fft.rfft(x, axis=1)
    return np.abs(waves).sum(axis=0), y, np.percentile(x, 30.0, axis=1)


def test_what_needs_an_axis_takes_it_in_one_block():
    x, y = np.random.default_rng(0).normal(size=(2, 11, 9))
    chunks = ((3, 4, 4), 9)
    made = ag.dask(ranks)(da.from_array(x, chunks), da.from_array(y, (5, 9)))
    for one, other in zip(dask.compute(*made), ranks(x, y), strict=True):
        assert np.allclose(one, other, rtol=1e-12)


def unblocked(x, limit):
    best = np.sort(x, axis=0)
    change = np.inf
    while change > limit:
        new = (x + np.roll(x, 1, axis=0)) / 2
        change = np.abs(new - x).max()
        x = new
    positive = x[x > 0].sum()
    if change > 0.5:
        return np.median(x) + positive
    return best.sum()


def test_explain_lists_what_cannot_run_block_by_block():
    x = da.ones((8, 6), chunks=(4, 3))
    rows = ag.explain(unblocked, x, 0.1, target="dask").refused
    assert [row.text for row in rows] == [
        "best = np.sort(x, axis=0)",
        "positive = x[x > 0].sum()",
        "return np.median(x) + positive",
    ]
    assert "x.rechunk({0: -1})" in rows[0].remedy
    assert all(row.code == "AG820" for row in rows)
    assert not ag.explain(ag.dask(converged), x, x, target="dask").refused
    with pytest.raises(ValueError, match="pass Dask arrays"):
        ag.explain(unblocked, np.ones((8, 6)), 0.1, target="dask")
