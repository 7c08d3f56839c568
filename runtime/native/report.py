"""What of a graph is machine code, as text."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.execute import Executable
from runtime.native.executable import AutoExecutable, NativeExecutable
from runtime.native.regions import Blocker


def native_report(executable: Executable) -> str:
    """Return what runs as machine code, and why the rest does not.

    Parameters
    ----------
    executable : Executable
        The executable of a graph.
    """
    if isinstance(executable, AutoExecutable):
        if executable.native is None:
            return _blocked(executable.blockers) or "the plan, until it takes long\n"
        executable = executable.native
    if not isinstance(executable, NativeExecutable):
        return "the plan\n"
    lines = [
        f"{native.name}, {native.region.span.short if native.region.span else '?'}: "
        f"{native.state}, {native.calls} calls, {native.faults} faults, "
        f"compiled in {native.seconds * 1e3:.0f} ms"
        for native in executable.natives
    ]
    text = "".join(f"{line}\n" for line in lines) + _blocked(executable.carved.blockers)
    return text or "the plan\n"


def _blocked(blockers: Sequence[Blocker]) -> str:
    """Return what keeps loops in Python, each reason at a line once."""
    seen = dict.fromkeys(
        f"not native, {each.span.short if each.span else '?'}: {each.reason}\n"
        for each in blockers
    )
    return "".join(seen)
