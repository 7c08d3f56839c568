import io
import os
import stat
import sys
import threading
from types import SimpleNamespace

import pytest

from runtime.errors import AutographError, Span

MODEL = """\
'''A model.'''

LIMIT = 10


def step(x):
    if x > LIMIT:
        y = x * 2
    else:
        y = -x
    return y


class Model:
    def grow(self, n):
        while n < LIMIT:
            n = n + 1
        return n
"""


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    return path


def run_source(text):
    scope = {}
    exec(compile(text, "converted.py", "exec"), scope)
    return scope


# What is printed


def test_the_whole_module_runs_as_it_stands(autograph, model):
    code, out, err = autograph("convert", model)
    assert (code, err) == (0, "")
    assert "ag.cond(" in out
    assert "ag.while_loop(" in out
    scope = run_source(out)
    assert [scope["step"](x) for x in (3, 11)] == [-3, 22]
    assert scope["Model"]().grow(4) == 10
    assert scope["__doc__"] == "A model."


def test_converted_again_nothing_changes(autograph, model, tmp_path):
    once = autograph("convert", model).out
    (tmp_path / "once.py").write_text(once)
    assert autograph("convert", "once.py").out == once


def test_standard_input(autograph, monkeypatch, model):
    from_file = autograph("convert", model).out
    stdin = io.TextIOWrapper(io.BytesIO(MODEL.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert autograph("convert", "-") == (0, from_file, "")


def test_standard_input_is_read_once(autograph):
    code, out, err = autograph("convert", "-", "-")
    assert (code, out) == (2, "")
    assert err == "autograph: standard input can be read only once\n"


def test_several_files_are_told_apart(autograph, tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(f"name = '{name}'\n")
    code, out, _ = autograph("convert", "a.py", "b.py")
    assert code == 0
    assert out == "# a.py\nname = 'a.py'\n# b.py\nname = 'b.py'\n"


def test_one_function(autograph, model):
    code, out, _ = autograph("convert", model, "--function", "step")
    assert code == 0
    assert out.startswith("def step(x):\n")
    assert "Model" not in out
    assert out in autograph("convert", model).out


def test_one_method(autograph, model):
    code, out, _ = autograph("convert", model, "--function", "Model.grow")
    assert code == 0
    assert out.startswith("def grow(self, n):\n")
    assert "ag.while_loop(" in out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("stepp", "no function 'stepp'; did you mean 'step'?"),
        ("Model.shrink", "no function 'Model.shrink'"),
        ("Model", "'Model' is a class; name one of its functions"),
    ],
)
def test_no_such_function(autograph, model, name, message):
    code, out, err = autograph("convert", "model.py", "--function", name)
    assert (code, out) == (2, "")
    assert err == f"autograph: model.py: {message}\n"


def test_difference(autograph, model):
    code, out, _ = autograph("convert", "model.py", "--diff")
    assert code == 0
    assert out.startswith("--- model.py (as written)\n+++ model.py (converted)\n@@")
    assert "\n-    if x > LIMIT:\n" in out
    assert "ag.cond(" in out
    assert "\x1b" not in out


# Output files


def test_output_file_takes_the_mode_of_the_source(autograph, model, tmp_path):
    model.chmod(0o751)
    printed = autograph("convert", model).out
    assert autograph("convert", model, "-o", "new.py") == (0, "", "")
    new = tmp_path / "new.py"
    assert new.read_text() == printed
    assert stat.S_IMODE(new.stat().st_mode) == 0o751


def test_output_file_keeps_its_own_mode(autograph, model, tmp_path):
    old = tmp_path / "old.py"
    old.write_text("old")
    old.chmod(0o640)
    assert autograph("convert", model, "--output", old).code == 0
    assert "ag.cond(" in old.read_text()
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"model.py", "old.py"}


def test_a_file_can_be_converted_in_place(autograph, model):
    printed = autograph("convert", model).out
    assert autograph("convert", model, "-o", model).code == 0
    assert model.read_text() == printed


def test_a_link_stays_a_link(autograph, model, tmp_path):
    link = tmp_path / "link.py"
    link.symlink_to("target.py")
    assert autograph("convert", model, "-o", link).code == 0
    assert link.is_symlink()
    assert "ag.cond(" in (tmp_path / "target.py").read_text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_stays_a_pipe(autograph, model, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    code = autograph("convert", model, "-o", pipe).code
    reader.join(timeout=10)
    assert code == 0
    assert pipe.is_fifo()
    assert "ag.cond(" in received[0]


def test_several_files_go_into_a_folder(autograph, tmp_path):
    (tmp_path / "converted").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(f"name = '{name}'\n")
    assert autograph("convert", "a.py", "b.py", "-o", "converted").code == 0
    for name in ("a.py", "b.py"):
        assert (tmp_path / "converted" / name).read_text() == f"name = '{name}'\n"


def test_several_files_need_a_folder(autograph, model, tmp_path):
    code, _, err = autograph("convert", model, model, "-o", "nowhere")
    assert code == 2
    assert err == "autograph: nowhere: several files need a folder that exists\n"
    assert not (tmp_path / "nowhere").exists()


def test_two_inputs_for_one_output(autograph, tmp_path):
    for folder in ("one", "two", "out"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "model.py").write_text("x = 1\n")
    code, _, err = autograph("convert", "one/model.py", "two/model.py", "-o", "out")
    assert code == 2
    assert "two of the inputs would be written here" in err


def test_nothing_is_written_unless_everything_converts(autograph, model, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "model.py").write_text("as it was")
    (tmp_path / "broken.py").write_text("def f(:\n")
    code, printed, err = autograph("convert", "model.py", "broken.py", "-o", out)
    assert (code, printed) == (2, "")
    assert err.startswith("autograph: broken.py:1:")
    assert (out / "model.py").read_text() == "as it was"
    assert [path.name for path in out.iterdir()] == ["model.py"]


def test_all_or_none_of_the_outputs_are_written(autograph, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    names = ["a.py", "b.py"]
    for name in names:
        (tmp_path / name).write_text("x = 1\n")
        (out / name).write_text("as it was")
    (out / "b.py").unlink()
    (out / "b.py").mkdir()  # nothing can be written here
    assert autograph("convert", *names, "-o", out).code == 2
    assert (out / "a.py").read_text() == "as it was"
    assert sorted(path.name for path in out.iterdir()) == names


def test_output_in_a_missing_folder(autograph, model):
    code, _, err = autograph("convert", model, "-o", "missing/model.py")
    assert code == 2
    assert err == "autograph: missing/model.py: No such file or directory\n"


# Input that is no Python text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"def f(:\n", "bad.py:1:7: invalid syntax"),
        (b"x = 1\n  y = 2\n", "unexpected indent"),
        (b"\x7fELF\x00\x01", "bad.py: is a binary file: it holds null bytes"),
        (b"# coding: klingon\n", "bad.py: unknown encoding: klingon"),
        (b"# coding: hex\n", "is not a text encoding"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "bad.py: encoding problem: utf-8"),
        (b"\n\n\ns = 'caf\xe9'\n", "bad.py:4: byte 0xe9 is not utf-8"),
        (b"x = " + b"(" * 5000 + b")" * 5000, "bad.py:1:"),
        (b"x = " + b"-" * 50_000 + b"1", "bad.py"),
    ],
)
def test_unreadable_file(autograph, tmp_path, content, message):
    (tmp_path / "bad.py").write_bytes(content)
    code, out, err = autograph("convert", "bad.py")
    assert (code, out) == (2, "")
    assert err.startswith("autograph: bad.py")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.py", "missing.py: no such file"),
        ("empty", "empty: no Python file in this folder"),
        ("model.py/x.py", "model.py/x.py: Not a directory"),
        ("a\0b", "embedded null byte"),
    ],
)
def test_no_file(autograph, model, tmp_path, name, message):
    (tmp_path / "empty").mkdir()
    code, out, err = autograph("convert", name)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_every_bad_input_is_named(autograph):
    code, _, err = autograph("convert", "a.py", "b.py")
    assert code == 2
    assert err == "autograph: a.py: no such file\nautograph: b.py: no such file\n"


@pytest.mark.parametrize(
    "content",
    [
        "word = 'café'\n".encode(),
        "\N{BYTE ORDER MARK}word = 'café'\n".encode(),
        "# -*- coding: latin-1 -*-\nword = 'café'\n".encode("latin-1"),
        "#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\n"
        "word = 'café'\n".encode("cp1252"),
    ],
    ids=["utf-8", "byte order mark", "latin-1", "second line"],
)
def test_encodings(autograph, tmp_path, content):
    (tmp_path / "word.py").write_bytes(content)
    assert autograph("convert", "word.py", "-o", "out.py").code == 0
    assert run_source((tmp_path / "out.py").read_bytes())["word"] == "café"


def test_line_ends_are_kept(autograph, tmp_path):
    (tmp_path / "dos.py").write_bytes(b"x = 1\r\ny = '''a\r\nb'''\r\n")
    assert autograph("convert", "dos.py", "-o", "out.py").code == 0
    written = (tmp_path / "out.py").read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n")
    assert run_source(written)["y"] == "a\nb"


def test_warnings_about_the_users_file_are_not_ours(autograph, tmp_path):
    (tmp_path / "odd.py").write_text("pattern = '\\d'\nsame = pattern is 'x'\n")
    assert autograph("convert", "odd.py")[::2] == (0, "")


# Findings


def test_findings_are_listed_by_line(autograph, model, monkeypatch, tmp_path):
    found = [
        SimpleNamespace(line=6, column=4, code="AG001", message="one", hint="do this"),
        SimpleNamespace(line=15, column=8, code="AG002", message="two", hint=""),
    ]
    monkeypatch.setattr("autograph.conversion.findings", lambda text, name: found)
    lines = ["model.py:6:5: AG001 one (do this)", "model.py:15:9: AG002 two"]
    code, out, err = autograph("convert", "model.py")
    assert code == 1
    assert "ag.cond(" in out
    assert err.splitlines() == lines
    assert autograph("convert", "model.py", "-o", "out.py") == (1, "", err)
    assert (tmp_path / "out.py").read_text() == out
    one = autograph("convert", "model.py", "--function", "Model.grow")
    assert (one.code, one.err.splitlines()) == (1, lines[1:])


def test_a_refused_file_is_a_finding_and_is_not_written(
    autograph, model, monkeypatch, tmp_path
):
    def refuse(text, name):
        raise AutographError("no", span=Span(name, 3, 4), hint="yes")

    monkeypatch.setattr("autograph.conversion.convert_source", refuse)
    code, out, err = autograph("convert", "model.py", "-o", "out.py")
    assert (code, out) == (1, "")
    assert err == "model.py:3:5: AG000 no (yes)\n"
    assert not (tmp_path / "out.py").exists()


# Folders


@pytest.fixture
def package(tmp_path):
    for name in ("src/a.py", "src/inner/b.py", "src/inner/__pycache__/c.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(MODEL)
    (tmp_path / "src" / "data.txt").touch()
    return tmp_path


def written(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in files)


def test_a_folder_keeps_its_layout(autograph, package):
    assert autograph("convert", "src", "-o", "out") == (0, "", "")
    assert written(package / "out") == ["a.py", "inner/b.py"]
    assert run_source((package / "out/inner/b.py").read_text())["step"](11) == 22


def test_what_was_written_is_not_read_again(autograph, package):
    for _ in range(2):
        assert autograph("convert", "src", "-o", "src/out") == (0, "", "")
    assert written(package / "src" / "out") == ["a.py", "inner/b.py"]


def test_a_folder_is_printed_file_by_file(autograph, package):
    code, out, _ = autograph("convert", "src")
    assert code == 0
    heads = [line for line in out.splitlines() if line.startswith("# src")]
    assert heads == ["# src/a.py", "# src/inner/b.py"]


def test_of_a_folder_with_a_broken_file_nothing_is_written(autograph, package):
    (package / "src" / "broken.py").write_text("def f(:\n")
    code, _, err = autograph("convert", "src", "-o", "out")
    assert code == 2
    assert err.startswith("autograph: src/broken.py:1:")
    assert not (package / "out").exists()


def test_two_folders_may_not_meet(autograph, package):
    (package / "more").mkdir()
    (package / "more" / "a.py").write_text(MODEL)
    code, _, err = autograph("convert", "src", "more", "-o", "out")
    assert code == 2
    assert err == "autograph: out/a.py: two of the inputs would be written here\n"
    assert not (package / "out").exists()


def test_a_folder_is_not_written_into_a_file(autograph, package):
    (package / "out").write_text("mine")
    code, _, err = autograph("convert", "src", "-o", "out")
    assert code == 2
    assert err == "autograph: out: several files need a folder that exists\n"
    assert (package / "out").read_text() == "mine"


def test_folders_made_in_vain_are_taken_away(autograph, package):
    (package / "out").mkdir()
    (package / "out" / "inner").write_text("mine")
    code, _, err = autograph("convert", "src", "-o", "out")
    assert code == 2
    assert "out/inner/b.py" in err
    assert written(package / "out") == ["inner"]
