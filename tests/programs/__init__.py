"""Random programs, plain against decorated: `python -m tests.programs --count N`.

A program is a module made from a seed: functions, a class, state, and `program`, which
is called several times, with other values and other types. What differs is shrunk on
its syntax tree and printed as a function for the corpus.
"""

from tests.programs.judging import Trial, trial
from tests.programs.program import Module, Program
from tests.programs.shrinking import shrink, shrink_trial

__all__ = ["Module", "Program", "Trial", "shrink", "shrink_trial", "trial"]
