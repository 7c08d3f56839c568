"""The functional form of what is exported: what it changes, it gives as results."""

from __future__ import annotations

from dataclasses import replace

from runtime.constructs import WITH, Construct, Settled
from runtime.constructs.protected import Protected
from runtime.errors import NotFunctional
from runtime.exporting.captured_state import check_captures
from runtime.exporting.refusing import refusal
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Value
from runtime.passes import optimize, turnless
from runtime.passes.functional import functionalize
from runtime.passes.rewrite import Rewriter
from runtime.saving.saved import Saved

CHECKS = ("check_apart", "check_packed")
QUIET = (Constant("ignore"), Constant("warn"))
"""Settings of `np.errstate` that do not change what is computed."""


def functional(saved: Saved) -> tuple[Graph, list[str]]:
    """Return the graph in functional form, and the arguments that it would change.

    Raises
    ------
    NotExportable
        If it has none, or changes what it captures.
    """
    graph = saved.graph if saved.strict else optimize(saved.graph)
    check_captures(saved, graph)
    try:
        graph = functionalize.run(graph)
    except NotFunctional as error:
        raise refusal(
            graph, error.message, span=error.span, hint=error.hint or ""
        ) from None
    graph = _WithoutSettings(graph).graph(graph)
    for node in graph.nodes():
        if isinstance(node.operation, Protected):
            word = node.operation.name.partition("_")[0]
            raise refusal(graph, f"a block of `{word}` runs in Python", span=node.span)
    turning = turnless.run(graph)
    return with_changes_as_results(graph if turning is graph else optimize(turning))


class _WithoutSettings(Rewriter):
    """Leaves out tests of integers, and settings that only say what is warned of."""

    def __init__(self, graph: Graph) -> None:
        super().__init__()
        self._quiet = {
            node.results[0].name
            for node in graph.nodes()
            if node.operation.name == "errstate"
            and all(each in QUIET for _, each in node.kwargs)
        }

    def call(self, node: Node) -> Node | None:
        if node.operation.name == "of_64_bits":  # all integers are, where it goes
            self.replace(node.results, node.args)
            return None
        gone = any(result.name in self._quiet for result in node.results)
        return None if gone else node

    def enter(self, node: Node, construct: Construct) -> Node | Settled:
        manager = node.args[0] if node.args else None
        if construct is not WITH or getattr(manager, "name", "") not in self._quiet:
            return node
        (body,) = node.regions
        if body.yields is not None:
            self.replace(node.results, body.yields)
        return Settled(body.nodes, body.yields)


def with_changes_as_results(graph: Graph) -> tuple[Graph, list[str]]:
    """Return a graph that gives what it would write into its arguments.

    Parameters
    ----------
    graph : Graph
        A graph in functional form, which writes at its end.
    """
    region = graph.region
    written = [node for node in region.nodes if node.operation.name == "copyto"]
    inputs = {each.name for each in graph.inputs}
    changes: dict[str, Argument] = {}
    for node in written:
        target = node.args[0]
        if isinstance(target, Value) and target.name in inputs:
            changes[target.name] = node.args[1]
    kept = tuple(
        node
        for node in region.nodes
        if node.operation.name not in CHECKS
        and not (node in written and getattr(node.args[0], "name", "") in changes)
    )
    if region.yields is None:
        raise refusal(graph, "it always raises")
    yields = region.yields
    if changes:
        (result,) = yields
        none = isinstance(result, Constant) and result.value is None
        given = (*(() if none else (result,)), *changes.values())
        yields = (given[0] if len(given) == 1 else Display("tuple", given),)
    changed = [name.partition(".")[0] for name in changes]
    return replace(graph, region=replace(region, nodes=kept, yields=yields)), changed
