"""The streams of `sys`, which programs bind to other files."""

import contextlib
import io
import sys
import warnings

from tests.corpus.case import *
from tests.corpus.case import adding_to

CASES = []
add = adding_to(CASES)


@add(1, f64(2.5), 3, 4)
def redirected_by_name(x):
    with contextlib.redirect_stdout(io.StringIO()) as kept:
        print(x)
        sys.stdout.write("!")
    sys.stdout.write("?")
    return kept.getvalue(), sys.stdout is kept


@add(1, f64(2.5), 3, 4)
def stream_kept_in_a_variable(x):
    out = sys.stdout
    with contextlib.redirect_stdout(io.StringIO()) as kept:
        print(x, file=out)
        out.write("a")
        if x > 2:
            print("big", file=sys.stdout)
    return kept.getvalue(), out is sys.stdout


@add(1, f64(2.5), 3, 4)
def stream_bound_by_assignment(x):
    before = sys.stdout
    sys.stdout = kept = io.StringIO()
    try:
        print("value", x)
        if x > 2:
            print("big")
    finally:
        sys.stdout = before
    print("after", x)
    return kept.getvalue(), sys.stdout is before


def _short(message, category, filename, lineno, line=None):
    return f"{category.__name__}: {message}"


@add(1, f64(2.5), 3)
def ways_to_show_warnings(x):
    seen = []
    form, show = warnings.formatwarning, warnings.showwarning
    warnings.formatwarning = _short
    warnings.showwarning = lambda *told: seen.append(warnings.formatwarning(*told[:4]))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = lambda *told: seen.append(str(told[0]))
            warnings.warn(f"low {x}", stacklevel=1)
    finally:
        warnings.formatwarning, warnings.showwarning = form, show
    return seen, warnings.formatwarning is form
