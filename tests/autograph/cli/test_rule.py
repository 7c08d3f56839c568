"""``autograph rule``: the pages of ``docs/errors.md`` one by one."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("code", ["AG212", "ag210"])
def test_the_page_of_a_code(autograph, code):
    ended, out, err = autograph("rule", code)
    assert (ended, err) == (0, "")
    assert out.startswith(f"{code.upper()}: `")
    assert "Instead:" in out
    assert out.count("\n## ") == 0


def test_there_is_no_such_code(autograph):
    ended, out, err = autograph("rule", "AG1")
    assert (ended, out) == (2, "")
    assert "there is no code 'AG1'; the codes are AG000, AG100" in err


def test_all_codes(autograph):
    ended, out, _ = autograph("rule")
    assert ended == 0
    assert "AG212  LooksAtNames\nAG213  found in the source\n" in out
