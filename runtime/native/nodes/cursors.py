"""Iterators that several loops, or calls of `next`, take items of.

A loop that goes through all of an iterator counts its own turns. Where others take
items as well, a local variable has the number of the next one. Kernels with marks know
no such iterators: what is left of a graph could not share them.
"""

from __future__ import annotations

from collections.abc import Iterator

from runtime.constructs.for_loop import FOR
from runtime.ir.nodes import Node, Region, Value
from runtime.native.assembly.registers import unpacked
from runtime.native.assembly.values import Cursor, NotNative
from runtime.native.nodes.instructions import ITERATORS, MARKED_ITERATORS
from runtime.native.nodes.protections import Protections
from runtime.native.objects.objects import fitting
from runtime.native.objects.turns import item_of, length_of, use_up
from runtime.types import NONE


class Cursors(Protections):
    """Writes iterators that are shared, and `next`."""

    def __init__(self, region: Region, trusts: bool, freedom: str) -> None:
        super().__init__(region, trusts, freedom)
        self._alone = set(_used_once(region))

    def made_iterator(self, node: Node) -> None:
        """Note that an operation has made an iterator."""
        (result,) = node.results
        alone = result.name in self._alone
        if self.w.marked:
            name = node.operation.name
            if name not in MARKED_ITERATORS and not (name == "iter" and alone):
                raise NotNative("an iterator that others go through as well")
        if self.w.marked or alone:
            self.iterators[result.name] = self.within
            return
        position = self.w.slot("i64")
        self.w.store("i64", "0", position)
        self.values[result.name] = Cursor(self.values[result.name], position)

    def next_item(self, node: Node) -> bool:
        """Write ``next(iterator)``, if it is a cursor; whether it is."""
        iterator, *default = node.args
        if not isinstance(iterator, Value):
            return False
        cursor = self.values.get(iterator.name)
        if not isinstance(cursor, Cursor) or node.kwargs:
            return False
        w = self.w
        of = node.results[0].type if node.results else NONE
        (slots,) = self.slots([of])
        turn = w.load("i64", cursor.position)
        some = w.put(f"icmp slt i64 {turn}, {length_of(w, cursor.items)}")
        there, none, end = map(w.label, ("there", "none", "taken"))
        w.branch(some, there, none)
        w.begin(there)
        w.store("i64", w.put(f"add nuw nsw i64 {turn}, 1"), cursor.position)
        item = item_of(w, cursor.items, turn)
        if node.results:
            self.store(fitting(w, item, of), slots)
        w.jump(end)
        w.begin(none)
        use_up(w, cursor)
        if not default:
            w.jump(self.w.handler(StopIteration))
        else:
            if node.results:
                self.store(fitting(w, self.argument(default[0]), of), slots)
            w.jump(end)
        w.begin(end)
        for result in node.results:
            codes = [w.load(kind, slot) for kind, slot in slots]
            self.values[result.name] = unpacked(of, codes)
        return True


def _used_once(region: Region) -> Iterator[str]:
    """Yield the names of the iterators that one operation uses up in their region."""
    homes: dict[str, Region] = {}
    places: dict[str, list[bool]] = {}

    def visit(region: Region) -> None:
        for node in region.nodes:
            for value in node.operands():
                if value.name in homes:
                    used_up = node.operation is FOR or node.operation.name in ITERATORS
                    here = used_up and homes[value.name] is region
                    places[value.name].append(here)
            if node.operation.name in ITERATORS:
                for result in node.results:
                    homes[result.name] = region
                    places[result.name] = []
            for inner in node.regions:
                visit(inner)
        for name in Region((), (), region.yields).outer:
            if name in homes:
                places[name].append(False)

    visit(region)
    yield from (name for name, here in places.items() if here == [True])
