"""Objects of which code that is not converted sets the class."""

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Egg:
    legs = 0

    def name(self):
        return "egg"


class Hen(Egg):
    legs = 2

    def name(self):
        return "hen"


@ag.do_not_convert
def hatch(egg):
    egg.__class__ = Hen


@add(f64(1), f64(-1))
def of_a_made_one(x):
    egg = Egg()
    if x > 0:
        hatch(egg)
    return egg.name(), egg.legs + x, isinstance(egg, Hen), type(egg) is Hen


@add((Egg(), i64(3)), (Egg(), i64(1)))
def of_an_argument(egg, n):
    legs = 0
    for i in range(n):
        legs += egg.legs
        if i == 1:
            hatch(egg)
    return legs, egg.name(), isinstance(egg, Hen), egg.__class__.__name__
