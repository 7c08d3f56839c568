"""Modules and their names that are missing when a function is traced, or later."""

from __future__ import annotations

import importlib
import sys
import types

import numpy as np
import pytest

import autograph as ag

HERE = sys.modules[__name__]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("comes_late", None)


def write(folder):
    (folder / "comes_late.py").write_text("value = 3\n")
    importlib.invalidate_caches()


def remove(folder):
    (folder / "comes_late.py").unlink()
    del sys.modules["comes_late"]
    importlib.invalidate_caches()


def imports(x):
    import comes_late  # type: ignore[import-not-found]  # the tests write it

    return comes_late.value + x


def imports_name(x):
    from comes_late import value

    return value + x


def imports_in_branch(x):
    if x > 1:
        import comes_late

        return comes_late.value + x
    return x


def imports_in_loop(x):
    for _ in range(x):
        import comes_late

        x = x + comes_late.value
    return x


FUNCTIONS = [imports, imports_name, imports_in_branch, imports_in_loop]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_module_that_comes_later_is_imported(function, folder):
    decorated = ag.function(function, callbacks="allow")
    with pytest.raises(ModuleNotFoundError, match="comes_late"):
        decorated(np.int64(2))
    write(folder)
    assert decorated(np.int64(2)) == function(np.int64(2))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_module_that_goes_away_is_missed(function, folder):
    decorated = ag.function(function, callbacks="allow")
    write(folder)
    assert decorated(np.int64(2)) == function(np.int64(2))
    remove(folder)
    with pytest.raises(ModuleNotFoundError, match="comes_late"):
        decorated(np.int64(2))


def test_a_module_that_is_replaced_is_used(folder):
    decorated = ag.function(imports, callbacks="allow")
    write(folder)
    assert decorated(np.int64(2)) == 5
    sys.modules["comes_late"] = types.SimpleNamespace(value=4)
    assert decorated(np.int64(2)) == 6


def reads(x):
    return HERE.set_later + x


def test_a_name_of_a_module_that_is_set_later_is_read(monkeypatch):
    decorated = ag.function(reads)
    with pytest.raises(AttributeError, match="set_later"):
        decorated(2)
    monkeypatch.setattr(HERE, "set_later", 3, raising=False)
    assert decorated(2) == 5
    monkeypatch.undo()
    with pytest.raises(AttributeError, match="set_later"):
        decorated(2)
