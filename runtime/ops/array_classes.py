"""What operations give for arrays of NumPy's other classes: matrices, masked arrays.

A rule that does not know these classes never sees them. Each class has a table of rules
by the name of a method or function; what is in none is of any type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from runtime.ops import BY_METHOD
from runtime.ops.arrays import careful
from runtime.ops.operands import Unsure
from runtime.ops.row import Row, Rule, TypeFailure
from runtime.types import (
    ANY,
    BOOL,
    INT,
    NONE,
    Array,
    ClassArray,
    List,
    NumpyScalar,
    Tuple,
    Type,
    Union,
    join_all,
    type_of,
)

Rules = Mapping[str, Rule]
TABLES = {
    "MaskedArray": "masked_rules",
    "MaskedConstant": "masked_rules",
    "chararray": "character_rules",
    "matrix": "matrix_rules",
    "ndarray": "object_rules",
    "recarray": "object_rules",
}
"""The module with the rules of each class."""


def operation(row: Row, /, *args: Any, **kwargs: Any) -> Type:
    """Return the type of an operation, or of a function of NumPy, on such arrays."""
    if row.statement and row.returns != "same":
        return NONE
    rules = _rules(*args, *kwargs.values())
    name = row.method or row.name
    return rules[name](*args, **kwargs) if name in rules else ANY


def method(receiver: Any, name: Any, /, *args: Any, **kwargs: Any) -> Type:
    """Return the type of what a method gives; of other receivers, any type."""
    if isinstance(receiver, (Array, NumpyScalar)) and name in BY_METHOD:
        return BY_METHOD[name].rule(receiver, *args, **kwargs)
    if not isinstance(receiver, ClassArray):
        return ANY
    rules = _rules(receiver, *args, *kwargs.values())
    found = rules.get(f".{name}")
    return ANY if found is None else found(receiver, *args, **kwargs)


def attribute(of: ClassArray, name: str) -> Type:
    """Return the type of an attribute."""
    rules = _rules(of)
    return rules[f"={name}"](of) if f"={name}" in rules else ANY


def _rules(*arguments: Any) -> Rules:
    """Return the rules of the one class that arguments are of; none for several."""
    modules = {TABLES[each.kind] for each in class_arrays(arguments)}
    if len(modules) != 1:
        return {}
    rules: Rules = import_module(f"runtime.ops.{modules.pop()}").RULES
    return rules


def class_arrays(argument: Any) -> Iterator[ClassArray]:
    """Yield the arrays of other classes in an argument."""
    if isinstance(argument, ClassArray):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for item in argument:
            yield from class_arrays(item)
    elif isinstance(argument, Tuple):
        yield from class_arrays(argument.items)
    elif isinstance(argument, slice):
        yield from class_arrays((argument.start, argument.stop, argument.step))
    elif isinstance(argument, List):
        yield from class_arrays(argument.element)
    elif isinstance(argument, Union):
        yield from class_arrays(argument.members)
    elif isinstance(argument, np.ndarray):
        yield from class_arrays(type_of(argument))


def data(argument: Any) -> Any:
    """Return what stands for the elements of an argument: arrays of no other class."""
    if isinstance(argument, np.ndarray):
        argument = type_of(argument)
    if isinstance(argument, ClassArray):
        if argument.dtype is None:
            raise Unsure("a dtype that is not known")
        return Array(argument.dtype, argument.shape)
    if isinstance(argument, (tuple, list)):
        return type(argument)(map(data, argument))
    if isinstance(argument, Tuple):
        return Tuple(tuple(map(data, argument.items)))
    if isinstance(argument, (Union, List)) and any(class_arrays(argument)):
        raise Unsure("one of several types")
    return argument


def places(argument: Any) -> Any:
    """Return what stands for places or truth values, of which the number matters."""
    if isinstance(argument, List) and argument.element in (BOOL, INT):
        return Array(np.dtype(np.intp), (None,))
    return data(argument)


def plain(row: Row, /, *args: Any, **kwargs: Any) -> Type:
    """Return what an operation gives for the elements alone."""
    named = {name: data(value) for name, value in kwargs.items()}
    found = row.rule(*map(data, args), **named)
    if found == ANY:
        raise Unsure("not known of the elements either")
    return found


def each_array(of: Type, change: Callable[[Array | NumpyScalar], Type]) -> Type:
    """Return a type with its arrays and NumPy's numbers changed."""
    if isinstance(of, (Array, NumpyScalar)):
        return change(of)
    if isinstance(of, Tuple):
        return Tuple(tuple([each_array(item, change) for item in of.items]))
    if isinstance(of, List):
        return List(each_array(of.element, change))
    if isinstance(of, Union):
        return join_all([each_array(each, change) for each in of.members])
    return of


def table(rules: Rules) -> Rules:
    """Return rules that are of any type where they are not sure."""
    return {name: hedged(rule) for name, rule in rules.items()}


def hedged(rule: Rule) -> Rule:
    """Return a rule that is of any type where the given one is unsure, or fails.

    What the plain function refuses, that of another class may take.
    """

    def hedged_rule(*args: Any, **kwargs: Any) -> Type:
        try:
            return rule(*args, **kwargs)
        except (Unsure, TypeFailure):
            return ANY

    return careful(hedged_rule)
