"""Containers made while tracing, and when they have to exist at run time.

A list, dict or set that the function makes is a plain Python one in the trace, holding
symbols, as long as Python alone can tell what becomes of it. That ends if it changes
in a branch or loop, changes at a key known only at run time, has two names at once, or
is kept by the user's object. Then the trace restarts, and the position in the source
that made it makes a real one when the graph runs. From then on it is a symbol.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NoReturn

from runtime.ir.nodes import Value
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import Array, Container, List, Type, join_all
from tracer.errors import UnstagedWrite
from tracer.flow.container_contents import (
    PLAIN,
    Holder,
    all_containers,
    asks_hashes,
    in_order,
    same_items,
)
from tracer.flow.list_types import ListTypes
from tracer.flow.restored_containers import RestoredContainers
from tracer.flow.structure import value_type
from tracer.record.late_restarts import LateRestarts
from tracer.record.made import Made, MadeHere
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

REMEDY = "use an array, or create and change the list in the same function"
COPY = "pass a copy, if the function only reads it"
PASSED_ON = "after it was used in an operation or passed on"


@dataclass(eq=False)
class MadeContainer(Made):
    """A container that the graph may know of.

    Attributes
    ----------
    depth : int
        How many regions were open when it was made.
    copy : object
        What it held when the graph got a copy of it, from when on it must not change.
    replaced : bool
        Whether another stands for it in the result of a branch.
    """

    depth: int = 0
    copy: Any = None
    replaced: bool = False


class MadeContainers:
    """The containers that one trace has made.

    Attributes
    ----------
    fresh : set of str
        The names of values that are new objects.
    holders : list of Holder
        What keeps containers, besides the names of the user's program.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._here = MadeHere(trace, MadeContainer)
        self._copies: set[int] = set()
        self._changed = False
        self._kept: list[Any] = []
        self.fresh: set[str] = set()
        self.holders: list[Holder] = []

    # Recorded -----------------------------------------------------------------------

    def recorded(self, row: Row, value: Value) -> None:
        """Record a value that is a new object: it has no alias in the graph."""
        if row.holds and row.returns == "shares" and not row.effect:
            self.fresh.add(value.name)

    # Made ---------------------------------------------------------------------------

    def mutable(self, container: Any, items: Any = None) -> Any:
        """Record a fresh container, or make it at run time if it must exist there.

        Of a set, `items` says in which order it got them.
        """
        if type(container) not in PLAIN or self._here.is_noted(container):
            return container
        trace = self._trace
        site = trace.stack.site()
        is_list = type(container) is list
        if is_list and trace.facts.makes(site, lists=True):
            element = join_all([value_type(trace, item) for item in container])
            trace.facts.widen_list(site, element)
            return self.list_of(container, trace.facts.lists[site], site)
        if trace.facts.makes(site, lists=False):
            return self.existing(container, items)
        self._note(container, [site])
        return container

    def _note(self, container: Any, sites: Iterable[Hashable]) -> None:
        """Record a container that is made here, at one of some positions."""
        builder = self._trace.builder
        self._here.note(container, *sites).depth = len(builder.regions)
        builder.region.born[id(container)] = container

    def depth(self, container: Any) -> int:
        """Return how many regions were open when a container was made."""
        return self._here.of(container).depth or 1

    def merged(self, container: Any, values: list[Any]) -> None:
        """Record the container that now stands for those in the results of branches."""
        self._note(container, chain(*[self._here.of(each).sites for each in values]))

    def result(self, made: Any, given: Iterable[Any]) -> Any:
        """Take note of what a call gives, if that is a container of its own."""
        if type(made) not in PLAIN:
            return made
        if any(inner is made for each in given for inner in all_containers(each)):
            return made
        return self.mutable(made)

    def list_of(self, items: list[Any], element: Type, site: Hashable) -> Any:
        """Record the creation of a list of items at run time."""
        trace = self._trace
        for item in items:
            self.hold(item)
        lifted = trace.lift(list(items))
        made = trace.record(OPS["list_new"], (lifted,), of=List(element), base="items")
        self._trace.part(ListTypes).comes_from(made, site)
        return made

    def existing(self, container: Any, items: Any = None) -> Any:
        """Record the creation of a container with these contents at run time."""
        trace = self._trace
        kind = type(container).__name__
        self.freeze(container)
        for item in container.values() if kind == "dict" else container:
            self.hold(item)
        if type(container) is list:
            of: Type = value_type(trace, container)
            lifted = trace.lift(list(container))
            return trace.record(OPS["list_new"], (lifted,), of=of, base="items")
        if type(container) is dict:
            lifted = trace.display(container)
        else:
            lifted = trace.lift(in_order(container) if items is None else items)
        row = OPS[f"{kind}_new"]
        return trace.record(row, (lifted,), of=Container(kind), base=kind)

    # Changed --------------------------------------------------------------------------

    def changing(self, container: Any, what: str, added: tuple[Any, ...] = ()) -> None:
        """Ensure that a plain container may be changed here, in this way.

        In a branch or loop of the graph only those made within it may: any other has
        to exist at run time, and a list to hold what is added.
        """
        trace = self._trace
        trace.part(RestoredContainers).changing(container)
        if self.is_frozen(container):
            self.refuse_change(container, what, PASSED_ON)
        if not trace.builder.staged:
            return
        made = self._here.find(container)
        if made is None or made.depth < len(trace.builder.regions):
            self._note_added(container, added)
            with trace.part(LateRestarts).wait(trace.stack.site()):
                self.refuse_change(container, what, "in a compiled branch or loop")

    def _note_added(self, container: Any, added: tuple[Any, ...]) -> None:
        """Record what a list is going to hold: the next try would learn only that."""
        made = self._here.find(container)
        if type(container) is list and made and not [*all_containers(added)]:
            element = join_all([value_type(self._trace, item) for item in added])
            for site in made.sites:
                self._trace.facts.widen_list(site, element)

    def must_exist(self, container: Any) -> NoReturn:
        """Restart with a container as one that exists at run time."""
        self.refuse_change(
            container, "or chosen", "by a value known only when the function runs"
        )

    def held(self) -> Iterator[Any]:
        """Yield what something holds besides the names of the user's program."""
        for holder in self.holders:
            yield from holder.contents()
        yield from [made.thing for made in self._here if made.sites and not made.undone]

    def _noted(self) -> list[Any]:
        """Return the containers of which the trace knows where they are made."""
        return [made.thing for made in self._here if made.sites]

    def copied(self, container: Any) -> None:
        """Record that the graph uses a copy of a list, which must not change."""
        self._begin_again(container)
        if type(container) is not list:
            self.must_exist(container)
        self.freeze(container)
        self._copies.add(id(container))

    def has_copies(self) -> bool:
        """Whether the graph may go on with a copy of some list."""
        return bool(self._copies)

    def is_frozen(self, container: Any) -> bool:
        """Whether the graph has a copy of a container, which must not change."""
        made = self._here.find(container)
        return made is not None and (made.copy is not None or made.replaced)

    def replace(self, value: Any) -> None:
        """Record that others stand for the containers in the result of a branch."""
        for container in all_containers(value):
            self._here.of(container).replaced = True

    def only_here(self, container: Any) -> bool:
        """Whether only the trace has a container, so that no value of the run is it."""
        return (
            type(container) in PLAIN
            and not self.is_frozen(container)
            and not self.exists(container)
        )

    def refuse_change(
        self, container: Any, what: str, when: str, hint: str = REMEDY
    ) -> NoReturn:
        """Restart with the container made at run time, or refuse."""
        self._begin_again(container)
        self._trace.refuse(
            UnstagedWrite(
                f"a {type(container).__name__} is changed ({what}) {when}",
                hint=hint,
            )
        )

    def _begin_again(self, container: Any) -> None:
        """Restart with a container, or what holds it, made at run time."""
        if self._here.is_noted(container):
            self._here.leave_to_run(container)
        for held in self._noted():
            if any(inner is container for inner in all_containers(held)):
                self._here.leave_to_run(held)
        for holder in self.holders:
            holder.begin_again_holding(container)

    # Handed on ------------------------------------------------------------------------

    def freeze(self, container: Any) -> None:
        """Record that the graph holds a copy of a container, which must not change."""
        for inner in all_containers(container):
            made = self._here.of(inner)
            if made.copy is None:
                made.copy = inner.copy()
                self._trace.builder.on_rollback(partial(setattr, made, "copy", None))

    def hold(self, value: Any) -> None:
        """Ensure that containers kept by something are the same object everywhere."""
        for container in all_containers(value):
            if not self.exists(container):
                self.materialized(container)
            if self._here.is_noted(container):
                self._kept.append(container)
                self._see_kept()

    def changes(self, target: Any) -> None:
        """Record that the run changes a container that the trace may still have."""
        if type(target) is Symbol and not isinstance(target._ag_value.type, Array):
            alone = target._ag_value.name in self.fresh
            if not alone or self._here.is_one(target):
                self._changed = True
                self._see_kept()

    def changes_unseen(self) -> None:
        """Record that unknown code runs: it may change containers."""
        self._trace.part(ListTypes).changes_unseen()
        self._see_kept()

    def _see_kept(self) -> None:
        """Ensure that the trace does not continue to read what the run may change."""
        why = "by the object that holds it"
        while self._kept and (self._changed or self._trace.part(ListTypes).unseen):
            each = self._kept.pop()
            with self._trace.part(LateRestarts).wait(id(each)):
                self.refuse_change(each, "perhaps", why)

    def kept(self, value: Any) -> Any:
        """Return what the trace continues with once something keeps a value."""
        self.hold(value)
        self._trace.part(ListTypes).escapes(value)
        return self.materialized(value) if type(value) in PLAIN else value

    def exists(self, container: Any) -> bool:
        """Whether a container already exists at run time."""
        return self._here.at_run_time(container) is not None

    def materialized(self, container: Any) -> Symbol:
        """Return the run-time container for this one; every mention shares it.

        It must not change any more; the trace would not see it.
        """
        known = self._here.at_run_time(container)
        if known is None:
            if self._here.of(container).replaced or asks_hashes(self._trace, container):
                self.must_exist(container)
            if self._is_older(container):
                with self._trace.part(LateRestarts).wait(id(container)):
                    self._begin_again(container)
                    self._refuse_to_keep(container)
                known = self._in_vain(container)
            else:
                known = self.existing(container)
            self._here.exists(container, known)
        elif not known._ag_region.open:
            self.must_exist(container)
        return known

    def _in_vain(self, container: Any) -> Symbol:
        """Return what a try that is in vain goes on with: no node makes it."""
        trace = self._trace
        made = trace.builder.value("made", value_type(trace, container))
        return trace.wrap(made, trace.builder.regions[self.depth(container) - 1])

    def captured(self, container: Any) -> Symbol:
        """Return the run-time container for one in a run-time function's closure."""
        if self._here.is_noted(container):
            self.must_exist(container)
        return self.materialized(container)

    def _refuse_to_keep(self, container: Any) -> NoReturn:
        kind = type(container).__name__
        self._trace.refuse(
            UnstagedWrite(
                f"a {kind} created before a compiled branch or loop is stored in an "
                "object created in it",
                hint=f"create the {kind} where it is stored, or pass it as an argument",
            )
        )

    def _is_older(self, container: Any) -> bool:
        """Whether a container is older than the branch or loop that runs.

        Outside the region it is one object; made in it, it would be another in each
        iteration.
        """
        made = self._here.find(container)
        depth = len(self._trace.builder.regions)
        return made is not None and bool(made.sites) and made.depth < depth

    def shared(self, result: Any) -> None:
        """Make each container that a value holds more than once a single object."""
        counts = Counter(id(each) for each in all_containers(result))
        for container in all_containers(result):
            if counts[id(container)] > 1 and not self.exists(container):
                self.materialized(container)

    def returned(self, result: Any) -> None:
        """Ensure that containers in the function's result are those that it names."""
        for container in all_containers(result):
            if id(container) in self._copies:
                self._begin_again(container)
        self.shared(result)

    def hand_over(self, values: tuple[Any, ...]) -> None:
        """Refuse to pass a container that the trace still holds to unknown code."""
        why, site = "by a function that is not converted", self._trace.stack.site()
        for position, value in enumerate(values):
            if type(value) in PLAIN:
                with self._trace.part(LateRestarts).wait((site, position)):
                    hint = f"{COPY}: {type(value).__name__}(...)"
                    self.refuse_change(value, "perhaps", why, hint)

    def check_frozen(self) -> None:
        """Refuse if a container changed after the graph took a copy of it."""
        for made in self._here:
            if made.copy is not None and not same_items(made.thing, made.copy):
                self.refuse_change(made.thing, "in place", PASSED_ON)
