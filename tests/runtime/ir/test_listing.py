"""The operations of a graph as a list."""

import pytest

from runtime.ir.nodes import Value
from runtime.operations import read_graph
from tests.runtime.random_graphs import random_graph

NESTED = """
graph work(add: float64[3], n: int; captures m: obj) -> {int | float64[3]} {
  t.1: float64[3] = add(add, add)                       # work.py:2
  r.1: int = while (s.1 = n) {
    t.2: bool = greater(s.1, 0)
    test t.2
  } do {
    t.3: int = subtract(s.1, 1)
    t.4: int = subtract(t.3, 1)
    yield t.4
  }
  r.2: int = while (s.2 = r.1) {
    t.5: bool = greater(s.2, 0)
    test t.5
  } do {
    t.6: int = subtract(s.2, 1)
    yield t.6
  }
  for e.1: np.float64 in t.1 {
    with m as w.1: any {
      print(e.1)
      yield
    }
    yield
  }
  t.7: bool = equal(r.2, 0)
  y.1: {int | float64[3]} = try {
    y.2: {int | float64[3]} = cond t.7 {
      yield t.1
    } else {
      yield r.2
    }
    yield y.2
  } except type(ValueError) as error.1: any {
    yield 1
  } except type(KeyError) as error.2: any {
    yield 2
  }
  return y.1
}
"""


def test_names_are_paths_that_number_what_comes_again():
    found = [(each.name, each.type) for each in read_graph(NESTED).get_operations()]
    assert found == [
        ("add", "Placeholder"),
        ("n", "Placeholder"),
        ("m", "Placeholder"),
        ("add_1", "add"),
        ("while", "while"),
        ("while/test/s.1", "Placeholder"),
        ("while/test/greater", "greater"),
        ("while/body/subtract", "subtract"),
        ("while/body/subtract_1", "subtract"),
        ("while_1", "while"),
        ("while_1/test/s.2", "Placeholder"),
        ("while_1/test/greater", "greater"),
        ("while_1/body/subtract", "subtract"),
        ("for", "for"),
        ("for/body/e.1", "Placeholder"),
        ("for/body/with", "with"),
        ("for/body/with/body/w.1", "Placeholder"),
        ("for/body/with/body/print", "print"),
        ("equal", "equal"),
        ("try", "try"),
        ("try/body/cond", "cond"),
        ("try/except_1/error.1", "Placeholder"),
        ("try/except_2/error.2", "Placeholder"),
    ]


def test_inputs_outputs_and_regions():
    found = {each.name: each for each in read_graph(NESTED).get_operations()}
    add, loop = found["add_1"], found["while"]
    assert [value.name for value in add.inputs] == ["add", "add"]
    assert [(value.name, value.shape) for value in add.outputs] == [("t.1", (3,))]
    assert str(add.outputs[0].dtype) == "float64"
    assert [value.name for value in loop.inputs] == ["n"]
    assert {name: len(inner) for name, inner in loop.regions.items()} == {
        "test": 2,
        "body": 2,
    }
    assert [value.name for value in found["m"].outputs] == ["m"]
    assert (found["m"].inputs, found["m"].span, found["m"].regions) == ([], None, {})
    assert (loop.outputs[0].dtype, loop.outputs[0].shape) == (None, ())
    assert repr(add) == "<GraphOperation 'add_1' type=add>"


@pytest.mark.parametrize("seed", range(40))
def test_a_list_is_stable_unique_and_whole(seed):
    graph = random_graph(seed)
    found = graph.get_operations()
    names = [each.name for each in found]
    assert len(set(names)) == len(names)
    assert names == [each.name for each in random_graph(seed).get_operations()]
    nodes = [each.source for each in found if not isinstance(each.source, Value)]
    assert nodes == list(graph.nodes())
    given = {value for each in found for value in each.outputs}
    assert all(value in given for each in found for value in each.inputs)
