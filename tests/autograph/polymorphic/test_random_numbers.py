"""Random numbers: drawn anew at each call, in order, from NumPy's own streams."""

from __future__ import annotations

import random

import numpy as np
import pytest

import autograph as ag

NUMBER = np.float64(2.0)
GENERATOR = np.random.default_rng(3)


def test_the_global_generator_is_drawn_from_at_each_call():
    @ag.function
    def my_rnd(x):
        return np.random.rand()  # noqa: NPY002 - what people write

    np.random.seed(1000)  # noqa: NPY002
    drawn = [my_rnd(NUMBER), my_rnd(NUMBER)]
    np.random.seed(1000)  # noqa: NPY002
    assert drawn == [np.random.rand(), np.random.rand()]  # noqa: NPY002
    assert drawn[0] != drawn[1]
    assert my_rnd.trace_count == 1


def test_random_random_is_drawn_at_each_call():
    @ag.function
    def my_rnd(x):
        return random.random()

    random.seed(5)
    drawn = [my_rnd(NUMBER) for _ in range(4)]
    random.seed(5)
    assert drawn == [random.random() for _ in range(4)]
    assert my_rnd.trace_count == 1


def test_a_deck_is_shuffled_once_at_each_call():
    @ag.function
    def dealt(size):
        deck = [0, 1, 2, 3, 4]
        random.shuffle(deck)
        return deck[:size], random.choice(deck), random.randint(0, 9)

    random.seed(5)
    drawn = [dealt(3) for _ in range(4)]
    random.seed(5)
    assert drawn == [dealt.python_function(3) for _ in range(4)]


def test_frozen_captures_freeze_the_draw():
    @ag.function(captures="freeze")
    def my_rnd(x):
        return random.random()

    with pytest.warns(ag.FrozenWarning, match="random") as caught:
        first = my_rnd(NUMBER)
    assert my_rnd(NUMBER) == first
    assert caught[0].filename == __file__


def test_a_generator_as_argument():
    @ag.function
    def draw(generator, n):
        return generator.normal(size=3) + n

    generator, plain = np.random.default_rng(7), np.random.default_rng(7)
    for _ in range(3):
        expected = plain.normal(size=3) + 1
        np.testing.assert_array_equal(draw(generator, 1), expected)
    assert draw.trace_count == 1


def test_another_generator_as_argument():
    draw = ag.function(lambda generator: generator.integers(1000))
    for seed in (1, 2, 1):
        generator, plain = np.random.default_rng(seed), np.random.default_rng(seed)
        assert [draw(generator) for _ in range(3)] == [
            plain.integers(1000) for _ in range(3)
        ]


def test_a_generator_of_a_closure():
    generator, plain = np.random.default_rng(7), np.random.default_rng(7)
    draw = ag.function(lambda: generator.random())
    assert [draw() for _ in range(3)] == [plain.random() for _ in range(3)]


def test_a_generator_of_the_module():
    draw = ag.function(lambda: GENERATOR.random())
    assert draw() != draw()


def test_a_generator_of_an_object():
    class Noise:
        def __init__(self, seed):
            self.generator = np.random.default_rng(seed)

        @ag.function
        def add(self, x):
            return x + self.generator.normal()

    noise, plain = Noise(5), np.random.default_rng(5)
    for _ in range(3):
        assert noise.add(NUMBER) == NUMBER + plain.normal()


def test_a_generator_made_within():
    @ag.function
    def draw(seed):
        generator = np.random.default_rng(seed)
        return generator.random(), generator.random()

    assert draw(3) == draw(3)
    assert draw(3) != draw(4)
    plain = np.random.default_rng(3)
    assert draw(3) == (plain.random(), plain.random())


def test_draws_keep_their_order():
    @ag.function
    def draw(generator):
        first = generator.random()
        second = generator.integers(10)
        third = generator.normal()
        return third, second, first

    generator, plain = np.random.default_rng(1), np.random.default_rng(1)
    for _ in range(2):
        first, second, third = plain.random(), plain.integers(10), plain.normal()
        assert draw(generator) == (third, second, first)


def test_a_draw_nobody_uses_is_drawn_all_the_same():
    @ag.function
    def draw(generator):
        generator.random()
        return generator.random()

    generator, plain = np.random.default_rng(1), np.random.default_rng(1)
    plain.random()
    assert draw(generator) == plain.random()


def test_draws_in_a_loop_and_a_branch():
    @ag.function
    def walk(generator, n):
        position = 0
        for _ in range(n):
            if generator.random() < 0.5:
                position += 1
            else:
                position -= generator.integers(1, 3)
        return position

    def plain(generator, n):
        position = 0
        for _ in range(n):
            if generator.random() < 0.5:
                position += 1
            else:
                position -= generator.integers(1, 3)
        return position

    for n in (0, 1, 20):
        left, right = np.random.default_rng(n), np.random.default_rng(n)
        assert walk(left, np.int64(n)) == plain(right, n)
        assert left.random() == right.random()


def test_a_shuffle_writes_the_caller_s_array():
    shuffle = ag.function(lambda generator, x: generator.shuffle(x))
    x, y = np.arange(10), np.arange(10)
    assert shuffle(np.random.default_rng(1), x) is None
    np.random.default_rng(1).shuffle(y)
    np.testing.assert_array_equal(x, y)


def test_a_random_state():
    draw = ag.function(lambda state: state.uniform(size=2))
    left, right = np.random.RandomState(4), np.random.RandomState(4)
    for _ in range(2):
        np.testing.assert_array_equal(draw(left), right.uniform(size=2))


def test_the_seed_of_the_global_generator_within():
    @ag.function
    def draw():
        np.random.seed(5)  # noqa: NPY002
        return np.random.normal()  # noqa: NPY002

    assert draw() == draw()


def test_an_inner_function_draws_from_the_same_stream():
    inner = ag.function(lambda generator: generator.random())
    outer = ag.function(lambda generator: (inner(generator), inner(generator)))
    plain = np.random.default_rng(2)
    assert outer(np.random.default_rng(2)) == (plain.random(), plain.random())


def test_stateless_draws_repeat_for_a_key():
    @ag.function
    def draw(key):
        return ag.random.normal(key, (3,))

    key = ag.random.key(7)
    np.testing.assert_array_equal(draw(key), draw(key))
    np.testing.assert_array_equal(draw(key), ag.random.normal(key, (3,)))
    assert not np.array_equal(draw(key), draw(ag.random.key(8)))


def test_a_key_is_split():
    one, two = ag.random.split(ag.random.key(7))
    assert ag.random.uniform(one) != ag.random.uniform(two)
    three = ag.random.split(ag.random.key(7), 3)
    assert len(three) == 3


def test_a_key_folds_in_a_number():
    @ag.function
    def draw(key, step):
        return ag.random.uniform(ag.random.fold_in(key, step))

    key = ag.random.key(7)
    drawn = [draw(key, np.int64(step)) for step in (0, 1, 0)]
    assert drawn[0] == drawn[2] != drawn[1]


def test_arguments_that_change_beside_a_generator_of_their_own():
    @ag.function(callbacks="allow")
    def unchanged(pair):
        if [len for _ in random.Random(2).sample(range(9), 3)]:
            pass
        return pair

    for pair in ((4, 5), (-2, 6), (1, 7), (1, 7), (3, 9)):
        assert unchanged(pair) == pair
