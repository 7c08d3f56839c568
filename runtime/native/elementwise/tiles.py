"""Loops around elementwise operations, tile by tile: each takes all turns at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from runtime.native.assembly.emit import Writer
from runtime.native.elementwise.spaces import Space

TILE = 256
"""How many elements take many turns before the next ones do."""
LONGEST = 2**26
"""How many operations a kernel does without looking for signals, about."""
Addresses = Mapping[str, str]


@dataclass(frozen=True)
class Turns:
    """The turns of a loop around elementwise operations.

    Parameters
    ----------
    number : str
        The input that says how many there are. The last result is how many were taken.
    states : mapping
        By the names of the inputs that change from turn to turn, the names of the
        results that they become.
    """

    number: str
    states: Mapping[str, str]


def taken(
    w: Writer,
    left: str,
    work: str,
    starts: Sequence[Sequence[str]],
    sizes: Sequence[str],
) -> str:
    """Return how many turns are taken at once.

    Parameters
    ----------
    w : Writer
        The function.
    left : str
        How many there are.
    work : str
        How many operations one of them is.
    starts : sequence of sequence of str
        The sizes of the arrays that the loop begins with. One that is broadcast has its
        full size only after a turn.
    sizes : sequence of str
        The sizes of the results.
    """
    some = w.intrinsic("i64", "llvm.smax.i64", ("i64", work), ("i64", "1"))
    most = w.put(f"udiv i64 {LONGEST}, {some}")
    most = w.intrinsic("i64", "llvm.smax.i64", ("i64", most), ("i64", "1"))
    most = w.intrinsic("i64", "llvm.smin.i64", ("i64", most), ("i64", left))
    whole = "true"
    for own in starts:
        for here, there in zip(own, sizes, strict=True):
            if here != there:
                same = w.put(f"icmp eq i64 {here}, {there}")
                whole = w.put(f"and i1 {whole}, {same}")
    return w.put(f"select i1 {whole}, i64 {most}, i64 1")


def through_tiles(
    w: Writer,
    space: Space,
    count: str,
    turns: Turns,
    widths: Mapping[str, int],
    row: tuple[Addresses, Addresses],
    span: Callable[[str, Addresses, Addresses, Addresses], None],
) -> None:
    """Write the loop over the tiles of a row, and over the turns of each.

    What a turn gives is written to the results and beside them by turns, so that the
    last one writes to the results.

    Parameters
    ----------
    w : Writer
        The function.
    space : Space
        What it goes through.
    count : str
        The number of elements of the row.
    turns : Turns
        The loop.
    widths : mapping
        The sizes of the elements of the results.
    row : pair of mapping
        The addresses of arrays and results in the row.
    span : callable
        Writes the computation of some elements: their number, the addresses of arrays
        and results, and the distances between the elements of the arrays.
    """
    arrays, targets = row
    beside = {
        name: w.slot(f"[{TILE * width} x i8], align 64")
        for name, width in widths.items()
    }
    tiles = w.put(f"udiv i64 {w.put(f'add i64 {count}, {TILE - 1}')}, {TILE}")
    last = w.put(f"sub i64 {space.turns}, 1")
    with w.turns(tiles) as tile:
        first = w.put(f"mul nuw nsw i64 {tile}, {TILE}")
        left = w.put(f"sub i64 {count}, {first}")
        size = w.intrinsic("i64", "llvm.smin.i64", ("i64", left), ("i64", str(TILE)))
        begun = {
            name: w.at(at, w.put(f"mul i64 {first}, {space.inner[name]}"))
            for name, at in arrays.items()
        }
        ends = {
            name: w.at(at, w.put(f"mul i64 {first}, {widths[name]}"))
            for name, at in targets.items()
        }
        with w.turns(space.turns) as turn:
            rest = w.put(f"and i64 {w.put(f'sub i64 {last}, {turn}')}, 1")
            even = w.put(f"icmp eq i64 {rest}, 0")
            starts = w.put(f"icmp eq i64 {turn}, 0")
            given, steps, made = dict(begun), dict(space.inner), {}
            for name, end in ends.items():
                made[name] = w.put(f"select i1 {even}, ptr {end}, ptr {beside[name]}")
            for name, result in turns.states.items():
                other, end = beside[result], ends[result]
                before = w.put(f"select i1 {even}, ptr {other}, ptr {end}")
                given[name] = w.put(
                    f"select i1 {starts}, ptr {begun[name]}, ptr {before}"
                )
                steps[name] = w.put(
                    f"select i1 {starts}, i64 {steps[name]}, i64 {widths[result]}"
                )
            span(size, given, made, steps)
