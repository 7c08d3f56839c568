"""Draws from NumPy's generators: the stream of plain Python, at each call anew."""

# ruff: noqa: NPY002 - the old functions are tried as well

from __future__ import annotations

import copy

import numpy as np
import pytest
from numpy.random import default_rng, normal

import autograph as ag

RNG = np.random.default_rng(1)
BOUND = RNG.normal
X = np.arange(4.0)


def module_functions(x):
    a = np.random.rand()
    b = np.random.randn(2, 3)
    c = np.random.randint(10)
    d = np.random.uniform(-1, 1, size=(2,))
    return a, b, c, d, np.random.choice(5), np.random.permutation(4), normal()


def module_seeded(x):
    np.random.seed(3)
    return np.random.random(3) + np.random.sample(3)


def module_shuffle(x):
    y = x.copy()
    np.random.shuffle(y)
    return y


def generator_global(x):
    return RNG.normal(), RNG.integers(0, 9, size=3), BOUND(size=2)


def legacy_state(x):
    state = np.random.RandomState(5)
    return state.rand(2), state.randint(0, 5, 3), state.choice(x), state.bytes(2)


def made_and_seeded(x):
    rng = np.random.default_rng(7)
    return rng.normal(x), rng.permutation(x), rng.choice(x, 2)


def made_by_imported_name(x):
    return default_rng(7).random(2)


def made_of_a_bit_generator(x):
    return np.random.Generator(np.random.Philox(3)).random(2)


def spawned(x):
    return [child.random() for child in np.random.default_rng(3).spawn(2)]


def in_a_branch(x):
    if x.sum() > 3:
        return RNG.normal(size=2) + x[:2]
    else:
        return RNG.random(2)


def in_a_loop(x):
    total = 0.0
    for value in x:
        total += value * RNG.normal()
    return total


def in_a_while(x):
    turns = 0
    value = RNG.random()
    while value < 0.9:
        value = RNG.random()
        turns += 1
    return turns, value


def in_a_comprehension(x):
    return [RNG.normal(value) for value in x]


def in_a_try(x):
    try:
        y = RNG.normal(size=3) / RNG.integers(0, 2)
        z = int(x[0]) // 0
    except ZeroDivisionError:
        y = RNG.normal(size=3)
        z = 0
    return y, z


def unused_draws_happen(x):
    RNG.normal(size=3)
    return x


def equal_draws_are_two(x):
    return RNG.random(2) - RNG.random(2)


def shuffles(x):
    y = x.copy()
    RNG.shuffle(y)
    z = y[0]
    RNG.shuffle(y)
    items = [1, 2, 3, x[0]]
    RNG.shuffle(items)
    return y, z, items


def fills(x):
    out = np.empty(3)
    again = RNG.random(out=out)
    first = out[0]
    RNG.standard_normal(out=out)
    return again, out, first, again is out


def permutes_in_place(x):
    y = x.copy()
    RNG.permuted(y, out=y)
    return y


def dtypes(x):
    return (
        RNG.random(dtype=np.float32),
        RNG.random(2, dtype=np.float32),
        RNG.integers(5, dtype=np.uint8),
        RNG.integers(2, dtype=bool),
        RNG.integers(5, dtype=int),
        RNG.poisson(),
        RNG.normal(size=()),
        RNG.integers([3, 4]),
        RNG.normal(x[0]),
        RNG.normal(x),
        RNG.normal(np.array(1.0)),
        RNG.dirichlet([1, 2, 3], 2),
        RNG.multinomial(3, [0.5, 0.5]),
        RNG.multivariate_normal([0.0, 1.0], np.eye(2), size=(2,)),
    )


def sizes_of_the_run(x):
    n = int(x.sum())
    return RNG.normal(size=n), RNG.normal(size=(n, 2)), RNG.choice(n), RNG.bytes(n)


def optional(x, rng=None):
    if rng is None:
        rng = np.random.default_rng(2)
    return rng.normal(size=2)


def callee(rng, x):
    return rng.normal(x)


def in_a_callee(x):
    return callee(RNG, x) + (lambda: RNG.random())()


class Walker:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.place = 0.0

    def step(self):
        self.place += self.rng.normal()
        return self.place

    def again(self, seed):
        before = self.rng.random()
        self.rng = np.random.default_rng(seed)
        return before, self.rng.random(), self.rng.random()


def object_made_here(x):
    walker = Walker(4)
    for _ in range(int(x.sum())):
        walker.step()
    return walker.place


def state_is_read_and_set(x):
    state = RNG.bit_generator.state
    first = RNG.random()
    RNG.bit_generator.state = state
    return first == RNG.random()


def raises(x):
    RNG.normal()
    return RNG.normal(0.0, -x[1])


def printed_draws(x):
    print(RNG.integers(100))
    return x


FUNCTIONS = [
    value
    for value in list(globals().values())
    if getattr(value, "__module__", "") == __name__
    and callable(value)
    and getattr(value, "__code__", None) is not None
    and value.__code__.co_varnames[:1] == ("x",)
]


def outcomes(function, *arguments, times=3):
    """What some calls give, and where the streams stand then."""
    saved = copy.deepcopy(RNG.bit_generator.state)
    np.random.seed(11)
    found = []
    try:
        for _ in range(times):
            try:
                found.append(described(function(*copy.deepcopy(arguments))))
            except Exception as error:
                found.append((type(error), str(error)))
        return found, str(RNG.bit_generator.state), described(np.random.get_state())
    finally:
        RNG.bit_generator.state = saved


def described(value):
    if isinstance(value, (tuple, list)):
        return type(value), [described(item) for item in value]
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tolist()
    return type(value), repr(value)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_the_stream_is_that_of_plain_python(function, capsys):
    plain = outcomes(function, X)
    printed = capsys.readouterr().out
    staged = ag.function(
        function, callbacks="allow" if function is state_is_read_and_set else "error"
    )
    assert outcomes(staged, X) == plain
    assert capsys.readouterr().out == printed
    assert staged.trace_count == 1


def test_a_generator_as_argument_is_one_trace():
    @ag.function(callbacks="error")
    def draws(rng, x):
        total = rng.normal(size=2) + x
        for _ in range(2):
            total += rng.integers(0, 9)
        return total

    for seed in range(3):
        given = np.random.default_rng(seed)
        plain = draws.python_function(np.random.default_rng(seed), 1.0)
        assert np.array_equal(draws(given, 1.0), plain)
    assert draws.trace_count == 1
    with pytest.raises(ag.AutographError, match="callbacks='error'"):
        draws(np.random.RandomState(2), 1.0)  # which has no such method


def test_two_arguments_may_be_one_generator():
    def both(one, two):
        return one.random(), two.random(), one is two

    staged = ag.function(both)
    apart = (np.random.default_rng(1), np.random.default_rng(2))
    assert staged(*copy.deepcopy(apart)) == both(*copy.deepcopy(apart))
    one, other = np.random.default_rng(1), np.random.default_rng(1)
    assert staged(one, one) == both(other, other)
    assert staged.trace_count == 1


def test_a_generator_in_an_attribute_and_in_a_closure():
    def stepped(self, other):
        walked = Walker.step(self) + self.again(5)[1] + self.rng.random()
        return walked + other.rng.random()

    results = []
    for function in (stepped, ag.function(stepped, callbacks="error")):
        walker, other = Walker(3), Walker(4)
        results.append([function(walker, other) for _ in range(3)])
    assert results[0] == results[1]

    def closed(rng):
        return lambda x: rng.normal(x)

    plain = closed(np.random.default_rng(6))
    staged = ag.function(closed(np.random.default_rng(6)), callbacks="error")
    assert [staged(1.0) for _ in range(3)] == [plain(1.0) for _ in range(3)]


def test_a_generator_bound_anew_is_read_anew():
    global RNG
    before = RNG

    @ag.function(callbacks="error")
    def draw():
        return RNG.random()

    try:
        for seed in (1, 2):
            RNG = np.random.default_rng(seed)
            assert draw() == np.random.default_rng(seed).random()
        assert draw.trace_count == 1
    finally:
        RNG = before
