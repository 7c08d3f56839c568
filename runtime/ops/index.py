"""Which family has which operations: written by ``python -m tools.rows``."""

INDEX = {
    "operators": """
!= % %= & &= * ** **= *= + += - -= / // //= /= < << <<= <= == > >= >> >>= @ @= ^
^= absolute add bitwise_and bitwise_or bitwise_xor divide equal floor_divide
greater greater_equal iadd iand ifloordiv ilshift imatmul imod imul invert ior
ipow irshift isub itruediv ixor left_shift less less_equal matmul multiply
negative not_equal positive power remainder right_shift subtract | |= ~
""",
    "ufuncs": """
arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_count cbrt ceil
conjugate copysign cos cosh deg2rad degrees divmod exp exp2 expm1 fabs
float_power floor fmax fmin fmod frexp gcd heaviside hypot isfinite isinf isnan
isnat lcm ldexp log log10 log1p log2 logaddexp logaddexp2 logical_and
logical_not logical_or logical_xor matvec maximum minimum modf nextafter rad2deg
radians reciprocal rint sign signbit sin sinh spacing sqrt square tan tanh trunc
ufunc_accumulate ufunc_at ufunc_call ufunc_outer ufunc_reduce ufunc_reduceat
vecdot vecmat
""",
    "subscripts": """
getitem setitem
""",
    "creation": """
arange array array_astype array_copy array_item array_tobytes array_tolist
array_view asanyarray asarray ascontiguousarray asfortranarray astype copy empty
empty_like eye full full_like geomspace identity item linspace logspace ones
ones_like tobytes tolist tri vander view zeros zeros_like
""",
    "shaping": """
T array_flatten array_reshape array_transpose atleast_1d atleast_2d atleast_3d
broadcast_arrays broadcast_to diag diagflat diagonal expand_dims flatten flip
fliplr flipud mT matrix_transpose moveaxis ravel repeat reshape roll rollaxis
rot90 squeeze swapaxes tile transpose tril triu
""",
    "joining": """
append array_split block column_stack concatenate delete dsplit dstack hsplit
hstack insert pad resize split stack trim_zeros unstack vsplit vstack
""",
    "selection": """
argwhere array_compress array_fill array_resize choose compress copyto
diag_indices diag_indices_from extract fill fill_diagonal flatnonzero indices ix
ix_ meshgrid nonzero place put put_along_axis putmask ravel_multi_index resize
select take take_along_axis tril_indices tril_indices_from triu_indices
triu_indices_from unravel_index where
""",
    "reductions": """
all amax amin any argmax argmin array_cumprod array_cumsum array_mean array_std
array_var average count_nonzero cumprod cumsum cumulative_prod cumulative_sum
max mean median min nanargmax nanargmin nancumprod nancumsum nanmax nanmean
nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar
percentile prod ptp quantile std sum var
""",
    "sorting": """
argpartition argsort array_partition array_sort bincount digitize histogram
intersect1d isin lexsort partition searchsorted setdiff1d setxor1d sort union1d
unique unique_all unique_counts unique_inverse unique_values
""",
    "algebra": """
array_trace cholesky cond cond_number convolve corrcoef correlate cov cross det
diff dot ediff1d eig eigh eigvals eigvalsh einsum gradient inner interp inv kron
laggauss leggauss lstsq matrix_power matrix_rank multi_dot norm outer pinv poly
polyfit polymul polyval qr roots slogdet solve svd svdvals tensordot tensorsolve
trace trapezoid vdot
""",
    "elementwise": """
allclose angle around array_clip array_conj array_conjugate array_equal
array_equiv array_round can_cast clip conj conjugate fix i0 imag isclose
iscomplex iscomplexobj isneginf isposinf isreal isrealobj isscalar issubdtype
iterable may_share_memory min_scalar_type nan_to_num ndim promote_types real
real_if_close result_type round shape shares_memory sinc size unwrap
""",
    "spectra": """
fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft
irfft2 irfftn packbits rfft rfft2 rfftfreq rfftn unpackbits
""",
    "strings": """
_join _rsplit _split _splitlines array asarray capitalize center char_array
char_asarray char_compare_chararrays char_equal char_greater char_greater_equal
char_join char_less char_less_equal char_multiply char_not_equal char_partition
char_rpartition char_rsplit char_split char_splitlines compare_chararrays count
decode encode endswith equal expandtabs find greater greater_equal index less
less_equal ljust lower lstrip mod multiply not_equal partition replace rfind
rindex rjust rpartition rstrip slice startswith strings_capitalize
strings_center strings_count strings_decode strings_encode strings_endswith
strings_expandtabs strings_find strings_index strings_ljust strings_lower
strings_lstrip strings_mod strings_multiply strings_partition strings_replace
strings_rfind strings_rindex strings_rjust strings_rpartition strings_rstrip
strings_slice strings_startswith strings_strip strings_swapcase strings_title
strings_translate strings_upper strings_zfill strip swapcase title translate
upper zfill
""",
    "methods": """
__array_wrap__ array___array_wrap__ array_as_integer_ratio array_bit_count
array_byteswap array_dump array_dumps array_fromhex array_getfield array_hex
array_is_integer array_setfield array_setflags array_to_device array_tofile
as_integer_ratio bit_count byteswap dump dumps fromhex getfield hex is_integer
setfield setflags to_device tofile
""",
    "outside": """
array2string array_repr array_str as_strided base_repr binary_repr
format_float_positional format_float_scientific frombuffer fromstring getbufsize
isfortran save savetxt savez savez_compressed sliding_window_view
""",
    "updates": """
add_at add_item array_fill_on_copy cast_like check_apart check_packed
copyto_on_copy fill_diagonal_on_copy index_add masked_product one_of
place_on_copy put_along_axis_on_copy put_on_copy putmask_on_copy reshape_like
spread sum_to ufunc_at_on_copy ufunc_filled updated with_imag with_real
written_part zero_of
""",
    "factors": """
cofactors others_product qr_tall
""",
    "vectorized": """
first_items in_their_order items_in_order
""",
    "masked_arrays": """
MaskedArray absolute add all allclose allequal angle anom any append arange
arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argsort
around array asanyarray asarray atleast_1d atleast_2d atleast_3d average
bitwise_and bitwise_or bitwise_xor ceil choose clip clump_masked clump_unmasked
column_stack common_fill_value compress compress_cols compress_nd
compress_rowcols compress_rows compressed concatenate conjugate convolve copy
corrcoef correlate cos cosh count count_masked cov cumprod cumsum
default_fill_value diag diagflat diagonal diff divide dot dstack ediff1d equal
exp fabs filled fix_invalid flatnotmasked_contiguous flatnotmasked_edges
flatten_mask flatten_structured_array floor floor_divide fmod frombuffer
fromflex getdata getmask getmaskarray greater greater_equal harden_mask hsplit
hstack hypot identity in1d indices inner intersect1d isMaskedArray is_mask
is_masked isin left_shift less less_equal log log10 log2 logical_and logical_not
logical_or logical_xor ma_MaskedArray ma_abs ma_add ma_all ma_allclose
ma_allequal ma_alltrue ma_angle ma_anom ma_any ma_append ma_arange ma_arccos
ma_arccosh ma_arcsin ma_arcsinh ma_arctan ma_arctan2 ma_arctanh ma_argmax
ma_argmin ma_argsort ma_around ma_array ma_asanyarray ma_asarray ma_atleast_1d
ma_atleast_2d ma_atleast_3d ma_average ma_bitwise_and ma_bitwise_or
ma_bitwise_xor ma_ceil ma_choose ma_clip ma_clump_masked ma_clump_unmasked
ma_column_stack ma_common_fill_value ma_compress ma_compress_cols ma_compress_nd
ma_compress_rowcols ma_compress_rows ma_compressed ma_concatenate ma_conjugate
ma_convolve ma_copy ma_corrcoef ma_correlate ma_cos ma_cosh ma_count
ma_count_masked ma_cov ma_cumprod ma_cumsum ma_default_fill_value ma_diag
ma_diagflat ma_diagonal ma_diff ma_divide ma_dot ma_dstack ma_ediff1d ma_equal
ma_exp ma_fabs ma_filled ma_fix_invalid ma_flatnotmasked_contiguous
ma_flatnotmasked_edges ma_flatten_mask ma_flatten_structured_array ma_floor
ma_floor_divide ma_fmod ma_frombuffer ma_fromflex ma_getdata ma_getmask
ma_getmaskarray ma_greater ma_greater_equal ma_harden_mask ma_hsplit ma_hstack
ma_hypot ma_identity ma_in1d ma_indices ma_inner ma_intersect1d ma_isMA
ma_is_mask ma_is_masked ma_isin ma_left_shift ma_less ma_less_equal ma_log
ma_log10 ma_log2 ma_logical_and ma_logical_not ma_logical_or ma_logical_xor
ma_make_mask ma_make_mask_descr ma_make_mask_none ma_mask_cols ma_mask_or
ma_mask_rowcols ma_mask_rows ma_masked_equal ma_masked_greater
ma_masked_greater_equal ma_masked_inside ma_masked_invalid ma_masked_less
ma_masked_less_equal ma_masked_not_equal ma_masked_object ma_masked_outside
ma_masked_values ma_masked_where ma_max ma_maximum ma_maximum_fill_value ma_mean
ma_median ma_min ma_minimum ma_minimum_fill_value ma_mod ma_multiply ma_ndim
ma_negative ma_nonzero ma_not_equal ma_notmasked_contiguous ma_notmasked_edges
ma_ones ma_ones_like ma_outer ma_polyfit ma_power ma_prod ma_product ma_ptp
ma_put ma_putmask ma_ravel ma_repeat ma_reshape ma_resize ma_right_shift
ma_round ma_set_fill_value ma_setdiff1d ma_setxor1d ma_shape ma_sin ma_sinh
ma_size ma_soften_mask ma_sometrue ma_sort ma_sqrt ma_squeeze ma_stack ma_std
ma_subtract ma_sum ma_swapaxes ma_take ma_tan ma_tanh ma_trace ma_transpose
ma_union1d ma_unique ma_vander ma_var ma_vstack ma_where ma_zeros ma_zeros_like
make_mask make_mask_descr make_mask_none mask_cols mask_or mask_rowcols
mask_rows masked_equal masked_greater masked_greater_equal masked_inside
masked_invalid masked_less masked_less_equal masked_not_equal masked_object
masked_outside masked_values masked_where max maximum maximum_fill_value mean
median min minimum minimum_fill_value multiply ndim negative nonzero not_equal
notmasked_contiguous notmasked_edges ones ones_like outer polyfit power prod
product ptp put putmask ravel reduce remainder repeat reshape resize right_shift
round round_ set_fill_value setdiff1d setxor1d shape sin sinh size soften_mask
sort sqrt squeeze stack std subtract sum swapaxes take tan tanh trace transpose
union1d unique vander var vstack where zeros zeros_like
""",
    "whole_calls": """
array asarray_chkfinite asmatrix assert_array_compare assert_array_max_ulp bmat
build_err_msg busday_count busday_offset datetime_as_string datetime_data
find_duplicate fromarrays fromiter frompyfunc fromrecords fromstring
get_printoptions geterr geterrcall is_busday matrix mintypecode ndarray require
set_printoptions setbufsize seterr seterrcall typename whole_asarray_chkfinite
whole_asmatrix whole_bmat whole_busday_count whole_busday_offset
whole_datetime_as_string whole_datetime_data whole_fromiter whole_frompyfunc
whole_get_printoptions whole_geterr whole_geterrcall whole_is_busday
whole_matrix whole_mintypecode whole_ndarray whole_rec_array
whole_rec_find_duplicate whole_rec_fromarrays whole_rec_fromrecords
whole_rec_fromstring whole_require whole_set_printoptions whole_setbufsize
whole_seterr whole_seterrcall whole_testing_assert_array_compare
whole_testing_assert_array_max_ulp whole_testing_build_err_msg whole_typename
""",
    "flow": """
% assert_true build build_named call call_changing call_graph call_method
call_pure check_bound check_free concatenate_text contains contains_not
convert_scalar dimension errstate exception_new format_percent format_value in
is is not is_ is_not look_at_frames not  not in not_ pure_method raise_error
refine reraise truth unpack users_traceback
""",
    "functions": """
make_cell make_function read_cell set_cell
""",
    "python": """
all_of any_of callable complex divmod_of enumerate float hash int isinstance
iter len math_acos math_acosh math_asin math_asinh math_atan math_atan2
math_atanh math_cbrt math_ceil math_comb math_copysign math_cos math_cosh
math_degrees math_dist math_erf math_erfc math_exp math_exp2 math_expm1
math_fabs math_factorial math_floor math_fmod math_frexp math_fsum math_gamma
math_gcd math_hypot math_isclose math_isfinite math_isinf math_isnan math_isqrt
math_lcm math_ldexp math_lgamma math_log math_log10 math_log1p math_log2
math_modf math_nextafter math_perm math_pow math_prod math_radians
math_remainder math_sin math_sinh math_sqrt math_tan math_tanh math_trunc
math_ulp maximum_of minimum_of next of_64_bits power_of print range repr
reversed round_of sorted str tuple type_of zip
""",
    "complex_math": """
cmath_acos cmath_acosh cmath_asin cmath_asinh cmath_atan cmath_atanh cmath_cos
cmath_cosh cmath_exp cmath_isclose cmath_isfinite cmath_isinf cmath_isnan
cmath_log cmath_log10 cmath_phase cmath_polar cmath_rect cmath_sin cmath_sinh
cmath_sqrt cmath_tan cmath_tanh
""",
    "answers": """
answered
""",
    "iterating": """
group_by_key itertools_accumulate itertools_batched itertools_chain
itertools_combinations itertools_combinations_with_replacement
itertools_compress itertools_count itertools_cycle itertools_islice
itertools_pairwise itertools_permutations itertools_product itertools_repeat
itertools_tee itertools_zip_longest maximum_by_key minimum_by_key order_of
reducible sorted_by_key sum_of
""",
    "lists": """
Counter_new OrderedDict_new append clear copy count defaultdict_new deque_new
dict_merged dict_new extend frozenset_new hashed index insert instance_new
list_append list_clear list_copy list_count list_extend list_index list_insert
list_new list_pop list_remove list_reverse list_sort list_sort_by_key pair_of
place_to_insert place_to_pop place_to_remove places_of pop remove reverse
set_new sort
""",
    "unpacking": """
keyword_call positional starred_call starred_list starred_set starred_tuple
starred_unpack
""",
    "places": """
ask_attribute ask_item attribute_or check_attribute check_choice check_class
check_global delete_attribute delete_global delete_item has_attribute let_go
load_attribute load_global load_item set_shape still_of store_attribute
store_item store_plainly
""",
    "draws": """
Generator_new RandomState_new Random_new default_rng draw draw_from draw_order
python_betavariate python_expovariate python_gammavariate python_gauss
python_getrandbits python_lognormvariate python_normalvariate
python_paretovariate python_randint python_random python_randrange
python_triangular python_uniform python_vonmisesvariate python_weibullvariate
""",
    "variables": """
assign assign_add assign_item assign_sub assigned fitted
""",
    "declared": """
call_declared check_fits
""",
    "checks": """
assert_equal assert_greater assert_greater_equal assert_less assert_less_equal
assert_near assert_none_equal assert_shapes check_numerics
""",
    "stateless": """
random_choice random_fold_in random_integers random_key random_normal
random_permutation random_split random_uniform
""",
    "testing": """
assert assert_ assert_allclose assert_almost_equal assert_approx_equal
assert_array_almost_equal assert_array_almost_equal_nulp assert_array_equal
assert_array_less assert_equal assert_string_equal testing_assert_
testing_assert_allclose testing_assert_almost_equal testing_assert_approx_equal
testing_assert_array_almost_equal testing_assert_array_almost_equal_nulp
testing_assert_array_equal testing_assert_array_less testing_assert_equal
testing_assert_string_equal
""",
    "variation": """
batch_size count_of_range each_added final_length item_added items_added
number_like part_of_range row_like shaped_like stop_gradient take_back unit
watched with_gradient zeros_in_list zeros_of_items
""",
}
