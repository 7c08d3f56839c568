"""Refusals where Python needs a value of which the trace knows only the type."""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from types import FrameType
from typing import NoReturn

from tracer.errors import NeedsPlainValue
from tracer.record.code_memory import positions
from tracer.record.deferred import Deferred
from tracer.record.frames import user_frame
from tracer.record.leaks import leaked, told
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

HINTS = {
    "bool": "write the test as an `if`, `while`, `and`, `or` or `not` in a function "
    "that is converted, or use np.where",
    "int": "use the value as it is: NumPy and range() accept it",
    "float": "use the value as it is, or call float() in a converted function",
    "complex": "use the value as it is, or call complex() in a converted function",
    "index": "index an array instead of a list or tuple, or pass a Python int to the "
    "function",
    "len": "call len() in a converted function, or use x.shape[0]",
    "in": "use `in` in a converted function, or np.isin",
    "array": "this function needs the array itself: call it in a function marked "
    "@ag.do_not_convert",
    "hash": "a dict or set key has to be a plain Python value: use an array indexed by "
    "it",
    "str": "use an f-string or print() in a converted function",
    "pickle": "pickle the results, outside of the compiled function",
    "with": "enter the context manager outside of the compiled function",
    "iter": "iterate over it with a `for` statement",
}
GENERATOR = "a test in a generator runs in Python: collect the values in a list instead"
KEPT = (
    "a test in a comprehension, or around a jump out of a `finally`, runs in "
    "Python: write a `for` statement with an `if`"
)
ASKED_BY = {
    ast.Call: "the function called here needs it in Python: use a NumPy function, or a "
    "loop with an `if`",
    ast.Compare: "containers compare their items in Python: compare arrays, with "
    "np.array_equal, or item by item in a loop",
}
"""Hints by the expression that asks for a truth value within Python itself."""
NUMBER_IN_CALL = (
    "the call needs a plain number: pass one to the compiled function, or make the "
    "call in a function marked @ag.do_not_convert"
)
NUMBERS = frozenset({"int", "float", "complex", "index"})
TEXT_LENGTH = 60
ASKED = frozenset("bool int float index hash str".split())
"""What Python asks of a value where an operator of converted code does not."""


def refuse(trace: Trace, symbol: Symbol, wanted: str, key: str) -> NoReturn:
    """Refuse to convert a symbol to what Python wants."""
    if trace.ended:
        raise leaked(symbol)
    frame = user_frame(sys._getframe(1))
    if frame is not None and key in ASKED:
        trace.part(Deferred).asks()
    hint = ""
    if frame is not None and key == "bool":
        hint = _hint_for_test(frame)
    elif frame is not None and key in NUMBERS and type(_expression(frame)) is ast.Call:
        hint = NUMBER_IN_CALL
    trace.refuse(
        NeedsPlainValue(
            f"Python needs {wanted} of a value that is known only when the function "
            f"runs{described(symbol, frame)}",
            hint=hint or HINTS[key],
        )
    )


def refuse_iteration(trace: Trace, symbol: Symbol) -> NoReturn:
    """Refuse to iterate over a symbol in Python."""
    trace.refuse(
        NeedsPlainValue(
            "Python iterates over a value whose length is known only when the function "
            f"runs{described(symbol, user_frame(sys._getframe(1)))}",
            hint=HINTS["iter"],
        )
    )


def described(symbol: Symbol, frame: FrameType | None) -> str:
    """Return a text for a symbol: by the user's name for it, or where it is used."""
    text = source_text(frame) if frame else ""
    return told(symbol, f"in `{text}`" if text else "")


def _hint_for_test(frame: FrameType) -> str:
    """Return the hint for a test that conversion left to Python."""
    running = type(_expression(frame))
    if running in ASKED_BY:
        return ASKED_BY[running]
    code = frame.f_code
    yields = code.co_flags & inspect.CO_GENERATOR and code.co_name != "<genexpr>"
    return GENERATOR if yields else KEPT


def _expression(frame: FrameType) -> ast.expr | None:
    """Return the expression of the source that runs, if it can be read."""
    try:
        return ast.parse(_running_text(frame), mode="eval").body
    except SyntaxError:
        return None


def source_text(frame: FrameType) -> str:
    """Return the source of the running expression, if it is short."""
    text = " ".join(_running_text(frame).split())
    try:
        ast.parse(text)
    except SyntaxError:  # a piece of an expression that spans lines
        return ""
    return text if len(text) <= TEXT_LENGTH else ""


def _running_text(frame: FrameType) -> str:
    code = frame.f_code
    line, end_line, column, end_column = positions(code)[frame.f_lasti // 2]
    if line is None or end_line is None or column is None or not end_column:
        return ""
    lines = [
        linecache.getline(code.co_filename, number).encode()
        for number in range(line, end_line + 1)
    ]
    lines[-1] = lines[-1][:end_column]
    lines[0] = lines[0][column:]
    return b" ".join(lines).decode(errors="replace")
