"""The executors: what makes a graph callable, by name."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.errors import GraphError
from runtime.execute import Executable, compile_graph
from runtime.heap import keep_freed_memory
from runtime.ir.graph import Graph
from runtime.passes import unmark
from runtime.phases import phase
from runtime.types import Array

if TYPE_CHECKING:
    from runtime.automatic import Faster
    from runtime.native.report import NativeParts as NativeParts


def executable(
    graph: Graph,
    home: MutableMapping[str, Any] | None,
    executor: Literal["auto", "plan", "native"],
    strict: bool = False,
    threads: int = 1,
    relaxed: bool = False,
) -> Executable:
    """Make a graph callable.

    Parameters
    ----------
    graph : Graph
        Any legal graph.
    home : mapping or None
        The globals of the user's function.
    executor : {'auto', 'plan', 'native'}
        'plan' runs Python source, 'native' machine code where it can, and 'auto'
        machine code where it pays.
    strict : bool
        Whether each operation has to run, and to warn, also if nobody reads its result.
        Only the plan does so.
    threads : int
        How many threads of machine code compute the elements of large arrays.
    relaxed : bool
        Whether machine code may give other last bits than NumPy.

    Raises
    ------
    GraphError
        If machine code is asked for, and there is none here.
    """
    keep_freed_memory()
    with phase("compile", graph.name):
        graph = unmark.run(graph)
        return _executable(graph, home, executor, strict, threads, relaxed)


def _executable(
    graph: Graph,
    home: MutableMapping[str, Any] | None,
    executor: Literal["auto", "plan", "native"],
    strict: bool,
    threads: int,
    relaxed: bool,
) -> Executable:
    if strict and executor == "native":
        raise GraphError(
            "machine code leaves out operations whose results nobody reads",
            hint="leave out strict=True or executor='native'",
        )
    if executor == "native":
        from runtime.native.assembly.settings import Settings
        from runtime.native.executable import NativeExecutable
        from runtime.native.loading.library import why_not

        reason = why_not()
        if reason is None:
            return NativeExecutable(graph, home, Settings(threads, relaxed))
        raise GraphError(
            f"there is no machine code here: {reason}",
            hint="install it by pip install 'numpy-autograph[native]', or leave out "
            "executor='native'",
        )
    plan = compile_graph(graph, home=home)
    if executor == "plan" or strict or not _may_pay(graph):
        return plan
    from runtime.automatic import MANY, AutoExecutable, turns

    def make() -> Faster | None:
        if why_not_native() is None:
            from runtime.native.assembly.settings import Settings
            from runtime.native.executable import NativeExecutable

            settings = Settings(threads, relaxed)
            return NativeExecutable(graph, home, settings, at_once=False)
        from runtime.unboxed.unboxed_executable import UnboxedExecutable

        return UnboxedExecutable(graph, home)

    return AutoExecutable(plan, make, at_once=turns(graph.region) >= MANY)


def why_not_native() -> str | None:
    """Return why there is no machine code here; None if there is."""
    if not _INSTALLED:
        return "llvmlite is not installed"
    from runtime.native.loading.library import why_not

    return why_not()


def native_report(executable: Executable) -> str:
    """Return what of a graph runs as machine code, and why the rest does not."""
    from runtime.native import report

    return report.native_report(executable)


def native_parts(graph: Graph) -> NativeParts | None:
    """Return what of a graph can be machine code; None if there is none here."""
    from runtime.native import report

    return report.parts_of(unmark.run(graph)) if why_not_native() is None else None


def _may_pay(graph: Graph) -> bool:
    """Whether a graph has loops, or several operations that make arrays."""
    arrays = 0
    for node in graph.nodes():
        if node.operation in (FOR, WHILE):
            return True
        arrays += any(isinstance(each.type, Array) for each in node.results)
    return arrays > 1


_INSTALLED = find_spec("llvmlite") is not None
"""Whether LLVM may be there: that it works is asked when it is first needed."""
