"""Heat until convergence over Dask arrays: `ag.dask` and the same program by hand.

Run ``python -m benchmarks.heat_over_blocks --gigabytes 1``.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import autograph as ag


def heat(u: Any, tolerance: float) -> Any:
    """Return the temperatures of a plate once they change little, and the turns."""
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


def by_hand(u: Any, tolerance: float) -> Any:
    """Return the same, written in Dask."""
    import dask
    from distributed import wait

    def step(block: Any, block_info: Any = None) -> Any:
        new = block.copy()
        new[1:-1, 1:-1] = 0.25 * (
            block[2:, 1:-1] + block[:-2, 1:-1] + block[1:-1, 2:] + block[1:-1, :-2]
        )
        # The border of the plate stays.
        rows, columns = block_info[0]["chunk-location"]
        counts = block_info[0]["num-chunks"]
        if rows == 0:
            new[1, :] = block[1, :]
        if rows == counts[0] - 1:
            new[-2, :] = block[-2, :]
        if columns == 0:
            new[:, 1] = block[:, 1]
        if columns == counts[1] - 1:
            new[:, -2] = block[:, -2]
        return new

    u = u.persist()
    change, turns = np.inf, 0
    while change > tolerance:
        new = u.map_overlap(step, depth=1, boundary=0.0, dtype=u.dtype)
        worst = abs(new - u).max()
        before, (u, worst) = u, dask.persist(new, worst)
        change = worst.compute()
        wait(u)
        del before, new
        turns += 1
    return u, turns


def plate(side: int, block: int) -> Any:
    """Return a plate with one hot edge, made in the workers."""
    import dask.array as da

    ones = da.ones((block, side), chunks=(block, block))
    rest = da.zeros((side - block, side), chunks=(block, block))
    return da.concatenate([ones, rest])


def main() -> None:
    """Time both."""
    from distributed import Client, LocalCluster

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=0.25)
    parser.add_argument("--block", type=int, default=2048)
    parser.add_argument("--tolerance", type=float, default=0.02)
    parser.add_argument("--repeat", type=int, default=1)
    options = parser.parse_args()
    side = int((options.gigabytes * 2**30 / 8) ** 0.5) // options.block * options.block
    side = max(side, options.block)
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
        ) as cluster,
        Client(cluster),
    ):
        for _ in range(options.repeat):
            for name, run in (("by hand", by_hand), ("ag.dask", ag.dask(heat))):
                began = time.perf_counter()
                u, turns = run(plate(side, options.block), options.tolerance)
                total = float(u.sum().compute())
                took = time.perf_counter() - began
                print(f"{name}: {took:.2f} s, {turns} turns, {side}x{side}, {total!r}")
                del u


if __name__ == "__main__":
    main()
