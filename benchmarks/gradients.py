"""What a gradient costs, in units of its function: ``python -m benchmarks.gradients``.

Beside it JAX, if it is installed: jitted, in 64 bits, with loops of its own. All are
timed in turns in one process, and give the same gradient.
"""

from __future__ import annotations

import argparse
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

import autograph as ag
from benchmarks import report
from benchmarks.figures import Bar, Figure
from benchmarks.timing import Sample, interleave

MOST = 3.0
"""The bar: how many times its function a gradient may take."""
LEEWAY = 1.1
"""The same in units of JAX's ratio."""
TURNS = 10_000
LESS_MEMORY = 1 / 50
MORE_TIME = 1.3


def mlp(w1, b1, w2, b2, x, y):
    """Return the loss of a network with one hidden layer."""
    hidden = np.tanh(x @ w1 + b1)
    scores = hidden @ w2 + b2
    shifted = scores - scores.max(axis=1, keepdims=True)
    logarithm = np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -((shifted - logarithm) * y).sum() / len(x)


def rnn(w, u, h, xs):
    """Return the square of the state of a recurrent network in the end."""
    t = 0
    while t < len(xs):
        h = np.tanh(h @ w + xs[t] @ u)
        t += 1
    return (h * h).sum()


def recurrence(x):
    """Return a sum of elements, each computed from the one before."""
    a = x.copy()
    for i in range(1, len(a)):
        a[i] = np.sin(a[i - 1]) * x[i] + 0.5 * x[i - 1]
    return a.sum()


def heat(u):
    """Return the energy of a bar after 200 steps of diffusion."""
    v = u.copy()
    for _ in range(200):
        w = v.copy()
        w[1:-1] = v[1:-1] + 0.1 * (v[2:] - 2.0 * v[1:-1] + v[:-2])
        v = w
    return (v * v).sum()


def chain(x):
    """Return the sum of what 24 operations make of each element."""
    y = x
    for _ in range(6):
        y = np.sin(y) * 0.9 + x
        y = y / (1.0 + y * y)
    return y.sum()


def walk(x):
    """Return a sum after many turns."""
    for _ in range(TURNS):
        x = np.sin(x) + 0.01 * x
    return x.sum()


@dataclass(frozen=True)
class Program:
    """A function, what it is differentiated by, and the same on JAX."""

    name: str
    function: Callable[..., Any]
    by: tuple[int, ...]
    arguments: tuple[Any, ...]


def programs() -> list[Program]:
    """Return the functions with their arguments."""
    random = np.random.default_rng(5)
    normal = random.standard_normal
    hot = np.eye(10)[random.integers(0, 10, 256)]
    layers = (normal((64, 128)) * 0.1, normal(128), normal((128, 10)) * 0.1, normal(10))
    states = (normal((64, 64)) * 0.1, normal((16, 64)) * 0.1, normal((32, 64)))
    inputs, sequence = normal((256, 64)), normal((100, 32, 16))
    return [
        Program("MLP, 256 x 64-128-10", mlp, (0, 1, 2, 3), (*layers, inputs, hot)),
        Program("RNN, 100 turns, 32 x 64", rnn, (0, 1), (*states, sequence)),
        Program("a[i] = f(a[i - 1]), 1,000", recurrence, (0,), (normal(1_000),)),
        Program("heat, 1,000 cells, 200 steps", heat, (0,), (normal(1_000),)),
        Program("chain of 24, 100,000", chain, (0,), (normal(100_000),)),
    ]


def on_jax() -> dict[Callable[..., Any], Callable[..., Any]]:
    """Return the functions on JAX, by ours."""
    import jax
    import jax.numpy as jnp
    from jax import lax

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")

    def of_mlp(w1, b1, w2, b2, x, y):
        hidden = jnp.tanh(x @ w1 + b1)
        scores = hidden @ w2 + b2
        return -(jax.nn.log_softmax(scores) * y).sum() / len(x)

    def of_rnn(w, u, h, xs):
        def step(h, x):
            return jnp.tanh(h @ w + x @ u), None

        h = lax.scan(step, h, xs)[0]
        return (h * h).sum()

    def of_recurrence(x):
        def step(before, pair):
            now = jnp.sin(before) * pair[0] + 0.5 * pair[1]
            return now, now

        rest = lax.scan(step, x[0], (x[1:], x[:-1]))[1]
        return x[0] + rest.sum()

    def of_heat(u):
        def step(v, _):
            inner = v[1:-1] + 0.1 * (v[2:] - 2.0 * v[1:-1] + v[:-2])
            return v.at[1:-1].set(inner), None

        v = lax.scan(step, u, None, 200)[0]
        return (v * v).sum()

    def of_chain(x):
        y = x
        for _ in range(6):
            y = jnp.sin(y) * 0.9 + x
            y = y / (1.0 + y * y)
        return y.sum()

    return {
        mlp: of_mlp,
        rnn: of_rnn,
        recurrence: of_recurrence,
        heat: of_heat,
        chain: of_chain,
    }


def gradients(rounds: int, seconds: float) -> Iterator[Figure]:
    """Time each function and its gradient, ours and JAX's, in turns."""
    theirs = on_jax() if find_spec("jax") is not None else {}
    for program in programs():
        calls = _ours(program)
        if program.function in theirs:
            calls |= _jaxs(program, theirs[program.function], calls["gradient"]())
        times = interleave(calls, rounds, seconds)
        ratio, limit = _ratio(times, ""), MOST
        what = "of the function"
        if "jax" in times:
            jaxs = _ratio(times, "jax")
            limit = min(MOST, LEEWAY * jaxs)
            what += f", JAX {jaxs:.2f}"
        bar = Bar(ratio, limit, "x", what)
        yield Figure(program.name, times["gradient"], times["function"], bar)
        if "jax" in times:
            yield Figure("  the same in JAX", times["jax gradient"], times["jax"])


def _ours(program: Program) -> dict[str, Callable[[], Any]]:
    function, arguments = ag.function(program.function), program.arguments
    gradient = ag.grad(program.function, program.by)
    for _ in range(3):
        function(*arguments)
        gradient(*arguments)
    return {
        "function": partial(function, *arguments),
        "gradient": partial(gradient, *arguments),
    }


def _jaxs(program: Program, function: Any, found: Any) -> dict[str, Callable[[], Any]]:
    import jax

    arguments = tuple(map(jax.numpy.asarray, program.arguments))
    jitted, gradient = jax.jit(function), jax.jit(jax.grad(function, program.by))
    for one, other in zip(found, gradient(*arguments), strict=True):
        np.testing.assert_allclose(one, other, 1e-9, 1e-11)
    return {
        "jax": lambda: jax.block_until_ready(jitted(*arguments)),
        "jax gradient": lambda: jax.block_until_ready(gradient(*arguments)),
    }


def _ratio(times: dict[str, Sample], whose: str) -> float:
    function = whose or "function"
    gradient = f"{whose} gradient" if whose else "gradient"
    return times[gradient].median / times[function].median


def segments(rounds: int, seconds: float) -> Iterator[Figure]:
    """Time a gradient through many turns that keeps some states, against all."""
    x = np.linspace(0.0, 1.0, 200)
    calls = {
        "all": partial(ag.grad(walk), x),
        "segments": partial(ag.grad(walk, segment=100), x),
    }
    memory = {name: _most_memory(call) for name, call in calls.items()}
    times = interleave(calls, rounds, seconds)
    part = memory["segments"] / memory["all"]
    name = f"{TURNS:,} turns in segments"
    bar = Bar(part, LESS_MEMORY, "x", "of the memory")
    yield Figure(name, times["segments"], times["all"], bar)
    ratio = times["segments"].median / times["all"].median
    yield Figure(name, times["segments"], times["all"], Bar(ratio, MORE_TIME, "x"))


def _most_memory(call: Callable[[], Any]) -> int:
    """Return how many bytes a call allocates at most."""
    call()
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def main() -> None:
    """Measure, and print the table as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer, shorter rounds")
    rounds, seconds = (7, 0.005) if parser.parse_args().quick else (31, 0.02)
    print(report.header())
    for measured in (gradients, segments):
        for figure in measured(rounds, seconds):
            print(report.row(figure), flush=True)


if __name__ == "__main__":
    main()
