"""Packages of models, texts and containers: their Python parts."""

SETUP = """
import random
from collections import Counter

import numpy as np
import textdistance
from intervaltree import Interval, IntervalTree
from sortedcontainers import SortedDict, SortedList, SortedSet
from heapdict import heapdict

np.seterr(all="ignore")

def wave(n=8):
    k = np.arange(n)
    return np.round(1.3 * np.sin(2.1 * k + 0.4) + 0.6 * np.cos(5.7 * k), 6)

def table(rows=4, columns=3):
    return wave(rows * columns).reshape(rows, columns)

def chain():
    return np.array([[0.9, 0.1, 0.0], [0.4, 0.4, 0.2], [0.1, 0.1, 0.8]])

def symmetric():
    a = table(3, 3)
    return a @ a.T + np.eye(3)

def distance(name, left, right):
    return getattr(textdistance, name)(left, right)

def similarity(name, left, right):
    return getattr(textdistance, name).normalized_similarity(left, right)

def intervals(pairs, point):
    tree = IntervalTree(Interval(a, b, str(a)) for a, b in pairs)
    found = sorted(tree[point])
    tree.chop(point, point + 1)
    tree.merge_overlaps()
    return found, sorted(tree), len(tree), tree.span()

def ordered(values, others):
    items = SortedList(values)
    items.update(others)
    items.discard(values[0])
    return list(items), items.bisect_left(others[0]), items.count(others[0])

def ordered_dict(pairs):
    items = SortedDict(pairs)
    items.setdefault(99, "z")
    return list(items.items()), items.peekitem(0), items.bisect(2)

def ordered_set(values, others):
    items = SortedSet(values)
    return list(items | set(others)), list(items & set(others)), items[0]

def smallest(pairs):
    heap = heapdict()
    for key, value in pairs:
        heap[key] = value
    heap[pairs[0][0]] = 100
    return [heap.popitem() for _ in range(len(heap))]

def bank(seed, customers):
    import simpy
    random.seed(seed)
    told = []
    env = simpy.Environment()
    counter = simpy.Resource(env, capacity=1)
    def customer(env, name):
        arrived = env.now
        with counter.request() as request:
            result = yield request | env.timeout(random.uniform(1, 3))
            told.append((name, round(env.now - arrived, 6), request in result))
            if request in result:
                yield env.timeout(random.expovariate(1 / 2))
    def source(env):
        for number in range(customers):
            env.process(customer(env, number))
            yield env.timeout(random.expovariate(1.0))
    env.process(source(env))
    env.run()
    return told

def smoothed(values, initial):
    from pykalman.standard import KalmanFilter
    one = KalmanFilter(transition_matrices=[[1, 1], [0, 1]],
                       observation_matrices=[[0.1, 0.5]], initial_state_mean=initial)
    means, covariances = one.filter(values)
    return means, covariances[-1]

def states(values):
    from hmmlearn import hmm
    one = hmm.CategoricalHMM(n_components=2, random_state=3)
    one.startprob_ = np.array([0.6, 0.4])
    one.transmat_ = np.array([[0.7, 0.3], [0.4, 0.6]])
    one.emissionprob_ = np.array([[0.1, 0.4, 0.5], [0.6, 0.3, 0.1]])
    return one.score(values), one.predict(values)
"""
DRIVERS = """
distance
    "hamming", "kitten", "sitting"
    "levenshtein", "kitten", "sitting"
    "damerau_levenshtein", "ca", "abc"
    "mlipns", "Tomato", "Tamato"
    "lcsseq", "abcde", "acbed"
    "lcsstr", "abcdef", "zabcf"
similarity
    "jaro", "martha", "marhta"
    "jaro_winkler", "dixon", "dicksonx"
    "strcmp95", "martha", "marhta"
    "needleman_wunsch", "GATTACA", "GCATGCU"
    "gotoh", "GATTACA", "GCATGCU"
    "smith_waterman", "GATTACA", "GCATGCU"
    "jaccard", "test", "text"
    "sorensen", "test", "text"
    "overlap", "test", "text"
    "cosine", "test", "text"
    "tversky", "test", "text"
    "monge_elkan", ["abc", "d"], ["abd", "e"]
    "bag", "abc", "abd"
    "prefix", "abcd", "abxx"
    "postfix", "xxcd", "abcd"
    "ratcliff_obershelp", "abcde", "bcdef"
    "entropy_ncd", "test", "text"
    "sqrt_ncd", "test", "text"
    "mra", "Byrne", "Boern"
    "editex", "cat", "hat"
    "length", "abc", "ab"
    "identity", "a", "b"
    "matrix", "a", "a"
intervals
    [(1, 5), (3, 8), (10, 12)], 4
    [(0.5, 2.5)], 1.0
ordered ordered_set
    [3, 1, 2], [5, 1]
    [0.5, -1.0], [2.5]
ordered_dict
    [(3, "a"), (1, "b")]
smallest
    [("a", 3), ("b", 1), ("c", 2)]
bank
    7, 4
    8, 2
smoothed
    np.array([[1.0], [0.5], [0.0], [0.2]]), [0.0, 1.0]
states
    np.array([[0], [1], [2], [2], [0]])
jellyfish._jellyfish. levenshtein_distance jaro_similarity jaro_winkler_similarity
jellyfish._jellyfish. damerau_levenshtein_distance hamming_distance
jellyfish._jellyfish. match_rating_comparison
    "martha", "marhta"
    "", "abc"
    "Catherine", "Kathryn"
jellyfish._jellyfish. soundex nysiis match_rating_codex metaphone
    "Washington"
    "Thumb"
    "Knuth"
pyswarms.utils.functions.single_obj. ackley rastrigin rosenbrock sphere
    table(5, 3)
    table(4, 2)
pyswarms.utils.functions.single_obj. beale booth crossintray easom eggholder
pyswarms.utils.functions.single_obj. goldstein himmelblau holdertable levi matyas
pyswarms.utils.functions.single_obj. schaffer2 threehump
    table(4, 2)
    np.zeros((3, 2))
    np.ones((2, 3))
quantecon. lorenz_curve gini_coefficient
    np.array([1.0, 3.0, 2.0, 6.0])
quantecon. shorrocks_index
    chain()
quantecon. gth_solve
    chain()
quantecon. cartesian
    [[0, 1], [2, 3, 4]]
quantecon. simplex_grid
    3, 4
quantecon. num_compositions
    3, 4
quantecon. tauchen rouwenhorst
    3, 0.9, 0.1
quantecon. smooth
    wave(20), 5
    wave(12), 4, window="hamming"
quantecon. periodogram
    wave(16)
quantecon. hamilton_filter
    wave(40), 4, 2
quantecon. solve_discrete_lyapunov
    0.5 * chain(), np.eye(3)
quantecon. nullspace rank_est
    np.array([[1.0, 2.0], [2.0, 4.0]])
quantecon. mc_compute_stationary
    chain()
quantecon. m_quadratic_sum
    0.5 * chain(), np.eye(3)
quantecon. rank_size
    np.array([4.0, 1.0, 3.0, 2.0]), 0.5
quantecon. compute_fixed_point
    lambda v: 0.5 * v + 1.0, 0.3, verbose=0
hmmlearn.hmm. normalize
    table(3, 3) ** 2
hmmlearn.stats. log_multivariate_normal_density
    table(4, 2), table(2, 2), np.ones((2, 2))
    table(4, 2), table(2, 2), np.array([1.0, 2.0]), covariance_type="spherical"
hmmlearn._utils. split_X_lengths
    table(4, 2), [1, 3]
    table(4, 2), None
hmmlearn._utils. distribute_covar_matrix_to_match_covariance_type
    np.eye(2), "full", 2
    np.eye(2), "diag", 2
pykalman.standard. log_multivariate_normal_density
    table(4, 3), table(2, 3), np.array([np.eye(3), symmetric()])
lifelines.utils. normalize
    table(4, 3)
    table(4, 3), 0.5, 2.0
lifelines.utils. ridge_regression
    table(4, 3), wave(4)
    table(4, 3), wave(4), 1.0
lifelines.utils. pearson_correlation
    wave(5), wave(5) ** 2
lifelines.utils. inv_normal_cdf
    0.3
    0.975
lifelines.utils. epanechnikov_kernel
    np.array([0.0, 1.0, 2.0]), 1.0, 2.0
lifelines.utils. concordance_index
    np.array([5.0, 6.0, 6.0, 2.5]), np.array([1.0, 3.0, 2.0, 0.5])
    [5.0, 6.0, 6.0, 2.5], [1.0, 3.0, 2.0, 0.5], [1, 0, 1, 1]
lifelines.utils. coalesce
    None, 3, 4
lifelines.statistics. format_p_value
    3
lifelines.statistics. sample_size_necessary_under_cph
    0.8, 1.0, 0.8, 0.15, 0.9
lifelines.statistics. power_under_cph
    12, 12, 0.8, 0.7, 0.9
statsmodels.tsa.stattools. acf acovf pacf pacf_yw levinson_durbin
    wave(40)
statsmodels.tsa.stattools. ccf ccovf
    wave(20), wave(20) ** 2
statsmodels.tsa.stattools. adfuller kpss
    wave(50)
statsmodels.tsa.stattools. pacf_ols pacf_burg
    wave(30), 3
statsmodels.tsa.tsatools. lagmat
    wave(10), 2
    wave(10), 2, trim="both"
statsmodels.tsa.tsatools. add_trend detrend
    wave(10)
statsmodels.tsa.tsatools. vec vech
    symmetric()
statsmodels.tsa.tsatools. unvec unvech
    wave(9)
    wave(6)
statsmodels.tsa.tsatools. duplication_matrix elimination_matrix commutation_matrix
    2
    2, 2
statsmodels.tsa.arima_process. arma_acovf arma_acf arma_pacf arma_impulse_response
statsmodels.tsa.arima_process. arma2ma arma2ar
    [1.0, -0.5], [1.0, 0.4]
    np.array([1.0, -0.9]), np.array([1.0])
statsmodels.tsa.arima_process. lpol_fima lpol_fiar
    0.3, n=8
statsmodels.tsa.arima_process. lpol2index
    np.array([1.0, 0.0, 0.5])
statsmodels.stats.moment_helpers. mc2mnc mnc2mc cum2mc mnc2cum mc2cum
    [1.0, 2.0, 3.0, 4.0]
statsmodels.stats.moment_helpers. mvsk2mc mvsk2mnc mc2mvsk mnc2mvsk
    (1.0, 2.0, 0.5, 3.0)
statsmodels.stats.moment_helpers. cov2corr
    symmetric()
    symmetric(), return_std=True
statsmodels.stats.moment_helpers. corr2cov
    np.eye(2), [1.0, 2.0]
statsmodels.stats.proportion. proportion_confint
    3, 10
    3, 10, method="wilson"
    3, 10, method="beta"
statsmodels.stats.proportion. proportions_ztest
    3, 10, 0.4
    [3, 5], [10, 12]
statsmodels.stats.proportion. proportion_effectsize
    0.3, 0.4
statsmodels.stats.proportion. confint_proportions_2indep test_proportions_2indep
    7, 30, 9, 28
statsmodels.stats.weightstats. ztest zconfint
    wave(10)
    wave(10), value=0.5
statsmodels.stats.weightstats. ttest_ind
    wave(10), wave(7)
statsmodels.stats.multitest. multipletests fdrcorrection
    [0.01, 0.04, 0.03, 0.2]
statsmodels.stats.correlation_tools. corr_nearest corr_clipped cov_nearest
    np.array([[1.0, 0.9, 0.2], [0.9, 1.0, 0.9], [0.2, 0.9, 1.0]])
statsmodels.robust.scale. mad iqr qn_scale
    wave(11)
statsmodels.tools.tools. add_constant fullrank recipr recipr0 clean0
    table(4, 3)
statsmodels.tools.tools. nan_dot isestimable
    table(2, 3), table(3, 3)
skimage.morphology. ball cube diamond disk octahedron square star
    2
    3
skimage.morphology. ellipse octagon
    2, 3
skimage.morphology. isotropic_erosion isotropic_dilation
    np.pad(np.ones((3, 3), bool), 2), 1
skimage.util. invert img_as_float img_as_ubyte
    np.arange(6, dtype=np.uint8).reshape(2, 3)
skimage.util. crop
    np.arange(20.0).reshape(4, 5), 1
skimage.util. view_as_blocks view_as_windows
    np.arange(16).reshape(4, 4), (2, 2)
skimage.util. montage
    np.arange(12.0).reshape(3, 2, 2)
skimage.util. regular_grid
    (8, 9), 4
skimage.util. unique_rows
    np.array([[1, 2], [1, 2], [3, 4]])
skimage.util. compare_images
    np.ones((4, 4)), np.zeros((4, 4))
    np.ones((4, 4)), np.zeros((4, 4)), method="checkerboard", n_tiles=(2, 2)
skimage.color. rgb2hsv rgb2gray rgb2lab rgb2xyz hsv2rgb rgb2yuv rgb2ycbcr
    (np.arange(24.0) / 24).reshape(2, 4, 3)
skimage.color. gray2rgb
    np.arange(4.0).reshape(2, 2)
skimage.color. deltaE_cie76 deltaE_ciede94 deltaE_ciede2000 deltaE_cmc
    np.array([50.0, 2.0, 3.0]), np.array([40.0, 1.0, 5.0])
skimage.exposure. histogram cumulative_distribution equalize_hist rescale_intensity
skimage.exposure. adjust_gamma adjust_log adjust_sigmoid is_low_contrast
    np.arange(12.0).reshape(3, 4) / 12
skimage.metrics. mean_squared_error normalized_root_mse peak_signal_noise_ratio
    np.arange(9.0).reshape(3, 3) / 9, np.ones((3, 3)) / 2
skimage.metrics. hausdorff_distance
    np.eye(3, dtype=bool), np.ones((3, 3), bool)
skimage.draw. line circle_perimeter ellipse
    0, 1, 4
    0, 1, 4, 6
skimage.draw. polygon
    [0, 0, 3], [0, 4, 2]
skimage.draw. rectangle
    (1, 1), (3, 4)
skimage.draw. bezier_curve
    0, 0, 2, 4, 5, 1, 1.0
skimage.filters. threshold_otsu threshold_yen threshold_isodata threshold_li
skimage.filters. threshold_mean threshold_triangle
    np.concatenate([np.arange(10.0), 20 + np.arange(10.0)])
skimage.filters. sobel prewitt scharr roberts laplace gaussian
    np.arange(25.0).reshape(5, 5) % 7
skimage.measure. block_reduce
    np.arange(16.0).reshape(4, 4), (2, 2), np.max
skimage.measure. shannon_entropy euler_number perimeter
    np.eye(4, dtype=int)
skimage.measure. moments moments_central moments_normalized moments_hu centroid
    np.arange(16.0).reshape(4, 4)
skimage.measure. profile_line
    np.arange(25.0).reshape(5, 5), (0, 0), (4, 4)
skimage.measure. points_in_poly
    [[1.0, 1.0], [5.0, 5.0]], [[0, 0], [0, 3], [3, 3], [3, 0]]
skimage.measure. approximate_polygon
    np.array([[0.0, 0.0], [1.0, 0.1], [2.0, 0.0], [2.0, 2.0]]), 0.2
skimage.measure. find_contours
    np.pad(np.ones((3, 3)), 2), 0.5
skimage.transform. integral_image
    np.arange(9.0).reshape(3, 3)
skimage.transform. downscale_local_mean
    np.arange(16.0).reshape(4, 4), (2, 2)
skimage.transform. resize rescale
    np.arange(16.0).reshape(4, 4), (2, 2)
skimage.transform. rotate
    np.arange(16.0).reshape(4, 4), 30
"""
