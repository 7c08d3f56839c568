"""Whether nodes write what nodes before them have read."""

import pytest

from runtime.operations import read_graph
from tracer.record.builder import Builder
from tracer.record.rewriting import rewrites


def rewritten(before, reads, writes, outside=False):
    head = "graph f(x: float64[3], y: float64[3], o: obj) -> None {\n"
    builder, counts = Builder(), []
    for part in (before, before + reads, before + reads + writes):
        nodes = read_graph(head + part + "\n  return None\n}").region.nodes
        counts.append(len(nodes))
    builder.region.nodes[:] = nodes
    return rewrites(builder, counts[0], counts[1], outside)


@pytest.mark.parametrize(
    ("before", "reads", "writes", "may"),
    [
        ("", "r: np.float64 = getitem(x, 0)", "\n setitem(x, 0, 1.0)", True),
        ("", "r: np.float64 = getitem(x, 0)", "\n setitem(y, 0, 1.0)", True),
        ("", "r: float64[3] = add(x, 1.0)", "\n setitem(r, 0, 1.0)", False),
        (
            "z: float64[3] = copy(y)",
            "\n r: np.float64 = getitem(x, 0)",
            "\n setitem(z, 0, 1.0)",
            False,
        ),
        (
            "z: list<any> = list_new([])",
            "\n r: np.float64 = getitem(x, 0)",
            "\n list_append(z, o)",
            False,
        ),
        (
            "z: list<any> = list_new([o])",
            "\n r: int = len(z)",
            "\n list_append(z, o)",
            True,
        ),
        ("", "r: np.float64 = getitem(x, 0)", "\n c: any = call(o)", True),
    ],
)
def test_memory_that_was_read(before, reads, writes, may):
    assert rewritten(before, reads, writes) is may


def test_what_is_outside_may_have_been_read_unseen():
    assert rewritten("", "", "setitem(x, 0, 1.0)", outside=True)
    assert not rewritten("z: float64[3] = copy(y)", "", "\n setitem(z, 0, 1.0)", True)
