"""What notebooks show: every stage, escaped, without scripts or colors of its own."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest

import autograph as ag

X = np.array([1.0, -2.0])
FLOAT = np.float64(3.0)


@ag.function
def relu(x):
    return x if x > 0 else 0 * x


class Strict(HTMLParser):
    """Collects text, and insists that tags close in order."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(shown):
    parser = Strict()
    parser.feed(shown._repr_html_())
    parser.close()
    assert parser.open == []
    return parser


def everything():
    relu(FLOAT)
    relu(2)
    concrete = relu.get_concrete_function(FLOAT)
    graph = concrete.graph
    return [relu, concrete, graph, relu.explain_retraces(), ag.explain(relu, FLOAT)]


def test_all_is_static_and_takes_the_colors_of_the_notebook():
    for shown in everything():
        parser = read(shown)
        assert not {"script", "style", "link", "img"} & {tag for tag, _ in parser.tags}
        styles = " ".join(attrs.get("style", "") for _, attrs in parser.tags)
        colors = re.findall(r"(?<!-)\bcolor: ([^;]*)", styles)
        assert set(colors) <= {"inherit"}
        assert "#" not in styles


def test_a_function_shows_its_code_and_its_graphs():
    relu(FLOAT)
    text = "".join(read(relu).text)
    assert "autograph.Function relu" in text
    assert "@ag.function\ndef relu(x):\n" in text
    assert "ag.cond(x > 0" in text
    assert "x: TensorSpec(shape=(), dtype=np.float64, name=None)" in text
    assert "the first call" in text


def test_a_function_without_graphs():
    text = "".join(read(ag.function(lambda x: x)).text)
    assert "It has traced no graph." in text
    assert "lambda x: x" in text


def test_a_concrete_function_shows_every_stage():
    parser = read(relu.get_concrete_function(FLOAT))
    text = "".join(parser.text)
    for part in ("Input Parameters:", "def relu(x):", "graph relu(x: np.float64)"):
        assert part in text
    titles = ["Source", "Converted code", "Graph", "Optimized graph", "Plan"]
    assert [title for title in titles if title in parser.text] == titles


def test_a_graph_is_shown_as_its_text():
    graph = relu.get_concrete_function(FLOAT).graph
    assert str(graph).rstrip() in read(graph).text


def test_texts_of_code_are_shown_as_lines():
    concrete = relu.get_concrete_function(FLOAT)
    texts = [ag.to_code(relu), concrete.plan, concrete.native]
    for text in [*texts, ag.export.python(relu, FLOAT)]:
        assert "".join(read(text).text) == text.rstrip()
        printer = SimpleNamespace(text=(shown := []).append)
        text._repr_pretty_(printer, cycle=False)
        assert shown == [text.rstrip()]


def test_a_method_shows_its_function():
    class Model:
        @ag.function
        def step(self, x):
            return x + 1

    assert "step" in "".join(read(Model().step).text)


def test_a_function_without_source_says_so():
    space = {"ag": ag}
    exec("@ag.function\ndef hidden(x):\n    return x\n", space)
    text = "".join(read(space["hidden"]).text)
    assert "cannot be read" in text


@pytest.mark.parametrize("odd", ["<b>bold</b>", "</pre><script>alert(1)</script>", "&"])
def test_what_looks_like_markup_is_escaped(odd):
    decorated = ag.function(lambda x, mode: (x, mode))
    decorated(X, odd)
    concrete = decorated.get_concrete_function(X, odd)
    for shown in (decorated, concrete, concrete.graph, decorated.explain_retraces()):
        parser = read(shown)
        assert not {"b", "script"} & {tag for tag, _ in parser.tags}
    assert odd in "".join(read(concrete).text)


def test_code_and_tables_have_letters_of_one_width():
    for shown in everything():
        styles = [attrs.get("style", "") for tag, attrs in read(shown).tags]
        assert any("monospace" in style for style in styles)


@pytest.fixture
def cell(monkeypatch):
    """A notebook whose third cell is this file, as IPython names it."""

    def described(file):
        return ("Cell", "In[3]") if file == __file__ else None

    compiler = SimpleNamespace(format_code_name=described)
    notebook = SimpleNamespace(get_ipython=lambda: SimpleNamespace(compile=compiler))
    monkeypatch.setitem(sys.modules, "IPython", notebook)


def test_places_in_a_cell_go_by_its_number(cell):
    decorated = ag.function(relu.python_function)
    decorated(FLOAT)
    line = relu.python_function.__code__.co_firstlineno + 2
    assert f"# In [3]:{line}" in str(decorated.get_concrete_function(FLOAT).graph)
    assert "In [3]:" in str(decorated.explain_retraces())
    assert "relu (In [3])" in str(ag.explain(decorated, FLOAT))
    refused = ag.function(lambda x: locals())
    with pytest.raises(ag.AutographError, match=r"\n  In \[3\], line \d+, in <lambda>"):
        refused(FLOAT)
