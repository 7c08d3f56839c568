"""What of a graph is machine code, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.automatic import AutoExecutable
from runtime.execute import Executable
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node
from runtime.native.assembly.settings import EXACT
from runtime.native.executable import NativeExecutable
from runtime.native.nodes.called_operations import Called
from runtime.native.regions import NativeRegion, carve
from runtime.plan.positions import chain
from runtime.regions.carving import LOOPS, READS, WRITES, Blocker


def native_report(executable: Executable) -> str:
    """Return what runs as machine code, and why the rest does not.

    Parameters
    ----------
    executable : Executable
        The executable of a graph.
    """
    if isinstance(executable, AutoExecutable):
        if executable.faster is None:
            return _blocked(executable.blockers) or "the plan, until it takes long\n"
        executable = executable.faster
    if not isinstance(executable, NativeExecutable):
        return "the plan\n"
    lines = [
        f"{native.name}, {native.region.span.short if native.region.span else '?'}: "
        f"{native.state}, {native.calls} calls, {native.faults} faults, "
        f"compiled in {native.seconds * 1e3:.0f} ms{_asked(executable)}"
        f"{_called(native.region)}"
        for native in executable.natives
    ]
    text = "".join(f"{line}\n" for line in lines) + _blocked(executable.carved.blockers)
    return text or "the plan\n"


def _asked(executable: NativeExecutable) -> str:
    """Return what the user asked for beside the same answers."""
    settings = executable.settings
    relaxed = ", relaxed: other last bits" if settings.relaxed else ""
    return relaxed + (f", {settings.threads} threads" if settings.threads > 1 else "")


def _called(region: NativeRegion) -> str:
    """Return what a region calls, and cannot undo."""
    nodes = [effect.graph.region.nodes[-1] for effect in region.module.effects]
    told = [
        f"{node.operation.name}{f' in line {node.span.line}' if node.span else ''}"
        for node in nodes
    ]
    return f"; calls {', '.join(dict.fromkeys(told))}" if told else ""


Place = tuple[str, int]
"""A file and a line of the user's source."""


@dataclass(frozen=True)
class NativePart:
    """A part of a graph that can be machine code.

    Attributes
    ----------
    place : tuple
        The file and line where it begins.
    places : frozenset of tuple
        All of its files and lines.
    text : str
        It in LLVM's assembly language.
    """

    place: Place
    places: frozenset[Place]
    text: str


@dataclass(frozen=True)
class NativeParts:
    """What of a graph can be machine code.

    Attributes
    ----------
    loops : dict
        What keeps each loop in Python, by its file and line; empty for loops that can
        be machine code.
    parts : list of NativePart
        The parts that can be machine code.
    blocked : dict
        What keeps a line in Python, by its file and line.
    outside : set of tuple
        The files and lines of what stays in Python.
    called : set of tuple
        The files and lines of operations that machine code leaves to NumPy, and the
        names of these.
    """

    loops: dict[Place, str] = field(default_factory=dict)
    parts: list[NativePart] = field(default_factory=list)
    blocked: dict[Place, str] = field(default_factory=dict)
    outside: set[Place] = field(default_factory=set)
    called: set[tuple[Place, str]] = field(default_factory=set)


def parts_of(graph: Graph) -> NativeParts:
    """Return what of a graph can be machine code."""

    def stand(region: NativeRegion) -> Callable[..., Any]:
        return as_it_is

    carved = carve(graph, stand, EXACT)
    found = NativeParts()
    for each in carved.blockers:
        if each.span is not None:
            found.blocked[each.span.file, each.span.line] = each.reason
        if each.loop is not None:
            line = each.span.line if each.span else each.loop.line
            found.loops[each.loop.file, each.loop.line] = (
                f"{each.reason} in line {line}"
            )
    for region in carved.regions:
        places: set[Place] = set()
        for node in region.graph.nodes():
            if node.span is None:
                continue
            if node.operation in LOOPS:
                found.loops[node.span.file, node.span.line] = ""
            places |= _places(node)
        found.called.update(_left_to_numpy(region))
        if region.span is not None:
            first = region.span.file, region.span.line
            text = region.module.text
            found.parts.append(NativePart(first, frozenset(places), text))
    for node in carved.graph.nodes():
        if node.operation not in (READS, WRITES):
            found.outside.update(_places(node))
    return found


def _left_to_numpy(region: NativeRegion) -> Iterator[tuple[Place, str]]:
    """Yield the places and names of the operations that machine code calls."""
    for each in region.module.keeps:
        if isinstance(each, Called):
            for place in _places(each.node):
                yield place, each.node.operation.name


def _places(node: Node) -> set[Place]:
    """Return the files and lines of a node, and of the calls around it."""
    spans = [] if node.span is None else chain(node.span)
    return {(span.file, span.line) for span in spans}


def as_it_is(*inputs: Any) -> Any:
    """Stand for a region in a graph that is looked at, and never runs."""
    raise AssertionError


def _blocked(blockers: Sequence[Blocker]) -> str:
    """Return what keeps loops in Python, each reason at a line once."""
    seen = dict.fromkeys(
        f"not native{f', {each.span.short}' if each.span else ''}: {each.reason}\n"
        for each in blockers
    )
    return "".join(seen)
