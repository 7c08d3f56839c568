"""Generators of Python's `random` that the function makes."""

import copy
import random

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


@add((1, 50), (2, 300), (i64(3), 20))
def quarter_of_a_disc(seed, n):
    rng = random.Random(int(seed))
    inside = 0
    for _ in range(n):
        x, y = rng.random(), rng.random()
        if x * x + y * y < 1:
            inside += 1
    return 4 * inside / n, rng.getstate()[1][:3]


@add((1, [1, 2, 3]), (5, [4, 5, 6, 7]), (3, ["a", "b"]))
def draws_of_every_kind(seed, xs):
    rng = random.Random(seed)
    values = list(xs)
    rng.shuffle(values)
    if seed > 2:
        rng.shuffle(values)
    rng.seed(seed + 1)
    some = rng.choices(xs, k=2), rng.sample(range(100), 3), rng.choice(xs)
    return values, some, rng.gauss(0, 1), rng.randbytes(3), rng.uniform(a=1, b=2)


class Walk:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.place = 0

    def step(self):
        self.place += self.rng.choice((-1, 1))
        return self.place


@add((1, 4), (9, 5))
def walks(seed, n):
    walk = Walk(seed)
    return [walk.step() for _ in range(n)], walk.rng.random()


@add(1, 2, 3)
def copies_of_a_generator_of_python(seed):
    rng = random.Random(seed)
    other = random.Random()
    other.setstate(rng.getstate())
    same = rng is other, rng == other, isinstance(rng, random.Random), bool(rng)
    return rng.random(), other.random(), copy.deepcopy(rng).random(), same


@add(1, 2)
def method_of_a_generator_of_python(seed):
    draw = random.Random(seed).random
    return [draw() for _ in range(3)], sorted([3, 1, 2], key=lambda value: draw())


@add(1, 2, raises=IndexError)
def choice_of_nothing(seed):
    rng = random.Random(seed)
    return rng.choice([])
