"""Whether functions give in onnxruntime what they give with NumPy: see `tests.exports`.

Values agree as those on JAX do. Models are run in processes of their own, of which one
that crashes is a difference.
"""

from __future__ import annotations

import inspect
import multiprocessing
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

import autograph
from autograph.polymorphic.exportable import exportable
from runtime.errors import AutographError, NotExportable
from runtime.exporting.functional_form import functional
from runtime.exporting.onnx.onnx_file import as_model
from runtime.exporting.onnx.onnx_model import named, onnx_model
from runtime.ir.nodes import Value
from runtime.saving.saved import Saved
from tests.corpus.case import Case
from tests.exports_to_jax import (
    FROM_BEST,
    agree,
    changed_in,
    holds_small,
    plain_call,
)
from tests.harness import DIFFERENT, OBSCURE, REFUSED, SAME

SECONDS = 60
THERE = "_is_there"
BEYOND_64_BITS = frozenset(("moving_types.python_int_meets_numpy",))
"""Functions whose whole numbers of Python have more bits on their way: other there."""


def judged(case: Case) -> tuple[str, str]:
    """Return the worst verdict of a function's calls, and the reason."""
    if case.name in BEYOND_64_BITS:
        return OBSCURE, "whole numbers of Python have 64 bits in ONNX, as is said"
    found = [judged_call(case, number) for number in range(case.count)]
    return max(found, key=lambda each: FROM_BEST.index(each[0]))


def judged_call(case: Case, number: int) -> tuple[str, str]:
    """Return the verdict of one call, and the reason."""
    plain = plain_call(case, number)
    if plain is None:
        return SAME, "not asked"
    given = case.arguments(number)
    try:
        concrete = autograph.function(case.function).get_concrete_function(*given)
        saved = exportable(concrete)
        written = onnx_model(saved, "")
        _, changed = functional(saved)
    except AutographError as error:
        told = isinstance(error, NotExportable) or error.span is not None
        return REFUSED if told else OBSCURE, str(error)
    except Exception as error:
        return OBSCURE, f"the export fails: {type(error).__name__}: {error}"
    try:
        model = as_model(written).SerializeToString()
    except Exception as error:
        return OBSCURE, f"{type(error).__name__}: {error}"
    result, after = plain
    left = inspect.signature(case.function).bind(*after).arguments
    gives = not changed or written.block.outputs[0].name.startswith("result")
    wanted = [*([] if result is None and not gives else [result])]
    wanted += changed_in(saved, changed, left)
    found = ran(model, feeds(saved, case.function, case.arguments(number)))
    if isinstance(found, str):
        return OBSCURE, found
    small = holds_small(case.arguments(number))
    names = [each.name for each in written.block.outputs]
    if is_given(wanted, list(zip(names, found, strict=True)), small):
        return SAME, ""
    return DIFFERENT, f"{wanted!r} in onnxruntime {found!r}"


def is_given(wanted: list[Any], found: list[tuple[str, Any]], small: bool) -> bool:
    """Whether outputs of a model are what a function gives; the outputs are taken."""
    return all(_takes(each, found, small) for each in wanted) and not found


def _takes(wanted: Any, found: list[tuple[str, Any]], small: bool) -> bool:
    if isinstance(wanted, dict):
        wanted = tuple(wanted.values())
    if type(wanted) is list and wanted and not any(map(_has_items, wanted)):
        wanted = tuple(wanted)  # no matrix: an output for each of them
    whole = found and found[0][0] == f"result{THERE}"
    if found and found[0][0].endswith(THERE) and (whole or type(wanted) is not tuple):
        name, there = found.pop(0)
        if wanted is None:
            base = name.removesuffix(THERE)
            while found and re.fullmatch(rf"{base}(_\d+)*", found[0][0]):
                found.pop(0)
            return not there
        return bool(there) and _takes(wanted, found, small)
    if isinstance(wanted, tuple):
        return all(_takes(each, found, small) for each in wanted)
    if isinstance(wanted, list) and not wanted and found:
        base = found[0][0]
        empty = [found.pop(0)]
        while found and re.fullmatch(rf"{base}_\d+", found[0][0]):
            empty.append(found.pop(0))  # tuples: an output for each of their places
        return all(each.shape[0] == 0 for _, each in empty)
    tensors = flattened(wanted)
    taken = [found.pop(0)[1] for _ in tensors if found]
    return len(taken) == len(tensors) and all(
        agree(one, other, small) for one, other in zip(tensors, taken, strict=True)
    )


def _has_items(value: Any) -> bool:
    return type(value) is not list or bool(value)


def feeds(saved: Saved, function: Any, arguments: Sequence[Any]) -> dict[str, Any]:
    """Return what a model is given for a call."""
    bound = inspect.signature(function).bind(*arguments)
    bound.apply_defaults()
    found: dict[str, Any] = {}
    for value, source in zip(saved.graph.inputs, saved.sources, strict=True):
        if type(source) is tuple:
            name, *keys = source
            held = bound.arguments[str(name)]
            for key in keys:
                held = held[key]
            tensors = flattened(held, value)
            for place, each in enumerate(tensors):
                base = named(source)
                found[base if not place else f"{base}_{place + 1}"] = each
    return found


def flattened(value: Any, of: Value | None = None) -> list[np.ndarray]:
    """Return the tensors of a value: of a list one, of a tuple one for each item.

    Of a list of tuples there is one for each of their places.
    """
    if value is None:
        return []
    if isinstance(value, dict):
        return [each for item in value.values() for each in flattened(item)]
    if isinstance(value, tuple):
        return [each for item in value for each in flattened(item)]
    if isinstance(value, list) and value:
        rows = list(map(flattened, value))
        counts = {tuple([each.shape for each in row]) for row in rows}
        alike = len(counts) == 1
        if not all(isinstance(each, list) for each in value):
            if alike:
                return [np.array(column) for column in zip(*rows, strict=True)]
        elif alike and len(rows[0]) == 1:
            return [np.array([row[0] for row in rows])]
        return [each for row in rows for each in row]
    return [np.asarray(value)]


def ran(model: bytes, given: dict[str, Any]) -> list[np.ndarray] | str:
    """Return what a model gives, run in another process; a text if it crashes."""
    worker = _worker()
    worker.send((model, given))
    try:
        if worker.poll(SECONDS):
            return worker.recv()
        told = "it does not end"
    except EOFError:
        told = "onnxruntime crashes"
    _WORKERS.pop()[1].kill()
    return told


_WORKERS: list[Any] = []


def _worker() -> Any:
    if not _WORKERS:
        context = multiprocessing.get_context("forkserver")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        _WORKERS.append((ours, process))
    return _WORKERS[0][0]


def _serve(connection: Any) -> None:
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    while True:
        model, given = connection.recv()
        try:
            session = onnxruntime.InferenceSession(
                model, options, providers=["CPUExecutionProvider"]
            )
            taken = {}
            for each in session.get_inputs():
                dtype = _DTYPES[each.type]
                taken[each.name] = np.asarray(given[each.name], dtype)
            connection.send(session.run(None, taken))
        except Exception as error:
            connection.send(f"{type(error).__name__}: {error}")


_DTYPES = {
    f"tensor({name})": np.dtype(dtype)
    for name, dtype in {
        "bool": "bool",
        "float16": "float16",
        "float": "float32",
        "double": "float64",
        **{
            each: each
            for each in "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
        },
    }.items()
}
