"""Symbols that outlive their trace say who made them, and who has kept them."""

import gc
import types

import numpy as np
import pytest

import autograph as ag
from tracer.errors import LeakedSymbol

kept = None


def leaks(x):
    global kept
    y = x * 2
    kept = y
    return y


@pytest.fixture
def leaked():
    """A symbol whose trace has ended."""
    gc.freeze()  # who keeps one is sought among all objects: not among older ones
    found = []
    # What the trace takes for code of its own sees the symbols themselves.
    own = {"__name__": "autograph.leaking", "found": found}
    exec("def keep(value): found.append(value)", own)
    keep = own["keep"]

    @ag.function
    def doubled(x):
        y = x * 2
        keep(y)
        return y

    doubled(np.ones(2))
    return found[0]


@pytest.mark.parametrize(
    "use",
    [
        lambda value: value + 1,
        np.sum,
        bool,
        str,
        np.asarray,
        lambda value: value[0],
        lambda value: -value,
    ],
)
def test_using_one_says_where_it_was_made(leaked, use):
    with pytest.raises(LeakedSymbol, match="while doubled is traced") as caught:
        use(leaked)
    assert caught.value.span.excerpt().startswith("    y = x * 2")


def test_the_error_says_what_has_kept_it(leaked):
    module = types.ModuleType("keeper")
    module.kept = leaked
    with pytest.raises(LeakedSymbol, match="kept in the global 'kept' of keeper"):
        module.kept + 1


def test_using_one_in_another_trace_says_so_too(leaked):
    with pytest.raises(LeakedSymbol, match="after tracing"):
        ag.function(lambda x: x + leaked)(np.ones(2))


def test_converted_code_stores_values_not_symbols():
    ag.function(leaks)(np.ones(2))
    np.testing.assert_array_equal(kept, [2.0, 2.0])
