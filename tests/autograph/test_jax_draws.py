"""Random numbers by key in functions that are exported to JAX."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotExportable


def exported(function, *arguments, **choices):
    space = {}
    exec(ag.export.jax(function, *arguments, **choices), space)
    return space[function.__name__]


def test_random_numbers_by_key_are_those_of_jax(jax):
    def walk(key, steps):
        place = 0.0
        while steps > 0:
            key, now = ag.random.split(key)
            place += ag.random.normal(now, (), 0.0, 2.0)
            steps -= 1
        return place

    found = exported(walk, ag.random.key(0), np.int64(1))
    keys = jax.random.split(jax.random.PRNGKey(1), 2000)
    ends = jax.vmap(lambda key: found(key, 9))(keys)
    assert abs(ends.mean()) < 0.7
    assert abs(ends.std() - 6.0) < 0.5
    assert found(ag.random.key(7), 9) == found(ag.random.key(7), 9)


def test_all_draws_by_key_have_their_distributions(jax):
    def drawn(key, x):
        first, second, third = ag.random.split(key, 3)
        return (
            ag.random.uniform(first, 1000, 2.0, np.float64(4.0)),
            ag.random.integers(second, 3, 5, (1000,), endpoint=True),
            ag.random.integers(second, 4, shape=(1000,)),
            ag.random.permutation(third, x),
            ag.random.choice(third, x, 1000, p=[0.5, 0.0, 0.5]),
            ag.random.normal(ag.random.key(3), (1000,), 1.0, 0.5, np.float32),
        )

    x = np.array([1.0, 2.0, 3.0])
    uniform, to_five, to_three, permuted, chosen, normal = exported(
        drawn, ag.random.key(0), x
    )(ag.random.key(1), x)
    assert uniform.min() >= 2
    assert uniform.max() < 4
    assert abs(uniform.mean() - 3) < 0.1
    assert sorted(set(to_five.tolist())) == [3, 4, 5]
    assert sorted(set(to_three.tolist())) == [0, 1, 2, 3]
    assert sorted(permuted.tolist()) == [1, 2, 3]
    assert sorted(set(chosen.tolist())) == [1, 3]
    assert normal.dtype == np.float32
    assert abs(normal.mean() - 1) < 0.1


def test_the_number_that_is_drawn_below_has_to_be_known(jax):
    def order(key, n):
        return ag.random.permutation(key, n)

    arguments = ag.random.key(0), np.int64(4)
    assert 'static_argnames=["n"]' in ag.export.jax(order, *arguments)
    found = jax.jit(exported(order, *arguments), static_argnames=["n"])
    assert sorted(found(ag.random.key(1), n=6).tolist()) == [0, 1, 2, 3, 4, 5]


def test_draws_of_a_generator_are_refused_and_keys_are_named():
    def noisy(x, rng):
        return x + rng.normal()

    with pytest.raises(NotExportable, match="draw has no form on JAX") as caught:
        ag.export.jax(noisy, np.float64(1.0), np.random.default_rng(0))
    assert "ag.random.normal(key, shape)" in str(caught.value)
