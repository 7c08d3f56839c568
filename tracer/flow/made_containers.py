"""Containers made while tracing, and when they have to exist at run time.

A list, dict or set that the function makes is a plain Python one in the trace, holding
symbols, as long as Python alone can tell what becomes of it. That ends if it changes
in a branch or loop, changes at a key known only at run time, has two names at once, or
is kept by the user's object. Then the trace restarts, and the position in the source
that made it makes a real one when the graph runs. From then on it is a symbol.
"""

from __future__ import annotations

import operator
import sys
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from types import FrameType, FunctionType
from typing import Any, NoReturn, Protocol

from runtime.ir.nodes import Value
from runtime.ops import OPS
from runtime.ops.flow import element_type
from runtime.ops.row import Row, TypeFailure
from runtime.types import (
    ANY,
    NEVER,
    AnyType,
    Array,
    Container,
    List,
    Object,
    Tuple,
    Type,
    Union,
    accepts,
    join,
    join_all,
    members,
)
from tracer.errors import NotStaged, UnstagedWrite, on_behalf
from tracer.flow.made_exceptions import unchanged as exceptions_unchanged
from tracer.flow.structure import containers_in, find_fresh, value_type
from tracer.record.frames import locals_of, user_frames
from tracer.record.places import Slot
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals, is_made_here

CHOOSING = frozenset(
    {"getitem", "load_item", "iter", "next", "zip", "enumerate", "reversed"}
    | {"minimum_of", "maximum_of", "sorted", "tuple", "unpack"}
    | {"minimum_by_key", "maximum_by_key", "sorted_by_key", "group_by_key"}
    | {name for name in OPS if name.startswith("itertools_")}
)
"""Operations that return what a container holds."""
REMEDY = "use an array, or create and change the list in the same function"
PLAIN = (list, dict, set)
"""Classes of containers that a trace may hold as they are."""


class Holder(Protocol):
    """A part of the trace that keeps containers in objects made while tracing."""

    def contents(self) -> Iterator[Any]:
        """Yield all that the objects hold."""

    def holds(self, container: Any) -> bool:
        """Whether one of the objects holds a container."""

    def begin_again_holding(self, container: Any) -> None:
        """Restart with the object that holds a container made at run time."""


class MadeContainers:
    """The containers that one trace has made."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._made: dict[int, tuple[Any, int, Hashable]] = {}
        self._frozen: dict[int, tuple[Any, Any]] = {}
        self._sites: dict[str, Hashable] = {}
        self._existing: dict[int, tuple[Any, Symbol]] = {}
        self._copies: dict[int, Any] = {}
        self._escaped = False
        self._unseen = False
        self._changed = False
        self._kept: dict[int, Any] = {}
        self._fresh: set[str] = set()
        self.holders: list[Holder] = []

    # Recorded -----------------------------------------------------------------------

    def before_emit(self, row: Row, args: Any, kwargs: dict[str, Any]) -> None:
        """Learn what an operation does to the containers that it is given."""
        if row.holds or row.writes:
            for value in (*args, *kwargs.values()):
                if row.holds:
                    self.hold(value)
                self.freeze(value)
                self.escapes(value)
        if 0 in row.writes:
            self.changes(args[0])
        if row.name in CHOOSING:
            for value in args[:1] if row.name == "getitem" else args:
                self.chosen_from(value)

    def recorded(self, row: Row, value: Value) -> None:
        """Record a value that is a new object: it has no alias in the graph."""
        if row.holds and row.returns == "shares" and not row.effect:
            self._fresh.add(value.name)

    # Made ---------------------------------------------------------------------------

    def mutable(self, container: Any) -> Any:
        """Record a fresh container, or make it at run time if it must exist there."""
        if type(container) not in PLAIN or id(container) in self._made:
            return container
        trace = self._trace
        site = trace.stack.site()
        if type(container) is list and site in trace.facts.lists:
            element = join_all([value_type(trace, item) for item in container])
            trace.facts.widen_list(site, element)
            return self.list_of(container, trace.facts.lists[site], site)
        if site in trace.facts.made:
            return self.existing(container)
        self._made[id(container)] = (container, len(trace.builder.regions), site)
        trace.builder.region.born[id(container)] = container
        return container

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
        self.comes_from(made, site)
        return made

    def comes_from(self, symbol: Symbol, site: Hashable) -> None:
        """Record the site whose fact has the element type of a list of the graph."""
        self._sites[symbol._ag_value.name] = site

    def existing(self, container: Any) -> Any:
        """Record the creation of a container with these contents at run time."""
        trace = self._trace
        kind = type(container).__name__
        self.freeze(container)
        for item in container.values() if kind == "dict" else container:
            self.hold(item)
        if type(container) is list:
            of: Type = value_type(trace, container)
            items = trace.lift(list(container))
            return trace.record(OPS["list_new"], (items,), of=of, base="items")
        if type(container) is dict:
            items = trace.display(container)
        else:
            items = trace.lift(list(container))
        row = OPS[f"{kind}_new"]
        return trace.record(row, (items,), of=Container(kind), base=kind)

    # What lists hold ------------------------------------------------------------------

    def widen(self, symbol: Symbol, element: Type) -> None:
        """Ensure that a run-time list may hold elements of this type."""
        of = symbol._ag_value.type
        assert isinstance(of, List)
        if accepts(of.element, element):
            return
        facts = self._trace.facts
        site = self._sites.get(symbol._ag_value.name)
        sites = [site] if site is not None else list(self._sites.values())
        wide = List(join(of.element, element))
        changed = []
        for each in sites:
            known = List(facts.lists[each])
            widened = _with_lists(known, of, wide)
            assert isinstance(widened, List)
            changed.append(facts.widen_list(each, widened.element))
        if not any(changed):
            facts.lists_hold_anything = True
        self._trace.restart()

    def typed(self, of: Type) -> Type:
        """Return the type of a value, its lists and shapes as the facts have it."""
        facts = self._trace.facts
        if not (facts.lists_hold_anything or facts.shapes_change):
            return of
        match of:
            case Array(dtype, _) if facts.shapes_change:
                return Array(dtype, None)
            case List(element):
                return List(ANY if facts.lists_hold_anything else self.typed(element))
            case Tuple(items):
                return Tuple(tuple(map(self.typed, items)))
            case Union(options):
                return join_all(map(self.typed, options))
        return of

    def escapes(self, value: Any) -> None:
        """Record that something only the run sees gets hold of a value."""
        if not self._escaped and _holds_typed_list(value):
            self._escaped = True
            self._see_changes()

    def changes_unseen(self) -> None:
        """Record that unknown code runs: it may change lists."""
        self._unseen = True
        self._see_changes()
        self._see_kept()

    def _see_changes(self) -> None:
        """Restart with untyped list elements if unseen code may change a list."""
        facts = self._trace.facts
        if self._escaped and self._unseen and not facts.lists_hold_anything:
            facts.lists_hold_anything = True
            self._trace.restart()

    def extension(self, symbol: Symbol, items: Any) -> Any:
        """Return the argument for `extend`, the list widened to take it."""
        trace = self._trace
        if type(items) is Symbol:
            with suppress(TypeFailure):  # the run raises
                self.widen(symbol, element_type(items._ag_value.type))
            return items
        held = on_behalf(list, items)
        self.widen(symbol, join_all([value_type(trace, item) for item in held]))
        return held

    def put(self, target: Symbol, item: Any) -> None:
        """Append to a run-time list that the user's program does not hold yet."""
        fresh: set[int] = set()
        find_fresh(item, HELD_BY_PUT, self.noted(), fresh)
        for container in containers_in(item):
            if id(container) not in fresh:
                self.copied(container)
        self._trace.emit("list_append", target, item)

    def noted(self) -> Collection[int]:
        """Return the identities of the containers that are held here."""
        return self._made.keys()

    # Changed --------------------------------------------------------------------------

    def changing(self, container: Any, what: str) -> None:
        """Ensure that a plain container may be changed here, in this way.

        In a branch or loop of the graph only those made within it may: any other has
        to exist at run time.
        """
        trace = self._trace
        if id(container) in self._frozen:
            self._refuse_change(
                container, what, "after it was used in an operation or passed on"
            )
        if not trace.builder.staged:
            return
        made = self._made.get(id(container))
        if made is None or made[1] < len(trace.builder.regions):
            self._refuse_change(container, what, "in a compiled branch or loop")

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
        self._refuse_change(
            container, "or chosen", "by a value known only when the function runs"
        )

    @contextmanager
    def unchanged(self, state: tuple[Any, ...]) -> Iterator[None]:
        """Ensure that a region changes no older container in place, as ``+=`` does.

        This holds for those in the state of its construct, and for any that it reaches
        by another name. Its writes to their items are storage of the trace, and no
        change.
        """
        builder = self._trace.builder
        depth = len(builder.regions) - 1
        carried = [(each, each.copy()) for each in containers_in(state)]
        alive = self._alive()
        reached = [(each, each.copy()) for each in alive]
        try:
            with exceptions_unchanged(self._trace, self._exceptions(alive)):
                yield
        finally:
            for container, copied in carried:
                if not _same_items(container, copied):
                    self.must_exist(container)
            for container, copied in reached:
                if not _same_items(container, copied):
                    for region in builder.regions[depth:]:
                        _with_items(copied, container, region.changed)
                    if not _same_items(container, copied):
                        self.must_exist(container)

    def _alive(self) -> Collection[Any]:
        """Return the containers made so far that the user's program may still reach."""
        roots: list[Any] = [each for one in self.holders for each in one.contents()]
        for container, _, _ in self._made.values():
            if sys.getrefcount(container) > HELD_BY_NOTES:
                roots.append(container)
        for frame in user_frames(sys._getframe(1)):
            for value in locals_of(frame):
                roots.append(value)
                if type(value) is FunctionType:
                    roots += [*(value.__defaults__ or ()), value.__kwdefaults__]
                if is_made_here(value):
                    roots.append(vars(value))
        found = {id(each): each for root in roots for each in all_containers(root)}
        return found.values()

    def _exceptions(self, alive: Collection[Any]) -> Iterator[BaseException]:
        """Yield the exceptions made so far that the user's program may still reach."""
        frames = map(locals_of, user_frames(sys._getframe(1)))
        for value in chain(*frames, *map(_flat, alive)):
            # A symbol answers `isinstance` for what it stands for.
            if issubclass(type(value), BaseException):
                yield value

    def copied(self, container: Any) -> None:
        """Record that the graph uses a copy of a list, which must not change."""
        self._begin_again(container)
        if type(container) is not list:
            self.must_exist(container)
        self.freeze(container)
        self._copies[id(container)] = container

    def only_here(self, container: Any) -> bool:
        """Whether only the trace has a container, so that no value of the run is it."""
        return (
            type(container) in PLAIN
            and id(container) not in self._frozen
            and not self.exists(container)
        )

    def check_identity(self, left: Any, right: Any) -> None:
        """Refuse an identity test where the graph may hold a copy of a list."""
        for value, other in ((left, right), (right, left)):
            if type(value) is Symbol and issubclass(type(other), BaseException):
                self._trace.refuse(
                    NotStaged(
                        "an exception created before it was raised is compared with "
                        "`is` to one that was caught",
                        hint="compare their classes or their args",
                    )
                )
            if type(value) is not Symbol or not _may_be_container(value._ag_value.type):
                continue
            if type(other) in PLAIN and id(other) in self._frozen:
                self._refuse_change(
                    other,
                    "or compared with `is`",
                    "with a value known only when the function runs",
                )
            if other is not None:
                self.check_change("compared with `is`")

    def check_change(self, what: str) -> None:
        """Refuse to change a list of the graph where it may be a copy of another."""
        if self._copies:
            self._trace.refuse(
                UnstagedWrite(
                    f"a list that may also have another name is changed ({what})",
                    hint="create the list in the same function with `name = []`, and "
                    "change it with append or by assigning items",
                )
            )

    def _refuse_change(
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
            held, _, site = made
            if type(held) is list:
                self._trace.facts.lists.setdefault(site, NEVER)
            else:
                self._trace.facts.made.add(site)
            self._trace.restart()
        for holder in self.holders:
            holder.begin_again_holding(container)

    def _holder(self, container: Any) -> tuple[Any, int, Hashable] | None:
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
            if self._is_named(container):
                self._kept[id(container)] = container
                self._see_kept()

    def changes(self, target: Any) -> None:
        """Record that the run changes a container that the trace may still have."""
        if type(target) is Symbol and not isinstance(target._ag_value.type, Array):
            made = {symbol._ag_value for _, symbol in self._existing.values()}
            alone = target._ag_value.name in self._fresh
            if target._ag_value in made or not alone:
                self._changed = True
                self._see_kept()

    def _see_kept(self) -> None:
        """Ensure that the trace does not continue to read what the run may change."""
        if self._changed or self._unseen:
            for container in self._kept.values():
                self._refuse_change(container, "perhaps", "by the object that holds it")

    def _is_named(self, container: Any) -> bool:
        """Whether the user's program can still reach a container directly."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if type(frame.f_globals) is TracedGlobals:
                held = all_containers(locals_of(frame))
                if any(each is container for each in held):
                    return True
            frame = frame.f_back
        return any(holder.holds(container) for holder in self.holders)

    def kept(self, value: Any) -> Any:
        """Return what the trace continues with once something keeps a value."""
        self.hold(value)
        self.escapes(value)
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
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and id(frame) != builder.region.opened_by:
            frame = frame.f_back
        while frame is not None:
            if type(frame.f_globals) is TracedGlobals:
                held = all_containers(locals_of(frame))
                if any(each is container for each in held):
                    return True
            frame = frame.f_back
        return any(holder.holds(container) for holder in self.holders)

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
            if type(value) in PLAIN and sys.getrefcount(value) > HANDED_REFERENCES:
                kind = type(value).__name__
                self._refuse_change(
                    value,
                    "perhaps",
                    "by a function that is not converted",
                    hint=f"pass a copy, if the function only reads it: {kind}(...)",
                )

    def check_frozen(self) -> None:
        """Refuse if a container changed after the graph took a copy of it."""
        for container, copied in self._frozen.values():
            if not _same_items(container, copied):
                self._refuse_change(
                    container,
                    "in place",
                    "after it was used in an operation or passed on",
                )


HELD_BY_NOTES = 4
"""References to a container that only `_made` and its region hold."""
HELD_BY_PUT = 5
"""References to a container that only a call of `put` holds, in `find_fresh`."""
HANDED_REFERENCES = 6
"""References to a container that only a call's arguments hold, in `hand_over`."""


def all_containers(value: Any, around: tuple[int, ...] = ()) -> Iterator[Any]:
    """Yield the plain containers in a value, inner ones first."""
    if type(value) in (*PLAIN, tuple) and id(value) not in around:
        around = (*around, id(value))
        for item in value.values() if type(value) is dict else value:
            yield from all_containers(item, around)
        if type(value) is not tuple:
            yield value


def _with_lists(of: Type, narrow: List, wide: List) -> Type:
    """Return a type whose lists of one type, nested ones too, are widened."""
    match of:
        case List(element):
            inner = List(_with_lists(element, narrow, wide))
            return wide if of == narrow else inner
        case Tuple(items):
            return Tuple(tuple([_with_lists(each, narrow, wide) for each in items]))
        case Union(options):
            return join_all([_with_lists(each, narrow, wide) for each in options])
    return of


def _may_be_container(of: Type) -> bool:
    """Whether a value of a type may be a Python container."""
    kinds = (List, Container, Object, AnyType)
    return any(isinstance(member, kinds) for member in members(of))


def _holds_typed_list(value: Any) -> bool:
    """Whether a value is or holds a list of the graph whose items are typed."""
    if type(value) is Symbol:
        return _is_typed_list(value._ag_value.type)
    if type(value) in (list, tuple):
        return any(map(_holds_typed_list, value))
    return type(value) is dict and any(map(_holds_typed_list, value.values()))


def _is_typed_list(of: Type) -> bool:
    match of:
        case List(element):
            return element != ANY
        case Tuple(items):
            return any(map(_is_typed_list, items))
        case Union(options):
            return any(map(_is_typed_list, options))
    return False


def _same_items(container: Any, copied: Any) -> bool:
    """Whether a container holds the same objects as its copy."""
    now, then = _flat(container), _flat(copied)
    return len(now) == len(then) and all(map(operator.is_, now, then))


def _with_items(copied: Any, container: Any, changed: dict[Any, Any]) -> None:
    """Write the items that a region stored in a container to its copy."""
    for slot in changed:
        if slot.holder is not container:
            continue
        if type(copied) is dict or slot.key < len(copied):
            Slot(copied, slot.key).write(slot.read())


def _flat(container: Any) -> list[Any]:
    if isinstance(container, dict):
        return [part for pair in container.items() for part in pair]
    return list(container)
