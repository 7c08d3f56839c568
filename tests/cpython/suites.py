"""Which modules are converted, and which of CPython's tests are about them."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Suite:
    """A module, or several, and their test.

    Parameters
    ----------
    test
        The name of CPython's test module.
    modules
        What is converted.
    file
        Why the files are not converted and run in the place of the modules.
    differ, why
        Parts of the names of the tests that cannot give the same, and the reason.
    traced
        Parts of the names of those that cannot where functions are traced: they look at
        frames, at signatures, which a traced function does not show here, or at which
        lines of files were read.
    """

    test: str
    modules: tuple[str, ...]
    file: str = ""
    differ: tuple[str, ...] = ()
    why: str = ""
    traced: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The modules, as a table calls them."""
        return ", ".join(self.modules)


OURS = "`import autograph` itself needs it, so it cannot import `autograph`"
FRAMES = "count or show the frames of callers: a branch in converted code adds a frame"
PURE_DATETIME = "_pydatetime" if sys.version_info >= (3, 12) else "datetime"

SUITES = (
    Suite("test_statistics", ("statistics",)),
    Suite("test_heapq", ("heapq",)),
    Suite("test_bisect", ("bisect",)),
    Suite("test_textwrap", ("textwrap",)),
    Suite("test_fractions", ("fractions",)),
    Suite("test_difflib", ("difflib",)),
    Suite("test_json", ("json",)),
    Suite("test_copy", ("copy",)),
    Suite(
        "test_dataclasses",
        ("dataclasses",),
        "",
        ("test_clean_traceback_from_fields_exception",),
        "looks for a name in the source line of a traceback, which is a converted line",
    ),
    Suite("test_shlex", ("shlex",)),
    Suite("test_calendar", ("calendar",)),
    Suite("test_random", ("random",)),
    Suite("test_colorsys", ("colorsys",)),
    Suite("test_string", ("string",)),
    Suite("test_pprint", ("pprint",)),
    Suite("test_ipaddress", ("ipaddress",)),
    Suite("test_argparse", ("argparse",)),
    Suite("test_base64", ("base64",)),
    Suite("test_cmd", ("cmd",)),
    Suite("test_collections", ("collections",), OURS),
    Suite("test_configparser", ("configparser",)),
    Suite(
        "test_contextlib",
        ("contextlib",),
        OURS,
        ("test_exit_exception_traceback",),
        FRAMES,
    ),
    Suite("test_csv", ("csv",)),
    Suite(
        "test_datetime",
        (PURE_DATETIME,),
        "",
        ("test_name_cleanup",),
        "lists all names of the module: a converted file has `ag` too",
    ),
    Suite("test_decimal", ("_pydecimal", "numbers"), traced=("SignatureTest",)),
    Suite(
        "test_doctest",
        ("doctest",),
        "",
        ("test_DocFileSuite", "test_testfile", "reportflags", "test_pdb_set_trace"),
        FRAMES,
        ("test_DocTestSuite",),
    ),
    Suite("test_email", ("email",)),
    Suite("test_enum", ("enum",), OURS, ("test_pickle_enum_function",), FRAMES),
    Suite("test_fnmatch", ("fnmatch",)),
    Suite(
        "test_functools",
        ("functools",),
        OURS,
        ("test_lru_reentrancy_with_len",),
        "lowers the recursion limit to the minimum that plain code needs",
    ),
    Suite("test_getopt", ("getopt",)),
    Suite("test_gettext", ("gettext",), "", ("test_plural",), FRAMES),
    Suite("test_graphlib", ("graphlib",)),
    Suite("test_htmlparser", ("html", "_markupbase")),
    Suite("test_mimetypes", ("mimetypes",)),
    Suite("test_operator", ("operator",), OURS),
    Suite("test_optparse", ("optparse",)),
    Suite("test_pathlib", ("pathlib",)),
    Suite("test_pickle", ("pickle",)),
    Suite("test_pickletools", ("pickletools",)),
    Suite("test_plistlib", ("plistlib",)),
    Suite("test_queue", ("queue",)),
    Suite("test_reprlib", ("reprlib",), OURS),
    Suite("test_sched", ("sched",)),
    Suite("test_strptime", ("_strptime",)),
    Suite("test_tarfile", ("tarfile",)),
    Suite("test_tokenize", ("tokenize",)),
    Suite(
        "test_traceback",
        ("traceback",),
        "",
        ("stack", "format_frame", "format_locals"),
        FRAMES,
        ("test_signatures", "test_lookup_lines", "context_with_context"),
    ),
    Suite("test_types", ("types",), OURS),
    Suite("test_typing", ("typing",), OURS, ("ProtocolTests",), FRAMES),
    Suite("test_unparse", ("ast",)),
    Suite("test_urlparse", ("urllib.parse",)),
    Suite("test_uuid", ("uuid",)),
    Suite(
        "test_weakref",
        ("weakref", "_weakrefset"),
        OURS,
        ("test_remove_closure",),
        "looks at the cells of a function: a replaced function has one more",
    ),
    Suite("test_zipfile", ("zipfile",)),
)
QUICK = ("test_heapq", "test_bisect", "test_textwrap", "test_shlex", "test_graphlib")
"""Those that the tests of this project run each time."""
