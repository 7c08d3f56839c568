"""The regions being built, and the rollback of all that tracing changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar
from weakref import WeakSet

from runtime.errors import Span
from runtime.ir.nodes import Argument, Node, Operation, Region, Value
from runtime.types import Type

T = TypeVar("T")


class RecordingBegan(BaseException):
    """Leaves code that is tried without recording, at its first recording.

    Not an `Exception`: the user's handlers must not catch it.
    """


class Mark(NamedTuple):
    """How far recording was, for a rollback."""

    depth: int
    nodes: int
    undo: int
    numbers: dict[str, int]
    restore: tuple[Callable[[], object], ...]


class OpenRegion:
    """A region to which nodes are still being added.

    Attributes
    ----------
    nodes : list of Node
        The recorded nodes.
    known : dict
        Known contents of places. It is discarded with the region, because a value
        created in it must not be visible outside.
    changed : dict
        Trace-time storage written in the region, with its earlier contents; once the
        region has ended, with those that it left.
    written : dict
        Storage that the user's code wrote here or in an inner region, as keys, in
        order.
    born : dict
        Holders of storage that the region made, by identity.
    open : bool
        Whether symbols made here may still be used.
    given : dict
        What the construct takes parameters of the region from, by their names.
    repeats : bool
        Whether it is the body of a loop.
    """

    __slots__ = (
        "__weakref__",
        "_last_seen",
        "_seen",
        "_sources",
        "born",
        "changed",
        "given",
        "known",
        "nodes",
        "open",
        "parameters",
        "repeats",
        "stored",
        "written",
    )

    def __init__(self, parameters: tuple[Value, ...] = ()) -> None:
        self.parameters = parameters
        self.nodes: list[Node] = []
        self.known: dict[Hashable, Any] = {}
        self.stored: dict[Hashable, Any] = {}
        self.changed: dict[Any, Any] = {}
        self.written: dict[Any, None] = {}
        self.born: dict[int, object] = {}
        self.open = True
        self.given: dict[str, Argument] = {}
        self.repeats = False
        self._sources: dict[str, Node] = {}
        self._seen = 0
        self._last_seen: Node | None = None

    def node_of(self, value: Value) -> Node | None:
        """Return the node of the region that gives a value."""
        seen, nodes = self._seen, self.nodes
        if seen and (seen > len(nodes) or nodes[seen - 1] is not self._last_seen):
            self._sources.clear()  # some were taken back
            seen = 0
        for place in range(seen, len(nodes)):
            node = nodes[place]
            self._sources.update((result.name, node) for result in node.results)
        self._seen, self._last_seen = len(nodes), nodes[-1] if nodes else None
        return self._sources.get(value.name)

    @contextmanager
    def as_left(self) -> Iterator[None]:
        """Restore, temporarily, the contents that the region left in storage."""
        self.exchange_contents()
        try:
            yield
        finally:
            self.exchange_contents()

    @contextmanager
    def noting_written(self) -> Iterator[list[Any]]:
        """Yield a list that gets the storage written here by what runs within."""
        found: list[Any] = []
        before = dict(self.written)
        self.written.clear()
        try:
            yield found
        finally:
            found += self.written
            self.written.clear()
            self.written.update(dict.fromkeys([*before, *found]))

    def exchange_contents(self) -> None:
        """Exchange what storage holds and what is noted of it.

        At the end of the region the earlier contents come back, and what it left is
        noted; once more, and the region stands as it did at its end.
        """
        noted = self.changed
        self.changed = {slot: slot.read() for slot in noted}
        for slot, content in noted.items():
            slot.write(content)


class Builder:
    """Records nodes into nested open regions, and rolls back.

    Attributes
    ----------
    watches : list of callable
        Called with each slot that the user's code writes, and its new value.
    barred : list
        Keys of the attempts to run code without recording, the innermost last.
    recorded : set
        Keys of the attempts that did record something.
    kept : list of callable
        Called at each mark; returns what restores, at a rollback to it, what Python
        changes without our knowledge.
    """

    def __init__(self) -> None:
        self.regions: list[OpenRegion] = [OpenRegion()]
        self._opened = WeakSet(self.regions)
        self.watches: list[Callable[[Any, Any], None]] = []
        self.barred: list[object] = []
        self.recorded: set[object] = set()
        self.kept: list[Callable[[], Callable[[], object]]] = []
        self._undo: list[Callable[[], object]] = []
        self._marked = 0
        self._numbers: dict[str, int] = {}
        self._inputs: set[str] = set()

    @property
    def region(self) -> OpenRegion:
        """The innermost open region."""
        return self.regions[-1]

    @property
    def staged(self) -> bool:
        """Whether a branch or a loop is being recorded."""
        return len(self.regions) > 1

    def value(self, base: str, of: Type) -> Value:
        """Create a value with a unique name."""
        number = self._numbers.get(base, 0) + 1
        self._numbers[base] = number
        return Value(f"{base}.{number}", of)

    def input(self, base: str, of: Type) -> Value:
        """Create an input of the graph; its name has no number and no rollback."""
        name = base
        while name in self._inputs:
            name = f"{base}_{len(self._inputs)}"
        self._inputs.add(name)
        return Value(name, of)

    def append(
        self,
        operation: Operation,
        args: tuple[Argument, ...],
        kwargs: tuple[tuple[str, Argument], ...] = (),
        results: tuple[Value, ...] = (),
        regions: tuple[Region, ...] = (),
        fails: bool = False,
        span: Span | None = None,
    ) -> None:
        """Record a node at the end of the innermost region."""
        self._allow()
        self.region.nodes.append(
            Node(operation, args, kwargs, results, regions, fails, span)
        )

    def extend(self, nodes: Iterable[Node]) -> None:
        """Record nodes at the end of the innermost region."""
        self._allow()
        self.region.nodes.extend(nodes)

    def open(self, parameters: tuple[Value, ...] = ()) -> OpenRegion:
        """Open a region inside the innermost one."""
        self._allow()
        region = OpenRegion(parameters)
        self.regions.append(region)
        self._opened.add(region)
        return region

    def _allow(self) -> None:
        if self.barred:
            self.recorded.update(self.barred)
            raise RecordingBegan

    def content_at(self, position: int, slot: Any) -> Any:
        """Return the content of storage where the region at a position stands now."""
        for region in self.regions[position + 1 :]:
            if slot in region.changed:
                return region.changed[slot]
        return slot.read()

    @contextmanager
    def within(self, position: int) -> Iterator[Callable[[], None]]:
        """Record into an outer region for a while; yield a function that undoes it."""
        inner = self.regions[position + 1 :]
        nodes = self.regions[position].nodes
        recorded = len(nodes)

        def forget() -> None:
            del nodes[recorded:]

        del self.regions[position + 1 :]
        try:
            yield forget
        finally:
            self.regions += inner

    def close(self, yields: tuple[Argument, ...] | None) -> Region:
        """Close the innermost region and return it."""
        region = self.regions.pop()
        region.open = False
        return Region(region.parameters, tuple(region.nodes), yields)

    def end(self) -> None:
        """Close the regions and forget everything but their nodes.

        Symbols that outlive the trace know where they were made.
        """
        for region in self._opened:
            region.open = False
            for known in (region.known, region.stored, region.changed, region.written):
                known.clear()
            region.born.clear()
            region.given.clear()
        self.watches.clear()
        self.kept.clear()
        self._undo.clear()

    def on_rollback(self, undo: Callable[[], object]) -> None:
        """Register how to undo a change that is not a node."""
        self._undo.append(undo)

    def note(self, table: MutableMapping[str, T], value: Value, item: T) -> None:
        """Put an item into a table by the name of a value, until a rollback.

        What is taken back gives its name to another value.
        """
        before = [table[value.name]] if value.name in table else []
        table[value.name] = item

        def undo() -> None:
            del table[value.name]
            table.update((value.name, each) for each in before)

        self._undo.append(undo)

    def is_undone(self, position: int) -> bool:
        """Whether a rollback to the last mark undoes the change at a position."""
        return self._marked <= position < len(self._undo)

    @property
    def changes(self) -> int:
        """How many changes a rollback to the beginning would undo."""
        return len(self._undo)

    def mark(self) -> Mark:
        """Return a mark for `rollback`."""
        nodes = len(self.region.nodes)
        self._marked = len(self._undo)
        restore = tuple([keep() for keep in self.kept])
        return Mark(
            len(self.regions), nodes, len(self._undo), dict(self._numbers), restore
        )

    def rollback(self, mark: Mark) -> None:
        """Undo everything since the mark."""
        while len(self.regions) > mark.depth:
            self.regions.pop().open = False
        while len(self._undo) > mark.undo:
            self._undo.pop()()
        del self.region.nodes[mark.nodes :]
        self._numbers = mark.numbers
        for restore in mark.restore:
            restore()
