"""Objects that `collections.abc.Sequence` or `UserList` gives their `__iter__`."""

from collections import UserList
from collections.abc import Sequence

from tests.corpus.case import adding_to, f64, floats, i64

CASES = []
add = adding_to(CASES)


class Doubled(Sequence):
    """0, 2, 4, ...; raises an error at one index."""

    def __init__(self, count, bad=None, error=ValueError):
        self.count = count
        self.bad = bad
        self.error = error

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        if self.bad is not None and index == self.bad:
            raise self.error(index)
        if index >= self.count:
            raise IndexError(index)
        return index * 2


class Poses(UserList):
    def __getitem__(self, index):
        return self.data[index] * 1.0


def poses(*items):
    return Poses([floats(*item) for item in items])


SOME = [
    lambda made=made, x=x: (made(), x)
    for made in (
        lambda: Doubled(3),
        lambda: Doubled(i64(4)),
        lambda: Doubled(i64(0)),
        lambda: Doubled(i64(4), i64(2)),
        lambda: Doubled(i64(4), i64(2), StopIteration),
        lambda: Poses([1.0, 2.5]),
        lambda: Poses([1.0] * 100),
    )
    for x in (f64(1), -2)
]


@add(lambda: (poses([1, 2], [3, 4]),), lambda: (poses([1, 2, 3]),))
def scaled_poses(poses):
    return [pose * 2 for pose in poses]


@add(*SOME, raises=(ValueError, RuntimeError))
def gone_through_in_loops(items, x):
    total = x
    for v in items:
        for w in items:
            total = total + v * w
    return total, [v * x for v in items if v > 1]


@add(*SOME)
def gone_on_with_behind_an_error(items, x):
    total, each = x, iter(items)
    try:
        for v in each:
            total = total + v
    except (ValueError, RuntimeError) as error:
        total = total + 1000
        x = str(error)
    for v in each:
        total = total * 10 + v
    return total, x


@add(*SOME)
def an_error_of_ones_own_within(items, x):
    total = x
    try:
        for v in items:
            total = total + v
            if total > 3:
                raise IndexError("mine")
    except (IndexError, ValueError, RuntimeError) as error:
        return total, str(error)
    return total, None


@add(*SOME, raises=(ValueError, RuntimeError))
def left_and_gone_on_with(items, x):
    total, each = x, iter(items)
    for v in each:
        total = total + v
        if total > 1:
            break
    for v in each:
        total = total * 10 + v
    return total, list(each)


@add(*SOME, raises=(ValueError, RuntimeError))
def made_before_a_branch(items, x):
    total, each = x, iter(items)
    if x > 0:
        for v in each:
            total = total + v
    for v in each:
        total = total * 2 + v
    return total


@add(*SOME, raises=(ValueError, RuntimeError))
def taken_by_builtins(items, x):
    first, *others = items
    pairs = [v * w for v, w in zip(items, items, strict=True)]
    numbered = {place: v * x for place, v in enumerate(items)}
    return first, others, pairs, numbered, max(items), sorted(items), [*items]


@add(*SOME, raises=(StopIteration, ValueError, RuntimeError))
def kept_and_closed(items, x):
    kept = [iter(items)]
    total = x
    for v in kept[0]:
        total = total + v
    each = iter(items)
    first = next(each)
    each.close()
    return total, first, list(each), hasattr(iter(items), "send")


@add([1.0, 1.0], [1.0] * 4)
def growing_within(items):
    found = UserList(items)
    total = 0.0
    for v in found:
        total = total + v
        if total < 4:
            found.append(total)
    return total, list(found)


@add(floats(1, 2, 3), floats())
def generators_closed(x):
    doubled = (v * 2 for v in x)
    doubled.close()
    tripled = (v * 3 for v in x)
    first = next(tripled, None)
    tripled.close()
    return first, list(doubled), list(tripled), hasattr((v for v in x), "throw")


class Indexed:
    """Has no `__iter__`: Python asks for its items by index."""

    def __init__(self, count):
        self.count = count

    def __getitem__(self, index):
        if index >= self.count:
            raise IndexError(index)
        return index * 2


def total_if(items, x):
    if x > 0:
        total = 0
        for v in items:
            total = total + v
        return total
    return x


@add(
    *[
        lambda kind=kind, x=x: (kind(i64(3)), kind(i64(4)), x)
        for kind in (Indexed, Doubled)
        for x in (f64(1), f64(-1))
    ]
)
def gone_through_in_a_branch_of_two_calls(some, others, x):
    return total_if(some, x) + total_if(others, x)
