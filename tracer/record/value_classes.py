"""Classes of values that never change, and of those that Python needs to trace."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import ipaddress
import re
import statistics
import string
import struct
import typing
import uuid
from collections import Counter, OrderedDict, defaultdict, deque
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, ClassVar, ParamSpec, TypeVar, TypeVarTuple

import numpy as np

from runtime.types import CONTAINERS, PYTHON_SCALARS, Container
from tracer.serve.specs import TensorSpec

VALUES = frozenset(
    {
        decimal.Decimal,
        fractions.Fraction,
        datetime.date,
        datetime.datetime,
        datetime.time,
        datetime.timedelta,
        datetime.timezone,
        ipaddress.IPv4Address,
        ipaddress.IPv4Network,
        ipaddress.IPv6Address,
        ipaddress.IPv6Network,
        np.datetime64,
        np.timedelta64,
        re.Match,
        re.Pattern,
        statistics.NormalDist,
        string.Template,
        struct.Struct,
        uuid.UUID,
    }
)
"""Classes of Python and NumPy whose instances never change."""
HEEDING = frozenset({decimal.Decimal})
"""Those whose operations depend on a context that only the run knows."""
VALUE_OBJECTS = (
    *(enum.Enum, np.dtype, range, slice, frozenset, TensorSpec),
    *(TypeVar, TypeVarTuple, ParamSpec, type(ClassVar), type(typing.Sequence)),
)
"""Classes whose instances Python needs while tracing."""
NUMBERS_AND_TEXTS = (int, float, complex, str, bytes)
"""Classes of values that a graph is first traced for, and then takes as inputs."""
NUMPYS = {int: np.int64, float: np.float64, complex: np.complex128}
"""NumPy's class for a number of Python's."""
PLAIN_TYPES = frozenset({*PYTHON_SCALARS, type(None), type(Ellipsis)})
REASONS = frozenset({"__cause__", "__context__", "__traceback__"})
"""Attributes of exceptions, to which Python sets its own kinds of values alone."""
CHANGING = frozenset({list, dict, set, deque, defaultdict, OrderedDict, Counter})
"""Containers whose bound methods become those of their stand-ins."""
LEAVING = frozenset(
    "count copy difference get index intersection isdisjoint issubset issuperset items "
    "keys most_common symmetric_difference union values".split()
)
"""Methods that leave every such container as it is."""


def never_changes(value: Any) -> bool:
    """Whether a value is the same in the trace and at each run."""
    if isinstance(value, frozenset):  # one of a class of its own has attributes
        return type(value) is frozenset and all(map(never_changes, value))
    if isinstance(value, tuple):
        return all(map(never_changes, value))
    if isinstance(value, enum.Enum):
        return never_changes(value._value_) and not _has_attributes(value)
    kinds = (*VALUE_OBJECTS, np.generic, np.ufunc, type, ModuleType)
    functions = (FunctionType, BuiltinFunctionType)
    return isinstance(value, (*kinds, *functions)) or (
        type(value) in PLAIN_TYPES or type(value) in VALUES
    )


def _has_attributes(member: enum.Enum) -> bool:
    """Whether a member of an enumeration holds more than Python gives it."""
    return any(not name[:1] == name[-1:] == "_" for name in vars(member))


def compares_plainly(key: Any) -> bool:
    """Whether no code of the user's runs where a key is compared.

    Examples
    --------
    >>> compares_plainly((1, "a")), compares_plainly(len), compares_plainly(object())
    (True, True, True)
    >>> class Key:
    ...     def __eq__(self, other):
    ...         return True
    ...     def __hash__(self):
    ...         return 1
    >>> compares_plainly(Key()), compares_plainly((1, Key()))
    (False, False)
    """
    equality: Any = type(key).__eq__
    if equality in (tuple.__eq__, frozenset.__eq__):
        return all(map(compares_plainly, key))
    return equality in PLAIN_EQUALITIES or never_changes(key)


PLAIN_EQUALITIES = frozenset(
    {object.__eq__, BuiltinFunctionType.__eq__, MethodType.__eq__}
)
"""What compares objects, functions and methods by identity."""
GENERATORS = (np.random.Generator, np.random.RandomState)


def generator_type(value: Any) -> Container | None:
    """Return the type of a NumPy generator, or None for anything else."""
    kind = type(value)
    return Container(kind.__name__) if kind in GENERATORS else None


def draws(of: Container) -> bool:
    """Whether the values of a type are generators."""
    return CONTAINERS[of.kind] in GENERATORS
