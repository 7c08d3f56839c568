"""Arrays of the user's own classes, made in a trace."""

from __future__ import annotations

from typing import Any

import numpy as np

from tracer.calls.handlers import Builtin
from tracer.record.trace import Trace
from tracer.values.arrays_of_classes import is_array_class, is_made
from tracer.values.staging import Stager


def _new_array(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Apply ``np.ndarray.__new__``, as a class does in its own ``__new__``.

    NumPy calls what the class has for it, ``__array_finalize__``, as for each view.
    """
    kind = trace.part(Stager).original(args[0]) if args else None
    if not is_array_class(kind) or not trace.asked.is_lasting(kind):
        return trace.asked.unknown(np.ndarray.__new__, args, kwargs)
    made = trace.emit("call", np.ndarray.__new__, kind, *args[1:], **kwargs)
    trace.clobber(replaces=False)
    is_made(trace, made, kind)
    return made


MADE_ARRAYS = (Builtin(np.ndarray.__new__, handler=_new_array),)
"""What makes arrays of a class."""
