"""Functions of the standard library; those written in C run in their Python form."""

SETUP = """
import ast
import calendar
import collections
import copy
import datetime
import difflib
import email.message
import functools
import io
import ipaddress
import math
import operator
import random
import re
import statistics
import string
import textwrap
from collections import Counter, OrderedDict, namedtuple
from decimal import Decimal
from fractions import Fraction

def without(name, *accelerators):
    import importlib.util
    import sys
    kept = {each: sys.modules.get(each) for each in accelerators}
    sys.modules.update(dict.fromkeys(accelerators))
    try:
        file = importlib.import_module(name).__file__
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for each, module_before in kept.items():
            del sys.modules[each]
            if module_before is not None:
                sys.modules[each] = module_before
    return module

bisect_python = without("bisect", "_bisect")
heapq_python = without("heapq", "_heapq")
ntpath_python = without("ntpath")
operator_python = without("operator", "_operator")
dates = without("datetime", "_datetime")
import _pydecimal
P = _pydecimal.Decimal
Point = namedtuple("Point", "x y")
cities = {"A": {"B": 1, "C": 4}, "B": {"C": 2}, "C": {}}
"""
DRIVERS = """
statistics.geometric_mean
    [54, 24, 36]
    [1.5, 2.5]
statistics.harmonic_mean
    [40, 60]
    [40.0, 60.0], weights=[5, 30]
    [1, -1]
statistics.median_low
    [1, 3, 5, 7]
    ["b", "a"]
statistics.median_high
    [1, 3, 5, 7]
statistics.mode
    [1, 1, 2, 3, 3, 3, 3, 4]
    "aabb"
    []
statistics.variance
    [2.75, 1.75, 1.25, 0.25, 0.5, 1.25, 3.5]
    [1, 2, 4, 5]
    [1]
statistics.pvariance
    [0.0, 0.25, 0.25, 1.25, 1.5, 1.75, 2.75, 3.25]
    [1, 2, 4], 2
statistics.stdev
    [1.5, 2.5, 2.5, 2.75, 3.25, 4.75]
    [Fraction(1, 2), Fraction(3, 2)]
statistics.covariance
    [1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 1, 2, 3, 1, 2, 3]
    [1.0, 2.0], [3.0]
statistics.NormalDist.from_samples
    statistics.NormalDist, [1.0, 2.5, 3.0, 8.0]
statistics.NormalDist.pdf
    statistics.NormalDist(2, 3), 1.5
    statistics.NormalDist(2.5, 0.5), 3
statistics.NormalDist.cdf
    statistics.NormalDist(2, 3), 1.5
    statistics.NormalDist(0, 1), -2
statistics.NormalDist.overlap
    statistics.NormalDist(2.4, 1.6), statistics.NormalDist(3.2, 2.0)
    statistics.NormalDist(1, 1), statistics.NormalDist(3, 1)
statistics.NormalDist.quantiles
    statistics.NormalDist(2.4, 1.6), 5
heapq.nlargest
    2, [5, 1, 4, 2]
    3, "hello world", key=ord
    1, [3, 9, 2]
heapq_python.heappush
    [1, 3, 2, 5], 0
    [], 4
heapq_python.heappop
    [1, 3, 2, 5]
    [1.5]
    []
heapq_python.heapify
    [5, 3, 8, 1, 9, 2]
    list("heap")
heapq_python.heapreplace
    [1, 3, 2, 5], 4
heapq_python.heappushpop
    [1, 3, 2, 5], 4
    [1, 3], 0
heapq_python.nsmallest
    3, [5, 1, 4, 2, 8, 0]
heapq_python.merge
    [1, 4, 9], [2, 3], [0]
    [], [1]
bisect_python.bisect_right
    [1, 3, 5, 7], 4
    [1, 3, 5, 7], 5
    [1, 2], 0, -1
bisect_python.insort_left
    [1, 3, 5, 7], 4
    ["a", "ccc"], "bb", key=len
bisect_python.insort_right
    [1.5, 3.0], 3.0
fractions.Fraction.__add__
    Fraction(1, 2), Fraction(1, 3)
    Fraction(1, 2), 3
    Fraction(1, 2), 0.25
fractions.Fraction.__floordiv__
    Fraction(7, 2), Fraction(1, 3)
    Fraction(-7, 2), 2
fractions.Fraction.__pow__
    Fraction(7, 2), 3
    Fraction(7, 2), -3
    Fraction(7, 2), Fraction(1, 2)
fractions.Fraction.__round__
    Fraction(7, 3)
    Fraction(22, 7), 2
fractions.Fraction.__hash__
    Fraction(7, 3)
    Fraction(-1, 2)
fractions.Fraction.from_float
    Fraction, 0.375
    Fraction, float("nan")
fractions.Fraction.__str__
    Fraction(3, 4)
    Fraction(4)
fractions.Fraction.__new__
    Fraction, "3/4"
    Fraction, 2.5
    Fraction, 6, 4
    Fraction, 1, 0
fractions.Fraction.__eq__
    Fraction(1, 2), 0.5
    Fraction(1, 2), Fraction(2, 4)
    Fraction(1, 2), "a"
fractions.Fraction.__lt__
    Fraction(1, 2), 0.75
    Fraction(1, 2), Fraction(1, 3)
colorsys.rgb_to_yiq
    0.2, 0.4, 0.6
    1, 0, 0
colorsys.yiq_to_rgb
    0.4, -0.2, 0.1
    0.9, 0.6, 0.5
difflib.SequenceMatcher.ratio
    difflib.SequenceMatcher(None, "abcd", "bcde")
    difflib.SequenceMatcher(None, [1, 2, 3], [3, 2, 1])
difflib.SequenceMatcher.get_opcodes
    difflib.SequenceMatcher(None, "qabxcd", "abycdf")
    difflib.SequenceMatcher(None, "", "a")
difflib.SequenceMatcher.find_longest_match
    difflib.SequenceMatcher(None, " abcd", "abcd abcd"), 0, 5, 0, 9
    difflib.SequenceMatcher(lambda c: c == " ", " abcd", "abcd abcd"), 0, 5, 0, 9
difflib.SequenceMatcher.quick_ratio
    difflib.SequenceMatcher(None, "abcd", "bcde")
difflib.SequenceMatcher.get_grouped_opcodes
    difflib.SequenceMatcher(None, list("abcdefghijkl"), list("abcdxfghijkm")), 1
difflib.unified_diff
    ["a", "b", "c"], ["a", "x", "c"], lineterm=""
    ["a"], ["a"]
difflib.context_diff
    ["a", "b", "c"], ["a", "x", "c"], "one", "two", lineterm=""
difflib.restore
    list(difflib.ndiff(["one", "two"], ["ore", "tree"])), 1
difflib.IS_LINE_JUNK
    "  # "
    "code"
difflib._format_range_unified
    3, 10
    3, 3
textwrap.wrap
    "the quick brown fox jumps over the lazy dog", 15
    "a-long-word in " + "x" * 30, 12
textwrap.fill
    "the quick brown fox jumps over the lazy dog", 20, initial_indent="* "
    "hello", 3, break_long_words=False
textwrap.indent
    "one\\n\\ntwo\\n", "> "
    "one\\n two", "-", lambda line: line.startswith(" ")
textwrap.TextWrapper._split
    textwrap.TextWrapper(), "Look, goof-ball -- use the -b option!"
textwrap.TextWrapper._wrap_chunks
    textwrap.TextWrapper(width=10), ["the", " ", "quick", " ", "brown", " ", "fox"]
string.Template.substitute
    string.Template("$who likes ${what}"), who="tim", what="kung pao"
    string.Template("$who costs $$5"), {"who": "it"}
    string.Template("$who"), {}
string.Template.safe_substitute
    string.Template("$who likes ${what}"), who="tim"
string.Formatter.vformat
    string.Formatter(), "{0} {a:>5} {1!r}", (1, "x"), {"a": 2.5}
calendar.leapdays
    1999, 2024
    1900, 1901
calendar.Calendar.iterweekdays
    calendar.Calendar(6)
calendar.Calendar.itermonthdays2
    calendar.Calendar(0), 2024, 2
calendar.Calendar.monthdays2calendar
    calendar.Calendar(6), 2023, 10
calendar.Calendar.monthdayscalendar
    calendar.Calendar(0), 2024, 2
calendar.Calendar.itermonthdays3
    calendar.Calendar(0), 2024, 12
calendar.TextCalendar.formatmonth
    calendar.TextCalendar(0), 2024, 2
    calendar.TextCalendar(6), 2023, 7, 3, 1
calendar.TextCalendar.formatweek
    calendar.TextCalendar(0), [(1, 0), (2, 1), (0, 2)], 3
calendar.HTMLCalendar.formatmonth
    calendar.HTMLCalendar(0), 2024, 2
calendar.formatstring
    ["a", "b", "c"], 5, 2
dates._is_leap
    2000
    1900
dates._days_before_year
    2024
    1
dates._ymd2ord
    2024, 2, 29
    2023, 2, 29
dates._ord2ymd
    738945
    1
    146097
dates._isoweek1monday
    2024
    2021
dates._format_time
    12, 30, 5, 0
    12, 30, 5, 250, "milliseconds"
    12, 30, 5, 0, "decades"
dates._parse_isoformat_date
    "2024-02-29"
    "2024-W09-4"
dates._parse_hh_mm_ss_ff
    "12:30:15.5"
    "12"
dates.timedelta.__new__
    dates.timedelta, 1, 2.5, hours=3
    dates.timedelta, weeks=0.5, milliseconds=-3
dates.timedelta.__str__
    dates.timedelta(1, 3661, 5)
    dates.timedelta(-2, 3)
dates.timedelta.__mul__
    dates.timedelta(1, 3661, 5), 3
    dates.timedelta(1, 3661, 5), 1.5
dates.timedelta.__floordiv__
    dates.timedelta(1, 3661, 5), 3
    dates.timedelta(3), dates.timedelta(2)
dates.date.__new__
    dates.date, 2024, 2, 29
    dates.date, 2023, 2, 29
dates.date.isocalendar
    dates.date(2024, 12, 30)
    dates.date(2021, 1, 1)
dates.date.__add__
    dates.date(2024, 12, 30), dates.timedelta(3)
    dates.date(1, 1, 1), dates.timedelta(-3)
dates.date.fromisoformat
    dates.date, "2024-02-29"
    dates.date, "2024-13-01"
dates.date.replace
    dates.date(2024, 12, 30), day=1
dates.datetime.__sub__
    dates.datetime(2024, 12, 30, 5), dates.datetime(2023, 1, 2, 3, 4, 5)
dates.datetime.isoformat
    dates.datetime(2024, 12, 30, 5)
    dates.datetime(2024, 12, 30, 5, 6, 7, 8), " ", "minutes"
dates.datetime.fromisoformat
    dates.datetime, "2024-02-29T12:30:15"
    dates.datetime, "bad"
_pydecimal._decimal_lshift_exact
    12, 3
    1200, -2
    1250, -2
_pydecimal._sqrt_nearest
    1000, 30
_pydecimal._rshift_nearest
    1000, 3
_pydecimal._ilog
    1500, 1000
_pydecimal._iexp
    1500, 1000
_pydecimal.Decimal.__add__
    P("1.25"), P("3.5")
    P("1.25"), P("NaN")
_pydecimal.Decimal.__mul__
    P("1.25"), P("-3.5")
    P("1E+5"), 2
_pydecimal.Decimal.__truediv__
    P("1"), P("3")
    P("1"), P("0")
_pydecimal.Decimal.sqrt
    P("2")
    P("-1")
_pydecimal.Decimal.quantize
    P("2.675"), P("0.01")
    P("2.5"), P("1"), "ROUND_HALF_UP"
_pydecimal.Decimal.__str__
    P("2.675E-9")
    P("-0")
    P("NaN")
_pydecimal.Decimal.compare
    P("2.675"), P("3")
    P("3"), P("3")
_pydecimal.Decimal.__format__
    P("1234.567"), ",.2f"
    P("12"), ">8"
_pydecimal.Decimal.ln
    P("10")
_pydecimal.Decimal.exp
    P("1.5")
_pydecimal.Decimal.__pow__
    P("1.5"), 3
    P("2"), P("0.5")
_pydecimal.Decimal.as_integer_ratio
    P("3.125")
    P("Infinity")
_pydecimal.Decimal.normalize
    P("120.00")
random.Random.shuffle
    random.Random(3), [1, 2, 3, 4, 5]
random.Random.sample
    random.Random(3), range(20), 4
    random.Random(3), ["a", "b"], 3, counts=[2, 2]
random.Random.choices
    random.Random(3), "abc", [1, 2, 3], k=5
    random.Random(4), "abc", k=2
random.Random.randrange
    random.Random(3), 3, 30, 4
    random.Random(3), 10
random.Random.gauss
    random.Random(3), 1.0, 2.0
random.Random.normalvariate
    random.Random(3), 1.0, 2.0
random.Random.gammavariate
    random.Random(3), 2.5, 1.5
    random.Random(3), 0.5, 1.5
random.Random.betavariate
    random.Random(3), 2.5, 1.5
random.Random.triangular
    random.Random(3), 1, 5, 2
random.Random.vonmisesvariate
    random.Random(3), 1.0, 2.0
    random.Random(3), 1.0, 0.0
random.Random.expovariate
    random.Random(3), 0.5
random.Random.uniform
    random.Random(3), 2, 8
random.Random.choice
    random.Random(3), [2, 8, 9]
graphlib.TopologicalSorter.add
    __import__("graphlib").TopologicalSorter({"a": ["b"]}), "c", "a", "b"
graphlib.TopologicalSorter.prepare
    __import__("graphlib").TopologicalSorter({"a": ["b"], "b": ["c"]})
    __import__("graphlib").TopologicalSorter({"a": ["b"], "b": ["a"]})
ast.dump
    ast.parse("x = 1 + f(y)")
    ast.parse("for i in x: pass"), indent=2
ast.unparse
    ast.parse("x = [i ** 2 for i in range(3) if i]")
    ast.parse("def f(a, *b, c=1): return a")
ast.walk
    ast.parse("x + 1")
ast.iter_fields
    ast.parse("x").body[0]
ast.get_docstring
    ast.parse("def f():\\n    'text'").body[0]
    ast.parse("def f():\\n    1").body[0]
ast.get_source_segment
    "x = f(1,\\n 2)", ast.parse("x = f(1,\\n 2)").body[0].value
ast.increment_lineno
    ast.parse("x + 1"), 3
ast.fix_missing_locations
    ast.Expression(ast.BinOp(ast.Constant(1), ast.Add(), ast.Constant(2)))
ast._splitlines_no_ff
    "a\\nb\\r\\nc"
ast._pad_whitespace
    "a\\tb"
copy.deepcopy
    [1, [2, 3], {"a": (4, [5])}]
    {"k": {1, 2}}
    datetime.date(2024, 1, 1)
copy.copy
    [1, [2, 3]]
    Fraction(1, 2)
collections.namedtuple
    "P", "x y"
    "P", ["x", "def"], rename=True
collections.Counter.most_common
    Counter("abracadabra"), 2
    Counter("abracadabra")
collections.Counter.__sub__
    Counter("abracadabra"), Counter("aab")
collections.Counter.__and__
    Counter("abracadabra"), Counter("aabz")
collections.Counter.elements
    Counter("abca")
collections.Counter.total
    Counter("abca")
collections.ChainMap.__getitem__
    collections.ChainMap({"a": 1}, {"b": 2}), "b"
    collections.ChainMap({"a": 1}), "c"
collections.ChainMap.new_child
    collections.ChainMap({"a": 1}), {"b": 3}
functools.wraps
    len
functools._make_key
    (1, 2), {"a": 3}, False
    (1,), {}, True
functools._c3_merge
    [[bool, int, object], [int, object]]
operator_python.concat
    [1], [2]
    1, 2
operator_python.countOf
    [1, 2, 1], 1
operator_python.indexOf
    [1, 2, 1], 2
    [1], 3
operator_python.length_hint
    [1, 2], 3
    iter([1, 2, 3])
    5
operator_python.itemgetter.__call__
    operator_python.itemgetter(1, 0), [5, 6]
operator_python.attrgetter.__call__
    operator_python.attrgetter("real", "imag"), 1 + 2j
operator_python.methodcaller.__call__
    operator_python.methodcaller("upper"), "abc"
re.escape
    "a.b*c"
    b"a-b"
re.sub
    "a(b)", r"<\\1>", "xabx"
    "b", lambda m: m.group().upper(), "abc"
re._expand
    re.compile("a(b)"), re.match("a(b)", "ab"), "<\\\\1>"
re._parser.parse
    "a(b|c)*[d-f]+"
    "(?P<n>x){2,3}?"
    "a("
json.decoder.py_scanstring
    'abc"', 0
    'a\\\\u00e9b"', 0
    'abc', 0
json.encoder.py_encode_basestring_ascii
    "a\\u00e9\\n"
json.encoder.py_encode_basestring
    'a"b'
json.dumps
    [1, {"a": None, "b": [True, 2.5]}], indent=1
    {"b": 1, "a": float("nan")}, sort_keys=True
json.loads
    '[1, {"a": null}]'
    "[1,"
json.detect_encoding
    b"[1]"
    b"\\xff\\xfe[\\x00"
html.escape
    "<a href='x'>"
    "a & b", quote=False
html.unescape
    "&lt;a&#62; &eacute;&bogus"
    "none"
base64.b32encode
    b"hello"
base64.b32decode
    "NBSWY3DP"
    b"bad!"
base64.b85encode
    b"hello world"
    b"abc", pad=True
base64.a85encode
    b"hello world"
    b"    " * 2, foldspaces=True
base64.a85decode
    b"BOu!rDZ"
base64.b85decode
    b"Xk~0{Zy"
base64.b16decode
    "0aFF", casefold=True
    "0aFF"
quopri.needsquoting
    b" ", False, False
    b"=", False, False
quopri.unhex
    b"3D"
urllib.parse.urlsplit
    "http://u:p@host:80/path;x?q=1#f"
    "//host"
urllib.parse.urlunsplit
    ("http", "h", "p", "q=1", "f")
urllib.parse.urljoin
    "http://a/b/c/d", "../x?y"
    "http://a/b/c/d", "//g"
urllib.parse.parse_qs
    "a=1&b=2&a=3"
    "a=&b", keep_blank_values=True
urllib.parse.quote
    "a b/c?"
    "a b/c", safe=""
urllib.parse.unquote
    "a%20b%C3%A9"
    "plain"
urllib.parse.unquote_to_bytes
    "a%20b%zz"
urllib.parse.urlencode
    {"a": 1, "b": "x y"}
    [("a", [1, 2])], doseq=True
urllib.parse.urldefrag
    "http://a/b#c"
ipaddress.summarize_address_range
    ipaddress.IPv4Address("1.1.1.0"), ipaddress.IPv4Address("1.1.1.130")
ipaddress.collapse_addresses
    [ipaddress.ip_network("192.0.2.0/25"), ipaddress.ip_network("192.0.2.128/25")]
ipaddress.IPv6Address.__str__
    ipaddress.IPv6Address("2001:db8::1")
    ipaddress.IPv6Address("::")
ipaddress.ip_address
    "1.2.3.4"
    "1.2.3.400"
    "::1"
ipaddress.IPv4Network.subnets
    ipaddress.IPv4Network("192.0.2.0/28"), 2
ipaddress.IPv4Network.overlaps
    ipaddress.IPv4Network("192.0.2.0/28"), ipaddress.IPv4Network("192.0.2.8/29")
ipaddress._count_righthand_zero_bits
    40, 8
    0, 8
ipaddress._find_address_range
    [ipaddress.ip_address("1.1.1.1"), ipaddress.ip_address("1.1.1.2"), ipaddress.ip_address("1.1.1.5")]
ipaddress.IPv6Address._compress_hextets
    ipaddress.IPv6Address, ["1", "0", "0", "2", "0"]
uuid.UUID.__str__
    __import__("uuid").UUID(int=12345678901234567890)
uuid.UUID.__init__
    object.__new__(__import__("uuid").UUID), "12345678123456781234567812345678"
    object.__new__(__import__("uuid").UUID), "123"
shlex.quote
    "a b'c"
    "plain"
shlex.join
    ["a", "b c"]
fnmatch.filter
    ["a.py", "b.txt"], "*.py"
fnmatch.fnmatchcase
    "a.py", "*.PY"
glob.escape
    "a[b]*?"
ntpath_python.splitdrive
    "c:/a/b"
    "//host/share/x"
ntpath_python.split
    "c:/a/b"
    "b"
ntpath_python.join
    "c:/a", "b", "/c"
    "c:", "x"
ntpath_python.commonpath
    ["c:/a/b", "C:/a/c"]
    ["c:/a", "d:/a"]
ntpath_python.splitext
    "a.tar.gz"
    ".x"
ntpath_python.normpath
    "c:\\\\a/./b/../c//d"
    "../../x"
ntpath_python.isabs
    "c:/a"
    "a"
pprint.pformat
    {"a": [1, 2, {"b": (3, 4)}], "c": "x" * 50}, width=30
    [1, 2]
pprint.saferepr
    [1, {"a": ()}]
pprint.isreadable
    [1, object]
pprint._wrap_bytes_repr
    b"hello world" * 3, 20, 2
reprlib.Repr.repr_list
    __import__("reprlib").Repr(), list(range(20)), 3
reprlib.Repr.repr_str
    __import__("reprlib").Repr(), "x" * 60, 3
    __import__("reprlib").Repr(), "x", 3
reprlib.Repr.repr_dict
    __import__("reprlib").Repr(), dict.fromkeys(range(9)), 3
configparser.RawConfigParser.read_string
    __import__("configparser").ConfigParser(), "[a]\\nx = 1\\ny: 2\\n"
    __import__("configparser").ConfigParser(), "x = 1"
email.utils.parseaddr
    "Full Name <user@host.org>"
    "user@host"
email.utils.formataddr
    ("Full Name", "user@host.org")
email.utils.formatdate
    1000000000
email.utils.parsedate
    "Mon, 20 Nov 1995 19:12:08 -0500"
    "nonsense"
email.utils.collapse_rfc2231_value
    ("us-ascii", "en", "a%20b")
email._parseaddr.parsedate_tz
    "Mon, 20 Nov 1995 19:12:08 -0500"
    "20 Nov 95 9:12 EST"
email._parseaddr.mktime_tz
    (1995, 11, 20, 19, 12, 8, 0, 1, -1, -18000)
email.quoprimime.body_encode
    "a=b \\u00e9"
email.quoprimime.header_decode
    "a_b=20c"
email.base64mime.body_encode
    b"hello" * 20
optparse._parse_int
    "0x1F"
    "12"
getopt.getopt
    ["-a", "-b", "x", "rest"], "ab:"
    ["--long=3", "r"], "", ["long="]
    ["-z"], "ab"
getopt.gnu_getopt
    ["rest", "-a"], "a"
argparse.ArgumentParser.parse_args
    (lambda p: (p.add_argument("--x", type=int), p)[1])(__import__("argparse").ArgumentParser("p")), ["--x", "3"]
tokenize.untokenize
    [(1, "x"), (54, "="), (2, "1")]
tokenize.generate_tokens
    io.StringIO("x = 1 + (2)\\n").readline
inspect.cleandoc
    "one\\n   two\\n     three\\n"
inspect.signature
    lambda a, *b, c=1: 0
inspect.getmro
    bool
inspect.indentsize
    "\\t  x"
inspect.formatannotation
    list[int]
inspect.classify_class_attrs
    Fraction
inspect.BoundArguments.apply_defaults
    __import__("inspect").signature(lambda a, b=2: 0).bind(1)
dataclasses.make_dataclass
    "C", ["x", ("y", int, 3)]
dataclasses.asdict
    __import__("dataclasses").make_dataclass("C", ["x", "y"])(1, [2, {"a": 3}])
dataclasses.replace
    __import__("dataclasses").make_dataclass("C", ["x", "y"])(1, 2), y=5
types.resolve_bases
    (int,)
types.prepare_class
    "C", (int,)
typing.get_type_hints
    lambda a: 0
enum.bin
    10
    -10, 8
enum._high_bit
    20
enum._iter_bits_lsb
    22
numbers.Complex.__sub__
    3, 4
plistlib.dumps
    {"a": [1, 2.5, True, b"x"]}
xml.etree.ElementPath.xpath_tokenizer
    "./a[@b='c']//d"
xml.sax.saxutils.escape
    "<a> & b", {"b": "B"}
xml.sax.saxutils.quoteattr
    'a "quoted" \\'x\\''
mimetypes.guess_type
    "a.tar.gz"
    "x.unknown"
locale._group
    "1234567"
locale.normalize
    "en_US"
    "nonsense"
gettext.c2py
    "n != 1"
    "n%10==1 ? 0 : 1"
gettext._expand_lang
    "de_DE.UTF-8"
zipfile._EndRecData64
    io.BytesIO(b""), 0, [0]
tarfile.itn
    1000, 8
    -5, 8
tarfile.nti
    b"0001750\\0"
    b"\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfb"
tarfile.calc_chksums
    b"abc" * 171
tarfile.stn
    "name", 10, "utf-8", "strict"
dis.findlinestarts
    (lambda: 1).__code__
dis.findlabels
    (lambda a: 1 if a else 2).__code__.co_code
dis._unpack_opargs
    (lambda a: 1 if a else 2).__code__.co_code
encodings.normalize_encoding
    "UTF-8 x"
encodings.punycode.punycode_encode
    "b\\u00fccher"
encodings.punycode.punycode_decode
    "bcher-kva", "strict"
encodings.idna.ToASCII
    "b\\u00fccher"
stringprep.map_table_b3
    "\\u00df"
stringprep.in_table_c12
    "\\u00a0"
linecache.getline
    "/nowhere", 3
traceback.format_exception_only
    ValueError("x")
traceback.format_list
    [("f.py", 3, "f", "x = 1")]
csv.Sniffer.sniff
    __import__("csv").Sniffer(), "a,b,c\\n1,2,3\\n4,5,6\\n"
csv.DictReader.__next__
    __import__("csv").DictReader(["a,b", "1,2"])
sched.scheduler.enterabs
    __import__("sched").scheduler(), 5.0, 1, print
queue.PriorityQueue._put
    (lambda q: (q.put(3), q)[1])(__import__("queue").PriorityQueue()), 1
contextlib.suppress.__exit__
    __import__("contextlib").suppress(KeyError), KeyError, KeyError(1), None
weakref.WeakValueDictionary.get
    __import__("weakref").WeakValueDictionary(), "a", 3
zoneinfo._zoneinfo._parse_tz_str
    "EST5EDT,M3.2.0,M11.1.0"
    "UTC0"
zoneinfo._zoneinfo._parse_tz_delta
    "+05:30"
nturl2path.url2pathname
    "///C|/foo/bar"
nturl2path.pathname2url
    "C:\\\\foo\\\\bar"
ftplib.parse257
    '257 "/a""b" x'
    "226 x"
ftplib.parse227
    "227 Entering (1,2,3,4,5,6)"
ftplib.parse150
    "150 (12 bytes)"
smtplib.quoteaddr
    "Full Name <user@host>"
smtplib.quotedata
    ".a\\n.b"
http.cookiejar.http2time
    "Wed, 09 Feb 1994 22:23:32 GMT"
    "bad"
http.cookiejar.split_header_words
    ['foo="bar"; port="80,81"; discard, bar=baz']
http.cookiejar.join_header_words
    [[("text/plain", None), ("charset", "iso-8859/1")]]
http.cookiejar.reach
    "www.acme.com"
http.cookiejar.escape_path
    "/a b/%c3"
http.cookies._quote
    'a "b"'
http.cookies._unquote
    '"a\\\\"b"'
difflib.Differ.compare
    difflib.Differ(), ["one", "two", "three"], ["ore", "tree", "emu"]
unittest.util.sorted_list_difference
    [1, 2, 3], [2, 4]
unittest.util.unorderable_list_difference
    [1, 2, 3], [2, 4]
unittest.util._shorten
    "abcdefghijk", 2, 3
unittest.util._common_shorten_repr
    "a" * 100, "a" * 99 + "b"
unittest.util._count_diff_all_purpose
    [[1], [2], [1]], [[1], [3]]
"""
