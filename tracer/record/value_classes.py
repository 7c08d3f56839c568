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
import uuid
from collections import Counter, OrderedDict, defaultdict, deque
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

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
"""Classes of Python's and NumPy's own whose instances never change."""
HEEDING = frozenset({decimal.Decimal})
"""Those whose operations heed what is set around them, which only a run knows."""
VALUE_OBJECTS = (enum.Enum, np.dtype, range, slice, frozenset, TensorSpec)
"""Classes whose instances Python needs while tracing."""
PLAIN_TYPES = frozenset({*PYTHON_SCALARS, type(None), type(Ellipsis)})
CHANGING = frozenset({list, dict, set, deque, defaultdict, OrderedDict, Counter})
"""Containers whose methods, kept by themselves, are those of what stands for them."""


def never_changes(value: Any) -> bool:
    """Say whether a value is the same in the trace and at each run: no object."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(never_changes, value))
    kinds = (*VALUE_OBJECTS, np.generic, np.ufunc, type, ModuleType)
    functions = (FunctionType, BuiltinFunctionType)
    return isinstance(value, (*kinds, *functions)) or (
        type(value) in PLAIN_TYPES or type(value) in VALUES
    )


GENERATORS = (np.random.Generator, np.random.RandomState)


def generator_type(value: Any) -> Container | None:
    """Give the type of a generator of NumPy's, None for anything else."""
    kind = type(value)
    return Container(kind.__name__) if kind in GENERATORS else None


def draws(of: Container) -> bool:
    """Say whether the values of a type are generators."""
    return CONTAINERS[of.kind] in GENERATORS
