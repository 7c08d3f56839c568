"""Derivatives of products, convolutions, differences, integrals and polynomials."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Argument, Constant
from runtime.ops.derivatives.rule_writing import (
    conjugate,
    items_of,
    lengths_of,
    like,
    transposed,
)
from runtime.ops.facts import (
    Call,
    Facts,
    Multilinear,
    Unknown,
    constant,
    rank_of,
    shape_of,
)
from runtime.ops.subscript_letters import letters_of

_facts = Facts()
_add = _facts.add


# Products of matrices


def _matmul_left(of: Any, g: Any, call: Call) -> Any:
    given = call.given("a b * dtype casting order")
    a, b = given["a"], given["b"]
    left, right = rank_of(a), rank_of(b)
    if left == 1 and right == 1:
        return of.multiply(g, b)
    if right == 1:
        return of.sum_to(of.multiply(of.expand_dims(g, -1), b), a)
    if left == 1 and right == 2:
        return of.matmul(b, g)
    if left == 1:
        return of.sum_to(_columns(of, of.matmul(b, of.expand_dims(g, -1))), a)
    return of.sum_to(of.matmul(g, transposed(of, b)), a)


def _matmul_right(of: Any, g: Any, call: Call) -> Any:
    given = call.given("a b * dtype casting order")
    a, b = given["a"], given["b"]
    left, right = rank_of(a), rank_of(b)
    if left == 1 and right == 1:
        return of.multiply(g, a)
    if left == 1 and right == 2:
        return of.outer(a, g)
    if left == 2 and right == 1:
        return of.matmul(g, a)
    if right == 1:
        products = of.multiply(of.expand_dims(g, -1), a)
        return of.sum_to(products, b)
    if left == 1:
        product = of.multiply(of.expand_dims(a, -1), of.expand_dims(g, -2))
        return of.sum_to(product, b)
    return of.sum_to(of.matmul(transposed(of, a), g), b)


def _columns(of: Any, x: Any) -> Any:
    return of.getitem(x, (Ellipsis, 0))


_add("matmul", Multilinear({0: _matmul_left, 1: _matmul_right}))


@_facts.defines("matvec")
def _matvec(of: Any, call: Call) -> Any:
    given = call.given("x1 x2")
    product = of.matmul(given["x1"], of.expand_dims(given["x2"], -1))
    return _columns(of, product)


@_facts.defines("vecmat")
def _vecmat(of: Any, call: Call) -> Any:
    given = call.given("x1 x2")
    row = of.expand_dims(conjugate(of, given["x1"]), -2)
    return of.getitem(of.matmul(row, given["x2"]), (Ellipsis, 0, slice(None)))


@_facts.defines("vecdot")
def _vecdot(of: Any, call: Call) -> Any:
    given = call.given("x1 x2 * axis keepdims")
    product = of.multiply(conjugate(of, given["x1"]), given["x2"])
    keeps = given.constant("keepdims", False)
    return of.sum(product, axis=given.get("axis", Constant(-1)), keepdims=keeps)


def _dot(place: int) -> Any:
    rule = (_matmul_left, _matmul_right)[place]

    def transpose(of: Any, g: Any, call: Call) -> Any:
        call = Call(call.args, {}, call.result)
        a, b = call.args
        left, right = rank_of(a), rank_of(b)
        if not left or not right:
            return of.sum_to(of.multiply(g, (b, a)[place]), (a, b)[place])
        if left <= 2 and right <= 2:
            return rule(of, g, call)
        axes = left - 1, max(right - 2, 0)
        return _contracted_back(of, g, call, place, [axes[0]], [axes[1]])

    return transpose


_add("dot", Multilinear({0: _dot(0), 1: _dot(1)}))


def _contracted_back(
    of: Any, g: Any, call: Call, place: int, first: list[int], second: list[int]
) -> Any:
    """Return the way back of a sum of products over some axes of either operand."""
    a, b = call.args[:2]
    ranks = rank_of(a), rank_of(b)
    mine, other = (first, second) if place == 0 else (second, first)
    free = [axis for axis in range(ranks[1 - place]) if axis not in other]
    kept = [axis for axis in range(ranks[place]) if axis not in mine]
    count = ranks[0] - len(first)
    outcome = list(range(count + ranks[1] - len(second)))
    others = outcome[count:] if place == 0 else outcome[:count]
    found = of.tensordot(g, (b, a)[place], axes=(others, free))
    # Its axes are those kept, and then those summed over in the order of the other.
    order = sorted(range(len(mine)), key=lambda k: other[k])
    source = kept + [mine[k] for k in order]
    axes = [source.index(axis) for axis in range(ranks[place])]
    return of.transpose(found, tuple(axes)) if len(axes) > 1 else found


def _tensordot(place: int) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        given = call.given("a b axes")
        a, b = given["a"], given["b"]
        axes = given.constant("axes", 2)
        left, right = rank_of(a), rank_of(b)
        if type(axes) is int:
            first, second = list(range(left - axes, left)), list(range(axes))
        else:
            first, second = (
                [axis % rank for axis in ([one] if type(one) is int else one)]
                for one, rank in zip(axes, (left, right), strict=True)
            )
        return _contracted_back(of, g, call, place, first, second)

    return transpose


_add("tensordot", Multilinear({0: _tensordot(0), 1: _tensordot(1)}))


@_facts.defines("inner")
def _inner(of: Any, call: Call) -> Any:
    a, b = call.args
    if not rank_of(a) or not rank_of(b):
        return of.multiply(a, b)
    return of.tensordot(a, b, axes=((-1,), (-1,)))


@_facts.defines("vdot")
def _vdot(of: Any, call: Call) -> Any:
    a, b = call.args
    return of.sum(of.multiply(conjugate(of, of.ravel(a)), of.ravel(b)))


@_facts.defines("outer")
def _outer(of: Any, call: Call) -> Any:
    given = call.given("a b out")
    left, right = of.ravel(given["a"]), of.ravel(given["b"])
    return of.multiply(of.expand_dims(left, -1), right)


@_facts.defines("multi_dot")
def _multi_dot(of: Any, call: Call) -> Any:
    found, *rest = items_of(call.given("arrays * out")["arrays"])
    for each in rest:
        found = of.dot(found, each)
    return found


@_facts.defines("kron")
def _kron(of: Any, call: Call) -> Any:
    a, b = call.args
    left, right = rank_of(a), rank_of(b)
    for _ in range(right - left):
        a = of.expand_dims(a, 0)
    for _ in range(left - right):
        b = of.expand_dims(b, 0)
    rank = max(left, right)
    for axis in range(rank):
        a, b = of.expand_dims(a, 2 * axis + 1), of.expand_dims(b, 2 * axis)
    return like(of, of.multiply(a, b), call.result)


@_facts.defines("cross")
def _cross(of: Any, call: Call) -> Any:
    given = call.given("a b axisa axisb axisc axis")
    axes = [given.constant(name, -1) for name in ("axisa", "axisb", "axisc")]
    if not given.missing("axis"):
        axes = [given.constant("axis")] * 3
    a = of.moveaxis(given["a"], axes[0], -1)
    b = of.moveaxis(given["b"], axes[1], -1)
    sizes = lengths_of(a)[-1], lengths_of(b)[-1]

    def part(x: Any, size: int, place: int) -> Any:
        return Constant(0.0) if place >= size else of.getitem(x, (Ellipsis, place))

    found = []
    for place in range(3):
        i, j = (place + 1) % 3, (place + 2) % 3
        first = of.multiply(part(a, sizes[0], i), part(b, sizes[1], j))
        second = of.multiply(part(a, sizes[0], j), part(b, sizes[1], i))
        found.append(of.subtract(first, second))
    if sizes == (2, 2):
        return found[2]
    shapes = [of.add(each, of.multiply(0.0, found[2])) for each in found]
    return of.moveaxis(of.stack(shapes, axis=-1), -1, axes[2])


@_facts.defines("trace array_trace")
def _trace(of: Any, call: Call) -> Any:
    given = call.given("a offset axis1 axis2 dtype out")
    names = ("offset", "axis1", "axis2")
    options = {k: given[k] for k in names if k in given}
    return of.sum(of.diagonal(given["a"], **options), axis=-1)


# Sums of products by letters


def _terms(call: Call) -> tuple[list[str], str, tuple[Argument, ...]]:
    """Return the letters of operands and result, and the operands."""
    call.given("subscripts " + " ".join(f"x{k}" for k in range(30)) + " * optimize")
    spelled = constant(call.args[0])
    operands = call.args[1:]
    if not isinstance(spelled, str):
        raise Unknown("lists of numbers for the axes")
    terms, output = letters_of(spelled, list(map(rank_of, operands)))
    return terms, output, operands


def _einsum(place: int) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        parts, output, operands = _terms(call)
        mine, x = parts[place], operands[place]
        others = [each for k, each in enumerate(parts) if k != place]
        rest = [each for k, each in enumerate(operands) if k != place]
        letters = "".join(dict.fromkeys(mine))
        known = set(output).union(*others)
        kept = "".join(letter for letter in letters if letter in known)
        # A length of 1 is spread over that of the others.
        found = of.einsum(",".join((output, *others)) + "->" + kept, g, *rest)
        for axis, letter in enumerate(letters):
            if letter not in known:
                found = of.expand_dims(found, axis)
        if len(letters) < len(mine):
            return _on_diagonal(of, found, mine, letters, x)
        shape = shape_of(x)
        if shape is not None and None not in shape and shape_of(found) == shape:
            return found
        return of.sum_to(of.add(found, of.zero_of(x)), x)

    return transpose


def _on_diagonal(of: Any, found: Any, mine: str, letters: str, x: Argument) -> Any:
    """Put a cotangent where the indices of equal letters are equal."""
    sizes = lengths_of(x)
    index = []
    for letter in mine:
        shape = [1] * len(letters)
        shape[letters.index(letter)] = sizes[mine.index(letter)]
        index.append(of.reshape(of.arange(sizes[mine.index(letter)]), tuple(shape)))
    return of.index_add(of.zero_of(x), tuple(index), found)


_add("einsum", Multilinear({place + 1: _einsum(place) for place in range(12)}))


# Convolutions


def _convolution_back(place: int) -> Any:
    """Return the way back of a convolution: one with the other operand turned round."""

    def transpose(of: Any, g: Any, call: Call) -> Any:
        given = call.given("a v mode")
        mine, other = call.args[place], call.args[1 - place]
        m, n = of.size(mine), of.size(other)
        mode = given.constant("mode", "full")
        if mode != "full":
            shorter = of.minimum(m, n)
            start = of.subtract(shorter, 1)
            if mode == "same":
                start = of.floor_divide(start, 2)
            whole = of.subtract(of.add(m, n), 1)
            rest = of.subtract(of.subtract(whole, start), of.size(g))
            g = of.concatenate([of.zeros(start), g, of.zeros(rest)])
        found = of.convolve(g, of.flip(other))
        first = of.subtract(n, 1)
        found = of.getitem(found, slice(first, of.add(first, m)))
        return found if rank_of(mine) else of.getitem(found, 0)

    return transpose


_add("convolve", Multilinear({0: _convolution_back(0), 1: _convolution_back(1)}))


@_facts.defines("correlate")
def _correlated(of: Any, call: Call) -> Any:
    given = call.given("a v mode")
    mode = given.constant("mode", "valid")
    a, v = of.atleast_1d(given["a"]), of.atleast_1d(given["v"])
    if mode == "same" and lengths_of(a) < lengths_of(v):
        # Its center is that of the operands the other way round.
        found = of.convolve(v, conjugate(of, of.flip(a)), mode)
        return conjugate(of, of.flip(found))
    return of.convolve(a, conjugate(of, of.flip(v)), mode)


FACTS = _facts.table
"""By the names of rows."""
