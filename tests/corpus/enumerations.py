"""Enumerations: members looked for by value and by name, chosen, combined."""

from __future__ import annotations

from enum import Enum, Flag, IntEnum, IntFlag, auto

from tests.corpus.case import case, f64, i64


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    @property
    def wave(self):
        return self.value * 100

    def mixed(self, x):
        return self.value + x


class Level(IntEnum):
    LOW = 1
    MID = 5
    HIGH = 9


class Permission(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()


class Mode(IntFlag):
    READ = 4
    WRITE = 2
    RUN = 1


class Forgiving(Enum):
    ONE = 1
    OTHER = 0

    @classmethod
    def _missing_(cls, value):
        return cls.OTHER


class Planet(Enum):
    NEAR = (1.0, 2.0)
    FAR = (3.0, 4.0)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return self.mass / self.radius**2


def gone_through(x):
    total = 0
    for color in Color:
        total += color.value * x
    return total, [color.name for color in Color], len(Color), list(Color.__members__)


def by_value(x):
    color = Color(x)
    return color, color.value * 2, color.name, color.wave, color is Color.RED


def by_value_in_branch(x):
    if Color(x) is Color.RED:
        return 10
    return Color(x) == Color.GREEN


def by_value_in_try(x):
    try:
        return Color(x).value
    except ValueError as error:
        print(error)
        return -1


def by_name(x):
    name = "RED" if x > 1 else "BLUE"
    return Color[name].value, Color[name], Color["GREEN"].value * x


def by_name_missing(x):
    name = "RED" if x > 1 else "PINK"
    return Color[name]


def forgiving(x):
    return Forgiving(x)


def levels(x):
    return Level(x), Level.MID + x, x > Level.LOW


def flags(x):
    chosen = Permission.READ | Permission.WRITE
    if x > 1:
        chosen |= Permission.RUN
    return chosen, bool(chosen & Permission.RUN), Permission.RUN in chosen


def flags_by_value(x):
    return (Permission.READ | Permission.WRITE) & ~Permission.WRITE, Permission(x)


def integer_flags(x):
    return Mode.READ | x, Mode(x), Mode(x) & Mode.RUN


def states(x):
    state = Color.RED
    count = 0
    while state is not Color.BLUE:
        state = Color.GREEN if x > count else Color.BLUE
        count += 1
    return count, state


def matched(x):
    color = Color.RED if x > 1 else Color.BLUE
    match color:
        case Color.RED:
            return 1
        case Color.BLUE:
            return 2
    return 3


def planets(x):
    planet = Planet.NEAR if x > 1 else Planet.FAR
    return planet.mass * x, planet.gravity, Planet.NEAR.gravity * x


RAISES = {
    by_value: ValueError,
    by_value_in_branch: ValueError,
    by_name_missing: KeyError,
    levels: ValueError,
    flags_by_value: ValueError,
    integer_flags: (ValueError, TypeError),
}

CASES = [
    case(
        function,
        i64(1),
        i64(2),
        i64(3),
        i64(9),
        1,
        2,
        f64(3),
        raises=RAISES.get(function, ()),
    )
    for function in (
        gone_through,
        by_value,
        by_value_in_branch,
        by_value_in_try,
        by_name,
        by_name_missing,
        forgiving,
        levels,
        flags,
        flags_by_value,
        integer_flags,
        states,
        matched,
        planets,
    )
]
