"""What of a graph is machine code, as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.execute import Executable
from runtime.ir.graph import Graph
from runtime.native.executable import AutoExecutable, NativeExecutable
from runtime.native.regions import LOOPS, Blocker, NativeRegion, carve


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


def loops_of(graph: Graph) -> dict[tuple[str, int], str]:
    """Return what becomes of the loops of a graph, by their files and lines.

    It is empty for those that can be machine code; for others it is what keeps them in
    Python.
    """

    def stand(region: NativeRegion) -> Callable[..., Any]:
        return as_it_is

    carved = carve(graph, stand)
    found: dict[tuple[str, int], str] = {}
    for each in carved.blockers:
        if each.loop is not None:
            line = each.span.line if each.span else each.loop.line
            found[each.loop.file, each.loop.line] = f"{each.reason} in line {line}"
    for region in carved.regions:
        for node in region.graph.nodes():
            if node.operation in LOOPS and node.span is not None:
                found[node.span.file, node.span.line] = ""
    return found


def as_it_is(*inputs: Any) -> Any:
    """Stand for a region in a graph that is looked at, and never runs."""
    raise AssertionError


def _blocked(blockers: Sequence[Blocker]) -> str:
    """Return what keeps loops in Python, each reason at a line once."""
    seen = dict.fromkeys(
        f"not native, {each.span.short if each.span else '?'}: {each.reason}\n"
        for each in blockers
    )
    return "".join(seen)
