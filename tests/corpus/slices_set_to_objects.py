"""Slices of containers that are set to objects, which say themselves what they hold."""

import numpy as np

from tests.corpus.case import adding_to, f64

CASES = []
add = adding_to(CASES)


class Cell:
    """An array under another name: its methods are those of the array."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return np.array(self.array, dtype=dtype)

    @property
    def __setitem__(self):
        return self.array.__setitem__

    @property
    def __getitem__(self):
        return self.array.__getitem__

    @property
    def __iter__(self):
        return self.array.__iter__

    @property
    def __len__(self):
        return self.array.__len__


class Items:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __setitem__(self, index, value):
        self.items[index] = list(value) if isinstance(value, Items) else value


@add(lambda: (Cell(np.arange(3.0)), 2.5), lambda: (Cell(np.arange(3.0)), f64(1)))
def one_like_an_array(cell, x):
    other = Cell(np.zeros(3))
    other[:] = cell
    cell[1:] = x
    return other.array, cell.array, list(cell), len(cell)


@add(lambda: ([Cell(np.arange(3.0)), Cell(np.ones(3))], 2.5))
def several_like_arrays(cells, x):
    for cell in cells:
        cell[:] = Cell(np.full(3, x))
    return [cell.array for cell in cells], cells[0][1]


@add(f64(2), f64(0.5))
def one_of_a_branch(x):
    cell = Cell(np.zeros(3))
    if x > 1:
        cell = Cell(np.ones(3))
    cell[:] = Cell(np.full(3, x))
    return cell.array


@add(2, f64(0.5))
def one_with_items(x):
    one, other = Items([1, 2, 3]), Items([4, x])
    one[:2] = other
    if x > 1:
        other[:] = one
    return one.items, other.items


@add(lambda: ([1, 2, 3], 2), lambda: (np.arange(3), 4), raises=TypeError)
def a_list_or_an_array(items, x):
    items[1:] = Items([x, x])
    return items
