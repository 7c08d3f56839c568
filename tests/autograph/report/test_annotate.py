import html
import re

import numpy as np
import pytest

import autograph as ag
from autograph.report.annotating import annotate_source
from autograph.report.page import Cell, Page
from runtime.executors import why_not_native


def scaled(v, n):
    if n > 2:
        return v * n
    return v


def total(x, n):
    result = 0.0
    for i in range(len(x)):  # all of them
        if x[i] > result:
            result = result + x[i]
    y = np.sort(scaled(x, n))
    return result + y[0]


@ag.do_not_convert
def outside(x):
    return x


def described(x):
    return outside(x)


def kinds(annotation):
    """What becomes of each line, by its text."""
    return {line.text.strip(): line.kind for line in annotation.lines}


@pytest.fixture
def annotation():
    return ag.annotate(total, np.ones(1000), 2.5)


def test_what_becomes_of_each_line(annotation):
    loop = "native" if why_not_native() is None else "plan"
    found = kinds(annotation)
    assert found["def total(x, n):"] == ""
    assert found["for i in range(len(x)):  # all of them"] == loop
    assert found["result = result + x[i]"] == loop
    assert found["y = np.sort(scaled(x, n))"] == "plan"
    assert found["if n > 2:"] == "Python"


def test_the_function_comes_before_those_that_it_calls(annotation):
    assert [sheet.name for sheet in annotation.sheets] == ["total", "scaled"]


def test_what_a_line_became(annotation):
    (line,) = [each for each in annotation.lines if each.text.strip() == "return v * n"]
    (node,) = line.graph
    assert node.endswith("float64[1000] = multiply(x, 2.5)")
    assert line.plan == ["return result + np.sort(x * 2.5)[0]"]
    (line,) = [each for each in annotation.lines if "if x[i]" in each.text]
    assert line.converted[-1].lstrip().startswith("return (ag.cond(")
    assert [row.stance for row in line.rows] == ["compiled"]


def test_machine_code_stands_where_it_begins(annotation):
    if why_not_native() is not None:
        pytest.skip("no machine code here")
    (loop,) = [each for each in annotation.lines if each.text.strip().startswith("for")]
    assert "define" in loop.native


def test_what_is_called_back_and_what_is_refused():
    found = kinds(ag.annotate(described, np.float64(1)))
    assert found["return outside(x)"] == "called back"

    def frames(x):
        return eval("x")

    annotation = ag.annotate(frames, 1.0)
    assert [line.text.strip() for line in annotation.refused] == ['return eval("x")']


def test_without_arguments_the_source_tells():
    assert kinds(ag.annotate(scaled))["if n > 2:"] == "compiled"


def test_a_module_that_is_not_imported():
    text = "raise SystemExit\ndef f(x):\n    if x < 3:\n        return eval('x')\n"
    found = kinds(annotate_source(text, "model.py"))
    assert found["if x < 3:"] == "compiled"
    assert found["return eval('x')"] == "refused"


def test_the_page_needs_nothing_else(annotation, tmp_path):
    annotation.save(tmp_path / "total.html")
    page = (tmp_path / "total.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert not re.search(r"<script|<link|src=|https?:", page)
    shown = html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.S))
    assert "for i in range(len(x)):  # all of them" in shown
    assert "multiply(x, 2.5)" in shown


def test_text_is_escaped():
    text = 'def f(x):\n    y = "<script>" if x < 1 else "&"\n    return y\n'
    page = annotate_source(text, "<b>.py").html()
    assert "<script" not in page
    assert "<b>" not in page


def test_a_notebook_shows_the_page(annotation):
    shown = annotation._repr_html_()
    assert shown.startswith('<div class="autograph-page">')
    assert "<body>" not in shown


def test_figures_beside_the_lines(annotation):
    sheet = annotation.sheets[1]
    place = (sheet.file, sheet.lines[0].number)
    cells = {place: [Cell("1.50 s", 0.5), Cell("3")]}
    page = Page("f", "", [sheet], heads=["time", "calls"], cells=cells).fragment()
    assert 'style="--share:50.0%"><i></i><b>1.50 s</b>' in page
    assert page.count('<span class="cell">') == 2 + 1 + 2 * (len(sheet.lines) - 1)


def test_it_prints_as_text(annotation):
    assert str(annotation).splitlines()[0].startswith("total (")


def test_of_a_file_the_statements_of_compiled_functions_are_compiled():
    text = (
        "import autograph as ag\n\n@ag.function\ndef halve(x):\n"
        "    for i in range(3):\n        x[i] = x[i] / 2\n    return x\n\n"
        "def other(x):\n    x[0] = x[1]\n"
    )
    kinds = [line.kind for line in annotate_source(text, "m.py", whole=False).lines]
    assert kinds == ["", "", "", "", "compiled", "compiled", "", "", "", ""]
