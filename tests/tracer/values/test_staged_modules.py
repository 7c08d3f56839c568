"""Attributes of modules."""

import contextlib
import io
import sys
import warnings

import autograph as ag


def numbered(count):
    out = sys.stdout
    for number in range(count):
        out.write(f"{number} ")
        print(count, file=sys.stdout)


def test_streams_of_sys_may_be_other_files_at_each_call() -> None:
    decorated = ag.function(numbered)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for count in (1, 2, 3, 4, 5):
            with contextlib.redirect_stdout(io.StringIO()) as plain:
                numbered(count)
            with contextlib.redirect_stdout(io.StringIO()) as shown:
                decorated(count)
            assert shown.getvalue() == plain.getvalue()
    assert decorated.trace_count <= 3  # the third number is an input
