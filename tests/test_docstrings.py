"""The reference: each public name is in it, and its docstring says what people need."""

import ast
import inspect
import re
import textwrap
from pathlib import Path

import pytest

import autograph as ag

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
MODULES = ("debugging", "export", "random")
ENTRY = re.compile(r"^\.\. (auto\w+|currentmodule):: ([\w.]+)$", re.MULTILINE)
MEMBERS = re.compile(r"^   :members: (.*)$", re.MULTILINE)


def documented():
    """Yield each name of the reference, and what it names."""
    for path in sorted(REFERENCE.glob("*.rst")):
        text, home = path.read_text(encoding="utf-8"), "autograph"
        for found in ENTRY.finditer(text):
            kind, name = found.groups()
            if kind == "currentmodule":
                home = name
            elif kind != "automodule":
                dotted = f"{home}.{name}".removeprefix("autograph.")
                value = named(dotted)
                yield dotted, value
                members = MEMBERS.match(text, found.end() + 1)
                for member in members[1].split(", ") if members else ():
                    yield f"{dotted}.{member}", getattr(value, member, None)


def named(dotted):
    value = ag
    for part in dotted.split("."):
        value = getattr(value, part)
    return value


NAMES = dict(documented())


def test_each_public_name_is_in_the_reference():
    public = {*ag.__all__, "print", "dask"} - {*MODULES}
    public |= {
        f"{module}.{name}"
        for module in MODULES
        for name, value in vars(named(module)).items()
        if inspect.isfunction(value)
        and inspect.unwrap(value).__module__ == f"autograph.{module}"
        and not name.startswith("_")
    }
    assert public - NAMES.keys() == set()


def test_there_is_nothing_else_in_it():
    assert {name.partition(".")[0] for name in NAMES} <= {*dir(ag), *MODULES}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_docstring_says(name):
    value = NAMES[name]
    said = inspect.getdoc(value)
    if value is None:  # an attribute of instances, which the class describes
        return
    assert said, "nothing"
    if inspect.isclass(named(name.rpartition(".")[0] or "random")):
        return  # of a method one line may be enough
    assert ">>> " in said
    if inspect.isclass(value):
        return
    listed = said.partition("Parameters\n---")[2]
    for parameter in inspect.signature(value).parameters:
        assert re.search(rf"\b{parameter}\b", listed), parameter
    if raises(value):
        assert "Raises\n---" in said


def raises(function):
    """Whether a function raises an error by itself."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    return any(isinstance(node, ast.Raise) and node.exc for node in own(tree.body[0]))


def own(definition):
    """Yield the nodes of a function, without those of functions in it."""
    waiting = list(definition.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)
