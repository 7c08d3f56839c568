"""How each operation is done on numbers of Python.

A rule takes the arguments as they are within the loop, and the node as it was before.
A number that is no ordinary one stays so through sums, products and the like: so only
what is read otherwise is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runtime.ir.nodes import Argument, Constant, Display, Node, argument_type
from runtime.ops import OPS
from runtime.types import BOOL, FLOAT, INT, List, PythonScalar, Tuple, Type, members
from runtime.unboxed.counterparts import (
    NotUnboxed,
    kind_of,
    maybe_numpy,
    unboxed_constant,
)
from runtime.unboxed.scopes import Scopes

Arguments = Sequence[Argument]
Rule = Callable[[Scopes, Node, Arguments], Argument]

POWERS: tuple[Argument, ...] = tuple(map(Constant, range(9)))
"""Integers are only raised to small powers: they grow without bounds."""


def _write(scopes: Scopes, name: str, given: Arguments, wanted: Type) -> Argument:
    """Write an operation, whose result has to be of a type."""
    build = scopes.build
    made = build.call(OPS[name], given, name=scopes.base)
    if argument_type(made) != wanted or build.nodes[-1].fails:
        raise NotUnboxed(f"the operation {name}", build.span)
    return made


def _kinds(node: Node) -> set[PythonScalar]:
    return {kind_of(argument_type(each)) for each in node.args}


def _arithmetic(name: str) -> Rule:
    """Return the rule of a sum, difference, product, or of a sign."""

    def rule(scopes: Scopes, node: Node, given: Arguments) -> Argument:
        kinds, wanted = _kinds(node), kind_of(node.results[0].type)
        if BOOL in kinds:
            raise NotUnboxed("arithmetic of truth values", node.span)
        numpy = any(map(maybe_numpy, node.args))
        if wanted == INT and numpy:
            given = [scopes.narrow(each) for each in given]
        elif not numpy:
            given = [scopes.test(each) for each in given]
        made = _write(scopes, name, given, wanted)
        if wanted == FLOAT and numpy:
            for each in given:
                scopes.passed_on(each)
        return scopes.made(made, suspect=numpy, wide=not numpy and wanted == INT)

    return rule


def _division(name: str) -> Rule:
    """Return the rule of a quotient or remainder."""

    def rule(scopes: Scopes, node: Node, given: Arguments) -> Argument:
        kinds, wanted = _kinds(node), kind_of(node.results[0].type)
        if BOOL in kinds:
            raise NotUnboxed("arithmetic of truth values", node.span)
        numpy = any(map(maybe_numpy, node.args))
        test = scopes.narrow if numpy else scopes.test
        above, below = given
        below = test(below)
        if name != "divide" or kinds != {FLOAT}:
            above = test(above)
        if numpy and name == "divide" and kinds == {INT}:
            # NumPy rounds the operands, Python only the quotient.
            above = scopes.made(scopes.build.float(above))
            below = scopes.made(scopes.build.float(below))
        made = _write(scopes, name, (above, below), wanted)
        scopes.passed_on(above)
        small = wanted == INT and _keeps_small(name, below)
        suspect = numpy and not small
        return scopes.made(made, suspect, wide=not numpy and wanted == INT)

    return rule


def _keeps_small(name: str, below: Argument) -> bool:
    """Whether the quotient or remainder of integers of 64 bits has no more of them."""
    if name == "remainder":
        return True
    return isinstance(below, Constant) and below.value != -1


def _power(scopes: Scopes, node: Node, given: Arguments) -> Argument:
    wanted = kind_of(node.results[0].type)
    base, exponent = given
    if wanted == FLOAT and any(map(maybe_numpy, node.args)):
        base, exponent = scopes.test(base), scopes.test(exponent)
        return scopes.made(_write(scopes, "math_pow", (base, exponent), FLOAT), True)
    if wanted != INT or exponent not in POWERS:
        raise NotUnboxed("this power", node.span)
    return _arithmetic("power")(scopes, node, given)


def _bits(name: str) -> Rule:
    """Return the rule of an operation on bits or on truth values."""

    def rule(scopes: Scopes, node: Node, given: Arguments) -> Argument:
        wanted = kind_of(node.results[0].type)
        numpy = any(map(maybe_numpy, node.args))
        test = scopes.narrow if numpy else scopes.test
        made = _write(scopes, name, [test(each) for each in given], wanted)
        return scopes.made(made, wide=not numpy and wanted == INT)

    return rule


def _comparison(name: str) -> Rule:
    def rule(scopes: Scopes, node: Node, given: Arguments) -> Argument:
        if all(map(scopes.suspicious, given)) and _kinds(node) == {FLOAT}:
            # It is no ordinary number either if one of them is none.
            apart = scopes.build.subtract(*given)
            scopes.test(scopes.made(apart, suspect=True))
            for each in given:
                scopes.passed_on(each)
        else:
            given = [scopes.test(each) for each in given]
        if len(_kinds(node)) > 1 and any(map(maybe_numpy, node.args)):
            # NumPy rounds an integer that it compares with a float.
            given = [_as_float(scopes, each) for each in given]
        return scopes.made(_write(scopes, name, given, BOOL))

    return rule


def _as_float(scopes: Scopes, number: Argument) -> Argument:
    if argument_type(number) == FLOAT:
        return number
    if isinstance(number, Constant):
        return unboxed_constant(number, FLOAT)
    return scopes.made(scopes.build.float(number))


def _plain(name: str, wanted: PythonScalar | None = None) -> Rule:
    """Return the rule of a function that takes NumPy's numbers for Python's."""

    def rule(scopes: Scopes, node: Node, given: Arguments) -> Argument:
        of = kind_of(node.results[0].type)
        made = _write(scopes, name, [scopes.test(each) for each in given], wanted or of)
        return scopes.made(made, wide=INT in members(node.results[0].type))

    return rule


def _root(scopes: Scopes, node: Node, given: Arguments) -> Argument:
    (number,) = given
    if _kinds(node) != {FLOAT} or node.kwargs:
        raise NotUnboxed("this square root", node.span)
    made = scopes.made(_write(scopes, "math_sqrt", (number,), FLOAT), suspect=True)
    scopes.passed_on(number)
    return made


def _extreme(name: str) -> Rule:
    def rule(scopes: Scopes, node: Node, given: Arguments) -> Argument:
        if len(_kinds(node)) > 1 or len(given) < 2:
            raise NotUnboxed(f"the operation {name}", node.span)
        return _plain(name)(scopes, node, given)

    return rule


def _item(scopes: Scopes, node: Node, given: Arguments) -> Argument:
    """Return an item of an array or a tuple."""
    whole, index = given
    of = argument_type(whole)
    if isinstance(of, Tuple):
        return scopes.made(scopes.build.call(OPS["getitem"], given, name=scopes.base))
    *outer, last = indexes(scopes, whole, index, node)
    for each in outer:
        whole = scopes.row(whole, each)
    made = _write(scopes, "getitem", (whole, last), kind_of(node.results[0].type))
    return scopes.made(made)


def _set_item(scopes: Scopes, node: Node, given: Arguments) -> Argument:
    whole, index, value = given
    *outer, last = indexes(scopes, whole, index, node)
    for each in outer:
        whole = scopes.row(whole, each)
    of = argument_type(whole)
    assert isinstance(of, List)
    kind, wanted = argument_type(value), of.element
    value = scopes.test(value)
    if kind != wanted:
        if not isinstance(wanted, PythonScalar) or wanted == BOOL:
            raise NotUnboxed("this assignment", node.span)
        value = scopes.made(scopes.build.call(OPS[wanted.kind], (value,)))
    if wanted == INT:
        value = scopes.narrow(value)
    scopes.build.setitem(whole, last, value)
    return Constant(None)


def indexes(
    scopes: Scopes, whole: Argument, index: Argument, node: Node
) -> list[Argument]:
    """Return the indexes that select one number of nested lists."""
    told: list[Argument] = [index]
    if isinstance(index, Display):
        told = list(index.items)
    elif isinstance(index, Constant) and type(index.value) is tuple:
        told = [Constant(each) for each in index.value]
    of = argument_type(whole)
    for each in told:
        if argument_type(each) != INT or not isinstance(of, List):
            raise NotUnboxed("this subscript", node.span)
        scopes.passed_on(each)
        of = of.element
    if isinstance(of, List):
        raise NotUnboxed("a part of an array", node.span)
    return told


def _length(scopes: Scopes, node: Node, given: Arguments) -> Argument:
    whole, *axis = given
    if axis and not (isinstance(axis[0], Constant) and axis[0].value == 0):
        raise NotUnboxed("the size of an array", node.span)
    return scopes.made(_write(scopes, "len", (whole,), INT))


RULES: dict[str, Rule] = {
    **{name: _arithmetic(name) for name in ("add", "subtract", "multiply")},
    **{name: _arithmetic(name) for name in ("negative", "absolute")},
    "iadd": _arithmetic("add"),
    "isub": _arithmetic("subtract"),
    "imul": _arithmetic("multiply"),
    "itruediv": _division("divide"),
    **{name: _division(name) for name in ("divide", "floor_divide", "remainder")},
    "power": _power,
    **{
        name: _bits(name)
        for name in ("bitwise_and", "bitwise_or", "bitwise_xor", "right_shift")
    },
    **{
        name: _comparison(name)
        for name in (
            *("equal", "not_equal", "less"),
            *("less_equal", "greater", "greater_equal"),
        )
    },
    "not_": _plain("not_", BOOL),
    "truth": _plain("truth", BOOL),
    "int": _plain("int", INT),
    "float": _plain("float", FLOAT),
    "maximum_of": _extreme("maximum_of"),
    "minimum_of": _extreme("minimum_of"),
    "sqrt": _root,
    **{
        f"math_{name}": _plain(f"math_{name}")
        for name in (
            *("acos", "asin", "atan", "atan2", "ceil", "copysign", "cos", "cosh"),
            *("exp", "expm1", "fabs", "floor", "fmod", "hypot", "isqrt", "log"),
            *("log10", "log1p", "log2", "pow", "sin", "sinh", "sqrt", "tan", "tanh"),
            "trunc",
        )
    },
    "getitem": _item,
    "setitem": _set_item,
    "len": _length,
    "dimension": _length,
}
"""The rule of each operation."""
