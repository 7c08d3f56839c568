"""Sample arguments: names, common arguments, and those of single functions."""

from __future__ import annotations

SETUP = """
import numpy as np
from numpy import ma, polynomial, random
from numpy.random import PCG64, Generator, RandomState, SeedSequence

X = np.array([0.25, 0.5, 0.75])
Y = np.array([0.75, 0.5, 0.125])
Z = np.array([1 + 2j, 0.5, -1j])
A = np.array([[0.25, 0.5, 0.75], [0.5, 0.125, 0.625]])
B = np.array([[1.0, 0.5, 0.25], [0.125, 0.5, 0.75]])
S = np.array([[2.0, 0.5], [0.5, 1.0]])
I = np.array([1, 0, 2])
J = np.array([[3, 1, 2], [2, 5, 4]])
K = np.array([True, False, True])
T = np.array(["ab", "Cd e", "12"])
U = np.array(["b", "d", "1"])
D = np.array(["2001-01-03", "2001-02-05"], "M8[D]")
E = np.array([3, 1], "m8[D]")
O = np.array([1, 2, 3], object)
R = np.array([(1, 2.0), (3, 4.0)], [("a", "i4"), ("b", "f8")])
W = np.arange(8, dtype=np.uint8)
C = np.arange(24.0).reshape(2, 3, 4)
f = np.float64(0.5)
i = np.int64(2)
z = np.complex128(1 + 2j)
n = 3
p = 0.5
t = "ab"
M = ma.array([0.25, 0.5, 0.75], mask=[False, True, False])
MA = ma.array([[0.25, 0.5, 0.75], [0.5, 0.125, 0.625]], mask=[[0, 1, 0], [0, 0, 0]])
MI = ma.array([1, 0, 2], mask=[False, True, False])
poly = polynomial.Polynomial([1.0, 2.0, 0.5])
cheb = polynomial.Chebyshev([1.0, 2.0, 0.5])
herm = polynomial.Hermite([1.0, 2.0, 0.5])
herme = polynomial.HermiteE([1.0, 2.0, 0.5])
lag = polynomial.Laguerre([1.0, 2.0, 0.5])
leg = polynomial.Legendre([1.0, 2.0, 0.5])
p1 = np.poly1d([1.0, 2.0, 0.5])
mat = np.matrix([[2.0, 0.5], [0.5, 1.0]])
rec = np.rec.array([(1, 2.0), (3, 4.0)], dtype=[("a", "i4"), ("b", "f8")])
chars = np.char.array(["ab", "Cd e", "12"])
raw = np.char.array([b"ab", b"Cd e"])
G = Generator(PCG64(1))
L = RandomState(1)
bits = PCG64(1)
seeds = SeedSequence(1)
F = np.dtype("f8")
"""
"""What the texts may name; the decorated function takes what a text names."""

RECEIVERS = {
    "numpy.ndarray": "A X I",
    "numpy.float64": "f i",
    "numpy.int64": "i",
    "numpy.complex128": "z",
    "numpy.dtype": "F",
    "numpy.poly1d": "p1",
    "numpy.matrix": "mat",
    "numpy.recarray": "rec",
    "numpy.char.chararray": "chars raw",
    "numpy.ma.MaskedArray": "M MA",
    "numpy.random.Generator": "G",
    "numpy.random.RandomState": "L",
    "numpy.random.PCG64": "bits",
    "numpy.random.SeedSequence": "seeds",
    "numpy.polynomial.Polynomial": "poly",
    "numpy.polynomial.Chebyshev": "cheb",
    "numpy.polynomial.Hermite": "herm",
    "numpy.polynomial.HermiteE": "herme",
    "numpy.polynomial.Laguerre": "lag",
    "numpy.polynomial.Legendre": "leg",
    "numpy.nditer": "np.nditer(A,flags=['multi_index'])",
    "numpy.broadcast": "np.broadcast(X,A)",
    "numpy.flatiter": "A.flat",
}
"""What the methods of a class are called on."""

COMMON = """
|A|X|A, B|X, Y|f|S|n|J|X, n|S, X[:2]|I|J, I|J, n|I, n|K|T|T, U|T, n|D|D, E|W|X, X, Y|C
n, n|X, X, X, S|n, p|p|t|i|A, n, 0|X, X, X, C|A, I, 0|[X, Y]|(2, 3)|np.float64|F
"""
"""Arguments tried in turn on what has none of its own."""
FIRST = {
    "numpy.ma.": "M|MA|M, X|MI|MI, I|M, n|M, p|MA, X",
    "numpy.char.": "T|T, U|T, n",
    "numpy.strings.": "T|T, U|T, n",
    "numpy.testing.": "X, X|A, A",
    "numpy.polynomial.": "X|X, Y|X, n|X, 2",
}
"""Those tried before, by the beginning of the path."""
COUNT = 2
"""How many of them are used."""

OPTIONS = {
    "axis": "0|-1|None",
    "axes": "(0, 1)",
    "keepdims": "True",
    "dtype": "np.float32",
    "initial": "1",
    "ddof": "1",
    "correction": "1",
    "order": "'F'",
    "out": "None",
    "method": "'lower'",
    "return_index": "True",
    "return_inverse": "True",
    "return_counts": "True",
    "copy": "True",
    "mode": "'wrap'|'same'",
    "side": "'right'",
    "kind": "'stable'",
    "weights": "X",
    "bins": "4",
    "range": "(0, 1)",
    "density": "True",
    "size": "3|(2, 2)",
    "deg": "2",
    "rowvar": "False",
    "bias": "True",
    "assume_unique": "True",
    "invert": "True",
    "left": "0",
    "period": "2.0",
    "endpoint": "False",
    "retstep": "True",
    "norm": "'ortho'",
    "n": "2",
    "k": "1",
    "full_matrices": "False",
    "compute_uv": "False",
    "hermitian": "True",
    "full": "True",
    "cov": "True",
    "tensor": "False",
    "casting": "'unsafe'",
    "subok": "False",
    "ndmin": "3",
    "decimals": "1",
    "equal_nan": "True",
    "rtol": "0.1",
    "increasing": "True",
    "sparse": "True",
    "indexing": "'ij'",
    "prepend": "0",
    "append": "1",
    "replace": "False",
    "shuffle": "False",
    "UPLO": "'U'",
    "offset": "1",
    "optimize": "True",
}
"""Options tried where a signature has them."""

_OWN = """
numpy.where: K, X, Y|K
numpy.apply_along_axis: np.sum, 0, A|np.sort, 1, A
numpy.apply_over_axes: np.sum, A, [0, 1]
numpy.astype: A, np.float32|A, np.int64, copy=False
numpy.busday_offset: D, I[:2]|D, 3, roll="forward"
numpy.busday_count: D, D + 9|D, D + 9, weekmask="1111100"
numpy.can_cast: np.int32, np.float64|A.dtype, "f4"
numpy.choose: I, [X, Y, X]|I, (X, Y, X), mode="clip"
numpy.datetime_data: D.dtype
numpy.dsplit: C, 2|C, [1, 3]
numpy.einsum: "ij,ij->i", A, B|"ij->ji", A|"i,i", X, Y|"...j,j", A, X
numpy.einsum_path: "ij,jk", A, C[0].T[:3]
numpy.expand_dims: A, 0|A, (0, 2)|A, -1
numpy.fromfunction: lambda i, j: i + j * p, (3, 2)
numpy.fromiter: [1.0, 2.0], float
numpy.frompyfunc: max, 2, 1
numpy.fromstring: "1 2", sep=" "
numpy.isdtype: A.dtype, "real floating"
numpy.issubdtype: A.dtype, np.floating
numpy.mask_indices: 3, np.triu
numpy.moveaxis: C, 0, 2|C, [0, 1], [2, 0]
numpy.piecewise: X, [X < 0.5, X >= 0.5], [1, 2]|X, [X < p], [np.sin, 0]
numpy.polyfit: X, Y, 1|X, Y, 1, w=X|X, Y, 1, full=True
numpy.promote_types: "f4", A.dtype
numpy.put_along_axis: A, J[:, :1] % 3, 9.0, 1
numpy.take_along_axis: A, J % 3, 1|X, I, 0
numpy.ravel_multi_index: (I, I), (3, 4)|(I, I), (3, 4), mode="clip"
numpy.rollaxis: C, 2|C, 2, 1
numpy.select: [X < 0.3, X > 0.6], [X, Y]|[X < 0.3], [X], default=p
numpy.setbufsize: 8192
numpy.swapaxes: C, 0, 2
numpy.typename: "d"
numpy.vecmat: X, C[0].T[:3]
numpy.mintypecode: "fd"
numpy.require: A, float, ["C"]
numpy.bmat: [[S, S]]
numpy.iinfo: np.int32|J.dtype
numpy.finfo: np.float32|A.dtype
numpy.is_busday: D|D + 1
numpy.isnat: D|D + E
numpy.lexsort: (X, Y)|A
numpy.linalg.tensorinv: np.eye(6).reshape(2, 3, 6)|np.eye(6).reshape(6, 2, 3), 1
numpy.packbits: K|W|W.reshape(2, 4), axis=0
numpy.polynomial.set_default_printstyle: "unicode"
numpy.ma.mrecords.MaskedRecords: (0,), dtype=R.dtype
numpy.ma.mrecords.addfield: np.ma.mrecords.fromarrays([X, Y]), X
numpy.tri: n|3, 4|3, k=1
numpy.tril_indices: n|3, 1|3, m=4
numpy.triu_indices: n|3, 1|3, m=4
numpy.printoptions: precision=3
numpy.broadcast_shapes: A.shape, X.shape
numpy.linspace: p, n|0.0, p, n|X, Y, 4|0, 1, 5, retstep=True
numpy.loadtxt: ["1 2", "3 4"]
numpy.genfromtxt: ["1 2", "3 4"]
numpy.vectorize: lambda v: v + p
numpy.linalg.matrix_power: S, 3|S, -1|S, n
numpy.linalg.lstsq: C[0].T[:, :2], X[[0, 1, 2, 0]]|S, X[:2], rcond=None
numpy.random.get_state: |legacy=False
numpy.random.hypergeometric: 5, 4, 3|5, 4, 3, size=2
numpy.random.multinomial: 5, [0.5, 0.5]
numpy.random.multivariate_normal: [0, 0], S
numpy.random.triangular: 0, p, 1
numpy.random.set_state: np.random.get_state()
numpy.ma.apply_along_axis: ma.sum, 0, MA
numpy.ma.apply_over_axes: ma.sum, MA, [0]
numpy.ma.fromflex: M.toflex()
numpy.ma.fromfunction: lambda i: i * p, (3,)
numpy.ma.polyfit: M, Y, 1
numpy.ma.swapaxes: MA, 0, 1
numpy.ma.masked_where: K, X|M > p, M
numpy.char.compare_chararrays: T, U, "<", True
numpy.char.decode: np.char.encode(T)
numpy.char.replace: T, "b", "xy"
numpy.lib.array_utils.normalize_axis_index: -1, 3
numpy.lib.array_utils.normalize_axis_tuple: (0, -1), 3
numpy.polynomial.chebyshev.chebinterpolate: np.cos, 3
numpy.rec.fromstring: b"abcdefgh", dtype="i4,i4"
numpy.rec.fromrecords: [(1, 2.0), (3, 4.0)]
numpy.rec.fromarrays: [X, Y], names="a,b"
numpy.rec.array: [(1, 2.0), (3, 4.0)], dtype=R.dtype
numpy.rec.find_duplicate: ["a", "b", "a"]
numpy.rec.format_parser: "i4,f8", "a,b", []
numpy.testing.assert_: K.any()
numpy.testing.assert_raises: ZeroDivisionError, divmod, 1, 0
numpy.testing.assert_raises_regex: ZeroDivisionError, "zero", divmod, 1, 0
numpy.testing.assert_string_equal: "ab", t
numpy.testing.assert_warns: RuntimeWarning, np.log, X - X
numpy.testing.assert_array_less: X, X + 1
numpy.testing.assert_array_compare: np.equal, X, X
numpy.testing.assert_approx_equal: p, p
numpy.dtypes.VoidDType: 4
numpy.dtype: "f8"|float|A.dtype
numpy.ndarray: (2, 0)
numpy.recarray: 0, R.dtype
numpy.datetime64: "2001-01-01"|D[0]
numpy.timedelta64: 3, "D"|i, "h"
numpy.str_: t|p
numpy.bytes_: b"ab"|n
numpy.exceptions.AxisError: 1, 0
numpy.random.Generator: bits
numpy.random.RandomState: n|bits
numpy.random.Generator.choice: n|n, 2|X|X, 2, False|X, 3, p=[0.5, 0.25, 0.25]
numpy.random.Generator.permutation: n|X|A
numpy.nditer.remove_axis: 0
numpy.ndarray.setfield: 1, "f4"
numpy.recarray.field: "a"
numpy.ndarray.astype: np.float32|"i8"|A.dtype|int, copy=False
numpy.ndarray.getfield: "f4"|"f4", 4
numpy.int64.choose: [X, Y, X]
numpy.polynomial.polynomial.polyvander2d: X, Y, [1, 2]
"""
_SHARED = {
    "at": "X, I, Y|J, (0, 1), 1|J[0], I|A, 0|A, 0, 2.0|T, 0|D, 0",
    "reduceat": "X, [0, 2]|J, [0, 1], axis=1|K, [0, 1]",
    "swapaxes": "0, -1",
    "reshape": "-1|(1, -1)",
    "argsort": "|0",
    "bit_count": "|",
    "compress": "[True]",
    "conj": "|",
    "conjugate": "|",
    "fill": "1",
    "fromhex": "'0x1p3'",
    "get_state": "|False",
    "getfield": "'i4'",
    "put": "0, 1",
    "repeat": "2|[2], 0",
    "take": "0|[0]",
    "tolist": "|",
    "view": "|'i8'",
    "choose": "[X, Y, X]|[1, 2]",
    "searchsorted": "X|p|1",
    "trace": "|offset=1",
    "diagonal": "|1",
    "setfield": "1, 'f4'",
    "to_device": "'cpu'",
    "sort": "|0",
    "nonzero": "",
    "hypergeometric": "5, 4, 3|5, 4, 3, 2",
    "multinomial": "5, [0.5, 0.5]|5, [0.5, 0.5], 2",
    "multivariate_normal": "[0, 0], S",
    "triangular": "0, p, 1|0, p, 1, 2",
    "set_state": "L.get_state()",
    "has_samecoef": "{0}",
    "has_samedomain": "{0}",
    "has_samewindow": "{0}",
    "cast": "poly",
    "fit": "X, Y, 1",
    "interpolate": "np.cos, 3",
    "astype": "np.float32|int",
}
"""By the name of a method."""
_SUFFIXES = {
    "fit": "X, Y, 1",
    "vander2d": "X, Y, [1, 2]",
    "vander3d": "X, Y, X, [1, 1, 1]",
}
"""By the end of the name of a function of polynomials."""


def own(path: str) -> str | None:
    """Return the arguments that only one function has, or one name."""
    owner, _, name = path.rpartition(".")
    if path in OWN:
        return OWN[path]
    if owner in RECEIVERS or name in ("at", "reduceat"):
        return _SHARED.get(name, "").replace("{0}", RECEIVERS.get(owner, "")) or None
    if owner.startswith("numpy.polynomial."):
        return next((v for k, v in _SUFFIXES.items() if name.endswith(k)), None)
    return None


OWN = dict(line.split(": ", 1) for line in _OWN.strip().splitlines())
LATER = frozenset({"numpy.vecmat"})
"""What the first versions of NumPy do not have."""
LEFT_OUT = frozenset(
    """
numpy.test numpy.show_config numpy.show_runtime numpy.get_include
numpy.testing.assert_no_gc_cycles numpy.testing.break_cycles numpy.testing.jiffies
numpy.testing.check_support_sve numpy.testing.measure numpy.testing.memusage
numpy.testing.rundocs numpy.testing.run_threaded numpy.testing.runstring
numpy.testing.TestCase numpy.testing.decorate_methods
numpy.lib.introspect.opt_func_info numpy.lib.array_utils.byte_bounds numpy.ma.ids
numpy.ma.MaskedArray.ids numpy.ma.masked_all numpy.ma.masked_all_like numpy.empty
numpy.empty_like numpy.ma.empty numpy.ma.empty_like numpy.testing.tempdir
numpy.testing.temppath numpy.nditer.debug_print
numpy.load numpy.save numpy.savetxt numpy.savez numpy.savez_compressed numpy.fromfile
numpy.fromregex numpy.memmap numpy.rec.fromfile numpy.ma.mrecords.fromtextfile
numpy.nested_iters numpy.from_dlpack numpy.ufunc numpy.flatiter numpy.character
numpy.complexfloating numpy.flexible numpy.floating numpy.generic numpy.inexact
numpy.integer numpy.number numpy.signedinteger numpy.unsignedinteger
numpy.random.BitGenerator numpy.dtypes.DateTime64DType numpy.dtypes.TimeDelta64DType
numpy.testing.print_assert_equal numpy.testing.clear_and_catch_warnings
numpy.testing.suppress_warnings numpy.testing.assert_no_warnings
numpy.float64.diagonal numpy.float64.nonzero numpy.float64.searchsorted
numpy.float64.setfield numpy.float64.sort numpy.float64.swapaxes numpy.float64.trace
numpy.ldexp.accumulate numpy.ldexp.reduceat numpy.ma.MaskedArray.resize
numpy.ma.MaskedArray.tofile
""".split()
)
"""What tells of the machine or of addresses, does files, is abstract, or raises."""
