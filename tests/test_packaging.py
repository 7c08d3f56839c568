"""What is published: the wheel and the source, built here and looked into."""

import email
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import autograph

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build both, with the builder that stands here: nothing is downloaded."""
    pytest.importorskip("hatchling")
    pytest.importorskip("hatch_fancy_pypi_readme")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def metadata(built):
    with zipfile.ZipFile(built[0]) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith("/METADATA")]
        return email.message_from_string(archive.read(name).decode())


def test_the_wheel_holds_the_packages_and_nothing_else(built):
    with zipfile.ZipFile(built[0]) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    info = f"numpy_autograph-{autograph.__version__}.dist-info"
    assert tops == {"autograph", "tracer", "runtime", info}
    assert {"autograph/py.typed", "autograph/errors.md"} <= set(names)
    assert f"{info}/licenses/LICENSE" in names
    assert not [name for name in names if "__pycache__" in name]


def test_the_source_holds_what_is_needed_to_test_it(built):
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ("README.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff", "LICENSE")
    assert {*wanted, "docs/tutorial.md", "tests/conftest.py"} <= names
    assert not [name for name in names if name.startswith((".ci", "build/", ".venv"))]


def test_the_metadata(metadata):
    assert metadata["Name"] == "numpy-autograph"
    assert metadata["Version"] == autograph.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    needed = [
        each for each in metadata.get_all("Requires-Dist") if "extra ==" not in each
    ]
    assert sorted(re.match(r"\w+", each)[0] for each in needed) == ["gast", "numpy"]
    assert {"docs", "native", "plot"} <= set(metadata.get_all("Provides-Extra"))


def test_links_of_the_description_work_on_a_package_index(metadata):
    text = metadata.get_payload()
    assert text.startswith("# AutoGraph for NumPy")
    assert "Sharp edges" in text
    relative = [link for link in LINK.findall(text) if not link.startswith("https://")]
    assert relative == []


def test_every_document_names_the_same_version():
    version = autograph.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == version


def test_the_wheel_works_in_an_empty_environment(built, tmp_path):
    venv.create(tmp_path / "empty", with_pip=False)
    base = {"base": str(tmp_path / "empty"), "platbase": str(tmp_path / "empty")}
    site = Path(sysconfig.get_path("purelib", scheme="venv", vars=base))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run(
        [*command, "--no-index", "--target", site, built[0]],
        check=True,
        capture_output=True,
    )
    # What it needs comes from here, without the source that stands here.
    for package in ("numpy", "gast"):
        found = Path(__import__(package).__file__)
        home = found.parent if found.name == "__init__.py" else found
        (site / home.name).symlink_to(home)
        libraries = home.parent / f"{package}.libs"
        if libraries.exists():
            (site / libraries.name).symlink_to(libraries)
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np, autograph as ag\n"
        "@ag.function\n"
        "def halve(x):\n"
        "    while x > 1:\n"
        "        x = x / 2\n"
        "    return x\n"
        "print(ag.__version__, halve(np.float64(12.0)), ag.__file__)\n"
    )
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = tmp_path / "empty" / scripts / "python"
    done = subprocess.run(
        [python, "-I", program], check=True, capture_output=True, text=True
    )
    version, result, place = done.stdout.split()
    assert (version, result) == (autograph.__version__, "0.75")
    assert str(tmp_path) in place
