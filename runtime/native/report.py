"""What of a graph is machine code, as text."""

from __future__ import annotations

from runtime.execute import Executable
from runtime.native.executable import AutoExecutable, NativeExecutable


def native_report(executable: Executable) -> str:
    """Return what runs as machine code, and why the rest does not.

    Parameters
    ----------
    executable : Executable
        The executable of a graph.
    """
    if isinstance(executable, AutoExecutable):
        if executable.native is None:
            return "the plan, as long as it does not take long\n"
        executable = executable.native
    if not isinstance(executable, NativeExecutable):
        return "the plan\n"
    lines = [
        f"{native.name}, {native.region.span.short if native.region.span else '?'}: "
        f"{native.state}, {native.calls} calls, {native.faults} faults, "
        f"compiled in {native.seconds * 1e3:.0f} ms"
        for native in executable.natives
    ]
    seen: dict[str, None] = {}
    for blocker in executable.carved.blockers:
        place = blocker.span.short if blocker.span else "?"
        seen[f"not native, {place}: {blocker.reason}"] = None
    return "\n".join([*lines, *seen]) + "\n" if lines or seen else "the plan\n"
