"""A class whose methods are decorated, as the tests of methods use it."""

import numpy as np

import autograph as ag


class Model:
    """An object with plain and numeric attributes."""

    def __init__(self, rate=1.0):
        self.rate = rate
        self.weight = np.float64(1.0)

    @ag.function
    def step(self, x):
        """Go one step."""
        self.weight = self.weight + self.rate * x
        return self.weight

    @ag.function
    def twice(self, x):
        """Go two steps."""
        return self.step(x) + self.step(x)
