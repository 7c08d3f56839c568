"""The user's choices for a function, and what tracing asks of conversion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, auto
from types import CodeType, FunctionType
from typing import Protocol

from runtime.ir.callee import Callee
from runtime.types import Type
from tracer.record.decisions import Decisions

Convert = Callable[..., FunctionType]
Recursion = Callable[
    [FunctionType, tuple[Type | None, ...], dict[str, Type | None]], Callee
]


class Use(IntEnum):
    """A way in which code uses names; the variables are those of functions around."""

    BINDS_GLOBAL = auto()
    BINDS_VARIABLE = auto()
    DELETES_VARIABLE = auto()
    SETS_ATTRIBUTE = auto()


class Instructions(Protocol):
    """What is known of code by its instructions; see `autograph.source.instructions`.

    Code outside of the trace need not have a source.
    """

    def names_used(self, code: CodeType, use: Use, /) -> frozenset[str]:
        """Return the names that a code object, or one within it, uses in one way."""

    def read_before_bound(self, code: CodeType, /) -> frozenset[str]:
        """Return the names that a class body binds, and may read before that."""

    def gives_itself(self, code: CodeType, /) -> bool:
        """Whether a method does nothing but return its object."""

    def has_loop(self, code: CodeType, /) -> bool:
        """Whether a code object, or one within it, has a loop."""


@dataclass(frozen=True)
class Options:
    """The user's choices for a function.

    Attributes
    ----------
    convert : callable
        Returns the functional twin of a function; see `autograph.conversion.twin`.
    original : callable
        Returns the user's code behind a converted one, if it is known.
    home : callable
        Returns the converted code of the user's function to which a piece belongs.
    instructions : Instructions
        Says what code does with names.
    recursion : callable
        Returns the graphs of a recursive function, to be called. It takes the
        function and the types of its arguments, None for those known by value.
    callbacks : {'warn', 'allow', 'error'}
        What becomes of a call that the graph cannot record.
    has_source : callable
        Whether a function can be converted at all.
    freezes : bool
        Whether head calls are made once, while tracing.
    generator : callable
        Returns the user's code of the generator expression at a line and column of
        converted code.
    unreadable : type
        The error of `convert` where a function was not made from what is its source.
    decisions : Decisions, optional
        Records what becomes of each construct and call.
    """

    convert: Convert
    original: Callable[[CodeType], CodeType | None]
    home: Callable[[CodeType], CodeType]
    instructions: Instructions
    recursion: Recursion
    callbacks: str = "warn"
    has_source: Callable[[FunctionType], bool] = lambda function: True
    freezes: bool = False
    generator: Callable[[CodeType, int, int], CodeType | None] = lambda *_: None
    unreadable: type[Exception] = OSError
    decisions: Decisions | None = None
