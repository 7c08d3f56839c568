"""more-itertools, toolz and boltons: small functions over iterables and dicts."""

SETUP = """
import itertools
import operator
from collections import Counter
inc = lambda v: v + 1
even = lambda v: v % 2 == 0
"""
DRIVERS = """
more_itertools. chunked sliced windowed batched grouper ichunked
    [1, 2, 3, 4, 5], 2
    "abcdefg", 3
more_itertools. pairwise all_equal all_unique unique_everseen unique_justseen
more_itertools. collapse powerset distinct_permutations ilen is_sorted minmax
more_itertools. mark_ends first last circular_shifts
more_itertools. partitions set_partitions always_iterable
more_itertools. duplicates_everseen duplicates_justseen powerset_of_sets running_median
    [1, 2, 2, 3]
    "abca"
    []
more_itertools. take nth tail
    2, [1, 2, 3]
    1, "abc"
more_itertools. nth_or_last spy
    [1, 2, 3], 2
    [], 1
more_itertools. interleave interleave_longest roundrobin
    [1, 2, 3], [4, 5, 6]
    "abc", [1]
more_itertools. split_at split_before split_after quantify locate rlocate
    [1, 2, 3, 4, 5], lambda v: v == 3
    [], lambda v: True
more_itertools. rstrip lstrip strip
    [0, 0, 1, 0], lambda v: v == 0
more_itertools.partition
    even, [1, 2, 3, 4]
more_itertools.split_when
    [1, 2, 4, 5, 7], lambda a, b: b != a + 1
more_itertools.split_into
    [1, 2, 3, 4, 5], [1, 2]
more_itertools.stagger
    [0, 1, 2], offsets=(-1, 0, 1)
more_itertools.padded
    [1, 2], "x", 4
more_itertools.repeat_each
    "ab", 2
more_itertools.intersperse
    0, [1, 2, 3]
    "!", "abcd", 2
more_itertools.substrings
    "abc"
more_itertools.substrings_indexes
    "abc"
more_itertools.consecutive_groups
    [1, 2, 4, 5, 9]
more_itertools.exactly_n
    [True, False, True], 2
more_itertools.groupby_transform
    [1, 2, 3], lambda v: v % 2, lambda v: v * 2
more_itertools.map_reduce
    [1, 2, 3, 4], lambda v: v % 2, lambda v: v * 10, sum
    "abbccc", lambda v: v
more_itertools.run_length.encode
    "abbccc"
more_itertools.run_length.decode
    [("a", 1), ("b", 2)]
more_itertools.sort_together
    [[3, 1, 2], "abc"]
    [[3, 1, 2], [9, 8, 7]], reverse=True
more_itertools.unzip
    [("a", 1), ("b", 2)]
more_itertools.zip_offset
    [0, 1, 2], [0, 1, 2], offsets=(0, 1)
more_itertools.zip_broadcast
    1, [1, 2], "ab"
more_itertools.difference
    [1, 3, 6, 10]
    [1, 2, 6], func=operator.truediv
more_itertools.numeric_range
    1, 5, 2
more_itertools.replace
    [1, 1, 0, 1], lambda v: v == 0, (7, 8)
    [1, 2, 3], lambda a, b: a < b, [9], window_size=2
more_itertools.rlocate
    [0, 1, 0]
more_itertools.set_partitions
    "abc", 2
more_itertools.distinct_combinations
    [0, 0, 1], 2
more_itertools.longest_common_prefix
    ["abcd", "abc", "abf"]
more_itertools.lstrip
    [0, 1], lambda v: v == 0
more_itertools.nth_combination
    range(5), 3, 5
more_itertools.nth_permutation
    "abcd", 2, 5
more_itertools.nth_product
    8, range(2), range(3), range(4)
more_itertools.product_index
    (1, 2), range(3), range(4)
more_itertools.combination_index
    "ac", "abc"
more_itertools.permutation_index
    [2, 0, 1], range(3)
more_itertools.first_true
    [0, 3, 5], pred=lambda v: v > 3
    [0], 9
more_itertools.dotproduct
    [10, 10], [20, 20]
more_itertools.convolve
    [1, 2, 3], [1, 1]
more_itertools.polynomial_from_roots
    [5, -4, 3]
more_itertools.polynomial_eval
    [1, -4, -17, 60], 5
more_itertools.polynomial_derivative
    [1, -4, -17, 60]
more_itertools.factor
    360
    97
more_itertools.sieve
    30
more_itertools.totient
    12
more_itertools.is_prime
    97
    91
more_itertools.matmul
    [(7, 5), (3, 5)], [(2, 5), (7, 9)]
more_itertools.transpose
    [(1, 2, 3), (11, 22, 33)]
more_itertools.reshape
    [(0, 1), (2, 3), (4, 5)], 3
more_itertools.sum_of_squares
    [10, 20, 30]
more_itertools.sliding_window
    [1, 2, 3, 4], 2
    [1, 2, 3, 4], 3
    [1], 5
more_itertools.triplewise
    "abcde"
more_itertools.before_and_after
    str.isupper, "ABCdEf"
more_itertools.iter_index
    "abcab", "a"
more_itertools.subslices
    "abc"
more_itertools.ncycles
    [1, 2], 2
more_itertools.prepend
    0, [1, 2]
more_itertools.nth
    [1, 2], 5, "none"
more_itertools.filter_except
    int, ["1", "x", "2"], ValueError
more_itertools.map_except
    int, ["1", "x", "2"], ValueError
more_itertools.map_if
    [-1, 4], lambda v: v > 0, lambda v: v * 2, func_else=abs
more_itertools.only
    [1]
    []
    [1, 2]
more_itertools.one
    [1]
    []
more_itertools.strictly_n
    [1, 2], 2
    [1, 2], 3
more_itertools.chunked_even
    [1, 2, 3, 4, 5, 6, 7], 3
more_itertools.constrained_batches
    ["12345", "123", "1"], 6
more_itertools.gray_product
    "ab", [1, 2]
more_itertools.partial_product
    "ab", "cd"
more_itertools.outer_product
    lambda a, b: a * b, [1, 2], [3, 4]
more_itertools.takewhile_inclusive
    lambda v: v < 3, [1, 2, 3, 4]
more_itertools.iequals
    [1, 2], (1, 2)
    [1], [2]
more_itertools.is_sorted
    [3, 2, 1], reverse=True
    ["1", "2", "10"], key=int
more_itertools.value_chain
    [1, 2], 3, "ab"
more_itertools.sample
    range(20), 3
more_itertools.random_permutation
    [1, 2, 3]
more_itertools.random_product
    [1, 2], "ab"
toolz. accumulate
    operator.add, [1, 2, 3]
    lambda a, b: a * b, [2, 3], 5
toolz. groupby countby
    len, ["a", "bb", "c"]
    even, [1, 2, 3]
toolz.reduceby
    even, lambda a, b: a + b, [1, 2, 3, 4], 0
toolz. frequencies unique isdistinct first second last count
    "abca"
    [3, 1, 2]
toolz. partition partition_all sliding_window take drop take_nth tail
    2, [1, 2, 3, 4, 5]
    3, "abcd"
toolz. interleave concat
    [[1, 2], [3, 4, 5]]
toolz.merge_sorted
    [1, 3], [2, 4]
    [3, 1], [4, 2], key=lambda v: -v
toolz.merge
    {1: 2}, {3: 4}
toolz.merge_with
    sum, {1: 1, 2: 2}, {1: 10}
toolz. valmap keymap valfilter keyfilter
    lambda v: v * 2, {1: 2, 3: 4}
toolz. itemmap
    reversed, {"a": 1}
toolz.itemfilter
    lambda item: item[1] > 1, {"a": 1, "b": 2}
toolz.assoc
    {"a": 1}, "b", 2
toolz.dissoc
    {"a": 1, "b": 2}, "a"
toolz.assoc_in
    {"a": {"b": 1}}, ["a", "c"], 3
toolz.update_in
    {"a": {"b": 1}}, ["a", "b"], lambda v: v + 1
toolz.get_in
    ["a", "b"], {"a": {"b": 1}}
    ["a", "z"], {"a": {"b": 1}}, "none"
toolz.get
    [0, 1], "abc"
    5, "abc", "none"
toolz.pluck
    0, [[1, 2], [3, 4]]
toolz.join
    0, [(1, "a"), (2, "b")], 0, [(1, "c"), (3, "d")]
    lambda p: p[0], [(1, "a")], lambda p: p[0], [(2, "b")], left_default=None
toolz.diff
    [1, 2, 3], [1, 2, 10, 100], default=None
toolz.topk
    2, [1, 100, 10, 1000]
toolz.pipe
    3, lambda v: v + 1, str
toolz.thread_first
    1, (operator.add, 4), str
toolz.thread_last
    [1, 2], (map, lambda v: v + 1), list
toolz.remove
    even, [1, 2, 3]
toolz.mapcat
    lambda s: s.upper(), ["ab", "c"]
toolz.partitionby
    even, [1, 3, 2, 4, 5]
toolz.peek
    [1, 2]
toolz.peekn
    2, [1, 2, 3]
toolz.random_sample
    0.5, range(10), random_state=3
toolz.flip
    operator.sub, 1, 2
toolz.do
    str, 3
boltons.iterutils. chunked windowed
    [1, 2, 3, 4, 5], 2
    [1, 2, 3, 4], 3
boltons.iterutils. split lstrip rstrip strip
    [None, 1, None, 2, None], None
boltons.iterutils. bucketize
    range(5), lambda v: v % 2
boltons.iterutils.unique
    [1, 2, 1]
boltons.iterutils.redundant
    [1, 2, 1, 3, 3]
boltons.iterutils.flatten
    [1, [2, (3,)]]
boltons.iterutils.remap
    {"a": [1, {"b": None}]}, lambda path, key, value: value is not None
    [1, (2, {3})]
boltons.iterutils.research
    {"a": [1, {"b": 2}]}, lambda path, key, value: value == 2
boltons.iterutils.get_path
    {"a": [1, {"b": 2}]}, ("a", 1, "b")
boltons.iterutils.xfrange
    0.5, 2.0, 0.5
boltons.iterutils.frange
    1.0, 3.0, 0.5
boltons.iterutils.backoff
    1, 10
boltons.iterutils.soft_sorted
    [3, 1, 2], first=[2], last=[1]
boltons.iterutils.untyped_sorted
    [3, "a", 1]
boltons.iterutils.same
    [1, 1]
    [1, 2]
boltons.iterutils.chunk_ranges
    10, 4, overlap_size=1
boltons.mathutils.clamp
    5, 1, 3
    0.5, 1
boltons.mathutils.ceil
    3.14, [1, 3, 5, 7]
boltons.mathutils.floor
    3.14, [1, 3, 5, 7]
boltons.strutils. slugify camel2under under2camel split_punct_ws
    "Hello_World x"
    "someName"
boltons.strutils.pluralize
    "city"
    "sheep"
boltons.strutils.singularize
    "cities"
boltons.strutils.ordinalize
    11
    22
boltons.strutils.bytes2human
    128991, 1
boltons.strutils.parse_int_list
    "1,3,5-8"
boltons.strutils.format_int_list
    [1, 3, 5, 6, 7]
boltons.strutils.complement_int_list
    "1,3,5-8"
boltons.strutils.args2sh
    ["a b", "c"]
boltons.strutils.indent
    "a\\nb", "  "
boltons.strutils.a10n
    "internationalization"
boltons.strutils.find_hashtags
    "#a and #b"
boltons.statsutils.median
    [1, 5, 3]
boltons.statsutils.describe
    [1.0, 2.0, 7.5]
boltons.statsutils.Stats.get_quantile
    __import__("boltons.statsutils").statsutils.Stats([1.0, 5.0, 2.0]), 0.25
boltons.timeutils.decimal_relative_time
    __import__("datetime").datetime(2024, 1, 1), __import__("datetime").datetime(2024, 1, 3)
boltons.timeutils.parse_timedelta
    "1d 2h 3.5 minutes"
boltons.urlutils.parse_url
    "http://a.b:80/c?d=1"
boltons.formatutils.construct_format_field_str
    "a", "d", "r"
boltons.formatutils.infer_positional_format_args
    "{} and {}"
nltk.metrics.distance. edit_distance binary_distance jaro_similarity
    "kitten", "sitting"
    "", "abc"
nltk.metrics.distance.jaccard_distance
    {1, 2}, {2, 3}
nltk.metrics.distance.jaro_winkler_similarity
    "billy", "bill"
nltk.metrics.scores. accuracy
    [1, 2, 3], [1, 0, 3]
nltk.metrics.scores. precision recall f_measure
    {1, 2, 3}, {1, 3}
nltk.metrics.segmentation.windowdiff
    "000100000010", "000010000100", 3
nltk.metrics.segmentation.pk
    "0100" * 3, "1" * 12, 2
nltk.metrics.spearman.spearman_correlation
    [("a", 0), ("b", 1), ("c", 2)], [("a", 1), ("b", 0), ("c", 2)]
nltk.util. bigrams trigrams everygrams
    ["a", "b", "c", "d"]
nltk.util.ngrams
    ["a", "b", "c"], 2, pad_left=True, left_pad_symbol="<"
nltk.util.skipgrams
    ["a", "b", "c", "d"], 2, 1
nltk.util.flatten
    [1, [2, [3]]]
nltk.util.transitive_closure
    {1: {2}, 2: {3}}
nltk.util.invert_graph
    {1: {2}, 2: {3}}
nltk.util.choose
    5, 2
nltk.stem.porter.PorterStemmer.stem
    __import__("nltk").PorterStemmer(), "running"
    __import__("nltk").PorterStemmer(), "caresses"
nltk.stem.lancaster.LancasterStemmer.stem
    __import__("nltk").LancasterStemmer(), "maximum"
nltk.stem.snowball.EnglishStemmer.stem
    __import__("nltk").stem.SnowballStemmer("english"), "generously"
nltk.translate.bleu_score.sentence_bleu
    [["a", "b", "c", "d", "e"]], ["a", "b", "c", "d", "f"]
nltk.translate.gleu_score.sentence_gleu
    [["a", "b", "c", "d"]], ["a", "b", "d"]
nltk.translate.bleu_score.modified_precision
    [["a", "b", "c"]], ["a", "b", "b"], 1
nltk.translate.ribes_score.kendall_tau
    [1, 0, 2]
nltk.tokenize.util.regexp_span_tokenize
    "good muffins cost", r"\\s"
nltk.tokenize.util.align_tokens
    ["a", "b"], "a  b"
nltk.tokenize.util.spans_to_relative
    [(0, 4), (5, 7)]
nltk.probability.FreqDist.most_common
    __import__("nltk").FreqDist("abracadabra"), 2
nltk.probability.entropy
    __import__("nltk").MLEProbDist(__import__("nltk").FreqDist("aab"))
nltk.probability.add_logs
    -1.5, -2.5
nltk.sentiment.vader.normalize
    3.5
nltk.cluster.util.cosine_distance
    __import__("numpy").array([1.0, 2.0]), __import__("numpy").array([2.0, 1.0])
"""
