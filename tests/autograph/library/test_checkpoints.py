"""Variables in a file: by name, all or none, and never pickled."""

from __future__ import annotations

import pickle
import stat
import zipfile

import numpy as np
import pytest

import autograph as ag


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state.npz"


def weight(name="weight", **options):
    return ag.Variable(np.arange(6.0).reshape(2, 3), name=name, **options)


class Layer:
    def __init__(self):
        self.weight = weight()
        self.bias = ag.Variable(0.5)


class Model:
    __slots__ = ("layers", "named", "same", "step")

    def __init__(self):
        self.layers = [Layer(), Layer()]
        self.named = {"rate": ag.Variable(np.float32(0.1))}
        self.same = self.layers[0].weight
        self.step = ag.function(lambda x: x * self.same)


@pytest.mark.parametrize(
    "value",
    [1.5, 1, True, 1j, "abc", np.float32(1), [1, 2], np.zeros((0, 2)), ["a", "bcd"]],
)
def test_what_is_saved_comes_back_to_the_bit(path, value):
    saved = ag.Variable(value, name="v")
    ag.save_variables(path, [saved])
    restored = ag.Variable(np.zeros_like(saved.value), saved.dtype, name="v")
    ag.restore_variables(path, restored)
    assert restored.type == saved.type
    assert np.array_equal(restored, saved)


@pytest.mark.parametrize("name", ["a/b", "file", "arr_0", "w.npy", "ä b", "../up"])
def test_any_name_will_do(path, name):
    saved = weight(name)
    ag.save_variables(path, [saved, ag.Variable(1, name="w")])
    with np.load(path, allow_pickle=False) as found:
        assert len(found.files) == 2
    saved.assign(saved * 0)
    ag.restore_variables(path, [saved, ag.Variable(1, name="w")])
    assert np.array_equal(saved, weight())


def test_an_object_is_saved_by_paths(path):
    model, other = Model(), Model()
    model.layers[1].bias.assign(7.0)
    model.same.assign(model.same + 1)
    ag.save_variables(path, model)
    with np.load(path) as found:
        assert found.files == [
            "layers[0].weight",
            "layers[0].bias",
            "layers[1].weight",
            "layers[1].bias",
            "named['rate']",
        ]
    ag.restore_variables(path, other)
    assert other.layers[1].bias == 7
    assert np.array_equal(other.same, weight() + 1)


def test_a_dict_is_saved_by_its_keys(path):
    ag.save_variables(path, {"a": weight(), "b": ag.Variable(1)})
    one, two = weight(), ag.Variable(0)
    ag.restore_variables(path, {"b": two, "a": one})
    assert two == 1


def test_a_function_saves_what_its_graphs_use(path):
    count, unused = ag.Variable(0, name="count"), ag.Variable(0, name="unused")

    @ag.function
    def counted(x):
        return count.assign_add(x)

    with pytest.raises(ValueError, match="there is no Variable in"):
        ag.save_variables(path, counted)
    counted(3)
    ag.save_variables(path, counted)
    counted(4)
    ag.restore_variables(path, counted.get_concrete_function(3))
    assert (count, unused) == (3, 0)


def test_names_must_tell_them_apart(path):
    with pytest.raises(ValueError, match=r"named 'weight', one of float64\[2,3\]"):
        ag.save_variables(path, [weight(), weight()])
    with pytest.raises(ValueError, match="has no name"):
        ag.save_variables(path, [weight(), ag.Variable(1)])
    same = weight()
    ag.save_variables(path, [same, same])


def test_a_file_that_does_not_fit_changes_nothing(path):
    ag.save_variables(path, [weight("a"), weight("b"), weight("c")])
    a = weight("a")
    a.assign(a * 0)
    with pytest.raises(ValueError, match="has b, c, for which there is no Variable"):
        ag.restore_variables(path, [a])
    with pytest.raises(ValueError, match="lacks d and has c"):
        ag.restore_variables(path, [a, weight("b"), weight("d")])
    others = ag.Variable(np.zeros(3)), ag.Variable(weight(), dtype=np.float32)
    wrong = (
        r"b is float64\[2,3\] in the file and float64\[3\] here, c is .* float32\[2,3\]"
    )
    with pytest.raises(ValueError, match=wrong):
        ag.restore_variables(path, dict(zip("abc", (a, *others), strict=True)))
    assert not np.any(a)


def test_dimensions_that_may_change(path):
    rows = ag.Variable(np.ones((4, 3)), name="rows", shape=(None, 3))
    ag.save_variables(path, rows)
    rows.assign(np.ones((1, 3)))
    ag.restore_variables(path, rows)
    assert rows.shape == (4, 3)


def test_a_file_is_replaced_at_the_end_or_not_at_all(path, monkeypatch):
    ag.save_variables(path, [weight()])
    before = path.read_bytes()

    def fails(*arguments, **options):
        raise OSError("no space left")

    monkeypatch.setattr(np.lib.format, "write_array", fails)
    with pytest.raises(OSError, match="no space left"):
        ag.save_variables(path, [weight("other")])
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_nothing_is_pickled(path):
    text = ag.Variable(np.array(["a"], np.dtypes.StringDType()), name="t")
    with pytest.raises(TypeError, match="t has the dtype StringDType"):
        ag.save_variables(path, [text])
    with zipfile.ZipFile(path, "w") as archive, archive.open("weight.npy", "w") as file:
        np.lib.format.write_array(file, np.array([[print]], object))
    with pytest.raises(ValueError, match="allow_pickle"):
        ag.restore_variables(path, [weight()])
    path.write_bytes(pickle.dumps([1.0]))
    with pytest.raises(zipfile.BadZipFile):
        ag.restore_variables(path, [weight()])


def test_in_a_traced_function_it_happens_at_each_run(path):
    count = ag.Variable(0, name="count")

    @ag.function
    def counted(path, back):
        count.assign_add(1)
        if back:
            ag.restore_variables(path, [count])
        else:
            ag.save_variables(path, [count])
        count.assign_add(10)
        return count.value

    assert counted(str(path), np.bool_(False)) == 11
    assert counted(str(path), np.bool_(True)) == 11
    assert counted(str(path), np.bool_(False)) == 22
    assert counted(str(path), np.bool_(True)) == 22
    assert counted.trace_count == 1


def test_a_file_keeps_its_permissions(path):
    ag.save_variables(path, [weight()])
    path.chmod(0o640)
    ag.save_variables(path, [weight()])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(path, tmp_path):
    target = tmp_path / "real.npz"
    path.symlink_to(target)
    ag.save_variables(path, [weight()])
    assert path.is_symlink()
    ag.restore_variables(target, [weight()])
