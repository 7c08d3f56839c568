"""The table of all classes of nodes, and what becomes of each.

A new Python version brings new classes. A test fails until they are in the table.
"""

from __future__ import annotations

from autograph.source.constructs import CONSTRUCTS, Entry, Treatment
from tracer.errors import AsynchronousRefused, GeneratorRefused, LooksAtNames

__all__ = [
    "ASYNC",
    "FENCE",
    "FRAMES",
    "GENERATOR",
    "LOOKS",
    "Entry",
    "Treatment",
    "entry",
]

CONVERTED = Entry(Treatment.CONVERTED)
PYTHON = Entry(Treatment.PYTHON)
GENERATOR = Entry(
    Treatment.REFUSED,
    GeneratorRefused.code,
    "a generator yields values while it runs, which a compiled function cannot do: "
    "it runs in Python",
    "collect the values in a list or an array, and return it",
)
ASYNC = Entry(
    Treatment.REFUSED,
    AsynchronousRefused.code,
    "an asynchronous function waits, which a compiled function cannot do",
    "await first, and call a plain function with the results",
)
LOOKS = Entry(
    Treatment.REFUSED,
    LooksAtNames.code,
    "a function that looks up names by their text, or its own frame, is not converted",
    "write out the names it needs, or move the call to a separate function",
)
FRAMES = Entry(
    Treatment.REFUSED,
    LooksAtNames.code,
    "it looks at the frames of its callers, which a compiled function does not have",
    "move the call to a function marked @ag.do_not_convert",
)

_CONVERTED = """
    And Assign Attribute BoolOp Call Compare Delete DictComp FormattedValue
    GeneratorExp Global IfExp In Is IsNot JoinedStr ListComp Match Name NamedExpr
    Nonlocal Not NotIn Or SetComp Subscript UnaryOp
""".split()
_PYTHON = """
    Add AnnAssign BinOp BitAnd BitOr BitXor ClassDef Constant Del Dict Div Eq
    ExceptHandler Expr Expression FloorDiv FunctionType Gt GtE Import ImportFrom
    Interactive Invert LShift Lambda List Load Lt LtE MatMult MatchAs MatchClass
    MatchMapping MatchOr MatchSequence MatchSingleton MatchStar MatchValue Mod
    Module Mult NotEq Param ParamSpec Pass Pow RShift Set Slice Starred Store Sub
    Suite Tuple TypeAlias TypeIgnore TypeVar TypeVarTuple UAdd USub alias arguments
    boolop cmpop comprehension excepthandler expr expr_context keyword match_case
    mod operator pattern slice stmt type_ignore type_param unaryop withitem
    Interpolation TemplateStr AST AugLoad AugStore Print Exec Repr
""".split()
_GENERATOR = ("Yield", "YieldFrom")
_ASYNC = ("AsyncFor", "AsyncFunctionDef", "AsyncWith", "Await")

FENCE: dict[str, Entry] = {
    **{kind.__name__: CONVERTED for kind in CONSTRUCTS},
    **dict.fromkeys(_CONVERTED, CONVERTED),
    **dict.fromkeys(_PYTHON, PYTHON),
    **dict.fromkeys(_GENERATOR, GENERATOR),
    **dict.fromkeys(_ASYNC, ASYNC),
}
"""What becomes of a node, by the name of its class."""


def entry(node: object) -> Entry:
    """Return the entry for a node."""
    return FENCE[type(node).__name__]
