"""Derivatives of the corpus: `python -m tests.gradients [PART OF A NAME ...]`.

Each function that takes floats and returns floats is differentiated along a random
direction, in both modes, and compared with the differences of plain Python. Where
differences of two steps disagree, the function has a kink there, and nothing is
compared but the two modes.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import autograph
from runtime.errors import AutographError, DerivativeError, NotFunctional
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import TimeUp, time_limit

AGREE, MODES, REFUSED, OTHER, DIFFERENT = (
    "agree",
    "no differences",
    "refused",
    "no candidate",
    "different",
)
STEPS = (1e-6, 3e-6)
COMPLEX = (np.complex128, complex)
TOLERANCE = 2e-4
NOT_BY_DIFFERENCES = {
    "moving_types.python_int_meets_numpy": "a number so large that steps are lost",
    "linear_algebra.inverse_gauss_jordan": "a step is left out where a number is 0",
    "roots_and_quadrature.bisection": "the derivative is that of the turns taken",
    "roots_and_quadrature.bisection_of": "the derivative is that of the turns taken",
}
"""Functions whose differences are not their derivative."""


def main() -> int:
    """Differentiate all functions, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="parts of names: file.function")
    parser.add_argument("--refused", action="store_true", help="show refusals")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for case in all_cases():
        if options.parts and not any(part in case.name for part in options.parts):
            continue
        verdict, reason = judged(case)
        counts[verdict] += 1
        if verdict == REFUSED:
            reasons[reason.partition("\n")[0][:70]] += 1
        if verdict == DIFFERENT or (verdict == REFUSED and options.refused):
            print(f"{verdict:9} {case.name}: {reason}", flush=True)
    for reason, count in reasons.most_common(40):
        print(f"{count:5} {reason}")
    print(dict(counts))
    return int(counts[DIFFERENT] > 0)


SAMPLED = "textbook_differential_equations roots_and_quadrature while_loops".split()
"""The files of the corpus whose functions the test command differentiates."""


def sample(every: int) -> list[Case]:
    """Return every nth function of the sampled files."""
    found = [case for case in all_cases() if case.name.partition(".")[0] in SAMPLED]
    return found[::every]


def judged(case: Case) -> tuple[str, str]:
    """Return the verdict of a function at its first arguments that qualify."""
    found = OTHER, ""
    for number in range(min(case.count, 3)):
        with quiet():
            try:
                with time_limit(20):
                    found = compared(case, number)
            except RecursionError:
                return OTHER, "it holds itself"
            except Exception as error:
                return DIFFERENT, f"crashed: {error!r}"
            except TimeUp:
                return REFUSED, "it takes too long"
        if found[0] != OTHER:
            break
    return found


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Let nothing be printed, and nothing warned of."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


def compared(case: Case, number: int) -> tuple[str, str]:
    """Return the verdict for one set of arguments."""
    arguments = case.arguments(number)
    if not any(map(is_float, leaves(arguments))):
        return OTHER, ""
    directions = tuple(mapped(direction, each) for each in arguments)
    values = [plain(case, number, directions, step) for step in signed_steps()]
    if any(value is None for value in values):
        return OTHER, ""
    here = plain(case, number, directions, 0.0)
    if here is None or not here.size:
        return OTHER, ""
    try:
        _, forward = autograph.jvp(case.function, arguments, directions)
        result, pull = autograph.vjp(case.function, *case.arguments(number))
        back = pull(mapped(seed, result))
    except (NotFunctional, DerivativeError) as error:
        return REFUSED, f"{error.message} {error.span}"
    except AutographError as error:
        return OTHER, error.message
    one = sum(np.sum(d).real for d, r in pairs(forward, result) if is_seeded(r))
    other = sum(
        float(np.sum(g * d))
        for part, direction in zip(back, directions, strict=True)
        if part is not None
        for g, d in zip(leaves(part), leaves(direction), strict=True)
        if g is not None
    )
    if not close(one, other, 1e-9):
        return DIFFERENT, f"forward {one}, reverse {other}"
    if any(value.shape != here.shape for value in values) or not np.isfinite(one):
        return MODES, ""
    differences = [
        float(np.sum(up - down)) / (2 * step)
        for up, down, step in zip(values[::2], values[1::2], STEPS, strict=True)
    ]
    kink = float(np.sum(values[0] + values[1] - 2 * here)) / STEPS[0]
    same = close(differences[0], differences[1], TOLERANCE)
    smooth = same and close(kink, 0.0, 1e-2)
    if not smooth or not np.isfinite(differences[0]):
        return MODES, ""
    if case.name in NOT_BY_DIFFERENCES:
        return MODES, NOT_BY_DIFFERENCES[case.name]
    if not close(differences[0], one, TOLERANCE):
        return DIFFERENT, f"differences {differences}, derivative {one}"
    return AGREE, ""


def seed(leaf: Any) -> Any:
    """Return the cotangent of a part of a result: 1, and 0 of other floats."""
    return np.full(np.shape(leaf), float(is_seeded(leaf)))


def is_seeded(leaf: Any) -> bool:
    """Whether a part of a result is of floats of full precision, real or complex."""
    return is_float(leaf) or getattr(leaf, "dtype", type(leaf)) in COMPLEX


def pairs(derivative: Any, result: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each part of a result that has a derivative, with it."""
    if derivative is None:
        return
    if isinstance(result, dict):
        for key, value in result.items():
            yield from pairs(derivative[key], value)
    elif isinstance(result, (list, tuple)):
        for one, value in zip(derivative, result, strict=True):
            yield from pairs(one, value)
    else:
        yield derivative, result


def signed_steps() -> Iterator[float]:
    for step in STEPS:
        yield step
        yield -step


def plain(case: Case, number: int, directions: Any, step: float) -> Any:
    """Return the float parts of what plain Python gives, in one array; None if none."""
    arguments = case.arguments(number)
    steps = iter(leaves(directions))
    moved = [
        mapped(lambda leaf: shifted(leaf, next(steps), step), each)
        for each in arguments
    ]
    try:
        result = case.function(*moved)
    except Exception:  # beside its arguments the function may raise: no difference
        return None
    parts = [np.ravel(leaf).real for leaf in leaves(result) if is_seeded(leaf)]
    return np.concatenate(parts) if parts else None


def mapped(change: Callable[[Any], Any], value: Any) -> Any:
    """Return tuples, lists and dicts in each other with other leaves."""
    if type(value) is dict:
        return {key: mapped(change, item) for key, item in value.items()}
    if type(value) is list:
        return [mapped(change, item) for item in value]
    if isinstance(value, tuple) and not hasattr(type(value), "n_sequence_fields"):
        return tuple.__new__(type(value), [mapped(change, item) for item in value])
    return change(value)


def leaves(value: Any) -> list[Any]:
    """Return what is no tuple, list or dict, in order."""
    found: list[Any] = []
    mapped(found.append, value)
    return found


def direction(leaf: Any) -> Any:
    """Return a direction for a leaf: none for other floats than 64-bit ones."""
    if is_float(leaf):
        random = np.random.default_rng(leaf.size if np.ndim(leaf) else 1)
        return random.uniform(-1, 1, np.shape(leaf))
    numbers = isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype.kind == "f"
    return leaf * 0 if numbers else leaf


def shifted(leaf: Any, direction: Any, step: float) -> Any:
    if not is_float(leaf):
        return leaf
    found = leaf + step * direction
    return (
        np.asarray(found, leaf.dtype)
        if isinstance(leaf, np.ndarray)
        else (type(leaf)(found))
    )


def is_float(leaf: Any) -> bool:
    if isinstance(leaf, (np.ndarray, np.generic)):
        return leaf.dtype == np.float64 and leaf.size > 0
    return type(leaf) is float


def close(one: float, other: float, tolerance: float) -> bool:
    if np.isnan(one) or np.isnan(other) or one == other:
        return bool(one == other or (np.isnan(one) and np.isnan(other)))
    return bool(abs(one - other) <= tolerance * max(1.0, abs(one), abs(other)))


if __name__ == "__main__":
    sys.exit(main())
