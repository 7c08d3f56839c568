"""Objects that answer for an array or a list: `out=`, `+=` and what it gives then."""

from autograph import do_not_convert
from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


@do_not_convert
def anything(x):
    return x


class Series:
    """Gives objects of its own to NumPy, as a series of pandas does."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **keywords):
        inputs = [each.values if isinstance(each, Series) else each for each in inputs]
        if out is not None:
            keywords["out"] = out
        return Series(getattr(ufunc, method)(*inputs, **keywords))


class Noted:
    """Adds what it is added to by itself."""

    __array_ufunc__ = None

    def __radd__(self, other):
        return "added", list(other)


def operands(*more):
    """Return sets of an array and an operand, new ones for each call."""
    makers = (
        lambda: Series([1.0, 2.0]),
        Noted,
        lambda: floats(3, 4),
        lambda: [5.0, 6.0],
        lambda: f64(2.0),
    )
    return [lambda make=make: (floats(1, 2), make()) for make in (*makers, *more)]


OF_NUMPY = operands()[:1] + operands()[2:]


@add(*OF_NUMPY)
def written_and_given(a, s):
    result = np.divide(a, s, out=np.zeros_like(a))
    return result, type(result).__name__


@add(*OF_NUMPY)
def written_to_twice(a, s):
    out = np.zeros_like(a)
    result = np.divide(a, anything(s), out=out)
    out[0] = 7.0
    return out, result, result is out


@add(*operands(), raises=TypeError)
def added_in_place(a, s):
    b = a
    b += anything(s)
    return b, a, b is a


@add(*operands(), raises=TypeError)
def added_in_one_arm(a, s):
    b = a * 1.0
    if a[0] > 0:
        b += s
    return b, a


@add(*operands(), raises=TypeError)
def to_a_list(a, s):
    items = [1.0, 2.0]
    items += anything(s)
    return items


@add(*operands(), raises=TypeError)
def to_a_list_of_the_run(a, s):
    items = []
    for value in a:
        items.append(float(value))
    same = items
    items += anything(s)
    return items, same, items is same


@add(*operands(), raises=TypeError)
def to_a_list_by_an_object(a, s):
    items = []
    for value in a:
        items.append(float(value))
    items += s
    return items


class Asked:
    """Counts how often it is added to something, and raises the third time."""

    def __init__(self):
        self.count = 0

    def __radd__(self, other):
        self.count += 1
        if self.count == 3:
            raise TypeError("no more")
        return self


@add(
    lambda: (np.arange(4.0), Asked()),
    lambda: (np.arange(3.0), Ellipsis),
    lambda: (np.arange(3.0), {}),
    lambda: ([1.5, 2.5], np.sin),
    lambda: ([1, 2], 0.5),
    raises="TypeError",
)
def added_to_each(items, other):
    sums = []
    for item in items:
        sums.append(item + other)
    return sums
