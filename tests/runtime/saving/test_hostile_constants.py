"""Constants of files, which anybody may have written: read soon, and in little room."""

from __future__ import annotations

import random
import time

import pytest

from runtime.errors import GraphError, NotSavable
from runtime.ir.constants import format_constant
from runtime.ir.quoting import quote, unquote
from runtime.ir.read_constants import LONGEST_INTEGER
from runtime.ir.read_definition import MOST_ITEMS, Constants
from runtime.operations import read_graph, read_graph_def
from runtime.saving import Parameter, Saved, Signature, write
from runtime.saving.patterns import OfType
from runtime.types import parse_type

SECONDS = 2.0
LETTERS = 10**7
PLUS = "graph f(x: float64[3]) -> float64[3] { y: float64[3] = add(x, 1) return y }"


def read(text):
    return Constants(limited=True).read(text)


@pytest.mark.parametrize(
    "text",
    [
        '"' + "x" * LETTERS + '"',
        '"' + r"\\" * (LETTERS // 2) + '"',
        'b"' + r"\x41" * (LETTERS // 4) + '"',
        " " * LETTERS + "1",
        "#\n" * (LETTERS // 2) + "1",
        "const (" + "1, " * MOST_ITEMS + ")",
        "const (" + "np.int64(1), " * MOST_ITEMS + ")",
    ],
    ids=lambda text: text[:12],
)
def test_long_constants_are_read_soon(text):
    started = time.thread_time()
    read(text)
    assert time.thread_time() - started < SECONDS


@pytest.mark.parametrize("item", ["1", "1.5", "None", '""', "(1,)", "np.int64(1)"])
def test_the_items_of_tuples_are_limited(item):
    text = "const (" + f"{item}, " * (MOST_ITEMS + 1) + ")"
    with pytest.raises(GraphError, match="too many items"):
        read(text)
    constants = Constants()
    assert len(constants.read(text)) == MOST_ITEMS + 1  # one's own text may say more


def test_the_items_of_one_file_are_counted_together():
    constants = Constants(limited=True)
    constants.read("const (" + "1, " * (MOST_ITEMS - 10) + ")")
    with pytest.raises(GraphError, match="too many items"):
        constants.read("const (" + "2, " * 20 + ")")


def test_a_file_that_nobody_could_read_is_not_written(tmp_path):
    definition = read_graph(PLUS).as_graph_def()
    text = "const (" + "1, " * (MOST_ITEMS + 1) + ")"
    definition["result"] = {"tuple": [definition["result"], {"constant": text}]}
    graph = read_graph_def(definition)
    signature = Signature(
        (Parameter("x", "POSITIONAL_OR_KEYWORD"),),
        {"x": OfType(parse_type("float64[3]"))},
    )
    saved = Saved(graph, signature, (("x",),))
    with pytest.raises(NotSavable, match=f"more than {MOST_ITEMS} items"):
        write(tmp_path / "f.ag", {"f": [saved]}, "0.2.0")


@pytest.mark.parametrize("key", ["constant", "value"])
def test_errors_show_the_beginning_of_long_texts(key):
    definition = read_graph(PLUS).as_graph_def()
    text = quote("x" * LETTERS) if key == "constant" else "x" * LETTERS
    definition["nodes"][0]["arguments"][1] = {key: text}
    started = time.thread_time()
    with pytest.raises(GraphError) as refused:
        read_graph_def(definition, closed=True)
    assert time.thread_time() - started < SECONDS
    assert len(str(refused.value)) < 1000


def test_integers_have_so_many_digits():
    assert read("9" * 4000) == int("9" * 4000)
    assert read("0x" + "f" * LONGEST_INTEGER) == 16**LONGEST_INTEGER - 1
    for text in ("9" * 4301, "0x" + "f" * 4301, f"const (1, {'9' * 4301}, 2)"):
        with pytest.raises(GraphError, match="more than 4300 digits"):
            read(text)


@pytest.mark.parametrize(
    "text", ["\uff13", "1.\uff13", "const (\uff11, \uff12)", "1e\uff13"]
)
def test_digits_of_other_scripts_are_none(text):
    with pytest.raises(GraphError):
        read(text)


@pytest.mark.parametrize(
    "value",
    [
        (1, -2, 3.0, -0.0, 1e300, "a", (4, 5), None, 6, 7),
        (1,),
        (),
        ((1,), 2),
        b"\x00\"\\'\n\xff~",
        'a\\"\n\t\x00\u0301\ud800\U0001f600`',
    ],
    ids=repr,
)
def test_values_come_back(value):
    assert repr(read(format_constant(value))) == repr(value)


def test_any_text_is_quoted_and_unquoted():
    letters = 'ab \\"`\n\t\r\x00\x7f\x85\xe9\u2028\ud83d\ude00\U0001f600nuU0'
    chance = random.Random(4)
    for _ in range(2000):
        text = "".join(chance.choices(letters, k=chance.randrange(9)))
        for mark in ('"', "`"):
            quoted = quote(text, mark)
            assert quoted.isprintable()
            assert unquote(quoted[1:-1]) == text


@pytest.mark.parametrize("text", [r"\x41", r"\u12", r"\N{BULLET}", "\\", r"\U00110000"])
def test_other_escapes_are_refused(text):
    with pytest.raises(ValueError, match=r"."):
        unquote(text)


@pytest.mark.parametrize(
    "text",
    [
        "float64[\uff13]",
        "float64[3,\uff13]",
        "U\uff13",
        "float64[3]\n",
        "int\n",
        "int ",
    ],
)
def test_types_are_spelled_in_one_way(text):
    with pytest.raises(GraphError):
        parse_type(text)
