"""Random numbers: NumPy's own functions, on the state of the user's generator.

The functions and their first parameter, a pointer to a `bitgen_t`, are NumPy's C
interface to its generators: https://numpy.org/doc/stable/reference/random/c-api.html
"""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Node
from runtime.native.assembly.emit import Writer, real
from runtime.native.assembly.values import Machine, NotNative, Scalar, Stream
from runtime.native.objects import python_random
from runtime.native.scalars.conversions import as_integer, is_float, to_float
from runtime.types import FLOAT, Type

# What kernels call of Python


def bit_generator(generator: Any) -> Any:
    """Return what gives a generator its bits."""
    if isinstance(generator, np.random.Generator):
        return generator.bit_generator
    return generator._bit_generator


def address_of(generator: Any) -> int:
    """Return the address of a generator's `bitgen_t`, or 0 if it is in use.

    So it is while another thread fills an array.
    """
    if python_random.is_python(generator):
        return python_random.address_of(generator)
    bits = bit_generator(generator)
    if type(bits).__module__.partition(".")[0] != "numpy":
        return 0
    if not bits.lock.acquire(blocking=False):
        return 0
    bits.lock.release()
    return int(bits.ctypes.bit_generator.value)


def kept(generator: Any) -> Callable[[], object]:
    """Return what takes back all that is drawn from now on.

    What a generator of old keeps back of normal numbers stays as it is.
    """
    if python_random.is_python(generator):
        return python_random.kept(generator)
    bits = bit_generator(generator)
    if type(bits) is np.random.MT19937 and _knows_memory():
        address = bits.ctypes.state_address
        state = ctypes.string_at(address, _MEMORY)
        return functools.partial(ctypes.memmove, address, state, _MEMORY)
    return functools.partial(setattr, bits, "state", bits.state)


_MEMORY = 4 * 625
"""The bytes of the state of an `MT19937`, of which Python's form takes 0.1 ms to make:
624 numbers, and the position among them."""


@functools.cache
def _knows_memory() -> bool:
    """Whether the state of an `MT19937` lies in memory as is known here."""
    bits = np.random.MT19937(17)
    for _ in range(2):
        state: Any = bits.state["state"]
        found = ctypes.string_at(bits.ctypes.state_address, _MEMORY)
        if found != np.append(state["key"], np.uint32(state["pos"])).tobytes():
            return False
        bits.random_raw(7)
    return True


# NumPy's functions

_DOUBLE = ctypes.c_double
_SIGNATURES: dict[str, tuple[type, ...]] = {
    "random_standard_uniform": (),
    "random_uniform": (_DOUBLE, _DOUBLE),
    "random_standard_normal": (),
    "random_normal": (_DOUBLE, _DOUBLE),
    "random_lognormal": (_DOUBLE, _DOUBLE),
    "random_standard_exponential": (),
    "random_exponential": (_DOUBLE,),
}
"""What functions that return a double take behind the generator."""
_FILL = "random_bounded_uint64_fill"

_SAMPLES: dict[str, tuple[str, tuple[float, ...]]] = {
    "random": ("random_standard_uniform", ()),
    "uniform": ("random_uniform", (-1.0, 3.0)),
    "standard_normal": ("random_standard_normal", ()),
    "normal": ("random_normal", (1.0, 2.0)),
    "lognormal": ("random_lognormal", (1.0, 2.0)),
    "standard_exponential": ("random_standard_exponential", ()),
    "exponential": ("random_exponential", (2.0,)),
}
"""Draws of `Generator` by which the functions are tried, with ``uniform(low, high)``
given as low and the distance."""


@functools.cache
def _functions() -> dict[str, int]:
    """Return the addresses of NumPy's functions: of all, or none if one is not so."""
    from numpy.random import _generator

    try:
        library = ctypes.PyDLL(_generator.__file__)
        found = {name: getattr(library, name) for name in (*_SIGNATURES, _FILL)}
    except (OSError, AttributeError):
        return {}
    plain, own = (np.random.Generator(np.random.PCG64(17)) for _ in range(2))
    pointer = ctypes.c_void_p(address_of(own))
    for method, (name, values) in _SAMPLES.items():
        function = found[name]
        function.restype = _DOUBLE
        function.argtypes = (ctypes.c_void_p, *_SIGNATURES[name])
        given = (values[0], sum(values)) if method == "uniform" else values
        for _ in range(100):
            if getattr(plain, method)(*given) != function(pointer, *values):
                return {}
    fill, out = found[_FILL], ctypes.c_uint64()
    fill.restype = None
    fill.argtypes = (
        *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_ssize_t),
        *(ctypes.c_bool, ctypes.c_void_p),
    )
    for high in (6, 2**31, 2**32 - 1, 2**32, 2**40, 2**62):
        fill(pointer, 2, high - 3, 1, False, ctypes.byref(out))
        if int(plain.integers(2, high)) != out.value:
            return {}
    return {
        name: int(ctypes.cast(each, ctypes.c_void_p).value or 0)
        for name, each in found.items()
    }


# Taking and saving


def _asked(w: Writer, symbol: str, object_: str) -> str:
    found = w.call(
        "ptr", "PyObject_CallOneArg", ("ptr", w.global_(symbol)), ("ptr", object_)
    )
    w.fault_if(w.put(f"icmp eq ptr {found}, null"))
    return found


def taken(w: Writer, object_: str, of: Type) -> Stream:
    """Return the generator that an object is; fault if it is in use."""
    answer = _asked(w, "autograph_address_of", object_)
    large = w.slot("i32")
    address = w.call(
        "i64", "PyLong_AsLongLongAndOverflow", ("ptr", answer), ("ptr", large)
    )
    w.act("Py_DecRef", ("ptr", answer))
    w.fault_if(w.put(f"icmp eq i64 {address}, 0"))
    return Stream(of, w.put(f"inttoptr i64 {address} to ptr"), object_)


def saved(w: Writer, object_: str) -> str:
    """Return an object that takes back what is drawn from now on, if it is called."""
    return _asked(w, "autograph_kept", object_)


def restore(w: Writer, back: str) -> None:
    """Write the taking back."""
    w.act("Py_DecRef", ("ptr", w.call("ptr", "PyObject_CallNoArgs", ("ptr", back))))


# Drawing

_PARAMETERS = {
    "random": "",
    "random_sample": "",
    "rand": "",
    "standard_normal": "",
    "standard_exponential": "",
    "uniform": "low high",
    "normal": "loc scale",
    "lognormal": "mean sigma",
    "exponential": "scale",
    "integers": "low high",
    "randint": "low high",
}
"""The parameters of each method."""
_DEFAULTS = {"low": 0.0, "high": 1.0, "loc": 0.0, "mean": 0.0, "scale": 1.0}
_OF_OLD = frozenset(("random", "random_sample", "rand", "uniform", "randint"))
"""The methods of `RandomState` that draw as those of `Generator` do."""


def draw(
    w: Writer, node: Node, stream: Stream, value_of: Callable[[Argument], Machine]
) -> Scalar:
    """Write a draw, and return the number.

    Parameters
    ----------
    w : Writer
        The function.
    node : Node
        The draw.
    stream : Stream
        The generator.
    value_of : callable
        Returns the registers of an argument.
    """
    method = node.args[1] if node.operation.name == "draw" else None
    name = method.value if isinstance(method, Constant) else None
    if not isinstance(name, str):
        raise NotNative("draws of a kind that is not known")
    of = node.results[0].type
    if str(stream.type) == "Random":
        values = [value_of(each) for each in node.args[2:]]
        numbers = [each for each in values if isinstance(each, Scalar)]
        if node.kwargs or len(numbers) < len(values):
            raise NotNative(f"draws by {name}")
        return python_random.draw(w, stream, name, numbers)
    old = str(stream.type) == "RandomState"
    if name not in _PARAMETERS or (old and name not in _OF_OLD):
        raise NotNative(f"draws by {name}")
    given = _given(node, name, value_of)
    w.addresses |= _functions()
    if not w.addresses:
        raise NotNative("draws, which NumPy does not share here")
    if name in ("integers", "randint"):
        return _integer(w, stream, given, of, old)
    if of != FLOAT:
        raise NotNative(f"draws by {name}")
    return _float(w, stream, name, given)


def _given(
    node: Node, name: str, value_of: Callable[[Argument], Machine]
) -> dict[str, Scalar]:
    """Return the numbers that a draw is given, by name."""
    names = _PARAMETERS[name].split()
    pairs = [*zip(names, node.args[2:], strict=False), *node.kwargs]
    if len(node.args) - 2 > len(names):
        raise NotNative(f"draws by {name} of many numbers")
    found = {}
    for key, argument in pairs:
        if isinstance(argument, Constant) and argument.value is None:
            continue
        value = value_of(argument)
        if key not in names or not isinstance(value, Scalar):
            raise NotNative(f"draws by {name} with {key}=")
        found[key] = value
    return found


def _call(w: Writer, name: str, stream: Stream, *numbers: str) -> str:
    given = [("double", number) for number in numbers]
    return w.call("double", name, ("ptr", stream.address), *given)


def _float(w: Writer, stream: Stream, name: str, given: dict[str, Scalar]) -> Scalar:
    names = _PARAMETERS[name].split()
    numbers = [
        to_float(w, given[key]) if key in given else real(_DEFAULTS.get(key, 1.0))
        for key in names
    ]
    if name == "uniform":
        low, high = numbers
        numbers = [low, w.put(f"fsub double {high}, {low}")]
    if names:
        # NumPy refuses what is negative, and distances that are not finite.
        last = numbers[-1]
        w.fault_unless(w.put(f"fcmp olt double {last}, {real(math.inf)}"))
        w.fault_unless(w.put(f"fcmp ogt double {last}, 0.0"))
    function = {
        **dict.fromkeys(("random", "random_sample", "rand"), "random_standard_uniform")
    }.get(name, f"random_{name}")
    return Scalar(FLOAT, _call(w, function, stream, *numbers))


def _integer(
    w: Writer, stream: Stream, given: dict[str, Scalar], of: Type, masked: bool
) -> Scalar:
    bounds: Sequence[Scalar] = list(given.values())
    if any(is_float(each.type) for each in bounds) or not bounds:
        raise NotNative("draws of integers between floats")
    codes = [as_integer(w, each) for each in bounds]
    low, high = codes if "high" in given else ("0", codes[0])
    w.fault_unless(w.put(f"icmp slt i64 {low}, {high}"))
    last = w.put(f"sub i64 {high}, 1")
    distance = w.put(f"sub i64 {last}, {low}")
    place = w.slot("i64")
    w.act(
        _FILL,
        ("ptr", stream.address),
        ("i64", low),
        ("i64", distance),
        ("i64", "1"),
        ("i8 zeroext", str(int(masked))),
        ("ptr", place),
    )
    return Scalar(of, w.load("i64", place))
