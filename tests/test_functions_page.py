"""`docs/functions.md`: what it shows is what happens."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "functions.md"


def test_the_page_tells_the_truth():
    failed, tried = doctest.testfile(
        str(PAGE),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )
    assert (failed, tried > 20) == (0, True)
