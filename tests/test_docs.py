"""Generated documents are what would be written now, and their examples are true."""

import ast

import gast
import pytest

import autograph as ag
from autograph.report.explaining import explain_source
from autograph.rules.fence import FENCE, Treatment
from autograph.source.errors import ConversionError
from runtime.errors import DrawingError, FileError, GraphError
from tools.docs import documents
from tools.documents import snippets
from tools.documents.error_pages import FOUND_IN_SOURCE, PAGES
from tools.documents.python_cases import GROUPS, Case
from tools.documents.verdicts import verdict

CASES = [case for cases in GROUPS.values() for case in cases]
SHOWN = {kind: page for kind, page in PAGES.items() if page.failing}


def all_errors(kind):
    """The class and all that are made of it."""
    return [kind, *(each for sub in kind.__subclasses__() for each in all_errors(sub))]


def test_documents_are_up_to_date():
    for path, text in documents().items():
        now = path.read_text(encoding="utf-8")
        assert now == text, f"{path.name} is out of date: run python -m tools.docs"


def test_every_error_has_a_page_and_a_code_of_its_own():
    found = [
        each
        for each in all_errors(ag.AutographError)
        if each.__module__.split(".")[0] in ("autograph", "tracer", "runtime")
    ]
    assert {each.__name__ for each in found} == {each.__name__ for each in PAGES}
    codes = [each.code for each in PAGES] + list(FOUND_IN_SOURCE)
    assert len(set(codes)) == len(codes)
    refused = {entry.code for entry in FENCE.values() if entry.code}
    assert refused <= set(codes)


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.code)
def test_the_failing_example_fails_and_the_mended_one_does_not(kind):
    page = SHOWN[kind]
    failed = snippets.run(page.failing)
    assert type(failed.error) is kind, failed
    assert failed.line == snippets.marked_line(page.failing)
    mended = snippets.run(page.mended)
    assert mended.error is None, mended
    assert mended.seen == snippets.run(page.mended, eagerly=True).seen


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.code)
def test_every_refusal_says_where_and_what_to_write(kind):
    error = snippets.run(SHOWN[kind].failing).error
    assert f"[{kind.code}]" in str(error)
    if kind is not GraphError:  # it shows the text of the graph
        assert error.hint
        # These are of no function, and of no line of one.
        nowhere = (ConversionError, DrawingError, FileError)
        assert error.span is not None or kind in nowhere


@pytest.mark.parametrize("code", FOUND_IN_SOURCE)
def test_what_is_found_in_the_source(code):
    page = FOUND_IN_SOURCE[code]
    (found,) = explain_source(page.failing, "example.py").refused
    assert (found.code, found.line) == (code, snippets.marked_line(page.failing))
    assert not explain_source(page.mended, "example.py").refused


def test_a_verdict_is_what_a_run_says():
    code = "@ag.function\ndef f(x):\n    return {}\n\nf({})"
    staged = Case("", code.format("1 if x > 0 else 2", "np.int64(1)"))
    assert verdict(staged).stance == "converted"
    expression = "conditional expression"
    plain = Case("", code.format("1 if x > 0 else 2", "1"), expression)
    assert verdict(plain).stance == "stays Python"
    refused = Case("", code.format("str({1: x}.items())", "np.int64(1)"))
    assert (verdict(refused).stance, verdict(refused).code) == ("refused", "AG301")
    with pytest.raises(ValueError, match="no while in it"):
        verdict(Case("", code.format("x", "1"), "while"))


def test_a_verdict_is_no_verdict_where_the_answers_differ():
    code = "@ag.function\ndef f(x):\n    return x\n\nf(id(f))"
    with pytest.raises(ValueError, match="not what plain Python gives"):
        verdict(Case("", code))


def test_every_class_of_node_stands_in_an_example():
    texts = [case.code for case in CASES]
    for page in [*PAGES.values(), *FOUND_IN_SOURCE.values()]:
        texts += [page.failing, page.mended]
    met = {
        type(node).__name__
        for text in texts
        for node in gast.walk(gast.ast_to_gast(ast.parse(text)))
    }
    shown = {
        name for name, entry in FENCE.items() if entry.treatment is not Treatment.PYTHON
    }
    assert shown - met == set()
