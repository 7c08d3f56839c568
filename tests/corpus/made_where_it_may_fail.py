"""What a `try` makes of values that it asks for, and what is used of that behind it."""

import functools

import numpy as np

import autograph as ag
from tests.corpus.case import adding_to, f64

CASES = []
adding = adding_to(CASES)


class Kept:
    def __init__(self, items):
        self.items = items

    def with_both(self, one, other=2):
        return one, other, len(self.items)


def add(function):
    """Add a case for a function of an object with items, a number and a key."""
    sets = [
        lambda: (Kept({"a": 2.0}), f64(0.5), "a"),
        lambda: (Kept({"a": 2.0}), 3.5, "a"),
        lambda: (Kept({"b": 2.0}), f64(3), "a"),
    ]
    return adding(*sets, raises=ValueError)(function)


@ag.do_not_convert
def get(kept, key):
    return kept.items[key]


@add
def partial_function(kept, x, key):
    try:
        found = functools.partial(kept.with_both, get(kept, key), other=x)
        same = found
    except KeyError:
        raise ValueError(key)
    return found(), found(other=1), same is found


@add
def partial_function_in_containers(kept, x, key):
    out = []
    try:
        value = get(kept, key)
        found = functools.partial(lambda a, b: (a, b, value), value)
        out.append(found)
        table = {"found": found, "kept": [functools.partial(max, value)]}
    except KeyError:
        raise ValueError(key)
    return out[0](x), table["found"](5), out[0] is found, table["kept"][0](x)


@add
def partial_function_of_a_method(kept, x, key):
    def get_it():
        try:
            value = kept.items[key] * x
            return functools.partial(kept.with_both, value)
        except KeyError:
            raise ValueError(key)

    found = get_it() if x > 1 else None
    return found and found(3)


@add
def map_with_a_function(kept, x, key):
    try:
        value = get(kept, key)
        items = map(lambda v: v + value, [1, 2, x])
    except KeyError:
        raise ValueError(key)
    return list(items)


@add
def map_with_a_builtin(kept, x, key):
    try:
        items = map(str, [1, 2, get(kept, key)])
    except KeyError:
        raise ValueError(key)
    return next(items), list(items)


@add
def map_with_a_partial_function(kept, x, key):
    try:
        items = map(functools.partial(max, get(kept, key)), [1, 2, x])
    except KeyError:
        raise ValueError(key)
    return [v * 2 for v in items]


@add
def other_iterators(kept, x, key):
    try:
        value = get(kept, key)
        pairs, numbered = zip([1, 2], [value, x]), enumerate([value, x])
        last, products = reversed([value]), (v * value for v in [1, x])
    except KeyError:
        raise ValueError(key)
    return list(pairs), list(numbered), list(last), list(products)


class Answering:
    """Looks in a table for what it does not have itself."""

    names = ("real",)

    def __init__(self, value, units):
        self.value = value
        self.own_units = units

    @property
    def units(self):
        if self.own_units > 1:
            return self.own_units
        raise AttributeError("units")

    def __getattr__(self, name):
        if name in type(self).names:
            try:
                return functools.partial(max, getattr(self.value, name))
            except AttributeError:
                raise AttributeError(f"no {name} of {self.value}")
        raise AttributeError(name)


@adding(
    lambda: (Answering(2.5, 2), f64(2)),
    lambda: (Answering(2.5, 1), f64(2)),
    lambda: (Answering("a", 1), f64(0.5)),
)
def attributes_asked_for(answering, x):
    found = getattr(answering, "real", None)
    if x > 1:
        return getattr(answering, "units", "none"), found and found(x)
    return getattr(answering, "units", x), found and found(x)


def as_array(value, dtype, plainly):
    """Return an array; where that fails, one of the value's class."""
    if plainly:
        value = np.asarray(value, dtype=dtype)
    else:
        try:
            value = get(value, dtype) * 2
        except (AttributeError, KeyError):
            value = np.array(value, dtype=dtype)
            value = value + 1
    return value


@adding(*[lambda x=x: (np.arange(3.0), f64(x)) for x in (0.5, 2, -1)])
def arguments_changed_in_a_branch(values, x):
    if x > 1:
        return as_array(values * x, float, True)
    elif x > 0:
        return values
    else:
        changed = as_array(values * x + 1, float, True)
        return changed * 2 + as_array(x, float, False)
