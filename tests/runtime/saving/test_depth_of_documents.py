"""How deep a document is, whatever its texts hold."""

import json
import random

import pytest

from runtime.saving.documents import DEEPEST, is_deep


@pytest.mark.parametrize(
    "text",
    ["]" * DEEPEST, '"', '\\"', "\\", "\\\\", '\\\\"' + "]" * DEEPEST, "[" * DEEPEST],
)
def test_brackets_in_texts_do_not_count(text):
    data = [text, '"', "\\"]
    for _ in range(DEEPEST - 1):
        data = [text, data]
    assert not is_deep(json.dumps(data))
    assert is_deep(json.dumps([data]))


def test_any_texts():
    chance = random.Random(2)
    for _ in range(300):
        data = []
        depth = chance.choice([DEEPEST - 1, DEEPEST])
        for _ in range(depth):
            text = "".join(chance.choices('[]{}"\\:, ', k=chance.randrange(8)))
            data = [text, data, text] if chance.random() < 0.5 else {text: data}
        assert is_deep(json.dumps(data)) == (depth + 1 > DEEPEST)


def test_a_text_without_an_end():
    assert not is_deep('"' + "[" * 2 * DEEPEST)
    assert is_deep("[" * 2 * DEEPEST + '"')
