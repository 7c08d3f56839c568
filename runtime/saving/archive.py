"""The zip archive of a file of graphs: few members, of known names and sizes.

Whatever the archive says of itself is compared with what is there before anything is
allocated: members are read through a counter, and no member may share its bytes with
another.
"""

from __future__ import annotations

import os
import re
import struct
import zipfile
import zlib
from collections.abc import Collection
from typing import BinaryIO

from runtime.errors import FileError

MANIFEST = "manifest.json"
MOST_MEMBERS = 10_000
LONGEST_ENTRY = 200
"""Bytes that the directory of the archive may take for each member."""

_NAME = re.compile(r"manifest\.json|graphs/\d{1,5}\.json|arrays/\d{1,5}\.npy")
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_HEADER = 30
_ENCRYPTED = 0x2041
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError),
    *(EOFError, zlib.error, ValueError, OverflowError, LookupError),
    *(struct.error, OSError),
)


def graph_name(number: int) -> str:
    """Return the name of the member that holds a graph."""
    return f"graphs/{number}.json"


def array_name(number: int) -> str:
    """Return the name of the member that holds an array."""
    return f"arrays/{number}.npy"


class Archive:
    """An archive that is open for reading.

    Parameters
    ----------
    file : binary file
        The archive.
    max_bytes : int
        The most bytes that all members may have together.

    Attributes
    ----------
    max_bytes : int
        The same.
    """

    def __init__(self, file: BinaryIO, max_bytes: int) -> None:
        size = file.seek(0, os.SEEK_END)
        _check_end(file, size)
        try:
            self._zip = zipfile.ZipFile(file)
        except _DAMAGED as error:
            raise damaged("it is no zip archive", error) from error
        self.max_bytes = self._left = max_bytes
        self._members = _members(self._zip.infolist(), size)
        total = sum(each.file_size for each in self._members.values())
        if total > max_bytes:
            raise FileError(
                f"the file holds {total} bytes, more than the {max_bytes} allowed",
                hint="pass a larger max_bytes= if you trust the file",
            )

    def check_names(self, wanted: Collection[str]) -> None:
        """Raise a `FileError` unless these are exactly the members."""
        there = self._members.keys()
        lacks, more = sorted(set(wanted) - there), sorted(there - set(wanted))
        if lacks:
            raise FileError(f"the file lacks {lacks[0]}")
        if more:
            raise FileError(f"the file has {more[0]}, which its manifest does not list")

    def size(self, name: str) -> int:
        """Return the size of a member as the archive states it."""
        if name not in self._members:
            raise FileError(f"the file lacks {name}")
        return self._members[name].file_size

    def read(self, name: str) -> bytes:
        """Return the bytes of a member."""
        size = self.size(name)
        try:
            with self._zip.open(self._members[name]) as member:
                data = member.read(min(size, self._left) + 1)
                more = member.read(1)  # where it ends, its checksum is compared
        except _DAMAGED as error:
            raise damaged(f"{name} cannot be read", error) from error
        if len(data) != size or more:
            raise FileError(f"{name} has another size than the archive says")
        self._left -= size
        return data


def damaged(what: str, error: Exception) -> FileError:
    """Return the error for a file that is no file of graphs, or is damaged."""
    told = str(error).partition("\n")[0][:200]
    return FileError(f"this is no file of graphs, or it is damaged: {what} ({told})")


def _check_end(file: BinaryIO, size: int) -> None:
    """Compare what the end of an archive says of its directory with the limits."""
    least = size - _END.size
    if least < 0:
        raise FileError("this is no file of graphs: it is no zip archive")
    file.seek(least)
    mark, *_, entries, length, _, comment = _END.unpack(file.read(_END.size))
    if mark != b"PK\5\6" or comment:
        raise FileError("this is no file of graphs: it is no zip archive of ours")
    before = least - _LOCATOR.size - _END_64.size
    if before >= 0:
        file.seek(before)
        end = _END_64.unpack(file.read(_END_64.size))
        locator = _LOCATOR.unpack(file.read(_LOCATOR.size))
        if locator[0] == b"PK\6\7":
            entries, length = max(entries, end[-3]), max(length, end[-2])
            if end[0] != b"PK\6\6" or entries == 0xFFFF:
                raise FileError("the end of the archive contradicts itself")
    if entries > MOST_MEMBERS or length > LONGEST_ENTRY * (entries + 1):
        raise FileError(f"the file has more than {MOST_MEMBERS} members")


def _members(entries: list[zipfile.ZipInfo], size: int) -> dict[str, zipfile.ZipInfo]:
    """Return the members by name, or raise a `FileError`."""
    found: dict[str, zipfile.ZipInfo] = {}
    end = 0
    for each in sorted(entries, key=lambda entry: entry.header_offset):
        name = each.filename
        if not _NAME.fullmatch(name) or each.orig_filename != name:
            raise FileError(
                f"this is no file of graphs: it has a member of the name {name!r:.60}"
            )
        if name in found:
            raise FileError(f"the file has {name} twice")
        if each.flag_bits & _ENCRYPTED or each.compress_type not in _METHODS:
            raise FileError(f"{name} is encrypted, or compressed in an unknown way")
        stored = each.compress_type == zipfile.ZIP_STORED
        if stored and each.compress_size != each.file_size:
            raise FileError(f"{name} has another size than the archive says")
        if each.header_offset < end:
            raise FileError(f"{name} overlaps another member of the file")
        end = each.header_offset + _HEADER + len(name) + each.compress_size
        if end > size:
            raise FileError(f"{name} reaches beyond the end of the file")
        found[name] = each
    return found
