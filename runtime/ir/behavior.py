"""The interface of operations: what rows and constructs declare.

It is the vocabulary between `ir` and the layers above: `ir` knows no table of
operations and no construct by name.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, cast

from runtime.ir.nodes import Argument, Constant, Node, Operation, Value
from runtime.types import ANY, OBJECT, ClassArray, List, Type, members


@dataclass(frozen=True, slots=True)
class Column:
    """One state of a construct: its targets always equal one of its sources.

    A result of a `cond` is a yield of one of its arms. The parameter and the result of
    a loop are its start or a yield of its body.
    """

    targets: tuple[Value, ...]
    sources: tuple[Argument, ...]


class Behavior(Protocol):
    """The effects of an operation on memory and the world, without its regions.

    `runtime.ops.row.Row` explains the attributes.
    """

    name: str
    writes: tuple[int | str, ...]
    returns: Literal["fresh", "shares", "same"]
    reads: bool
    effect: bool
    asks: Callable[[Sequence[Argument]], Iterator[Value]]
    reshapes: bool
    keeps: bool
    closed: bool

    def fresh(self, node: Node) -> bool:
        """Whether the arrays that a call makes are new memory."""


class Structure(Operation):
    """What a construct declares about its nodes.

    Attributes
    ----------
    loops : bool
        Whether its regions may run more than once.
    closed : bool
        Whether it reaches nothing but its operands: see `runtime.ops.closed`.
    catches : bool
        Whether its arguments are classes of exceptions.
    chained : bool
        Whether a region may read the values of the region before it.
    waits : bool
        Whether its regions may run until others write what it reads.
    """

    loops = False
    closed = True
    catches = False
    chained = False
    waits = False

    def guards(self, node: Node) -> bool:
        """Whether what the first region raises decides how the run continues.

        Then every node in it that may raise must run.
        """
        return False

    @abstractmethod
    def region_names(self, node: Node) -> tuple[str, ...]:
        """Return a readable name for each region."""

    @abstractmethod
    def problems(self, node: Node) -> Iterator[str]:
        """Yield what is wrong with the form of a node; `columns` serve type checks."""

    @abstractmethod
    def columns(self, node: Node) -> tuple[Column, ...]:
        """Return the states of a node that `keep` may drop, in order."""

    def fixed(self, node: Node) -> tuple[Column, ...]:
        """Return the states that `keep` never drops."""
        return ()

    @abstractmethod
    def controls(self, node: Node) -> tuple[Argument, ...]:
        """Return the arguments, of the node and of its yields, that decide its path."""

    def aliases(self, node: Node) -> Iterator[tuple[Value, Argument]]:
        """Yield pairs that may share memory, beside those that columns relate."""
        return iter(())

    def arriving(self, node: Node) -> tuple[Value, ...]:
        """Return the parameters whose values may come from outside the graph."""
        return ()

    def demanded(self, node: Node) -> bool:
        """Whether the node must run even if its results are not used."""
        return node.fails


def behavior(node: Node) -> Behavior:
    """Return the flags of a node's operation."""
    return cast(Behavior, node.operation)


def structure(node: Node) -> Structure | None:
    """Return the construct of a node with regions; None for a row."""
    return cast(Structure, node.operation) if node.regions else None


def is_unknown(node: Node) -> bool:
    """Whether it is unknown what a call reads and writes."""
    operation = behavior(node)
    ordered = operation.effect and not operation.writes
    return ordered and operation.returns == "shares" and not operation.fresh(node)


def may_answer(of: Type) -> bool:
    """Whether a value of a type may be an object that answers for its other operand."""
    return any(
        kind in (ANY, OBJECT) or isinstance(kind, ClassArray) for kind in members(of)
    )


def runs_methods(node: Node) -> bool:
    """Whether a call may run methods of the user's objects, which may do anything."""
    if not node.fails:
        return False
    arguments = (*node.args, *[argument for _, argument in node.kwargs])
    asked = behavior(node).asks(arguments)
    return any(may_answer(asked_type(each.type)) for each in asked)


def may_do_anything(node: Node) -> bool:
    """Whether a call may read and write whatever is visible outside of the graph."""
    return is_unknown(node) or runs_methods(node)


def asked_type(of: Type) -> Type:
    """Return the type of what is asked where all that a value holds is."""
    while isinstance(of, List):
        of = of.element
    return of


def may_be_answered(node: Node) -> bool:
    """Whether an object among the operands may answer for an operation on arrays.

    Then the result may be anything, even of an operation that writes an array.
    """
    return any(may_answer(each.type) for each in node.operands())


def written_arguments(node: Node) -> list[Argument]:
    """Return the arguments whose memory a node writes.

    An absent ``out=`` is none, and ``out=...`` asks for a new array.
    """
    if behavior(node).returns == "same" and behavior(node).fresh(node):
        return []  # it works on a copy, as asked
    found: list[Argument] = []
    for key in behavior(node).writes:
        if isinstance(key, int):
            found += node.args[key : key + 1]
        else:
            found += [argument for name, argument in node.kwargs if name == key]
    return [argument for argument in found if not _is_no_array(argument)]


def _is_no_array(argument: Argument) -> bool:
    value = argument.value if isinstance(argument, Constant) else argument
    return value is None or value is Ellipsis
