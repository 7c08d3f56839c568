"""Regions being built: names, nesting, and how all of it is taken back."""

from runtime.ops import OPS
from runtime.types import INT
from tracer.record.builder import Builder
from tracer.record.slots import Slot, write_slot


def recorded(builder):
    return [node.results[0].name for node in builder.region.nodes]


def append(builder, base="t"):
    builder.append(OPS["add"], (), results=(builder.value(base, INT),))


def test_names_are_numbered_by_base():
    builder = Builder()
    names = [builder.value(base, INT).name for base in ("t", "n", "t")]
    assert names == ["t.1", "n.1", "t.2"]


def test_inputs_have_names_of_their_own():
    builder = Builder()
    names = [builder.input("x", INT).name for _ in range(3)]
    assert names == ["x", "x_1", "x_2"]


def test_regions_nest_and_close():
    builder = Builder()
    outer = builder.region
    inner = builder.open()
    assert builder.staged
    append(builder)
    region = builder.close(())
    assert len(region.nodes) == 1
    assert builder.region is outer
    assert not inner.open
    assert not builder.staged


def test_rollback_takes_back_nodes_names_regions_and_storage():
    builder, storage = Builder(), {"count": 1}
    append(builder)
    mark = builder.mark()
    append(builder)
    write_slot(builder, Slot(storage, "count"), 2)
    write_slot(builder, Slot(storage, "late"), 3)
    inner = builder.open()
    append(builder)
    builder.rollback(mark)
    assert recorded(builder) == ["t.1"]
    assert builder.value("t", INT).name == "t.2"
    assert storage == {"count": 1}
    assert not inner.open


def test_slots_know_what_was_there_before_the_region():
    builder, storage = Builder(), {"count": 1}
    region = builder.open()
    slot = Slot(storage, "count")
    for value in (2, 3):
        write_slot(builder, slot, value)
    assert region.changed == {slot: 1}
    assert slot.read() == 3


def test_regions_know_what_gives_a_value_also_after_a_rollback():
    builder = Builder()
    append(builder)
    mark = builder.mark()
    append(builder)
    append(builder)
    (_, _, third) = [node.results[0] for node in builder.region.nodes]
    assert builder.region.node_of(third) is builder.region.nodes[2]
    builder.rollback(mark)
    assert builder.region.node_of(third) is None
    append(builder)
    append(builder)
    assert builder.region.node_of(third) is builder.region.nodes[2]
