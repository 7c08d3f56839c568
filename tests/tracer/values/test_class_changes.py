"""Objects of which code that is called back sets the class, or may have."""

import numpy as np
import pytest

import autograph as ag
from runtime.errors import ClassChanged
from tests.tracer.tracing import agree


class Egg:
    def __init__(self):
        self.weight = 2.0

    def __len__(self):
        return 1

    def __add__(self, other):
        return "egg", other

    def __getitem__(self, key):
        return "egg", key

    def __call__(self, x):
        return "egg", x

    def __iter__(self):
        return iter([1, 2])

    @property
    def kind(self):
        return "egg"

    @kind.setter
    def kind(self, value):
        self.weight = "egg", value


class Hen:
    def __init__(self):
        self.weight = 3.0

    def __len__(self):
        return 2

    def __add__(self, other):
        return "hen", other

    def __sub__(self, other):
        return "hen", other

    def __getitem__(self, key):
        return "hen", key

    def __call__(self, x):
        return "hen", x

    def __iter__(self):
        return iter([3])

    @property
    def kind(self):
        return "hen"

    @kind.setter
    def kind(self, value):
        self.weight = "hen", value


quietly = ag.function(callbacks="allow")


@ag.do_not_convert
def hatch(bird, now):
    if now:
        bird.__class__ = Hen


def item_set(bird):
    bird.kind = 3


def total(bird):
    return sum(each for each in bird)


USES = [
    len,
    item_set,
    total,
    lambda bird: bird + 1,
    lambda bird: bird[0],
    lambda bird: bird(2.5),
    lambda bird: bird.kind,
    lambda bird: [*bird],
    lambda bird: "some" if bird else "none",
]


@pytest.mark.parametrize("use", USES)
def test_a_class_that_was_set_is_noticed(use):
    def used(bird, now):
        hatch(bird, now)
        return use(bird), bird.weight

    decorated = quietly(used)
    for _ in range(2):
        assert decorated(Egg(), False) == used(Egg(), False)
        with pytest.raises(ClassChanged, match="it was Egg, and is Hen"):
            decorated(Egg(), True)


def test_an_operator_that_only_the_other_class_has_is_no_error_of_the_first():
    @quietly
    def less(bird):
        hatch(bird, True)
        return bird - 1

    with pytest.raises(ClassChanged):
        less(Egg())


def test_no_handler_of_the_users_takes_the_error():
    @quietly
    def weighed(bird):
        hatch(bird, True)
        try:
            return len(bird)
        except Exception:
            return "handled"

    with pytest.raises(ClassChanged, match="it was Egg, and is Hen"):
        weighed(Egg())


def test_a_loop_that_sets_the_class_notices_it_at_the_next_turn():
    @quietly
    def lengths(bird, n):
        found = 0
        for i in range(n):
            found += len(bird)
            hatch(bird, i == 1)
        return found

    assert lengths(Egg(), np.int64(2)) == 2
    with pytest.raises(ClassChanged):
        lengths(Egg(), np.int64(3))


def test_one_check_serves_until_the_next_call_back():
    @quietly
    def twice(bird):
        hatch(bird, False)
        return bird + 1, bird + 2, bird.kind

    concrete = twice.get_concrete_function(Egg())
    assert str(concrete.graph).count("check_class") == 1


def test_objects_keep_their_class_without_calls_back():
    def plain(bird, x):
        bird.weight += x
        return len(bird), bird + 1, bird.kind

    agree(plain, Egg(), np.float64(2.0))
    concrete = ag.function(plain).get_concrete_function(Egg(), np.float64(2.0))
    assert "check_class" not in str(concrete.graph)
