"""Attributes of an object by the name of a method, set, deleted and asked for."""

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def halved(step):
    return step.size / 2


class Step:
    size = 4.0
    of = halved

    @staticmethod
    def least():
        return 0.5

    @classmethod
    def usual(cls):
        return cls.size

    def __init__(self, **own):
        self.__dict__.update(own)


BOTH = (Step(), Step(of=halved), Step(of=len, least=len, usual=len, size=8.0))
HIDING = BOTH[2:]


@add(*BOTH)
def set_behind_a_look(step):
    found = step.__dict__.get("of")
    step.of = halved
    return found is step.of, step.of(step), list(step.__dict__)


@add(*BOTH)
def set_by_its_name(step):
    for name in ("of", "least", "usual", "size"):
        setattr(step, name, name)
    return step.of, step.least, step.usual, step.size


@add(*BOTH, raises=AttributeError)
def deleted_from_the_object(step):
    del step.of
    return step.of()


@add(*HIDING)
def all_deleted_from_the_object(step):
    del step.least, step.usual
    return step.least(), step.usual()


@add(*BOTH)
def set_and_deleted_again(step):
    before = callable(step.of)
    step.of = 3
    del step.of
    return before, step.of()


@add((Step(), f64(1.5)), (Step(of=halved), f64(1.5)), (Step(of=halved), f64(-1.5)))
def set_on_one_path(step, x):
    if x > 0:
        step.of = x
    return step.of if "of" in step.__dict__ and x > 0 else x
