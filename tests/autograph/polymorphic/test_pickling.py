"""Pickles of graphs and concrete functions, which run in another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import autograph as ag
from tests.autograph.polymorphic.model import Model

X = np.array([3.0, -1.0, 2.0])
WEIGHTS = np.ones(3)
RATE = 2.0


@ag.function
def rectified(x, by=RATE):
    total = 0.0
    for value in x:
        if value > 0:
            total += value * RATE
    return total * by


@ag.function
def weighted(x):
    return x * WEIGHTS


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_a_graph_comes_back_equal():
    graph = rectified.get_concrete_function(X).graph
    assert again(graph) == graph
    assert str(again(graph)) == str(graph)


def test_a_concrete_function_comes_back_with_its_graph_and_its_signature():
    concrete = rectified.get_concrete_function(X)
    back = again(concrete)
    assert back(X) == concrete(X) == 20.0
    assert back.pretty_printed_signature() == concrete.pretty_printed_signature()
    assert back.python_function is rectified.python_function
    with pytest.raises(ag.AutographError, match=r"its shape is \(2,\), not \(3,\)"):
        back(X[:2])


def test_a_graph_is_read_in_another_process():
    graph = rectified.get_concrete_function(X).graph
    text = "import pickle, sys; print(pickle.load(sys.stdin.buffer), end='')"
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, input=pickle.dumps(graph), capture_output=True)
    assert done.stdout.decode() == str(graph)


def test_it_keeps_no_values_from_outside_that_belong_to_the_process():
    with pytest.raises(pickle.PicklingError, match="it reads WEIGHTS from outside"):
        pickle.dumps(weighted.get_concrete_function(X))


def test_the_function_has_to_be_found_by_its_name():
    concrete = ag.function(lambda x: x + 1).get_concrete_function(X)
    with pytest.raises(pickle.PicklingError, match="define it at the top level"):
        pickle.dumps(concrete)


def test_a_graph_for_objects_of_a_class_serves_others_of_it():
    for rate in (1.0, 2.0, 4.0):  # one that changes is a value of the graph
        Model(rate).step(np.float64(1.0))
    concrete = Model.step.get_concrete_function(Model(), np.float64(1.0))
    loaded = pickle.loads(pickle.dumps(concrete))
    assert loaded(Model(3.0), np.float64(2.0)) == 7


def test_a_copy_of_a_concrete_function_is_itself():
    concrete = weighted.get_concrete_function(X)
    assert copy.copy(concrete) is copy.deepcopy(concrete) is concrete


def test_a_graph_is_one_line_in_a_list():
    graph = rectified.get_concrete_function(X).graph
    assert repr(graph).startswith("<Graph rectified(x: float64[3]) -> {float")
    assert repr(graph).endswith(" operations>")
    assert "\n" not in repr(graph)
