"""What draws are typed as, against what NumPy gives."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from runtime.ir.nodes import Value
from runtime.ops import OPS
from runtime.ops.draws import ROWS
from runtime.ops.infer import infer
from runtime.types import ANY, INT, Container, parse_type
from tests.runtime.ops.calls import KNOWN, argument, holds

NAMES = ("Generator", "RandomState")
MANY = np.array([1.0, 2.0])
BY_PARAMETERS = """
beta chisquare exponential f gamma gumbel laplace logistic lognormal
noncentral_chisquare noncentral_f normal pareto power rayleigh standard_gamma
standard_t uniform vonmises wald weibull binomial geometric hypergeometric logseries
negative_binomial poisson
""".split()
CALLS = [
    ("random", (), {}),
    ("random", (3,), {}),
    ("random", ((),), {}),
    ("standard_normal", ((2, 3),), {}),
    ("normal", (0.0, MANY), {}),
    ("normal", (np.array(1.0),), {}),
    ("normal", (), {"size": [2, 3]}),
    ("normal", (), {"size": np.array([2, 3])}),
    ("choice", (5,), {}),
    ("choice", (5, 2), {}),
    ("choice", (MANY,), {}),
    ("choice", (MANY, (2, 2)), {}),
    ("choice", (np.ones((2, 3)),), {}),
    ("choice", (["a", "b"],), {}),
    ("permutation", (4,), {}),
    ("permutation", (np.ones((2, 3)),), {}),
    ("dirichlet", ([1.0, 2.0],), {}),
    ("dirichlet", ([1.0, 2.0], (2, 2)), {}),
    ("multinomial", (3, [0.5, 0.5]), {}),
    ("multivariate_normal", ([0.0, 1.0], np.eye(2), 3), {}),
    ("bytes", (3,), {}),
    ("tomaxint", (), {}),
    ("rand", (), {}),
    ("rand", (2, 3), {}),
    ("randn", (2,), {}),
    ("randint", (5,), {}),
    ("randint", (5,), {"dtype": np.uint8}),
    ("randint", (5,), {"dtype": np.uint8, "size": 2}),
    ("randint", ([3, 4],), {}),
    ("integers", (5,), {}),
    ("integers", (5,), {"dtype": int}),
    ("integers", (2,), {"dtype": bool}),
    ("integers", (2,), {"dtype": "int8", "size": (2,)}),
    ("integers", (np.array(5),), {}),
    ("permuted", (MANY,), {}),
    ("permuted", (np.ones((2, 3)),), {"axis": -1}),
    ("permutation", (np.ones((2, 3)),), {"axis": 1}),
    ("permutation", (3,), {"axis": -1}),
    ("multivariate_hypergeometric", ([1, 0, 2], 3), {"size": 3}),
    ("multivariate_hypergeometric", ([1, 0, 2], 3), {}),
    ("get_state", (), {}),
    ("random_integers", (3,), {}),
    ("random_integers", (3,), {"size": (2, 2)}),
    ("tomaxint", (3,), {}),
    ("spawn", (2,), {}),
    ("random", (2,), {"dtype": np.float32}),
    ("random", (), {"dtype": np.float32}),
    *[(name, (0.5,) * count, {}) for name in BY_PARAMETERS for count in (0, 1, 2, 3)],
    *[(name, (2, 2, 3)[:count], {}) for name in BY_PARAMETERS for count in (1, 2, 3)],
    *[(name, (0.5, MANY)[:count], {}) for name in BY_PARAMETERS for count in (1, 2)],
]


def generator(kind):
    old = kind == "RandomState"
    return np.random.RandomState(0) if old else np.random.default_rng(0)


@pytest.mark.filterwarnings("ignore:This function is deprecated")
@pytest.mark.parametrize("kind", NAMES)
def test_the_predicted_type_holds(kind):
    row = OPS["draw"]
    receiver = Value("rng", Container(kind))
    for name, args, kwargs in CALLS:
        for known, symbolic in product(KNOWN, (False, True)):
            given = [argument(value, known, symbolic) for value in args]
            named = [(key, argument(value)) for key, value in kwargs.items()]
            predicted, fails = infer(row, [receiver, argument(name), *given], named)
            try:
                value = row.kernel(generator(kind), name, *args, **kwargs)
            except (TypeError, ValueError, AttributeError):
                continue
            if name != "spawn":
                assert holds(predicted, value), (name, args, kwargs, str(predicted))
            assert not fails


@pytest.mark.parametrize(
    ("name", "args", "kwargs", "expected"),
    [
        ("normal", (), {}, "float"),
        ("normal", (), {"size": (2, 3)}, "float64[2,3]"),
        ("normal", (MANY,), {}, "float64[2]"),
        ("integers", (5,), {}, "np.int64"),
        ("integers", (5,), {"size": 3}, "int64[3]"),
        ("poisson", (), {}, "int"),
        ("choice", (MANY,), {}, "np.float64"),
        ("permutation", (4,), {}, "int64[4]"),
        ("spawn", (4,), {}, "list<Generator>"),
    ],
)
def test_types_are_precise_where_they_can_be(name, args, kwargs, expected):
    given = [argument(value) for value in ("Generator", name, *args)]
    given[0] = Value("rng", parse_type("Generator"))
    named = [(key, argument(value)) for key, value in kwargs.items()]
    assert str(infer(OPS["draw"], given, named)[0]) == expected


def test_a_size_of_the_run_is_a_dimension_that_is_not_known():
    given = [Value("rng", Container("Generator")), argument("random"), Value("n", INT)]
    assert str(infer(OPS["draw"], given, [])[0]) == "float64[?]"
    given[0] = Value("rng", ANY)
    assert infer(OPS["draw"], given, [])[0] == ANY


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_samples_run_and_rejects_raise(row):
    for sample in row.samples:
        args, kwargs = sample()
        row.kernel(*args, **kwargs)
    for bad in row.rejects:
        args, kwargs = bad()
        with pytest.raises((TypeError, ValueError, AttributeError)):
            row.kernel(*args, **kwargs)
