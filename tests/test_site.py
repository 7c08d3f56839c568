"""The site is built without a warning, and looked at in a browser if there is one."""

import functools
import re
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tools import site

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OFFLINE = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()
SCHEMES = {"dark": 0, "light": 1}
WIDTHS = (520, 1400)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    for package in ("sphinx", "sphinx_gallery", "myst_parser", "numpydoc"):
        pytest.importorskip(package)
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "pages_with_sessions", list)  # test_pages.py runs them
        assert site.main(folder) == 0
    return folder / "html"


@pytest.fixture(scope="module")
def address(built):
    """Serve the site on this machine."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Handler, directory=str(built))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def browse(address, tmp_path):
    """Open a page; return what it holds after its scripts have run."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here to look at the site with")

    def open_page(page, width, scheme):
        command = [
            *(CHROMIUM, *OFFLINE, f"--user-data-dir={tmp_path / 'profile'}"),
            f"--window-size={width},900",
            f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
            *("--virtual-time-budget=8000", "--dump-dom", f"{address}/{page}"),
        ]
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=120
        )
        return done.stdout

    return open_page


def test_the_pages_that_people_look_for_are_there(built):
    for page in ("start", "tutorial", "sharp-edges", "how-to/index", "errors"):
        assert (built / f"{page}.html").is_file()
    assert (built / "reference" / "functions.html").is_file()
    front = (built / "index.html").read_text(encoding="utf-8")
    navigation = re.findall(r'class="nav-link nav-internal" href="([^"]+)"', front)
    assert navigation[0] == "sharp-edges.html"


def test_every_program_of_the_gallery_ran(built):
    pages = [
        path for path in (built / "gallery").glob("*.html") if path.stem != "index"
    ]
    programs = {path.stem for path in (site.ROOT / "examples").glob("*.py")}
    assert {path.stem for path in pages} == programs
    drawn = [path for path in pages if "sphx_glr_" in path.read_text(encoding="utf-8")]
    assert len(drawn) >= 15


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html#y"><a href="#x">')
    (tmp_path / "b.html").write_text('<p id="z"><img src="c.png">')
    assert site.broken_links(tmp_path) == ["a.html: b.html#y", "b.html: c.png"]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_site_in_a_browser(browse, width, scheme):
    front = browse("index.html", width, scheme)
    assert f'data-theme="{scheme}"' in front
    assert "Sharp edges" in front
    heat = browse("gallery/heat.html", width, scheme)
    assert f'data-theme="{scheme}"' in heat
    assert "25.00 degrees in the middle" in heat
    found = browse("search.html?q=vmap", width, scheme)
    assert f'data-theme="{scheme}"' in found
    assert "gradients.html" in found
    assert 'class="search"' in found
