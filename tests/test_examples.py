"""Every example runs, and what it shows is true."""

import importlib.util
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def shown(capsys):
    """Run the `main` of an example and give what it printed."""

    def run(name, *arguments):
        load(name).main(*arguments)
        return capsys.readouterr().out

    return run


def test_every_example_is_tested():
    source = Path(__file__).read_text(encoding="utf-8")
    tested = set(re.findall(r'(?:shown|load)\("(\w+)"', source))
    assert tested == {path.stem for path in EXAMPLES.glob("*.py")}


def test_quickstart(shown):
    text = shown("quickstart")
    assert "27 reaches 1 after 111 steps" in text
    assert "871 reaches 1 after 178 steps" in text
    converted, graph = text.split("\nGraph\n")
    assert "ag.while_loop(" in converted
    assert "ag.cond(" in converted
    graph, plan = graph.split("\nPlan\n")
    assert "graph collatz(" in graph
    assert "while n != 1:" in plan


def test_newton(shown):
    text = shown("newton")
    assert "2.094551481542327" in text
    assert "1.41421356237309" in text
    assert "1.16730397826141" in text
    assert "the curve is flat here" in text


def test_k_means_iris(shown):
    text = shown("kmeans_iris")
    # The best three clusters of these data, known from many textbooks.
    assert "spread 78.85" in text
    counts = [line.split()[-3:] for line in text.splitlines()[-3:]]
    assert counts == [["50", "0", "0"], ["0", "48", "14"], ["0", "2", "36"]]


def test_k_means_leaves_its_arguments_alone():
    example = load("kmeans_iris")
    points, _ = example.read_iris()
    start = points[:3].copy()
    example.k_means(points, start)
    assert np.array_equal(start, points[:3])


def test_mandelbrot_in_letters(shown):
    rows = shown("mandelbrot").splitlines()
    assert len(rows) == 32
    assert rows == rows[::-1]
    assert 300 < sum(row.count("@") for row in rows) < 600


def test_mandelbrot_picture(shown, tmp_path):
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "picture.png"
    assert str(path) in shown("mandelbrot", path)
    with image.open(path) as picture:
        assert picture.size == (840, 720)
        assert picture.getextrema()[1] == 255


def test_heat(shown):
    # Four such plates, each with another hot edge, add up to 100 everywhere.
    assert "25.00 degrees in the middle" in shown("heat")


def test_heat_flows_in_the_array_of_the_caller():
    plate = np.zeros((5, 5))
    plate[0] = 100.0
    steps = load("heat").spread_heat(plate, np.float64(0.25), np.float64(1e-9))
    assert steps > 10
    assert np.allclose(plate, plate[:, ::-1])
    assert np.isclose(plate[2, 2], 25.0)


def test_life(shown):
    lines = [line.split() for line in shown("life").splitlines()[:-1]]
    first, second, third = (["".join(row) for row in board] for board in zip(*lines))
    for before, after in ((first, second), (second, third)):
        moved = [row[-2:] + row[:-2] for row in before[-1:] + before[:-1]]
        assert after == moved


def test_saved_model(shown):
    text = shown("saved_model")
    assert "step 2000 loss 0.0957" in text
    assert "right: 148 of 150" in text
    assert "imported there: False False" in text
    assert "def classify(x, weights):\n" in text
    assert "the same there: True" in text


def picture_of(path):
    """Return the points of the line in a picture."""
    root = ElementTree.parse(path).getroot()
    (line,) = root.findall("{http://www.w3.org/2000/svg}polyline")
    return np.array([pair.split(",") for pair in line.get("points").split()], float)


def test_digits(shown, tmp_path):
    path = tmp_path / "losses.svg"
    text = shown("digits", path)
    assert int(re.search(r"right: (\d+) of 500", text)[1]) > 440
    losses = [float(one) for one in re.findall(r"loss ([\d.]+)", text)]
    assert losses == sorted(losses, reverse=True)
    line = picture_of(path)
    assert len(line) == 40
    assert line[-1, 1] > line[0, 1] + 100  # further down is less


def test_pendulum(shown, tmp_path):
    path = tmp_path / "swing.svg"
    text = shown("pendulum", path)
    assert "friction 0.3000, length 1.7000" in text
    assert len(picture_of(path)) == 25


def test_newton_slope(shown):
    rows = shown("newton_slope").splitlines()[1:]
    for row in rows:
        eccentricity, anomaly = map(float, row.split()[:2])
        assert anomaly - eccentricity * np.sin(anomaly) == pytest.approx(1.0, abs=1e-6)
    example = load("newton_slope")
    a = np.array([0.5, 1.0])
    np.testing.assert_allclose(
        example.ag.grad(example.solve)(a), example.ag.grad(example.solve_at_once)(a)
    )


def test_newton_cg(shown):
    text = shown("newton_cg")
    steps, value = re.search(r"after (\d+) steps: (\S+),", text).groups()
    assert int(steps) < 200
    assert float(value) < 1e-12


def test_trained_model(shown):
    text = shown("trained_model")
    first, there, more = map(float, re.findall(r"(?:here|training): ([\d.]+)", text))
    assert first < 0.01
    assert there == more < first
    assert "the same by the command line: True" in text
    assert "imported there: False False" in text
    assert text.count("o") > 60
