"""The streams of `sys`, which programs bind to other files."""

import contextlib
import io
import sys

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
