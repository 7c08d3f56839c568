"""`try` and `with` in functional form: what they change is a further result.

An exception may leave the first region of a `try` at any place, and no value tells what
that region had written by then: it is refused if it writes what was there before, but
for one write at its end, which raises before it writes or not at all. What a handler
writes, and what stands in `with np.errstate(...)`, which changes nothing else and lets
every exception through, are values as in a branch.
"""

from __future__ import annotations

from dataclasses import replace

from runtime.constructs import FINALLY, WITH
from runtime.errors import ProtectedRegion
from runtime.ir.nodes import Node, Region, Value
from runtime.passes.bases import State
from runtime.passes.functional.functional_branches import Branches
from runtime.passes.functional.functional_kinds import (
    is_one_number,
    refuse,
    written_arrays,
)


class Protections(Branches):
    """Writes `try`, `finally` and `with`."""

    def protected(self, node: Node) -> bool:
        """Write a construct; return whether its end is never reached."""
        if node.operation is WITH:
            return self._with(node)
        before = self.buffers.state
        body, *following = node.regions
        with self.buffers.logged() as log:
            first = self.arm(node, body, before.copy())
        written = log.written & before.current.keys()
        after = before.copy()
        after.join(State(frozen=log.frozen), leaves=False)
        if node.operation is FINALLY:
            after.gone.update(dict.fromkeys(written, node.span))
            with self.buffers.logged() as log:
                last = self.arm(node, following[0], after)
            if log.written & before.current.keys():
                raise _unknown(node, "behind it")
            return self.joined(node, [first], [last]) or last.yields is None
        if written and not _written_last(body):
            raise _unknown(node, "to its handlers")
        classes = self.read_all(node.args)
        handlers = [self.arm(node, each, after.copy()) for each in following]
        return self.joined(replace(node, args=classes), [first, *handlers])

    def check(self, node: Node) -> None:
        """Refuse what has no values, also where nothing is written."""
        if node.operation is WITH:
            manager = node.args[0]
            if not isinstance(manager, Value) or manager.name not in self.harmless:
                raise ProtectedRegion(
                    "what the manager of a block does is not known as values",
                    span=node.span,
                    hint="move what is computed out of the block",
                )
        refuse(node)

    def _with(self, node: Node) -> bool:
        self.check(node)
        (body,) = node.regions
        return self.joined(node, [self.arm(node, body, self.buffers.state.copy())])


def _written_last(body: Region) -> bool:
    """Whether a region writes by its last node alone, which raises before it writes."""
    *nodes, last = body.nodes
    before = Region((), tuple(nodes), None)
    return is_one_number(last) and not any(map(written_arrays, before.walk()))


def _unknown(node: Node, whom: str) -> ProtectedRegion:
    return ProtectedRegion(
        f"what a block wrote before an exception is not known {whom} as values",
        span=node.span,
        hint="test for the error before it arises, and move the block out",
    )
