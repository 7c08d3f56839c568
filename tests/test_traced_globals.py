"""What tracing asks of Python: names are looked up in a globals mapping of ours.

See docs/decisions/0006-traced-globals.md. A Python that gives this up has to fail
here, and not by wrong answers.
"""

from types import FunctionType


class Watched(dict):
    """A globals mapping that notes what is read, and how often."""

    def __init__(self, *arguments, **names):
        super().__init__(*arguments, **names)
        self.reads = []

    def __getitem__(self, name):
        self.reads.append(name)
        return super().__getitem__(name)


def program():
    inner = lambda: limit + 1  # noqa: E731, F821 (a function inside shares the globals)
    return len([limit]), inner()  # noqa: F821 (the mapping has it)


def test_every_read_of_a_global_goes_through_the_mapping():
    watched = Watched(limit=1, __builtins__=__builtins__)
    twin = FunctionType(program.__code__, watched)
    rounds = 100  # long after the interpreter has specialized the code
    for _ in range(rounds):
        assert twin() == (1, 2)
    assert watched.reads == ["len", "limit", "limit"] * rounds
