"""AutoGraph for NumPy: data-dependent Python and NumPy functions as graphs.

>>> import numpy as np
>>> import autograph as ag
>>> @ag.function
... def clipped_sum(x, limit):
...     total = 0.0
...     for value in x:
...         if total + value > limit:
...             break
...         total += value
...     return total
>>> clipped_sum(np.array([1.0, 2.0, 3.0]), np.float64(4.0))
np.float64(3.0)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograph.version import __version__ as __version__

if TYPE_CHECKING:
    from autograph import debugging as debugging
    from autograph import export as export
    from autograph import random as random
    from autograph.conversion import to_code
    from autograph.decorators import (
        convert,
        convert_module,
        do_not_convert,
        do_not_convert_module,
        function,
    )
    from autograph.gradients import (
        GradientTape,
        check_gradients,
        custom_gradient,
        grad,
        hessian,
        hvp,
        jacobian,
        jvp,
        recompute,
        stop_gradient,
        value_and_grad,
        vjp,
        vmap,
    )
    from autograph.library.argument_specs import spec_of
    from autograph.library.checkpoints import restore_variables, save_variables
    from autograph.library.configuration import show_config
    from autograph.library.printing import print as print
    from autograph.library.python_calls import py_function
    from autograph.operators import *  # noqa: F403
    from autograph.operators import cond, for_loop, while_loop
    from autograph.over_blocks import dask as dask
    from autograph.polymorphic.concrete import ConcreteFunction
    from autograph.polymorphic.function import Function
    from autograph.polymorphic.saving import load, save
    from autograph.polymorphic.switches import eager, no_retrace, run_functions_eagerly
    from autograph.report.annotating import Annotation, annotate
    from autograph.report.explaining import explain
    from autograph.report.explanation import Explanation
    from autograph.report.figures import Profile
    from autograph.report.profiling import profile
    from runtime.errors import AutographError
    from runtime.tracebacks import full_tracebacks
    from runtime.variable import Variable
    from tracer.errors import (
        CallbackWarning,
        CaptureWarning,
        FrozenWarning,
        RetraceError,
        RetracingWarning,
    )
    from tracer.serve.specs import TensorSpec

__all__ = [
    "Annotation",
    "AutographError",
    "CallbackWarning",
    "CaptureWarning",
    "ConcreteFunction",
    "Explanation",
    "FrozenWarning",
    "Function",
    "GradientTape",
    "Profile",
    "RetraceError",
    "RetracingWarning",
    "TensorSpec",
    "Variable",
    "annotate",
    "check_gradients",
    "cond",
    "convert",
    "convert_module",
    "custom_gradient",
    "debugging",
    "do_not_convert",
    "do_not_convert_module",
    "eager",
    "explain",
    "export",
    "for_loop",
    "full_tracebacks",
    "function",
    "grad",
    "hessian",
    "hvp",
    "jacobian",
    "jvp",
    "load",
    "no_retrace",
    "profile",
    "py_function",
    "recompute",
    "restore_variables",
    "run_functions_eagerly",
    "save",
    "save_variables",
    "show_config",
    "spec_of",
    "stop_gradient",
    "to_code",
    "value_and_grad",
    "vjp",
    "vmap",
    "while_loop",
]

_HOMES = {
    "Profile": "autograph.report.figures",
    "profile": "autograph.report.profiling",
    "Annotation": "autograph.report.annotating",
    "annotate": "autograph.report.annotating",
    "AutographError": "runtime.errors",
    "CallbackWarning": "tracer.errors",
    "CaptureWarning": "tracer.errors",
    "RetraceError": "tracer.errors",
    "RetracingWarning": "tracer.errors",
    "FrozenWarning": "tracer.errors",
    "TensorSpec": "tracer.serve.specs",
    "ConcreteFunction": "autograph.polymorphic.concrete",
    "Variable": "runtime.variable",
    "Function": "autograph.polymorphic.function",
    "convert": "autograph.decorators",
    "dask": "autograph.over_blocks",
    "convert_module": "autograph.decorators",
    "do_not_convert": "autograph.decorators",
    "do_not_convert_module": "autograph.decorators",
    "Explanation": "autograph.report.explanation",
    "eager": "autograph.polymorphic.switches",
    "explain": "autograph.report.explaining",
    "full_tracebacks": "runtime.tracebacks",
    "function": "autograph.decorators",
    "GradientTape": "autograph.gradients",
    "check_gradients": "autograph.gradients",
    "custom_gradient": "autograph.gradients",
    "recompute": "autograph.gradients",
    "grad": "autograph.gradients",
    "hessian": "autograph.gradients",
    "hvp": "autograph.gradients",
    "jacobian": "autograph.gradients",
    "stop_gradient": "autograph.gradients",
    "jvp": "autograph.gradients",
    "value_and_grad": "autograph.gradients",
    "vjp": "autograph.gradients",
    "vmap": "autograph.gradients",
    "load": "autograph.polymorphic.saving",
    "no_retrace": "autograph.polymorphic.switches",
    "run_functions_eagerly": "autograph.polymorphic.switches",
    "restore_variables": "autograph.library.checkpoints",
    "save": "autograph.polymorphic.saving",
    "save_variables": "autograph.library.checkpoints",
    "print": "autograph.library.printing",
    "show_config": "autograph.library.configuration",
    "py_function": "autograph.library.python_calls",
    "spec_of": "autograph.library.argument_specs",
    "to_code": "autograph.conversion",
}

_MODULES = frozenset({"debugging", "export", "random"})
_ELSEWHERE = {
    "checkpoint": "recompute",
    "compile": "function",
    "custom_jvp": "custom_gradient",
    "custom_vjp": "custom_gradient",
    "disable_jit": "eager",
    "jacfwd": "jacobian",
    "jacrev": "jacobian",
    "jit": "function",
    "make_jaxpr": "Function.get_concrete_function",
    "njit": "function",
    "numpy_function": "py_function",
    "pure_callback": "py_function",
    "scan": "for_loop",
    "vectorize": "vmap",
}
"""What users of JAX, Numba, PyTorch and TensorFlow look for, and what it is here."""


if not TYPE_CHECKING:  # type checkers know the names, and say which is none

    def __getattr__(name: str) -> Any:
        """Import a public name on first use: importing the package stays cheap."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name in _MODULES:
            return import_module(f"autograph.{name}")
        home = import_module(_HOMES.get(name, "autograph.operators"))
        try:
            value = getattr(home, name)
        except AttributeError:
            here = _ELSEWHERE.get(name)
            hint = f"; it is ag.{here} here" if here else ""
            message = f"module 'autograph' has no attribute {name!r}{hint}"
            raise AttributeError(
                message, name=name, obj=sys.modules[__name__]
            ) from None
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    # A star import must not take the builtin away, nor Python's and Dask's own modules.
    return sorted([*__all__, "dask", "print", "random"])
