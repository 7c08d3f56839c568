"""``locals()``, ``vars()`` and ``dir()``: the same names, in the same order."""

import ast
from contextlib import suppress

import pytest

from autograph.rules.local_names import SNAPSHOTS, module_of
from autograph.source.trees import to_python

CERTAIN = {
    "parameters": "return locals()",
    "starred": "a = dir()\nreturn a, dir()",
    "assigned": "d: int = b\ne: int\ndel b\nreturn locals()",
    "in the order of the code": "z = 1\nc = z\nk = lambda: c\nreturn list(locals())",
    "both branches": "if a: z, c = 1, 2\nelse: c = z = 3\nreturn list(locals())",
    "in a branch": "if a:\n    z = 1\n    return locals()\nreturn a",
    "left by a jump": "if not a: return\nelse: z = 1\nreturn locals()",
    "in a loop": "c = k = 1\nfor k in range(3): c = dict(**locals())\nreturn c",
    "in a handler": "c = 1\ntry: int(a)\nexcept TypeError as z: return dir()",
    "after a handler": "try: int('a')\nexcept ValueError as z: c = 1\nelse: c = 2\n"
    "return locals()",
    "in a comprehension's scope": "c = [z for z in (1, 2)]\nreturn locals()",
    "iterated over": "c = a\nreturn [{z: k} for z, k in vars().items() if z]",
    "in a match": "match a:\n    case [z, *c]: return locals()\n    case _: return 1",
    "formatted": "return '%(b)s' % locals() + '{b}'.format(**locals())",
    "in an inner function": "z = 1\ndef k(c, d=a): return [z, *locals()]\nreturn k(b)",
    "in a decorator": "z = 3\n@(lambda n: lambda f: n)([*locals()])\n"
    "def k(): pass\nreturn k",
}
UNSURE = {
    "a name that the loop binds": "for k in range(3): c = dict(**locals())",
    "one branch": "if a: z = 1\nreturn locals()",
    "a loop": "for z in a: pass\nreturn locals()",
    "a loop that bound it before": "for k in a:\n    c = dict(**locals())\n    z = 1",
    "a block that may be left": "with suppress(ValueError): z = int('a')\n"
    "return locals()",
    "a try": "try: z = int(a)\nexcept TypeError: pass\nreturn locals()",
    "its end": "try: z = int(a)\nexcept TypeError: c = 1\nfinally: k = dir()",
    "an operand": "a and (z := 1)\nreturn locals()",
    "an inner scope": "return [locals() for _ in a], lambda: locals()",
}


def written(body):
    """Return the text of a function in which the calls are written out."""
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    text = f"def f(a, b=2, *g, **h):\n{lines}\n"
    return text, ast.unparse(to_python(module_of(text, "names.py")))


def result(text):
    names = {"suppress": suppress}
    exec(text, names)
    made = names["f"]([1, 2])
    return repr(made)


@pytest.mark.parametrize("body", CERTAIN.values(), ids=CERTAIN)
def test_names_that_are_certain(body):
    text, made = written(body)
    assert not any(name in made for name in ("locals()", "vars()", "dir()"))
    assert result(made) == result(text)


@pytest.mark.parametrize("body", UNSURE.values(), ids=UNSURE)
def test_names_of_which_only_the_run_knows(body):
    text, made = written(body)
    assert made == ast.unparse(ast.parse(text))


@pytest.mark.parametrize(
    "body",
    [
        "c = locals()\nz = 1\nlocals()\nreturn c",
        "c = []\nfor _ in a: c.append(locals())\nreturn c",
        "c = dir()\nz = 1\nreturn locals()",
        "a = vars()\nreturn a, dir()",
    ],
)
def test_one_dict_for_all_calls_of_a_function_before_python_3_13(body):
    text, made = written(body)
    assert (made == ast.unparse(ast.parse(text))) is not SNAPSHOTS


def test_names_of_the_user_s_own():
    text = "def locals(): return 1\ndef f(): return locals()"
    assert ast.unparse(to_python(module_of(text, "names.py"))).endswith("locals()")


def test_private_names_and_the_class():
    text = (
        "class K:\n def m(self, __x=1): return super().__init__(), locals()\n"
        "f = lambda a: list(K().m()[1])"
    )
    made = ast.unparse(to_python(module_of(text, "names.py")))
    assert result(made) == result(text) == "['self', '_K__x', '__class__']"
