"""The function that stands for a converted one, and costs as little as it can."""

from __future__ import annotations

import functools
import inspect
from types import FunctionType
from typing import Any

from autograph.polymorphic import signature_of
from tracer.context import ACTIVE

TEMPLATE = """\
def {name}{parameters}:
    {trace} = {active}()
    if {trace} is None:
        return {plain}({passed})
    return {trace}.functions.call({plain}, ({positional}), dict({keywords}))
"""


def wrapped(plain: FunctionType) -> FunctionType:
    """Give a function that runs `plain`, and lets a trace convert it.

    It is written with the very parameters of `plain`: packing and unpacking them would
    cost more than the look for a trace.
    """
    signature = signature_of(plain)
    taken = {plain.__name__, *signature.parameters}
    names = {}
    for name in ("trace", "active", "plain"):
        while name in taken:
            name += "_"
        taken.add(name)
        names[name.rstrip("_")] = name
    positional, keywords = [], []
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.append(f"*{name}")
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.append(f"**{name}")
        elif parameter.kind is parameter.KEYWORD_ONLY:
            keywords.append(f"{name}={name}")
        else:
            positional.append(name)
    text = TEMPLATE.format(
        name="converted",
        parameters=_declared(signature),
        passed=", ".join([*positional, *keywords]),
        positional="".join(f"{item}, " for item in positional),
        keywords=", ".join(keywords),
        **names,
    )
    space: dict[str, Any] = {names["active"]: ACTIVE.get, names["plain"]: plain}
    exec(compile(text, f"<converted {plain.__name__}>", "exec"), space)
    made: FunctionType = space["converted"]
    functools.update_wrapper(made, plain)
    made.__defaults__ = plain.__defaults__
    made.__kwdefaults__ = plain.__kwdefaults__
    return made


def _declared(signature: inspect.Signature) -> str:
    """Write the parameters, each default as None: the real ones are set afterwards."""
    bare = [
        parameter.replace(
            default=parameter.empty if parameter.default is parameter.empty else None
        )
        for parameter in signature.parameters.values()
    ]
    return str(inspect.Signature(bare))
