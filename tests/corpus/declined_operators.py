"""Objects that decline an operator where only the run knows whether they do."""

from __future__ import annotations

from tests.corpus.case import case, f64


class Amount:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        if isinstance(other, Amount):
            return Amount(self.value + other.value)
        if other > 2:
            return NotImplemented
        return Amount(self.value + other)

    def __iadd__(self, other):
        answer = NotImplemented
        if other < 2:
            self.value = self.value + other
            answer = self
        return answer

    def __lt__(self, other):
        if self.value > 2:
            return NotImplemented
        return self.value < other.value

    def __gt__(self, other):
        return "the other one"

    def __eq__(self, other):
        if other.value > 2:
            return NotImplemented
        return self.value == other.value

    def __mul__(self, other):
        if other.size > 2:
            return NotImplemented
        return "left"

    __hash__ = None


class Right:
    def __init__(self, size):
        self.size = size

    def __rmul__(self, other):
        return "right", other.value


def sum_declined(x):
    try:
        return (Amount(x) + x).value
    except TypeError as error:
        return str(error)


def sum_of_the_caller(amount, x):
    try:
        amount += x
    except TypeError as error:
        return str(error)
    return amount.value


def comparison_declined(x):
    one, other = Amount(x), Amount(1)
    return one < other, one == Amount(x), one != other


def answered_by_the_other(x):
    return Amount(x) * Right(x)


VALUES = (1, 3, f64(1.5), f64(2.5))

CASES = [
    case(sum_declined, *VALUES),
    case(sum_of_the_caller, *(lambda x=x: (Amount(1), x) for x in VALUES)),
    case(comparison_declined, *VALUES),
    case(answered_by_the_other, *VALUES),
]
