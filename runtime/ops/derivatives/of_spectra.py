"""Derivatives of Fourier transforms: linear, and symmetric where they are complex."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Argument, Constant
from runtime.ops.derivatives.rule_writing import before, items_of
from runtime.ops.facts import Call, Facts, Given, Linear, rank_of

_facts = Facts()
_ONE, _MANY = "a n axis norm out", "a s axes norm out"
_SWAPPED = {None: "forward", "backward": "forward", "forward": "backward"}


def _fitted(of: Any, found: Any, a: Argument, axis: int, length: Any) -> Any:
    """Return a cotangent cut, or filled up with zeros, to the length of the operand."""
    axis %= rank_of(a)
    own = of.dimension(a, axis)
    kept = of.getitem(found, before(axis, slice(None, own)))
    rest = of.maximum(of.subtract(own, length), 0)
    widths = [(0, rest if place == axis else 0) for place in range(rank_of(a))]
    return of.pad(kept, widths)


def _transform_back(of: Any, g: Any, call: Call) -> Any:
    given = call.given(_ONE)
    axis, norm = given.constant("axis", -1), given.constant("norm")
    found = of.call(of.operation, (g,), {"axis": axis, "norm": norm})
    if given.missing("n"):
        return found
    return _fitted(of, found, given["a"], axis, given["n"])


def _axes(given: Given, default: Any) -> tuple[int, ...]:
    """Return the axes of a transform along several."""
    axes = given.constant("axes", default)
    if axes is not None:
        return tuple(axes)
    rank = rank_of(given["a"])
    count = rank if given.missing("s") else len(items_of(given["s"]))
    return tuple(range(rank - count, rank))


def _transforms_back(default: Any) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        given = call.given(_MANY)
        axes = _axes(given, default)
        norm = given.constant("norm")
        found = of.call(of.operation, (g,), {"axes": axes, "norm": norm})
        if given.missing("s"):
            return found
        for axis, length in zip(axes, items_of(given["s"]), strict=True):
            found = _fitted(of, found, given["a"], axis, length)
        return found

    return transpose


_facts.add("fft ifft", Linear({0: _transform_back}))
_facts.add("fft2 ifft2", Linear({0: _transforms_back((-2, -1))}))
_facts.add("fftn ifftn", Linear({0: _transforms_back(None)}))


def _cut(of: Any, found: Any, call: Call, axis: int) -> Any:
    """Return the half of a spectrum that the transform of real numbers gives."""
    axis %= rank_of(call.result)
    half = of.dimension(call.result, axis)
    return of.getitem(found, before(axis, slice(None, half)))


@_facts.defines("rfft")
def _of_real(of: Any, call: Call) -> Any:
    given = call.given(_ONE)
    return _cut(
        of, of.fft(*call.args, **call.options), call, given.constant("axis", -1)
    )


def _of_reals(default: Any) -> Any:
    def expand(of: Any, call: Call) -> Any:
        axes = _axes(call.given(_MANY), default)
        options = {**call.options}
        if len(call.args) < 3:
            options["axes"] = Constant(axes)
        return _cut(of, of.fftn(*call.args, **options), call, axes[-1])

    return expand


_facts.defines("rfft2")(_of_reals((-2, -1)))
_facts.defines("rfftn")(_of_reals(None))


def _to_real(of: Any, a: Any, length: Any, axis: int, norm: Any) -> Any:
    """Write the inverse of `rfft`: what the half of a spectrum stands for."""
    axis %= rank_of(a)
    half = of.add(of.floor_divide(length, 2), 1)
    a = of.getitem(a, before(axis, slice(None, half)))
    place = of.arange(of.dimension(a, axis))
    single = of.logical_or(of.equal(place, 0), of.equal(of.multiply(2, place), length))
    weights = of.where(single, 1.0, 2.0)
    for _ in range(rank_of(a) - axis - 1):
        weights = of.expand_dims(weights, -1)
    whole = of.ifft(of.multiply(a, weights), length, axis, norm)
    return of.real(whole)


@_facts.defines("irfft")
def _inverse(of: Any, call: Call) -> Any:
    given = call.given(_ONE)
    axis = given.constant("axis", -1)
    length = of.dimension(call.result, axis % rank_of(call.result))
    return _to_real(of, given["a"], length, axis, given.constant("norm"))


def _inverses(default: Any) -> Any:
    def expand(of: Any, call: Call) -> Any:
        given = call.given(_MANY)
        *axes, last = _axes(given, default)
        norm = given.constant("norm")
        lengths: list[Any] = [None] * len(axes)
        if not given.missing("s"):
            *lengths, _ = items_of(given["s"])
        a = given["a"]
        for axis, length in zip(axes, lengths, strict=True):
            a = of.ifft(a, length, axis, norm)
        length = of.dimension(call.result, last % rank_of(call.result))
        return _to_real(of, a, length, last, norm)

    return expand


_facts.defines("irfft2")(_inverses((-2, -1)))
_facts.defines("irfftn")(_inverses(None))


@_facts.defines("hfft")
def _hermitian(of: Any, call: Call) -> Any:
    given = call.given(_ONE)
    axis, norm = given.constant("axis", -1), given.constant("norm")
    length = of.dimension(call.result, axis % rank_of(call.result))
    swapped = _SWAPPED.get(norm, norm)
    return _to_real(of, of.conjugate(given["a"]), length, axis, swapped)


@_facts.defines("ihfft")
def _inverse_hermitian(of: Any, call: Call) -> Any:
    given = call.given(_ONE)
    axis, norm = given.constant("axis", -1), given.constant("norm")
    length = given.get("n", Constant(None))
    found = of.fft(given["a"], length, axis, _SWAPPED.get(norm, norm))
    return of.conjugate(_cut(of, found, call, axis))


def _frequencies(of: Any, call: Call) -> Any:
    given = call.given("n d device")
    return of.divide(of.call(of.operation, (given["n"],)), given["d"])


_facts.defines("fftfreq rfftfreq")(_frequencies)

FACTS = _facts.table
"""By the names of rows."""
