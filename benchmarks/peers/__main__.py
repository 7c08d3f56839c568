"""Run all workloads beside the peers: ``python -m benchmarks.peers [--quick]``.

One processor, one thread each. Results are checked before they are timed, and all that
do the same work take turns.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

PEERS = ("Numba", "JAX", "PyTorch", "TensorFlow", "numexpr")
"""What ours is compared with, if it is installed."""
_ONE_THREAD = (
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
    *("NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS"),
)
_QUIET = {"TF_CPP_MIN_LOG_LEVEL": "2", "TF_ENABLE_ONEDNN_OPTS": "0"}
"""Without these TensorFlow logs at its import; oneDNN has nothing for 64 bits."""
_OF_OTHERS = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""By these OpenBLAS takes its kernels for another processor, and NumPy's are slower."""


def main() -> None:
    """Measure, print the table as it grows, and write what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks --peers")
    parser.add_argument("--quick", action="store_true", help="fewer, shorter rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures here")
    parser.add_argument(
        "--docs", action="store_true", help="write table and chart into docs/"
    )
    parser.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="workloads whose name contains TEXT; costs: imports, first calls, memory",
    )
    options = parser.parse_args()
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    os.environ.update(_QUIET)
    for name in _OF_OTHERS:
        os.environ.pop(name, None)  # NumPy is not imported yet: it reads them once
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    from benchmarks.peers import comparison, costs  # after these are set

    found = comparison.compared(PEERS, options.quick, options.only)
    if options.only in "costs":
        packages = comparison.PACKAGES
        present = {name: packages[name] for name in PEERS if found["versions"][name]}
        found["costs"] = costs.measured(present, 1 if options.quick else 5)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.docs:
        from benchmarks.peers import page

        page.write(found)


if __name__ == "__main__":
    main()
