"""Source text that the user passes, for functions that no file contains."""

from __future__ import annotations

import ast
import linecache
import textwrap
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType

from autograph.source.errors import SourceError
from autograph.source.parsing import Definition, ParsedFile, parse
from autograph.source.registry import IdentityTable, code_objects
from autograph.source.unwarned import unwarned

FUTURE_FLAGS = 0x1FE0000
NESTED = 0x10
_given: IdentityTable[tuple[Definition, str | None, ParsedFile]] = IdentityTable()


def given(code: CodeType) -> tuple[Definition, str | None, ParsedFile] | None:
    """Return the definition that was passed for a code object, if there is one."""
    return _given.get(code)


def give(function: FunctionType, text: str, name: str = "", shown: bool = True) -> None:
    """Register a text as the source of a function.

    Parameters
    ----------
    function
        The function.
    text
        The text of its definition, or a longer text that contains it.
    name
        The name under which tracebacks show the text; by default one of its own.
    shown
        Whether they show this text, not that of a file of the name.

    Raises
    ------
    SourceError
        If the text is not valid Python, or no definition in it compiles to the
        function.
    """
    code = function.__code__
    name = name or f"<source of {function.__qualname__} at {id(code):#x}>"
    text = textwrap.dedent(text)
    found = _found(function, text, name)
    behind = code.co_firstlineno - first_line(found[0])
    if behind > 0:  # the text is a part of what was run
        text = "\n" * behind + text
        found = _found(function, text, name)
    if shown:
        lines = text.splitlines(keepends=True)
        linecache.cache[name] = (len(text), None, lines, name)
    _given.set(code, found)


def first_line(definition: Definition) -> int:
    """Return the first line of a function: that of its first decorator, if any."""
    marks = getattr(definition, "decorator_list", None)
    return int(marks[0].lineno if marks else definition.lineno)


def _found(
    function: FunctionType, text: str, name: str
) -> tuple[Definition, str | None, ParsedFile]:
    """Find the definition in a text that compiles to a function."""
    code = function.__code__
    try:
        file = parse(text, name)
    except SyntaxError as error:
        raise _refused(function, f"is not valid Python: {error}") from None
    index = file.lambdas if code.co_name == "<lambda>" else file.functions
    for found in index.values():
        for definition, around in found:
            owner = around or _class_around(function)
            if compiles_to(definition, owner, function, file):
                return definition, owner, file
    raise _refused(function, "is not the one that it was compiled from")


def _refused(function: FunctionType, why: str) -> SourceError:
    return SourceError(
        f"the source passed for {function.__qualname__!r} {why}",
        hint="pass the text of its definition, as it was when it was executed",
    )


def _class_around(function: FunctionType) -> str | None:
    """Return the class that a method belongs to, by its qualified name."""
    names = function.__qualname__.split(".")
    return names[-2] if len(names) > 1 and names[-2] != "<locals>" else None


def compiles_to(
    definition: Definition,
    owner: str | None,
    function: FunctionType,
    file: ParsedFile,
) -> bool:
    """Whether a definition, in a class of a name if any, is that of a function."""
    code = function.__code__
    return any(
        _same(code, _compiled(definition, owner, code, imported))
        for imported in _importing(function, file)
    )


def _importing(function: FunctionType, file: ParsedFile) -> Iterator[set[str]]:
    """Yield the names that the module of a function may have imported.

    Python compiles calls of their attributes in another way. A text may be a part of
    what was run, without the imports.
    """
    yield set(file.imported)
    yield set()
    names = {name for each in code_objects(function.__code__) for name in each.co_names}
    known = function.__globals__
    yield {name for name in names if isinstance(known.get(name), ModuleType)}
    yield names & known.keys()


def _compiled(
    definition: Definition, owner: str | None, original: CodeType, imported: set[str]
) -> CodeType | None:
    """Compile a definition inside a factory that binds its free variables."""
    inner: ast.stmt = (
        ast.Expr(definition) if isinstance(definition, ast.Lambda) else definition
    )
    names = [ast.arg(name) for name in original.co_freevars]
    factory = ast.parse("def factory(): pass").body[0]
    assert isinstance(factory, ast.FunctionDef)
    factory.args.args, factory.body = names, [inner]
    block: ast.stmt = factory
    if owner is not None:
        around = ast.parse(f"class {owner}: pass").body[0]
        assert isinstance(around, ast.ClassDef)
        around.body = [factory]
        block = around
    imports = [ast.Import([ast.alias("sys", name)]) for name in sorted(imported)]
    tree = ast.fix_missing_locations(ast.Module([*imports, block], []))
    flags = original.co_flags & FUTURE_FLAGS
    with unwarned("<given>"):
        module = compile(tree, "<given>", "exec", flags=flags, dont_inherit=True)
    made = None
    for outer in code_objects(module):
        if outer.co_name == "factory" and outer.co_consts:
            # Behind those of its decorators and defaults.
            codes = [each for each in outer.co_consts if isinstance(each, CodeType)]
            made = codes[-1] if codes else None
            break
    return made


def _same(left: object, right: object) -> bool:
    """Whether two code objects, or constants, are equivalent."""
    if not isinstance(left, CodeType) or not isinstance(right, CodeType):
        return type(left) is type(right) and repr(left) == repr(right)
    return (
        left.co_name == right.co_name
        and left.co_code == right.co_code
        and left.co_flags | NESTED == right.co_flags | NESTED
        and left.co_names == right.co_names
        and left.co_varnames == right.co_varnames
        and left.co_freevars == right.co_freevars
        and left.co_cellvars == right.co_cellvars
        and left.co_argcount == right.co_argcount
        and left.co_kwonlyargcount == right.co_kwonlyargcount
        and left.co_posonlyargcount == right.co_posonlyargcount
        and len(left.co_consts) == len(right.co_consts)
        and all(map(_same, left.co_consts, right.co_consts))
    )
