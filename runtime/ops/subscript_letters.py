"""The letters of `einsum`: one for each dimension of the operands and the result."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters


def letters_of(subscripts: str, ranks: Sequence[int]) -> tuple[list[str], str]:
    """Return the letters of each operand and of the result, an ellipsis spelled out.

    Parameters
    ----------
    subscripts : str
        As `einsum` takes them.
    ranks : sequence of int
        The number of dimensions of each operand.

    Examples
    --------
    >>> letters_of("...ij, jk", (4, 2))
    (['YZij', 'jk'], 'YZik')
    """
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    free = [letter for letter in reversed(ascii_letters) if letter not in subscripts]
    rest = ""
    for place, (term, rank) in enumerate(zip(terms, ranks)):
        if "..." in term:
            count = max(rank - len(term.replace("...", "")), 0)
            letters = "".join(reversed(free[:count]))
            rest = max(rest, letters, key=len)
            terms[place] = term.replace("...", letters)
    if not arrow:
        named = sorted({letter for letter in inputs if letter.isalpha()})
        output = rest + "".join(one for one in named if inputs.count(one) == 1)
    return terms, output.replace("...", rest)
