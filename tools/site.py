"""The site: ``python -m tools.site`` builds it in ``build/site``, offline.

Its pages are those of ``docs``, a few documents beside them, the examples and the
docstrings. They are put together in one folder first, with the links between them
mended, and that folder is built. A warning is an error, and so is a session in a page
that gives something else than the page says, and a link that leads nowhere.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
BUILT = ROOT / "build" / "site"
BESIDE = {
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
"""Documents that stand beside the folder of pages, and their names in the site."""
SESSION = re.compile(r"^>>>", re.MULTILINE)
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
LAST_LINE = re.compile(r"\n\n(?=```$)", re.MULTILINE)
"""The empty line that ends a session in a page."""
UNIT = re.compile(r"(?<=\d) (?=(?:ns|µs|ms|s)\b)")
"""The space of a figure, at which no line should break."""


def pages_with_sessions() -> list[Path]:
    """Return the pages that hold Python sessions."""
    return [
        path
        for path in sorted(DOCS.rglob("*.md"))
        if SESSION.search(path.read_text(encoding="utf-8"))
    ]


class _Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Whether a session gave what the page says."""
        if super().check_output(want, got, optionflags):
            return True
        # Early versions of Python 3.11 look at the last line alone, the error's note.
        last = want.strip().rpartition("\n")[2] + "\n"
        early = sys.version_info < (3, 11, 5)
        return early and super().check_output(last, got, optionflags)


def is_true(page: Path) -> bool:
    """Run the sessions of a page; tell whether all gave what the page says."""
    text = page.read_text(encoding="utf-8")
    space = {"__name__": "__main__"}
    told = doctest.DocTestParser().get_doctest(text, space, page.name, str(page), 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.DocTestRunner(_Checker(), optionflags=flags).run(told)
    written = len(SESSION.findall(text))
    return result.failed == 0 and result.attempted == written


def places() -> dict[Path, Path]:
    """Return where each file that a page may link to stands in the site's sources."""
    found = {path: path.relative_to(DOCS) for path in files(DOCS)}
    found |= {ROOT / name: Path(there) for name, there in BESIDE.items()}
    found |= {
        path: Path("guides", path.name) for path in files(ROOT / "examples" / "guides")
    }
    found |= {
        path: Path("gallery", f"{path.stem}.rst")
        for path in (ROOT / "examples").glob("*.py")
    }
    found[ROOT / "README.md"] = Path("index.md")
    found[ROOT / "examples"] = Path("gallery", "index.rst")
    return found


def files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, and of the folders in it."""
    return (
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    )


def put_together(sources: Path) -> None:
    """Write the sources of the site into one folder."""
    shutil.rmtree(sources, ignore_errors=True)
    there = places()
    for path, place in there.items():
        if place.parts[0] == "gallery" or path == ROOT / "README.md":
            continue
        (sources / place).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            text = mended(path, place, there)
            (sources / place).write_text(text, encoding="utf-8")
        else:
            shutil.copy(path, sources / place)
    (sources / "examples").mkdir()
    for path in files(ROOT / "examples"):
        inside = path.relative_to(ROOT / "examples")
        # A folder with a document of its own would be a section of the gallery.
        if inside.parts[0] != "guides" and path.suffix != ".md":
            (sources / "examples" / inside).parent.mkdir(exist_ok=True)
            shutil.copy(path, sources / "examples" / inside)


def mended(path: Path, place: Path, there: dict[Path, Path]) -> str:
    """Return the text of a page, its links led to where their targets stand."""
    text = path.read_text(encoding="utf-8")
    code = [match.span() for match in FENCE.finditer(text)]

    def lead(link: re.Match[str]) -> str:
        if urlsplit(link[1]).scheme or any(a <= link.start() < b for a, b in code):
            return link[1]
        target = (path.parent / link[1]).resolve()
        if target.is_dir() and target != ROOT / "examples":
            target /= "README.md"
        if target not in there:
            raise SystemExit(f"{path.relative_to(ROOT)}: {link[1]} leads nowhere")
        return Path(os.path.relpath(there[target], place.parent)).as_posix()

    return UNIT.sub("\N{NO-BREAK SPACE}", LAST_LINE.sub("\n", LINK.sub(lead, text)))


class Links(HTMLParser):
    """What a page links to, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, a picture or an anchor."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            if name == "id" and value:
                self.anchors.add(value)


def broken_links(site: Path) -> list[str]:
    """Return the links within a site that lead nowhere."""
    pages = {
        path.resolve(): Links(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if "_static" not in path.parts  # the theme's own
    }
    found = []
    for path, page in pages.items():
        for link in page.targets:
            scheme, host, where, _, anchor = urlsplit(link)
            if scheme or host:
                continue
            target = (path.parent / unquote(where)).resolve() if where else path
            anchors = pages[target].anchors if target in pages else {anchor}
            if not target.exists() or (anchor and unquote(anchor) not in anchors):
                found.append(f"{path.relative_to(site.resolve())}: {link}")
    return sorted(found)


def main(built: Path = BUILT) -> int:
    """Build the site; say where it is."""
    started = time.perf_counter()
    sources, site = built / "sources", built / "html"
    pages = pages_with_sessions()
    print(f"1/3 running the sessions of {len(pages)} pages: some 15 s", flush=True)
    untrue = [page.name for page in pages if not is_true(page)]
    if untrue:
        print("these pages say what does not happen:", *untrue, sep="\n  ")
        return 1
    print("2/3 running the programs and writing the pages: some 40 s", flush=True)
    put_together(sources)
    shutil.rmtree(site, ignore_errors=True)
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env"]
    command = [sys.executable, "-m", "sphinx", *options, "--conf-dir", str(DOCS)]
    done = subprocess.run([*command, str(sources), str(site)], cwd=ROOT, check=False)
    if done.returncode:
        return done.returncode
    print("3/3 following the links", flush=True)
    broken = broken_links(site)
    if broken:
        print("these links lead nowhere:", *broken, sep="\n  ")
        return 1
    seconds = time.perf_counter() - started
    print(f"the site is in {site / 'index.html'}, after {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
