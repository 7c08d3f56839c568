"""The kinds of facts that rows have of their derivatives, and what a rule is told.

One fact serves both modes. A rule writes nodes by a builder (`runtime.building`), which
comes first among its arguments and is called `of`: ``of.cos(x)`` writes a call of the
row `cos`. What a rule returns in place of zero is None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.types import INT, Array, NumpyScalar, PythonScalar, Shape, members

Builder = Any
"""A `runtime.building.Builder`, which lies above the rows."""


@dataclass(frozen=True)
class Call:
    """A call of the forward part, as a rule sees it.

    Parameters
    ----------
    args : tuple of arguments
        The operands.
    options : mapping
        The keywords.
    result : argument or tuple of them
        What it returned; of a tuple or list its items.
    """

    args: tuple[Argument, ...]
    options: Mapping[str, Argument]
    result: Any

    def option(self, name: str, place: int, default: Any = None) -> Any:
        """Return an option given by position or name, if it is a constant."""
        given = self.options.get(name)
        if given is None and len(self.args) > place:
            given = self.args[place]
        if given is None:
            return default
        return constant(given)

    def given(self, names: str) -> Given:
        """Return the arguments by name; those of other names are not known.

        Parameters
        ----------
        names : str
            The names of the parameters in order; those that follow ``*`` are given by
            keyword alone.
        """
        positional, _, more = names.partition("*")
        places = positional.split()
        if len(self.args) > len(places):
            raise Unknown("more arguments than the rule knows")
        found = dict(zip(places, self.args)) | dict(self.options)
        other = found.keys() - {*places, *more.split()}
        if other:
            raise Unknown(f"{sorted(other)[0]}=")
        return Given(found)


class Given(dict[str, Argument]):
    """The arguments of a call by the names of its parameters."""

    def constant(self, name: str, default: Any = None) -> Any:
        """Return the value of an argument that has to be a constant."""
        return constant(self[name]) if name in self else default

    def missing(self, name: str) -> bool:
        """Whether an argument was not given, or is None."""
        return self.get(name, Constant(None)) == Constant(None)


class Unknown(Exception):
    """The rule does not know this form of the call."""


def constant(argument: Argument) -> Any:
    """Return the value of a constant argument, or raise `Unknown`."""
    if isinstance(argument, Constant):
        return argument.value
    if isinstance(argument, Display) and argument.kind in ("tuple", "list"):
        return tuple(map(constant, argument.items))
    raise Unknown("an option known at run time only")


def shape_of(argument: Argument) -> Shape:
    """Return the shape of an argument as far as it is known."""
    if isinstance(argument, Constant) and isinstance(argument.value, (tuple, list)):
        return _shape_of_items(list(map(Constant, argument.value)))
    if isinstance(argument, Display) and argument.kind in ("tuple", "list"):
        return _shape_of_items(argument.items)
    of = argument_type(argument)
    if isinstance(of, Array):
        return of.shape
    numbers = (isinstance(one, (NumpyScalar, PythonScalar)) for one in members(of))
    return () if all(numbers) else None


def _shape_of_items(items: Sequence[Argument]) -> Shape:
    """Return the shape of the array that a sequence stands for."""
    shapes = {shape_of(item) for item in items}
    shape = shapes.pop() if len(shapes) == 1 else None
    return None if shape is None else (len(items), *shape)


def rank_of(argument: Argument) -> int:
    """Return the number of dimensions, or raise `Unknown`."""
    shape = shape_of(argument)
    if shape is None:
        raise Unknown("an array of unknown rank")
    return len(shape)


def is_plain(index: Argument) -> bool:
    """Whether an index surely selects by numbers and slices alone."""
    if isinstance(index, Display) and index.kind == "tuple":
        return all(map(is_plain, index.items))
    if isinstance(index, Display):
        return index.kind == "slice"
    of = argument_type(index)
    if isinstance(of, NumpyScalar):
        return of.dtype.kind in "iu"
    return of == INT or index in (Constant(Ellipsis), Constant(None))


Expansion = Callable[[Builder, "Call"], Any]
"""A function that writes what a call computes: see `Definition`."""


@dataclass(frozen=True)
class Quotient:
    """A partial derivative that is a quotient: what it multiplies is divided.

    So operands that have one divisor share one division.

    Parameters
    ----------
    numerator, divisor : argument or number
        Its parts.
    """

    numerator: Any
    divisor: Any


Partial = Callable[..., Argument | Quotient | None] | int | None
"""A function ``(of, result, *operands)``, or 1, -1; None where nothing varies."""


@dataclass(frozen=True)
class Partials:
    """Each element of the result varies with the same elements of the operands.

    Parameters
    ----------
    partials : tuple
        For each operand its partial derivative: see `Partial`.
    likes : tuple of int
        The positions of operands of which shape and dtype matter, and nothing else.
    """

    partials: tuple[Partial, ...]
    likes: tuple[int, ...] = ()


Transpose = Callable[[Builder, Any, Call], Any] | None
"""A function of a builder, the cotangent of the result and the call.

None says that the result does not vary with the operand.
"""


@dataclass(frozen=True)
class Linear:
    """The result is linear in some operands together.

    Parameters
    ----------
    transposes : mapping
        By the position of each such operand what its cotangent is. For a display it is
        a list with the cotangent of each item.
    likes : tuple of int
        As those of `Partials`.
    """

    transposes: Mapping[int, Transpose]
    likes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Multilinear:
    """The result is linear in each of some operands, while the others stay.

    Parameters
    ----------
    transposes : mapping
        As those of `Linear`.
    """

    transposes: Mapping[int, Transpose]


@dataclass(frozen=True)
class Own:
    """Rules of its own for either mode.

    Parameters
    ----------
    transposes : mapping
        By position the rule of the reverse mode.
    forward : callable
        A function of a builder, the tangents by position, and the call: the tangent of
        the result.

    Of a tuple of results the cotangents, and the tangents, are a list; a cotangent is
    None where nothing varies with the result.
    """

    transposes: Mapping[int, Transpose]
    forward: Callable[[Builder, Mapping[int, Any], Call], Any]


@dataclass(frozen=True)
class Refused:
    """The result is of no float, and yet varies: nothing may be made of it.

    Parameters
    ----------
    why : str
        What it is instead.
    """

    why: str


@dataclass(frozen=True)
class Definition:
    """The result is what other rows compute, but for what does not vary.

    Parameters
    ----------
    expand : callable
        A function of a builder and the call, which writes that and returns it. For a
        tuple or list of results it is a list, with None for what does not vary.
    """

    expand: Callable[[Builder, Call], Any]


Derivative = Partials | Linear | Multilinear | Own | Definition | Refused


def leaves_out(fact: Derivative | None, place: int) -> bool:
    """Whether a fact says that the result does not vary with an operand."""
    if isinstance(fact, Partials):
        return place < len(fact.partials) and fact.partials[place] is None
    if isinstance(fact, (Linear, Multilinear, Own)):
        return fact.transposes.get(place, leaves_out) is None
    return False


def only_shape(fact: Derivative | None, place: int) -> bool:
    """Whether of an operand the shape and the dtype matter, and nothing else."""
    return isinstance(fact, (Partials, Linear)) and place in fact.likes


@dataclass
class Facts:
    """A table of facts by the names of rows."""

    table: dict[str, Derivative] = field(default_factory=dict)

    def add(self, names: str, fact: Derivative) -> None:
        """Record one fact for several rows."""
        for name in names.split():
            assert name not in self.table, name
            self.table[name] = fact

    def partials(self, names: str, *partials: Partial) -> None:
        """Record the partial derivatives of several rows."""
        self.add(names, Partials(partials))

    def defines(self, names: str) -> Callable[[Expansion], Expansion]:
        """Record that a function writes what several rows compute."""

        def record(expand: Expansion) -> Expansion:
            self.add(names, Definition(expand))
            return expand

        return record
