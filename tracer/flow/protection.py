"""Protected regions: bodies that an exception may leave anywhere.

The handlers of such a body, or the code after it, may read storage that the body has
written so far. Such storage is kept at run time in a list of one item, its *cell*,
which is set wherever the body writes the storage. A body in another one uses its cell:
else each write would set as many as there are bodies around it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import CellType
from typing import Any

from runtime.ir.nodes import Constant, Display
from runtime.ops import OPS
from runtime.types import NEVER, List, Type, join
from tracer.flow.merging import note_copies
from tracer.flow.settling import Settling, site_of
from tracer.flow.shared_storage import SharedStorage
from tracer.flow.structure import value_type
from tracer.record.builder import OpenRegion
from tracer.record.places import Place, Unknown
from tracer.record.slots import Slot, carry_slot, learn_slots
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class Around:
    """The cells of the bodies that are being recorded, the inner ones last."""

    def __init__(self, trace: Trace) -> None:
        self.cells: list[Cells] = []


class Cells:
    """The cells of the storage that a protected body writes, in one try of it.

    Parameters
    ----------
    trace : Trace
        The running trace.
    slots : list of Slot
        The storage known so far; grows from try to try.
    types : dict
        The types of the cells' contents, by the position of the slot; grows.
    before : collection of Slot
        The storage that was known before the first try.
    """

    def __init__(
        self,
        trace: Trace,
        slots: list[Slot],
        types: dict[int, Type],
        before: Collection[Slot],
    ) -> None:
        self._trace = trace
        self._slots = slots
        self._before = before
        self._types = types
        self._shared: set[int] = set()
        self._cells = [self._new(position) for position in range(len(slots))]
        self._widened = False

    def _new(self, position: int) -> Symbol:
        trace, slot = self._trace, self._slots[position]
        value = slot.read()
        note_copies(self._trace, value)
        of = value_type(trace, value)
        self._types[position] = of = join(self._types.get(position, of), of)
        for around in reversed(trace.part(Around).cells):
            found = around._cell_of(slot, of)
            if found is not None:
                self._shared.add(position)
                return found
        content = Display("list", (trace.lift(value),))
        made = trace.record(OPS["list_new"], (content,), of=List(of), base=slot.name)
        assert type(made) is Symbol
        return made

    def _cell_of(self, slot: Slot, of: Type) -> Symbol | None:
        """Return the cell of some storage, if its contents are of this type exactly."""
        for position, cell in enumerate(self._cells):
            if self._slots[position] == slot and self._types[position] == of:
                return cell
        return None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Set the cells wherever the user's code writes the storage."""
        watches, around = self._trace.builder.watches, self._trace.part(Around).cells
        before = len(watches)
        watches.append(self._set)
        around.append(self)
        try:
            yield
        finally:
            del watches[before:]  # an interrupted trace has none any more
            around.pop()

    def _set(self, slot: Slot, value: Any) -> None:
        if slot not in self._slots:
            return
        position = self._slots.index(slot)
        if position >= len(self._cells):
            return
        of, now = self._types[position], value_type(self._trace, value)
        if join(of, now) != of:
            self._types[position] = join(of, now)
            self._widened = True
            return
        if position in self._shared:
            return
        note_copies(self._trace, value)
        self._trace.emit("setitem", self._cells[position], 0, value)

    def restore(self) -> None:
        """Set the storage to the contents of the cells."""
        trace = self._trace
        with trace.part(
            SharedStorage
        ).resting():  # they know better than what is put back here
            for slot, cell in zip(self._slots, self._cells, strict=False):
                of = self._types[self._slots.index(slot)]
                arguments = (trace.lift(cell), Constant(0))
                value = trace.record(OPS["getitem"], arguments, of=of, base=slot.name)
                carry_slot(trace.builder, slot, value)
        for read_again in trace.hooks.rebound:
            read_again()

    def learn(self, regions: list[OpenRegion]) -> bool:
        """Record what the regions write; return whether another try is needed."""
        learnt = learn_slots(self._slots, [], regions, self._before)
        return learnt or self._widened


class Written:
    """The storage that protected bodies were seen to write, by their place.

    What is around such a body may be tried again, and begins with what was learnt.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[Hashable, list[tuple[Slot, Type]]] = {}

    def at(self, site: Hashable, code: Iterable[Any]) -> list[tuple[Slot, Type]]:
        """Return the storage known at a place that is there in this try as well.

        It is a variable of one of the functions of the construct, or no variable and
        made outside of all that may be tried again. What a branch has made and lost is
        out of reach.
        """
        closures = [getattr(each, "__closure__", None) or () for each in code]
        cells = {id(cell) for closure in closures for cell in closure}
        lasting = self._trace.builder.regions[0].born
        return [
            (slot, of)
            for slot, of in self._known.get(site, ())
            if id(slot.holder) in cells
            or (id(slot.holder) in lasting and type(slot.holder) is not CellType)
            if not _is_lost(slot)
        ]

    def learn(self, site: Hashable, types: Mapping[Slot, Type]) -> None:
        """Record what was learnt at a place: storage, and the types of its contents."""
        self._known[site] = [*types.items()]


def _is_lost(slot: Slot) -> bool:
    """Whether the content of storage was made in a region that has ended."""
    content = slot.read()
    return type(content) is Symbol and not content._ag_region.open


def attempts(trace: Trace, *code: Any, own: tuple[Slot, ...] = ()) -> Iterator[Cells]:
    """Yield cells for one try after another; each undoes the one before.

    Parameters
    ----------
    trace : Trace
        The running trace.
    *code
        The functions that the construct runs, its body first.
    own : tuple of Slot
        Storage of the construct itself, made each time that it is met.
    """
    site = site_of(trace, code[0])
    known = trace.part(Written).at(site, code)
    before = [*(slot for slot, _ in known), *own]
    slots = before[:]
    types = {position: of for position, (_, of) in enumerate(known)}
    for _ in Settling(trace, "statement").tries():
        yield Cells(trace, slots, types, before)
        trace.part(Written).learn(
            site,
            {
                slot: types.get(position, NEVER)
                for position, slot in enumerate(slots)
                if slot not in own
            },
        )


def forget_stored(trace: Trace, region: OpenRegion, protected: OpenRegion) -> None:
    """Record that the places to which a body stores may have changed."""
    for place, of in protected.stored.items():
        if isinstance(place, Place):
            region.known[place] = Unknown(join(trace.knowledge.type_at(place), of))
        else:
            region.known[place] = True
