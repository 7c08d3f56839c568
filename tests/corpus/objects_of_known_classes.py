"""Objects that branches and loops leave: their methods, and what hides or replaces them."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Shape:
    def __init__(self, width):
        self.width = width

    def area(self):
        return self.width * self.width

    def grow(self, by):
        self.width = self.width + by
        return self

    def doubled(self):
        return self.area() * 2

    def each(self):
        yield self.width
        yield self.area()

    @classmethod
    def made(cls, width):
        return cls(width)

    def __eq__(self, other):
        return isinstance(other, Shape) and self.width == other.width

    __hash__ = None


class Framed(Shape):
    def area(self):
        return super().area() + 1


def flat():
    made = Shape(f64(2))
    made.area = lambda: 77.0
    return made


def once(made):
    return made, made


PAIRS = (
    lambda: (Shape(f64(2)), Shape(f64(3))),
    lambda: (Framed(f64(2)), Framed(f64(3))),
    lambda: (Shape(f64(2)), Framed(f64(3))),
    lambda: (flat(), Shape(f64(3))),
    lambda: (Shape(f64(3)), flat()),
    lambda: once(Shape(f64(4))),
    lambda: (Shape(f64(2)), Shape(f64(3))),
)


def with_pairs(*more):
    """Return each pair of shapes with each of other arguments."""
    return [lambda pair=pair, x=x: (*pair(), copied(x)) for x in more for pair in PAIRS]


@add(*with_pairs(f64(1), f64(-1)))
def chosen(one, other, x):
    shape = one if x > 0 else other
    return shape.area() + shape.doubled(), list(shape.each()), shape.made(x).area()


@add(*with_pairs(f64(1), f64(-1)))
def changed_by_both_names(one, other, x):
    shape = one if x > 0 else other
    one.width = f64(10)
    shape.grow(1.0)
    before = one.width, other.width
    shape.width = f64(5)
    return before, one.width, other.width, shape.area(), one.area(), shape is one


@add(*with_pairs(f64(1), f64(-1)))
def hidden_afterwards(one, other, x):
    shape = one if x > 0 else other
    before = shape.area()
    one.area = lambda: 5.0
    return before, shape.area(), shape.doubled()


@add(*with_pairs(f64(1), f64(-1)))
def hidden_by_its_new_name(one, other, x):
    shape = one if x > 0 else other
    before = shape.area()
    shape.area = lambda: 5.0
    return before, shape.area(), one.area(), other.area()


@add(*with_pairs(floats(1, -1, 3, -1, 1, 2), floats(-1, -1), floats()))
def replaced_in_turns(one, other, xs):
    shape, found = one, []
    for x in xs:
        found.append(shape.area())
        shape = one if x > 0 else other
        shape.grow(x)
        if x > 2:
            one.area = lambda: 5.0
    return found, shape.area(), shape is one


@add(*with_pairs(floats(1, -1, 3), floats(-1, -1), floats()))
def found_in_turns(one, other, xs):
    best = None
    for x in xs:
        if x > 0.5:
            best = one if x > 1 else other
    try:
        return best.area()
    except AttributeError as error:
        return str(error)


@add(*with_pairs(f64(1), f64(-1)))
def none_at_times(one, other, x):
    shape = None
    if x > 0:
        shape = one
    try:
        return shape.area(), other.area()
    except AttributeError as error:
        return str(error)


@add(*[(f64(x), i64(n)) for x in (1, -1) for n in (0, 1, 5)])
def made_in_turns(x, count):
    shape = Shape(x)
    for _ in range(count):
        shape = Shape(shape.width - 1) if shape.area() > 3 else Shape(shape.width + x)
    return shape.area(), shape.doubled(), shape == Shape(x)


@add(*with_pairs(f64(1), f64(-1)))
def kept_methods(one, other, x):
    shape = one if x > 0 else other
    kept = shape.area
    several = [shape.area, kept]
    shape.grow(1.0)
    return kept(), [each() for each in several], kept == shape.area


class Cost:
    def of(self, x):
        return x * 2


class HighCost(Cost):
    def of(self, x):
        return x * 3


def doubled(x):
    return x * 2


def tripled(x):
    return x * 3


class Held:
    """Holds an object and a function, which it may exchange."""

    def __init__(self, number):
        self.number = number
        self.cost = Cost()
        self.function = doubled

    def put(self, cost, function):
        self.cost = cost
        self.function = function

    def own(self):
        return self.number


HELD = [
    *[lambda x=x: (Held(1), Held(2), f64(x), HighCost()) for x in (1, -1)],
    *[lambda x=x: (*once(Held(3)), f64(x), HighCost()) for x in (1, -1)],
]


@add(*HELD)
def put_by_another_name(one, other, x, cost):
    held = one if x > 0 else other
    before = one.cost.of(2)
    held.cost = cost
    return before, one.cost.of(1), other.cost.of(1), held.cost.of(1), held.own()


@add(*HELD)
def put_by_a_method(one, other, x, cost):
    held = one if x > 0 else other
    held.put(cost, tripled)
    costs = one.cost.of(1), other.cost.of(1)
    return costs, one.function(1), other.function(1), held.function(2), held.own()


@add(*HELD)
def put_in_turns(one, other, x, cost):
    found, held = [], one if x > 0 else other
    for turn in range(i64(4)):
        found.append((one.cost.of(turn), one.function(turn), other.function(turn)))
        if turn > 1:
            held.put(cost, tripled)
        held = other if turn > 2 else held
    return found


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x, *more, by=1):
        return x * self.factor * by + len(more)


class Shifted(Scaled):
    def __call__(self, x, *more, by=1):
        return super().__call__(x, *more, by=by) + 1


@add(
    *[
        lambda x=x, kinds=kinds: (kinds[0](2), kinds[1](f64(3)), f64(x))
        for x in (1, -1)
        for kinds in ((Scaled, Scaled), (Shifted, Shifted), (Scaled, Shifted))
    ]
)
def called_objects(one, other, x):
    scale = one if x > 0 else other
    found = [scale(x), scale(x, 1, 2, by=3)]
    for _ in range(i64(3)):
        found.append(scale(x))
        scale = other if x > 2 else one
        x = x + 1
    return found, scale(x)


class Chosen:
    """Its `__init__` sets up also what a branch of `__new__` has chosen."""

    def __new__(cls, x, old=None):
        made = object.__new__(cls) if x > 0 else old
        return made

    def __init__(self, x, old=None):
        self.number = x

    def doubled(self):
        return self.number * 2


@add(*[lambda x=x: (f64(x), Chosen(5.0)) for x in (1, -1)])
def chosen_by_new(x, old):
    made = Chosen(x, old)
    return made.doubled(), made.number, made is old


class Framing(Held):
    """Of another class, with the method of arrays that puts."""


@add(
    *[
        lambda x=x, kinds=kinds: (kinds[0](1), kinds[1](2), f64(x), HighCost())
        for x in (1, -1)
        for kinds in ((Held, Framing), (Framing, Held))
    ]
)
def put_by_the_name_of_a_method_of_arrays(one, other, x, cost):
    held = one if x > 0 else other
    before = one.cost.of(1)
    held.put(cost, tripled)
    return before, one.cost.of(1), other.cost.of(1), one.function(2), other.function(2)
