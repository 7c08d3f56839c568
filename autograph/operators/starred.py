"""Stars before what only the run of a graph can iterate over."""

from autograph.operators.dispatch import operator
from runtime import starred

starred_list = operator(starred.starred_list)
starred_tuple = operator(starred.starred_tuple)
starred_set = operator(starred.starred_set)
starred_call = operator(starred.starred_call)
keyword_call = operator(starred.keyword_call)
starred_unpack = operator(starred.starred_unpack)
