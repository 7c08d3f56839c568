"""Reading Python source as Python does: PEP 263, byte order marks."""

from __future__ import annotations

import io
import stat
import sys
import tokenize
from dataclasses import dataclass
from pathlib import Path

from autograph.cli.outcome import BadInput

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """Source text, and properties of its file.

    Parameters
    ----------
    name : str
        The file, as it appears in messages.
    text : str
        The text, with plain newlines.
    newline : str
        The line ending of the file.
    mode : int, optional
        The permissions of the file; None for standard input.
    """

    name: str
    text: str
    newline: str = "\n"
    mode: int | None = None


def read_source(argument: str) -> Source:
    """Read a file that was named on the command line.

    Raises
    ------
    BadInput
        If the file does not exist, or if Python could not read its text.
    """
    if argument == STANDARD_INPUT:
        return _decode("<stdin>", sys.stdin.buffer.read(), None)
    path = Path(argument)
    try:
        data = path.read_bytes()
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        raise BadInput(f"{argument}: no such file") from None
    except OSError as error:
        raise BadInput(f"{argument}: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{argument!r}: {error}") from None
    return _decode(argument, data, mode)


def _decode(name: str, data: bytes, mode: int | None) -> Source:
    if b"\0" in data:
        raise BadInput(f"{name}: is a binary file: it holds null bytes")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except SyntaxError as error:
        raise BadInput(f"{name}: {error.msg}") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = data[error.start]
        raise BadInput(
            f"{name}:{line}: byte 0x{byte:02x} is not {error.encoding}; "
            "another encoding has to be declared in the first line"
        ) from None
    except (LookupError, UnicodeError) as error:
        raise BadInput(f"{name}: {error}") from None
    first_line = text[: text.find("\n") + 1]
    newline = "\r\n" if first_line.endswith("\r\n") else "\n"
    return Source(
        name, io.IncrementalNewlineDecoder(None, True).decode(text), newline, mode
    )
