"""The state of a loop of the graph: what its regions take, and what they leave."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from runtime.ir.nodes import Argument, Value
from runtime.types import ANY, Type, join
from tracer.flow.known_classes import KnownClass, KnownClasses, is_nothing
from tracer.flow.merging import lost, note_copies
from tracer.flow.structure import held_as_one, is_structure, rebuild, value_type
from tracer.record.builder import OpenRegion
from tracer.record.places import MARKS, NOT_MET, Place, Unknown
from tracer.record.slots import Slot, carry_slot, learn_slots
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class LoopState:
    """The state of a loop being traced: which leaves are parameters, which constants.

    Parameters
    ----------
    trace : Trace
        The running trace.
    facts : dict
        The types that leaves were widened to, by path; grows.
    classes : dict
        What is known of the classes of leaves, by path: None where turns leave other
        ones than they begin with; grows.
    """

    def __init__(
        self,
        trace: Trace,
        facts: dict[Any, Type],
        classes: dict[Any, KnownClass | None],
    ) -> None:
        self._trace = trace
        self._facts = facts
        self._classes = classes
        self._unset: set[Any] = set()
        self.initial: list[Argument] = []
        self.parameters: list[Value] = []
        self.results: list[Value] = []
        self.yields: list[Argument] = []
        self.widened = False

    def enter(self, value: Any, path: Any, name: str) -> tuple[Any, Any]:
        """Return the value as the body sees it, and as the code after the loop does."""
        trace = self._trace
        fact = self._facts.get(path)
        if fact is None and is_structure(value):
            pairs = [
                self.enter(item, (*path, position), name)
                for position, item in enumerate(value)
            ]
            inner = rebuild(value, [pair[0] for pair in pairs])
            return inner, rebuild(value, [pair[1] for pair in pairs])
        if fact is None and type(value) is not Symbol:
            return value, value
        note_copies(trace, value)
        way = f"if the loop in line {trace.stack.span().line} makes no iteration"
        initial = trace.lift(lost(value, way))
        of = value_type(trace, value)
        of = of if fact is None else join(of, fact)
        if fact is not None:
            self._facts[path] = of
        result = trace.builder.value(name, of)
        parameter = trace.builder.value(name, of)
        self.initial.append(initial)
        self.results.append(result)
        self.parameters.append(parameter)
        self._enter_class(value, path, parameter, result)
        return trace.wrap(parameter), trace.wrap(result)

    def leave(self, entered: Any, value: Any, path: Any) -> None:
        """Compare what an iteration leaves with what it began with, and widen."""
        trace = self._trace
        if is_structure(entered):
            if type(value) is type(entered) and len(value) == len(entered):
                for position, pair in enumerate(zip(entered, value, strict=True)):
                    self.leave(*pair, (*path, position))
                return
        elif type(entered) is not Symbol and held_as_one(entered, value):
            return
        before, now = value_type(trace, entered), value_type(trace, value)
        wide = join(before, now)
        if type(entered) is not Symbol or wide != before:
            self._facts[path] = wide
            self.widened = True
            return
        if not self._stays_of_its_class(entered, value, path):
            self.widened = True
            return
        note_copies(trace, value)
        self.yields.append(trace.lift(value))

    def _enter_class(self, value: Any, path: Any, *carried: Value) -> None:
        """Note the class of what a turn begins with, which those before have left."""
        classes = self._trace.part(KnownClasses)
        known = self._classes.get(path, classes.of_all([value]))
        if known is not None and is_nothing(value):
            known = known._replace(optional=True)
        if known is not None:
            for each in carried:
                classes.note(each, known)
        if is_nothing(value):
            self._unset.add(path)

    def _stays_of_its_class(self, entered: Any, value: Any, path: Any) -> bool:
        """Whether the class that is known holds for what a turn leaves; else learn."""
        classes = self._trace.part(KnownClasses)
        known, left = classes.find(entered), classes.of_all([value])
        if known is None and (path in self._classes or path not in self._unset):
            return True
        wide = left if known is None else classes.of_all((entered, value))
        if wide == known:
            return True
        self._classes[path] = wide
        return False


class LoopTry:
    """One try at tracing the regions of a loop.

    Parameters
    ----------
    trace : Trace
        The running trace.
    site : hashable
        The loop's place in the source.
    slots : list of Slot
        The storage of the trace that the loop writes, as far as known; grows.

    Attributes
    ----------
    entered, after : tuple
        The state as the regions see it, and as the code after the loop does.
    """

    def __init__(self, trace: Trace, site: Hashable, slots: list[Slot]) -> None:
        self.trace = trace
        self.facts: dict[Any, Type] = trace.facts.loops.setdefault(site, {})
        self.slots = slots
        self.inner: list[Slot] = []
        classes = trace.facts.classes.setdefault(site, {})
        self.state = LoopState(trace, self.facts, classes)
        self.entered: tuple[Any, ...] = ()
        self.after: tuple[Any, ...] = ()

    def read_stored_places(self) -> None:
        """Load, before the loop, what it stores to: its type at entry is guarded."""
        trace = self.trace
        for place, of in list(self.facts.items()):
            if isinstance(place, Place):
                if place.proxy._ag_trace is not trace:
                    # Learnt by an earlier try, in which its holder may have been
                    # another.
                    del self.facts[place]
                    continue
                if trace.knowledge.find(place) is NOT_MET and place.exists():
                    place.read()
                self.facts[place] = join(of, trace.knowledge.type_at_entry(place))

    def enter(self, state: tuple[Any, ...], names: list[str]) -> None:
        """Lift the state and the slots that the loop writes."""
        pairs = [
            self.state.enter(value, ("state", place), names[place])
            for place, value in enumerate(state)
        ]
        self.slot_pairs = [
            self.state.enter(slot.read(), ("slot", slot.key, place), slot.name)
            for place, slot in enumerate(self.slots)
        ]
        self.entered = tuple(pair[0] for pair in pairs)
        self.after = tuple(pair[1] for pair in pairs)

    def open(
        self, extra: tuple[Value, ...] = (), taken: tuple[Argument, ...] = ()
    ) -> OpenRegion:
        """Open the region of the parameters, with what is known in it.

        Parameters
        ----------
        extra, taken
            Parameters besides the state, and what the loop takes them from.
        """
        region = self.trace.builder.open((*extra, *self.state.parameters))
        region.repeats = True
        pairs = [*zip(extra, taken), *zip(self.state.parameters, self.state.initial)]
        region.given.update((each.name, source) for each, source in pairs)
        for path, of in self.facts.items():
            if path in MARKS:
                region.known[path] = True
            elif isinstance(path, Place):
                region.known[path] = Unknown(of)
        for slot, (inner, _) in zip(self.slots, self.slot_pairs, strict=True):
            carry_slot(self.trace.builder, slot, inner)
        _give((self.entered, *[inner for inner, _ in self.slot_pairs]), region)
        return region

    def learn(self, regions: list[OpenRegion], left: tuple[Any, ...]) -> bool:
        """Compare what an iteration left; return whether something new was learnt."""
        for place, (old, new) in enumerate(zip(self.entered, left, strict=True)):
            self.state.leave(old, new, ("state", place))
        for place, slot in enumerate(self.slots):
            path = ("slot", slot.key, place)
            self.state.leave(self.slot_pairs[place][0], slot.read(), path)
        return self._learn_writes(regions) or self.state.widened

    def _learn_writes(self, regions: list[OpenRegion]) -> bool:
        learnt = learn_slots(self.slots, self.inner, regions)
        for region in regions:
            for place, of in region.stored.items():
                if isinstance(place, Place) and place.is_of(regions):
                    continue
                known = self.facts.get(place)
                if place in MARKS:
                    wide: Type = ANY
                else:
                    wide = of if known is None else join(known, of)
                if known != wide:
                    self.facts[place] = wide
                    learnt = True
        return learnt

    def finish(self, regions: list[OpenRegion]) -> None:
        """Restore the slots, then set them to their contents after the loop."""
        contents: dict[Slot, Any] = {}
        for region in reversed(regions):
            contents.update(region.changed)
        for slot, old in contents.items():
            slot.write(old)
        builder = self.trace.builder
        for slot, (_, after) in zip(self.slots, self.slot_pairs, strict=True):
            carry_slot(builder, slot, after)
            builder.region.written[slot] = None
        for slot in self.inner:
            # It should be out of reach by now; a use of it is an error.
            slot.write(self.trace.wrap(builder.value("lost", ANY), regions[-1]))
        self.trace.knowledge.leave(regions)


def _give(value: Any, region: OpenRegion) -> None:
    """Make symbols in a structure belong to a region."""
    if type(value) is Symbol:
        value._ag_region = region
    elif isinstance(value, tuple):
        for item in value:
            _give(item, region)
