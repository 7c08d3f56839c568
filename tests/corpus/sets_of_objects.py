"""Sets and dicts of objects whose equality only the run knows."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (f64(2), f64(3), i64(2), 2.0, 7)


class Term:
    def __init__(self, power, factor):
        self.power, self.factor = power, factor

    def __hash__(self):
        return hash(self.power)

    def __eq__(self, other):
        return self.power == other.power and self.factor == other.factor

    def __repr__(self):
        return f"{self.factor}x^{self.power}"


def sums(x):
    return {Term(1, x), Term(2, 3.0)}, {Term(1, 2.0), Term(2, 3.0), Term(4, x)}


def texts(terms):
    return sorted(map(repr, terms))


@add(*NUMBERS)
def terms_taken_away(x):
    some, others = sums(x)
    some -= others
    return texts(some)


@add(*NUMBERS)
def operators_of_sets(x):
    some, others = sums(x)
    return texts(some | others), texts(some & others), texts(some ^ others)


@add(*NUMBERS)
def comparisons_of_sets(x):
    some, others = sums(x)
    return some == others, some <= others, some != others, some.isdisjoint(others)


@add(*NUMBERS)
def looked_for_in_two(x):
    some, others = sums(x)
    return Term(1, 2.0) in some, Term(1, 2.0) in others, len(some | others)


@add(*NUMBERS)
def keys_of_dicts(x):
    some, others = {Term(1, x): 1}, {Term(1, 2.0): 4}
    some |= others
    return len(some), some == others


@add(*NUMBERS)
def frozen(x):
    some, others = sums(x)
    known = frozenset([Term(1, x)])
    return frozenset(some) == frozenset(others), len(frozenset(some) | others), known


@add(*NUMBERS)
def changed_while_a_copy_is_gone_through(x):
    some, _ = sums(x)
    for term in list(some):
        if term.factor > 2:
            some -= {term}
        else:
            some |= {Term(term.power, term.factor + 1)}
    return texts(some)
