"""Derivatives of a part of a graph that are asked for several times, in loops as well.

Either what the way back needs is kept, or the part runs again, without its effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runtime.building import Builder, Names
from runtime.derivatives.forward import Forward
from runtime.derivatives.given_rules import items, refuse_changes
from runtime.derivatives.gradients import copies, part_ways
from runtime.derivatives.protected_again import without_effects
from runtime.derivatives.reverse import Reverse
from runtime.derivatives.within_graphs import Derived, Part, derived_of, sources_now
from runtime.ir.graph import Graph
from runtime.ir.naming import mapped
from runtime.ir.nodes import Display, Region, Value, argument_type
from runtime.passes.finish import finished
from runtime.passes.functional.functional_cells import is_read
from runtime.passes.functional.functional_values import split_stores
from runtime.types import Array


@dataclass(frozen=True)
class Pulled:
    """What replaces nodes of a graph, and the way back through them.

    Parameters
    ----------
    there : Derived
        The nodes; what it has found is what the way back needs.
    back : Graph
        Takes that and the cotangents of the targets; returns a tuple of those of what
        is reached.
    reached : list of bool
        Whether the targets vary with each source.
    """

    there: Derived
    back: Graph
    reached: list[bool]


def pulled_part(known: Part, sources: Sequence[Value]) -> Pulled:
    """Return what replaces a part, and the way back for cotangents that come later.

    Parameters
    ----------
    known, sources
        As those of `reversed_part`.
    """
    now = sources_now(known, sources)
    values = {each.name: each for each in now if isinstance(each, Value)}
    reverse = Reverse(known.form, list(values.values()))
    seeds = []
    for target in known.targets:
        if isinstance(target, Value) and reverse.varies(target):
            reverse.check(target, None, "")
        of = reverse.carried(argument_type(target))
        seeds.append((target, Value(reverse.of.names.new("given"), of)))
    parted = part_ways(known.form, reverse, seeds)
    told = parted.backward.result
    assert told is not None
    reached = {
        name: g
        for name, g, each in zip(values, items(told), parted.connected, strict=True)
        if each
    }
    names = [v.name if isinstance(v, Value) else "" for v in now]
    yields = tuple(reached[name] for name in names if name in reached)
    region = replace(parted.backward.region, yields=(Display("tuple", yields),))
    return Pulled(
        derived_of(known, parted.nodes, parted.kept),
        replace(parted.backward, region=region),
        [name in reached for name in names],
    )


@dataclass(frozen=True)
class Repeated:
    """What replaces nodes of a graph, and graphs that run them again, for derivatives.

    Parameters
    ----------
    there : Derived
        The nodes; what it has found is what they took.
    part : Part
        The part.
    """

    there: Derived
    part: Part

    def along(self, source: Value) -> Graph:
        """Return a graph of the derivatives of the targets by one source.

        It takes what the nodes took, and the tangent of the source.
        """
        form = self.part.form
        names = Names(form)
        tangent = Value(names.new(f"d_{source.base}"), source.type)
        forward = Forward(form, {source.name: tangent}, names)
        forward.run(split_stores(form)[0])
        found = Display("tuple", tuple(map(forward.tangent, self.part.targets)))
        region = Region(
            (*form.inputs, tangent),
            tuple(without_effects(forward.of.nodes)),
            (found,),
        )
        return finished(Graph(f"derivative_of_{form.name}", region))

    def back(self, target: int, sources: Sequence[Value]) -> Graph:
        """Return a graph of the gradients of one target.

        It takes what the nodes took, and the cotangent of the target.
        """
        form = self.part.form
        told = Display("tuple", (self.part.targets[target],))
        nodes, _ = split_stores(form)
        region = replace(form.region, nodes=nodes, yields=(told,))
        reverse = Reverse(replace(form, region=region), sources)
        of = reverse.carried(argument_type(told.items[0]))
        given = Value(reverse.of.names.new("given"), of)
        body = reverse.backward(replace(form, region=region), sources, [given])
        return finished(Graph(f"back_from_{form.name}", body))


def repeated_part(known: Part, sources: Sequence[Value]) -> Repeated:
    """Return what replaces a part, and what runs it again for derivatives.

    Parameters
    ----------
    known, sources
        As those of `reversed_part`.
    """
    sources_now(known, sources)
    nodes, stored = split_stores(known.form)
    refuse_changes(known.form, nodes)
    inputs = known.form.inputs
    arrays = [v for v in inputs if stored and isinstance(v.type, Array)]
    own, copied = copies(Builder(Names(known.form)), arrays, "array_copy", "K")
    # What Variables held before the nodes assigned to them.
    stored_in = [each.args[0] for each in stored]
    reads = [node for node in nodes if is_read(node) and node.args[0] in stored_in]
    held = [result for node in reads for result in node.results]
    kept = [*(mapped(value, own) for value in inputs), *held]
    there = derived_of(known, (*copied, *nodes, *stored), kept)
    again = tuple(node for node in known.form.region.nodes if node not in reads)
    region = replace(known.form.region, parameters=(*inputs, *held), nodes=again)
    return Repeated(there, replace(known, form=replace(known.form, region=region)))
