"""Attributes that objects made in the function have on some paths only."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)
NUMBERS = (i64(3), f64(0), np.int8(3), 0)


class Empty:
    pass


@add(*NUMBERS)
def is_there(x):
    o = Empty()
    if x > 1:
        o.a = x
    return hasattr(o, "a"), getattr(o, "a", None)


@add(ints(3), floats(0), [3])
def said_by_its_error(xs):
    o = Empty()
    for v in xs:
        if v > 1:
            o.a = v
    try:
        return o.a
    except AttributeError as e:
        return str(e), e.name


@add(*NUMBERS, raises=AttributeError)
def deleted(x):
    o = Empty()
    if x > 1:
        o.a = x
    del o.a
    return "a" in vars(o)


class Shared:
    a = 5

    def add(self, v):
        if v > 1:
            self.a += v
        return self.a


@add(i64(3), f64(2), np.int8(0), 0)
def hides_that_of_the_class(x):
    o = Shared()
    if x > 1:
        o.a = x
    r = o.a
    if x > 2:
        del o.a
    return r, o.a


@add(ints(0, 3, 0), floats(0), [0, 3])
def begins_with_that_of_the_class(xs):
    o = Shared()
    r = [o.add(x) for x in xs]
    return r, o.a, "a" in vars(o), o.__dict__


@add(*NUMBERS)
def deletes_that_of_the_class(x):
    o = Shared()
    if x > 1:
        o.a = 4
    try:
        del o.a
    except AttributeError as e:
        return str(e)
    return o.a


class Asked:
    def __getattr__(self, n):
        return n + "?"


@add(*NUMBERS)
def else_asked(x):
    o = Asked()
    if x > 1:
        o.a = x
    return o.a, hasattr(o, "a")


class Remembers:
    def set(self, x):
        if x > 1:
            self.a = x

    def get(self):
        if hasattr(self, "a"):
            return self.a * 2
        return None


@add(ints(0, 3, 0), floats(0), [0, 3])
def remembered(xs):
    o = Remembers()
    out = []
    for x in xs:
        o.set(x)
        out.append(o.get())
    return out


class Slotted:
    __slots__ = ("a",)


@add(*NUMBERS)
def in_slots(x):
    o = Slotted()
    if x > 1:
        o.a = x
    r = getattr(o, "a", 7)
    try:
        o.b = 1
    except AttributeError as e:
        return r, str(e), hasattr(o, "a")
    return r


@add(*NUMBERS, raises=AttributeError)
def no_such_slot(x):
    o = Slotted()
    if x > 1:
        o.b = x
    return 1


@add((Slotted(), i64(3)), (Slotted(), 0), raises=AttributeError)
def no_such_slot_of_argument(o, x):
    o.a = 1
    if x > 1:
        o.b = x
    return o.a


class Holding:
    def __init__(self, *names):
        for name in names:
            setattr(self, name, 1)


class Toggling:
    """An object whose call sets or drops an attribute of another one."""

    def __call__(self, owner):
        if hasattr(owner, "mark"):
            del owner.mark
        else:
            owner.mark = 2


Toggling.__call__.__autograph_do_not_convert__ = True


@add(
    (Holding(), Toggling(), i64(3)),
    (Holding("mark"), Toggling(), i64(3)),
    (Holding(), Toggling(), i64(-3)),
    (Holding("mark"), Toggling(), i64(0)),
)
def asked_for_between_calls_that_set_it(o, toggle, x):
    seen = [hasattr(o, "mark"), getattr(o, "mark", None)]
    toggle(o)
    seen.append(hasattr(o, "mark"))
    seen.append(getattr(o, "mark", x))
    if x > 0:
        o.mark = x
    seen.append(hasattr(o, "mark"))
    toggle(o)
    seen.append(hasattr(o, "mark"))
    if hasattr(o, "mark"):
        seen.append(o.mark)
    return seen
