"""Second derivatives of the corpus: `python -m tests.second_derivatives [PART ...]`.

The gradient of each function that has one is differentiated again along a random
direction, in both modes, and compared with the differences of the gradient.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

import numpy as np

import autograph
from runtime.errors import AutographError, DerivativeError, NotFunctional
from tests import gradients
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import TimeUp, time_limit

STEPS = (1e-5, 3e-6)
TOLERANCE = 1e-3
NOT_BY_DIFFERENCES = {
    "textbook_differential_equations.gray_scott": "its maximum is in several places",
}
"""Functions whose gradients jump where they are differentiated."""


def main() -> int:
    """Differentiate all functions twice, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="parts of names: file.function")
    parser.add_argument("--refused", action="store_true", help="show refusals")
    parser.add_argument("--every", type=int, default=1, help="take one of so many")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for number, case in enumerate(all_cases()):
        if number % options.every:
            continue
        if options.parts and not any(part in case.name for part in options.parts):
            continue
        verdict, reason = judged(case)
        counts[verdict] += 1
        shown = {gradients.DIFFERENT, *([gradients.REFUSED] * options.refused)}
        if verdict in shown:
            print(f"{verdict:9} {case.name}: {reason}", flush=True)
    print(dict(counts))
    return int(counts[gradients.DIFFERENT] > 0)


def judged(case: Case) -> tuple[str, str]:
    """Return the verdict of a function at its first arguments."""
    with gradients.quiet():
        try:
            with time_limit(30):
                return compared(case)
        except RecursionError:
            return gradients.OTHER, "it holds itself"
        except TimeUp:
            return gradients.REFUSED, "it takes too long"
        except Exception as error:
            return gradients.DIFFERENT, f"crashed: {error!r}"


def compared(case: Case) -> tuple[str, str]:
    """Return the verdict at the first arguments."""
    arguments = case.arguments(0)
    if not any(map(gradients.is_float, gradients.leaves(arguments))):
        return gradients.OTHER, ""
    directions = tuple(gradients.mapped(gradients.direction, one) for one in arguments)
    try:
        result, pull = autograph.vjp(case.function, *arguments)
        cotangent = gradients.mapped(lambda leaf: np.ones(np.shape(leaf)), result)
        expected = [each for each in pull(cotangent) if each is not None]
    except Exception:  # that of the first order says what there is to say
        return gradients.OTHER, ""

    def back(*arguments):
        _, pull = autograph.vjp(case.function, *arguments)
        return [each for each in pull(cotangent) if each is not None]

    try:
        gradient, derivative = autograph.jvp(back, case.arguments(0), directions)
        if not alike(gradient, expected):
            return gradients.DIFFERENT, f"within a graph {gradient}, else {expected}"
        pairs = gradients.pairs(derivative, gradient)
        forward = sum(float(np.sum(d)) for d, g in pairs if gradients.is_float(g))
        gradient, pull = autograph.vjp(back, *case.arguments(0))
        ones = gradients.mapped(counted, gradient)
        reverse = product(pull(ones), directions)
    except (NotFunctional, DerivativeError) as error:
        return gradients.REFUSED, f"{error.message} {error.span}"
    except AutographError as error:
        return gradients.OTHER, error.message
    if not gradients.close(forward, reverse, 1e-8):
        return gradients.DIFFERENT, f"forward {forward}, reverse {reverse}"
    try:
        here, *ends = [
            sum_of_gradient(case, directions, cotangent, signed)
            for signed in (0.0, *(sign * step for step in STEPS for sign in (1, -1)))
        ]
    except Exception:  # beside its arguments the function may raise: no difference
        return gradients.MODES, ""
    one, other = (
        (up - down) / (2 * step)
        for up, down, step in zip(ends[::2], ends[1::2], STEPS, strict=True)
    )
    kink = not gradients.close((ends[0] + ends[1]) / 2, here, 1e-2)
    if kink or not np.isfinite(forward) or not gradients.close(one, other, TOLERANCE):
        return gradients.MODES, ""
    if case.name in NOT_BY_DIFFERENCES:
        return gradients.MODES, NOT_BY_DIFFERENCES[case.name]
    if not gradients.close(one, forward, TOLERANCE):
        return gradients.DIFFERENT, f"differences {one}, derivative {forward}"
    return gradients.AGREE, ""


def sum_of_gradient(case: Case, directions: Any, cotangent: Any, step: float) -> float:
    """Return the sum of a gradient a step away."""
    steps = iter(gradients.leaves(directions))
    moved = [
        gradients.mapped(lambda leaf: gradients.shifted(leaf, next(steps), step), each)
        for each in case.arguments(0)
    ]
    ones = [
        gradients.mapped(lambda leaf: np.ones(np.shape(leaf)), one) for one in moved
    ]
    _, pull = autograph.vjp(case.function, *moved)
    return product(pull(cotangent), ones)


def alike(found: Any, expected: Any) -> bool:
    """Whether two gradients are the same."""
    one, other = gradients.leaves(found), gradients.leaves(expected)
    return len(one) == len(other) and all(
        (left is None and right is None)
        or (left is not None and np.allclose(left, right, 1e-9, 1e-12, equal_nan=True))
        for left, right in zip(one, other)
    )


def counted(leaf: Any) -> Any:
    """Return ones for the floats that are compared, and zeros for others."""
    return np.full(np.shape(leaf), float(gradients.is_float(leaf)))


def product(gradient: Any, directions: Any) -> float:
    """Return the product of a gradient with a direction."""
    return sum(
        float(np.sum(g * d))
        for part, along in zip(gradient, directions, strict=True)
        if part is not None
        for g, d in zip(gradients.leaves(part), gradients.leaves(along), strict=True)
        if g is not None
    )


if __name__ == "__main__":
    sys.exit(main())
