"""Where the program lets go of what Python made for it.

An object ends when nothing refers to it any more: its file is closed, its temporary
folder removed. While tracing, the user's code holds a symbol in place of the object,
as long as it would hold the object itself. So where the symbol ends, the object does.
The graph notes it if anything acts between the last use of the object and its end.
"""

from __future__ import annotations

import weakref
from itertools import chain

from runtime.ir.nodes import Argument, Node, Value, values_in
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import AnyType, Object, members
from tracer.record.builder import OpenRegion
from tracer.record.contents import held
from tracer.record.given_names import GivenNames
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace


class Lives:
    """The objects of one trace whose ends may be seen."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._held: dict[str, weakref.ref[Symbol]] = {}
        self._ended: list[Value] = []
        self._uses = weakref.WeakKeyDictionary[OpenRegion, _Uses]()

    def begins(self, symbol: Symbol, row: Row | None = None) -> None:
        """Note a symbol, and the row of its value; None for results of constructs."""
        value = symbol._ag_value
        if row is not None and not row.effect:
            return  # what it was read from, or made of, holds it
        if not any(isinstance(each, (AnyType, Object)) for each in members(value.type)):
            return

        def ends(reference: weakref.ref[Symbol]) -> None:
            if self._held.get(value.name) is reference:
                del self._held[value.name]
                self._ended.append(value)

        reference = self._held[value.name] = weakref.ref(symbol, ends)

        def forget() -> None:
            # What is taken back gives its name to another value, and ends unseen.
            if self._held.get(value.name) is reference:
                del self._held[value.name]
            self._ended = [each for each in self._ended if each is not value]

        self._trace.builder.on_rollback(forget)

    def note_ends(self, row: Row | None = None) -> None:
        """Record which objects ended since something was recorded."""
        if self._ended and not self._trace.builder.barred:
            ended, self._ended = self._ended, []
            self._note(ended)

    def region_ends(self, results: Argument | None = None) -> None:
        """Record the ends of the objects that the innermost region made.

        Those among the results of the function live on. Of those that neither a name
        nor anything made here has, only the trace holds the symbols by now: nobody
        knows when they ended.
        """
        self.note_ends()
        left = set() if results is None else set(values_in(results))
        named = self._trace.part(GivenNames)
        made = [v for node in self._trace.builder.region.nodes for v in node.results]
        alive = [v for v in made if self._held.pop(v.name, None) is not None]
        kept = self._kept() if any(v not in named for v in alive) else frozenset()
        lasting = [v for v in alive if v in named or v.name in kept]
        self._note([v for v in lasting if v not in left])

    def _kept(self) -> frozenset[str]:
        """Return the names of the values that objects and containers made here hold."""
        things = chain.from_iterable(map(held, self._trace.asked.held()))
        return frozenset(each._ag_value.name for each in things if type(each) is Symbol)

    def _note(self, values: list[Value]) -> None:
        """Record the ends of values after whose last uses something acts or ends."""
        for value in values:
            if self._acts_since_use(value):
                span = self._trace.stack.span()
                self._trace.builder.append(OPS["let_go"], (value,), span=span)

    def _acts_since_use(self, value: Value) -> bool:
        """Whether something acts after the last node that makes or uses a value."""
        acts = -1
        for region in reversed(self._trace.builder.regions):
            uses = self._uses.get(region)
            if uses is None:
                uses = self._uses[region] = _Uses()
            uses.see(region.nodes)
            used = uses.last_use(value.name)
            if used is not None:
                return acts >= 0 or uses.last_act > used
            acts = max(acts, uses.last_act)
        return False


class _Uses:
    """Where the nodes of an open region use values, and act; seen as they come."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._names: list[frozenset[str]] = []
        self._places: dict[str, list[int]] = {}
        self._acts: list[int] = []

    @property
    def last_act(self) -> int:
        """The place of the last node that does what others may see; -1 if none does."""
        return self._acts[-1] if self._acts else -1

    def last_use(self, name: str) -> int | None:
        """Return the place of the last node that makes or uses a value."""
        places = self._places.get(name)
        return places[-1] if places else None

    def see(self, nodes: list[Node]) -> None:
        """Take note of nodes that are new, and forget those that were taken back."""
        seen = self._nodes
        while seen and (len(seen) > len(nodes) or nodes[len(seen) - 1] is not seen[-1]):
            self._forget()
        for place in range(len(seen), len(nodes)):
            node = nodes[place]
            own = {value.name for value in chain(node.results, node.operands())}
            names = frozenset(own.union(*(body.outer for body in node.regions)))
            seen.append(node)
            self._names.append(names)
            for name in names:
                self._places.setdefault(name, []).append(place)
            if node.acts:
                self._acts.append(place)

    def _forget(self) -> None:
        self._nodes.pop()
        for name in self._names.pop():
            self._places[name].pop()
        if self.last_act >= len(self._nodes):
            self._acts.pop()
