"""Containers made while tracing, and when they have to exist at run time.

A list, dict or set that the function makes is a plain Python one in the trace, holding
symbols, as long as Python alone can tell what becomes of it. That ends if it changes
in a branch or loop, changes at a key known only at run time, has two names at once, or
is kept by the user's object. Then the trace restarts, and the position in the source
that made it makes a real one when the graph runs. From then on it is a symbol.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain, dropwhile
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
    in_order,
    same_items,
)
from tracer.flow.list_types import ListTypes
from tracer.flow.restored_containers import RestoredContainers
from tracer.flow.structure import value_type
from tracer.record.frames import locals_of, user_frames
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

REMEDY = "use an array, or create and change the list in the same function"


class MadeContainers:
    """The containers that one trace has made."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._made: dict[int, tuple[Any, int, frozenset[Hashable]]] = {}
        self._frozen: dict[int, tuple[Any, Any]] = {}
        self._existing: dict[int, tuple[Any, Symbol]] = {}
        self._copies: dict[int, Any] = {}
        self._left: dict[int, Any] = {}
        self._changed = False
        self._kept: dict[int, Any] = {}
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
        if type(container) not in PLAIN or id(container) in self._made:
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
        self._note(container, frozenset([site]))
        return container

    def _note(self, container: Any, sites: frozenset[Hashable]) -> None:
        """Record a container that is made here, at one of some positions."""
        builder = self._trace.builder
        self._made[id(container)] = container, len(builder.regions), sites
        builder.region.born[id(container)] = container

    def merged(self, container: Any, values: list[Any]) -> None:
        """Record the container that now stands for those in the results of branches."""
        sites = [self._made[id(value)][2] for value in values]
        self._note(container, frozenset().union(*sites))

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
            self.refuse_change(
                container, what, "after it was used in an operation or passed on"
            )
        if not trace.builder.staged:
            return
        made = self._made.get(id(container))
        if made is None or made[1] < len(trace.builder.regions):
            self._note_added(container, added)
            self.refuse_change(container, what, "in a compiled branch or loop")

    def _note_added(self, container: Any, added: tuple[Any, ...]) -> None:
        """Record what a list is going to hold: the next try would learn only that."""
        made = self._made.get(id(container))
        if type(container) is list and made and not [*all_containers(added)]:
            element = join_all([value_type(self._trace, item) for item in added])
            for site in made[2]:
                self._trace.facts.widen_list(site, element)

    def chosen_from(self, container: Any) -> None:
        """Ensure that the containers among which the run chooses exist at run time.

        A display makes them anew: an item of it would be a copy.
        """
        if type(container) in (list, tuple, dict):
            for inner in all_containers(container):
                if inner is not container and not self.exists(inner):
                    self.must_exist(inner)

    def put_into(self, container: Any, values: tuple[Any, ...]) -> None:
        """Ensure that no plain container is put into itself."""
        if any(each is container for each in all_containers(values)):
            self.must_exist(container)

    def must_exist(self, container: Any) -> NoReturn:
        """Restart with a container as one that exists at run time."""
        self.refuse_change(
            container, "or chosen", "by a value known only when the function runs"
        )

    def held(self) -> Iterator[Any]:
        """Yield what something holds besides the names of the user's program."""
        for holder in self.holders:
            yield from holder.contents()
        for container, _, _ in self._made.values():
            yield container

    def copied(self, container: Any) -> None:
        """Record that the graph uses a copy of a list, which must not change."""
        self._begin_again(container)
        if type(container) is not list:
            self.must_exist(container)
        self.freeze(container)
        self._copies[id(container)] = container

    def has_copies(self) -> bool:
        """Whether the graph may go on with a copy of some list."""
        return bool(self._copies)

    def is_frozen(self, container: Any) -> bool:
        """Whether the graph has a copy of a container, which must not change."""
        return id(container) in self._frozen or id(container) in self._left

    def leave(self, value: Any) -> None:
        """Record that others stand for the containers in the result of a branch."""
        self._left.update((id(each), each) for each in all_containers(value))

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
        made = self._made.get(id(container))
        if made is None:
            made = self._holder(container)
        if made is not None:
            held, _, sites = made
            self._trace.facts.must_make(sites, lists=type(held) is list)
            self._trace.restart()
        for holder in self.holders:
            holder.begin_again_holding(container)

    def _holder(self, container: Any) -> tuple[Any, int, frozenset[Hashable]] | None:
        """Return the container made here that holds another one."""
        for made in self._made.values():
            if any(inner is container for inner in all_containers(made[0])):
                return made
        return None

    # Handed on ------------------------------------------------------------------------

    def freeze(self, container: Any) -> None:
        """Record that the graph holds a copy of a container, which must not change."""
        for inner in all_containers(container):
            copied = inner.copy()
            self._frozen.setdefault(id(inner), (inner, copied))

    def hold(self, value: Any) -> None:
        """Ensure that containers kept by something are the same object everywhere."""
        for container in all_containers(value):
            if not self.exists(container):
                self.materialized(container)
            if self._is_reached(container):
                self._kept[id(container)] = container
                self._see_kept()

    def changes(self, target: Any) -> None:
        """Record that the run changes a container that the trace may still have."""
        if type(target) is Symbol and not isinstance(target._ag_value.type, Array):
            made = {symbol._ag_value for _, symbol in self._existing.values()}
            alone = target._ag_value.name in self.fresh
            if target._ag_value in made or not alone:
                self._changed = True
                self._see_kept()

    def changes_unseen(self) -> None:
        """Record that unknown code runs: it may change containers."""
        self._trace.part(ListTypes).changes_unseen()
        self._see_kept()

    def _see_kept(self) -> None:
        """Ensure that the trace does not continue to read what the run may change."""
        if self._changed or self._trace.part(ListTypes).unseen:
            for container in self._kept.values():
                self.refuse_change(container, "perhaps", "by the object that holds it")

    def _is_reached(self, container: Any, opened_by: int = 0) -> bool:
        """Whether the user's program can reach a container from a region or around it.

        Parameters
        ----------
        container
            The container.
        opened_by : int
            The identity of the frame that opened the region; 0 for the innermost.
        """
        frames = user_frames(sys._getframe(1))
        if opened_by:
            frames = dropwhile(lambda frame: id(frame) != opened_by, frames)
        held = chain.from_iterable(all_containers(locals_of(each)) for each in frames)
        return any(each is container for each in held) or any(
            holder.holds(container) for holder in self.holders
        )

    def kept(self, value: Any) -> Any:
        """Return what the trace continues with once something keeps a value."""
        self.hold(value)
        self._trace.part(ListTypes).escapes(value)
        return self.materialized(value) if type(value) in PLAIN else value

    def exists(self, container: Any) -> bool:
        """Whether a container already exists at run time."""
        return id(container) in self._existing

    def materialized(self, container: Any) -> Symbol:
        """Return the run-time container for this one; every mention shares it.

        It must not change any more; the trace would not see it.
        """
        known = self._existing.get(id(container))
        if known is None:
            if id(container) in self._left:
                self.must_exist(container)
            if self._is_older(container):
                self._begin_again(container)
                self._refuse_to_keep(container)
            made = self.existing(container)
            known = self._existing[id(container)] = container, made
            forget = self._existing.pop
            self._trace.builder.on_rollback(lambda: forget(id(container), None))
        elif not known[1]._ag_region.open:
            self.must_exist(container)
        return known[1]

    def captured(self, container: Any) -> Symbol:
        """Return the run-time container for one in a run-time function's closure."""
        if id(container) in self._made:
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
        builder = self._trace.builder
        if not builder.staged:
            return False
        made = self._made.get(id(container))
        if made is not None:
            return made[1] < len(builder.regions)
        return self._is_reached(container, builder.region.opened_by)

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
        for value in values:
            if type(value) in PLAIN:
                kind = type(value).__name__
                self.refuse_change(
                    value,
                    "perhaps",
                    "by a function that is not converted",
                    hint=f"pass a copy, if the function only reads it: {kind}(...)",
                )

    def check_frozen(self) -> None:
        """Refuse if a container changed after the graph took a copy of it."""
        for container, copied in self._frozen.values():
            if not same_items(container, copied):
                self.refuse_change(
                    container,
                    "in place",
                    "after it was used in an operation or passed on",
                )
