"""Sets that the compiler made, in the order that the user's code has them."""

from __future__ import annotations

from types import CodeType

from autograph.source.registry import code_objects


def with_constants_of(code: CodeType, original: CodeType) -> CodeType:
    """Return converted code with the constant sets of the user's code.

    Where hashes collide, the order of a set depends on how it was made: the compiler
    makes one of all displays of a module with equal items, and a module read from its
    bytecode has another order than one that was just compiled.

    Parameters
    ----------
    code
        The converted code.
    original
        The code of the user's function.
    """
    theirs = {
        _contents(item): item
        for inner in code_objects(original)
        for item in inner.co_consts
        if isinstance(item, frozenset)
    }
    return _replaced(code, theirs) if theirs else code


def _contents(items: frozenset[object]) -> tuple[str, ...]:
    """Return what tells a set of constants from others, whatever its order."""
    return tuple(sorted(map(repr, items)))


def _replaced(
    code: CodeType, theirs: dict[tuple[str, ...], frozenset[object]]
) -> CodeType:
    constants: list[object] = []
    for item in code.co_consts:
        if isinstance(item, CodeType):
            item = _replaced(item, theirs)
        elif isinstance(item, frozenset):
            item = theirs.get(_contents(item), item)
        constants.append(item)
    return code.replace(co_consts=tuple(constants))
