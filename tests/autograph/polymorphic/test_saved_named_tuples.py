"""Named tuples in files: told by their name and fields, without their classes."""

from __future__ import annotations

import subprocess
import sys
from collections import namedtuple
from typing import NamedTuple

import numpy as np
import pytest

import autograph as ag
from runtime.errors import NotSavable, SignatureError


class Line(NamedTuple):
    slope: np.ndarray
    start: float


State = namedtuple("State", "line step")  # both kinds are tried


class Curved(Line):
    pass


@ag.function
def descended(state: State, x: np.ndarray) -> tuple[State, float]:
    def loss(line):
        return ((line.slope * x).sum() - line.start) ** 2

    by = ag.grad(loss)(state.line)
    line = Line(state.line.slope - 0.1 * by.slope, state.line.start - 0.1 * by.start)
    return State(line, state.step + 1), loss(line)


BEGIN = State(Line(np.ones(3), np.float64(2.0)), np.int64(0))
X = np.arange(3.0)


@pytest.fixture
def loaded(tmp_path):
    descended(BEGIN, X)
    ag.save(tmp_path / "line.ag", descended)
    return ag.load(tmp_path / "line.ag").descended


def test_named_tuples_go_in_and_come_out(loaded):
    (state, loss), (wanted, as_well) = loaded(BEGIN, X), descended(BEGIN, X)
    assert repr(state) == repr(wanted)
    assert loss == as_well
    assert state.line._fields == ("slope", "start")
    again, _ = loaded(state, X)
    assert again.step == 2


def test_other_fields_and_other_names_are_refused(loaded):
    Line = namedtuple("Line", "slope end")
    with pytest.raises(SignatureError, match=r"s\[0\]|state\[0\]: it is a Line"):
        loaded(State(Line(np.ones(3), 2.0), np.int64(0)), X)
    with pytest.raises(SignatureError, match="it is a tuple, not a State"):
        loaded(tuple(BEGIN), X)


def test_only_the_runtime_is_imported(loaded, tmp_path):
    program = f"""
import sys
sys.modules["autograph"] = None
from collections import namedtuple
import numpy as np
from runtime.saving import load
state = namedtuple("State", "line step")(
    namedtuple("Line", "slope start")(np.ones(3), np.float64(2.0)), np.int64(0)
)
state, loss = load({str(tmp_path / "line.ag")!r}).descended(state, np.arange(3.0))
print(type(state).__name__, state.step)
"""
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["State", "1"]


def test_what_is_loaded_is_saved_again(loaded, tmp_path):
    ag.save(tmp_path / "again.ag", loaded)
    again = ag.load(tmp_path / "again.ag").descended
    assert again(BEGIN, X)[1] == loaded(BEGIN, X)[1]


def test_classes_that_add_to_a_named_tuple_are_refused(tmp_path):
    concrete = ag.function(lambda line: line.slope.sum() * 2)
    with pytest.raises(NotSavable, match="a Curved"):
        ag.save(
            tmp_path / "curved.ag",
            concrete.get_concrete_function(Curved(np.ones(3), 2.0)),
        )
