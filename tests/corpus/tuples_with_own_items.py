"""Classes of tuples that say themselves what their items are, or how many."""

from collections import namedtuple

from tests.corpus.case import adding_to, f64, i64

CASES = []
add = adding_to(CASES)


class Word(tuple):
    """Letters and how often each is repeated; it is as long as the word."""

    def __len__(self):
        return sum(count for _, count in tuple.__iter__(self))

    def __getitem__(self, index):
        return tuple.__getitem__(self, index)[0] * 2

    @property
    def pairs(self):
        return tuple(tuple.__iter__(self))

    def times(self, k):
        return Word([(letter, count * k) for letter, count in self.pairs])


class Pair(tuple):
    """Two items, seen in the other order."""

    def __new__(cls, first, second):
        return super().__new__(cls, (first, second))

    def __iter__(self):
        return iter([tuple.__getitem__(self, 1), tuple.__getitem__(self, 0)])

    def __add__(self, other):
        return Pair(*[a + b for a, b in zip(self, other)])

    def __contains__(self, item):
        return tuple.__getitem__(self, 0) == item


@add(lambda: (Word([(1, 3), (2, 2)]), 0), lambda: (Word([(5, 1), (2, 2), (3, 1)]), 1))
def asked_by_the_program(word, i):
    return word.pairs[i][0], len(word), word[i], list(word), bool(word)


@add(lambda: (Word([(1, 3), (2, 2)]), 2), lambda: (Word([(1, 3)]), 3))
def made_by_the_program(word, k):
    longer = word.times(k)
    same = longer == word, isinstance(longer, tuple)
    return len(longer), longer[0], longer.pairs, same


@add(lambda: (Pair(1, 2), 2), lambda: (Pair(2.5, 1), f64(2.5)))
def unpacked(pair, x):
    made = Pair(x, 3)
    a, b = made
    c, *d = pair
    return a, b, c, d, pair[0], len(made), sorted(pair), x in pair, [*pair, *made]


@add(lambda: (Pair(1, 2), 2), lambda: (Pair(2.5, 1), f64(0.5)))
def chosen_and_added(pair, x):
    if x > 1:
        other = Pair(x, 3)
    else:
        other = Pair(x, x)
    total = 0
    for v in pair + other:
        total = total * 2 + v
    return total, max(pair), sum(other)


Point = namedtuple("Point", "x y z")


@add((Point(1, f64(2.5), 3), i64(3)), (Point(f64(1), 2, 0.5), i64(0)))
def places_in_a_loop(point, n):
    total = 0.0
    for i in range(n):
        total = total + point[i] * point[-i]
    return total, point[n - 2 :]


@add((f64(1), i64(1)), (f64(2), i64(-3)), (f64(2), i64(3)), raises=IndexError)
def place_of_one_made_here(x, i):
    return Point(x, x + 1, 2)[i]
