"""What a concrete function tells of the graph that it runs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from typing import Any

from autograph.polymorphic.signatures import (
    by_position_and_name,
    captured,
    listed,
    typed,
)
from autograph.polymorphic.structured_outputs import Outputs
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument as GraphArgument
from runtime.ir.nodes import Value
from tracer.serve.guards import Guard
from tracer.serve.origins import Origin, is_argument


class Described:
    """A graph with the signature that it serves."""

    name: str
    graph: Graph
    signature: inspect.Signature
    patterns: dict[str, Any]
    guards: tuple[Guard, ...]
    origins: tuple[Origin, ...]
    _arguments: tuple[Any, ...]
    _keywords: Mapping[str, Any]

    @property
    def inputs(self) -> list[Value]:
        """The values that the graph takes from the arguments, named after them."""
        pairs = zip(self.graph.inputs, self.origins, strict=True)
        return [value for value, origin in pairs if is_argument(origin)]

    @property
    def captures(self) -> list[Value]:
        """The values that the graph takes from elsewhere: globals, closures."""
        pairs = zip(self.graph.inputs, self.origins, strict=True)
        return [value for value, origin in pairs if not is_argument(origin)]

    @property
    def outputs(self) -> list[GraphArgument]:
        """The results of the graph as a flat list, without None."""
        return self._results.leaves

    @functools.cached_property
    def _results(self) -> Outputs:
        return Outputs(self.graph, self.origins, self.patterns)

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The parameters of the graph, by position and by name.

        A spec describes a value of the graph. All other arguments must equal the values
        here.
        """
        return by_position_and_name(self._taken, self.patterns)

    @property
    def structured_outputs(self) -> Any:
        """The results, in the user's structure: specs, types and constants."""
        return self._results.structured

    def pretty_printed_signature(self) -> str:
        """Return the parameters, results and captures as text.

        Examples
        --------
        >>> import numpy as np
        >>> from autograph import function
        >>> scaled = function(lambda x, by=2: x * by)
        >>> concrete = scaled.get_concrete_function(np.ones(3))
        >>> print(concrete.pretty_printed_signature())
        Input Parameters:
          x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(3,), dtype=np.float64, name=None)
          by (POSITIONAL_OR_KEYWORD): Literal[2]
        Output Type:
          TensorSpec(shape=(3,), dtype=np.float64, name=None)
        Captures:
          None
        """
        taken = [
            f"  {name} ({parameter.kind.name}): {typed(self.patterns[name])}"
            for name, parameter in self._taken
        ]
        never = self.graph.result is None
        given = "NoReturn" if never else typed(self._results.structured)
        inputs = zip(self.graph.inputs, self.origins, strict=True)
        return listed(taken, given, captured(inputs, self.guards))

    @property
    def _taken(self) -> list[tuple[str, inspect.Parameter]]:
        """The parameters that are not bound; a bound one is the `self` of a method."""
        free = list(self.signature.parameters.items())[len(self._arguments) :]
        return [each for each in free if each[0] not in self._keywords]

    def __repr__(self) -> str:
        inputs = ", ".join(f"{v.name}: {v.type}" for v in self.graph.inputs)
        return f"<ConcreteFunction {self.name}({inputs})>"
