"""Objects of classes that derive from Python's numbers, texts and containers."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


class Whole(int):
    """A number as it is."""


class Hashed(int):
    def __hash__(self):
        return int.__hash__(self) + 1


class Word(str):
    """A text as it is."""


class Data(bytes):
    """Bytes as they are."""


class Pair(tuple):
    """A tuple as it is."""


class Items(list):
    """A list as it is: it has no hash."""


class Numbered:
    """Is gone through by its items."""

    def __init__(self, count):
        self.count = count

    def __getitem__(self, position):
        if position >= self.count:
            raise IndexError(position)
        return position * 2


def each(*makers):
    """Return sets of an object, a new one for each call."""
    return [lambda make=make: (make(),) for make in makers]


VALUES = each(
    lambda: Whole(3), lambda: Word("a"), lambda: Data(b"a"), lambda: Pair((1, 2))
)
ALL = [*VALUES, *each(lambda: Hashed(3), lambda: Items([1]))]
NUMBERED = each(*[lambda count=count: Numbered(count) for count in (3, 2, 4, 0, 1)])


@add(*ALL, raises="TypeError")
def hash_of(x):
    return hash(x) == hash(x)


@add(*ALL, raises="TypeError")
def as_a_key(x):
    return {x: 1}[x], x in {3: 4, "a": 1, (1, 2): 5}


@add(*ALL, raises="TypeError")
def in_a_set(x):
    return len({x, 3, "a", (1, 2)}), {x} == {3}


@add(*ALL, raises="TypeError")
def counted(x):
    counts = {}
    for k in range(3):
        counts[x] = counts.get(x, 0) + k
    return counts[x], len(counts)


@add(*NUMBERED)
def gone_through_in_a_generator(x):
    def items():
        yield from x

    return list(items())


@add(*NUMBERED)
def added_up_from_a_generator(x):
    def items():
        for item in x:
            yield item + 1

    total = 0
    for item in items():
        total += item
    return total


@add(*each(lambda: 3, lambda: Whole(3), lambda: None), raises="TypeError")
def unpacked(x):
    first, *rest = x
    return first, rest


@add(*each(lambda: 3, lambda: Whole(3), lambda: None), raises="TypeError")
def spread_in_a_list(x):
    return [*x, 1]


@add(*each(lambda: 3, lambda: Whole(3), lambda: None), raises="TypeError")
def spread_in_a_set(x):
    return {*x, 1}


def number_of(*values):
    return len(values)


@add(*each(lambda: 3, lambda: Whole(3), lambda: None), raises="TypeError")
def spread_in_a_call(x):
    return number_of(*x)


@add(*each(lambda: bytearray(b"ab"), lambda: memoryview(b"ab"), lambda: Data(b"ab")))
def beside_bytes(x):
    return b"ab" + x, b"ab" == x, b"ab" * 2 + x, x in (b"ab", None)


class Form(str):
    """A format that is called with what it formats, and has others."""

    def __call__(self, value):
        return str.__mod__(self, value)


Form.short = Form("%d")
FORM = Form("%s!")


class Holder:
    """Holds a format."""

    def __init__(self):
        self.form = FORM


@add(*[lambda x=x: (Holder(), x) for x in (1, 2.5, f64(1), f64(2.5))])
def called_through_attributes(holder, x):
    return FORM(x), FORM.short(x), holder.form(x), holder.form.short(x)


class Angle(float):
    """A number of a turn, between 0 and 1."""

    def __new__(cls, number):
        return super().__new__(cls, number % 1.0)


class Place(tuple):
    @property
    def angle(self):
        return Angle(self[0])


FIELDS = "{place.angle:.2f} {place[1]:>3}"


@add(*each(lambda: Place((1.25, 7)), lambda: Place((-0.5, "a"))))
def filled_in_by_attributes(place):
    written_out = "{0.angle:g}".format(place)
    return written_out, FIELDS.format(place=place), FIELDS.format_map({"place": place})


@add(
    *[(template,) for template in ("{0.angle:g}", "{:d}", "{", "{0[5]}", "{1}", "{x}")]
)
def filled_in_by_an_argument(template):
    try:
        return template.format(Place((0.25, 7)))
    except (ValueError, TypeError, LookupError) as error:
        return repr(error)
