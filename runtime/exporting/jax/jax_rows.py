"""What each operation is on JAX: the one table of rows.

A text with slots is a template; ``{dtype}`` is that of the result. A name alone is a
function of `jax.numpy` that takes the same arguments.
"""

from __future__ import annotations

_SAME = (
    "add subtract multiply divide floor_divide remainder power matmul less less_equal "
    "greater greater_equal equal not_equal bitwise_and bitwise_or bitwise_xor "
    "left_shift right_shift "
    "sqrt exp log sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh "
    "arccosh arctanh exp2 expm1 log2 log10 log1p cbrt square reciprocal hypot floor "
    "ceil trunc rint fabs sign copysign maximum minimum fmax fmin isnan isinf isfinite "
    "logical_and logical_or logical_xor logical_not degrees radians deg2rad rad2deg "
    "gcd lcm heaviside logaddexp logaddexp2 signbit nextafter ldexp fmod "
    "sum prod max min mean median var std any all argmax argmin count_nonzero ptp "
    "cumsum cumprod nansum nanmean nanmax nanmin nanstd nanvar average percentile "
    "quantile sort argsort lexsort searchsorted "
    "zeros ones eye identity zeros_like ones_like full_like empty_like full empty "
    "arange linspace logspace geomspace diag diagonal tril triu tri outer dot vdot "
    "inner tensordot kron cross trace einsum transpose reshape ravel squeeze "
    "expand_dims swapaxes moveaxis rollaxis flip fliplr flipud roll rot90 repeat tile "
    "concatenate stack vstack hstack dstack column_stack append delete insert pad "
    "where clip take take_along_axis choose broadcast_to atleast_1d atleast_2d "
    "atleast_3d real imag conjugate angle isclose allclose array_equal diff "
    "gradient interp convolve correlate polyval bincount histogram digitize "
    "nan_to_num meshgrid indices unravel_index ravel_multi_index trapezoid cov "
    "corrcoef vander isin ediff1d sinc i0 select split array_split hsplit "
    "vsplit block triu_indices tril_indices diag_indices compress extract "
    "nonzero flatnonzero argwhere unique intersect1d setdiff1d union1d setxor1d "
    "nanargmax nanargmin nancumprod nancumsum nanmedian nanpercentile nanprod "
    "nanquantile diagflat isposinf isneginf iscomplex isreal isrealobj iscomplexobj "
    "frexp modf float_power spacing polyfit poly array_equiv resize matvec vecdot "
    "cumulative_sum cumulative_prod"
).split()
_LINALG = (
    "norm solve inv det slogdet pinv eigh eigvalsh svd qr cholesky lstsq matrix_power "
    "matrix_rank multi_dot matrix_transpose svdvals eigvals"
).split()
_FFT = (
    "fft ifft fft2 ifft2 fftn ifftn rfft irfft rfft2 irfft2 rfftn irfftn hfft ihfft "
    "fftfreq rfftfreq fftshift ifftshift"
).split()
_METHODS = (
    "mean cumsum cumprod std var reshape transpose clip conj conjugate trace round "
    "flatten repeat"
).split()
_OF_MATH = {
    name: f"jnp.{function}({{0}})"
    for name, function in {
        **{
            each: each
            for each in (
                "sqrt exp log sin cos tan sinh cosh tanh expm1 log1p log2 log10 cbrt "
                "exp2 fabs isnan isinf isfinite degrees radians"
            ).split()
        },
        **{
            each: f"arc{each[1:]}"
            for each in ("asin", "acos", "atan", "asinh", "acosh", "atanh")
        },
    }.items()
}

TEMPLATES: dict[str, str] = {
    **{f"math_{name}": text for name, text in _OF_MATH.items()},
    "math_atan2": "jnp.arctan2({0}, {1})",
    "math_hypot": "jnp.hypot({0}, {1})",
    "math_pow": "jnp.power({0}, {1})",
    "math_fmod": "jnp.fmod({0}, {1})",
    "math_copysign": "jnp.copysign({0}, {1})",
    "math_floor": "jnp.int64(jnp.floor({0}))",
    "math_ceil": "jnp.int64(jnp.ceil({0}))",
    "math_gcd": "jnp.gcd({0}, {1})",
    "math_lcm": "jnp.lcm({0}, {1})",
    "math_dist": "jnp.sqrt(jnp.sum((jnp.array({0}) - jnp.array({1})) ** 2))",
    "math_erf": "special.erf({0})",
    "math_erfc": "special.erfc({0})",
    "math_gamma": "special.gamma({0})",
    "math_lgamma": "special.gammaln({0})",
    "math_ldexp": "jnp.ldexp({0}, {1})",
    "math_remainder": "{0} - jnp.rint({0} / {1}) * {1}",
    "math_trunc": "jnp.int64(jnp.trunc({0}))",
    "negative": "-{0}",
    "positive": "+{0}",
    "invert": "jnp.invert({0})",
    "absolute": "jnp.abs({0})",
    "not_": "jnp.logical_not({0})",
    "truth": "jnp.bool_({0})",
    "bool": "jnp.bool_({0})",
    "int": "jnp.int64({0})",
    "float": "jnp.float64({0})",
    "complex": "jnp.complex128({0})",
    "iadd": "{0} + {1}",
    "isub": "{0} - {1}",
    "imul": "{0} * {1}",
    "itruediv": "{0} / {1}",
    "ifloordiv": "{0} // {1}",
    "imod": "{0} % {1}",
    "ipow": "{0} ** {1}",
    "iand": "{0} & {1}",
    "ior": "{0} | {1}",
    "ixor": "{0} ^ {1}",
    "ilshift": "{0} << {1}",
    "irshift": "{0} >> {1}",
    "check_bound": "{0}",
    "check_free": "{0}",
    "refine": "{0}",
    "array": "jnp.array({0}, {dtype})",
    "asarray": "jnp.asarray({0}, {dtype})",
    "ascontiguousarray": "jnp.asarray({0}, {dtype})",
    "array_copy": "jnp.asarray({0})",
    "copy": "jnp.asarray({0})",
    "array_astype": "{0}.astype({dtype})",
    "convert_scalar": "jnp.asarray({1}, {dtype})",
    "cast_like": "{0}.astype({1}.dtype)",
    "spread": "jnp.broadcast_to({0}, {1}.shape)",
    "reshape_like": "{0}.reshape({1}.shape)",
    "T": "{0}.T",
    "round_of": "jnp.round({0})",
    "power_of": "jnp.power({0}, {1})",
    "math_fsum": "jnp.sum({0})",
    "math_prod": "jnp.prod({0})",
    "copyto_on_copy": "jnp.broadcast_to({1}, {0}.shape).astype({0}.dtype)",
    "asanyarray": "jnp.asarray({0}, {dtype})",
    "array_item": "{0}.reshape(())",
    "getitem": "{0}[{1}]",
    "put_on_copy": "jnp.put({0}, {1}, {2}, inplace=False)",
    "place_on_copy": "jnp.place({0}, {1}, {2}, inplace=False)",
    "put_along_axis_on_copy": ("jnp.put_along_axis({0}, {1}, {2}, {3}, inplace=False)"),
    "array_tolist": "list({0})",
    "updated": "{0}.at[{1}].set({2})",
    "array_fill_on_copy": "jnp.full_like({0}, {1})",
    "check": "checkify.debug_check(jnp.bool_({0}), {1})",
    "fill_diagonal_on_copy": "jnp.fill_diagonal({0}, {1}, inplace=False)",
}
"""Operations with a text of their own, by the names of their rows."""
SINGLE = frozenset(("truth", "not_", "bool", "int", "float", "complex"))
"""Those that make one number of an array of one."""
HELPERS: dict[str, str] = {
    "maximum_of": """\
def largest_of(found, *others):
    \"""Return the largest value; the first one, if NaN is among them.\"""
    for each in others:
        found = jnp.where(each > found, each, found)
    return found""",
    "minimum_of": """\
def smallest_of(found, *others):
    \"""Return the smallest value; the first one, if NaN is among them.\"""
    for each in others:
        found = jnp.where(each < found, each, found)
    return found""",
    "math_isclose": """\
def is_near(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    \"""Return whether numbers are equal within tolerances.\"""
    distance = jnp.abs(a - b)
    near = distance <= jnp.maximum(
        rel_tol * jnp.maximum(jnp.abs(a), jnp.abs(b)), abs_tol
    )
    return (a == b) | (near & jnp.isfinite(distance))""",
    "math_isqrt": """\
def whole_root(n):
    \"""Return the largest whole number whose square is no larger.\"""
    found = jnp.int64(jnp.sqrt(n))
    found = jnp.where(found * found > n, found - 1, found)
    return jnp.where((found + 1) ** 2 <= n, found + 1, found)""",
}
"""Operations that are a function of the module itself, by their definitions."""
WITH_MORE = {
    "math_log": "jnp.log({0}) / jnp.log({1})",
    "round_of": "jnp.round({0}, {1})",
    "complex": "lax.complex(jnp.float64({0}), jnp.float64({1}))",
}
"""Those that have another text where they take more operands."""

FUNCTIONS: dict[str, str] = {
    **{name: f"jnp.{name}" for name in _SAME},
    **{name: f"jnp.linalg.{name}" for name in _LINALG},
    **{name: f"jnp.fft.{name}" for name in _FFT},
    "cond_number": "jnp.linalg.cond",
    "math_frexp": "jnp.frexp",
    "round": "jnp.round",
    "divmod_of": "jnp.divmod",
    "math_modf": "jnp.modf",
    "math_nextafter": "jnp.nextafter",
}
"""Operations that are a function with the same arguments."""
CLIPPED = ("choose", "ravel_multi_index")
"""Functions that `jax.jit` takes only if they move indexes that are out of range."""
METHODS: dict[str, str] = {f"array_{name}": name for name in _METHODS}
"""Operations that are a method with the same arguments."""
LEFT_OUT = frozenset(("copy", "subok", "casting", "kind"))
"""Keywords that say how a result is computed, and do not change it."""
MAKERS = frozenset(
    "zeros ones empty full eye identity zeros_like ones_like full_like empty_like "
    "array asarray ascontiguousarray asanyarray array_copy copy array_astype".split()
)
"""Operations whose ``order=`` only says how a new array lies in memory."""
AT = {
    **{name: name for name in ("add", "subtract", "multiply", "divide", "power")},
    "maximum": "max",
    "minimum": "min",
}
"""The ufuncs that update at indexes, each with its name there."""

LISTS = frozenset(
    "list_new list_append list_extend list_insert list_pop list_clear list_reverse "
    "list_copy sum_of unpack zip enumerate reversed range iter load_item store_item "
    "dict_new dict_merged refine starred_list starred_tuple".split()
)
"""What Python does with lists, whatever their items are."""
AT_ONCE = frozenset(
    "list_sort sorted list_index list_count list_remove contains contains_not "
    "minimum_of maximum_of any_of all_of".split()
)
"""What Python does with lists whose items it compares, where it may ask for them."""
IDENTITY = ("is_", "is_not")
NEW_LISTS = frozenset(("list_new", "list_copy", "dict_new", "dict_merged"))
"""What gives a list that nothing else holds."""
