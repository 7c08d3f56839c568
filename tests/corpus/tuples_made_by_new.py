"""Tuples with named items whose class has a ``__new__`` of its own."""

from collections import namedtuple

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = ((1, 2), (f64(1), 2), (3, 2), (9, 3), (i64(9), i64(3)), (5, 2), (2.5, 2))


class Tile(namedtuple("Tile", "x y z")):
    """Lies within its level."""

    def __new__(cls, x, y, z):
        last = 2**z - 1
        if not (0 <= x <= last and 0 <= y <= last):
            x, y = min(max(x, 0), last), min(max(y, 0), last)
        return super().__new__(cls, x, y, z)

    def parent(self):
        return Tile(self.x // 2, self.y // 2, self.z - 1)


class Span(namedtuple("Span", "start stop")):
    """Has a default, and adds."""

    __slots__ = ()

    def __new__(cls, start, stop=None):
        if stop is None:
            stop = start + 1
        if stop < start:
            raise ValueError("backwards", stop)
        return tuple.__new__(cls, [start, stop])

    def __add__(self, other):
        return Span(self.start + other.start, self.stop + other.stop)


class LongSpan(Span):
    """Is twice as long."""

    def __new__(cls, start, stop=None):
        made = Span.__new__(cls, start, stop)
        return made._replace(stop=made.stop + made.stop - made.start)


@add(*NUMBERS)
def tile_and_parent(x, z):
    tile = Tile(x, y=x + 1, z=z)
    return tile, tile.parent(), tile.x, isinstance(tile, Tile), type(tile).__name__


@add(*NUMBERS)
def tiles_of_a_loop(x, z):
    tiles = []
    for i in range(4):
        tiles.append(Tile(i * x, i, z))
    return tiles, sum(tile.x for tile in tiles)


@add((i64(9), i64(4)), (1, 2), (9, 3))
def up_to_the_top(x, z):
    tile = Tile(x, x, z)
    while tile.z > 1:
        tile = tile.parent()
    return tile


@add(*NUMBERS)
def spans(x, z):
    try:
        both = Span(x) + Span(x, z)
    except ValueError as error:
        both = error.args
    return Span(x), both, LongSpan(z), Span._make([x, z]), *Span(z)


@add((1, 2), (f64(3), 2), raises=ValueError)
def backwards(x, z):
    return Span(x, z).stop
