"""Random numbers drawn from NumPy's generators: ordered side effects."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from runtime.ir.nodes import Node, argument_type
from runtime.ops.arrays import array_row, careful
from runtime.ops.asking import at, nothing
from runtime.ops.dimensions import broadcast
from runtime.ops.flow import call as call_function
from runtime.ops.flow import call_method
from runtime.ops.operands import INTP, Unsure, operand, operands
from runtime.ops.options import dtype_argument, given, is_integer, shape_argument
from runtime.ops.row import Row, acting, call, calling
from runtime.types import (
    ANY,
    BOOL,
    BYTES,
    CONTAINERS,
    FLOAT,
    INT,
    NONE,
    STR,
    Array,
    Container,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Shape,
    Tuple,
    Type,
    join,
    scalar,
)

_FLOATS = frozenset(
    "beta chisquare exponential f gamma gumbel laplace logistic lognormal "
    "noncentral_chisquare noncentral_f normal pareto power random random_sample "
    "rayleigh standard_cauchy standard_exponential standard_gamma standard_normal "
    "standard_t triangular uniform vonmises wald weibull".split()
)
"""Methods that draw floats, one for each element of their broadcast parameters."""
_INTEGERS = frozenset(
    "binomial geometric hypergeometric logseries negative_binomial poisson "
    "tomaxint zipf".split()
)
"""Methods that draw integers, one for each element of their broadcast parameters."""
_LAST = {
    "dirichlet": ("alpha", np.dtype(float)),
    "multinomial": ("pvals", INTP),
    "multivariate_normal": ("mean", np.dtype(float)),
}
"""Methods that draw vectors of the length of one parameter, with its name and dtype."""
_ASIDE = frozenset(("self", "size", "dtype", "out", "method"))
"""Parameters that do not belong to the distribution."""


def _drawn(receiver: Any, name: Any, /, *args: Any, **kwargs: Any) -> Type:
    """Return the type of the result of a generator's method."""
    if not isinstance(receiver, Container):
        raise Unsure("a method of some object")
    if name in ("rand", "randn"):
        return Array(_DOUBLE, shape_argument(args)) if args else FLOAT
    if name in _FIXED:
        return _FIXED[name]
    bound = _signature(receiver.kind, name).bind(None, *args, **kwargs)
    bound.apply_defaults()
    options = bound.arguments
    size = options.get("size")
    sized = given(size)
    shape: Shape = shape_argument(size) if sized else ()
    if name == "random_integers":
        return Array(INTP, shape) if sized else scalar(INTP)
    if name == "get_state":
        return _state_type(**options)
    if name == "multivariate_hypergeometric":
        return _vectors("colors", INTP, options, shape)
    if name in _LAST:
        return _vectors(*_LAST[name], options, shape)
    if name in ("choice", "permutation", "permuted"):
        return _taken(options, shape, sized)
    if not sized:
        shape = _shape_of_parameters(options)
    return _distributed(name, options.get("dtype"), shape, sized or shape != ())


def _shape_of_parameters(options: dict[str, Any]) -> Shape:
    """Return the broadcast shape of the parameters of a distribution."""
    parameters = [
        value for key, value in options.items() if key not in _ASIDE and given(value)
    ]
    shape = broadcast((), *[each.shape for each in operands(parameters)])
    if shape is None:
        raise Unsure("parameters of unknown rank")
    return shape


def _distributed(name: str, wanted: Any, shape: Shape, many: bool) -> Type:
    """Return the type of a number, or an array of them, drawn from a distribution."""
    if name in _FLOATS:
        return Array(dtype_argument(wanted, _DOUBLE), shape) if many else FLOAT
    if name in _INTEGERS:
        return Array(INTP, shape) if many else INT
    if name not in ("integers", "randint"):
        raise Unsure(f"of {name} only the run tells")
    dtype = dtype_argument(wanted, INTP)
    if many:
        return Array(dtype, shape)
    return INT if wanted is int else BOOL if wanted is bool else scalar(dtype)


def _vectors(
    parameter: str, dtype: np.dtype, options: dict[str, Any], shape: Shape
) -> Type:
    """Return the type of vectors that are as long as a parameter."""
    inner = operand(options[parameter]).shape
    if inner is None or len(inner) != 1 or operand(options.get("n", 1)).shape:
        raise Unsure("a distribution for each of several")
    return Array(dtype, None if shape is None else (*shape, *inner))


_FIXED = {
    "bytes": BYTES,
    "seed": NONE,
    "set_state": NONE,
    "spawn": List(Container("Generator")),
}
_DOUBLE = np.dtype(float)


def _state_type(self: Any, legacy: Any = True) -> Type:
    """Return the type of the state of a generator: a tuple, or a dict."""
    if legacy is False:
        return Container("dict")
    if legacy is not True:
        raise Unsure("a state of either kind")
    key = Array(np.dtype(np.uint32), (624,))
    return join(Container("dict"), Tuple((STR, key, INT, INT, FLOAT)))


def _taken(options: dict[str, Any], shape: Shape, sized: bool) -> Type:
    """Return the type of a choice or permutation of elements or of a range."""
    source = options.get("a", options.get("x"))
    if "a" not in options and not is_integer(source):
        elements = operand(source)
        if not elements.shape:
            raise Unsure("no array of known rank")
        return Array(elements.dtype, elements.shape)
    if "a" not in options:
        return Array(INTP, shape_argument(source))
    if options.get("axis") not in (None, 0) or (sized and shape == ()):
        raise Unsure("elements along another axis")
    if is_integer(source):
        return Array(INTP, shape) if sized else INT
    elements = operand(source)
    if not elements.shape:
        raise Unsure("no array of known rank")
    if len(elements.shape) > 1:
        raise Unsure("rows of an array")
    return Array(elements.dtype, shape) if sized else scalar(elements.dtype)


@cache
def _signature(kind: str, name: str) -> inspect.Signature:
    return inspect.signature(getattr(CONTAINERS[kind], name))


PYTHONS = {
    "random": FLOAT,
    "uniform": FLOAT,
    "triangular": FLOAT,
    "gauss": FLOAT,
    "normalvariate": FLOAT,
    "lognormvariate": FLOAT,
    "expovariate": FLOAT,
    "betavariate": FLOAT,
    "gammavariate": FLOAT,
    "paretovariate": FLOAT,
    "vonmisesvariate": FLOAT,
    "weibullvariate": FLOAT,
    "randint": INT,
    "randrange": INT,
    "getrandbits": INT,
}
"""The methods of Python's `random.Random` that draw a number, with its type."""


def python_draw(method: str) -> str:
    """Return the name of the operation that calls one of `PYTHONS`.

    Its first operand is the bound method: ``random.random`` is one.
    """
    return f"python_{method}"


def _number(of: Type) -> Callable[..., Type]:
    """Return the rule of a draw of Python: numbers of NumPy's may make it NumPy's."""

    def rule(function: Any, /, *args: Any, **kwargs: Any) -> Type:
        numbers = (*args, *kwargs.values())
        return of if of == INT or all(map(_is_python, numbers)) else ANY

    return rule


def _is_python(argument: Any) -> bool:
    """Whether an argument of a rule is a number of Python."""
    return isinstance(argument, PythonScalar) or type(argument) in (int, float, bool)


def _half(*numbers: float) -> float:
    """Draw a sample."""
    return 0.5


def _generator() -> np.random.Generator:
    return np.random.default_rng(0)


def _state() -> np.random.RandomState:
    return np.random.RandomState(0)


def _of_numbers(node: Node) -> bool:
    """Whether a generator is made anew, from numbers or from nothing."""
    given = (*node.args, *(each for _, each in node.kwargs))
    numbers = (PythonScalar, NumpyScalar, NoneType)
    return all(isinstance(argument_type(each), numbers) for each in given)


ROWS: tuple[Row, ...] = (
    acting(
        call_method,
        careful(_drawn),
        call(_generator(), "normal", 0.0, [1.0, 2.0]),
        call(_generator(), "integers", 5, size=(2, 3)),
        call(_state(), "rand", 2, 3),
        bad=call(_generator(), "normal", 0.0, -1.0),
        name="draw",
        template="method",
        asks=nothing,
    ),
    calling(
        call_method,
        careful(_drawn),
        call(_generator(), "choice", np.arange(3.0), 2),
        call(_generator(), "permutation", 3),
        call(_generator(), "random", out=np.zeros(2)),
        bad=call(_generator(), "choice", 0),
        name="draw_from",
        template="method",
        writes=("out",),
        asks=nothing,
    ),
    acting(
        call_method,
        NONE,
        call(_generator(), "shuffle", np.arange(3)),
        bad=call(_generator(), "shuffle", 1),
        name="draw_order",
        template="method",
        writes=(2, "x"),
        asks=nothing,
    ),
    *(
        acting(
            call_function,
            _number(of),
            call(_half, 1.0),
            bad=call(len),
            name=python_draw(method),
            template="call",
            asks=at(1, 2),
        )
        for method, of in PYTHONS.items()
    ),
    array_row(
        np.random.default_rng,
        Container("Generator"),
        call(0),
        bad=call("seed"),
        effect=True,
        takes_any=True,
        returns="shares",
        copies=_of_numbers,
        holds=True,
        closed=False,
        asks=nothing,
    ),
    *(
        array_row(
            kind,
            Container(kind.__name__),
            call(sample),
            bad=call(bad),
            name=f"{kind.__name__}_new",
            effect=True,
            takes_any=True,
            returns="shares",
            copies=_of_numbers,
            holds=True,
            closed=False,
            asks=nothing,
        )
        for kind, sample, bad in (
            (np.random.Generator, np.random.PCG64(0), "seed"),
            (np.random.RandomState, 0, "seed"),
            (random.Random, 0, []),
        )
    ),
)
