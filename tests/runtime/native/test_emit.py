"""One function of LLVM's assembly language, instruction by instruction."""

import pytest

from runtime.native.assembly.emit import Writer
from runtime.native.assembly.values import NotNative


def test_what_was_computed_in_the_same_block_is_not_computed_again():
    w = Writer()
    assert w.put("add i64 %x, %y") == w.put("add i64 %x, %y")
    w.begin(w.label("next"))
    w.put("add i64 %x, %y")
    assert len([line for line in w.lines if "add" in line]) == 2


def fail(w, blocks):
    with w.attempt():
        w.put("add i64 %x, 2")
        for _ in range(blocks):
            w.begin(w.label("within"))
        raise NotNative("this")


@pytest.mark.parametrize("blocks", [0, 1])
def test_what_an_attempt_takes_back_is_computed_again(blocks):
    w = Writer()
    before = w.put("add i64 %x, 1")
    with pytest.raises(NotNative):
        fail(w, blocks)
    after = w.put("add i64 %x, 2")
    assert w.put("add i64 %x, 1") == before
    assert w.lines == [f"  {before} = add i64 %x, 1", f"  {after} = add i64 %x, 2"]
