"""Functions over Dask arrays on worker processes.

`tests.dask_clusters` runs them over more data than a worker may hold.
"""

import os
import signal
from collections.abc import Iterator
from unittest.mock import patch

import numpy as np
import pytest

import autograph as ag

distributed = pytest.importorskip("distributed")
da = pytest.importorskip("dask.array")

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def client() -> Iterator:
    """A cluster of two processes."""
    with (
        patch.dict(os.environ),  # the cluster sets how its processes give memory back
        distributed.LocalCluster(
            n_workers=2,
            processes=True,
            threads_per_worker=1,
            memory_limit="800MB",
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def heat(u, tolerance):
    change = np.inf
    turns = 0
    while change > tolerance:
        new = u.copy()
        new[1:-1, 1:-1] = 0.25 * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
        )
        change = np.abs(new - u).max()
        u = new
        turns += 1
    return u, turns


def plate(rows, block, columns):
    chunks = (block, columns // 2)
    hot = da.ones((block, columns), chunks=chunks)
    return da.concatenate([hot, da.zeros((rows - block, columns), chunks=chunks)])


def test_heat_until_it_converges(client):
    u, turns = ag.dask(heat)(plate(160, 16, 64), 0.02)
    want, known = heat(plate(160, 16, 64).compute(), 0.02)
    assert turns == known
    assert np.array_equal(u.compute(), want)


class Kill(distributed.SchedulerPlugin):  # type: ignore[misc, name-defined]
    """Ends a worker process once so many tasks are done."""

    def __init__(self, pid, count):
        self.pid, self.count = pid, count

    def transition(self, key, start, finish, *args, **kwargs):
        if finish == "memory":
            self.count -= 1
            if self.count == 0:
                os.kill(self.pid, signal.SIGKILL)


def test_a_worker_that_is_killed_loses_nothing(client):
    want, known = heat(plate(160, 16, 64).compute(), 0.02)
    scheduler = client.cluster.scheduler
    plugin = Kill(min(client.run(os.getpid).values()), 100)
    scheduler.add_plugin(plugin, name="kill")
    u, turns = ag.dask(heat)(plate(160, 16, 64), 0.02)
    assert np.array_equal(u.compute(), want)
    assert turns == known
    assert plugin.count <= 0
    scheduler.remove_plugin(name="kill")


def points(count, block):
    """Return two clouds of points, made in the workers."""
    at = da.arange(count * 16, chunks=block * 16).reshape(count, 16)
    return da.sin(at * 0.7) + 10.0 * (at[:, :1] // 16 % 2)


def two_means(x, centers, turns):
    for _ in range(turns):
        first = ((x - centers[0]) ** 2).sum(axis=1)
        second = ((x - centers[1]) ** 2).sum(axis=1)
        near = (first <= second)[:, None]
        count = near.sum()
        one = np.where(near, x, 0.0).sum(axis=0) / count
        two = np.where(near, 0.0, x).sum(axis=0) / (len(x) - count)
        centers = np.stack([one, two])
    return centers


def test_k_means(client):
    started = np.stack([np.full(16, 2.0), np.full(16, 8.0)])
    x = points(3_400, 300)
    found = ag.dask(two_means)(x, started, 2).compute()
    assert np.allclose(found, two_means(x.compute(), started, 2))


def largest(a, v, tolerance):
    before = 0.0
    value = 1.0
    while abs(value - before) > tolerance:
        before = value
        w = a @ v
        value = np.linalg.norm(w)
        v = w / value
    return value, v


def test_power_iteration(client):
    n = 200
    at = da.arange(n, chunks=35)
    a = da.where(at[:, None] == at[None, :], 2.0, 0.0) + 1.0 / n
    value, v = ag.dask(largest)(a, np.full(n, 1.0), 1e-9)
    assert np.isclose(value.compute(), 3.0)
    assert np.allclose(v.compute(), n**-0.5)


def descended(x, y, turns):
    def loss(w):
        return np.mean(np.log1p(np.exp(-y * (x @ w))))

    w = np.zeros(x.shape[1])
    for _ in range(turns):
        w = w - 0.5 * ag.grad(loss)(w)
    return w


def test_logistic_regression_by_our_gradients(client):
    x = points(3_400, 300) - 5.0
    y = da.where(x[:, 0] > 0, 1.0, -1.0)
    w = ag.dask(descended)(x, y, 2)
    want = descended(*da.compute(x, y), 2)
    assert np.allclose(w.compute(), want)
