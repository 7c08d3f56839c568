"""Tests: comparisons, `and`, `or`, `not`, `in`, `is`, truth of values."""

from __future__ import annotations

from tests.programs.grammar import expressions

COMPARE = """
        6   $number ${<|>|<=|>=|==|!=} $number
        1   $name:counter ${<|>|==} ${0|1|2}
"""

TABLES = {
    "test.leaf": expressions(COMPARE),
    "condition": expressions("""
        3   $number ${<|>|==|!=} $literal
        1   $number ${<|>} $number
        1   not $number
    """),
    "test": expressions(
        COMPARE
        + """
        3   ($test ${and|or} $test)
        0.7 ($test ${and|or} $test ${and|or} $test)
        1   not $test
        1   $literal < $number ${<=|<} $number
        0.7 $number < $number == $number
        1   ($any_array ${>|<|==} $number).${any|all}()
        0.5 np.${any|all|isfinite}($array ${>|<=} $number)
        1   $number in (0, 1, $number)
        0.7 $number ${in|not in} ${$list|$any_array|$tuple}
        0.7 $key_text ${in|not in} $dict
        0.3 "${a|1|n}" in $text
        0.7 len($sized) ${>|==|<} ${0|1|2|3}
        1.5 $number
        0.5 $list
        0.3 $dict
        0.3 $text
        0.3 $object
        0.2 $array
        0.4 $any_array.any()
        1   $name:optional is ${not |}None
        0.4 $name:optional == None
        0.5 $any_array is ${not |}$any_array
        0.4 $number is ${not |}None
        0.3 $list is $list
        0.3 $list == $list
        0.3 $tuple ${==|<} $tuple
        0.3 $point == $point
        0.7 isinstance($number, ${int|float|np.floating|(int, np.integer)|bool|complex|np.ndarray})
        0.3 type($number) is ${int|float|bool|np.float64|np.int64}
        0.3 callable($number)
        0.3 hasattr($object, "${t|u|missing}")
        0.3 bool($number)
        0.3 $array.dtype == $any_array.dtype
        0.3 $array.shape == $any_array.shape
    """
    ),
}
