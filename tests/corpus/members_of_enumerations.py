"""Members of enumerations that hold more than a value, or one that can be changed."""

from __future__ import annotations

import enum

import numpy as np

from tests.corpus.case import adding_to, f64, floats

CASES: list = []
add = adding_to(CASES)


class Lists(enum.Enum):
    FIRST = [1]
    SECOND = [2]


class Planet(enum.Enum):
    MARS = 1, 2.0
    VENUS = 2, 3.0

    def __init__(self, mass, radius):
        self.mass, self.radius, self.visits = mass, radius, 0
        self.position = np.zeros(2)

    def visit(self):
        self.visits += 1
        return self.visits

    @property
    def gravity(self):
        return self.mass / self.radius + self.visits


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mode(enum.Flag):
    READ = 1
    WRITE = 2


def again():
    """Forget what earlier calls have set."""
    del Lists.FIRST.value[1:]
    for planet in Planet:
        planet.visits = 0
        planet.position[:] = 0
    for each in (*Color, *Level):
        vars(each).pop("count", None)


def fresh(*args):
    def make():
        again()
        return args

    return make


@add(fresh(1), fresh(2.0), fresh(f64(3)))
def value_that_is_changed(x):
    Lists.FIRST.value.append(x)
    same = Lists.FIRST is Lists["FIRST"], Lists.FIRST in Lists, Lists.FIRST.name
    return Lists.FIRST.value, same, [each.value for each in Lists], len(Lists)


@add(fresh(1.0), fresh(2.0), fresh(f64(3)))
def attributes_that_are_changed(x):
    Planet.MARS.visits += 1
    Planet.VENUS.visit()
    Planet.MARS.position[0] += x
    visits = [each.visits for each in Planet]
    return visits, Planet.MARS.position, Planet.VENUS.gravity * x, Planet.MARS.visits


@add(fresh(Planet.MARS, 1.0), fresh(Planet.VENUS, 2.0), fresh(Planet.MARS, 3.0))
def passed(planet, x):
    planet.visits += 2
    known = {Planet.MARS: "m", Planet.VENUS: "v"}[planet], planet is Planet.MARS
    match planet:
        case Planet.MARS:
            x = x + 1
        case Planet.VENUS:
            x = x * 2
    return x, known, planet.visit(), planet.name, planet == Planet.VENUS


@add(fresh(1.0), fresh(2.0), fresh(f64(3)))
def attributes_that_are_new(x):
    Color.RED.count = x
    Color.RED.count += 1
    Level.LOW.count = Color.RED.count
    return Color.RED.count, Level.LOW.count + Level.LOW, hasattr(Color.BLUE, "count")


@add(fresh(1, 0.5), fresh(2, 1.5), fresh(1, f64(2)))
def looked_up(number, x):
    found = Planet((number, number + 1.0))
    found.visits += 1
    return found is Planet.MARS, found.visits, x * found.mass, Color(number).name


@add(fresh(floats(1, 2)), fresh(floats(3)))
def several_flags(x):
    both = Mode.READ | Mode.WRITE
    return x, both is Mode(3), Mode.READ in both, both.value, Level.HIGH > Level.LOW
