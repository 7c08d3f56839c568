"""Methods and names of the user's that are called like what converted code calls."""

import autograph as ag
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Crystal:
    def __init__(self):
        self.cell = (1.0, 1.0)

    def set_cell(self, cell, scale=True):
        self.cell = cell

    def delete_cell(self, count):
        self.cell = self.cell[count:]

    def set_global(self, flag):
        self.flag = flag

    def cond(self, x):
        return x + 1

    def assigned(self, x, name="x"):
        return x, name


def moved(crystal, x):
    crystal.set_cell((2.0, 3.0, x), scale=False)
    crystal.delete_cell(1)
    crystal.set_global(True)
    return crystal.cell


@add(f64(2), 0.5, 1)
def methods_of_an_object(x):
    crystal = Crystal()

    def shifted(y):
        crystal.set_cell((y, x))
        return crystal.cond(y)

    if x > 1:
        crystal.cell = (x, 3.0, x)
        crystal.delete_cell(1)
    return moved(crystal, x), shifted(x), crystal.assigned(x), crystal.flag


def set_cell(x, y):
    return x, y


@add(f64(2), 0.5, 1)
def functions_of_the_module(x):
    cells, operate, mutable = set_cell((x, 1), 2), [x], {x}
    ag_ = set_cell(1, cells)

    def inner():
        return set_cell(x, operate), ag_

    return inner() if x > 1 else mutable
