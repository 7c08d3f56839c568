"""The head of an exported function: its signature and its docstring, as text."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from runtime.saving.signature import KINDS, REQUIRED, Parameter

Kind = inspect._ParameterKind


def parameter_list(
    parameters: Sequence[Parameter], default: Callable[[str, Any], str]
) -> str:
    """Return parameters as they stand in a ``def``.

    Parameters
    ----------
    parameters : sequence of Parameter
        The parameters.
    default : callable
        Returns the text of a default, from the parameter's name and the value.

    Examples
    --------
    >>> x, n = Parameter("x", "POSITIONAL_ONLY"), Parameter("n", "KEYWORD_ONLY", 2)
    >>> parameter_list((x, n), lambda name, value: repr(value))
    'x, /, *, n=2'
    """
    texts: list[str] = []
    starred = False
    for position, each in enumerate(parameters):
        kind = KINDS[each.kind]
        if kind is Kind.KEYWORD_ONLY and not starred:
            texts.append("*")
        stars = {Kind.VAR_POSITIONAL: "*", Kind.VAR_KEYWORD: "**"}.get(kind, "")
        starred |= kind in (Kind.VAR_POSITIONAL, Kind.KEYWORD_ONLY)
        given = each.default
        told = "" if given is REQUIRED else f"={default(each.name, given)}"
        texts.append(f"{stars}{each.name}{told}")
        following = parameters[position + 1 :]
        last = not any(KINDS[other.kind] is kind for other in following)
        if kind is Kind.POSITIONAL_ONLY and last:
            texts.append("/")
    return ", ".join(texts)


def docstring_lines(text: str) -> list[str]:
    """Return the lines of a docstring, with its quotes.

    Examples
    --------
    >>> docstring_lines("One line.")
    ['\"\"\"One line.\"\"\"']
    """
    text = inspect.cleandoc(text)
    lines = text.splitlines() or [""]
    odd = "\\" in text or '"""' in text or text.endswith('"')
    if odd or not all(line.isprintable() for line in lines):
        return [repr(text)]
    lines[0] = f'"""{lines[0]}'
    if len(lines) > 1:
        return [*lines, '"""']
    return [f'{lines[0]}"""']
