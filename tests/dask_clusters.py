"""Programs over Dask arrays on two worker processes, over more data than one may hold.

Run ``python -m tests.dask_clusters --megabytes 1200 --limit 1GB``.
"""

import argparse
import time

import dask.array as da
import distributed
import numpy as np

import autograph as ag
from tests.runtime.blocks.test_clusters import (
    descended,
    heat,
    largest,
    plate,
    points,
    two_means,
)


def main() -> None:
    """Run each program, and compare what is known of its answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1200)
    parser.add_argument("--limit", default="1GB")
    options = parser.parse_args()
    size = options.megabytes * 10**6 // 8
    with (
        distributed.LocalCluster(
            n_workers=2,
            processes=True,
            threads_per_worker=1,
            memory_limit=options.limit,
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster),
    ):
        for program in (run_heat, run_means, run_power, run_logistic):
            began = time.perf_counter()
            program(size)
            print(
                f"{program.__name__}: {time.perf_counter() - began:.1f} s", flush=True
            )


def run_heat(size):
    """Only the rows at the edge of the hot block change."""
    block = size // 4096 // 20
    u, turns = ag.dask(heat)(plate(20 * block, block, 4096), 0.1)
    near = slice(block - 40, block + 40)
    want, known = heat(plate(20 * block, block, 4096)[near].compute(), 0.1)
    assert turns == known
    assert np.array_equal(u[near][10:-10].compute(), want[10:-10])


def run_means(size):
    """Of each hundredth block the means are nearly those of all."""
    count = size // 16
    x = points(count, count // 20)
    started = np.stack([np.full(16, 2.0), np.full(16, 8.0)])
    found = ag.dask(two_means)(x, started, 2).compute()
    assert np.allclose(found[0], 0.0, atol=1e-2)
    assert np.allclose(found[1], 10.0, atol=1e-2)


def run_power(size):
    """The largest eigenvalue is known."""
    n = int(size**0.5)
    at = da.arange(n, chunks=n // 8)
    a = da.where(at[:, None] == at[None, :], 2.0, 0.0) + 1.0 / n
    value, v = ag.dask(largest)(a, np.full(n, 1.0), 1e-9)
    assert np.isclose(value.compute(), 3.0)
    assert np.allclose(v.compute(), n**-0.5)


def run_logistic(size):
    """Few of the points give nearly the same."""
    count = size // 16
    x = points(count, count // 20) - 5.0
    y = da.where(x[:, 0] > 0, 1.0, -1.0)
    found = ag.dask(descended)(x, y, 2).compute()
    want = descended(*da.compute(x[:5000], y[:5000]), 2)
    assert np.allclose(found, want, rtol=0.02, atol=0.01)


if __name__ == "__main__":
    main()
