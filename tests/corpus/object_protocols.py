"""What Python asks of objects: operators and who answers first, descriptors, hooks."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from tests.corpus.case import case, f64, floats, i64, ints


class Length:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        if not isinstance(other, Length):
            return NotImplemented
        return "add", self.value + other.value

    def __eq__(self, other):
        if isinstance(other, Length):
            return self.value == other.value
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Length):
            return self.value < other.value
        return NotImplemented

    __hash__ = None


class Width(Length):
    def __radd__(self, other):
        return "radd of the derived class", self.value

    def __gt__(self, other):
        return "gt of the derived class"


class Weight:
    def __init__(self, value):
        self.value = value

    def __radd__(self, other):
        return "radd", self.value * 2

    def __rsub__(self, other):
        return NotImplemented

    def __iadd__(self, other):
        self.value += other
        return self


def derived_class_first(x):
    return Length(x) + Width(x), Width(x) + Length(x), Length(x) < Width(x)


def other_class_reflected(x):
    return Length(x) + Weight(x), 1 + Weight(x), x + Weight(x)


def same_class_only_once(x):
    return Length(x) + Length(x), Width(x) + Width(x)


def no_operator(x, which):
    if which == 0:
        return Length(x) - Length(x)
    if which == 1:
        return Length(x) + 1.5
    if which == 2:
        return 1 - Weight(x)
    if which == 3:
        return Length(x) <= Length(x)
    if which == 4:
        return -Length(x)
    if which == 5:
        return len(Length(x))
    if which == 6:
        return Length(x)[0]
    if which == 7:
        return Length(x)(1)
    if which == 8:
        return {Length(x): 1}
    if which == 9:
        return [v for v in Length(x)]
    if which == 10:
        return Length(x).missing
    return 1 in Length(x)


def no_operator_of_argument(length, which):
    if which == 0:
        return length - length
    if which == 1:
        return length + 1.5
    if which == 2:
        return 1 - length
    if which == 3:
        return length <= length
    return -length


def in_place_operator(x):
    weight = Weight(x)
    same = weight
    weight += 1.0
    return same is weight, same.value


def in_place_falls_back(x):
    length = Length(x)
    length += Length(1.0)
    return length


def not_equal_from_equal(x, y):
    a, b = Length(x), Length(y)
    return a == b, a != b, a == 1, a != 1, a == a, a is not b


def equality_of_arguments(a, b):
    if a != b:
        return a.value - b.value
    return 0


def equality_in_a_list(x):
    items = [Weight(x), Weight(x)]
    return items[0] in items, items.index(items[1]), items[0] == items[1]


@functools.total_ordering
class Ranked:
    def __init__(self, rank):
        self.rank = rank

    def __eq__(self, other):
        return self.rank == other.rank

    def __lt__(self, other):
        return self.rank < other.rank


def total_ordering(a, b):
    return a < b, a <= b, a > b, a >= b


class Interval:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def __contains__(self, value):
        return (self.low <= value) * (value <= self.high)

    def __len__(self):
        return 3


def contained(interval, x):
    if x in interval:
        return x in interval, x not in interval
    return 2 * x in interval, not interval


class Shadowed:
    kind = "class"

    def method(self):
        return "method"

    def __init__(self, x):
        self.method = lambda: x * 2
        self.kind = self.kind + " and instance"


def instance_before_class(x):
    made = Shadowed(x)
    return made.method(), made.kind, Shadowed.kind


def instance_before_class_later(thing, x):
    before = thing.area()
    thing.area = lambda: x * 100
    return before, thing.area()


class Area:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Checked:
    def __init__(self, value):
        self.log = []
        self.value = value

    @property
    def value(self):
        return self._value * 10

    @value.setter
    def value(self, new):
        if new < 0:
            raise ValueError("negative")
        self._value = new

    @value.deleter
    def value(self):
        self._value = 0.0

    def __setattr__(self, name, new):
        if name == "value":
            self.log.append(name)
        super().__setattr__(name, new)


def hook_before_property(x):
    checked = Checked(x)
    checked.value = x + 1
    return checked.value, checked.log


def hook_before_property_of_argument(checked, x):
    if x > 0:
        checked.value = x
    return checked.value, checked.log


def read_only_property(x):
    class Fixed:
        @property
        def size(self):
            return x

    fixed = Fixed()
    fixed.size = 1
    return fixed.size


def deletes_by_property(checked):
    del checked.value
    return checked.value


def deletes_what_is_not_there(x):
    area = Area(x)
    del area.other
    return x


def deletes_and_reads(x):
    area = Area(x)
    del area.side
    return area.side


def deleted_then_set(x):
    area = Area(x)
    del area.side
    before = hasattr(area, "side")
    area.side = x + 1
    return before, area.area()


class Lazy:
    def __init__(self, x):
        self.x = x

    @property
    def known(self):
        if self.x > 1e9:
            raise AttributeError("known")
        return self.x

    @functools.cached_property
    def table(self):
        return [self.x, self.x * 2]

    def __getattr__(self, name):
        if name == "computed":
            return self.x * 3
        raise AttributeError(name)


def has_attributes(x):
    lazy = Lazy(x)
    return (
        hasattr(lazy, "known"),
        hasattr(lazy, "computed"),
        hasattr(lazy, "nothing"),
        getattr(lazy, "nothing", 5),
        getattr(lazy, "computed", 5),
    )


def has_attributes_of_argument(lazy):
    return hasattr(lazy, "known"), hasattr(lazy, "nothing"), lazy.computed


def cached_property_of_argument(lazy):
    first = lazy.table
    return first, lazy.table is first


def cached_property_of_made(x):
    lazy = Lazy(x)
    if x > 0:
        return lazy.table[0], lazy.table is lazy.table
    return lazy.table[1], "table" in ("table",)


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return instance.__dict__[self.name] * self.factor

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value


class Measured:
    meters = Scaled(100)

    def __init__(self, meters):
        self.meters = meters


def descriptor_with_dict(measured, x):
    measured.meters = measured.meters + x
    return measured.meters


@dataclass(frozen=True)
class Key:
    name: str
    number: int = 0


@dataclass(order=True)
class Item:
    weight: float
    name: str = ""


def frozen_is_a_key(x):
    table = {Key("a"): x, Key("b", 1): 2 * x}
    return table[Key("a", 0)] + table[Key("b", 1)], Key("a") in table


def frozen_cannot_change(x):
    key = Key("a", 1)
    key.number = 2
    return x


def ordered_items(x):
    light, heavy = Item(1.0, "a"), Item(2.0, "b")
    return light < heavy, light == Item(1.0, "a"), max(light, heavy).name, x


def equal_items(x, y):
    return Item(x) == Item(y)


def class_made_and_changed(x):
    class Box:
        count = 0

        def __init__(self):
            self.value = 0

        def up(self, by):
            if by > 0:
                self.value = self.value + by
            return self

    box = Box()
    if x > 0:
        box.value = box.value + 1
    box.up(x - 5).up(1.0)
    return box.value, box.count


def class_made_with_parent(x):
    class Cube(Area):
        def area(self):
            if self.side > 1:
                return 6 * super().area()
            return super().area()

        @classmethod
        def unit(cls):
            return cls(1.0)

    return Cube(x).area(), Cube.unit().area(), isinstance(Cube(x), Area), Cube.__name__


def class_made_in_a_branch(x):
    if x > 0:

        class Chosen:
            def value(self):
                return x

        made = Chosen()
        return made.value()
    return -x


def dataclass_made_inside(x):
    @dataclass
    class Pair:
        first: float
        second: float = 2.0

        def total(self):
            if self.first > self.second:
                return self.first
            return self.first + self.second

    return Pair(x).total(), Pair(x, second=x).total()


class Burden:
    def __init__(self, kilograms):
        self.kilograms = kilograms


def class_of_what_leaves(x):
    weight = Burden(x)
    kinds = weight.__class__ is Burden, weight.__class__ == type(weight)
    return kinds, weight.__class__.__name__, weight


def made_class_leaves(x):
    class Local:
        def __init__(self, v):
            self.v = v

    return Local(x).v, Local


def made_object_leaves(x):
    class Local:
        def __init__(self, v):
            self.v = v

    return Local(x).v if x > 0 else [Local(x)][0].v


class Chain:
    def __init__(self):
        self.steps = []

    def then(self, function):
        self.steps.append(function)
        return self

    def __call__(self, x):
        for step in self.steps:
            x = step(x)
        return x


def chained_calls(x):
    chain = Chain().then(lambda v: v + 1).then(lambda v: v * 2 if v > 0 else v)
    return chain(x)


class Multiplier:
    def __init__(self, k):
        self.k = k
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        if x > 0:
            return x * self.k
        return x


TRIPLE = Multiplier(3)


def callable_global_counts(x):
    before = TRIPLE.calls
    y = TRIPLE(x)
    if y > 5:
        y = TRIPLE(y)
    return y, TRIPLE.calls - before


class Cached:
    def __init__(self, a):
        self.a = a

    @functools.cached_property
    def twice(self):
        print("twice")
        return self.a * 2


def cached_of_an_argument(x, c):
    return c.twice + x, c.twice


def cached_again(x, c):
    before = c.twice
    c.a = x
    del c.twice
    return before, c.twice, vars(c) if x is None else c.a


def cached_in_a_branch(x, c):
    y = c.twice if x > 0 else 0
    return y + c.twice


def cached_in_a_loop(x, c):
    total = 0
    for v in x:
        total += c.twice * v
    return total, c.twice


def class_among_several(x):
    y = 1 if x > 0 else 2.0
    return issubclass(type(y), int), issubclass(type(y), (float, np.generic))


def no_class_at_all(x):
    return issubclass(x, int)


CASES = [
    case(derived_class_first, f64(2.0)),
    case(other_class_reflected, f64(2.0)),
    case(same_class_only_once, f64(2.0)),
    case(
        no_operator,
        *[(f64(2.0), k) for k in range(12)],
        raises=(TypeError, AttributeError),
    ),
    case(
        no_operator_of_argument,
        *[(Length(f64(2.0)), k) for k in range(5)],
        raises=TypeError,
    ),
    case(in_place_operator, f64(2.0)),
    case(in_place_falls_back, f64(2.0)),
    case(not_equal_from_equal, (f64(2.0), f64(2.0)), (f64(2.0), f64(3.0))),
    case(
        equality_of_arguments,
        (Length(f64(2.0)), Length(f64(2.0))),
        (Length(f64(2.0)), Length(f64(3.0))),
        (Length(2), Length(3)),
    ),
    case(equality_in_a_list, f64(2.0)),
    case(total_ordering, (Ranked(f64(1)), Ranked(f64(2))), (Ranked(1), Ranked(1))),
    case(contained, (Interval(0, 5), f64(2.0)), (Interval(0, 5), f64(9.0))),
    case(instance_before_class, f64(2.0)),
    case(instance_before_class_later, (Area(f64(2.0)), f64(1.0))),
    case(hook_before_property, f64(2.0), f64(-2.0), raises=ValueError),
    case(
        hook_before_property_of_argument,
        (Checked(f64(2.0)), f64(1.0)),
        (Checked(f64(2.0)), f64(-1.0)),
    ),
    case(read_only_property, f64(2.0), raises=AttributeError),
    case(deletes_by_property, Checked(f64(2.0))),
    case(deletes_what_is_not_there, f64(2.0), raises=AttributeError),
    case(deletes_and_reads, f64(2.0), raises=AttributeError),
    case(deleted_then_set, f64(2.0)),
    case(has_attributes, f64(2.0)),
    case(has_attributes_of_argument, Lazy(f64(2.0)), Lazy(3)),
    case(cached_property_of_argument, Lazy(f64(2.0)), Lazy(3)),
    case(cached_property_of_made, f64(2.0), f64(-2.0)),
    case(descriptor_with_dict, (Measured(f64(2.0)), f64(1.0)), (Measured(2), i64(1))),
    case(frozen_is_a_key, f64(2.0)),
    case(frozen_cannot_change, f64(2.0), raises="FrozenInstanceError"),
    case(ordered_items, f64(2.0)),
    case(equal_items, (f64(2.0), f64(2.0)), (1, 2.0)),
    case(class_made_and_changed, f64(9.0), f64(1.0), f64(-1.0)),
    case(class_made_with_parent, f64(2.0), f64(0.5)),
    case(class_made_in_a_branch, f64(2.0), f64(-0.5)),
    case(dataclass_made_inside, f64(5.0), f64(0.5)),
    case(made_class_leaves, f64(5.0)),
    case(made_object_leaves, f64(5.0), f64(-5.0)),
    case(chained_calls, f64(2.0), f64(-2.0), floats(3)),
    case(callable_global_counts, f64(1.0), f64(4.0), f64(-4.0)),
    case(class_of_what_leaves, f64(1), i64(2)),
    case(cached_of_an_argument, (f64(1), Cached(f64(2))), (f64(1), Cached(3))),
    case(cached_again, (f64(1), Cached(f64(2)))),
    case(cached_in_a_branch, (f64(1), Cached(f64(2))), (f64(-1), Cached(f64(2)))),
    case(cached_in_a_loop, (ints(1, 2), Cached(f64(2))), (ints(), Cached(f64(2)))),
    case(class_among_several, f64(1), f64(-1), raises=NameError),
    case(no_class_at_all, 1, raises=TypeError),
]


class Written:
    """What is written down."""

    def __init__(self, value):
        self.value = value

    def __str__(self):
        return f"Written({self.value})"

    def __repr__(self):
        return self.__str__().lower()

    def whole(self):
        texts = [self.__str__(), self.__repr__(), self.__format__("")]
        return texts, self.__getattribute__("value"), self.__doc__, self.__module__


def special_methods_by_name(items, value):
    written = Written(value)
    several = [value], {"a": value}
    texts = [each.__repr__() for each in several], items.__str__(), items.__repr__()
    return written.__str__(), [written].__repr__(), texts


def special_methods_of_self(written):
    return written.whole(), "value" in written.__dir__(), written.__getstate__()


def made_again_by_name(written):
    written.__init__(written.value + 1)
    if written.value < 0:
        raise ValueError(f"not {written.__str__()}")
    return str([written])


CASES += [
    case(special_methods_by_name, lambda: ([1.5, 2], f64(2.5)), lambda: ([1], 2)),
    case(special_methods_of_self, lambda: (Written(f64(2.5)),), lambda: (Written(1),)),
    case(
        made_again_by_name,
        lambda: (Written(f64(2)),),
        lambda: (Written(f64(-2)),),
        raises=ValueError,
    ),
]


class Named(dict):
    """Attributes are items; any other is a KeyError."""

    def __getattr__(self, name):
        return self[name]


class Asked:
    """Remembers what it is asked for."""

    def __init__(self):
        self.asked = []

    def __getattr__(self, name):
        self.asked.append(name)
        return len(name)


def attributes_that_are_items(named, x):
    return named.scale * x, named["scale"], dict(named), len(named)


def attributes_asked_for(asked, x):
    return asked.width + x, asked.asked


CASES += [
    case(attributes_that_are_items, lambda: (Named(scale=1.5), f64(2))),
    case(attributes_asked_for, lambda: (Asked(), f64(2)), lambda: (Asked(), 1)),
]


class Watched:
    """Remembers each use of its methods."""

    def __init__(self):
        self.used = []

    def __iter__(self):
        self.used.append("iter")
        return iter([1.5])

    def __len__(self):
        self.used.append("len")
        return 2

    def __getitem__(self, index):
        self.used.append(index)
        return 2.5


def of_several_classes(items):
    found = []
    for item in items:
        found.append(item)
    return found


CASES += [
    case(
        of_several_classes,
        lambda: ([2.5, 1.5],),
        lambda: (Watched(),),
        lambda: ((2.5, 1),),
        lambda: (Watched(),),
    ),
]


class Framed(Written):
    """What is written down in a frame."""

    def __str__(self):
        return f"[{super().__str__()}]"


def method_of_the_class_of_an_object(framed):
    return type(framed).__str__(framed), Written.__str__(framed), str(framed)


CASES += [case(method_of_the_class_of_an_object, lambda: (Framed(f64(2.5)),))]


class Numbered:
    """Sets attributes whose names only the run knows, past its own method."""

    def __setattr__(self, name, value):
        super().__setattr__(f"its_{name}", value)

    def number(self, values):
        for value in values:
            super().__setattr__(f"n{value}", value * 2)
        self.values = values
        return vars(self)


def names_that_the_run_makes(values):
    return Numbered().number(values)


CASES += [
    case(names_that_the_run_makes, lambda: ([1, 2],), lambda: ([3],), lambda: ([],))
]
