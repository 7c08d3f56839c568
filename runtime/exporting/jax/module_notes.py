"""What the docstring of a module on JAX says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runtime.exporting.jax.jit_arguments import JitArguments
from runtime.exporting.jax.relaxed_graph import is_check
from runtime.ir.graph import Graph

RELAXED = """\
Values are those of NumPy but for rounding. Numbers of 64 bits need

    jax.config.update("jax_enable_x64", True)

A float that is made whole may be off by one, after rounding. An index that is out of
range is moved into it, integers of Python have 64 bits, names that may be unbound are
zero, a zero may have the other sign, `abs` of the least integer is any number. Where
NumPy raises or warns of values, such as a division by zero, there is an infinity, a
NaN, or any whole number. Arguments share no memory."""


NO_NUMBERS = """\


`jax.jit` gives numbers and arrays alone, and a part of the result is neither."""
FORWARD = """\


`jax.grad` does not take these loops, for their turns are not counted before; `jax.jvp`
does. With reverse=True the export counts those that it can, and refuses the others:

    """
PAIRS = """\


`jax.jit` gives arrays of shapes that are known. These are pairs:

"""
CHECKS = """\


An error under a test of values is a check, which `checkify.checkify` of
`jax.experimental` reports. Without it the function goes on, and gives any value."""
DRAWS = """\


Random numbers by key are those of `jax.random`. A key is two words: `ag.random.key(0)`,
or `jax.random.key_data(jax.random.key(0))`."""
AT_ONCE = """\


`jax.jit` and `jax.vmap` do not take the function, for Python asks for values:

    """


def module_notes(
    graph: Graph,
    given: JitArguments,
    *,
    told: Mapping[str, str],
    others: bool,
    needs: Sequence[str],
    changed: Sequence[str],
    forward: Sequence[str],
    draws: bool,
) -> str:
    """Return what the docstring of a module says, but for its first line.

    Parameters
    ----------
    graph : Graph
        The graph that is written.
    given : JitArguments
        The arguments that have to be known while JAX traces.
    told : mapping
        The pairs in the result, by their places.
    others : bool
        Whether text or the like is in the result.
    needs : sequence of str
        The lines in which Python asks for values.
    changed : sequence of str
        The arguments that the function would change.
    forward : sequence of str
        The lines of loops that have derivatives in forward mode alone.
    draws : bool
        Whether random numbers are drawn.
    """
    notes = RELAXED
    call = given.call(graph.name)
    if call:
        notes += f"\n\nThe shapes depend on the values of some arguments:\n\n    {call}"
    if draws:
        notes += DRAWS
    if others:
        notes += NO_NUMBERS
    if needs:
        notes += AT_ONCE + "\n    ".join(needs)
    if forward:
        notes += FORWARD + "\n    ".join(forward)
    if told:
        lines = [f"    {place}: {each}" for place, each in told.items()]
        notes += PAIRS + "\n".join(lines)
    if any(map(is_check, graph.nodes())):
        notes += CHECKS
    if changed:
        names = ", ".join(changed)
        notes += (
            "\n\nArrays of JAX do not change. After its result the function gives "
            f"what it would\nleave in its arguments: {names}."
        )
    return notes
