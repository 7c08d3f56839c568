"""Every example runs, and what it shows is true."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PLAIN = {"quickstart"}  # draws nothing, so that it runs where NumPy alone is


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run an example in a folder of its own; return its names, and what it printed."""
    monkeypatch.chdir(tmp_path)
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.switch_backend("agg")
    shown = []
    monkeypatch.setattr(plt, "show", lambda: shown.append(plt.gcf()))

    def run_one(name):
        names = runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        if name not in PLAIN:
            assert shown
            assert all(figure.axes for figure in shown)
        plt.close("all")
        return names, capsys.readouterr().out

    return run_one


def test_every_example_is_tested():
    source = Path(__file__).read_text(encoding="utf-8")
    tested = set(re.findall(r'run\("(\w+)"\)', source))
    assert tested == {path.stem for path in EXAMPLES.glob("*.py")}


def test_quickstart(run):
    names, text = run("quickstart")
    assert "27 reaches 1 after 111 steps" in text
    assert "871 reaches 1 after 178 steps" in text
    converted, graph = text.split("\nGraph\n")
    assert "ag.while_loop(" in converted
    assert "ag.cond(" in converted
    graph, plan = graph.split("\nPlan\n")
    assert "graph collatz(" in graph
    assert "while n != 1:" in plan
    assert "plain Python agrees: True" in text
    assert names["answer"] == 181


def test_newton(run):
    _, text = run("newton")
    assert "2.094551481542327" in text
    assert "1.41421356237309" in text
    assert "1.16730397826141" in text
    assert "the curve is flat here" in text


def test_k_means_iris(run):
    names, text = run("kmeans_iris")
    # The best three clusters of these data, known from many textbooks.
    assert "spread 78.85" in text
    counts = [line.split()[-3:] for line in text.splitlines()[-3:]]
    assert counts == [["50", "0", "0"], ["0", "48", "14"], ["0", "2", "36"]]
    assert np.array_equal(names["start"], names["points"][[7, 77, 140]])


def test_mandelbrot(run):
    names, text = run("mandelbrot")
    assert "the same upside down: True" in text
    # The area of the set is about 1.507.
    area = (names["times"] == 100).mean() * 2.8 * 2.4
    assert 1.5 < area < 1.6


def test_heat(run):
    names, text = run("heat")
    # Four such plates, each with another hot edge, add up to 100 everywhere.
    assert "25.00 degrees in the middle" in text
    assert np.allclose(names["plate"], names["plate"][:, ::-1])


def test_waves(run):
    _, text = run("waves")
    assert "graphs: 1" in text
    assert 0.01 < float(re.search(r"behind the wall: ([\d.]+)", text)[1]) < 0.5


def test_life(run):
    names, text = run("life")
    assert text.count("one cell further, down and right: True") == 4
    blinker = np.zeros((5, 5), dtype=bool)
    blinker[2, 1:4] = True
    assert np.array_equal(names["next_board"](blinker), blinker.T)


def test_gaussian_mixture(run):
    names, _ = run("gaussian_mixture")
    assert np.allclose(names["centers"], [[0.0, 0.0], [3.0, 0.5]], atol=0.2)
    assert np.allclose(names["shares"], [2 / 3, 1 / 3], atol=0.05)


def test_kalman(run):
    names, text = run("kalman")
    seen, filtered = map(float, re.findall(r"off by, \w+: +([\d.]+)", text))
    assert filtered < 0.7 * seen
    assert names["gaps"] == np.isnan(names["seen"][:, 0]).sum() > 10


def test_metropolis(run):
    names, text = run("metropolis")
    assert "the same in plain Python: True" in text
    assert np.allclose(names["samples"].mean(axis=0), [0.0, 1.0], atol=0.2)


def test_n_body(run):
    names, _ = run("n_body")
    assert np.abs(names["path"][-1] - names["places"]).max() < 1e-4


def test_option_pricing(run):
    names, _ = run("option_pricing")
    assert names["american_put"](
        np.float64(100.0), 100.0, 0.05, 0.2, 1.0, 500
    ) == pytest.approx(6.09, abs=0.01)
    assert names["delta"] == pytest.approx(-0.41, abs=0.01)


def test_edit_distance(run):
    names, text = run("edit_distance")
    assert re.findall(r" (\d)$", text, re.MULTILINE) == ["3", "3", "2"]
    assert names["table"][-1, -1] == 5  # the textbooks' answer


def test_pagerank(run):
    names, _ = run("pagerank")
    ring = names["page_rank"](np.arange(4), (np.arange(4) + 1) % 4, 4, 0.85, 1e-12)
    assert np.allclose(ring[0], 0.25)
    assert names["rank"].sum() == pytest.approx(1.0)


def test_image_filters(run):
    names, text = run("image_filters")
    off = dict(re.findall(r"^(\w+(?: specks)?) +off by ([\d.]+)$", text, re.MULTILINE))
    assert float(off["median"]) < 0.1 * float(off["blur"])
    flat = np.full((6, 6), 0.5)
    assert np.allclose(names["blur"](flat, 1), flat)


def test_saved_model(run):
    _, text = run("saved_model")
    assert "step 2000 loss 0.0957" in text
    assert "right: 148 of 150" in text
    assert "imported there: False False" in text
    assert "def classify(x, weights):\n" in text
    assert "the same there: True" in text


def test_digits(run):
    names, text = run("digits")
    assert int(re.search(r"right: (\d+) of 500", text)[1]) > 440
    losses = [float(one) for one in re.findall(r"loss ([\d.]+)", text)]
    assert losses == sorted(losses, reverse=True)
    assert len(names["losses"]) == 40
    assert "<svg" in Path("digits_loss.svg").read_text(encoding="utf-8")


def test_pendulum(run):
    _, text = run("pendulum")
    assert "friction 0.3000, length 1.7000" in text


def test_newton_slope(run):
    names, text = run("newton_slope")
    for row in text.splitlines()[1:]:
        eccentricity, anomaly = map(float, row.split()[:2])
        assert anomaly - eccentricity * np.sin(anomaly) == pytest.approx(1.0, abs=1e-6)
    a, ag = np.array([0.5, 1.0]), names["ag"]
    np.testing.assert_allclose(
        ag.grad(names["solve"])(a), ag.grad(names["solve_at_once"])(a)
    )


def test_newton_cg(run):
    _, text = run("newton_cg")
    steps, value = re.search(r"after (\d+) steps: (\S+),", text).groups()
    assert int(steps) < 200
    assert float(value) < 1e-12


def test_lbfgs(run):
    names, text = run("lbfgs")
    ends = re.findall(r"(\d+) numbers: (\d+) moves, (\S+) above 0", text)
    assert [int(size) for size, _, _ in ends] == [2, 100]
    assert all(float(above) < 1e-18 for _, _, above in ends)
    assert int(ends[0][1]) < 60
    descend = names["descend"]
    start = np.array([-1.2, 1.0, 0.5])
    np.testing.assert_allclose(
        descend(start, 3, np.int64(8)), descend.python_function(start, 3, 8)
    )


def test_rnn(run):
    names, text = run("rnn")
    losses = [float(one) for one in re.findall(r"loss ([\d.]+)", text)]
    assert losses == sorted(losses, reverse=True)
    assert text.count("100% right") == 4  # also of longer ones than it has heard
    heard = names["heard"]
    last = [heard[: n + 1][heard[: n + 1] != 0][-1] for n in range(60)]
    assert np.array_equal(np.sign(names["said"]), last)
    # It hears nothing after the end of a sequence.
    random = np.random.default_rng(0)
    signals, lengths, last = names["draw"](random, 20, 9)
    louder = np.where(np.arange(9) < lengths[:, None], signals, 5.0)
    slopes = names["ag"].grad(names["loss"])
    network = tuple(random.normal(size=shape) for shape in names["shapes"])
    quiet = slopes(network, signals, lengths, last)
    for one, other in zip(quiet, slopes(network, louder, lengths, last), strict=True):
        assert np.array_equal(one, other)
        assert np.any(one)


def test_trained_model(run):
    _, text = run("trained_model")
    first, there, more = map(float, re.findall(r"(?:here|training): ([\d.]+)", text))
    assert first < 0.01
    assert there == more < first
    assert "the same by the command line: True" in text
    assert "imported there: False False" in text
