"""Conversion is linear in the source: in text, and in work, counted and not timed."""

import sys

import pytest

from autograph.conversion import convert_source


def flat(part, count, after="return y"):
    lines = "".join(part.replace("K", str(number)) for number in range(count))
    return f"def f(x, y):\n{lines}    {after}\n"


def nested(header, inside, count):
    text = "def f(x, y):\n"
    for level in range(1, count + 1):
        text += "    " * level + header.replace("K", str(level)) + "\n"
        for line in inside.splitlines():
            text += "    " * (level + 1) + line.replace("K", str(level)) + "\n"
    return text + "    return y\n"


IF = "    if x > K:\n        y = y + K\n    else:\n        y = y - K\n"
NAME = "    if x > K:\n        yK = K\n    else:\n        yK = -K\n"
UNBOUND = "    if x > K:\n        yK = K\n"
GUARD = "    if x == K:\n        return y + K\n"
INNER_GUARD = (
    "    if x > K:\n        if x == K:\n            return K\n        x = x + 1\n"
)
ELIF = "    elif x == K:\n        x = K + 1\n"
LOOP = (
    "    for i in range(x):\n        if y > K:\n            break\n        y += i\n"
    "    while y < K:\n        y += 1\n    else:\n        y = K\n"
)
TRY = "    try:\n        y = y / K\n    except ValueError:\n        y = K\n"
FUNCTION = (
    "    def gK(a):\n        if a > x:\n            return a\n        return x\n"
    "    x = x + 1\n"
)


def all_names(count):
    return "return " + " + ".join(f"y{number}" for number in range(count))


CASES = {
    "ifs": (lambda n: flat(IF, n), 30),
    "names": (lambda n: flat(NAME, n, all_names(n)), 30),
    "unbound names": (lambda n: flat(UNBOUND, n, all_names(n)), 30),
    "guards": (lambda n: flat(GUARD, n), 30),
    "guards in ifs": (lambda n: flat(INNER_GUARD, n), 20),
    "elifs": (lambda n: flat(ELIF, n).replace("elif", "if", 1), 50),
    "loops": (lambda n: flat(LOOP, n), 20),
    "tries": (lambda n: flat(TRY, n), 20),
    "functions": (lambda n: flat(FUNCTION, n), 20),
    "nested ifs": (lambda n: nested("if x > K:", "y = y + K", n), 12),
    "nested loops": (
        lambda n: nested("for iK in range(x):", "if y > K:\n    break\ny += iK", n),
        8,
    ),
}
MARGIN = 1.15
"""More than twice the text or the work for twice the lines, by what adds up: margins,
longer names, the analysis of what has a fixed depth."""


@pytest.mark.parametrize("case", CASES)
def test_twice_the_source_is_twice_the_work_and_the_text(case):
    make, count = CASES[case]
    work, text = measured(make(count))
    more_work, more_text = measured(make(2 * count))
    assert more_work <= MARGIN * work
    assert more_text <= MARGIN * text


def measured(source):
    """Return the calls that a conversion makes, and the characters, for each line."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        made = convert_source(source, "m.py")
    finally:
        sys.setprofile(before)
    lines = source.count("\n")
    return calls / lines, sum(len(line.strip()) for line in made.splitlines()) / lines
