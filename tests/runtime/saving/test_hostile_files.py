"""Hostile files: each is a clear `FileError`, soon and in little room."""

from __future__ import annotations

import io
import json
import resource
import struct
import time
import warnings
import zipfile

import numpy as np
import pytest

from runtime.errors import FileError, FileVersionError, FileWarning
from runtime.ir.graph import Graph
from runtime.operations import read_graph, read_graph_def
from runtime.saving import (
    Parameter,
    Saved,
    Signature,
    file_reader,
    load,
    manifest,
    write,
)
from runtime.saving.documents import read_document
from runtime.saving.patterns import OfType
from runtime.saving.stored_arrays import write_array
from runtime.types import parse_type

SECONDS, BYTES = 2.0, 200 * 2**20


def adding(constant: np.ndarray) -> Graph:
    graph = read_graph(
        "graph shifted(x: float64[20]) -> float64[20] "
        '{ y: float64[20] = add(x, array(float64[1], "0000000000000000")) return y }'
    )
    definition = graph.as_graph_def(keep=lambda array: 0)
    return read_graph_def(definition, arrays=[constant])


@pytest.fixture
def file(tmp_path):
    """A file with a graph and an array, as its members."""
    path = tmp_path / "shifted.ag"
    signature = Signature(
        (Parameter("x", "POSITIONAL_OR_KEYWORD"),),
        {"x": OfType(parse_type("float64[20]"))},
    )
    saved = Saved(adding(np.arange(20.0)), signature, (("x",),))
    write(path, {"shifted": [saved]}, "0.1.0")
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members, compression=zipfile.ZIP_STORED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, data in members if isinstance(members, list) else members.items():
            archive.writestr(name, data)
    return file.getvalue()


@pytest.fixture
def refused(tmp_path):
    """Read bytes as a file, which must be refused soon and in little room."""

    def check(data, match, **options):
        path = tmp_path / "hostile.ag"
        path.write_bytes(data)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.thread_time()
        with pytest.raises(FileError, match=match):
            load(path, **options)
        assert time.thread_time() - started < SECONDS
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown * 1024 < BYTES

    return check


def test_the_file_itself_is_read(file, tmp_path):
    path = tmp_path / "shifted.ag"
    path.write_bytes(packed(file))
    loaded = load(path)
    assert loaded.shifted(np.zeros(20)).tolist() == list(range(20))


# The archive


@pytest.mark.parametrize(
    "name",
    ["../x", "/etc/passwd", "graphs/../x", "graphs/1.json", "arrays/1.npy", "x.py"],
)
def test_members_are_those_of_the_manifest(file, refused, name):
    refused(packed(file | {name: b"{}"}), "name|does not list")


def test_no_member_is_missing_or_there_twice(file, refused):
    refused(packed({name: file[name] for name in file if "npy" not in name}), "lacks")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twice = packed([*file.items(), ("graphs/0.json", b"{}")])
    refused(twice, "twice")


def test_sizes_are_limited(file, refused):
    refused(packed(file), "more than the 100 allowed", max_bytes=100)


def test_a_bomb_is_refused_by_its_own_word(file, refused):
    bomb = packed(file | {"arrays/1.npy": bytes(300 * 2**20)}, zipfile.ZIP_DEFLATED)
    refused(bomb, "more than the", max_bytes=2**28)


def test_a_bomb_that_lies_is_read_through_a_counter(file, refused):
    data = packed(file | {"arrays/0.npy": bytes(300 * 2**20)}, zipfile.ZIP_DEFLATED)
    size = struct.pack("<L", 300 * 2**20)
    assert data.count(size) == 2
    refused(data.replace(size, struct.pack("<L", 288)), "size|damaged")


def test_stored_members_are_as_large_as_they_say(file, refused):
    data = packed(file)
    size = len(file["arrays/0.npy"])
    refused(data.replace(struct.pack("<L", size), struct.pack("<L", 2**30)), "beyond")


def test_members_do_not_overlap(file, refused):
    data = bytearray(packed(file))
    last = data.rindex(b"PK\1\2")
    data[last + 42 : last + 46] = struct.pack("<L", 0)
    refused(bytes(data), "overlaps|damaged")


def test_many_members(file, refused):
    many = {f"arrays/{number}.npy": b"" for number in range(10_001)}
    refused(packed(file | many), "more than 10000 members")


def test_a_directory_that_claims_to_be_long(file, refused):
    data = bytearray(packed(file))
    data[-14:-10] = struct.pack("<2H", 9999, 9999)
    data[-10:-6] = struct.pack("<L", 2**31)
    refused(bytes(data), "members")


def test_another_end_of_the_archive(file, refused):
    data = packed(file)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, len(data), 1)
    end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 10**9, 10**9, 10**9, 0)
    refused(data[:-22] + end + locator + data[-22:], "members")
    refused(data + b"x", "no zip archive")
    refused(data[:-2] + b"\5\0hello", "no zip archive")


@pytest.mark.parametrize("data", [b"", b"PK", b"\0" * 100, b"import os\n" * 10])
def test_what_is_no_archive(data, refused):
    refused(data, "no zip archive")


def test_encrypted_members(file, refused):
    data = packed(file)
    flags = data.rindex(b"PK\1\2") + 8
    refused(data[:flags] + b"\1" + data[flags + 1 :], "encrypted")


def test_a_wrong_checksum(file, refused):
    data = bytearray(packed(file))
    data[data.index(b"shifted")] ^= 1
    refused(bytes(data), "damaged")


# JSON


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("[" * 100_000, "nested"),
        ('{"a":' * 100_000, "says more|nested"),
        ("[" * 401 + "]" * 401, "nested"),
        ('{"a":1,"a":2}', "key twice"),
        ("NaN", "only integers"),
        ("[1.5]", "only integers"),
        ("-Infinity", "only integers"),
        ("1e999999999", "only integers"),
        ("9" * 5000, "digits"),
        ("[0" + ",0" * 10**7 + "]", "says more"),
        ("[{}" + ",{}" * 10**7 + "]", "says more"),
        ('"\\', "no JSON"),
        ("", "no JSON"),
        ('"' + "[" * 401, "nested|no JSON"),
        ("{" + ",".join(f'"{i}":1' for i in range(10**6)) + "}", "says more"),
        (" " * 40 * 2**20, "has more than"),
        ('"' * 30 * 2**20, "no JSON"),
    ],
    ids=lambda value: str(value)[:12],
)
@pytest.mark.parametrize("member", ["manifest.json", "graphs/0.json"])
def test_documents_are_limited(file, refused, member, text, match):
    refused(packed(file | {member: text.encode()}), match)


def test_documents_are_utf_8(file, refused):
    refused(packed(file | {"graphs/0.json": b"\xff\xfe{}"}), "UTF-8")


def test_documents_are_limited_together(file, refused):
    """One is short enough for a file, and a function may have any number of graphs."""
    manifest = json.loads(file["manifest.json"])
    (one,) = manifest["functions"]["shifted"]
    manifest["functions"]["shifted"] = [one | {"graph": n} for n in range(4)]
    file["manifest.json"] = json.dumps(manifest | {"graphs": 4}).encode()
    graph = b" " * 10 * 2**20 + file["graphs/0.json"]
    more = {f"graphs/{n}.json": graph for n in range(4)}
    refused(packed(file | more, zipfile.ZIP_DEFLATED), "says up to graphs/3.json")


def test_brackets_in_text_are_no_depth():
    text = json.dumps(["[" * 1000, '\\"[[' * 500])
    assert read_document(text.encode(), "x", 2**30) == ["[" * 1000, '\\"[[' * 500]


# Arrays


def header(text):
    text = text.encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


HEADERS = [
    "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }\n",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (20, 9223372036854775807), }\n",
    "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n",
    "{'descr': '<M8[s]', 'fortran_order': False, 'shape': (20,), }\n",
    "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (20,), }\n",
    "{'descr': '<f8', 'fortran_order': True, 'shape': (20,), }\n",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (-20,), }\n",
    "{'descr': '<U0', 'fortran_order': False, 'shape': (10000000000,), }\n",
    "{'descr': '<f3', 'fortran_order': False, 'shape': (20,), }\n",
    "__import__('os').system('true')\n",
    "(" * 9000,
    "{'descr': '<f8', 'fortran_order': False, 'shape': (" + "1," * 100 + "), }\n",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 9223372036854775807), }\n",
]


@pytest.mark.parametrize("text", HEADERS, ids=lambda text: text[:60])
def test_headers_of_arrays_say_what_is_there(file, refused, text):
    data = header(text) + bytes(160)
    if "(0," in text:
        data = header(text)
    refused(packed(file | {"arrays/0.npy": data}), "arrays/0.npy")


def test_a_long_header(file, refused):
    long = b"\x93NUMPY\x01\x00" + struct.pack("<H", 65535) + b" " * 65535
    refused(packed(file | {"arrays/0.npy": long}), "no array")


def test_bytes_that_no_array_has(file, refused):
    truths = write_array(np.zeros(3, bool))[:-1] + b"\2"
    refused(packed(file | {"arrays/0.npy": truths}), "neither true nor false")
    letters = write_array(np.array(["a"]))[:-4] + b"\xff" * 4
    refused(packed(file | {"arrays/0.npy": letters}), "letters")


# The manifest, and graphs that do not fit it


def changed(file, **entries):
    manifest = json.loads(file["manifest.json"])
    return packed(file | {"manifest.json": json.dumps(manifest | entries).encode()})


def of_function(file, **entries):
    found = json.loads(file["manifest.json"])["functions"]["shifted"][0]
    return changed(file, functions={"shifted": [found | entries]})


def test_versions(file, tmp_path, monkeypatch):
    monkeypatch.setattr(file_reader, "OLDEST", 2)
    monkeypatch.setattr(file_reader, "VERSION", 3)
    path = tmp_path / "other.ag"
    for version in (1, 4):
        path.write_bytes(changed(file, version=version))
        with pytest.raises(FileVersionError, match=r"written by 0\.1\.0"):
            load(path)
    for version in (2, 3):
        path.write_bytes(changed(file, version=version))
        assert list(load(path)) == ["shifted"]


def test_another_numpy_is_told(file, tmp_path):
    path = tmp_path / "old.ag"
    path.write_bytes(changed(file, writer={"autograph": "0.1.0", "numpy": "1.26"}))
    with pytest.warns(FileWarning, match=r"1\.26"):
        load(path)


def test_an_operation_of_the_version_before(file, tmp_path, monkeypatch, refused):
    graph = file["graphs/0.json"].replace(b'"add"', b'"plus"')
    data = packed(file | {"graphs/0.json": graph})
    refused(data, "no operation named 'plus'")
    monkeypatch.setitem(manifest.RENAMED, "plus", "add")
    path = tmp_path / "renamed.ag"
    path.write_bytes(data)
    assert load(path).shifted(np.zeros(20))[3] == 3


@pytest.mark.parametrize(
    "entries",
    [
        {"graph": 1},
        {"graph": -1},
        {"sources": []},
        {"sources": [{"array": 7}]},
        {"sources": [{"variable": 0}]},
        {"sources": [{"called": 0}]},
        {"sources": [{"place": ["y"]}]},
        {"sources": [{"place": []}]},
        {"patterns": [{"type": "float64[3]"}]},
        {"patterns": [{"type": "obj"}]},
        {"patterns": [{"anything": True}]},
        {"patterns": []},
        {"patterns": [{"constant": "type(int)"}]},
        {"patterns": [{"tuple": [{"type": "float64[20]"}], "keys": [1]}]},
        {"patterns": [{"tuple": [], "keys": [], "named": ["Point", "x"]}]},
        {"patterns": [{"tuple": [], "keys": [], "named": ["import os"]}]},
        {"patterns": [{"tuple": [], "keys": [], "named": [1]}]},
        {"patterns": [{"list": [], "keys": [], "named": ["Point"]}]},
        {"parameters": [{"name": "x y", "kind": "KEYWORD_ONLY", "default": None}]},
        {"parameters": [{"name": "x", "kind": "NONE", "default": None}]},
        {"relations": [{"same": True, "left": ["x"], "right": ["y"]}]},
    ],
    ids=str,
)
def test_signatures_fit_their_graphs(file, refused, entries):
    refused(of_function(file, **entries), None)


@pytest.mark.parametrize(
    "text",
    [
        '"' + "x" * 10**7,
        'b"' + "x" * 10**7,
        " " * 10**7,
        "?" * 10**7,
        'array(bool[1], "02")',
        'array(U1[1], "ffffffff")',
    ],
    ids=lambda text: text[:24],
)
def test_constants_take_little_room(file, refused, text):
    refused(
        of_function(file, patterns=[{"constant": text}]), "line 1|no constant|is not a"
    )


@pytest.mark.parametrize(
    "entries",
    [
        {"functions": {}},
        {"functions": []},
        {"functions": {"not a name": []}},
        {"graphs": 10**9},
        {"arrays": -1},
        {"called": [{"name": "f", "graphs": [{}]}]},
        {"called": [{"name": "not a name", "graphs": []}]},
        {"format": "zip"},
        {"version": "2"},
        {"writer": {"autograph": "\x1b[2J", "numpy": "2"}},
        {"variables": [{"name": 3, "array": 0, "shape": [20], "trainable": True}]},
        {"variables": [{"name": "w", "array": 0, "shape": [19], "trainable": True}]},
        {"variables": [{"name": "w", "array": 9, "shape": [20], "trainable": True}]},
    ],
    ids=str,
)
def test_manifests_are_whole(file, refused, entries):
    refused(changed(file, **entries), None)


def test_graphs_that_reach_further(file, refused):
    graph = json.loads(file["graphs/0.json"])
    graph["nodes"][0] |= {
        "operation": "load_attribute",
        "arguments": [{"value": "x"}, {"constant": '"__class__"'}],
    }
    refused(packed(file | {"graphs/0.json": json.dumps(graph).encode()}), "reaches")
