"""The workloads in Numba: the plain functions under ``@njit``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba

from benchmarks.peers.workloads import Workload


def prepared(workload: Workload) -> Callable[[], Any] | None:
    """Return a call of a workload."""
    function = numba.njit(workload.function)
    return partial(function, *workload.arguments)
