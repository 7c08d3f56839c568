"""Literals of a plan as the very objects that they stand for.

A literal is another object than the one that the program has, and a program may ask
which one it is: ``default is not SUPPRESS``. So code gets the objects themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType

from runtime.ir.nodes import exact_key


def function_of(module: CodeType, literals: Mapping[object, object]) -> CodeType:
    r"""Return the code of the one function of a plan, with objects for its literals.

    Parameters
    ----------
    module : CodeType
        The compiled source.
    literals : mapping
        The objects that the source spells as literals, by their exact keys.

    Examples
    --------
    >>> mark = "= none ="
    >>> module = compile("def f():\n    return '= none ='", "<plan>", "exec")
    >>> code = function_of(module, {exact_key(mark): mark})
    >>> any(each is mark for each in code.co_consts)
    True
    """
    code = next(item for item in module.co_consts if isinstance(item, CodeType))
    return _with_objects(code, literals)


def _with_objects(code: CodeType, literals: Mapping[object, object]) -> CodeType:
    return code.replace(
        co_consts=tuple([_object(item, literals) for item in code.co_consts])
    )


def _object(item: object, literals: Mapping[object, object]) -> object:
    if isinstance(item, CodeType):
        return _with_objects(item, literals)
    found = literals.get(exact_key(item), item)
    if found is item and type(item) is tuple:
        return tuple([_object(each, literals) for each in item])
    return found
