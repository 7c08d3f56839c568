import textwrap

import pytest

from runtime.plan.counting import BEGIN, FLUSH, LEFT, begin, counted, left

PROGRAM = """\
def f(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            total += 1
        elif i % 3 == 1:
            total += 2
        else:
            total += 3
            while total % 5:
                total += 1
        total += 4
        if total > 60:
            break
        total += 5
    return total
"""


def run(source, *arguments):
    """The result of a plan, and how often its lines ran."""
    tree, counts = counted(textwrap.dedent(source), "<plan>")
    space = {FLUSH: counts.add, BEGIN: begin, LEFT: left}
    exec(compile(tree, "<plan>", "exec"), space)
    results = [space["f"](each) for each in arguments]
    return results, counts


def plainly(source, *arguments):
    """The result of a function, and how often each of its lines ran, by hand."""
    lines = source.splitlines()
    seen = dict.fromkeys(range(1, len(lines) + 1), 0)
    made = [lines[0]]
    for number, line in enumerate(lines[1:], 2):
        margin = " " * (len(line) - len(line.lstrip()))
        if line.split()[0].rstrip(":") not in ("elif", "else", "except"):
            made.append(f"{margin}seen[{number}] += 1")
        made.append(line)
    space = {"seen": seen}
    exec("\n".join(made), space)
    return [space["f"](each) for each in arguments], seen


def test_each_line_is_counted_as_often_as_it_runs():
    results, counts = run(PROGRAM, 4, 20)
    expected, seen = plainly(PROGRAM, 4, 20)
    assert results == expected
    assert counts.calls == 2
    found = counts.of_lines()
    simple = [2, 4, 5, 7, 9, 11, 12, 13, 14, 15, 16]
    assert {line: found[line] for line in simple} == {n: seen[n] for n in simple}
    assert found[3] == seen[4]  # a loop counts its turns
    assert found[10] == seen[11]


@pytest.mark.parametrize(
    "body",
    [
        """
            for i in range(n):
                for j in range(i, n):
                    if j == 3:
                        break
                    total += 1
                else:
                    total += 5
        """,
        """
            for i in range(n):
                try:
                    for j in range(3):
                        total += 6 // (i - j)
                except ZeroDivisionError:
                    total += 100
        """,
        """
            for i in range(n):
                if i == 5:
                    return total
                total += 1
        """,
        """
            items = list(range(n))
            for i in items:
                total += i
                if i < 3:
                    items.append(i + 5)
        """,
        """
            items = (i for i in range(n))
            for i in items:
                total += i
        """,
        """
            items = [3, 4]
            for i in items:
                total += i
        """,
    ],
)
def test_turns_of_loops(body):
    inside = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    source = f"def f(n):\n    total = 0\n{inside}\n    return total\n"
    results, counts = run(source, 2, 9)
    expected, seen = plainly(source, 2, 9)
    assert results == expected
    found = counts.of_lines()
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith(("total +=", "items.append", "return")):
            assert found.get(number, 0) == seen[number], line


def test_a_plan_that_raises_is_counted():
    tree, counts = counted("def f(x):\n    y = 1\n    return y / x\n", "<plan>")
    space = {FLUSH: counts.add, BEGIN: begin, LEFT: left}
    exec(compile(tree, "<plan>", "exec"), space)
    with pytest.raises(ZeroDivisionError):
        space["f"](0)
    assert counts.of_lines() == {2: 1, 3: 1}
