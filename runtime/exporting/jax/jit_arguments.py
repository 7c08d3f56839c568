"""Which arguments `jax.jit` has to be given beforehand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from runtime.exporting.jax.jax_operands import is_data
from runtime.exporting.refusing import refusal
from runtime.ir.graph import Graph
from runtime.saving.patterns import Known, OfType, Pattern, Place, places, spelled
from runtime.saving.saved import Saved
from runtime.saving.signature import KINDS
from runtime.types import Container, List, members


@dataclass(frozen=True)
class JitArguments:
    """What `jax.jit` is told of arguments.

    Parameters
    ----------
    static : list of str
        The parameters that have to be static.
    places : list of int
        The positions of such arguments that have no parameter of their own.
    bound : list of str
        The parameters that hold such values, and are given before.
    """

    static: list[str]
    places: list[int]
    bound: list[str]

    def call(self, name: str) -> str:
        """Return the call of `jax.jit` for a function; nothing if it needs none."""
        if not (self.static or self.places or self.bound):
            return ""
        texts = [f"{each}=..." for each in self.bound]
        whole = f"partial({', '.join([name, *texts])})" if texts else name
        names = ", ".join(f'"{each}"' for each in self.static)
        more = f", static_argnames=[{names}]" if self.static else ""
        more += f", static_argnums={self.places}" if self.places else ""
        return f"jax.jit({whole}{more})"


def jit_arguments(saved: Saved, graph: Graph, static: Collection[str]) -> JitArguments:
    """Return what has to be known while JAX traces.

    Parameters
    ----------
    saved : Saved
        The graph, and where its inputs come from.
    graph : Graph
        The graph as it is written.
    static : collection of str
        The inputs that shapes depend on.
    """
    asked = {*_asked(saved, graph, static)}
    patterns = saved.signature.patterns
    odd = {name for name, each in patterns.items() if not _is_hashable(each)}
    parameters = saved.signature.parameters
    kinds = {each.name: KINDS[each.kind] for each in parameters}
    several = [name for name, kind in kinds.items() if kind is kind.VAR_POSITIONAL]
    known = [each.name for each in parameters if (each.name,) in asked]
    before = len([kind for kind in kinds.values() if kind < kind.VAR_POSITIONAL])
    numbers = [
        before + place[1]
        for place in asked
        if place[0] in several and len(place) == 2 and isinstance(place[1], int)
    ]
    within = {place[0] for place in asked if len(place) > 1 or place[0] in odd}
    holding = [each.name for each in parameters if each.name in within]
    return JitArguments(
        [name for name in known if name not in odd],
        sorted(numbers),
        [name for name in holding if name not in several],
    )


def _asked(saved: Saved, graph: Graph, static: Collection[str]) -> Iterator[Place]:
    for value, source in zip(graph.inputs, saved.sources, strict=True):
        if value.name in static and type(source) is tuple:
            yield source
    for name, pattern in saved.signature.patterns.items():
        for place, each in places(pattern, (name,)):
            text = isinstance(each, OfType) and not is_data(each.type)
            if isinstance(each, Known) or text:
                yield place


def _is_hashable(pattern: Pattern) -> bool:
    """Whether a value of a pattern has a hash, as static arguments need."""
    if isinstance(pattern, OfType):
        kinds = members(pattern.type)
        return not any(isinstance(each, (List, Container)) for each in kinds)
    if not isinstance(pattern, Known):
        return True
    try:
        hash(pattern.value)
    except TypeError:
        return False
    return True


def check_apart(saved: Saved, graph: Graph) -> None:
    """Check that no argument has to be the same object as another one.

    Raises
    ------
    NotExportable
        If one has to be: `jax.jit` gives two.
    """
    for relation in saved.signature.relations:
        if relation.same:
            told = f"{spelled(relation.left)} and {spelled(relation.right)}"
            why = f"{told} are one object, and jax.jit gives two"
            hint = "pass it once; or export with jit=False"
            raise refusal(graph, why, hint=hint)
