import subprocess
import sys

import pytest

from autograph.cli.completion import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_for_each_shell(autograph, shell):
    pytest.importorskip("shtab")
    code, out, err = autograph("--print-completion", shell)
    assert (code, err) == (0, "")
    for word in ("check", "convert", "graph", "format", "sarif", "optimized"):
        assert word in out


def test_bash_completes_commands_and_files(autograph, tmp_path):
    pytest.importorskip("shtab")
    script = autograph("--print-completion", "bash").out
    (tmp_path / "completion.sh").write_text(script)
    (tmp_path / "model.py").touch()

    def completed(*words):
        typed = " ".join(f"'{word}'" for word in words)
        program = (
            "source completion.sh\n"
            f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}\n"
            "_shtab_autograph\n"
            'echo "${COMPREPLY[@]}"\n'
        )
        command = ["bash", "--norc", "-c", program]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert completed("autograph", "ch") == ["check"]
    assert completed("autograph", "check", "--format", "s") == ["sarif"]
    assert completed("autograph", "check", "mod") == ["model.py"]


def test_without_shtab(autograph, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    code, out, err = autograph("--print-completion", "bash")
    assert (code, out) == (2, "")
    assert "pip install 'numpy-autograph[cli]'" in err


def test_a_shell_that_is_not_known(autograph):
    code, _, err = autograph("--print-completion", "ed")
    assert code == 2
    assert "bash, zsh, fish" in err.replace("'", "")
