"""Objects that decline an operator where only the run knows whether they do."""

from __future__ import annotations

from typing import NamedTuple

from tests.corpus.case import case, f64, floats, i64


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

    def __divmod__(self, other):
        return NotImplemented if self.value > 2 else (self.value, other.value)

    def __rdivmod__(self, other):
        if self.value > 1:
            return NotImplemented
        return other, self.value

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


class Pages:
    """A sequence that compares by NumPy's operators alone."""

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return [1, 2][place]


def unequal(one, other):
    return one != other, other != one, one == other


CASES = [
    case(sum_declined, *VALUES),
    case(sum_of_the_caller, *(lambda x=x: (Amount(1), x) for x in VALUES)),
    case(comparison_declined, *VALUES),
    case(answered_by_the_other, *VALUES),
]


class Row(list):
    def __eq__(self, other):
        return list.__eq__(self, other)

    def __lt__(self, other):
        return super().__lt__(other)

    def __add__(self, other):
        return super().__add__(other)

    __hash__ = None


class Meters(float):
    def __eq__(self, other):
        return float.__eq__(self, other)

    def __sub__(self, other):
        return super().__sub__(other)

    def __radd__(self, other):
        return float.__radd__(self, other)

    __hash__ = float.__hash__


class Name(str):
    def __eq__(self, other):
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class Pair(NamedTuple):
    x: float
    y: float

    def __mul__(self, other):
        if other > 2:
            return NotImplemented
        return Pair(self.x * other, self.y * other)

    def __eq__(self, other):
        return tuple.__eq__(self, other)

    __hash__ = tuple.__hash__


class Answering:
    def __eq__(self, other):
        return "equal"

    def __gt__(self, other):
        return "greater"

    def __radd__(self, other):
        return "added"

    def __rsub__(self, other):
        return "subtracted"

    def __rmul__(self, other):
        return "multiplied"

    __hash__ = None


def compared_by_the_parent(one, other):
    same = "same" if one == other else "different"
    return one == other, other == one, one != other, other in [one, 0], same


def ordered_by_the_parent(one, other):
    try:
        return one < other
    except TypeError as error:
        return str(error)


def added_by_the_parent(one, other):
    try:
        total = one + other
        one += other
    except TypeError as error:
        return str(error)
    return total, one


def subtracted_by_the_parent(one, other):
    answer = one.__sub__(other)
    declined = answer is NotImplemented
    try:
        return declined, one - other
    except TypeError as error:
        return declined, answer, str(error)


def to_a_parent(one, other):
    return other + one, other == one, other != one


def operator_by_its_name(x):
    one, other = Amount(x), Amount(1)
    answers = one.__lt__(other), one.__eq__(Amount(x)), one.__add__(x)
    return [each is NotImplemented for each in answers]


def quotient_declined(x):
    one, other = Amount(x), Amount(1)
    try:
        return divmod(one, other), divmod(3, one)
    except TypeError as error:
        return str(error)


def tuples_that_decline(pair, x):
    answer = pair.__mul__(x)
    compared = pair == (x, x), pair != pair, pair < (x, x), (x, x) > pair
    try:
        return answer is NotImplemented, pair * x, compared
    except TypeError as error:
        return str(error), compared


OTHERS = (3, 2.5, "a", [1, 2], None, Answering())
CASES += [
    case(
        compared_by_the_parent,
        *(
            (one, other)
            for one in (Row([1, 2]), Meters(2.5), Name("a"))
            for other in OTHERS
        ),
        *((Pair(1, 2), other) for other in OTHERS[:3]),
    ),
    case(ordered_by_the_parent, *((Row([1, 2]), each) for each in OTHERS)),
    case(
        added_by_the_parent,
        *(lambda x=x: (Row([1, 2]), x) for x in OTHERS),
        *((Meters(2.5), each) for each in OTHERS),
    ),
    case(subtracted_by_the_parent, *((Meters(2.5), each) for each in OTHERS)),
    case(to_a_parent, (Row([1]), [1]), (Name("a"), "a"), (Meters(2), 2.0)),
    case(operator_by_its_name, *VALUES),
    case(quotient_declined, *VALUES),
    case(tuples_that_decline, *((Pair(1, f64(2)), x) for x in VALUES)),
    case(
        unequal,
        *[
            (one, other)
            for one in ({"a": 1}, Pages(), [1, 2])
            for other in (i64(2), floats(1, 2), None)
        ],
    ),
]
