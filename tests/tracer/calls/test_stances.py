"""The table of calls: every public function of Python's numeric and text modules."""

import bisect
import builtins
import cmath
import collections
import copy
import datetime
import decimal
import fractions
import functools
import heapq
import itertools
import json
import math
import operator
import os
import random
import re
import statistics
import string
import textwrap
import time
import types
import warnings

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree
from tracer.calls.stances import full_name, sort
from tracer.operators.operator_functions import HANDLERS
from tracer.record.decisions import (
    CALLED_BACK,
    CHANGES,
    CONVERTED,
    EFFECT,
    OPERATION,
    PURE,
)


def stance(function):
    """What becomes of calls of a function."""
    return sort(function, HANDLERS)


MODULES = (
    builtins,
    math,
    cmath,
    operator,
    functools,
    itertools,
    statistics,
    fractions,
    decimal,
    string,
    textwrap,
    re,
    json,
    copy,
    collections,
    bisect,
    heapq,
    random,
    time,
)
STANCES = (OPERATION, PURE, CHANGES, EFFECT, CALLED_BACK)


def public(module: types.ModuleType) -> list[str]:
    """The callables that a module is for; exceptions are raised, not called."""
    names = getattr(module, "__all__", None)
    names = names or [name for name in vars(module) if not name.startswith("_")]
    values = {name: getattr(module, name) for name in names}
    return [
        name
        for name, value in sorted(values.items())
        if callable(value)
        and not (isinstance(value, type) and issubclass(value, BaseException))
        and not isinstance(value, types.ModuleType)
    ]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_function_has_a_stance(module):
    found = {name: stance(getattr(module, name)) for name in public(module)}
    assert found
    assert set(found.values()) <= set(STANCES)
    if module not in (builtins, decimal, json, random, time):
        known = {name for name, one in found.items() if one == CALLED_BACK}
        assert known <= {"replace"}, known


EXAMPLES = [
    (sorted, OPERATION),
    (math.sqrt, OPERATION),
    (np.sum, OPERATION),
    (np.add, OPERATION),
    (operator.add, OPERATION),
    (itertools.chain, OPERATION),
    (chr, PURE),
    (math.nextafter, OPERATION),
    (cmath.exp, OPERATION),
    (statistics.mean, PURE),
    (fractions.Fraction, PURE),
    (decimal.Decimal, PURE),
    (textwrap.fill, PURE),
    (re.sub, PURE),
    (bisect.bisect_left, PURE),
    (bisect.insort, CHANGES),
    (heapq.heappush, CHANGES),
    (heapq.nlargest, PURE),
    (random.random, EFFECT),
    (random.shuffle, EFFECT),
    (time.time, EFFECT),
    (datetime.datetime.now, EFFECT),
    (datetime.timedelta, PURE),
    (os.getpid, EFFECT),
    (open, CALLED_BACK),
    (input, EFFECT),
    (json.dumps, PURE),
    (json.dump, CALLED_BACK),
    (decimal.getcontext, CALLED_BACK),
    (agree, CONVERTED),
    (np.issubdtype, OPERATION),
    (np.broadcast_shapes, PURE),
    (collections.namedtuple("Pair", "left right"), OPERATION),
    (types.SimpleNamespace, PURE),
]


@pytest.mark.parametrize(
    ("function", "expected"), EXAMPLES, ids=[full_name(one) for one, _ in EXAMPLES]
)
def test_stances(function, expected):
    assert stance(function) == expected


def character(n):
    return chr(n + 65)


def middle(x):
    return statistics.median(x)


def smallest(x):
    found = []
    for value in x:
        heapq.heappush(found, value)
    return heapq.heappop(found)


def place(x, value):
    return bisect.bisect(x, value)


def wrapped(n):
    return textwrap.shorten(f"a value of {n}", 9)


def exponential(z):
    return cmath.exp(z)


def stamped(x):
    if x > 0:
        return time.time() > 0
    return False


@pytest.mark.parametrize("callbacks", ["warn", "allow", "error"])
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (character, (np.int64(3),)),
        (middle, (np.array([3.0, 1.0, 2.0]),)),
        (smallest, (np.array([3.0, 1.0, 2.0]),)),
        (place, (np.array([1.0, 3.0]), np.float64(2))),
        (wrapped, (np.int64(3),)),
        (exponential, (np.complex128(1j),)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_known_is_no_call_back(function, arguments, callbacks):
    with warnings.catch_warnings():
        warnings.simplefilter("error", ag.CallbackWarning)
        agree(function, arguments, callbacks=callbacks)


def test_what_the_moment_decides_is_an_operation_in_a_branch():
    agree(stamped, np.float64(1), callbacks="error")


def test_methods_of_values_that_never_change_are_pure():
    day = datetime.date(2001, 1, 2)
    for method in (day.strftime, re.compile("a").sub, day.isoformat):
        assert sort(method, ()) == PURE
    assert sort(datetime.date.today, ()) == EFFECT
    assert sort(iter([day]).__next__, ()) == CALLED_BACK

    def told(method, how):
        return method(how), method("%Y")

    agree(told, day.strftime, "%d")
    agree(told, datetime.datetime(2001, 2, 3, 4).strftime, "%H")
