"""What a graph is lowered to: a function of LLVM and what it needs."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.native.marks.marks import Effect, Mark


@dataclass(frozen=True)
class Kernel:
    """A graph in LLVM's assembly language.

    Parameters
    ----------
    text : str
        The function ``kernel``.
    declared : dict
        The declarations of what it uses, by name.
    places : int
        The number of places of the frame.
    written : frozenset of str
        The inputs that it may write into.
    owners : int
        How many places it needs for objects that it keeps alive.
    addresses : dict
        The addresses that it names, by name.
    keeps : tuple
        What has to live as long as its machine code.
    contiguous : bool
        Whether it takes only arrays whose elements lie side by side.
    scopes : int
        How many results its elementwise operations have together, at most.
    whole : frozenset of int
        Which results are arrays that it makes, and not parts of others.
    rows : bool
        Whether its results are known to be laid out row by row.
    words : int or None
        How many words a frame of its marks has, if it goes on from marks.
    objects : int
        How many objects such a frame keeps alive.
    marks : tuple of Mark
        Its marks.
    effects : tuple of Effect
        What it calls, and cannot be undone.
    """

    text: str
    declared: dict[str, str]
    places: int
    written: frozenset[str]
    owners: int
    addresses: dict[str, int]
    keeps: tuple[object, ...] = ()
    contiguous: bool = False
    scopes: int = 0
    whole: frozenset[int] = frozenset()
    rows: bool = False
    words: int | None = None
    objects: int = 0
    marks: tuple[Mark, ...] = ()
    effects: tuple[Effect, ...] = ()
