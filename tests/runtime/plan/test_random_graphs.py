"""A plan does what the interpreter does."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from runtime.execute import compile_graph
from runtime.interpret import evaluate
from runtime.passes import optimize
from tests.runtime.plan.random_graphs import grow_graph, inputs_of, log
from tests.runtime.random_graphs import random_graph
from tests.some import Some


def outcome(run: Callable[[list[Any]], Any], inputs: list[Any]) -> dict[str, Any]:
    """All that a run leaves behind."""
    log.clear()
    arguments = copy.deepcopy(inputs)
    result: Any = None
    error: Any = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = run(arguments)
        except Exception as raised:
            error = type(raised), str(raised)
    return {
        "result": described(result, arguments),
        "error": error,
        "log": list(log),
        "warnings": [(one.category, str(one.message)) for one in caught],
        "arguments": [described(one, []) for one in arguments],
    }


def described(value: Any, arguments: list[Any]) -> Any:
    """A value exactly, and which argument it is or shares memory with."""
    if isinstance(value, tuple):
        arrays = [one for one in value if isinstance(one, np.ndarray)]
        identical = [[one is other for other in arrays] for one in arrays]
        return tuple(described(item, arguments) for item in value), identical
    if isinstance(value, np.ndarray):
        same = [value is other for other in arguments]
        shares = [
            isinstance(other, np.ndarray) and np.may_share_memory(value, other)
            for other in arguments
        ]
        return value.dtype, value.shape, value.tobytes(), same, shares
    return type(value), repr(value)


def compare(seed: int) -> None:
    graph = grow_graph(seed)
    executable = compile_graph(graph)
    for variant in range(2):
        inputs = inputs_of(graph, 2 * seed + variant)
        expected = outcome(lambda a: evaluate(graph, a), inputs)
        found = outcome(lambda a: executable(*a), inputs)
        assert found == expected, f"seed {seed}\n{graph}\n{executable.source}"


@pytest.mark.parametrize("start", range(0, 2000, 100))
def test_plans_do_what_the_interpreter_does(start: int, some: Some) -> None:
    for seed in some(range(start, start + 100)):
        compare(seed)


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_handlers_see_what_the_interpreter_sees(start):
    for seed in range(start, start + 50):
        graph = random_graph(seed)
        x = np.array([1.0, 2.0, 3.0])
        inputs = [x, x[::-1], np.float64(2.5), 3, True]
        expected = outcome(lambda a, graph=graph: evaluate(graph, a), inputs)
        for one in (graph, optimize(graph)):
            executable = compile_graph(one)
            got = outcome(lambda a, run=executable: run.call(*a), inputs)
            assert got == expected, executable.source
