"""Generators and iterators: Python's where nothing is staged, refused elsewhere."""

import asyncio
import inspect
from collections.abc import Mapping

import numpy as np
import pytest

import autograph as ag
from autograph.conversion import twin
from tests.tracer.tracing import agree
from tracer.errors import NotStaged, TracingError

X = np.float64(2.0)
N = np.int64(3)


def pairs(x, n):
    i = 0
    while i < n:
        if i % 2:
            yield x * i
        else:
            yield -x
        i += 1


def with_a_staged_branch(x):
    y = 1
    if x > 0:
        y = 2
    yield y * x
    yield from pairs(x, 3)


def with_a_staged_yield(x):
    if x > 0:
        yield x


def by_for(x):
    t = 0
    for v in pairs(x, 20):
        t += v
    return t


def by_builtins(x):
    a, *b = with_a_staged_branch(x)
    more = [v * w for v, (_, w) in zip(pairs(x, 4), enumerate(pairs(x, 9)))]
    last = max(pairs(x, 4)), any(v > 3 for v in pairs(x, 4))
    return a, b, list(pairs(x, 4)), sum(pairs(x, 4)), more, last


def by_hand(x):
    values = pairs(x, 6)
    for first in values:  # noqa: B007 -- it is left at once
        break
    return first, next(values), list(values), next(values, None)


def of_its_own(x):
    def own():
        print("first")
        yield x
        print("second")
        yield 2 * x

    squares = (v * v for v in own())
    for v in squares:
        print("got", v)
    return [squares is iter(squares), *own()]


def in_a_staged_loop(x, n):
    t = 0
    for _ in range(n):
        for v in pairs(x, 3):
            t += v
        it = iter([1, 2])
        t += next(it) * sum(it)
    return t


def left_by_a_staged_break(x, n):
    def own():
        for i in range(4):
            print("made", i)
            yield x * i

    for v in own():
        if v > n:
            return v
    return -x


def asked_by_a_long_test(x):
    values = pairs(x, 40)
    turns = iter(range(20))
    t = x
    while next(turns) < 15:
        t = t * 0.5 + next(values)
    return t, next(turns), next(values)


def decided_by_a_staged_test(x):
    def own():
        for i in range(3):
            print("made", i)
            yield x > i

    return any(own()), all(own())


def raises(x):
    def own():
        yield x
        raise ValueError("no more")

    return list(own())


def asked_for_too_much(x):
    values = pairs(x, 1)
    return next(values), next(values)


RIGHT = [
    (by_for, (X,)),
    (by_builtins, (X,)),
    (by_hand, (X,)),
    (of_its_own, (X,)),
    (in_a_staged_loop, (X, N)),
    (left_by_a_staged_break, (X, N)),
    (left_by_a_staged_break, (X, np.int64(30))),
    (asked_by_a_long_test, (X,)),
    (decided_by_a_staged_test, (X,)),
    (decided_by_a_staged_test, (-X,)),
    (raises, (X,)),
    (asked_for_too_much, (X,)),
]


def outcome(function, arguments, capsys):
    try:
        value = function(*arguments)
    except TracingError:
        raise
    except Exception as error:
        value = type(error), str(error)
    return value, capsys.readouterr().out


@pytest.mark.parametrize(("function", "arguments"), RIGHT)
def test_the_same(function, arguments, capsys):
    expected = outcome(function, arguments, capsys)
    assert outcome(twin(function), arguments, capsys) == expected
    assert outcome(ag.function(function), arguments, capsys) == expected


def advanced_in_a_loop(x, n):
    values = pairs(x, 6)
    t = 0
    for _ in range(n):
        for v in values:
            t += v
    return t


def advanced_in_a_branch(x, n):
    values = (v * x for v in range(4))
    t = 0
    if x > 1:
        t = sum(values)
    return t, list(values)


def advanced_in_a_try_taken_back(x, n):
    values = pairs(x, 6)
    t = 0
    for _ in range(5):
        t += next(values)
        if t > n:
            break
    return t


def calls_asynchronous(x, n):
    async def own():
        return x

    return asyncio.run(own())


REFUSED = [
    (advanced_in_a_loop, 4, "an iterator created outside"),
    (advanced_in_a_branch, 4, "created outside .* is iterated over"),
    (advanced_in_a_try_taken_back, 4, "an iterator of values .* advanced with next"),
    (calls_asynchronous, 4, "own is asynchronous"),
]


@pytest.mark.filterwarnings("ignore:coroutine")
@pytest.mark.parametrize(("function", "line", "message"), REFUSED)
def test_refused(function, line, message):
    with pytest.raises(NotStaged, match=message) as caught:
        ag.function(function, callbacks="error")(X, N)
    assert caught.value.span.line == function.__code__.co_firstlineno + line


def closed_by_a_break(x, log):
    def numbers():
        try:
            yield from range(4)
        finally:
            log.append("closed")

    for v in numbers():
        if v > x:
            break
    log.append("after")


@pytest.mark.parametrize("function", [advanced_in_a_loop, advanced_in_a_try_taken_back])
def test_left_to_the_run(function):
    with pytest.warns(ag.CallbackWarning, match=r"pairs\(x, 6\) makes a generator"):
        assert ag.function(function)(X, N) == function(X, N)


def test_closed_where_python_closes():
    log = []
    ag.function(closed_by_a_break, callbacks="allow")(X, log)
    assert log == ["closed", "after"]


def closed_late(x, log):
    items = numbers_closing(log)
    for v in items:
        if v > x:
            break
    log.append("after")


def numbers_closing(log):
    try:
        yield from range(4)
    finally:
        log.append("closed")


def test_closed_with_the_function_where_a_name_holds_it():
    log = []
    ag.function(closed_late, callbacks="allow")(X, log)
    assert log == ["after", "closed"]


async def waits(x):
    return x


async def waits_and_yields(x):
    yield x


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (waits, "is asynchronous"),
        (waits_and_yields, "is asynchronous"),
    ],
)
def test_functions_that_run_later_are_refused(function, message):
    with pytest.raises(NotStaged, match=message) as caught:
        ag.function(function)(X)
    assert caught.value.span.line == function.__code__.co_firstlineno
    assert caught.value.span.file == __file__


def test_a_decorated_generator_runs_in_python():
    decorated = ag.function(with_a_staged_branch)
    with pytest.warns(ag.CallbackWarning, match="is a generator") as caught:
        values = decorated(X)
    assert caught[0].filename == __file__
    assert inspect.isgenerator(values)
    assert list(values) == list(with_a_staged_branch(X))
    assert list(decorated(X)) == list(with_a_staged_branch(X))  # warned once
    with pytest.raises(ag.AutographError, match="is a generator"):
        ag.function(with_a_staged_branch, callbacks="error")(X)
    with pytest.raises(NotStaged, match="is a generator") as refused:
        decorated.get_concrete_function(X)
    assert refused.value.span.line == with_a_staged_branch.__code__.co_firstlineno


class Walk:
    def __init__(self, steps):
        self.steps = steps

    @ag.function(callbacks="allow")
    def forward(self, x):
        for step in self.steps:
            if x > step:
                x = x - step
            yield x


def test_a_decorated_method_that_generates():
    walk = Walk([1, 2])
    assert list(walk.forward(np.float64(2.5))) == [1.5, 1.5]
    walk.steps.append(1)
    assert list(walk.forward(np.float64(2.5))) == [1.5, 1.5, 0.5]
    total = ag.function(lambda x: sum(walk.forward(x)))
    assert total(np.float64(2.5)) == 3.5


def test_a_staged_yield_is_inlined():
    agree(lambda x: list(with_a_staged_yield(x)), X)


def of_keys(xs, kept):
    try:
        for v in xs:
            if v in kept:
                yield v
    except TypeError:
        return


def test_a_yield_in_a_try_is_inlined():
    def total(xs, kept, limit):
        found = 0.0
        for v in of_keys(xs, kept):
            found = found + v
            if found > limit:
                raise TypeError("of the consumer")
        return found

    compiled = ag.function(total, callbacks="error")
    kept = dict.fromkeys(map(float, range(100)))
    xs = [0.5, 1.0, 2.0] * 40
    assert compiled(xs, kept, np.float64(500)) == total(xs, kept, 500) == 120.0
    with pytest.raises(TypeError, match="of the consumer"):
        compiled(xs, kept, np.float64(5))


def bits(mask):
    while mask:
        low = mask & -mask
        yield low
        mask = mask ^ low


def level(below):
    """Return a generator function with two loops over another one."""

    def both(mask, blocked):
        for a in below(mask, blocked):
            if a & 3:
                yield a
            if not any(b & a for b in bits(blocked)):
                yield a + 1
        for a in below(blocked, mask):
            yield a ^ 1

    return both


def test_copies_do_not_grow_with_a_power_of_the_levels():
    levels = level(level(level(level(lambda mask, blocked: bits(mask & ~blocked)))))

    def total(mask, blocked):
        count = 0
        for each in levels(mask, blocked):
            count += each
        return count

    decorated = ag.function(total, callbacks="allow")
    for mask, blocked in ((45, 18), (7, 3), (18, 45)):
        given = np.int64(mask), np.int64(blocked)
        assert decorated(*given) == total(*given)
    (concrete,) = decorated.concrete_functions
    assert str(concrete.graph).count("\n") < 500  # of thousands with all the copies


def marked(function):
    return function


@marked
@marked
def down_from(n):
    while n > 0:
        yield n
        n -= 1


def test_a_decorated_generator_is_compiled():
    """Its code begins at a decorator, before the line of its `def`."""

    def total(n):
        @marked
        def up_to(n):
            yield from range(n)

        t = 0
        for k in down_from(n):
            t += k
        for k in up_to(n):
            t += 100 * k
        return t, next(down_from(n), None)

    agree(total, N, np.int64(0), callbacks="error")


class Prices(Mapping):
    def __init__(self, held):
        self.held = held

    def __getitem__(self, key):
        return self.held[key]

    def __len__(self):
        return len(self.held)

    def __iter__(self):
        yield from self.held


def test_generators_of_pythons_own_code_are_compiled():
    """Those of ``collections.abc`` come from a file that their code does not name."""

    def above(prices, limit):
        found = [k for k in prices.keys() if prices[k] > limit]  # noqa: SIM118
        t = 0.0
        for v in prices.values():
            if v > limit:
                t += v
        return t, found, next(iter(prices.keys()), None), dict(prices.items())

    prices = Prices({"b": 3.0, "c": 5.0, "a": 0.5})
    calls = [(prices, 2.0), (Prices({}), 2.0), (Prices({"d": 3.0}), 4.0)]
    decorated = ag.function(above)
    for call in calls:  # no call warns, which would be an error
        assert decorated(*call) == above(*call)


def test_generators_that_update_are_compiled():
    def collected(x):
        found, numbers = {}, set()
        found.update((v, 2 * v) for v in x if v > 1)
        numbers.update(v + 1 for v in x if v > 1)
        return found, sorted(numbers)

    agree(collected, np.arange(4.0), [0.5, 2.5], callbacks="error")
