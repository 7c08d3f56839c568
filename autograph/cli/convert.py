"""``autograph convert``: a Python file in functional form."""

from __future__ import annotations

import argparse
import difflib
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autograph.cli.color import paint
from autograph.cli.folders import Named, python_files
from autograph.cli.ignoring import ignored, silences
from autograph.cli.outcome import BAD_INPUT, DONE, FINDINGS, BadInput, complain
from autograph.cli.progress import tracked
from autograph.cli.reading import STANDARD_INPUT, Source, read_source
from autograph.cli.selection import cut, find_function
from autograph.cli.settings import Settings, settings
from autograph.cli.writing import Output, declare_utf8, write_all
from runtime.errors import AutographError

if TYPE_CHECKING:
    from autograph.conversion import Finding

SUMMARY = "print Python files converted to functional form"
EXAMPLES = """\
examples:
  autograph convert model.py                     the whole module, runnable
  autograph convert model.py --function step     one function of it
  autograph convert model.py --diff              what changes
  autograph convert model.py -o converted.py     into a file
  autograph convert *.py -o converted            several files into a folder
  autograph convert src -o converted             a folder, its layout kept
  cat model.py | autograph convert -             from standard input

exit codes:
  0  done
  1  findings: constructs that cannot be compiled stay plain Python and are listed
     by line, and the output is complete; a construct that cannot be converted
     is listed in the same way, and nothing is written
  2  bad usage or unreadable input; nothing is written
"""


@dataclass(frozen=True)
class ConvertedFile:
    """A file before and after conversion, whole or cut to one function."""

    source: Source
    inside: Path | None
    before: str
    after: str
    findings: Sequence[Finding]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of the command."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"Python source, a folder of it, or {STANDARD_INPUT} for standard input",
    )
    parser.add_argument(
        "--function",
        metavar="NAME",
        help="this function only; Class.method for a method",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="pass over files and folders of this name; may be repeated",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="write to this file or folder; several files need a folder; converting a "
        "folder creates one",
    )
    where.add_argument(
        "--diff", action="store_true", help="print the changes as a unified diff"
    )


def run(options: argparse.Namespace) -> int:
    """Convert all files, then write all output; write none if a file has an error."""
    conversions: list[ConvertedFile] = []
    code = DONE
    output = None if options.output is None else Path(options.output)
    known = settings(options.exclude)
    files = [
        each
        for each in python_files(options.files, output, not known.gitignore)
        if not known.passes_over(each.name)
    ]
    for named in tracked(files, "converting", quiet=options.quiet):
        if options.verbose:
            complain(f"converting {named.name}")
        try:
            conversions.append(_convert(named, options.function, known))
        except BadInput as error:
            complain(f"autograph: {error}")
            code = BAD_INPUT
        except AutographError as error:
            complain(_describe_refusal(named.name, error))
            code = max(code, FINDINGS)
    for conversion in conversions:
        for finding in conversion.findings:
            complain(_describe(conversion.source.name, finding))
    if code == DONE:
        _emit(conversions, options)
        if any(conversion.findings for conversion in conversions):
            code = FINDINGS
    return code


def _convert(named: Named, function: str | None, known: Settings) -> ConvertedFile:
    # The command should start fast where it only prints help or complains.
    from autograph.conversion import convert_source, findings

    source = read_source(named.name)
    try:
        after = convert_source(source.text, source.name)
        lines = ignored(source.text)
        found = [
            each
            for each in findings(source.text, source.name)
            if not silences(lines, known.ignore, each.line, each.code)
        ]
        if function is None:
            return ConvertedFile(source, named.inside, source.text, after, found)
        inside = find_function(source.text, source.name, function)
        return ConvertedFile(
            source,
            named.inside,
            cut(source.text, inside),
            cut(after, find_function(after, source.name, function)),
            [finding for finding in found if finding.line in inside],
        )
    except SyntaxError as error:
        place = f"{source.name}:{error.lineno or 1}:{error.offset or 1}"
        raise BadInput(f"{place}: {error.msg}") from None
    except BadInput as error:
        raise BadInput(f"{source.name}: {error}") from None
    except (RecursionError, MemoryError):
        raise BadInput(f"{source.name}: the code is nested too deeply") from None


def _describe(name: str, finding: Finding) -> str:
    place = f"{name}:{finding.line}:{finding.column + 1}"
    return f"{place}: {finding.code} {finding.message}{_aside(finding.hint)}"


def _describe_refusal(name: str, error: AutographError) -> str:
    place = name
    if error.span is not None:
        place += f":{error.span.line}:{error.span.column + 1}"
    return f"{place}: {error.code} {error.message}{_aside(error.hint)}"


def _aside(hint: str | None) -> str:
    return f" ({hint})" if hint else ""


def _emit(conversions: Sequence[ConvertedFile], options: argparse.Namespace) -> None:
    if options.output is not None and options.output != STANDARD_INPUT:
        write_all(_outputs(conversions, Path(options.output)))
        return
    for conversion in conversions:
        if options.diff:
            text, language = _difference(conversion), "diff"
        else:
            text, language = declare_utf8(conversion.after), "python"
            if len(conversions) > 1:
                text = f"# {conversion.source.name}\n{text}"
        sys.stdout.write(paint(text, language, sys.stdout))


def _difference(conversion: ConvertedFile) -> str:
    name = conversion.source.name
    lines = difflib.unified_diff(
        io.StringIO(conversion.before).readlines(),
        io.StringIO(conversion.after).readlines(),
        f"{name} (as written)",
        f"{name} (converted)",
    )
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def _outputs(conversions: Sequence[ConvertedFile], place: Path) -> list[Output]:
    outputs: dict[Path, Output] = {}
    from_folder = any(conversion.inside is not None for conversion in conversions)
    into_folder = place.is_dir() or (from_folder and not place.exists())
    if len(conversions) > 1 and not into_folder:
        raise BadInput(f"{place}: several files need a folder that exists")
    for conversion in conversions:
        source = conversion.source
        inside = conversion.inside or Path(source.name).name
        path = place / inside if into_folder else place
        if into_folder and source.mode is None:
            raise BadInput(f"{place}: is a folder; standard input needs a file name")
        if path in outputs:
            raise BadInput(f"{path}: two of the inputs would be written here")
        text = declare_utf8(conversion.after).replace("\n", source.newline)
        folders = conversion.inside is not None
        outputs[path] = Output(path, text.encode("utf-8"), source.mode, folders)
    return list(outputs.values())
