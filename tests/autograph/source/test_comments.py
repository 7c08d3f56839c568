import ast
import textwrap

import pytest

from autograph.conversion import convert_source

SOURCE = '''\
class Model:
    def step(self, x, n):  # one step
        """Return
  the total."""
        # the total
        total = 0.0  # starts at zero
        # over all
        for v in x:  # each value
            # positive ones
            if v > 0:
                total += v  # add
            else:  # all others
                total -= v
                # end of else
        text = """
# no comment
"""
        # about to return
        return (total +  # first
                n)  # last
'''


def comments(text):
    return [line.strip() for line in text.splitlines() if line.strip()[:1] == "#"]


def test_comments_stay_with_their_statements():
    converted = convert_source(SOURCE, "model.py")
    assert "    def step(self, x, n):  # one step\n" in converted
    assert "        total = 0.0  # starts at zero\n" in converted
    assert "                total += v  # add\n" in converted
    assert comments(converted) == [
        "# the total",
        "# over all",
        "# positive ones",
        "# all others",
        "# end of else",
        "# about to return",
        "# last",
    ]
    above = converted.split("# over all\n")[1].lstrip()
    assert above.startswith("def for_body(v, total):  # each value\n")
    compile(converted, "model.py", "exec")


def test_comments_change_nothing_else():
    bare = "".join(
        line if '"""' in line or line == "# no comment\n" else line.split("#")[0] + "\n"
        for line in SOURCE.splitlines(keepends=True)
    )
    same = [ast.dump(ast.parse(convert_source(each, ""))) for each in (SOURCE, bare)]
    assert same[0] == same[1]


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_comment_behind_the_last_statement(end):
    text = "def f(x):\n    if x > 0:\n        x = -x\n    return x  # done" + end
    assert convert_source(text, "").endswith("return x  # done" + end)


def test_a_comment_of_a_statement_on_the_line_of_another():
    text = textwrap.dedent("""\
        def f(x):
            if x > 0: x = 1  # one
            return x
        """)
    assert convert_source(text, "").count("# one") == 1
