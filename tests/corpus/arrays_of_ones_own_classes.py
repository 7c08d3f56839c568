"""Classes that derive from arrays: made by ``__new__``, with methods of their own."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Signal(np.ndarray):
    """Samples with a rate, which share the memory of what they were made of."""

    def __new__(cls, samples, rate=2.0):
        samples = np.array(samples, dtype=float)
        made = super().__new__(cls, samples.shape, float, samples)
        made.plain = samples
        made.rate = rate
        return made

    def __array_finalize__(self, other):
        if other is None:
            return
        self.plain = getattr(other, "plain", np.zeros(1))
        self.rate = getattr(other, "rate", 1.0)

    def power(self):
        return np.sum(self.plain**2)

    def is_loud(self, bound=4.0):
        return bool(self.power() > bound)

    def energy(self):
        return self.power() / self.rate

    def louder(self, times):
        return (
            self if times < 1 else Signal(self.plain * 2, self.rate).louder(times - 1)
        )

    def pieces(self):
        for sample in self.plain:
            yield sample * self.energy()

    @classmethod
    def silence(cls, count):
        return cls(np.zeros(count))

    @staticmethod
    def ticks(count):
        return np.arange(count) / 2


class Stereo(Signal):
    def __init__(self, samples, rate=2.0, sides=2):
        self.sides = sides

    def __new__(cls, samples, rate=2.0, sides=2):
        return super().__new__(cls, samples, rate)

    def power(self):
        return super().power() * self.sides + super().size


class Named(np.ndarray):
    def __new__(cls, items, name="none"):
        made = np.asarray(items).view(cls)
        made.name = name
        return made

    def __array_finalize__(self, other):
        self.name = getattr(other, "name", "unnamed")

    def told(self):
        return f"{self.name}: {self.sum()}"


def quiet_power():
    return 0.0


def replaced():
    made = Signal([1.0, 2.0])
    made.power = quiet_power
    return made


@add(
    lambda: (Signal([1.0, 2.0]), 3),
    lambda: (Signal([3.0, 0.5, 1.0], 4.0), 2),
    lambda: (Stereo([3.0, 0.5]), f64(2)),
    lambda: (replaced(), 2),
)
def methods_of_an_array(signal, x):
    if signal.is_loud():
        return signal.energy() * x, signal.silence(2), signal.ticks(3)
    return signal.power()


@add(floats(1, 2), [3, 4, 1], lambda: (Signal([1.0, 2.0]),), [])
def made_by_itself(xs):
    signal = Signal(xs, 4.0)
    signal.plain[:1] = 7.0
    return signal, signal.energy(), signal.louder(2), list(signal.pieces())


@add(floats(1, 2), [3, 4, 1])
def made_by_a_subclass(xs):
    stereo = Stereo(xs, sides=3)
    return stereo, stereo.energy(), stereo.sides, Signal.power(stereo)


@add(floats(1, 2), ints(1, 2, 3))
def made_as_a_view(xs):
    named = Named(xs, "one")
    xs[0] = 5
    part = named[1:]
    return named, named.told(), part.name, xs.view(Named).told()


@add(lambda: (Signal([1.0, 2.0]), f64(2)), lambda: (Stereo([1.0, 2.0]), f64(3)))
def changed_between(signal, x):
    before = signal.power()
    signal.plain = signal.plain * x
    signal.rate = x
    signal[0] = 9.0
    return before, signal.power(), signal.energy(), signal


@add(floats(1, 2), [3, 4, 1])
def made_in_a_loop(xs):
    made, total = [], 0.0
    for x in xs:
        signal = Signal([x, 1.0])
        made.append(signal)
        total += signal.energy()
    return made, total


@add(
    lambda: (Signal([1.0, 2.0]),),
    lambda: (Stereo([1.0, 2.0]), Signal([3.0])),
)
def several_of_them(*signals):
    return [signal.power() for signal in signals]


@add(lambda: ([Signal([1.0, 2.0]), Stereo([3.0])],), lambda: ([Signal([1.0])],))
def kept_in_a_list(signals):
    return [signal.energy() for signal in signals], signals[0].power()


@add(None, "text", raises=(TypeError, ValueError))
def made_wrongly(samples):
    return Signal(samples, 2).power(), Signal()
