"""Random numbers by key: pure, the same in a trace as without one."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph import random
from runtime.ops.stateless import ROWS
from tests.runtime.ops.calls import KNOWN, check

KEY = random.key(5)
SAMPLES = [
    pytest.param(row, sample, id=f"{row.name}-{number}")
    for row in ROWS
    for number, sample in enumerate(row.samples)
]


@pytest.mark.parametrize(("row", "sample"), SAMPLES)
def test_the_predicted_type_holds(row, sample):
    for known in KNOWN:
        for symbolic in (False, True):
            args, kwargs = sample()
            check(row, args, kwargs, known, symbolic)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_bad_call_raises(row):
    for bad in row.rejects:
        args, kwargs = bad()
        with pytest.raises((TypeError, ValueError)):
            row.kernel(*args, **kwargs)


def keys(seed, n):
    key = ag.random.key(seed)
    first, second = ag.random.split(key)
    return key, first, second, random.split(key, n), ag.random.fold_in(key, n)


def floats(key, n):
    return (
        ag.random.uniform(key),
        ag.random.uniform(key, (n, 2), low=-1, high=np.array([1.0, 2.0])),
        ag.random.uniform(key, n, dtype=np.float32),
        ag.random.normal(key, [2, n], loc=3.0),
        ag.random.normal(key, dtype="f4"),
    )


def integers(key, n):
    return (
        ag.random.integers(key, n),
        ag.random.integers(key, -n, n, (2, 3)),
        ag.random.integers(key, 1, 6, 4, dtype=np.int8, endpoint=True),
        ag.random.permutation(key, n),
        ag.random.permutation(key, np.arange(6.0).reshape(3, 2)),
        ag.random.choice(key, n),
        ag.random.choice(key, [1.5, 2.5], n),
        ag.random.choice(key, n, n, replace=False),
        ag.random.choice(key, ["a", "b"], p=[0.25, 0.75]),
    )


def in_control_flow(key, n):
    total = 0.0
    for step in range(n):
        inner = random.fold_in(key, step)
        if random.uniform(inner) < 0.5:
            total += random.normal(inner)
    for each in random.split(key, 3):
        total += random.uniform(each)
    while n > 0:
        key, used = random.split(key)
        total += random.uniform(used, 2).sum()
        n = n - 1
    return total, key


def described(value):
    if isinstance(value, tuple):
        return [described(item) for item in value]
    return type(value), value.dtype, value.shape, value.tolist()


@pytest.mark.parametrize("n", [4, np.int64(4)], ids=repr)
@pytest.mark.parametrize("function", [floats, integers, in_control_flow])
def test_a_trace_draws_what_plain_python_draws(function, n):
    staged = ag.function(function, callbacks="error")
    plain = described(function(KEY, n))
    assert described(staged(KEY, n)) == plain
    assert described(staged(KEY, n)) == plain


@pytest.mark.parametrize("seed", [0, 2**70, np.uint8(7)])
def test_keys_of_a_trace_are_those_of_plain_python(seed):
    staged = ag.function(keys, callbacks="error")
    assert described(staged(seed, 3)) == described(keys(seed, 3))


def test_keys_and_what_is_made_of_them_differ():
    made = [random.key(seed) for seed in range(200)]
    made += [*random.split(KEY, 200), *(random.fold_in(KEY, at) for at in range(200))]
    made += [random.fold_in(KEY, 2**64 + 1), random.fold_in(KEY, -1)]
    assert len({key.tobytes() for key in made}) == len(made)
    drawn = random.integers(KEY, 0, 2**64, 800, dtype=np.uint64, endpoint=False)
    assert not set(np.ravel(made).tolist()) & set(drawn.tolist())
    assert np.array_equal(random.split(KEY, 5)[:3], random.split(KEY, 3))


def test_draws_are_spread_as_they_should():
    uniform = np.array([random.uniform(each) for each in random.split(KEY, 4000)])
    assert abs(uniform.mean() - 0.5) < 0.03
    assert abs(uniform.var() - 1 / 12) < 0.01
    normal = random.normal(KEY, 20_000, loc=2.0, scale=3.0)
    assert abs(normal.mean() - 2) < 0.1
    assert abs(normal.std() - 3) < 0.1
    rolled = np.bincount(random.integers(KEY, 0, 4, 8000))
    assert (abs(rolled - 2000) < 200).all()


def test_numpys_own_streams_stay_where_they_are():
    np.random.seed(1)  # noqa: NPY002 - the old stream must not move
    before = np.random.get_state()[1].tolist()  # noqa: NPY002 - as above
    random.normal(random.fold_in(random.key(3), 1), 10)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002 - as above


def test_equal_draws_are_drawn_once_and_unused_ones_never():
    @ag.function
    def twice(key):
        random.normal(key, 1000)
        return random.uniform(key) - random.uniform(key)

    assert twice(KEY) == 0
    plan = twice.get_concrete_function(KEY).plan
    assert plan.count("random_uniform") == 1
    assert "random_normal" not in plan


def test_a_constant_key_is_new_at_each_call():
    @ag.function
    def drawn():
        numbers = random.uniform(random.key(3), 2)
        numbers += 1
        return numbers

    first = drawn()
    first[:] = 0
    assert np.array_equal(drawn(), random.uniform(random.key(3), 2) + 1)


@pytest.mark.parametrize("staged", [True, False])
@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: random.key(-1), ValueError, "the seed must not be negative"),
        (lambda: random.fold_in(KEY, np.ones(2)), TypeError, "only"),
        (lambda: random.uniform(3), TypeError, "expected a key from key\\(\\)"),
        (lambda: random.uniform(np.zeros(2)), TypeError, "got dtype float64 and shape"),
        (lambda: random.uniform(random.split(KEY)), TypeError, "and shape \\(2, 2\\)"),
        (
            lambda: random.uniform(KEY, (), [0, 0]),
            ValueError,
            "the parameters broadcast to",
        ),
        (lambda: random.integers(KEY, 3, 1), ValueError, "low >= high"),
    ],
)
def test_what_is_no_key_or_does_not_fit_is_an_error(call, error, message, staged):
    with pytest.raises(error, match=message):
        (ag.function(call) if staged else call)()


def test_a_star_import_leaves_pythons_random():
    assert "random" in dir(ag)
    assert "random" not in ag.__all__
