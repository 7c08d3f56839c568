"""What objects of a library's class have under a name, which is another in each call."""

import codecs
import string
import types
from functools import partial

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


def five():
    return 5


def formatter(**attributes):
    made = string.Formatter()
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def with_each(name, *values):
    """Return sets of one formatter each: with each value under a name, and without."""
    having = [lambda value=value: (formatter(**{name: value}),) for value in values]
    return *having, lambda: (formatter(),), *having[:2]


HOOKS = with_each("hook", five, None, int, float, len, 3, "text", [1])
HIDDEN = with_each("format", five, None, 3)


@add(*HOOKS, raises=AttributeError)
def hook_that_may_be_none(owner):
    if owner.hook is not None:
        return "set", bool(owner.hook)
    return "none"


@add(*HOOKS)
def hook_that_may_be_missing(owner):
    try:
        return type(owner.hook).__name__, hasattr(owner, "hook")
    except AttributeError:
        return "missing", hasattr(owner, "hook")


@add(*HOOKS, raises=AttributeError)
def hook_that_is_compared(owner):
    hook = owner.hook
    return hook is five, hook == five, owner.hook is int, isinstance(hook, type)


@add(*HOOKS, raises=(AttributeError, TypeError))
def hook_that_is_called_if_it_can_be(owner):
    return owner.hook() if callable(owner.hook) else owner.hook


@add(*HOOKS)
def hook_that_is_matched(owner):
    match getattr(owner, "hook", "missing"):
        case None:
            return 0
        case int() | str():
            return 1
        case _:
            return 2


@add(*HOOKS, raises=AttributeError)
def hook_whose_name_is_asked(owner):
    return owner.hook.__name__


@add(*HIDDEN, raises=AttributeError)
def method_that_the_object_hides(owner):
    return owner.format is None, bool(owner.format), owner.format.__name__


@add(*HIDDEN)
def method_that_is_hidden_here(owner):
    before = owner.format is None
    owner.format = None
    return before, owner.format is None


@add(*HIDDEN)
def method_that_is_replaced_here(owner):
    owner.format = five
    return owner.format is five, owner.format()


@add(*HOOKS, raises=AttributeError)
def hook_that_is_kept(owner):
    owner.kept = owner.hook
    return owner.kept is None, owner.kept is owner.hook


@add(*[lambda inner=inner: (partial(inner),) for inner in (five, int, len, five)])
def function_of_a_partial(made):
    return made.func is five, made.func is int


def results(**attributes):
    """Return an object that asks another for attributes: SciPy has such results."""
    return codecs.StreamWriter(types.SimpleNamespace(**attributes))


@add(
    *(lambda turns=turns: (results(turns=turns),) for turns in (1, 2, 3, 4)),
    lambda: (results(turns=f64(2)),),
    lambda: (results(message="done"),),
    raises=AttributeError,
)
def attribute_that_another_object_gives(found):
    if found.turns > 2:
        return "many", hasattr(found, "turns")
    return min(found.turns, 2), getattr(found, "message", None)
