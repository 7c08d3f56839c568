"""NumPy, SciPy, scikit-learn, statsmodels, scikit-image and pandas: Python helpers."""

SETUP = """
import numpy as np
import scipy
from scipy import optimize, signal, stats, linalg, integrate, interpolate, special

square = lambda v: v * v - 2.0
bowl = lambda v: (v[0] - 1.0) ** 2 + (v[1] + 0.5) ** 2
def wave(n=8):
    return np.sin(np.arange(n) * 1.7) + np.arange(n) * 0.1
def table(n=6):
    return np.column_stack([wave(n), np.arange(n) % 3.0])
labels = np.array([0, 1, 1, 0, 1, 0])
guesses = np.array([0, 1, 0, 0, 1, 1])
"""
DRIVERS = """
numpy. average median nanmedian nanstd nanvar ptp
    wave()
    table(), axis=0
    np.array([1, 2, np.nan])
numpy. cov corrcoef
    table().T
    np.array([[1, 2, 4], [3, 1, 9]])
numpy. diff ediff1d gradient unwrap
    wave()
    np.array([3, 1, 4, 1, 5])
numpy.trapezoid
    wave()
    wave(), dx=0.5
numpy. kron
    np.eye(2), np.array([1, 2])
numpy. rot90 flip fliplr flipud
    table()
    np.arange(9).reshape(3, 3)
numpy.roll
    wave(), 2
    np.arange(6).reshape(2, 3), 1, axis=1
numpy.tile
    np.array([1, 2]), (2, 2)
    wave(), 2
numpy.pad
    wave(), 2
    np.arange(4).reshape(2, 2), 1, mode="constant", constant_values=7
    np.arange(4), (1, 2), "edge"
    np.arange(4), 2, "linear_ramp"
numpy.histogram
    wave(), 4
    np.array([1, 2, 2, 5]), bins=[0, 2, 4, 6]
numpy.percentile
    wave(), 30
    wave(), [10, 50], method="lower"
numpy.quantile
    wave(), 0.25
numpy. polyfit
    np.arange(5.0), np.arange(5.0) ** 2, 2
numpy. polyval polyadd polysub polymul polydiv
    [1, 2, 3], [2, 1]
    np.array([1.0, 0.0]), np.array([2.0])
numpy. roots poly
    [1, -3, 2]
    [1.0, 0.0, 1.0]
numpy. polyder polyint
    [1, 2, 3]
    np.array([1.5, 2.5]), 1
numpy. insert
    np.arange(4), 1, 9
    np.arange(4), [0, 2], [7, 8]
numpy. delete
    np.arange(4), 1
    np.arange(6).reshape(2, 3), [0, 2], axis=1
numpy.select
    [np.arange(4) < 2, np.arange(4) > 2], [np.arange(4), np.arange(4) * 10], default=5
numpy.piecewise
    np.linspace(-2, 2, 5), [np.linspace(-2, 2, 5) < 0], [lambda v: -v, lambda v: v]
numpy.apply_along_axis
    lambda v: v.sum(), 0, table()
numpy. setdiff1d union1d intersect1d setxor1d isin
    np.array([1, 2, 3]), np.array([2, 4])
    [3, 3, 1], [1]
numpy. meshgrid
    np.arange(2), np.arange(3)
numpy. array_split
    np.arange(7), 3
numpy.block
    [[np.eye(2), np.zeros((2, 1))]]
numpy.interp
    1.5, [1, 2, 3], [3, 2, 0]
numpy.digitize
    np.array([0.2, 6.4]), np.array([0.0, 1.0, 2.5])
numpy. hamming hanning blackman bartlett
    5
    1
numpy.kaiser
    5, 3.0
numpy. tri
    4
numpy.tensordot
    np.arange(6).reshape(2, 3), np.arange(6).reshape(3, 2), 1
numpy. nan_to_num iscomplexobj isreal
    np.array([1.0, np.nan, np.inf])
    2 + 1j
numpy. isclose allclose array_equal array_equiv
    np.array([1.0, 2.0]), np.array([1.0, 2.0 + 1e-12])
    [1, 2], [1, 3]
numpy. expand_dims
    wave(), 0
numpy. trim_zeros
    np.array([0, 1, 2, 0])
numpy. cross
    [1, 2, 3], [4, 5, 6]
numpy. triu_indices tril_indices diag_indices
    3
numpy. base_repr
    10, 3
    -255, 16
numpy. binary_repr
    5
    -3, 5
numpy.polynomial.polynomial. polyadd polymul polydiv polysub
    [1, 2, 3], [2, 1]
numpy.polynomial.polynomial. polyder polyint polyroots polycompanion
    [1.0, -3.0, 2.0]
numpy.polynomial.polynomial.polyval
    2.0, [1, 2, 3]
numpy.polynomial.chebyshev. chebval
    0.5, [1, 2, 3]
numpy.polynomial.chebyshev. cheb2poly poly2cheb chebder chebint
    [1, 2, 3]
numpy.polynomial.legendre. legder leg2poly
    [1, 2, 3]
numpy.polynomial.hermite. hermgauss
    3
numpy.lib.stride_tricks.sliding_window_view
    np.arange(5), 3
numpy.lib.scimath. sqrt log arcsin
    -1.0
    np.array([4.0, -4.0])
numpy.linalg. cond matrix_rank pinv slogdet
    np.array([[2.0, 1.0], [1.0, 3.0]])
numpy.linalg.matrix_power
    np.array([[1, 1], [1, 0]]), 5
    np.array([[2.0, 1.0], [1.0, 3.0]]), -2
numpy.linalg.multi_dot
    [np.eye(2), np.ones((2, 3)), np.ones((3, 1))]
numpy.linalg. norm
    wave()
    table(), "fro"
    table(), 1, 0
numpy.ma. median
    np.array([1.0, 3.0, 2.0])
scipy.optimize. brentq bisect ridder brenth toms748
    square, 0.0, 2.0
    lambda v: v - 0.5, 0, 1
    lambda v: v + 9, 0, 1
scipy.optimize.newton
    square, 1.0
    square, 1.0, fprime=lambda v: 2 * v
    lambda v: v * v + 1.0, 1.0, maxiter=5
scipy.optimize. golden brent bracket
    lambda v: (v - 1.5) ** 2
scipy.optimize.fminbound
    lambda v: (v - 1.5) ** 2, 0, 4
scipy.optimize. fmin fmin_powell
    bowl, [0.0, 0.0], disp=False
scipy.optimize. fmin_bfgs fmin_cg
    bowl, [0.0, 0.0], disp=False
scipy.optimize.minimize
    bowl, [0.0, 0.0]
    bowl, [0.0, 0.0], method="Nelder-Mead"
scipy.optimize.minimize_scalar
    lambda v: (v - 1.5) ** 2
scipy.optimize.root_scalar
    square, bracket=[0, 2]
scipy.optimize.fixed_point
    lambda v: np.cos(v), 1.0
scipy.optimize. rosen rosen_der rosen_hess
    np.array([1.2, 0.8, 1.1])
    np.array([1.0, 1.0])
scipy.optimize.approx_fprime
    np.array([1.0, 2.0]), bowl, 1e-6
scipy.optimize.check_grad
    bowl, lambda v: np.array([2 * (v[0] - 1), 2 * (v[1] + 0.5)]), np.array([1.0, 2.0])
scipy.optimize._linesearch.line_search_armijo
    lambda v: float(v @ v), np.array([1.0, 1.0]), np.array([-1.0, -1.0]), np.array([2.0, 2.0]), 2.0
scipy.optimize._linesearch._cubicmin
    0.0, 1.0, -1.0, 1.0, 0.8, 2.0, 1.5
scipy.optimize._linesearch._quadmin
    0.0, 1.0, -1.0, 1.0, 0.8
scipy.integrate. simpson trapezoid
    wave(), dx=0.5
    wave(7)
scipy.integrate. cumulative_trapezoid
    wave()
scipy.integrate.romb
    wave(9)
scipy.integrate.fixed_quad
    lambda v: v ** 2, 0.0, 1.0
scipy.integrate.newton_cotes
    3
scipy.integrate.solve_ivp
    lambda t, y: -0.5 * y, (0, 2), [2.0]
scipy.interpolate. lagrange
    [0, 1, 2], [1, 3, 2]
scipy.interpolate.approximate_taylor_polynomial
    np.sin, 0, 3, 1.0
scipy.interpolate.barycentric_interpolate
    [0.0, 1.0, 2.0], [1.0, 3.0, 2.0], 0.5
scipy.signal. detrend
    wave()
    wave(), type="constant"
scipy.signal.savgol_coeffs
    5, 2
scipy.signal. lfiltic
    [1.0, 0.5], [1.0, -0.2], [1.0]
scipy.signal. tf2zpk
    [1.0, 0.5], [1.0, -0.2]
scipy.signal.zpk2tf
    [1.0], [0.5], 2.0
scipy.signal. normalize
    [2.0, 1.0], [2.0, 3.0]
scipy.signal.bilinear
    [1.0], [1.0, 1.0], 2.0
scipy.signal. buttap
    3
scipy.signal.butter
    2, 0.3
scipy.signal.kaiser_beta
    30
    65
    10
scipy.signal.kaiser_atten
    11, 0.2
scipy.signal.firwin
    5, 0.4
scipy.signal.unit_impulse
    5, 2
scipy.signal.gausspulse
    wave()
scipy.signal.chirp
    np.linspace(0, 1, 5), 6, 1, 1
scipy.signal.sawtooth
    np.linspace(0, 6, 7), 0.5
scipy.signal.square
    np.linspace(0, 6, 7)
scipy.signal.max_len_seq
    3
scipy.signal.windows. hann hamming blackman cosine tukey bartlett parzen bohman nuttall
    6
    1
    6, sym=False
scipy.signal.windows.chebwin
    7, 60
scipy.stats. gmean hmean kurtosis skew variation zscore mode
    np.array([1.0, 2.0, 4.0, 4.5])
    np.array([3.5, 1.5, 1.5])
scipy.stats. trim_mean
    np.array([1.0, 2.0, 4.0, 40.0]), 0.25
scipy.stats. trimboth trim1
    np.array([1.0, 2.0, 4.0, 40.0]), 0.25
scipy.stats.rankdata
    [0, 2, 3, 2]
    [0, 2, 3, 2], method="min"
scipy.stats. percentileofscore
    [1, 2, 3, 4], 3
scipy.stats. scoreatpercentile
    np.array([1, 2, 3, 4]), 50
scipy.stats.cumfreq
    [1, 2, 3, 4], 3
scipy.stats. iqr sem
    np.array([1.0, 2.0, 4.0, 40.0])
scipy.stats. pearsonr spearmanr kendalltau linregress
    [1.0, 2.0, 3.0, 5.0], [2.0, 1.0, 4.0, 3.5]
scipy.stats. ttest_ind
    [1.0, 2.0, 3.0, 5.0], [2.0, 1.0, 4.0, 3.5]
scipy.stats.theilslopes
    [1.0, 2.0, 4.0, 3.0]
scipy.stats.entropy
    [0.5, 0.3, 0.2]
    [0.5, 0.5], [0.9, 0.1]
scipy.stats.sigmaclip
    np.array([1.0, 1.1, 0.9, 30.0, 1.05]), 1.5, 1.5
scipy.stats.obrientransform
    [1.0, 2.0, 3.0], [4.0, 5.0, 9.0]
scipy.stats.boxcox_llf
    0.5, np.array([1.0, 2.0, 4.0])
scipy.stats.moment
    np.array([1.0, 2.0, 4.0]), 2
scipy.linalg. block_diag
    np.eye(2), [[3]]
scipy.linalg. toeplitz hankel circulant
    [1, 2, 3]
    np.array([1.0, 4.0])
scipy.linalg. hadamard hilbert helmert pascal invpascal
    4
scipy.linalg. companion
    [1, -10, 31, -30]
scipy.linalg. leslie
    [0.1, 2.0], [0.2]
scipy.linalg. fiedler
    [1.0, 4.0, 5.0]
scipy.special. comb perm
    5, 2
    5, 2, exact=True
scipy.special. factorial factorial2
    5
    4, exact=True
scipy.special. bernoulli
    4
scipy.special. multigammaln
    3.5, 2
scipy.special.stirling2
    5, 2
scipy.spatial.distance. euclidean cityblock cosine correlation braycurtis canberra
scipy.spatial.distance. chebyshev sqeuclidean
    [1.0, 0.0, 2.0], [0.0, 1.5, 1.0]
    np.array([1, 2]), np.array([3, 5])
scipy.spatial.distance. hamming jaccard
    [1, 0, 1], [1, 1, 0]
scipy.spatial.distance.minkowski
    [1.0, 0.0], [0.0, 1.0], 3
scipy.spatial.distance.squareform
    np.array([1.0, 2.0, 3.0])
scipy.spatial.procrustes
    table(), table()[::-1]
scipy.cluster.vq. whiten
    table()
scipy.cluster.vq.py_vq
    table(), table(2)
scipy.cluster.hierarchy.is_valid_im
    np.array([[0.0, 1.0]])
scipy.ndimage._ni_support._normalize_sequence
    3, 2
    [1, 2], 2
sklearn.metrics. accuracy_score zero_one_loss hamming_loss confusion_matrix
sklearn.metrics. balanced_accuracy_score cohen_kappa_score matthews_corrcoef f1_score
    labels, guesses
    [0, 1], [1, 1]
sklearn.metrics. mean_squared_error mean_absolute_error r2_score max_error
sklearn.metrics. median_absolute_error explained_variance_score
    wave(4), wave(5)[1:]
    [1.0, 2.0], [1.5, 2.0]
sklearn.metrics. roc_auc_score roc_curve precision_recall_curve average_precision_score
sklearn.metrics. log_loss brier_score_loss
    labels, np.array([0.1, 0.8, 0.4, 0.3, 0.9, 0.6])
sklearn.metrics. auc
    [0.0, 0.5, 1.0], [0.2, 0.6, 1.0]
sklearn.metrics.cluster. rand_score adjusted_rand_score completeness_score contingency_matrix
    labels, guesses
sklearn.metrics.pairwise. euclidean_distances linear_kernel polynomial_kernel rbf_kernel cosine_similarity
    table(3), table(2)
sklearn.utils.extmath. row_norms
    table(3)
sklearn.utils.extmath. softmax
    table(3)
sklearn.utils.extmath. weighted_mode
    np.array([4, 1, 4, 2]), np.array([1.0, 1.0, 1.0, 1.0])
sklearn.utils.extmath.stable_cumsum
    wave()
sklearn.utils.extmath.svd_flip
    np.array([[1.0, -2.0]]), np.array([[1.0], [3.0]])
sklearn.utils.extmath.cartesian
    ([1, 2], [3, 4])
sklearn.utils._chunking.gen_batches
    7, 3
sklearn.utils._chunking.gen_even_slices
    10, 3
sklearn.utils.class_weight.compute_class_weight
    "balanced", classes=np.array([0, 1]), y=labels
sklearn.utils.multiclass. type_of_target unique_labels is_multilabel
    labels
    np.array([0.5, 1.5])
sklearn.utils.validation. column_or_1d check_consistent_length _num_samples
    labels
    [[1], [2]]
sklearn.preprocessing. scale normalize binarize minmax_scale maxabs_scale
    table()
sklearn.preprocessing.label_binarize
    [1, 6], classes=[1, 2, 4, 6]
sklearn.preprocessing.add_dummy_feature
    table(2)
sklearn.model_selection.train_test_split
    np.arange(6), random_state=2
sklearn.utils.resample
    np.arange(6), random_state=2
    np.arange(6), n_samples=3, random_state=0
sklearn.datasets.make_blobs
    6, random_state=2
sklearn.datasets.make_regression
    4, 2, random_state=1
sklearn.metrics._ranking.dcg_score
    np.array([[3, 2, 1]]), np.array([[2.5, 0.5, 1.0]])
sklearn.isotonic.check_increasing
    [1, 2, 3], [2.0, 4.0, 5.0]
statsmodels.tools.tools. add_constant
    wave()
statsmodels.tsa.stattools. acf acovf
    wave()
statsmodels.tsa.tsatools. lagmat detrend
    wave(), 1
statsmodels.stats.stattools. durbin_watson jarque_bera robust_skewness
    wave()
statsmodels.stats.weightstats._tconfint_generic
    1.0, 0.5, 10, 0.05, "two-sided"
statsmodels.robust.scale.mad
    wave()
statsmodels.stats.multitest.multipletests
    [0.01, 0.04, 0.2]
skimage.util. img_as_float invert
    np.arange(6, dtype=np.uint8).reshape(2, 3)
skimage.util.view_as_windows
    np.arange(6), 3
skimage.util.montage
    np.arange(8.0).reshape(2, 2, 2)
skimage.transform._geometric._center_and_normalize_points
    table()
skimage.measure.moments
    np.arange(9.0).reshape(3, 3), 2
skimage.measure.approximate_polygon
    table(), 0.5
skimage.draw. line
    0, 0, 2, 3
skimage.color. rgb2gray rgb2hsv
    np.linspace(0, 1, 12).reshape(2, 2, 3)
skimage.exposure. histogram
    np.arange(6, dtype=np.uint8).reshape(2, 3)
skimage.filters. threshold_otsu threshold_isodata threshold_mean
    np.array([[1, 2, 9], [8, 1, 9]], np.uint8)
pandas.core.common. flatten
    [1, [2, 3]]
pandas.core.common.not_none
    1, None, 2
pandas.core.common.count_not_none
    1, None
pandas.core.common.standardize_mapping
    dict
pandas.core.algorithms. unique factorize
    np.array([3, 1, 3])
pandas.core.nanops. nansum nanmean nanmedian nanvar
    np.array([1.0, np.nan, 3.0])
pandas.core.sorting.get_group_index
    [np.array([0, 1, 1]), np.array([0, 0, 1])], (2, 2), True, False
pandas.io.formats.format. _trim_zeros_single_float
    "1.500"
pandas.io.formats.printing. pprint_thing
    {"a": [1, 2]}
pandas.tseries.frequencies. is_subperiod is_superperiod
    "D", "ME"
pandas.util._validators.validate_percentile
    0.5
    np.array([0.5, 2.0])
"""
