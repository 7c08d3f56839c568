"""Classes of exceptions that are attributes, with constructors of their own."""

from __future__ import annotations

import sys
from collections import defaultdict

from tests.corpus.case import case, f64


class Bank:
    class Broke(Exception):
        def __init__(self, missing):
            super().__init__(f"{missing} is missing")
            self.missing = missing

    def __init__(self):
        self.held = defaultdict(float)
        self.log = []

    def pay(self, giver, taker, amount):
        if self.held[giver] < amount:
            raise Bank.Broke(amount - self.held[giver])
        self.held[giver] -= amount
        self.held[taker] += amount
        self.log.append((giver, taker, amount))


HERE = sys.modules[__name__]


def payments(x):
    bank = Bank()
    bank.held["a"] = 10.0
    try:
        bank.pay("a", "b", x)
        bank.pay("b", "c", x / 2)
        bank.pay("c", "a", x)
    except Bank.Broke as error:
        return error.missing, dict(bank.held), bank.log, str(error)
    return bank.log


def class_of_a_module(x):
    if x > 2:
        raise HERE.Bank.Broke(x - 2)
    return x


CASES = [
    case(payments, 4.0, 8.0, f64(5), f64(20)),
    case(class_of_a_module, 1.0, f64(1), f64(5), raises=Bank.Broke),
]
