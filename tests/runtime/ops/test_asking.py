"""Of which of their operands operations may run methods of the user's objects."""

import pytest

from runtime.ir.behavior import runs_methods
from runtime.operations import read_graph

CALLS = {
    "x: float = float!(o)": True,
    "x: any = add!(o, 1)": True,
    "x: any = add!(l, [o])": False,  # lists are put together as they are
    "x: any = less!(l, l)": True,
    "x: int = len(l)": False,
    "x: any = getitem!(l, slice(o, None, None))": True,
    "x: list<obj> = list_new([o])": False,
    "x: dict = dict_new!({1: o})": False,
    "x: dict = dict_new!({o: 1})": True,
    "setitem!(l, 0, o)": False,
    "setitem!(a, 0, o)": True,
    'x: any = call_method!((o, 1), "count", 2)': True,
    'x: any = call_method!(d, "append", o)': False,
    'x: any = call_method!(d, "insert", 0, o)': False,
    "x: bool = is_(o, None)": False,
}


@pytest.mark.parametrize(("call", "runs"), CALLS.items(), ids=list(CALLS))
def test_methods_that_a_call_may_run(call, runs):
    graph = read_graph(
        f"""graph f(o: obj, l: list<obj>, a: float64[3], d: any) -> None {{
          {call}
          return None
        }}"""
    )
    assert runs_methods(graph.region.nodes[0]) == runs
