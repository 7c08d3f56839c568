"""``__dict__``, `vars`, `setattr` and their like, of objects given and made."""

from __future__ import annotations

from dataclasses import dataclass

from tests.corpus.case import case, f64, i64


class Box:
    def __init__(self, x=1.0, y=2.0):
        self.x = x
        self.y = y

    def total(self):
        return sum(self.__dict__.values())

    def update(self, **more):
        self.__dict__.update(more)
        return self

    def pairs(self):
        return [(name, value) for name, value in self.__dict__.items()]

    def added(self):
        total = 0
        for value in vars(self).values():
            total = total + value
        return total


class Bunch:
    def __init__(self, **values):
        self.__dict__.update(values)


class Settings:
    def __init__(self, a, b):
        vars(self).update(a=a, b=b)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def __repr__(self):
        return f"Settings({', '.join(f'{k}={v}' for k, v in self.__dict__.items())})"

    def copy(self):
        made = Settings.__new__(Settings)
        made.__dict__.update(self.__dict__)
        return made

    def again(self):
        return type(self)(**{k: v for k, v in self.__dict__.items() if k != "c"})


class Slotted:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


class HalfSlotted(Slotted):
    def __init__(self, x):
        self.x = x
        self.y = x + 1


class Guarded:
    def __init__(self, x):
        self.__dict__["x"] = x

    def __setattr__(self, name, value):
        raise AttributeError(name)


class Doubling:
    def __init__(self, x):
        self.x = x

    @property
    def x(self):
        return self.__dict__["x"] * 2

    @x.setter
    def x(self, value):
        self.__dict__["x"] = value + 1


@dataclass(frozen=True)
class Frozen:
    x: float

    def moved(self, by):
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__["x"] = self.x + by
        return new


def leaves(a):
    return Box(a).__dict__, vars(Box(a + 1))


def totals(a):
    return Box(a).total(), Box(a).added(), Box(a).pairs(), list(vars(Box(a)))


def updated(a):
    box = Box(a).update(x=a + 1, z=3)
    return box.x + box.y + box.z


def items_set(a):
    box = Box(a)
    box.__dict__["x"] = a * 2
    vars(box)["w"] = a * 3
    return box.x + box.w, len(vars(box)), "w" in box.__dict__, "v" in vars(box)


def items_got(a):
    space = vars(Box(a))
    return space["x"], space.get("q", a), space.get("y"), space


def item_missing(a):
    return vars(Box(a))["z"]


def item_deleted(a):
    box = Box(a)
    del box.__dict__["x"]
    return hasattr(box, "x"), list(vars(box))


def copied(a):
    box = Box(a)
    before = dict(vars(box))
    box.x = a + 5
    return before, dict(**vars(box)), {**box.__dict__, "z": 1}, vars(box).copy()


def passed_on(a):
    return Box(**vars(Box(a))).y


def one_namespace(a):
    box = Box(a)
    space = vars(box)
    box.z = a
    return space is box.__dict__, space["z"], isinstance(space, dict), len(space)


def bunch(a):
    made = Bunch(p=a, q=a + 1)
    return made.p * made.q


def settings(a):
    one = Settings(a, a + 1)
    return one == Settings(a, 4.0), one == one.copy(), one.copy().b, one.again().a


def shown(a):
    return repr(Settings(a, a + 1)), str(vars(Box(a)))


def slotted(a):
    return hasattr(Slotted(a), "__dict__"), vars(HalfSlotted(a)), vars(Slotted(a))


def guarded(a):
    return Guarded(a).x


def doubling(a):
    made = Doubling(a)
    made.x = a + 3
    return made.x, made.__dict__["x"]


def frozen(a):
    return Frozen(a).moved(2).x


def order_by_branches(a):
    box = Bunch()
    if a > 1:
        box.p = a
        box.q = 1
    else:
        box.q = 2
        box.p = a
    return list(vars(box)), box.p


def set_in_one_branch(a):
    box = Box(a)
    if a > 1:
        box.z = a
    return list(vars(box).items())


def item_set_in_branch(a):
    box = Box(a)
    if a > 1:
        vars(box)["x"] = a * 7
    return box.x, box.total()


def item_set_in_loop(a):
    box = Box(a)
    space = vars(box)
    while box.x < 10:
        space["x"] = space["x"] * 2 + 1
        space["y"] += 1
    return box.x, box.y


def deleted_in_branch(a):
    box = Box(a)
    if a > 1:
        del box.x
        box.x = 3.0
    return list(vars(box))


def grows_while_gone_through(a):
    box = Box(a)
    for name in vars(box):
        setattr(box, name + "_", a)
    return box.x_


def changed_while_gone_through(a):
    box = Box(a)
    for name in vars(box):
        setattr(box, name, getattr(box, name) * 2)
    for name, value in vars(box).items():
        print(name, value)
    return box.x, box.y


def deleted(a):
    box = Box(a)
    delattr(box, "x")
    return hasattr(box, "x"), box.y


def deleted_twice(a):
    box = Box(a)
    delattr(box, "x")
    delattr(box, "x")


def deleted_in_turn(a):
    box = Box(a)
    for name in ["x", "y"]:
        delattr(box, name)
    return vars(box)


def named_by_number(a):
    box = Box(a)
    for i in range(3):
        setattr(box, f"w{i}", a * i)
    return box.w0 + getattr(box, "w2") + getattr(box, "none", 1)


def named_by_value(a):
    box = Box(a)
    name = "x" if a > 1 else "y"
    setattr(box, name, a + 5)
    return box.x, box.y, getattr(box, name), hasattr(box, name)


def given_total(box):
    return box.total(), box.added(), box.pairs(), list(box.__dict__)


def given_itself(box):
    return box.__dict__, vars(box)


def given_set(box, a):
    box.__dict__["x"] = a
    before = box.x
    vars(box)["x"] = a + 1
    box.y = a
    return before, box.x, box.__dict__["y"]


def given_copied(box):
    return dict(vars(box)), box.__dict__.get("q", 5), "x" in box.__dict__


def given_deleted(box):
    delattr(box, "x")
    return hasattr(box, "x")


def given_by_value(box, a):
    name = "x" if a > 1 else "y"
    setattr(box, name, a)
    return getattr(box, name), box.x, box.y


def given_doubled(box):
    for name in list(vars(box)):
        setattr(box, name, getattr(box, name) * 2)
    return box.x, box.y


RAISES = {
    item_missing: KeyError,
    slotted: TypeError,
    grows_while_gone_through: RuntimeError,
    deleted_twice: AttributeError,
}

CASES = [
    *[
        case(
            function,
            f64(3),
            f64(0),
            i64(2),
            raises=RAISES.get(function, ()),
        )
        for function in (
            leaves,
            totals,
            updated,
            items_set,
            items_got,
            item_missing,
            item_deleted,
            copied,
            passed_on,
            one_namespace,
            bunch,
            settings,
            shown,
            slotted,
            guarded,
            doubling,
            frozen,
            order_by_branches,
            set_in_one_branch,
            item_set_in_branch,
            item_set_in_loop,
            deleted_in_branch,
            grows_while_gone_through,
            changed_while_gone_through,
            deleted,
            deleted_twice,
            deleted_in_turn,
            named_by_number,
            named_by_value,
        )
    ],
    *[
        case(function, lambda: (Box(f64(1), f64(2)),), lambda: (Box(f64(4), i64(2)),))
        for function in (
            given_total,
            given_itself,
            given_copied,
            given_deleted,
            given_doubled,
        )
    ],
    *[
        case(function, lambda: (Box(f64(1), f64(2)), f64(3)), lambda: (Box(), f64(0)))
        for function in (given_set, given_by_value)
    ],
]
