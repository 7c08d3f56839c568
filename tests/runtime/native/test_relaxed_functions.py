"""What ``relaxed=True`` gives: close to the exact values, and faster."""

from __future__ import annotations

import functools
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph
from runtime.native.elementwise.relaxed_functions import FUNCTIONS, ULPS
from tests.runtime.native.natively import native, natives, same

pytest.importorskip("llvmlite")

relaxed = functools.partial(autograph.function, executor="native", relaxed=True)
DOCUMENT = Path(__file__).parents[3] / "docs" / "machine-code.md"
SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, -1e-310, 1e308, -3.0, 2.0**21)


def exp(x):
    return np.exp(x) * 1.0


def log(x):
    return np.log(x) * 1.0


def sin(x):
    return np.sin(x) * 1.0


def cos(x):
    return np.cos(x) * 1.0


def tanh(x):
    return np.tanh(x) * 1.0


ALL: dict[str, Any] = {each.__name__: each for each in (exp, log, sin, cos, tanh)}


def arguments(name: str) -> np.ndarray:
    """Return many ordinary arguments, and difficult ones."""
    random = np.random.default_rng(11)
    wide = 10.0 ** random.uniform(-300, 300, 100_000)
    if name == "log":
        near = 1 + random.uniform(-1, 1, 50_000) * 1e-6
        return np.concatenate([wide, random.uniform(0.5, 2, 100_000), near])
    if name == "exp":
        return random.uniform(-707.9, 707.9, 200_000)
    if name == "tanh":
        near = random.uniform(-1, 1, 100_000)
        return np.concatenate([wide, -wide, near, 25 * near])
    multiples = np.arange(1.0, 200_000.0) * np.pi / 2
    small = wide[wide < 1e6]
    return np.concatenate([random.uniform(-1e6, 1e6, 200_000), multiples, small])


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 60, reason="no longer floats here")
@pytest.mark.parametrize("name", ALL)
def test_functions_are_as_close_as_they_say(name: str) -> None:
    x = arguments(name)
    function = relaxed(ALL[name])
    found = function(x)
    exact = getattr(np, name)(x.astype(np.longdouble))
    unit = np.spacing(np.abs(exact.astype(float)))
    assert (np.abs(found - exact) <= ULPS[name] * unit).all()
    assert (found != ALL[name](x)).any()  # else nothing is tested here
    assert natives(function)[0].faults == 0


def test_the_table_in_the_documents() -> None:
    rows = DOCUMENT.read_text(encoding="utf-8")
    assert ULPS.keys() == FUNCTIONS.keys() == ALL.keys()
    for name, ulps in ULPS.items():
        assert f"| `np.{name}` | {ulps} |" in rows
        assert ulps <= 4


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("special", SPECIAL)
def test_numbers_out_of_the_ordinary_are_numpys(name: str, special: float) -> None:
    function, plain = relaxed(ALL[name]), ALL[name]
    x = np.linspace(0.1, 1.0, 1300)
    x[[3, 700, 1299]] = special
    for given in (x, np.full(5, special), np.repeat(x, 2)[::2]):
        with warnings.catch_warnings(record=True) as ours:
            warnings.simplefilter("always")
            found = function(given)
        with warnings.catch_warnings(record=True) as numpys:
            warnings.simplefilter("always")
            expected = plain(given)
        assert [str(a.message) for a in ours] == [str(b.message) for b in numpys]
        np.testing.assert_allclose(found, expected, rtol=1e-15, atol=0)
        assert (np.signbit(found) == np.signbit(expected))[~np.isnan(expected)].all()


def test_the_rest_stays_exact() -> None:
    x = arguments("exp")[:3000]
    relaxed(exp)(x)
    same(exp, x)
    single = relaxed(exp)
    given = x.astype(np.float32) / 10
    assert single(given).tobytes() == exp(given).tobytes()  # NumPy's own are fast


def test_products_and_sums_may_be_rounded_once() -> None:
    def chain(x, y, z):
        return x * y + z

    x, y, z = np.random.default_rng(12).random((3, 5000)) - 0.5
    found, expected = relaxed(chain)(x, y, z), chain(x, y, z)
    exact = x.astype(np.longdouble) * y + z
    assert (np.abs(found - exact) <= np.abs(expected - exact) + 1e-19).all()
    assert native(chain)(x, y, z).tobytes() == expected.tobytes()


def test_sums_of_loops_may_be_in_any_order() -> None:
    def total(x, y):
        found = 0.0
        for i in range(len(x)):
            found += x[i] * y[i]
        return found

    x, y = np.random.default_rng(13).random((2, 10_007))
    assert relaxed(total)(x, y) == pytest.approx(total(x, y), rel=1e-12)
    assert native(total)(x, y) == total(x, y)


def test_the_report_says_so() -> None:
    x = np.ones(10)
    assert ", relaxed" in relaxed(exp).get_concrete_function(x).native
    assert ", relaxed" not in native(exp).get_concrete_function(x).native
