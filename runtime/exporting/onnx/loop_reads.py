"""What the body of a loop reads of its test."""

from __future__ import annotations

from runtime.ir.nodes import Argument, Region, Value, values_in


def read_from(test: Region, body: Region) -> list[Value]:
    """Return the values of a test that the body reads."""
    made = {each.name: each for node in test.nodes for each in node.results}
    found: dict[str, Value] = {}

    def use(argument: Argument) -> None:
        for value in values_in(argument):
            if value.name in made:
                found[value.name] = value

    for node in body.walk():
        for value in node.operands():
            use(value)
        for inner in node.regions:
            for each in inner.yields or ():
                use(each)
    for each in body.yields or ():
        use(each)
    return list(found.values())
