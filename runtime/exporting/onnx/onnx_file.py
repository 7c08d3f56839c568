"""The file of a model, by the package `onnx`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from runtime.exporting.onnx.onnx_blocks import Block, Step
from runtime.exporting.onnx.onnx_model import Written
from runtime.exporting.onnx.onnx_values import Tensor

OPSET = 21
FORMAT = 10
"""The version of the format of files that opset 21 came with."""


def as_model(written: Written) -> Any:
    """Return a model as `onnx` has it, checked.

    Raises
    ------
    ImportError
        If `onnx` is not installed.
    """
    try:
        onnx = import_module("onnx")
    except ImportError:
        raise ImportError(
            "models are written by the package onnx, which is not installed: "
            "pip install 'numpy-autograph[onnx]'"
        ) from None
    graph = _graph(onnx, written.block, written.constants)
    model = onnx.helper.make_model(
        graph,
        opset_imports=[onnx.helper.make_opsetid("", OPSET)],
        ir_version=FORMAT,
        producer_name="numpy-autograph",
        doc_string=written.documentation,
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def text_of(model: Any) -> str:
    """Return a model as text, in the language of ``onnx.printer``."""
    text: str = import_module("onnx").printer.to_text(model)
    return text


def _graph(onnx: Any, block: Block, constants: dict[str, np.ndarray]) -> Any:
    made = onnx.helper.make_graph(
        [_node(onnx, each) for each in block.steps],
        block.name,
        [_info(onnx, each) for each in block.inputs],
        [_info(onnx, each) for each in block.outputs],
    )
    for name, array in constants.items():
        made.initializer.append(onnx.numpy_helper.from_array(array, name))
    return made


def _info(onnx: Any, tensor: Tensor) -> Any:
    dims = [
        f"{tensor.name}_{axis}" if size is None else size
        for axis, size in enumerate(tensor.shape)
    ]
    kind = onnx.helper.np_dtype_to_tensor_dtype(tensor.dtype)
    return onnx.helper.make_tensor_value_info(tensor.name, kind, dims)


def _node(onnx: Any, step: Step) -> Any:
    given = {}
    for name, value in step.attributes.items():
        if isinstance(value, Block):
            value = _graph(onnx, value, {})
        elif isinstance(value, np.dtype):
            value = onnx.helper.np_dtype_to_tensor_dtype(value)
        given[name] = value
    return onnx.helper.make_node(
        step.operation,
        step.inputs,
        step.outputs,
        name=step.outputs[0],
        doc_string=step.line or None,
        **given,
    )
