"""Functions made at run time: the user's code, with the values of this run."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CellType, CodeType, FunctionType
from typing import Any

from runtime.ir.unbound import Unbound
from runtime.ops.asking import nothing
from runtime.ops.row import Row, call, making, row, sharing, writing
from runtime.types import ANY, NONE, OBJECT, Type

Content = tuple[str, int]


@dataclass(frozen=True, eq=False)
class Definition:
    """The static parts of a function made at run time.

    Attributes
    ----------
    code, namespace, name, qualified_name, module, documentation, annotations
        As in the function itself.
    cells : tuple of int
        For each free variable, the index of its cell.
    defaults, keyword_defaults : tuple
        The contents of defaults, see `Definitions`; those of keywords with their names.
    attributes : tuple
        The names and contents of the function's own attributes.
    """

    code: CodeType
    namespace: dict[str, Any] = field(repr=False)
    name: str
    qualified_name: str
    module: str | None
    documentation: str | None
    annotations: dict[str, Any]
    cells: tuple[int, ...]
    defaults: tuple[Content, ...] | None
    keyword_defaults: tuple[tuple[str, Content], ...] | None
    attributes: tuple[tuple[str, Content], ...]


@dataclass(frozen=True, eq=False)
class Definitions:
    """A function, and those it reaches by its variables, defaults and attributes.

    Attributes
    ----------
    functions : tuple of Definition
        The function itself first.
    contents : tuple
        The content of each cell: ``("value", position)``, ``("function", position)``,
        or None for an empty cell; ``("cell", position)`` if the cell itself is given.
    """

    functions: tuple[Definition, ...]
    contents: tuple[Content | None, ...]

    @property
    def __name__(self) -> str:
        return self.functions[0].name


def make_function(definitions: Definitions, *values: Any) -> FunctionType:
    """Return a function that closes over the values of this run."""
    cells = [
        values[content[1]]
        if content is not None and content[0] == "cell"
        else CellType()
        for content in definitions.contents
    ]
    made = [_made(each, cells) for each in definitions.functions]

    def held(content: Content) -> Any:
        kind, position = content
        return values[position] if kind == "value" else made[position]

    for cell, content in zip(cells, definitions.contents, strict=True):
        if content is None or content[0] == "cell":
            continue
        value = held(content)
        if type(value) is not Unbound:
            cell.cell_contents = value
    for function, definition in zip(made, definitions.functions, strict=True):
        if definition.defaults is not None:
            function.__defaults__ = tuple(map(held, definition.defaults))
        if definition.keyword_defaults is not None:
            pairs = definition.keyword_defaults
            function.__kwdefaults__ = {name: held(content) for name, content in pairs}
        for name, content in definition.attributes:
            function.__dict__[name] = held(content)
    return made[0]


def _made(definition: Definition, cells: list[CellType]) -> FunctionType:
    made = FunctionType(
        definition.code,
        definition.namespace,
        definition.name,
        None,
        tuple([cells[i] for i in definition.cells]),
    )
    made.__qualname__ = definition.qualified_name
    made.__module__ = definition.module  # type: ignore[assignment]  # it may be None
    made.__doc__ = definition.documentation
    made.__annotations__ = dict(definition.annotations)
    return made


def set_cell(cell: CellType, value: Any) -> None:
    """Store a value in a cell; empty the cell if the value is unbound."""
    if type(value) is not Unbound:
        cell.cell_contents = value
    else:
        del cell.cell_contents


def read_cell(cell: CellType, name: str) -> Any:
    """Return the content of a cell; of an empty one, an unbound value."""
    try:
        return cell.cell_contents
    except ValueError:
        return Unbound(name)


def _rule(definitions: Any, *values: Any) -> Type:
    return OBJECT


def _outer(value: int) -> Any:
    def inner(more: int = 2) -> int:
        return value + more

    return inner


_INNER = Definition(
    code=_outer(1).__code__,
    namespace={},
    name="inner",
    qualified_name="inner",
    module=None,
    documentation=None,
    annotations={},
    cells=(0,),
    defaults=(("value", 1),),
    keyword_defaults=None,
    attributes=(),
)
_SAMPLE = Definitions((_INNER,), (("value", 0),))

ROWS: tuple[Row, ...] = (
    row(
        CellType,
        lambda: OBJECT,
        call(),
        name="make_cell",
        takes_any=True,
        asks=nothing,
    ),
    writing(
        set_cell,
        lambda cell, value: NONE,
        lambda: ((CellType(1), 2), {}),
        keeps=True,
        holds=True,
        asks=nothing,
    ),
    sharing(
        read_cell,
        lambda cell, name: ANY,
        lambda: ((CellType(1), "x"), {}),
        lambda: ((CellType(), "x"), {}),
        takes_any=True,
        asks=nothing,
    ),
    making(
        make_function,
        _rule,
        call(_SAMPLE, 3, 4),
        bad=call(_SAMPLE),
        reads=False,
        takes_any=True,
        asks=nothing,
    ),
)
