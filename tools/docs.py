"""The documents that are generated: ``python -m tools.docs`` writes them.

Examples in them are run, and what becomes of each is what a run of it says. A test
fails while a document is not what would be written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from autograph.rules.fence import FENCE, Treatment
from tools.documents import snippets
from tools.documents.error_pages import FOUND_IN_SOURCE, PAGES, Page
from tools.documents.python_cases import GROUPS, Case
from tools.documents.verdicts import Verdict, verdict

DOCS = Path(__file__).resolve().parent.parent / "docs"
WRITTEN = "Written by `python -m tools.docs`; do not edit by hand."
ERRORS = f"""\
# Errors

{WRITTEN}

If a function cannot be compiled, an `ag.AutographError` is raised. It has a code, says
what is wrong in the names of your program, shows the line with a caret, and says what
to write instead. Errors of your own program keep their types. The examples assume
`import numpy as np` and `import autograph as ag`. The comment `# here` marks the line
that the error names.
"""
PYTHON = f"""\
# Supported Python

{WRITTEN} Each
example is run, and its result is compared with plain Python.

- **converted**: becomes part of the compiled function, if its values are known only
  when the function runs.
- **stays Python**: runs while tracing, with the values known then.
- **called back**: is called back in Python at each run.
- **refused**: raises an [error](errors.md) at its line.

`ag.explain(f, *arguments)` reports this for your own function, and `autograph check`
for a file. The examples assume `import numpy as np` and `import autograph as ag`.
"""
CLASSES = """\
## Every class of syntax node

This list covers the classes of Python's syntax tree. If a new version of Python adds a
class, a test fails until the class is listed here.
"""
TREATMENTS = {
    Treatment.CONVERTED: "Converted to a call of a function, or part of such a call",
    Treatment.PYTHON: "Kept as they are; their contents are converted",
    Treatment.REFUSED: "Kept as they are, and refused for values known only when the "
    "function runs",
}


def documents() -> dict[Path, str]:
    """Return what should stand in each document."""
    return {
        DOCS / "errors.md": "\n".join(_errors()),
        DOCS / "supported-python.md": "\n".join(_python()),
    }


def _errors() -> Iterator[str]:
    yield ERRORS
    pages = {kind.code: (f"`{kind.__name__}`", page) for kind, page in PAGES.items()}
    for code, page in FOUND_IN_SOURCE.items():
        pages[code] = ("found in the source", page)
    for code, (name, page) in sorted(pages.items()):
        yield f"## {code}: {name}\n"
        yield f"{page.meaning}\n"
        if page.failing:
            yield f"```python\n{page.failing}```\n"
            yield from _message(page)
            yield f"Instead:\n\n```python\n{page.mended}```\n"


def _message(page: Page) -> Iterator[str]:
    error = snippets.run(page.failing).error if page not in IN_SOURCE else None
    if error is not None:
        hint = getattr(error, "hint", None)
        said = f"{getattr(error, 'message', error)}\n"
        yield f"```text\n{said}{f'Hint: {hint}' if hint else ''}".rstrip() + "\n```\n"


IN_SOURCE = tuple(FOUND_IN_SOURCE.values())


def _python() -> Iterator[str]:
    yield PYTHON
    for group, cases in GROUPS.items():
        found = {case: verdict(case) for case in cases}
        yield f"## {group}\n"
        yield "| | result | write instead |\n|---|---|---|"
        for case, became in found.items():
            yield f"| {case.name} | {_stance(became)} | {became.hint} |"
        yield ""
        for case in found:
            yield from _example(case)
    yield CLASSES
    for treatment, what in TREATMENTS.items():
        names = sorted(
            name for name, entry in FENCE.items() if entry.treatment is treatment
        )
        yield f"{what}: {', '.join(f'`{name}`' for name in names)}.\n"


def _stance(became: Verdict) -> str:
    if not became.code:
        return became.stance
    name = next(kind.__name__ for kind in PAGES if kind.code == became.code)
    anchor = f"{became.code}-{name}".lower()
    return f"{became.stance}: [{became.code}](errors.md#{anchor})"


def _example(case: Case) -> Iterator[str]:
    yield f"{case.name[0].upper()}{case.name[1:]}:\n"
    yield f"```python\n{case.code}\n```\n"


def main() -> int:
    """Write the documents; say which changed."""
    for path, text in documents().items():
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'as it was' if text == before else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
