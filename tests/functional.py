"""The functional form of the corpus: `python -m tests.functional [PART OF A NAME ...]`.

Each function is traced and run twice for each of its argument sets: as its graph and as
that graph's functional form. Values, dtypes, prints, warnings, errors and what is left
in the arguments must be the same; which results are one object is not compared, since a
graph in functional form has values alone. What an exception leaves is not compared
either: the form writes its arguments at the end.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import autograph
from runtime.errors import NotFunctional
from runtime.execute import compile_graph
from runtime.ir.behavior import written_arguments
from runtime.ir.graph import Graph
from runtime.ir.nodes import values_in
from runtime.operations import check_graph
from runtime.passes import reuse
from runtime.passes.functional import functionalize
from runtime.passes.lists import stacked
from runtime.types import Array, members
from tests.corpus import all_cases
from tests.corpus.case import Case
from tests.harness import Describer, Outcome, run

SAME, REFUSED, GUARDED, UNTRACED, DIFFERENT = (
    "same",
    "refused",
    "guarded",
    "untraced",
    "different",
)

FORM = functionalize.run
SETTING_A_SHAPE = "Setting the shape on a NumPy array"


def main() -> int:
    """Compare all functions, and print what is not the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="parts of names: file.function")
    parser.add_argument(
        "--reuse", action="store_true", help="write again where nobody can tell"
    )
    parser.add_argument(
        "--stacked", action="store_true", help="make arrays of lists that loops fill"
    )
    parser.add_argument("--refused", action="store_true", help="show refusals")
    options = parser.parse_args()
    form = reused if options.reuse else in_arrays if options.stacked else FORM
    counts: Counter[str] = Counter()
    writing: Counter[str] = Counter()
    for case in all_cases():
        if options.parts and not any(part in case.name for part in options.parts):
            continue
        verdict, reason, writes = judged(case, form)
        counts[verdict] += 1
        writing[verdict] += writes
        if verdict == DIFFERENT or (verdict == REFUSED and options.refused):
            print(f"{verdict:9} {case.name}: {reason}", flush=True)
    traced = writing[SAME] + writing[REFUSED] + writing[GUARDED] + writing[DIFFERENT]
    print(dict(counts))
    print(f"functions that write arrays: {dict(writing)}")
    print(f"of these functional: {(traced - writing[REFUSED]) / max(traced, 1):.0%}")
    return int(counts[DIFFERENT] > 0)


def reused(graph: Graph) -> Graph:
    """Return the functional form of a graph with its writes put back."""
    return reuse.run(functionalize.run(graph))


def in_arrays(graph: Graph) -> Graph:
    """Return the functional form of a graph with arrays for lists that loops fill."""
    return stacked.run(functionalize.run(graph))


def judged(case: Case, form: Callable[[Graph], Graph] = FORM) -> tuple[str, str, bool]:
    """Return the verdict of a function, the reason, and whether it writes arrays."""
    worst = UNTRACED, "", False
    for number in range(case.count):
        found = compared(case, number, form)
        if _ORDER.index(found[0]) > _ORDER.index(worst[0]):
            worst = found
        worst = *worst[:2], worst[2] or found[2]
    return worst


_ORDER = (UNTRACED, SAME, GUARDED, REFUSED, DIFFERENT)


def compared(
    case: Case, number: int, form: Callable[[Graph], Graph]
) -> tuple[str, str, bool]:
    """Return the verdict for one set of arguments."""
    concretes: list[Any] = []

    def trace(*arguments: Any) -> None:
        function = autograph.function(case.function, executor="plan")
        concretes.append(function.get_concrete_function(*arguments))

    run(case, trace, number, 20)
    if not concretes:
        return UNTRACED, "", False
    (concrete,) = concretes
    writes = writes_arrays(concrete.graph)
    try:
        made = form(concrete.graph)
    except NotFunctional as error:
        verdict = REFUSED if error.span is not None else DIFFERENT
        return verdict, str(error), writes
    check_graph(made)
    before = outcome(case, number, concrete)
    concrete.__dict__["executable"] = compile_graph(made)
    for entry in ("entry", "inner_entry", "_own_entry"):
        concrete.__dict__.pop(entry, None)
    after = outcome(case, number, concrete)
    if after.refusal is not None and before.refusal is None:
        return GUARDED, after.refusal, writes
    reason = difference(before, after)
    return (DIFFERENT, reason, writes) if reason else (SAME, "", writes)


def outcome(case: Case, number: int, function: Callable[..., Any]) -> Outcome:
    """Run a function, with all that it gives and leaves written as its value."""

    def told(*arguments: Any) -> Any:
        value = function(*arguments)
        return written(value), written(arguments)

    found = run(case, told, number, 20)
    # The form sets no array's shape, of which NumPy warns from 2.5 on.
    warned = frozenset(w for w in found.warned if not w[1].startswith(SETTING_A_SHAPE))
    return replace(found, warned=warned)


def difference(before: Outcome, after: Outcome) -> str:
    """Return what differs between two outcomes, or nothing."""
    for name in ("error", "printed", "warned", "value"):
        one, other = getattr(before, name), getattr(after, name)
        if one != other:
            return f"{name}: {one!r} -> {other!r}"
    return ""


def written(value: Any) -> Any:
    """Return a value as text, each array for itself."""
    if isinstance(value, (list, tuple, Mapping)):
        items: Sequence[Any] = (
            list(value.items()) if isinstance(value, Mapping) else value
        )
        return (type(value).__name__, tuple(map(written, items)))
    if isinstance(value, Iterator):
        return type(value).__name__, tuple(written(item) for item in value)
    return repr(Describer().tree(value, "")), _bytes(value)


def _bytes(value: Any) -> bytes:
    if isinstance(value, np.ndarray) and value.dtype.kind in "biu":
        return value.tobytes()
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        return (np.where(np.isnan(value), 0, value)).tobytes()
    return b""


def writes_arrays(graph: Graph) -> bool:
    """Whether a graph has a node that writes an array."""
    return any(
        isinstance(of, Array)
        for node in graph.nodes()
        if not node.regions
        for argument in written_arguments(node)
        for value in values_in(argument)
        for of in members(value.type)
    )


if __name__ == "__main__":
    sys.exit(main())
